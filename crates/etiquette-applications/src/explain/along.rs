//! Where a word leads in the interface: a state, and the values of the registers.

use etiquette_automata::StateId;
use etiquette_component::{Binding, Component, Event, GuardedCall};
use etiquette_logic::{Answer, Solver, Substitution, Symbol, Term, evaluate};

use super::word::Word;
use super::{Explainer, Problem};
use crate::tied::View;
use crate::unfold::Steps;

/// A state of the interface, with values of its registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub state: StateId,
    pub registers: Vec<(Symbol, u64)>,
}

impl Place {
    /// Where every word begins.
    pub fn start(explainer: &Explainer) -> Place {
        Place { state: explainer.tied.interface().initial(), registers: explainer.tied.registers().at_first() }
    }

    /// What a term is here, as far as it depends on registers.
    pub fn term(&self, component: &mut Component, term: Term) -> Term {
        let values = self.registers.iter().map(|&(symbol, value)| {
            let sort = component.terms.symbol_sort(symbol);
            (symbol, component.terms.constant(sort, value))
        });
        values.collect::<Substitution>().apply(&mut component.terms, term)
    }

    /// Whether some arguments make calls of this kind.
    pub fn admits(&self, component: &mut Component, calls: GuardedCall) -> bool {
        let (guard, domain) = (self.term(component, calls.guard), component.parameter_domains(calls.method));
        Solver::new().check(&component.terms, &[domain, guard]) != Answer::Unsat
    }
}

/// A word along the interface.
pub(super) struct Along<'a> {
    explainer: &'a Explainer,
    word: &'a Word,
    view: View<'a>,
}

impl<'a> Along<'a> {
    pub fn new(explainer: &'a Explainer, word: &'a Word) -> Result<Self, Problem> {
        let view = explainer.tied.over(&word.classes, 0);
        Ok(Along { explainer, word, view: view.map_err(|misfit| Problem::Unknown(misfit.to_string()))? })
    }

    /// The class that a call with argument values belongs to.
    pub fn class_of(&self, at: &Place, event: &Event) -> Option<usize> {
        let is_in = |calls: &GuardedCall| calls.method == event.letter.method && self.value(at, event, calls.guard) != 0;
        self.word.classes.list().iter().position(is_in)
    }

    /// Where an event leads, if the interface accepts it.
    pub fn after(&self, at: &Place, event: &Event) -> Option<Place> {
        let class = self.class_of(at, event)?;
        let state = (*self.view.step(&at.state, class)?.get(event.outcome)?)?;
        let mut registers = at.registers.clone();
        for (symbol, value) in self.view.updates(&at.state, class, event.outcome) {
            let value = self.value(at, event, value);
            registers.iter_mut().filter(|(register, _)| *register == symbol).for_each(|(_, known)| *known = value);
        }
        Some(Place { state, registers })
    }

    /// The guard of the call that the interface takes an event for, unless every argument will do.
    pub fn guard(&self, at: &Place, event: &Event) -> Option<String> {
        let call = self.view.call(self.class_of(at, event)?)?;
        let guard = &self.explainer.tied.interface().alphabet().call(call).guard;
        (!guard.is_always()).then(|| guard.to_string())
    }

    /// Where all events lead, one by one; one more than there are events.
    pub fn places(&self, events: &[Event]) -> Result<Vec<Place>, Problem> {
        let mut places = vec![Place::start(self.explainer)];
        for event in events {
            let next = self.after(&places[places.len() - 1], event);
            places.push(next.ok_or_else(|| Problem::Unknown("the walk leaves the interface".into()))?);
        }
        Ok(places)
    }

    fn value(&self, at: &Place, event: &Event, term: Term) -> u64 {
        let component = &self.explainer.arena.component;
        let parameters: &[Binding] = &component.methods[event.letter.method].parameters;
        let argument = |symbol: Symbol| {
            let position = parameters.iter().position(|known| known.symbol == symbol)?;
            event.letter.arguments.get(position).copied()
        };
        let register = |symbol: Symbol| at.registers.iter().find(|known| known.0 == symbol).map(|known| known.1);
        evaluate(&component.terms, term, |symbol| argument(symbol).or_else(|| register(symbol)).unwrap_or(0))
    }
}
