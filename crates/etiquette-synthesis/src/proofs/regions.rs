//! Why a call is forbidden where a belief is mixed: regions that the component may be in after every word.
//!
//! A call that fails from some states of a belief only is rightly forbidden if such a state is among them after *every*
//! word that leads there. Starting from the states that fail, this goes backward along the events: from every state
//! that can do the event, some hidden choice must lead into the region; or else from every state of another region,
//! which then has to be hit before. What is found is part of the certificate (see `etiquette-certificates`), so nothing
//! here needs to be trusted.

use etiquette_automata::{CallId, EventId, Interface, StateId};
use etiquette_certificates::{Arrival, Proof, Region, Source, Spread};
use etiquette_component::{Block, BlockEnd, Component, GuardedCall, Summary, initial_condition};
use etiquette_logic::{Answer, Interrupt, Solver, Substitution, Symbol, Term};

use crate::proofs::budgets::regions::{CONFLICTS, MAX_INSTANCES, MAX_REGIONS};
use crate::proofs::certificate::choices;
use crate::proofs::obligations::failing_with;
use crate::proofs::spreads::Draft;

/// What the regions are about.
pub(crate) struct Setting<'a> {
    pub component: &'a mut Component,
    pub summaries: &'a [Summary],
    pub interface: &'a Interface,
    pub calls: &'a [GuardedCall],
    /// The label of each state.
    pub labels: &'a [Term],
}

/// The search for regions.
pub(crate) struct Regions<'a> {
    pub(crate) setting: Setting<'a>,
    pub(crate) solver: Solver,
    found: Vec<Region>,
    /// Spreads, once a call took them.
    pub(crate) spreads: Option<(Draft, Vec<Spread>)>,
}

impl<'a> Regions<'a> {
    pub fn new(setting: Setting<'a>, interrupt: Interrupt) -> Self {
        let mut solver = Solver::new();
        solver.set_conflict_limit(Some(CONFLICTS));
        solver.set_interrupt(move || interrupt());
        Regions { setting, solver, found: Vec::new(), spreads: None }
    }

    /// Why the call is rightly forbidden in the state.
    pub fn explain(&mut self, state: StateId, call: CallId) -> Option<Proof> {
        let summary = &self.setting.summaries[self.setting.calls[call.index()].method];
        if summary.has_loop_heads() {
            return None;
        }
        let (failing, instances) = self.failing_instances(state, call);
        let before = self.found.clone();
        if let Some(proof) = self.by_region((state, call), failing, &instances) {
            return Some(proof);
        }
        self.found = before;
        if self.setting.interface.looks_behind_doubts() {
            return None;
        }
        self.by_spread(state, call, &instances)
    }

    /// What was found, for a certificate.
    pub fn into_found(self) -> (Vec<Region>, Vec<Spread>) {
        (self.found, self.spreads.map(|(_, spreads)| spreads).unwrap_or_default())
    }

    /// When the call fails from the state's label, and ways to make the hidden choices so that it does.
    fn failing_instances(&mut self, state: StateId, call: CallId) -> (Term, Vec<Vec<Term>>) {
        let (method, guard) = (self.setting.calls[call.index()].method, self.guard(call));
        let summary = &self.setting.summaries[method];
        let own: Vec<Term> = self.own_choices(summary);
        let failing = failing_with(self.setting.component, summary, &own);
        let label = self.setting.labels[state.index()];
        let mut instances = Vec::new();
        // Any way to fail will do as a start; the states that fail in the same way make the region.
        while instances.len() < MAX_INSTANCES {
            let covered = self.any_instance(summary, failing, &instances);
            let open = self.all([label, guard, failing], covered);
            let Some(instance) = self.model_of(summary, open) else { break };
            instances.push(instance);
        }
        (failing, instances)
    }

    fn by_region(&mut self, (state, call): (StateId, CallId), failing: Term, instances: &[Vec<Term>]) -> Option<Proof> {
        let (method, guard) = (self.setting.calls[call.index()].method, self.guard(call));
        let summary = &self.setting.summaries[method];
        let region = self.any_instance(summary, failing, instances);
        let region = self.without_arguments(method, guard, region)?;
        let region = self.hit(state, region)?;
        let choices = instances.iter().map(|instance| choices(self.setting.component, summary, instance)).collect();
        Some(Proof::Hit { region, choices })
    }

