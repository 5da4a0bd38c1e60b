//! The component through one set of predicates, its abstract states numbered, all answers kept: JIST's abstract class,
//! `C^may` and `C^must` of May and Must.
//!
//! A [`Knowledge`] is what the abstraction says of a word: the abstract states that some run *may* be in, and those
//! that some run *must* be in. For a component without hidden choices both have one state, as in the papers, so that
//! nothing is determinised there.

use std::rc::Rc;

use etiquette_automata::Reached;
use etiquette_component::Component;
use etiquette_logic::Term;
use etiquette_predicates::{Abstraction, Interrupted, Precision, Predicate, Valuation, conjunction, cover};
use rustc_hash::FxHashMap;

use crate::spaces::predicates::letters::Letters;
use etiquette_outcome::{Run, StopReason};

/// What a letter may do from an abstract state.
#[derive(Debug)]
pub(crate) struct Moves {
    pub fails: bool,
    /// For each outcome the states then.
    pub next: Vec<Vec<u32>>,
}

/// What is known of the component after a word.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Knowledge {
    pub constructed: bool,
    /// Where it may be; sorted, and empty after a word that can't happen.
    pub may: Rc<[u32]>,
    /// Of which states it must have a run; sorted.
    pub must: Rc<[u32]>,
}

/// What the abstraction says of a letter after a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Legality {
    /// No run may fail.
    Safe,
    /// Some run must fail, if the word can happen at all.
    Error,
    /// A run may fail, but need not.
    Open,
    /// The rules of construction forbid it.
    OutOfOrder,
}

impl Legality {
    /// Whether the interface of `C^must` forbids it.
    pub fn is_error(self) -> bool {
        matches!(self, Legality::Error | Legality::OutOfOrder)
    }
}

/// The component through predicates.
pub(crate) struct AbstractComponent {
    pub abstraction: Abstraction,
    pub letters: Rc<Letters>,
    /// For each letter its call of the abstraction.
    calls: Vec<usize>,
    /// The abstract states that were met, numbered in this order.
    states: Reached<Valuation, ()>,
    moves: FxHashMap<(u32, usize), Rc<Moves>>,
    start: Knowledge,
    most_states: u64,
}

impl AbstractComponent {
    /// The component, in whose pool the predicates are, with every combination of their truth values.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn through(
        component: &Component,
        predicates: Vec<Predicate>,
        letters: &Rc<Letters>,
        run: &Run,
    ) -> Result<Self, StopReason> {
        AbstractComponent::new(Abstraction::new(component, predicates, Precision::Boolean), letters, run)
    }

    /// The component through an abstraction, whose calls are the methods.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn new(mut abstraction: Abstraction, letters: &Rc<Letters>, run: &Run) -> Result<Self, StopReason> {
        let calls = letters.all.iter().map(|&letter| match abstraction.component().is_true(letter.guard) {
            true => letter.method,
            false => abstraction.add_call(letter),
        });
        let calls = calls.collect();
        abstraction.set_interrupt(run.interrupt());
        let initial = abstraction.initial().map_err(|interrupted| stopped(run, interrupted))?;
        let states = Reached::from_starts(initial);
        let may: Rc<[u32]> = (0..states.states().len() as u32).collect();
        let constructed = !abstraction.component().has_constructors();
        Ok(AbstractComponent {
            abstraction,
            letters: Rc::clone(letters),
            calls,
            states,
            moves: FxHashMap::default(),
            start: Knowledge { constructed, may: Rc::clone(&may), must: may },
            most_states: run.limits().states.unwrap_or(u64::MAX).min(run.abstraction_limit),
        })
    }

    /// The component, with the predicates' terms.
    pub fn component(&self) -> &Component {
        self.abstraction.component()
    }

    pub fn valuation(&self, state: u32) -> &Valuation {
        &self.states.states()[state as usize]
    }

    /// The number of abstract states that were met.
    pub fn state_count(&self) -> usize {
        self.states.states().len()
    }

    /// The number of abstract states and letters whose moves are known.
    pub fn step_count(&self) -> usize {
        self.moves.len()
    }

    /// The questions that were put to the solver.
    pub fn solver_calls(&self) -> u64 {
        self.abstraction.solver_checks()
    }

    /// What is known before the first call.
    pub fn start(&self) -> Knowledge {
        self.start.clone()
    }

    /// Whether the rules of construction allow the letter at all.
    pub fn is_in_order(&self, constructed: bool, letter: usize) -> bool {
        let component = self.component();
        !component.has_constructors() || component.methods[self.letters.all[letter].method].constructor != constructed
    }

    /// The states that some abstract states stand for, as few conjunctions in the pool of a component that shares the
    /// predicates.
    pub fn cubes(&self, component: &mut Component, states: impl Iterator<Item = u32>) -> Vec<Term> {
        let predicates = self.abstraction.predicate_terms();
        let cubes = cover(states.map(|state| self.valuation(state).clone()));
        cubes.iter().map(|cube| conjunction(&mut component.terms, &predicates, cube)).collect()
    }
}

