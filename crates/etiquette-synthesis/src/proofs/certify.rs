//! The abstraction as a certificate: the abstract states of each interface state are its label, and each forbidden call
//! gets its reason.
//!
//! A call that can fail from all of the label needs hidden choices that make it fail; one that fails from a part of it
//! only needs regions. Inside of loops the label before the call is tried; what the checker does not accept then is no
//! certificate.

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_certificates::{Certificate, ForbiddenProof, Limits, LoopLabel, Proof, check};
use etiquette_component::{BlockEnd, Component, GuardedCall, Summary};
use etiquette_logic::{Answer, Interrupt, Solver, Symbol, Term};
use rustc_hash::FxHashMap;

use crate::proofs::budgets::certify::{CONFLICTS, MOST_INSTANCES};
use crate::proofs::certificate::choices;
use crate::proofs::obligations::{failing_with, is_in_order};
use crate::proofs::regions::{Regions, Setting};
use etiquette_outcome::Evidence;

/// What the certificate is about.
pub(crate) struct Claim<'a> {
    pub component: &'a mut Component,
    pub summaries: &'a [Summary],
    pub interface: &'a Interface,
    pub calls: Vec<GuardedCall>,
    pub labels: Vec<Term>,
    /// What holds inside of loops; where that is not known, the label before the call is tried.
    pub loops: Option<Vec<LoopLabel>>,
    /// Whether forbidden calls may stay without a reason.
    pub may_be_open: bool,
}

/// The certificate; `None` where a forbidden call stays without a reason, or loops are in the way.
pub(crate) fn certify(mut claim: Claim<'_>, interrupt: Interrupt) -> Option<Box<Evidence>> {
    let mut solver = Solver::new();
    let hook = Interrupt::clone(&interrupt);
    solver.set_interrupt(move || hook());
    let mut forbidden = Vec::new();
    let mut open = Vec::new();
    for (state, call) in forbidden_calls(&claim) {
        match claim.always_fails(state, call, &mut solver) {
            Some(proof) => forbidden.push(ForbiddenProof { state, call, proof }),
            None => open.push((state, call)),
        }
    }
    let setting = Setting {
        component: claim.component,
        summaries: claim.summaries,
        interface: claim.interface,
        calls: &claim.calls,
        labels: &claim.labels,
    };
    let mut regions = Regions::new(setting, Interrupt::clone(&interrupt));
    for (state, call) in open {
        let proof = regions.explain(state, call).or(claim.may_be_open.then_some(Proof::Open))?;
        forbidden.push(ForbiddenProof { state, call, proof });
    }
    let (regions, spreads) = regions.into_found();
    forbidden.sort_by_key(|proof| (proof.state, proof.call));
    let loops = claim.loops.take().unwrap_or_else(|| claim.loop_labels());
    let has_loops = !loops.is_empty();
    let certificate = Certificate {
        guards: claim.calls.iter().map(|call| call.guard).collect(),
        methods: claim.calls.iter().map(|call| call.method).collect(),
        labels: claim.labels,
        loops,
        forbidden,
        regions,
        spreads,
    };
    let limits = Limits { interrupt: Some(interrupt), conflicts: Some(CONFLICTS) };
    let evidence = Evidence::new(claim.component.clone(), claim.interface, certificate, &limits);
    let is_accepted = !has_loops || is_accepted(&evidence, claim.interface, claim.may_be_open);
    is_accepted.then(|| Box::new(evidence))
}

/// Labels inside of loops are a guess.
fn is_accepted(evidence: &Evidence, interface: &Interface, may_be_open: bool) -> bool {
    let limits = Limits { conflicts: Some(CONFLICTS), ..Limits::default() };
    let checked = check(&evidence.component, interface, &evidence.certificate, &limits);
    checked.safe.is_ok() && (may_be_open || checked.permissive.is_ok())
}

