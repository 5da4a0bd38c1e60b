//! The interface: a deterministic automaton over events, with the set of allowed calls for each state.
//!
//! A call is *allowed* in a state or *forbidden* there. An allowed call has, for each of its outcomes, a next state, or
//! none where the component cannot show that outcome after any word that leads to the state: such an event is a
//! *don't-care*. A forbidden call has no next states. Of one that is only doubtful it may be known what is true after
//! it, *should it return*: no word that the interface accepts goes there.

use std::collections::BTreeMap;
use std::fmt;

use etiquette_component::{Binding, Component, Detail, Diagnostic, Guard, Method, register_of, written_count};
use etiquette_logic::Term;

use crate::memory::{Memory, Update};

/// A state of an [`Interface`], by position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StateId(pub u32);

/// A call of an [`Alphabet`], by position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CallId(pub u32);

/// An event of an [`Alphabet`], by position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EventId(pub u32);

macro_rules! index {
    ($($id:ident),*) => {$(
        impl $id {
            /// The position as an index into a table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
            /// The id at a position.
            pub fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("fewer than 2^32 of them"))
            }
        }
    )*};
}
index!(StateId, CallId, EventId);

/// A parameter of a call, as the source language writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type, in the source language's syntax.
    pub ty: String,
}

/// A method with a guard over its own parameters, and the outcomes that a client can tell apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Unique within the alphabet; the method's name where the method has one call.
    pub id: String,
    /// The method's name (`new Foo` for a constructor).
    pub method: String,
    /// Whether the call constructs the object: such a call is possible once, and first.
    pub constructor: bool,
    /// The method's parameters.
    pub parameters: Vec<Parameter>,
    /// The guard over the parameters; `true` where every argument will do.
    pub guard: Guard,
    /// The guard in the class's own words, where it speaks of registers and pure observers say the same in every
    /// configuration in which that matters: `!isEmpty()` for `count > 0`.
    pub observed: Option<Guard>,
    /// What a client can observe, at least one.
    pub outcomes: Vec<String>,
}

impl Call {
    /// A call without parameters and with a single outcome, `ok`.
    pub fn simple(name: impl Into<String>) -> Self {
        let name = name.into();
        Call {
            id: name.clone(),
            method: name,
            constructor: false,
            parameters: Vec::new(),
            guard: Guard::always(),
            observed: None,
            outcomes: vec!["ok".into()],
        }
    }

    /// The static method that makes the object, where it is no constructor: `of` for `new Foo.of(int)`.
    pub fn factory(&self) -> Option<&str> {
        let plain = self.method.split('(').next().unwrap_or_default();
        self.constructor.then(|| plain.rsplit_once('.')).flatten().map(|(_, name)| name)
    }

    /// A method of a component, with any arguments.
    pub fn of_method(component: &Component, method: &Method) -> Self {
        let ty = |index: usize, binding: &Binding| match method.source_types.get(index) {
            Some(ty) => ty.clone(),
            None if binding.is_length() => "int".into(),
            None => match binding.ty.java_name().filter(|_| method.is_detail(binding.symbol)) {
                Some(name) => name.into(),
                None => component.type_name(binding.ty),
            },
        };
        let is_meant = |binding: &Binding| {
            let is_detail = method.is_detail(binding.symbol);
            register_of(&binding.name).is_none() && (!is_detail || component.reads(method, binding.symbol))
        };
        let parameters = method.parameters.iter().enumerate().filter(|(_, binding)| is_meant(binding));
        let parameter =
            |(index, binding): (usize, &Binding)| Parameter { name: binding.name.clone(), ty: ty(index, binding) };
        Call {
            constructor: method.constructor,
            parameters: parameters.map(parameter).collect(),
            outcomes: method.outcomes.clone(),
            ..Call::simple(method.name.clone())
        }
    }

    /// The same call with these outcomes.
    pub fn with_outcomes<S: Into<String>>(mut self, outcomes: impl IntoIterator<Item = S>) -> Self {
        self.outcomes = outcomes.into_iter().map(Into::into).collect();
        self
    }

    /// The guard as a term over bindings that stand for the parameters, in the same order: the call has its own names
    /// for them.
    ///
    /// # Errors
    /// Why it has no meaning there.
    pub fn guard_over(&self, component: &mut Component, bindings: &[Binding]) -> Result<Term, UnreadGuard> {
        let scope = self.scope(bindings)?;
        self.guard.over(component, &scope).map_err(|problem| UnreadGuard::Unreadable {
            guard: self.guard.clone(),
            method: self.method.clone(),
            problem,
        })
    }

