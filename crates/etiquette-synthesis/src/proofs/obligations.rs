//! What has to be proved of a hypothesis, as a graph: places where the component can be, and arcs of one large step
//! each.
//!
//! A place is a state of the hypothesis between two calls, or a loop head inside a call that was made there. Arcs lead
//! to other places, or to something *wrong*: an allowed call that fails, a forbidden call that returns; or to an
//! outcome for which the hypothesis has no next state. Labels on places that are inductive along the arcs and keep
//! clear of what is wrong are a proof.

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_component::{BlockEnd, Component, GuardedCall, Location, Summary, initial_condition};
use etiquette_logic::{Substitution, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where the component can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Place {
    /// Between two calls.
    Between(StateId),
    /// At a loop head inside a call.
    Inside(StateId, CallId, Location),
}

/// Where an arc leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Place(usize),
    /// An allowed call fails, or a forbidden one returns.
    Wrong,
    /// An outcome for which the hypothesis has no next state.
    Impossible,
}

/// One large step.
#[derive(Clone, Debug)]
pub(crate) struct Arc {
    pub from: usize,
    pub call: CallId,
    pub condition: Term,
    pub updates: Vec<(Symbol, Term)>,
    /// The outcome, where the call ends with one.
    pub outcome: Option<usize>,
    pub to: Target,
}

/// A hypothesis with all that the proof needs to know of it.
pub(crate) struct Claim<'a> {
    pub interface: &'a Interface,
    pub calls: &'a [GuardedCall],
    /// For each method, values of its hidden choices with which it is known to fail where it is forbidden.
    pub instances: &'a [Vec<Vec<Term>>],
    /// Forbidden calls that are not claimed to be forbidden for a reason.
    pub open: &'a FxHashSet<(StateId, CallId)>,
}

/// The graph.
pub(crate) struct Obligations {
    pub places: Vec<Place>,
    pub arcs: Vec<Arc>,
    /// The condition on initial states; they are at the first place.
    pub initial: Term,
    /// The arcs into and out of each place.
    pub into: Vec<Vec<usize>>,
    pub out_of: Vec<Vec<usize>>,
    has_constructors: bool,
}

impl Obligations {
    pub fn new(component: &mut Component, summaries: &[Summary], claim: &Claim<'_>) -> Self {
        let mut builder =
            Builder { component, summaries, claim, places: Vec::new(), index: FxHashMap::default(), arcs: Vec::new() };
        builder.place(Place::Between(claim.interface.initial()));
        for state in claim.interface.states() {
            builder.place(Place::Between(state));
        }
        let mut next = 0;
        while next < builder.places.len() {
            builder.leave(next);
            next += 1;
        }
        let Builder { places, arcs, .. } = builder;
        let mut obligations = Obligations {
            has_constructors: component.has_constructors(),
            initial: initial_condition(component),
            into: vec![Vec::new(); places.len()],
            out_of: vec![Vec::new(); places.len()],
            places,
            arcs,
        };
        for (index, arc) in obligations.arcs.iter().enumerate() {
            obligations.out_of[arc.from].push(index);
            if let Target::Place(to) = arc.to {
                obligations.into[to].push(index);
            }
        }
        obligations
    }
}

impl Obligations {
    /// The state in which the arc's call was made.
    pub fn state(&self, arc: usize) -> StateId {
        match self.places[self.arcs[arc].from] {
            Place::Between(state) | Place::Inside(state, _, _) => state,
        }
    }

    /// All arcs of the same call made in the same state that end with the same outcome.
    pub fn same_outcome(&self, arc: usize) -> Vec<usize> {
        let key = |arc: usize| (self.state(arc), self.arcs[arc].call, self.arcs[arc].outcome);
        (0..self.arcs.len()).filter(|&other| key(other) == key(arc)).collect()
    }

    /// The places between calls that an arc may lead to, the one before the arc's call first.
    pub fn places_between(&self, arc: usize) -> Vec<usize> {
        let own = Place::Between(self.state(arc));
        // The first place is the one before construction: nothing leads back there.
        let first = usize::from(self.has_constructors);
        let mut found: Vec<usize> =
            (first..self.places.len()).filter(|&place| matches!(self.places[place], Place::Between(_))).collect();
        found.sort_by_key(|&place| self.places[place] != own);
        found
    }

    /// Leads an arc to a place.
    pub fn lead(&mut self, arc: usize, place: usize) {
        self.arcs[arc].to = Target::Place(place);
        self.into[place].push(arc);
    }
}

/// Whether the rules of construction allow the call in the state at all.
pub(crate) fn is_in_order(component: &Component, interface: &Interface, state: StateId, method: usize) -> bool {
    component.may_call(method, state == interface.initial())
}

struct Builder<'a> {
    component: &'a mut Component,
    summaries: &'a [Summary],
    claim: &'a Claim<'a>,
    places: Vec<Place>,
    index: FxHashMap<Place, usize>,
    arcs: Vec<Arc>,
}