    /// Whether every outcome of an allowed call can happen from every state of the label with all arguments in the
    /// guard.
    pub fn all_outcomes_possible(&mut self, state: StateId, call: CallId) -> bool {
        let method = self.setting.calls[call.index()].method;
        let summary = &self.setting.summaries[method];
        let outcomes = self.setting.component.methods[method].outcomes.len();
        summary.is_loop_free() && (0..outcomes).all(|outcome| self.is_always_possible(state, call, outcome))
    }

    fn is_always_possible(&mut self, state: StateId, call: CallId, outcome: usize) -> bool {
        let method = self.setting.calls[call.index()].method;
        let summary = &self.setting.summaries[method];
        let block = summary.blocks.iter().find(|block| block.to == BlockEnd::Returned(outcome));
        let Some(block) = block else { return false };
        let anyhow = Block { condition: self.setting.component.terms.bool(true), ..block.clone() };
        let (label, guard) = (self.setting.labels[state.index()], self.guard(call));
        self.covers_label(summary, &anyhow, (label, guard), block.condition, &mut Vec::new())
    }

    /// The guard of a call, with all values within their types.
    pub(crate) fn guard(&mut self, call: CallId) -> Term {
        let GuardedCall { method, guard } = self.setting.calls[call.index()];
        let domains = self.setting.component.call_domains(method);
        self.setting.component.terms.and(guard, domains)
    }

    /// The region as one that is hit after every word to the state; its position.
    fn hit(&mut self, state: StateId, region: Term) -> Option<usize> {
        if let Some(known) = self.known(state, region) {
            return Some(known);
        }
        if self.found.len() >= MAX_REGIONS || self.is_behind_doubts(state) {
            return None;
        }
        let initial = match state == self.setting.interface.initial() {
            true => Some(self.initial_state_in(region)?),
            false => None,
        };
        let position = self.found.len();
        self.found.push(Region { state, region, initial, arrivals: Vec::new() });
        for (from, call, outcome) in self.events_into(state) {
            let arrival = self.arrive(from, call, outcome, region)?;
            self.found[position].arrivals.push(arrival);
        }
        Some(position)
    }

    /// A region of the state that lies within this one.
    fn known(&mut self, state: StateId, region: Term) -> Option<usize> {
        let label = self.setting.labels[state.index()];
        (0..self.found.len()).find(|&index| {
            let known = self.found[index].region;
            let same_state = self.found[index].state == state;
            let question = same_state.then(|| self.all([label, known], region));
            question.is_some_and(|question| self.is_unsatisfiable(question))
        })
    }

    /// Whether a doubtful call may lead to the state: then the model decides whether a word leads there at all.
    fn is_behind_doubts(&self, state: StateId) -> bool {
        let interface = self.setting.interface;
        let events = || (0..interface.alphabet().event_count()).map(EventId::from_index);
        let leads_there =
            |from: StateId| events().any(|event| interface.next_should_return(from, event) == Some(state));
        interface.states().any(leads_there)
    }

    pub(crate) fn events_into(&self, state: StateId) -> Vec<(StateId, CallId, usize)> {
        let interface = self.setting.interface;
        let mut events = Vec::new();
        for from in interface.states() {
            for call in interface.alphabet().call_ids() {
                for (outcome, event) in interface.alphabet().events_of(call).enumerate() {
                    if interface.next(from, event) == Some(state) {
                        events.push((from, call, outcome));
                    }
                }
            }
        }
        events
    }

    /// How an event leads into a region.
    fn arrive(&mut self, from: StateId, call: CallId, outcome: usize, region: Term) -> Option<Arrival> {
        let (method, guard) = (self.setting.calls[call.index()].method, self.guard(call));
        let summary = &self.setting.summaries[method];
        if summary.has_loop_heads() {
            return None;
        }
        let block = summary.blocks.iter().find(|block| block.to == BlockEnd::Returned(outcome));
        let label = self.setting.labels[from.index()];
        let Some(block) = block else {
            // The outcome never happens.
            return Some(Arrival { from, call, outcome, source: Source::Label, choices: Vec::new() });
        };
        let into = self.leading_into(block, region);
        let mut instances = Vec::new();
        let source = match self.covers_label(summary, block, (label, guard), into, &mut instances) {
            true => Source::Label,
            false => {
                let before = self.any_instance(summary, into, &instances);
                let before = self.without_arguments(method, guard, before)?;
                Source::Region(self.hit(from, before)?)
            }
        };
        let choices = instances.iter().map(|instance| choices(self.setting.component, summary, instance)).collect();
        Some(Arrival { from, call, outcome, source, choices })
    }