    /// The bindings by the call's own names. Details of arguments are matched by what they are of, and there may be
    /// others: nobody asks for those. Registers have names of their own, unless a parameter is called the same.
    ///
    /// # Errors
    /// There are more, or fewer, parameters.
    pub fn scope(&self, bindings: &[Binding]) -> Result<Vec<Binding>, UnreadGuard> {
        let written = self.written_parameters();
        let count = written_count(bindings.iter().map(|binding| binding.name.as_str()));
        let named = |binding: &Binding, name: &str| Binding { name: name.to_owned(), ..binding.clone() };
        let mut scope: Vec<Binding> =
            bindings[..count].iter().zip(written).map(|(binding, parameter)| named(binding, &parameter.name)).collect();
        for argument in 0..count.min(written.len()) {
            let details = bindings[count..].iter().filter_map(|binding| Some((binding, Detail::read(&binding.name)?)));
            let own = details.filter(|(_, (of, _))| *of == bindings[argument].name);
            scope.extend(own.map(|(binding, (_, detail))| named(binding, &detail.name_for(&written[argument].name))));
        }
        for (register, binding) in bindings.iter().filter_map(|known| Some((register_of(&known.name)?, known))) {
            let is_taken = written.iter().any(|parameter| parameter.name == register);
            scope.push(if is_taken { binding.clone() } else { named(binding, register) });
        }
        let other = || UnreadGuard::OtherParameters { method: self.method.clone() };
        (count == written.len()).then_some(scope).ok_or_else(other)
    }

    /// The parameters that are details of another one, by its name, and which.
    pub(crate) fn details_of(&self, argument: &str) -> impl Iterator<Item = (&Parameter, Detail<'_>)> {
        let details = self.parameters.iter().filter_map(|known| Some((known, Detail::read(&known.name)?)));
        details.filter(move |(_, (of, _))| *of == argument).map(|(known, (_, detail))| (known, detail))
    }

    /// The parameters that a client writes; behind them stand details of these, such as the length of an array.
    pub fn written_parameters(&self) -> &[Parameter] {
        &self.parameters[..written_count(self.parameters.iter().map(|parameter| parameter.name.as_str()))]
    }

    /// The guard as people read it: in the class's own words where there are any.
    pub fn readable_guard(&self) -> &Guard {
        self.observed.as_ref().unwrap_or(&self.guard)
    }

    /// The guard in brackets, as it stands behind a signature; nothing where every argument will do.
    pub fn guard_in_brackets(&self) -> String {
        if self.guard.is_always() { String::new() } else { format!(" [{}]", self.readable_guard()) }
    }
}

/// Why a guard has no meaning over some bindings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnreadGuard {
    /// There are more, or fewer, bindings than parameters.
    OtherParameters {
        /// The method that the call is of.
        method: String,
    },
    /// The guard names what is not there, or is badly typed, or no expression at all.
    Unreadable {
        /// The guard.
        guard: Guard,
        /// The method that the call is of.
        method: String,
        /// What is wrong with it.
        problem: Diagnostic,
    },
}

impl fmt::Display for UnreadGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnreadGuard::OtherParameters { method } => write!(f, "the calls of `{method}` have different parameters"),
            UnreadGuard::Unreadable { guard, method, problem } => {
                write!(f, "the guard `{guard}` of `{method}` can't be read: {}", problem.message)
            }
        }
    }
}

/// Written as in a signature: `move(p) [0 < p && p < 20]`, or just `close` without parameters; with types where the
/// method's name has them because it is overloaded: `add(int index, Object e)`.
impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, types) = match self.method.split_once('(') {
            Some((name, types)) => (name, types.trim_end_matches(')').split(", ").collect()),
            None => (self.method.as_str(), Vec::new()),
        };
        f.write_str(name)?;
        if !self.parameters.is_empty() || self.method.contains('(') {
            let written =
                self.written_parameters().iter().enumerate().map(|(index, parameter)| match types.get(index) {
                    Some(ty) => format!("{ty} {}", parameter.name),
                    None => parameter.name.clone(),
                });
            write!(f, "({})", written.collect::<Vec<_>>().join(", "))?;
        }
        f.write_str(&self.guard_in_brackets())
    }
}

/// The calls of an interface, and their events numbered through: all outcomes of the first call, then of the second,
/// and so on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Alphabet {
    calls: Vec<Call>,
    first_event: Vec<u32>,
    call_of_event: Vec<CallId>,
}

impl Alphabet {
    /// The alphabet of these calls, in this order.
    pub fn new(calls: Vec<Call>) -> Self {
        let mut alphabet = Alphabet { calls, ..Alphabet::default() };
        for (index, call) in alphabet.calls.iter().enumerate() {
            alphabet.first_event.push(alphabet.call_of_event.len() as u32);
            alphabet.call_of_event.extend(call.outcomes.iter().map(|_| CallId::from_index(index)));
        }
        alphabet
    }

