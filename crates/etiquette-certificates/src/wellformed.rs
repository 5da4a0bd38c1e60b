//! Whether a certificate fits its interface and component at all: sizes, names, sorts, scopes, and no proof twice or
//! missing.
//!
//! Everything behind this check may index tables without looking. What it can't see are terms of another pool.

mod regions;
mod registers;
mod spreads;

pub use registers::has_its_registers;

use std::collections::BTreeSet;
use std::fmt;

use etiquette_automata::{CallId, EventId, Interface, StateId};
use etiquette_component::{Action, Component, Location};
use etiquette_logic::{Sort, Term};

use crate::certificate::{Certificate, Choice, ForbiddenProof, LoopLabel, Proof, Valuation};
use crate::scope::{Seen, bindings};

/// A rule that a certificate breaks, so that it says nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// Which part is concerned.
    pub place: String,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl std::error::Error for Malformed {}

/// A shorthand for the checks below.
type Rule = Result<(), Malformed>;

pub(crate) fn require(holds: bool, place: impl FnOnce() -> String, problem: impl FnOnce() -> String) -> Rule {
    if holds { Ok(()) } else { Err(Malformed { place: place(), problem: problem() }) }
}

/// Checks the rules.
///
/// # Errors
/// The first that is broken.
pub fn well_formed(component: &mut Component, interface: &Interface, certificate: &Certificate) -> Rule {
    etiquette_component::check(component).map_err(|broken| {
        let problem = broken.first().map(ToString::to_string).unwrap_or_default();
        Malformed { place: "the component".into(), problem }
    })?;
    let rules = Rules { component, interface, certificate };
    rules.sizes()?;
    interface.alphabet().call_ids().try_for_each(|call| rules.call(call))?;
    registers::well_formed(component, interface, certificate)?;
    let rules = Rules { component, interface, certificate };
    interface.states().try_for_each(|state| rules.state(state))?;
    rules.loops()?;
    rules.regions()?;
    rules.spreads()?;
    rules.proofs()
}

/// Whether a call can be made in a state at all: constructors first, and only there.
pub fn is_in_phase(component: &Component, interface: &Interface, state: StateId, method: usize) -> bool {
    let before = component.has_constructors() && state == interface.initial();
    component.methods[method].constructor == before
}

/// The call as messages name it.
pub fn call_name(interface: &Interface, call: CallId) -> String {
    format!("`{}`", interface.alphabet().call(call))
}

struct Rules<'a> {
    component: &'a Component,
    interface: &'a Interface,
    certificate: &'a Certificate,
}

