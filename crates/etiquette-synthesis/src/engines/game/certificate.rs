//! What was learned as a certificate: the valuations that were met in a state of the interface are its label.
//!
//! The label is inductive because the abstraction over-approximates; a forbidden call that must fail from all of them
//! is shown to fail. Where a call is forbidden for another reason, nothing but safety is certified.

use std::collections::BTreeSet;

use etiquette_automata::{CallId, StateId};
use etiquette_certificates::{Certificate, Choice, ForbiddenProof, Limits, LoopLabel, Proof};
use etiquette_component::{BlockEnd, Component, Location, Origin, Summary};
use etiquette_logic::Term;
use etiquette_predicates::{Choices, Interrupted};

use crate::proofs::budgets::certify::CONFLICTS;
use crate::readable::grouping::Shape;
use crate::spaces::predicates::abstract_component::AbstractComponent;
use crate::spaces::predicates::pairs::Visit;
use etiquette_outcome::Evidence;

/// The certificate; `proved` says whether it shows that the interface is permissive, too.
pub(crate) struct Certified {
    pub evidence: Box<Evidence>,
    pub proved: bool,
}

/// Makes certificates for a shape.
pub(crate) struct Certifier<'a> {
    class: &'a mut AbstractComponent,
    shape: &'a Shape,
    /// The abstract states of each state of the interface.
    members: Vec<Vec<u32>>,
}

impl<'a> Certifier<'a> {
    pub fn new(class: &'a mut AbstractComponent, visits: &[Visit], shape: &'a Shape) -> Self {
        let mut members = vec![BTreeSet::new(); shape.interface.state_count()];
        for visit in visits {
            if let Some(state) = shape.state_of[visit.place] {
                members[state.index()].insert(visit.state);
            }
        }
        Certifier { class, shape, members: members.into_iter().map(|states| states.into_iter().collect()).collect() }
    }

    pub fn certify(&mut self) -> Result<Certified, Interrupted> {
        let labels = (0..self.members.len()).map(|state| self.label(state)).collect();
        let mut loops = Vec::new();
        let mut forbidden = Vec::new();
        for state in self.shape.interface.states() {
            for call in self.shape.interface.alphabet().call_ids() {
                let first = state == self.shape.interface.initial();
                if !self.class.component().may_call(call.index(), first) {
                    continue;
                }
                loops.extend(self.loop_labels(state, call)?);
                if !self.shape.interface.allows(state, call) {
                    forbidden.push(ForbiddenProof { state, call, proof: self.proof(state, call)? });
                }
            }
        }
        let component = self.class.abstraction.component_mut();
        let always = component.terms.bool(true);
        let methods: Vec<usize> = (0..component.methods.len()).collect();
        let proved = forbidden.iter().all(|forbidden| forbidden.proof != Proof::Open);
        let guards = vec![always; methods.len()];
        let certificate =
            Certificate { guards, methods, labels, loops, forbidden, regions: Vec::new(), spreads: Vec::new() };
        let limits = Limits { conflicts: Some(CONFLICTS), ..Limits::default() };
        let evidence = Evidence::new(component.clone(), &self.shape.interface, certificate, &limits);
        Ok(Certified { evidence: Box::new(evidence), proved })
    }

    fn label(&mut self, state: usize) -> Term {
        let mut cubes = Vec::new();
        for &member in &self.members[state] {
            let valuation = self.class.valuation(member).clone();
            cubes.push(self.class.abstraction.concretisation(&valuation));
        }
        self.class.abstraction.component_mut().terms.any(cubes)
    }

    /// A label for each loop head of the call's method. A forbidden call is shown to fail before it comes to a loop, if
    /// it is shown at all.
    fn loop_labels(&mut self, state: StateId, call: CallId) -> Result<Vec<LoopLabel>, Interrupted> {
        let heads = self.class.abstraction.summaries()[call.index()].loop_heads.clone();
        if heads.is_empty() {
            return Ok(Vec::new());
        }
        let mut inside = Vec::new();
        let allowed = self.shape.interface.allows(state, call);
        for &member in self.members[state.index()].iter().filter(|_| allowed) {
            let valuation = self.class.valuation(member).clone();
            inside.extend(self.class.abstraction.inside(call.index(), &valuation)?);
        }
        let terms = &mut self.class.abstraction.component_mut().terms;
        let mut labels = Vec::new();
        for location in heads {
            let there = inside.iter().filter(|(at, _)| *at == location).map(|&(_, condition)| condition);
            labels.push(LoopLabel { state, call, location, label: terms.any(there) });
        }
        Ok(labels)
    }

    /// That the call can fail from the whole label, if it must.
    fn proof(&mut self, state: StateId, call: CallId) -> Result<Proof, Interrupted> {
        let mut all: BTreeSet<Choices> = BTreeSet::new();
        for &member in &self.members[state.index()] {
            let valuation = self.class.valuation(member).clone();
            match self.class.abstraction.failing_choices(call.index(), &valuation)? {
                Some(choices) => all.extend(choices.iter().cloned()),
                None => return Ok(Proof::Open),
            }
        }
        let summary = self.class.abstraction.summaries()[call.index()].clone();
        let component = self.class.abstraction.component_mut();
        let choices = all.iter().map(|choices| at_edges(component, &summary, choices)).collect();
        Ok(Proof::CanFail { choices })
    }
}

/// Values of a summary's hidden choices as choices at the edges of the body. Those behind a loop head are at edges that
/// may come before it, too, and are left out: a failure is shown on the way from the entry.
fn at_edges(component: &mut Component, summary: &Summary, choices: &Choices) -> Vec<(Choice, Term)> {
    let failing = summary.blocks.iter().filter(|block| block.from == Location::ENTRY);
    let failing = failing.filter(|block| matches!(block.to, BlockEnd::Failed(_))).map(|block| block.condition);
    let used = component.terms.symbols_of_all(&failing.collect::<Vec<Term>>());
    let mut made = Vec::new();
    let pairs = summary.origins.iter().zip(&summary.choices).zip(choices);
    for ((origin, binding), &value) in pairs.filter(|((_, binding), _)| used.contains(&binding.symbol)) {
        match origin {
            Origin::Value(edge) => {
                let sort = component.sort(binding.ty);
                made.push((Choice::Value(*edge), component.terms.constant(sort, value)));
            }
            Origin::Edges(edges) => {
                // Edges that are the same to the letter share a position.
                let taken = edges.get(value as usize).or(edges.last());
                for edge in BTreeSet::from_iter(edges) {
                    made.push((Choice::Edge(*edge), component.terms.bool(Some(edge) == taken)));
                }
            }
        }
    }
    made
}