    /// All calls.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The ids of all calls.
    pub fn call_ids(&self) -> impl ExactSizeIterator<Item = CallId> + use<> {
        (0..self.calls.len()).map(CallId::from_index)
    }

    /// The calls of each method, in the order of their first ones; what calls of one method are, the caller says.
    pub fn methods(&self, is_same: impl Fn(&Call, &Call) -> bool) -> Vec<Vec<CallId>> {
        let mut methods: Vec<Vec<CallId>> = Vec::new();
        for id in self.call_ids() {
            match methods.iter_mut().find(|known| is_same(self.call(known[0]), self.call(id))) {
                Some(known) => known.push(id),
                None => methods.push(vec![id]),
            }
        }
        methods
    }

    /// One call.
    pub fn call(&self, id: CallId) -> &Call {
        &self.calls[id.index()]
    }

    /// The number of events.
    pub fn event_count(&self) -> usize {
        self.call_of_event.len()
    }

    /// The event of a call's outcome (an index into [`Call::outcomes`]).
    pub fn event(&self, call: CallId, outcome: usize) -> EventId {
        debug_assert!(outcome < self.call(call).outcomes.len());
        EventId(self.first_event[call.index()] + outcome as u32)
    }

    /// The events of a call, in the order of its outcomes.
    pub fn events_of(&self, call: CallId) -> impl ExactSizeIterator<Item = EventId> + use<> {
        let first = self.first_event[call.index()];
        (0..self.call(call).outcomes.len() as u32).map(move |outcome| EventId(first + outcome))
    }

    /// The call that an event belongs to.
    pub fn call_of(&self, event: EventId) -> CallId {
        self.call_of_event[event.index()]
    }

    /// The outcome that an event stands for (an index into [`Call::outcomes`]).
    pub fn outcome_index(&self, event: EventId) -> usize {
        (event.0 - self.first_event[self.call_of(event).index()]) as usize
    }

    /// The name of the outcome that an event stands for.
    pub fn outcome_of(&self, event: EventId) -> &str {
        &self.call(self.call_of(event)).outcomes[self.outcome_index(event)]
    }

    /// An event for people: `hasNext -> true`; without the outcome where the call has only one.
    pub fn event_name(&self, event: EventId) -> String {
        let call = self.call(self.call_of(event));
        match call.outcomes.len() {
            1 => call.to_string(),
            _ => format!("{call} -> {}", self.outcome_of(event)),
        }
    }
}

/// A deterministic automaton over the events of an alphabet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interface {
    alphabet: Alphabet,
    initial: StateId,
    state_count: usize,
    /// Row-major: state, then call.
    allowed: Vec<bool>,
    /// Row-major: state, then event; `NO_STATE` where there is no next state.
    next: Vec<u32>,
    /// Where events of forbidden calls lead, should the call return.
    should_return: BTreeMap<(StateId, EventId), StateId>,
    /// What is kept beside the state.
    memory: Memory,
}

/// Marks the absence of a next state in [`Interface::next_row`].
pub(crate) const NO_STATE: u32 = u32::MAX;

impl Interface {
    /// An interface with one state, the initial one, in which every call is forbidden.
    pub fn new(alphabet: Alphabet) -> Self {
        let mut interface = Interface::from_tables(alphabet, StateId(0), 0, Vec::new(), Vec::new());
        interface.add_state();
        interface
    }

    /// An interface with this many states, at least one, in which every call is forbidden.
    pub fn with_states(alphabet: Alphabet, state_count: usize, initial: StateId) -> Self {
        let mut interface = Interface::new(alphabet);
        while interface.state_count < state_count {
            interface.add_state();
        }
        interface.set_initial(initial);
        interface
    }

    /// A new state, in which every call is forbidden.
    pub fn add_state(&mut self) -> StateId {
        let id = StateId::from_index(self.state_count);
        self.state_count += 1;
        self.allowed.resize(self.allowed.len() + self.alphabet.calls.len(), false);
        self.next.resize(self.next.len() + self.alphabet.event_count(), NO_STATE);
        id
    }

    /// Makes a state the initial one.
    pub fn set_initial(&mut self, state: StateId) {
        self.initial = state;
    }

    /// Allows a call in a state; its events have no next states yet.
    pub fn allow(&mut self, state: StateId, call: CallId) {
        let position = self.call_position(state, call);
        self.allowed[position] = true;
    }

    /// Allows the event's call in `from` and leads the event to `to`.
    pub fn connect(&mut self, from: StateId, event: EventId, to: StateId) {
        self.allow(from, self.alphabet.call_of(event));
        let position = self.event_position(from, event);
        self.next[position] = to.0;
    }

    /// Says where an event of a forbidden call leads, should the call return all the same.
    pub fn connect_should_return(&mut self, from: StateId, event: EventId, to: StateId) {
        debug_assert!(!self.allows(from, self.alphabet.call_of(event)));
        self.should_return.insert((from, event), to);
    }

