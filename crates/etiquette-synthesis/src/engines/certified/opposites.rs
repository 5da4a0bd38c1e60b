//! With opposites of methods, states differ in which calls fail for certain; here the opposites are taken out again.

use etiquette_automata::{Alphabet, CallId, Interface, StateId};
use etiquette_component::{GuardedCall, Letter};
use etiquette_logic::{Substitution, Term};
use rustc_hash::FxHashSet;

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

/// Forbidden calls of which it is not claimed that they never return.
type Open = FxHashSet<(StateId, CallId)>;

/// A call of the interface without opposites.
struct Part {
    call: GuardedCall,
    /// The call of the interface with opposites that it is part of.
    whole: CallId,
    /// For each state whether it fails there for certain.
    fails: Vec<bool>,
}

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

    /// Takes opposites out of the interface, of what is left open in it and of its labels. Calls that fail for certain
    /// with some arguments only are divided.
    pub fn take_out(&self, words: &mut Words, drafted: &mut Drafted, open: &mut Open, labels: Option<&mut Labels>) {
        if self.opposed.is_empty() {
            return;
        }
        let parts = self.parts(words, drafted);
        *open = still_open(words, &parts, open);
        let component = words.component();
        component.methods.truncate(self.own_methods);
        component.errors.pop();
        let methods = parts.iter().map(|part| part.call.method).collect();
        let interface = without_others(&drafted.interface, Alphabet::new(calls(component, methods)), &parts);
        if let Some(labels) = labels {
            [&mut labels.needed, &mut labels.known].into_iter().for_each(|conditions| move_inside(conditions, &parts));
        }
        drafted.instances.truncate(self.own_methods);
        drafted.divided = divided(interface.alphabet());
        drafted.interface = interface;
        drafted.calls = parts.into_iter().map(|part| part.call).collect();
    }

    fn parts(&self, words: &mut Words, drafted: &Drafted) -> Vec<Part> {
        let own = drafted.interface.alphabet().call_ids();
        let own = own.filter(|call| !self.contains(drafted.calls[call.index()].method));
        own.flat_map(|call| self.parts_of(words, drafted, call)).collect()
    }

    /// The parts of a call, by the states in which it fails for certain.
    fn parts_of(&self, words: &mut Words, drafted: &Drafted, whole: CallId) -> Vec<Part> {
        let call = drafted.calls[whole.index()];
        let mut parts: Vec<(Vec<bool>, Vec<Term>)> = Vec::new();
        for opposite in self.opposites_of(drafted, call.method) {
            let fails = failing_states(&drafted.interface, whole, opposite);
            let part = self.opposed_guard(words, drafted.calls[opposite.index()]);
            match parts.iter_mut().find(|(known, _)| *known == fails) {
                Some((_, guards)) => guards.push(part),
                None => parts.push((fails, vec![part])),
            }
        }
        if parts.len() < 2 {
            let fails = parts.pop().map_or(vec![false; drafted.interface.state_count()], |(fails, _)| fails);
            return vec![Part { call, whole, fails }];
        }
        let part = |(fails, guards)| {
            let call = GuardedCall { guard: narrowed(words, call.guard, guards), ..call };
            words.is_satisfiable(call.guard).then_some(Part { call, whole, fails })
        };
        parts.into_iter().filter_map(part).collect()
    }

    /// The guard of an opposite, of the parameters of its method.
    fn opposed_guard(&self, words: &mut Words, GuardedCall { method, guard }: GuardedCall) -> Term {
        let component = words.component();
        let opposed = &component.methods[self.opposed[method - self.own_methods]].parameters;
        let pairs = component.methods[method].parameters.iter().zip(opposed);
        let pairs: Vec<_> = pairs.map(|(own, opposed)| (own.symbol, opposed.symbol)).collect();
        let terms = &mut component.terms;
        let renaming: Vec<_> = pairs.into_iter().map(|(own, opposed)| (own, terms.symbol(opposed))).collect();
        Substitution::from_iter(renaming).apply(terms, guard)
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

/// What of the parts is open where the whole is. Of what fails for certain it can be shown, with the labels that there
/// are, unless loops need more.
fn still_open(words: &Words, parts: &[Part], open: &Open) -> Open {
    let is_shown = |part: &Part, state: StateId| {
        part.fails[state.index()] && words.executor.summaries[part.call.method].is_loop_free()
    };
    let of_whole = |&(state, whole): &(StateId, CallId)| {
        let parts = parts.iter().enumerate().filter(move |(_, part)| part.whole == whole && !is_shown(part, state));
        parts.map(move |(index, _)| (state, CallId::from_index(index)))
    };
    open.iter().flat_map(of_whole).collect()
}

fn without_others(interface: &Interface, alphabet: Alphabet, parts: &[Part]) -> Interface {
    let mut made = Interface::with_states(alphabet, interface.state_count(), interface.initial());
    for state in interface.states() {
        for (index, part) in parts.iter().enumerate() {
            copy_call(interface, &mut made, state, (part.whole, CallId::from_index(index)));
        }
    }
    made
}

/// What holds inside a call holds inside its parts.
fn move_inside(conditions: &mut Conditions, parts: &[Part]) {
    for (state, call, location, known) in std::mem::take(&mut conditions.inside) {
        let of_call = (0..parts.len()).filter(|&index| parts[index].whole == call);
        let moved = of_call.map(|index| (state, CallId::from_index(index), location, known.clone()));
        conditions.inside.extend(moved);
    }
}
