//! `C^may` and `C^must`: the component through one set of predicates, its abstract states numbered, all answers kept.
//!
//! A [`Knowledge`] is what the abstraction says of a word: the abstract states that some run *may* be in, and those that some run *must* be in. For a
//! component without hidden choices both have one state, as in the paper, so that nothing is determinised there.

use std::rc::Rc;

use etiquette_component::{Component, GuardedCall};
use etiquette_predicates::{Abstraction, Interrupted, Precision, Predicate, Valuation};
use rustc_hash::FxHashMap;

use crate::spaces::predicates::letters::Letters;
use crate::spaces::predicates::valuations::Valuations;
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

/// The component through predicates.
pub(crate) struct View {
    pub abstraction: Abstraction,
    pub letters: Rc<Letters>,
    states: Valuations,
    moves: FxHashMap<(u32, usize), Rc<Moves>>,
    start: Knowledge,
    most_states: u64,
}

impl View {
    /// Looks at the component, in whose pool the terms are.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn new(
        component: &Component,
        predicates: Vec<Predicate>,
        letters: &Rc<Letters>,
        run: &Run,
    ) -> Result<Self, StopReason> {
        let mut abstraction = Abstraction::new(component, predicates, Precision::Boolean);
        for letter in &letters.all {
            abstraction.add_call(GuardedCall { method: letter.method, guard: letter.guard });
        }
        abstraction.set_interrupt(run.interrupt());
        let initial = abstraction.initial().map_err(|interrupted| stopped(run, interrupted))?;
        let constructed = !component.has_constructors();
        let mut view = View {
            abstraction,
            letters: Rc::clone(letters),
            states: Valuations::default(),
            moves: FxHashMap::default(),
            start: Knowledge { constructed, may: Rc::from([]), must: Rc::from([]) },
            most_states: run.limits().states.unwrap_or(u64::MAX).min(run.abstraction_limit),
        };
        let states = sorted(initial.into_iter().map(|valuation| view.states.number(valuation)).collect());
        (view.start.may, view.start.must) = (Rc::clone(&states), states);
        Ok(view)
    }

    pub fn component(&self) -> &Component {
        self.abstraction.component()
    }

    pub fn valuation(&self, state: u32) -> &Valuation {
        self.states.get(state)
    }

    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    pub fn start(&self) -> Knowledge {
        self.start.clone()
    }

    /// Calls of the abstraction begin with one for each method.
    fn call(&self, letter: usize) -> usize {
        self.component().methods.len() + letter
    }

    /// Whether the rules of construction allow the letter at all.
    pub fn is_in_order(&self, constructed: bool, letter: usize) -> bool {
        self.component().may_call(self.letters.all[letter].method, !constructed)
    }

    /// The may transitions of a letter from an abstract state.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn moves(&mut self, state: u32, letter: usize, run: &mut Run) -> Result<Rc<Moves>, StopReason> {
        if let Some(known) = self.moves.get(&(state, letter)) {
            return Ok(Rc::clone(known));
        }
        run.look()?;
        let valuation = self.states.get(state).clone();
        let call = self.call(letter);
        let step = self.abstraction.may(call, &valuation).map_err(|interrupted| stopped(run, interrupted))?;
        let next =
            step.next.iter().map(|targets| targets.iter().map(|target| self.states.number(target.clone())).collect());
        let moves = Rc::new(Moves { fails: step.may_fail(), next: next.collect() });
        if self.states.len() as u64 > self.most_states {
            return Err(StopReason::StateLimit);
        }
        self.moves.insert((state, letter), Rc::clone(&moves));
        Ok(moves)
    }

    /// Whether no state that the abstract state stands for lets the letter return: it fails, or never ends.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn must_fail(&mut self, state: u32, letter: usize, run: &mut Run) -> Result<bool, StopReason> {
        let moves = self.moves(state, letter, run)?;
        if !moves.fails {
            return Ok(false);
        }
        // Without a way to return there is nothing to ask.
        if moves.next.iter().all(Vec::is_empty) {
            return Ok(true);
        }
        let (call, valuation) = (self.call(letter), self.states.get(state).clone());
        self.abstraction.must_fail(call, &valuation).map_err(|interrupted| stopped(run, interrupted))
    }

    /// What the abstraction says of a letter after a word.
    ///
    /// # Errors
    /// When the run is to stop.
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
        if self.each_fails(&after.may, letter, run)? || self.one_fails(&after.must, letter, run)? {
            return Ok(Legality::Error);
        }
        Ok(Legality::Open)
    }

    fn each_fails(&mut self, states: &[u32], letter: usize, run: &mut Run) -> Result<bool, StopReason> {
        for &state in states {
            if !self.must_fail(state, letter, run)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether from one of the states the call can really fail, whatever the arguments.
    fn one_fails(&mut self, states: &[u32], letter: usize, run: &mut Run) -> Result<bool, StopReason> {
        for &state in states {
            if !self.moves(state, letter, run)?.fails {
                continue;
            }
            let (call, valuation) = (self.call(letter), self.states.get(state).clone());
            let answer = self.abstraction.must_fail(call, &valuation);
            if answer.map_err(|interrupted| stopped(run, interrupted))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether some run must be able to fail, if the word can happen at all: in one of the states that it must be in, or in all that it may be in.
    ///
    /// # Errors
    /// When the run is to stop.
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

    /// Whether a letter must be able to return with an outcome, if the word before it can happen.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn must_happen(
        &mut self,
        after: &Knowledge,
        letter: usize,
        outcome: usize,
        run: &mut Run,
    ) -> Result<bool, StopReason> {
        for &state in after.must.iter() {
            let (call, valuation) = (self.call(letter), self.states.get(state).clone());
            let answer = self.abstraction.must_return(call, &valuation, outcome);
            if answer.map_err(|interrupted| stopped(run, interrupted))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What is known after one more event that was no error.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn after(&mut self, before: &Knowledge, event: usize, run: &mut Run) -> Result<Knowledge, StopReason> {
        let (letter, outcome) = self.letters.event(event);
        let mut may = Vec::new();
        for &state in before.may.iter() {
            may.extend_from_slice(&self.moves(state, letter, run)?.next[outcome]);
        }
        let may = sorted(may);
        let must = self.must_after(before, letter, outcome, &may, run)?;
        Ok(Knowledge { constructed: true, may, must })
    }

    fn must_after(
        &mut self,
        before: &Knowledge,
        letter: usize,
        outcome: usize,
        may: &Rc<[u32]>,
        run: &mut Run,
    ) -> Result<Rc<[u32]>, StopReason> {
        // If the word can happen at all, it has a run to somewhere, so to the only place there is.
        if may.len() <= 1 {
            return Ok(Rc::clone(may));
        }
        let call = self.call(letter);
        let mut must = Vec::new();
        for &state in before.must.iter() {
            let targets = self.moves(state, letter, run)?.next[outcome].clone();
            for target in targets {
                let (from, to) = (self.states.get(state).clone(), self.states.get(target).clone());
                let answer = self.abstraction.must_step(call, &from, outcome, &to);
                if answer.map_err(|interrupted| stopped(run, interrupted))? {
                    must.push(target);
                }
            }
        }
        Ok(sorted(must))
    }

    /// Whether an event can happen from an abstract state, as far as its moves are known.
    pub fn can_happen(&self, state: u32, event: usize) -> bool {
        let (letter, outcome) = self.letters.event(event);
        self.moves.get(&(state, letter)).is_some_and(|moves| !moves.next[outcome].is_empty())
    }

    /// Whether a letter may fail from an abstract state, as far as its moves are known.
    pub fn may_fail(&self, state: u32, letter: usize) -> bool {
        self.moves.get(&(state, letter)).is_some_and(|moves| moves.fails)
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