    /// The condition that the block is taken and leads into the region.
    fn leading_into(&mut self, block: &Block, region: Term) -> Term {
        let terms = &mut self.setting.component.terms;
        let after = Substitution::from_iter(block.updates.iter().copied()).apply(terms, region);
        terms.and(block.condition, after)
    }

    /// Whether from every state of the label that can take the block, one of the instances leads into the region; finds
    /// the instances.
    fn covers_label(
        &mut self,
        summary: &Summary,
        block: &Block,
        (label, guard): (Term, Term),
        into: Term,
        instances: &mut Vec<Vec<Term>>,
    ) -> bool {
        while instances.len() < MAX_INSTANCES {
            let covered = self.any_instance(summary, into, instances);
            let open = self.all([label, guard, block.condition], covered);
            if self.is_unsatisfiable(open) {
                return true;
            }
            let reachable = self.all([label, guard, into], covered);
            match self.model_of(summary, reachable) {
                Some(instance) => instances.push(instance),
                None => return false,
            }
        }
        false
    }

    /// The condition with one of the instances in place of the hidden choices.
    fn any_instance(&mut self, summary: &Summary, condition: Term, instances: &[Vec<Term>]) -> Term {
        let symbols: Vec<Symbol> = summary.choices.iter().map(|choice| choice.symbol).collect();
        let terms = &mut self.setting.component.terms;
        let mut any = terms.bool(false);
        for instance in instances {
            let values = symbols.iter().copied().zip(instance.iter().copied());
            let made = Substitution::from_iter(values).apply(terms, condition);
            any = terms.or(any, made);
        }
        any
    }

    /// A condition on the state alone under which the condition holds for all arguments in the guard.
    fn without_arguments(&mut self, method: usize, guard: Term, condition: Term) -> Option<Term> {
        let component = &mut *self.setting.component;
        let parameters = component.parameter_symbols(method);
        let used = component.terms.symbols_of(condition);
        if !used.iter().any(|symbol| parameters.contains(symbol)) {
            return Some(condition);
        }
        if self.solver.check(&component.terms, &[guard, condition]) != Answer::Sat {
            return None;
        }
        let terms = &mut component.terms;
        let values: Vec<(Symbol, Term)> = parameters
            .iter()
            .map(|&symbol| (symbol, terms.constant(terms.symbol_sort(symbol), self.solver.symbol_value(symbol))))
            .collect();
        let fixed = Substitution::from_iter(values).apply(terms, condition);
        let question = self.all([guard, fixed], condition);
        self.is_unsatisfiable(question).then_some(fixed)
    }

    /// Values of the hidden choices in a model of the condition.
    fn model_of(&mut self, summary: &Summary, condition: Term) -> Option<Vec<Term>> {
        if self.solver.check(&self.setting.component.terms, &[condition]) != Answer::Sat {
            return None;
        }
        let component = &mut *self.setting.component;
        let value = |choice: &etiquette_component::Binding| {
            let sort = component.sort(choice.ty);
            component.terms.constant(sort, self.solver.symbol_value(choice.symbol))
        };
        Some(summary.choices.iter().map(value).collect())
    }

    fn own_choices(&mut self, summary: &Summary) -> Vec<Term> {
        let terms = &mut self.setting.component.terms;
        summary.choices.iter().map(|choice| terms.symbol(choice.symbol)).collect()
    }

    fn initial_state_in(&mut self, region: Term) -> Option<Vec<u64>> {
        let component = &mut *self.setting.component;
        let initial = initial_condition(component);
        if self.solver.check(&component.terms, &[initial, region]) != Answer::Sat {
            return None;
        }
        let symbols = component.variables.iter().map(|variable| variable.binding.symbol);
        Some(symbols.map(|symbol| self.solver.symbol_value(symbol)).collect())
    }

    /// All of the conditions, but not the last one.
    pub(crate) fn all<const N: usize>(&mut self, conditions: [Term; N], not: Term) -> Term {
        let terms = &mut self.setting.component.terms;
        let not = terms.not(not);
        terms.all(conditions.into_iter().chain([not]))
    }

    pub(crate) fn is_unsatisfiable(&mut self, condition: Term) -> bool {
        self.solver.check(&self.setting.component.terms, &[condition]) == Answer::Unsat
    }
}
