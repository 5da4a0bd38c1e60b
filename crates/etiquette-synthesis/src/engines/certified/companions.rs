//! With companions of methods, states differ in which calls fail for certain, and it is known what is true after a call
//! that may fail, should it return; here the companions are taken out again.

use etiquette_automata::{Alphabet, CallId, Interface, StateId};
use etiquette_component::{GuardedCall, Letter, Location, Method};
use etiquette_logic::{Substitution, Symbol, Term};
use rustc_hash::FxHashSet;

use crate::engines::certified::claim::Drafted;
use crate::proofs::prove::{Conditions, Labels};
use crate::readable::grouping::{calls, copy_call, divided};
use crate::spaces::solver::beliefs::{Event, LetterId, Words};

/// Which methods of the component are companions of others: the last ones, opposites before passages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Companions {
    /// The number of methods before them.
    pub own_methods: usize,
    /// The methods that they are opposites of, in their order.
    pub opposed: Vec<usize>,
    /// The methods that they are passages of, in their order.
    pub passed: Vec<usize>,
}

/// Forbidden calls of which it is not claimed that they never return.
type Open = FxHashSet<(StateId, CallId)>;

/// A call of the interface without companions.
struct Part {
    call: GuardedCall,
    /// The call of the interface with companions that it is part of.
    whole: CallId,
    /// For each state whether it fails there for certain.
    fails: Vec<bool>,
    /// The passage that shows what is true after it, should it return.
    passage: Option<CallId>,
}

impl Companions {
    fn none(&self) -> bool {
        self.opposed.is_empty() && self.passed.is_empty()
    }

    /// Whether a method is an opposite.
    pub fn is_opposite(&self, method: usize) -> bool {
        (self.own_methods..self.own_methods + self.opposed.len()).contains(&method)
    }

    /// The method that one is a companion of; otherwise itself.
    fn own(&self, method: usize) -> usize {
        let mut companions = self.opposed.iter().chain(&self.passed);
        let place = method.checked_sub(self.own_methods).filter(|_| !self.none());
        place.and_then(|place| companions.nth(place)).copied().unwrap_or(method)
    }

    /// The letter of the method that this one's method is a companion of; otherwise itself.
    pub fn own_letter(&self, words: &mut Words, letter: LetterId) -> LetterId {
        let Letter { method, arguments } = words.letter(letter).clone();
        match self.own(method) {
            own if own == method => letter,
            own => words.letter_id(Letter { method: own, arguments }),
        }
    }

    /// The word without companions: opposites change nothing, and a passage is a call that returned.
    pub fn without(&self, words: &mut Words, word: &[Event]) -> Vec<Event> {
        let is_opposite = |event: &Event| self.is_opposite(words.letter(event.letter).method);
        let left: Vec<Event> = word.iter().copied().filter(|event| !is_opposite(event)).collect();
        left.into_iter().map(|event| Event { letter: self.own_letter(words, event.letter), ..event }).collect()
    }

    /// Takes companions out of the interface, of what is left open in it and of its labels. Calls that fail for certain
    /// with some arguments only, or lead elsewhere with some, are divided.
    pub fn take_out(&self, words: &mut Words, drafted: &mut Drafted, open: &mut Open, labels: Option<&mut Labels>) {
        if self.none() {
            return;
        }
        let parts = self.parts(words, drafted);
        *open = still_open(words, &parts, open);
        if let Some(labels) = labels {
            for conditions in [&mut labels.needed, &mut labels.known] {
                self.speak_of_own(words, drafted, conditions);
                move_inside(conditions, &parts);
            }
        }
        let component = words.component();
        component.methods.truncate(self.own_methods);
        component.errors.pop();
        let methods = parts.iter().map(|part| part.call.method).collect();
        let interface = without_others(&drafted.interface, Alphabet::new(calls(component, methods)), &parts);
        drafted.instances.truncate(self.own_methods);
        drafted.divided = divided(interface.alphabet());
        drafted.interface = interface;
        drafted.calls = parts.into_iter().map(|part| part.call).collect();
    }

    fn parts(&self, words: &mut Words, drafted: &Drafted) -> Vec<Part> {
        let own = drafted.interface.alphabet().call_ids();
        let own = own.filter(|call| drafted.calls[call.index()].method < self.own_methods);
        own.flat_map(|call| self.parts_of(words, drafted, call)).collect()
    }

    /// The parts of a call, by the states in which it fails for certain, and by where it leads in those in which it is
    /// forbidden, should it return.
    fn parts_of(&self, words: &mut Words, drafted: &Drafted, whole: CallId) -> Vec<Part> {
        let interface = &drafted.interface;
        let call = drafted.calls[whole.index()];
        let (opposites, passages) = self.companions_of(drafted, call.method);
        let failing =
            self.split(words, drafted, call, &opposites, |opposite| failing_states(interface, whole, opposite));
        let never = || vec![(vec![false; interface.state_count()], None, call)];
        let failing = if failing.is_empty() { never() } else { failing };
        let mut parts = Vec::new();
        for (fails, _, call) in failing {
            let leading = self
                .split(words, drafted, call, &passages, |passage| states_after(interface, (whole, &fails), passage));
            let of_passage = |(_, passage, call)| Part { call, whole, fails: fails.clone(), passage };
            match leading.is_empty() {
                true => parts.push(Part { call, whole, fails, passage: None }),
                false => parts.extend(leading.into_iter().map(of_passage)),
            }
        }
        parts
    }

