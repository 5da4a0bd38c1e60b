//! Where words lead in an interface that is tied to a component: a state, and the values of the registers.

use etiquette_automata::{CallId, StateId};
use etiquette_component::{Component, GuardedCall, Letter};
use etiquette_logic::{Answer, Solver, Substitution, Symbol, Term, evaluate};

use crate::concrete::Seen;
use crate::tied::Tied;

/// A state of an interface, with values of its registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The state.
    pub state: StateId,
    /// The registers' symbols with their values.
    pub registers: Vec<(Symbol, u64)>,
}

impl Place {
    /// Whether some arguments make calls of this kind here.
    pub fn admits(&self, component: &mut Component, calls: GuardedCall) -> bool {
        let values = self.registers.iter().map(|&(symbol, value)| {
            let sort = component.terms.symbol_sort(symbol);
            (symbol, component.terms.constant(sort, value))
        });
        let guard = values.collect::<Substitution>().apply(&mut component.terms, calls.guard);
        let domain = component.parameter_domains(calls.method);
        Solver::new().check(&component.terms, &[domain, guard]) != Answer::Unsat
    }

    /// The value of a term over registers and the parameters of the method that is called here.
    pub fn value(&self, component: &Component, letter: &Letter, term: Term) -> u64 {
        self.value_with(component, letter, None, term)
    }

    /// The same with the number that the call returned.
    fn value_with(&self, component: &Component, letter: &Letter, result: Option<u64>, term: Term) -> u64 {
        let returned = component.methods[letter.method].result.zip(result);
        let parameters = &component.methods[letter.method].parameters;
        let argument = |symbol: Symbol| {
            let position = parameters.iter().position(|known| known.symbol == symbol)?;
            letter.arguments.get(position).copied()
        };
        let register = |symbol: Symbol| self.registers.iter().find(|known| known.0 == symbol).map(|known| known.1);
        let result = |symbol: Symbol| returned.filter(|known| known.0 == symbol).map(|known| known.1);
        let known = |symbol: Symbol| argument(symbol).or_else(|| register(symbol)).or_else(|| result(symbol));
        evaluate(&component.terms, term, |symbol| known(symbol).unwrap_or(0))
    }
}

impl Tied {
    /// Where every word begins.
    pub fn start(&self) -> Place {
        Place { state: self.interface().initial(), registers: self.registers().at_first() }
    }

    /// The call of the interface that a call with argument values is.
    pub fn call_at(&self, component: &Component, at: &Place, letter: &Letter) -> Option<CallId> {
        let is_meant = |call: &CallId| {
            let GuardedCall { method, guard } = self.calls(*call);
            method == letter.method && at.value(component, letter, guard) != 0
        };
        self.interface().alphabet().call_ids().find(is_meant)
    }

    /// Where an event leads, if the interface accepts it, and what came back is known where registers are set to it.
    pub fn after(&self, component: &Component, at: &Place, event: &Seen) -> Option<Place> {
        let call = self.call_at(component, at, &event.letter)?;
        let seen = self.event(call, event.outcome)?;
        let state = self.interface().next(at.state, seen)?;
        let mut registers = at.registers.clone();
        for (symbol, value) in self.registers().updates(at.state, seen) {
            let result = component.methods[event.letter.method].result;
            let looks_at_it = result.is_some_and(|result| component.terms.symbols_of(value).contains(&result));
            if looks_at_it && event.result.is_none() {
                return None;
            }
            let value = at.value_with(component, &event.letter, event.result, value);
            registers.iter_mut().filter(|(register, _)| *register == symbol).for_each(|(_, known)| *known = value);
        }
        Some(Place { state, registers })
    }
}