impl Rules<'_> {
    fn sizes(&self) -> Rule {
        let calls = self.interface.alphabet().calls().len();
        let states = self.interface.state_count();
        let sizes = [
            ("the guards", self.certificate.guards.len(), calls, "calls"),
            ("the methods", self.certificate.methods.len(), calls, "calls"),
            ("the labels", self.certificate.labels.len(), states, "states"),
        ];
        sizes.into_iter().try_for_each(|(place, found, wanted, of)| {
            require(found == wanted, || place.into(), || format!("there are {found} for {wanted} {of}"))
        })
    }

    fn method(&self, call: CallId) -> usize {
        self.certificate.methods[call.index()]
    }

    fn call(&self, call: CallId) -> Rule {
        let place = || format!("the call {}", call_name(self.interface, call));
        let index = self.method(call);
        let method = self.component.methods.get(index);
        let found = self.interface.alphabet().call(call);
        let Some(method) = method else {
            return Err(Malformed { place: place(), problem: format!("the component has no method {index}") });
        };
        require(method.name == found.method, place, || format!("its method is given as `{}`", method.name))?;
        require(method.constructor == found.constructor, place, || "constructor and method are mixed up".into())?;
        require(method.outcomes == found.outcomes, place, || {
            format!("its outcomes are not those of the method: {}", method.outcomes.join(", "))
        })?;
        let guard = self.certificate.guards[call.index()];
        self.term(guard, Sort::Bool, Seen::Parameters(index), || {
            format!("the guard of {}", call_name(self.interface, call))
        })
    }

    fn state(&self, state: StateId) -> Rule {
        let place = || format!("state {}", state.0);
        self.term(self.certificate.labels[state.index()], Sort::Bool, Seen::State, || {
            format!("the label of state {}", state.0)
        })?;
        let alphabet = self.interface.alphabet();
        for call in alphabet.call_ids().filter(|call| self.interface.allows(state, *call)) {
            let fits = is_in_phase(self.component, self.interface, state, self.method(call));
            require(fits, place, || {
                format!("{} is allowed on the wrong side of construction", call_name(self.interface, call))
            })?;
        }
        self.should_return(state)?;
        let mut events = (0..alphabet.event_count()).map(EventId::from_index);
        let known = |to: StateId| to.index() < self.interface.state_count();
        let returns = |to: StateId| self.component.has_constructors() && to == self.interface.initial();
        let bad =
            events.find(|event| self.interface.leads_to(state, *event).is_some_and(|to| !known(to) || returns(to)));
        require(bad.is_none(), place, || "an event leads back before construction, or nowhere".into())
    }

    /// What is true after a call, should it return, is said of forbidden calls only, where it can be made, and without
    /// registers: what they would be is not said.
    fn should_return(&self, state: StateId) -> Rule {
        let alphabet = self.interface.alphabet();
        let events = (0..alphabet.event_count()).map(EventId::from_index);
        for event in events.filter(|event| self.interface.next_should_return(state, *event).is_some()) {
            let call = alphabet.call_of(event);
            let place = || format!("what {} leads to in state {}, should it return", self.any_call(call), state.0);
            require(!self.interface.allows(state, call), place, || "the call is allowed".into())?;
            let fits = is_in_phase(self.component, self.interface, state, self.method(call));
            require(fits, place, || "it is on the wrong side of construction".into())?;
            require(self.interface.memory().is_empty(), place, || "the interface has registers".into())?;
        }
        Ok(())
    }

    fn loops(&self) -> Rule {
        let mut seen = BTreeSet::new();
        for label in &self.certificate.loops {
            let place = || format!("the loop label for {}", self.moment(label.state, label.call, label.location));
            self.known(label.state, label.call, place)?;
            self.loop_label(label, &place)?;
            let fresh = seen.insert((label.state, label.call, label.location));
            require(fresh, place, || "there are two".into())?;
        }
        Ok(())
    }

    fn loop_label(&self, label: &LoopLabel, place: &impl Fn() -> String) -> Rule {
        let method = self.method(label.call);
        let locations = self.component.methods[method].body.locations;
        require(label.location.index() < locations, place, || format!("the body has only {locations} locations"))?;
        self.term(label.label, Sort::Bool, Seen::Everything(method), place)
    }

    fn proofs(&self) -> Rule {
        let mut seen = BTreeSet::new();
        for found in &self.certificate.forbidden {
            let place = || self.proof_place(found.state, found.call);
            self.known(found.state, found.call, place)?;
            require(self.needs_proof(found.state, found.call), place, || "the call needs none there".into())?;
            require(seen.insert((found.state, found.call)), place, || "there are two".into())?;
            self.proof(found, &place)?;
        }
        for state in self.interface.states() {
            for call in self.interface.alphabet().call_ids().filter(|call| self.needs_proof(state, *call)) {
                let there = seen.contains(&(state, call));
                require(
                    there,
                    || self.proof_place(state, call),
                    || "it is missing; one that is not known is `Open`".into(),
                )?;
            }
        }
        Ok(())
    }

    fn needs_proof(&self, state: StateId, call: CallId) -> bool {
        !self.interface.allows(state, call) && is_in_phase(self.component, self.interface, state, self.method(call))
    }

    fn proof(&self, found: &ForbiddenProof, place: &impl Fn() -> String) -> Rule {
        let method = self.method(found.call);
        match &found.proof {
            Proof::NeverReturns | Proof::Doubtful | Proof::Open => Ok(()),
            Proof::CanFail { choices } => self.valuations(method, choices, place),
            Proof::Hit { region, choices } => {
                self.region_of(*region, found.state, place)?;
                self.hidden_choices(method, choices, place)
            }
            Proof::Spread { witness, choices } => {
                self.witness(witness, place)?;
                self.hidden_choices(method, choices, place)
            }
        }
    }

    fn valuations(&self, method: usize, choices: &[Valuation], place: &impl Fn() -> String) -> Rule {
        for valuation in choices {
            let named: BTreeSet<Choice> = valuation.iter().map(|(choice, _)| *choice).collect();
            require(named.len() == valuation.len(), place, || "a choice is made twice in one valuation".into())?;
            for (choice, term) in valuation {
                let sort = self.choice_sort(method, *choice);
                let sort =
                    sort.ok_or_else(|| Malformed { place: place(), problem: format!("there is no {choice:?}") })?;
                self.term(*term, sort, Seen::Call(method), place)?;
            }
        }
        Ok(())
    }

    /// The sort of the terms that go with a choice; `None` where there is no such choice.
    fn choice_sort(&self, method: usize, choice: Choice) -> Option<Sort> {
        let method = &self.component.methods[method];
        match choice {
            Choice::Edge(edge) => method.body.edges.get(edge).map(|_| Sort::Bool),
            Choice::Value(edge) => match method.body.edges.get(edge)?.action {
                Action::Havoc(symbol, ..) => Some(self.component.terms.symbol_sort(symbol)),
                _ => None,
            },
            Choice::Argument(index) => method.parameters.get(index).map(|found| self.component.sort(found.ty)),
        }
    }

    fn known(&self, state: StateId, call: CallId, place: impl Fn() -> String) -> Rule {
        let calls = self.interface.alphabet().calls().len();
        self.known_state(state, &place)?;
        require(call.index() < calls, place, || "there is no such call".into())
    }

    fn known_state(&self, state: StateId, place: impl Fn() -> String) -> Rule {
        require(state.index() < self.interface.state_count(), place, || "there is no such state".into())
    }

    fn term(&self, term: Term, sort: Sort, seen: Seen, place: impl Fn() -> String) -> Rule {
        let terms = &self.component.terms;
        require(terms.sort(term) == sort, &place, || format!("it is {:?}, not {sort:?}", terms.sort(term)))?;
        let visible = bindings(self.component, seen);
        let unseen = terms.symbols_of(term).into_iter().find(|symbol| !visible.iter().any(|b| b.symbol == *symbol));
        let name = || unseen.map_or("", |symbol| terms.symbol_name(symbol));
        require(unseen.is_none(), place, || format!("`{}` can't be seen there", name()))
    }

    fn moment(&self, state: StateId, call: CallId, location: Location) -> String {
        format!("{} in state {} at location {}", self.any_call(call), state.0, location.0)
    }

    fn proof_place(&self, state: StateId, call: CallId) -> String {
        format!("the proof for {} in state {}", self.any_call(call), state.0)
    }

    /// The call's name, or its number where there is no such call.
    fn any_call(&self, call: CallId) -> String {
        let known = call.index() < self.interface.alphabet().calls().len();
        if known { call_name(self.interface, call) } else { format!("call {}", call.0) }
    }
}
