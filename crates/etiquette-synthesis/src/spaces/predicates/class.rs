//! The abstract class `A` of JIST: what its calls do to abstract states, and what a client can believe after a word.
//!
//! Abstract states are valuations of the predicates, by number. A belief is the set of those that some run of `A` can be in after a word; a word is in
//! `U`, the language of the most permissive interface, if no run of it fails. Words that can't happen have no runs, so they are in `U`.

use std::rc::Rc;

use etiquette_component::Component;
use etiquette_predicates::{Abstraction, Interrupted, Valuation};
use rustc_hash::FxHashMap;

use crate::spaces::predicates::valuations::Valuations;
use etiquette_outcome::{Run, StopReason};

/// What a call may do from an abstract state.
#[derive(Debug)]
pub(crate) struct Moves {
    pub fails: bool,
    /// For each outcome the states then.
    pub next: Vec<Vec<u32>>,
}

/// The events: each method with each of its outcomes, numbered through.
pub(crate) struct Events {
    all: Vec<(usize, usize)>,
    first: Vec<usize>,
}

impl Events {
    fn of(component: &Component) -> Self {
        let mut events = Events { all: Vec::new(), first: Vec::new() };
        for (method, found) in component.methods.iter().enumerate() {
            events.first.push(events.all.len());
            events.all.extend((0..found.outcomes.len()).map(|outcome| (method, outcome)));
        }
        events
    }

    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The number of an event.
    pub fn number(&self, method: usize, outcome: usize) -> usize {
        self.first[method] + outcome
    }

    /// The method and the outcome of an event.
    pub fn split(&self, event: usize) -> (usize, usize) {
        self.all[event]
    }

    /// The events of a method, in the order of its outcomes.
    pub fn of_method(&self, method: usize) -> std::ops::Range<usize> {
        let end = self.first.get(method + 1).copied().unwrap_or(self.all.len());
        self.first[method]..end
    }
}

/// What a client can believe after a word.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Belief {
    pub constructed: bool,
    /// Sorted; empty after a word that can't happen.
    pub states: Rc<[u32]>,
}

/// The abstract class.
pub(crate) struct AbstractClass {
    pub abstraction: Abstraction,
    pub events: Events,
    states: Valuations,
    moves: FxHashMap<(u32, usize), Rc<Moves>>,
    initial: Rc<[u32]>,
    most_states: u64,
}

impl AbstractClass {
    /// The class through the abstraction, with its initial states.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn new(mut abstraction: Abstraction, run: &Run) -> Result<Self, StopReason> {
        abstraction.set_interrupt(run.interrupt());
        let initial = abstraction.initial().map_err(|interrupted| stopped(run, interrupted))?;
        let most_states = run.limits().states.unwrap_or(u64::MAX).min(run.abstraction_limit);
        let mut class = AbstractClass {
            events: Events::of(abstraction.component()),
            abstraction,
            states: Valuations::default(),
            moves: FxHashMap::default(),
            initial: Rc::from([]),
            most_states,
        };
        let mut numbers: Vec<u32> = initial.into_iter().map(|valuation| class.states.number(valuation)).collect();
        numbers.sort_unstable();
        class.initial = numbers.into();
        Ok(class)
    }

    /// The component, with the predicates' terms.
    pub fn component(&self) -> &Component {
        self.abstraction.component()
    }

    pub fn valuation(&self, state: u32) -> &Valuation {
        self.states.get(state)
    }

    /// The number of abstract states that were met.
    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    /// The belief after the empty word.
    pub fn start(&self) -> Belief {
        Belief { constructed: !self.component().has_constructors(), states: Rc::clone(&self.initial) }
    }

    /// Whether the rules of construction allow the method at all.
    pub fn is_in_order(&self, constructed: bool, method: usize) -> bool {
        self.component().may_call(method, !constructed)
    }

    /// What a method may do from an abstract state.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn moves(&mut self, state: u32, method: usize, run: &mut Run) -> Result<Rc<Moves>, StopReason> {
        if let Some(known) = self.moves.get(&(state, method)) {
            return Ok(Rc::clone(known));
        }
        run.look()?;
        let valuation = self.states.get(state).clone();
        let step = self.abstraction.may(method, &valuation).map_err(|interrupted| stopped(run, interrupted))?;
        let mut next = Vec::new();
        for targets in &step.next {
            next.push(targets.iter().map(|target| self.states.number(target.clone())).collect());
        }
        if self.states.len() as u64 > self.most_states {
            return Err(StopReason::StateLimit);
        }
        let moves = Rc::new(Moves { fails: step.may_fail(), next });
        self.moves.insert((state, method), Rc::clone(&moves));
        run.report("abstract", self.moves.len() as u64, "steps");
        Ok(moves)
    }

    /// The belief after one more event; `None` if a run may fail in it, or the rules of construction forbid it.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn step(&mut self, belief: &Belief, event: usize, run: &mut Run) -> Result<Option<Belief>, StopReason> {
        let (method, outcome) = self.events.split(event);
        if !self.is_in_order(belief.constructed, method) {
            return Ok(None);
        }
        let mut next = Vec::new();
        for &state in belief.states.iter() {
            let moves = self.moves(state, method, run)?;
            if moves.fails {
                return Ok(None);
            }
            next.extend_from_slice(&moves.next[outcome]);
        }
        next.sort_unstable();
        next.dedup();
        Ok(Some(Belief { constructed: true, states: next.into() }))
    }
}

/// Why the run stops when a search was interrupted.
pub(crate) fn stopped(run: &Run, _: Interrupted) -> StopReason {
    run.look().err().unwrap_or(StopReason::Cancelled)
}

impl AbstractClass {
    /// Whether an event can happen from an abstract state, as far as its moves are known.
    pub fn can_happen(&self, state: u32, event: usize) -> bool {
        let (method, outcome) = self.events.split(event);
        self.moves.get(&(state, method)).is_some_and(|moves| !moves.next[outcome].is_empty())
    }

    /// Whether a method may fail from an abstract state, as far as its moves are known.
    pub fn may_fail(&self, state: u32, method: usize) -> bool {
        self.moves.get(&(state, method)).is_some_and(|moves| moves.fails)
    }
}