impl Builder<'_> {
    fn place(&mut self, place: Place) -> usize {
        let next = self.places.len();
        let index = *self.index.entry(place).or_insert(next);
        if index == next {
            self.places.push(place);
        }
        index
    }

    fn leave(&mut self, from: usize) {
        match self.places[from] {
            Place::Between(state) => {
                for call in self.claim.interface.alphabet().call_ids() {
                    if is_in_order(self.component, self.claim.interface, state, self.claim.calls[call.index()].method) {
                        self.blocks(from, state, call, Location::ENTRY);
                    }
                }
            }
            Place::Inside(state, call, location) => self.blocks(from, state, call, location),
        }
    }

    fn blocks(&mut self, from: usize, state: StateId, call: CallId, at: Location) {
        let GuardedCall { method, guard } = self.claim.calls[call.index()];
        let entering = matches!(self.places[from], Place::Between(_));
        let mut zero = self.zero_locals(method);
        let domains = self.component.call_domains(method);
        if entering && self.summaries[method].comes_back_to_entry() {
            let condition = self.component.terms.and(guard, domains);
            let mut updates = Vec::new();
            self.add_zero_locals(method, &mut updates);
            return self.arc(from, (state, call), BlockEnd::At(Location::ENTRY), condition, updates);
        }
        for index in 0..self.summaries[method].blocks.len() {
            let block = &self.summaries[method].blocks[index];
            if block.from != at {
                continue;
            }
            let (mut condition, mut updates) = (block.condition, block.updates.clone());
            if entering {
                condition = zero.apply(&mut self.component.terms, condition);
                condition = self.component.terms.all([guard, domains, condition]);
                for (_, value) in &mut updates {
                    *value = zero.apply(&mut self.component.terms, *value);
                }
                self.add_zero_locals(method, &mut updates);
            }
            self.arc(from, (state, call), block.to, condition, updates);
        }
    }

    /// Locals are zero when a call begins.
    fn zero_locals(&mut self, method: usize) -> Substitution {
        let component = &mut *self.component;
        let locals = component.methods[method].locals.clone();
        let zero = locals.into_iter().map(|binding| {
            let sort = component.sort(binding.ty);
            (binding.symbol, component.terms.constant(sort, 0))
        });
        Substitution::from_iter(zero.collect::<Vec<_>>())
    }

    /// A local that the first block does not change is zero after it.
    fn add_zero_locals(&mut self, method: usize, updates: &mut Vec<(Symbol, Term)>) {
        for binding in self.component.methods[method].locals.clone() {
            if updates.iter().all(|(symbol, _)| *symbol != binding.symbol) {
                let sort = self.component.sort(binding.ty);
                updates.push((binding.symbol, self.component.terms.constant(sort, 0)));
            }
        }
    }

    fn arc(
        &mut self,
        from: usize,
        (state, call): (StateId, CallId),
        end: BlockEnd,
        mut condition: Term,
        mut updates: Vec<(Symbol, Term)>,
    ) {
        let interface = self.claim.interface;
        let allowed = interface.allows(state, call);
        let to = match end {
            BlockEnd::At(location) => Target::Place(self.place(Place::Inside(state, call, location))),
            BlockEnd::Failed(_) if allowed => Target::Wrong,
            BlockEnd::Failed(_) => return,
            BlockEnd::Returned(outcome) if allowed => {
                match interface.next(state, interface.alphabet().event(call, outcome)) {
                    Some(next) => Target::Place(self.place(Place::Between(next))),
                    None => Target::Impossible,
                }
            }
            BlockEnd::Returned(_) if self.claim.open.contains(&(state, call)) => return,
            BlockEnd::Returned(_) => {
                let spared = self.no_instance_fails(call);
                condition = self.component.terms.and(condition, spared);
                Target::Wrong
            }
        };
        if matches!(end, BlockEnd::Returned(_)) {
            updates.retain(|(symbol, _)| {
                self.component.variables.iter().any(|variable| variable.binding.symbol == *symbol)
            });
        }
        if self.component.terms.as_constant(condition) != Some(0) {
            let outcome = match end {
                BlockEnd::Returned(outcome) => Some(outcome),
                _ => None,
            };
            self.arcs.push(Arc { from, call, condition, updates, outcome, to });
        }
    }

    /// With none of the known hidden choices the call fails (methods without loops).
    fn no_instance_fails(&mut self, call: CallId) -> Term {
        let method = self.claim.calls[call.index()].method;
        let mut none = self.component.terms.bool(true);
        for instance in &self.claim.instances[method] {
            let failing = failing_with(self.component, &self.summaries[method], instance);
            let not = self.component.terms.not(failing);
            none = self.component.terms.and(none, not);
        }
        none
    }
}

/// The condition under which a method without loops fails with these values of its hidden choices.
pub(crate) fn failing_with(component: &mut Component, summary: &Summary, instance: &[Term]) -> Term {
    let choices = summary.choices.iter().map(|choice| choice.symbol).zip(instance.iter().copied());
    let mut substitution = Substitution::from_iter(choices);
    let failing = summary.blocks.iter().filter(|block| matches!(block.to, BlockEnd::Failed(_)));
    let conditions: Vec<Term> =
        failing.map(|block| substitution.apply(&mut component.terms, block.condition)).collect();
    component.terms.any(conditions)
}
