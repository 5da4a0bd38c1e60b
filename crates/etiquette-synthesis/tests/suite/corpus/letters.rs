//! Interfaces spread out over concrete calls, so that two of them can be compared whatever guards they are written
//! with.

use std::collections::{BTreeSet, HashMap};

use etiquette_automata::{Alphabet, Call, CallId, Interface, StateId};
use etiquette_component::{Binding, Component, Method, Type, Variable, parse_condition};
use etiquette_logic::evaluate;

/// Parameters with more values than this are tried on a few of them only.
const MOST_VALUES: u64 = 64;

/// A method with argument values.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Its place in [`Letters::letters`].
    pub index: usize,
    pub method: usize,
    pub arguments: Vec<u64>,
    /// As the witnesses write it: `move(3)`.
    pub text: String,
}

/// All concrete calls of a component.
pub struct Letters {
    pub letters: Vec<Letter>,
    /// A call for each letter, in the same order, with its text as id.
    pub alphabet: Alphabet,
}

impl Letters {
    /// With a few values only for parameters that have many.
    pub fn of(component: &Component) -> Self {
        Letters::with_arguments(component, &Arguments::default())
    }

    /// With these values, too, for parameters that have many.
    pub fn with_arguments(component: &Component, arguments: &Arguments) -> Self {
        let methods = 0..component.methods.len();
        let mut letters: Vec<Letter> = methods.flat_map(|method| letters_of(component, method, arguments)).collect();
        for (index, letter) in letters.iter_mut().enumerate() {
            letter.index = index;
        }
        let calls = letters.iter().map(|letter| {
            let outcomes = component.methods[letter.method].outcomes.iter();
            Call::simple(&letter.text).with_outcomes(outcomes)
        });
        Letters { alphabet: Alphabet::new(calls.collect()), letters }
    }

    /// The letter that is written like this.
    pub fn find(&self, text: &str) -> Option<usize> {
        self.letters.iter().position(|letter| letter.text == text)
    }

    /// For each letter the call of the interface that stands for it.
    ///
    /// # Errors
    /// A letter that does not belong to exactly one call, or a call that makes no sense.
    pub fn calls(&self, component: &Component, interface: &Interface) -> Result<Vec<CallId>, String> {
        let calls = interface.alphabet().calls().iter();
        let guards: Vec<(usize, Guard)> =
            calls.map(|call| method_and_guard(component, call)).collect::<Result<_, _>>()?;
        let call = |letter: &Letter| {
            let stands_for =
                |call: &usize| guards[*call].0 == letter.method && guards[*call].1.holds(&letter.arguments);
            let matching: Vec<usize> = (0..guards.len()).filter(stands_for).collect();
            match matching[..] {
                [call] => Ok(CallId::from_index(call)),
                _ => Err(format!("{} calls stand for {}", matching.len(), letter.text)),
            }
        };
        self.letters.iter().map(call).collect()
    }

    /// The same interface with each call's letters in its place.
    ///
    /// # Errors
    /// As [`Letters::calls`].
    pub fn spread(&self, component: &Component, interface: &Interface) -> Result<Interface, String> {
        Ok(self.spread_by(&self.calls(component, interface)?, interface))
    }

    /// The same where it is known which call stands for each letter.
    pub fn spread_by(&self, calls: &[CallId], interface: &Interface) -> Interface {
        let mut spread = Interface::new(self.alphabet.clone());
        for _ in 1..interface.state_count() {
            spread.add_state();
        }
        spread.set_initial(interface.initial());
        for (index, &call) in calls.iter().enumerate() {
            for state in interface.states() {
                copy(interface, call, &mut spread, CallId::from_index(index), state);
            }
        }
        spread
    }
}

fn copy(from: &Interface, call: CallId, to: &mut Interface, letter: CallId, state: StateId) {
    if !from.allows(state, call) {
        return;
    }
    to.allow(state, letter);
    for (outcome, event) in from.alphabet().events_of(call).enumerate() {
        if let Some(next) = from.next(state, event) {
            to.connect(state, to.alphabet().event(letter, outcome), next);
        }
    }
}

fn method_and_guard(component: &Component, call: &Call) -> Result<(usize, Guard), String> {
    let position = component.methods.iter().position(|method| method.name == call.method);
    let index = position.ok_or_else(|| format!("there is no method {}", call.method))?;
    let method = &component.methods[index];
    if method.outcomes != call.outcomes || method.constructor != call.constructor {
        return Err(format!("{call} is not what the component has: {call:?}"));
    }
    Ok((index, Guard::new(component, method, call.guard.text())?))
}

/// A condition over a method's parameters.
pub struct Guard {
    /// The component with the parameters in place of its variables.
    scope: Component,
    condition: etiquette_logic::Term,
}

impl Guard {
    /// Reads a condition.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(component: &Component, method: &Method, text: &str) -> Result<Self, String> {
        let mut scope = component.clone();
        let variable = |binding: &Binding| Variable { binding: binding.clone(), initial: None };
        scope.variables = method.parameters.iter().map(variable).collect();
        let condition = parse_condition(&mut scope, text);
        let condition = condition.map_err(|problem| format!("the guard {text} of {}: {problem}", method.name))?;
        Ok(Guard { scope, condition })
    }

    pub fn holds(&self, arguments: &[u64]) -> bool {
        let symbols = self.scope.variables.iter().map(|variable| variable.binding.symbol);
        let values: HashMap<_, _> = symbols.zip(arguments.iter().copied()).collect();
        evaluate(&self.scope.terms, self.condition, |symbol| values[&symbol]) != 0
    }
}

/// The values on which a parameter with many of them is tried.
#[derive(Clone, Default, Debug)]
pub struct Arguments {
    pub values: BTreeSet<i64>,
    /// Nothing but these, not even the least and the greatest value of the type.
    pub only: bool,
}

fn letters_of(component: &Component, index: usize, arguments: &Arguments) -> Vec<Letter> {
    let method = &component.methods[index];
    let mut tuples: Vec<Vec<u64>> = vec![Vec::new()];
    for parameter in &method.parameters {
        let values = values(component, parameter.ty, arguments);
        let extended = tuples.iter().flat_map(|tuple| {
            let with = |value: &u64| tuple.iter().chain([value]).copied().collect();
            values.iter().map(with).collect::<Vec<_>>()
        });
        tuples = extended.collect();
    }
    let text = |arguments: &[u64]| component.written_call(index, arguments);
    let letter = |arguments: Vec<u64>| Letter { index: 0, method: index, text: text(&arguments), arguments };
    tuples.into_iter().map(letter).collect()
}

fn values(component: &Component, ty: Type, arguments: &Arguments) -> Vec<u64> {
    match (component.value_count(ty), ty) {
        (Some(count), _) if count <= MOST_VALUES => (0..count).collect(),
        (_, Type::Int { width, .. }) => {
            let mask = u64::MAX >> (64 - width);
            let extremes = [0, 1, 1 << (width - 1), mask >> 1, mask].into_iter().filter(|_| !arguments.only);
            let given = arguments.values.iter().map(|&value| value as u64 & mask);
            extremes.chain(given).collect::<BTreeSet<u64>>().into_iter().collect()
        }
        (count, _) => vec![0, 1, count.map_or(u64::MAX, |count| count - 1)],
    }
}