fn forbidden_calls(claim: &Claim<'_>) -> Vec<(StateId, CallId)> {
    let mut found = Vec::new();
    for state in claim.interface.states() {
        for call in claim.interface.alphabet().call_ids() {
            let method = claim.calls[call.index()].method;
            let in_order = is_in_order(claim.component, claim.interface, state, method);
            if in_order && !claim.interface.allows(state, call) {
                found.push((state, call));
            }
        }
    }
    found
}

impl Claim<'_> {
    /// Hidden choices one of which makes the call fail, from every state of the label from which it could return.
    fn always_fails(&mut self, state: StateId, call: CallId, solver: &mut Solver) -> Option<Proof> {
        let GuardedCall { method, guard } = self.calls[call.index()];
        let summary = &self.summaries[method];
        if !summary.is_loop_free() {
            return Some(Proof::NeverReturns);
        }
        let domain = self.component.call_domains(method);
        let returning = summary.blocks.iter().filter(|block| matches!(block.to, BlockEnd::Returned(_)));
        let returning: Vec<Term> = returning.map(|block| block.condition).collect();
        let returns = self.component.terms.any(returning);
        let start = [self.labels[state.index()], guard, domain];
        let mut assumed = start.to_vec();
        assumed.push(returns);
        let mut instances: Vec<Vec<Term>> = Vec::new();
        loop {
            match solver.check(&self.component.terms, &assumed) {
                Answer::Unsat => break,
                Answer::Unknown(_) => return None,
                Answer::Sat if instances.len() == MOST_INSTANCES => return None,
                Answer::Sat => {}
            }
            let instance = self.failing_instance(method, solver)?;
            let fails = failing_with(self.component, &self.summaries[method], &instance);
            assumed.push(self.component.terms.not(fails));
            instances.push(instance);
        }
        let summary = &self.summaries[method];
        let made = instances.iter().map(|instance| choices(self.component, summary, instance)).collect();
        Some(if instances.is_empty() { Proof::NeverReturns } else { Proof::CanFail { choices: made } })
    }

    /// Hidden choices with which the method fails from the state and with the arguments of the solver's model.
    fn failing_instance(&mut self, method: usize, solver: &mut Solver) -> Option<Vec<Term>> {
        let summary = &self.summaries[method];
        let terms = &mut self.component.terms;
        let own: Vec<Term> = summary.choices.iter().map(|choice| terms.symbol(choice.symbol)).collect();
        let fails = failing_with(self.component, summary, &own);
        let state = self.component.variables.iter().map(|variable| variable.binding.symbol);
        let arguments = self.component.methods[method].parameters.iter().map(|binding| binding.symbol);
        let fixed: Vec<Symbol> = state.chain(arguments).collect();
        let terms = &mut self.component.terms;
        let values: FxHashMap<Symbol, Term> = fixed
            .into_iter()
            .map(|symbol| (symbol, terms.constant(terms.symbol_sort(symbol), solver.symbol_value(symbol))))
            .collect();
        let here = terms.substitute(fails, &values);
        if solver.check(terms, &[here]) != Answer::Sat {
            return None;
        }
        let value = |choice: &etiquette_component::Binding| {
            terms.constant(terms.symbol_sort(choice.symbol), solver.symbol_value(choice.symbol))
        };
        Some(summary.choices.iter().map(value).collect())
    }

    fn loop_labels(&mut self) -> Vec<LoopLabel> {
        let mut made = Vec::new();
        for state in self.interface.states() {
            for call in self.interface.alphabet().call_ids() {
                let GuardedCall { method, guard } = self.calls[call.index()];
                if !is_in_order(self.component, self.interface, state, method) {
                    continue;
                }
                let label = self.component.terms.and(self.labels[state.index()], guard);
                let heads = self.summaries[method].loop_heads.iter();
                made.extend(heads.map(|&location| LoopLabel { state, call, location, label }));
            }
        }
        made
    }
}