/// What letters may do, and must be able to do, from one abstract state.
///
/// Each of these fails when the run is to stop.
impl AbstractComponent {
    /// The may transitions of a letter.
    pub fn moves(&mut self, state: u32, letter: usize, run: &mut Run) -> Result<Rc<Moves>, StopReason> {
        if let Some(known) = self.moves.get(&(state, letter)) {
            return Ok(Rc::clone(known));
        }
        run.look()?;
        let valuation = self.valuation(state).clone();
        let step = self.abstraction.may(self.calls[letter], &valuation);
        let step = step.map_err(|interrupted| stopped(run, interrupted))?;
        let mut number = |target: &Valuation| self.states.enter(target.clone(), None) as u32;
        let next = step.next.iter().map(|targets| targets.iter().map(&mut number).collect()).collect();
        let moves = Rc::new(Moves { fails: step.may_fail(), next });
        if self.states.states().len() as u64 > self.most_states {
            return Err(StopReason::StateLimit);
        }
        self.moves.insert((state, letter), Rc::clone(&moves));
        Ok(moves)
    }

    /// Whether the letter must be able to fail.
    pub fn must_fail(&mut self, state: u32, letter: usize, run: &Run) -> Result<bool, StopReason> {
        let answer = self.abstraction.must_fail(self.calls[letter], &self.states.states()[state as usize]);
        answer.map_err(|interrupted| stopped(run, interrupted))
    }

    /// Whether the letter must be able to return with an outcome.
    pub fn must_return(&mut self, state: u32, letter: usize, outcome: usize, run: &Run) -> Result<bool, StopReason> {
        let answer = self.abstraction.must_return(self.calls[letter], &self.states.states()[state as usize], outcome);
        answer.map_err(|interrupted| stopped(run, interrupted))
    }

    /// Whether an event can happen, as far as the moves are known.
    pub fn can_happen(&self, state: u32, event: usize) -> bool {
        let (letter, outcome) = self.letters.event(event);
        self.moves.get(&(state, letter)).is_some_and(|moves| !moves.next[outcome].is_empty())
    }

    /// Whether a letter may fail, as far as its moves are known.
    pub fn may_fail(&self, state: u32, letter: usize) -> bool {
        self.moves.get(&(state, letter)).is_some_and(|moves| moves.fails)
    }
}

/// What is known after words.
///
/// Each of these fails when the run is to stop.
impl AbstractComponent {
    /// What the abstraction says of a letter after a word.
    pub fn legality(&mut self, after: &Knowledge, letter: usize, run: &mut Run) -> Result<Legality, StopReason> {
        if !self.is_in_order(after.constructed, letter) {
            return Ok(Legality::OutOfOrder);
        }
        let mut fails = false;
        for &state in after.may.iter() {
            fails |= self.moves(state, letter, run)?.fails;
        }
        if !fails {
            return Ok(Legality::Safe);
        }
        // From everywhere, or at least from a state that it must have a run to.
        if self.none_returns(&after.may, letter, run)? || self.one_fails(&after.must, letter, run)? {
            return Ok(Legality::Error);
        }
        Ok(Legality::Open)
    }