    /// Says a call's guard in other words. Whether observers say the same is not known any more.
    pub fn set_guard(&mut self, call: CallId, guard: Guard) {
        let call = &mut self.alphabet.calls[call.index()];
        (call.guard, call.observed) = (guard, None);
    }

    /// Says a call's guard in the class's own words.
    pub fn set_observed(&mut self, call: CallId, observed: Option<Guard>) {
        self.alphabet.calls[call.index()].observed = observed;
    }

    /// Gives it registers, and says what events set them to.
    pub fn set_memory(&mut self, memory: Memory) {
        self.memory = memory;
    }

    /// What is kept beside the state: nothing, unless the interface has registers.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// What an event sets in a state.
    pub fn updates(&self, state: StateId, event: EventId) -> &[Update] {
        self.memory.updates(state, event)
    }

    /// The alphabet.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The initial state.
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// The number of states, at least one.
    pub fn state_count(&self) -> usize {
        self.state_count
    }

    /// The ids of all states.
    pub fn states(&self) -> impl ExactSizeIterator<Item = StateId> + use<> {
        (0..self.state_count()).map(StateId::from_index)
    }

    /// Whether the call is allowed in the state.
    pub fn allows(&self, state: StateId, call: CallId) -> bool {
        self.allowed[self.call_position(state, call)]
    }

    /// Where the event leads from the state; `None` where its call is forbidden or the outcome cannot happen.
    pub fn next(&self, state: StateId, event: EventId) -> Option<StateId> {
        match self.next[self.event_position(state, event)] {
            NO_STATE => None,
            to => Some(StateId(to)),
        }
    }

    /// Where an event of a forbidden call leads, should the call return all the same; `None` where that is not known.
    pub fn next_should_return(&self, state: StateId, event: EventId) -> Option<StateId> {
        self.should_return.get(&(state, event)).copied()
    }

    /// Where an event leads, whether its call is allowed or only returned.
    pub fn leads_to(&self, state: StateId, event: EventId) -> Option<StateId> {
        self.next(state, event).or_else(|| self.next_should_return(state, event))
    }

    /// Whether it is known of any forbidden call what is true should it return.
    pub fn looks_behind_doubts(&self) -> bool {
        !self.should_return.is_empty()
    }

    /// The same, with what is true after forbidden calls, should they return, known of those only for which `is_meant`
    /// holds.
    pub fn looking_behind(mut self, is_meant: impl Fn(StateId, CallId) -> bool) -> Self {
        let Interface { should_return, alphabet, .. } = &mut self;
        should_return.retain(|(state, event), _| is_meant(*state, alphabet.call_of(*event)));
        self
    }

    /// The state after a word from the initial state, `None` where the word is not accepted.
    pub fn run(&self, word: &[EventId]) -> Option<StateId> {
        word.iter().try_fold(self.initial, |state, &event| self.next(state, event))
    }

    /// Whether every event of every allowed call has a next state, i.e. whether there are no don't-cares.
    pub fn is_complete(&self) -> bool {
        self.states().all(|state| {
            let row = self.next_row(state.index());
            (0..row.len()).all(|event| row[event] != NO_STATE || !self.allows_call_of(state, event))
        })
    }

    fn allows_call_of(&self, state: StateId, event: usize) -> bool {
        self.allows(state, self.alphabet.call_of_event[event])
    }

    /// An interface from its tables, both row-major: whether each call is allowed, and the next state of each event.
    pub(crate) fn from_tables(
        alphabet: Alphabet,
        initial: StateId,
        state_count: usize,
        allowed: Vec<bool>,
        next: Vec<u32>,
    ) -> Self {
        debug_assert_eq!(allowed.len(), state_count * alphabet.calls.len());
        debug_assert_eq!(next.len(), state_count * alphabet.event_count());
        let (should_return, memory) = (BTreeMap::new(), Memory::default());
        Interface { alphabet, initial, state_count, allowed, next, should_return, memory }
    }

    /// Whether each call is allowed in the state, in alphabet order.
    pub(crate) fn allowed_row(&self, state: usize) -> &[bool] {
        let width = self.alphabet.calls.len();
        &self.allowed[state * width..][..width]
    }

    /// Where each event leads from the state, in alphabet order, or [`NO_STATE`].
    pub(crate) fn next_row(&self, state: usize) -> &[u32] {
        let width = self.alphabet.event_count();
        &self.next[state * width..][..width]
    }

    fn call_position(&self, state: StateId, call: CallId) -> usize {
        state.index() * self.alphabet.calls.len() + call.index()
    }

    fn event_position(&self, state: StateId, event: EventId) -> usize {
        state.index() * self.alphabet.event_count() + event.index()
    }
}
