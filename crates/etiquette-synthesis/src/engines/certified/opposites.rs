//! With opposites of methods, states differ in which calls fail for certain; here the opposites are taken out again.

use etiquette_automata::{Alphabet, CallId, Interface};
use etiquette_component::{GuardedCall, Letter};
use etiquette_logic::Term;

use crate::engines::certified::claim::Drafted;
use crate::proofs::prove::{Conditions, Labels};
use crate::readable::grouping::{calls, copy_call, divided};
use crate::spaces::solver::beliefs::{Event, LetterId, Words};

/// Which methods of the component are opposites: the last ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opposites {
    /// The number of methods before them.
    pub own_methods: usize,
    /// The methods that they are opposites of, in their order.
    pub opposed: Vec<usize>,
}

/// A call without its opposite, and the call of the interface with opposites that it is part of.
type Part = (GuardedCall, CallId);

impl Opposites {
    /// Whether a method is one.
    pub fn contains(&self, method: usize) -> bool {
        !self.opposed.is_empty() && method >= self.own_methods
    }

    /// The letter of which this one, if of an opposite, is the opposite; otherwise itself.
    pub fn opposed_letter(&self, words: &mut Words, letter: LetterId) -> LetterId {
        let Letter { method, arguments } = words.letter(letter).clone();
        match self.contains(method) {
            true => words.letter_id(Letter { method: self.opposed[method - self.own_methods], arguments }),
            false => letter,
        }
    }

    /// The word without opposites, which change nothing.
    pub fn without(&self, words: &Words, word: &[Event]) -> Vec<Event> {
        word.iter().copied().filter(|event| !self.contains(words.letter(event.letter).method)).collect()
    }

    /// The interface without opposites. Calls that fail for certain with some arguments only are divided.
    pub fn take_out(&self, words: &mut Words, drafted: &mut Drafted, labels: Option<&mut Labels>) {
        if self.opposed.is_empty() {
            return;
        }
        let parts = self.parts(words, drafted);
        let component = words.component();
        component.methods.truncate(self.own_methods);
        component.errors.pop();
        let methods = parts.iter().map(|(call, _)| call.method).collect();
        let interface = without_others(&drafted.interface, Alphabet::new(calls(component, methods)), &parts);
        if let Some(labels) = labels {
            [&mut labels.needed, &mut labels.known].into_iter().for_each(|conditions| move_inside(conditions, &parts));
        }
        drafted.instances.truncate(self.own_methods);
        drafted.divided = divided(interface.alphabet());
        drafted.interface = interface;
        drafted.calls = parts.into_iter().map(|(call, _)| call).collect();
    }

    fn parts(&self, words: &mut Words, drafted: &Drafted) -> Vec<Part> {
        let own = drafted.interface.alphabet().call_ids();
        let own = own.filter(|call| !self.contains(drafted.calls[call.index()].method));
        own.flat_map(|call| self.parts_of(words, drafted, call)).collect()
    }

    /// The parts of a call, by the states in which it fails for certain.
    fn parts_of(&self, words: &mut Words, drafted: &Drafted, call: CallId) -> Vec<Part> {
        let GuardedCall { method, guard } = drafted.calls[call.index()];
        let mut parts: Vec<(Vec<bool>, Vec<Term>)> = Vec::new();
        for opposite in self.opposites_of(drafted, method) {
            let failing = failing_states(&drafted.interface, call, opposite);
            let part = drafted.calls[opposite.index()].guard;
            match parts.iter_mut().find(|(known, _)| *known == failing) {
                Some((_, guards)) => guards.push(part),
                None => parts.push((failing, vec![part])),
            }
        }
        if parts.len() < 2 {
            return vec![(GuardedCall { method, guard }, call)];
        }
        let guards: Vec<Term> = parts.into_iter().map(|(_, guards)| narrowed(words, guard, guards)).collect();
        let possible = guards.into_iter().filter(|&guard| words.is_satisfiable(guard)).collect::<Vec<_>>();
        possible.into_iter().map(|guard| (GuardedCall { method, guard }, call)).collect()
    }

    fn opposites_of(&self, drafted: &Drafted, method: usize) -> Vec<CallId> {
        let is_it = |call: &CallId| {
            let found = drafted.calls[call.index()].method;
            self.contains(found) && self.opposed[found - self.own_methods] == method
        };
        drafted.interface.alphabet().call_ids().filter(is_it).collect()
    }
}

/// For each state whether a call is forbidden there and its opposite is not.
fn failing_states(interface: &Interface, call: CallId, opposite: CallId) -> Vec<bool> {
    interface.states().map(|state| !interface.allows(state, call) && interface.allows(state, opposite)).collect()
}

fn narrowed(words: &mut Words, guard: Term, parts: Vec<Term>) -> Term {
    let terms = &mut words.component().terms;
    let part = terms.any(parts);
    terms.and(guard, part)
}

fn without_others(interface: &Interface, alphabet: Alphabet, parts: &[Part]) -> Interface {
    let mut made = Interface::with_states(alphabet, interface.state_count(), interface.initial());
    for state in interface.states() {
        for (index, (_, whole)) in parts.iter().enumerate() {
            copy_call(interface, &mut made, state, (*whole, CallId::from_index(index)));
        }
    }
    made
}

/// What holds inside a call holds inside its parts.
fn move_inside(conditions: &mut Conditions, parts: &[Part]) {
    let inside = std::mem::take(&mut conditions.inside);
    for (state, call, location, known) in inside {
        let of_call = parts.iter().enumerate().filter(|(_, (_, whole))| *whole == call);
        conditions.inside.extend(of_call.map(|(index, _)| (state, CallId::from_index(index), location, known.clone())));
    }
}