    /// Whether from each of the states the letter fails, or never ends.
    fn none_returns(&mut self, states: &[u32], letter: usize, run: &mut Run) -> Result<bool, StopReason> {
        for &state in states {
            let moves = self.moves(state, letter, run)?;
            // Without a way to return there is nothing to ask.
            let returns = moves.next.iter().any(|targets| !targets.is_empty());
            if !moves.fails || (returns && !self.must_fail(state, letter, run)?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether from one of the states the call can really fail, whatever the arguments.
    fn one_fails(&mut self, states: &[u32], letter: usize, run: &mut Run) -> Result<bool, StopReason> {
        for &state in states {
            if self.moves(state, letter, run)?.fails && self.must_fail(state, letter, run)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether some run must be able to fail, if the word can happen at all: in one of the states that it must be in,
    /// or in all that it may be in.
    pub fn certainly_fails(&mut self, after: &Knowledge, letter: usize, run: &mut Run) -> Result<bool, StopReason> {
        if self.one_fails(&after.must, letter, run)? {
            return Ok(true);
        }
        for &state in after.may.iter() {
            if !self.one_fails(&[state], letter, run)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether an event must be possible, if the word before it can happen.
    pub fn must_happen(&mut self, after: &Knowledge, event: usize, run: &mut Run) -> Result<bool, StopReason> {
        let (letter, outcome) = self.letters.event(event);
        for &state in after.must.iter() {
            if self.must_return(state, letter, outcome, run)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What is known after one more event that was no error.
    pub fn after(&mut self, before: &Knowledge, event: usize, run: &mut Run) -> Result<Knowledge, StopReason> {
        let may = self.may_after(&before.may, event, run)?;
        // If the word can happen at all, it has a run to somewhere, so to the only place there is.
        let must = if may.len() <= 1 { Rc::clone(&may) } else { self.must_after(&before.must, event, run)? };
        Ok(Knowledge { constructed: true, may, must })
    }

    /// The same for a client that follows safe words only, without the states that the component must be in; `None` if
    /// a run may fail, or the rules of construction forbid the event.
    pub fn safe_after(
        &mut self,
        before: &Knowledge,
        event: usize,
        run: &mut Run,
    ) -> Result<Option<Knowledge>, StopReason> {
        let (letter, _) = self.letters.event(event);
        if !self.is_in_order(before.constructed, letter) {
            return Ok(None);
        }
        for &state in before.may.iter() {
            if self.moves(state, letter, run)?.fails {
                return Ok(None);
            }
        }
        let may = self.may_after(&before.may, event, run)?;
        Ok(Some(Knowledge { constructed: true, may, must: Rc::from([]) }))
    }

    /// Where an event may lead from any of the states.
    pub fn may_after(&mut self, states: &[u32], event: usize, run: &mut Run) -> Result<Rc<[u32]>, StopReason> {
        let (letter, outcome) = self.letters.event(event);
        let mut may = Vec::new();
        for &state in states {
            may.extend_from_slice(&self.moves(state, letter, run)?.next[outcome]);
        }
        Ok(sorted(may))
    }

    /// Where an event must be able to lead from one of the states.
    pub fn must_after(&mut self, states: &[u32], event: usize, run: &mut Run) -> Result<Rc<[u32]>, StopReason> {
        let (letter, outcome) = self.letters.event(event);
        let mut must = Vec::new();
        for &state in states {
            for &target in &self.moves(state, letter, run)?.next[outcome] {
                let [from, to] = [state, target].map(|state| &self.states.states()[state as usize]);
                let answer = self.abstraction.must_step(self.calls[letter], from, outcome, to);
                if answer.map_err(|interrupted| stopped(run, interrupted))? {
                    must.push(target);
                }
            }
        }
        Ok(sorted(must))
    }
}

fn sorted(mut states: Vec<u32>) -> Rc<[u32]> {
    states.sort_unstable();
    states.dedup();
    states.into()
}

/// Why the run stops when a search was interrupted.
fn stopped(run: &Run, _: Interrupted) -> StopReason {
    run.look().err().unwrap_or(StopReason::Cancelled)
}