    /// Divides a call by what companions tell with their guards; those that tell the same are one.
    fn split<Told: PartialEq>(
        &self,
        words: &mut Words,
        drafted: &Drafted,
        call: GuardedCall,
        companions: &[CallId],
        tell: impl Fn(CallId) -> Told,
    ) -> Vec<(Told, Option<CallId>, GuardedCall)> {
        let mut groups: Vec<(Told, CallId, Vec<Term>)> = Vec::new();
        for &companion in companions {
            let told = tell(companion);
            let guard = self.own_guard(words, drafted.calls[companion.index()]);
            match groups.iter_mut().find(|(known, ..)| *known == told) {
                Some((_, _, guards)) => guards.push(guard),
                None => groups.push((told, companion, vec![guard])),
            }
        }
        let is_one = groups.len() == 1;
        let part = |(told, companion, guards)| {
            let guard = if is_one { call.guard } else { narrowed(words, call.guard, guards) };
            let is_possible = is_one || words.is_satisfiable(guard);
            is_possible.then_some((told, Some(companion), GuardedCall { guard, ..call }))
        };
        groups.into_iter().filter_map(part).collect()
    }

    /// The guard of a companion, of the parameters of its method.
    fn own_guard(&self, words: &mut Words, GuardedCall { method, guard }: GuardedCall) -> Term {
        let mut own = self.renaming(words, method);
        own.apply(&mut words.component().terms, guard)
    }

    /// What holds inside of companions, said of the variables of their methods.
    fn speak_of_own(&self, words: &mut Words, drafted: &Drafted, conditions: &mut Conditions) {
        for (_, call, _, known) in &mut conditions.inside {
            let mut own = self.renaming(words, drafted.calls[call.index()].method);
            let terms = &mut words.component().terms;
            known.iter_mut().for_each(|condition| *condition = own.apply(terms, *condition));
        }
    }

    /// The parameters and local variables of a method in the place of those of its companion.
    fn renaming(&self, words: &mut Words, companion: usize) -> Substitution {
        let component = words.component();
        let bindings = |method: usize| {
            let Method { parameters, locals, .. } = &component.methods[method];
            parameters.iter().chain(locals).map(|binding| binding.symbol)
        };
        let pairs: Vec<(Symbol, Symbol)> = bindings(companion).zip(bindings(self.own(companion))).collect();
        let terms = &mut component.terms;
        Substitution::from_iter(pairs.into_iter().map(|(companion, own)| (companion, terms.symbol(own))))
    }

    /// The calls of a method's opposite, and those of its passage.
    fn companions_of(&self, drafted: &Drafted, method: usize) -> (Vec<CallId>, Vec<CallId>) {
        let is_companion = |call: &CallId| {
            let found = drafted.calls[call.index()].method;
            found >= self.own_methods && self.own(found) == method
        };
        let companions = drafted.interface.alphabet().call_ids().filter(is_companion);
        companions.partition(|call| self.is_opposite(drafted.calls[call.index()].method))
    }
}

/// For each state whether a call is forbidden there and its opposite is not.
fn failing_states(interface: &Interface, call: CallId, opposite: CallId) -> Vec<bool> {
    interface.states().map(|state| !interface.allows(state, call) && interface.allows(state, opposite)).collect()
}

/// Where a call's passage leads from each state in which the call may fail, outcome by outcome.
fn states_after(interface: &Interface, of: (CallId, &[bool]), passage: CallId) -> Vec<Option<StateId>> {
    let doubtful = interface.states().filter(|&state| is_left_open(interface, of, state));
    let events = || interface.alphabet().events_of(passage);
    doubtful.flat_map(|state| events().map(move |event| interface.next(state, event))).collect()
}

/// Whether a call is forbidden in a state, but not known to fail for certain.
fn is_left_open(interface: &Interface, (call, fails): (CallId, &[bool]), state: StateId) -> bool {
    !interface.allows(state, call) && !fails[state.index()]
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
            let call = CallId::from_index(index);
            copy_call(interface, &mut made, state, (part.whole, call));
            let is_open = is_left_open(interface, (part.whole, &part.fails), state);
            if let Some(passage) = part.passage.filter(|_| is_open) {
                copy_passage(interface, &mut made, state, (passage, call));
            }
        }
    }
    made
}

/// Says of a forbidden call what one interface says of its passage.
fn copy_passage(from: &Interface, to: &mut Interface, state: StateId, (passage, call): (CallId, CallId)) {
    for (event, made) in from.alphabet().events_of(passage).zip(to.alphabet().events_of(call)) {
        if let Some(next) = from.next(state, event) {
            to.connect_should_return(state, made, next);
        }
    }
}

/// What holds inside a call holds inside its parts; so does what holds inside its passage.
fn move_inside(conditions: &mut Conditions, parts: &[Part]) {
    let mut moved: Vec<(StateId, CallId, Location, Vec<Term>)> = Vec::new();
    for (state, call, location, known) in std::mem::take(&mut conditions.inside) {
        let of_call =
            (0..parts.len()).filter(|&index| parts[index].whole == call || parts[index].passage == Some(call));
        for part in of_call.map(CallId::from_index) {
            match moved.iter_mut().find(|(at, of, head, _)| (*at, *of, *head) == (state, part, location)) {
                Some((.., conditions)) => conditions.extend(known.iter().copied()),
                None => moved.push((state, part, location, known.clone())),
            }
        }
    }
    conditions.inside = moved;
}
