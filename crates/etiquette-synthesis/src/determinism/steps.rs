//! The transition graph of a component, state by state and call by call, as far as anybody asked for it.

use etiquette_component::{Component, Exit, Interpreter};

use crate::determinism::Halt;
use crate::engine::Unsupported;
use crate::spaces::explicit::initial::initial_states;
use crate::spaces::explicit::letters::{Letters, check_choices};
use crate::spaces::explicit::results::for_each_result;
use crate::spaces::explicit::states::StateStore;
use etiquette_outcome::{Run, StopReason};

/// What a call can do from a state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Step {
    /// Whether it can fail.
    pub fails: bool,
    /// Whether it can do anything else, or never return: with other values of what an abstraction hides it might.
    pub passes: bool,
    /// The outcomes that it can return with and the states then, sorted.
    pub targets: Vec<(u32, u32)>,
}

/// The graph, explored on the fly.
pub(crate) struct StepGraph<'a> {
    pub component: &'a Component,
    pub letters: &'a Letters,
    pub states: StateStore,
    /// The initial states.
    pub initial: Vec<u32>,
    interpreter: Interpreter,
    most_states: u64,
    /// For each state, once it was asked for, the steps of all letters.
    steps: Vec<Option<Box<[Step]>>>,
}

impl<'a> StepGraph<'a> {
    pub fn new(component: &'a Component, letters: &'a Letters, most_states: u64) -> Result<Self, Unsupported> {
        check_choices(component)?;
        let mut states = StateStore::new(component);
        let initial = initial_states(component).iter().map(|state| states.intern(state)).collect();
        let interpreter = Interpreter::new(component);
        Ok(StepGraph { component, letters, states, initial, interpreter, most_states, steps: Vec::new() })
    }

    /// Whether the letter can be used in this phase: constructors come first, and only there.
    pub fn is_in_order(&self, letter: usize, before_construction: bool) -> bool {
        self.component.may_call(self.letters.letters[letter].method, before_construction)
    }

    /// Finds out what all letters do from a state.
    pub fn expand(&mut self, state: u32, run: &mut Run) -> Result<(), Halt> {
        run.tick()?;
        let index = state as usize;
        if self.steps.len() <= index {
            self.steps.resize(self.states.len().max(index + 1), None);
        }
        if self.steps[index].is_none() {
            let steps: Result<Box<[Step]>, Halt> =
                (0..self.letters.len()).map(|letter| self.tried(state, letter, run)).collect();
            self.steps[index] = Some(steps?);
            self.check_size(run)?;
        }
        Ok(())
    }

    /// What a letter does from a state that was expanded.
    pub fn step(&self, state: u32, letter: usize) -> &Step {
        let steps = self.steps[state as usize].as_ref().expect("an expanded state");
        &steps[letter]
    }

    fn check_size(&self, run: &Run) -> Result<(), Halt> {
        let count = self.states.len() as u64;
        if run.limits().states.is_some_and(|limit| count > limit) {
            return Err(Halt::Stopped(StopReason::StateLimit));
        }
        if count > self.most_states { Err(Halt::TooLarge) } else { Ok(()) }
    }

    fn tried(&mut self, state: u32, letter: usize, run: &mut Run) -> Result<Step, Halt> {
        let letter = &self.letters.letters[letter];
        let mut values = vec![0; self.interpreter.state_size()];
        self.states.unpack(state, &mut values);
        let states = &mut self.states;
        let mut step = Step::default();
        let visit = |exit: Exit, after: &[u64]| match exit {
            Exit::Returned(outcome) => step.add(outcome as u32, states.intern(after)),
            Exit::Failed(_) => step.fails = true,
            Exit::NeverReturns => step.passes = true,
        };
        for_each_result(&mut self.interpreter, &values, letter, run, visit)?;
        step.passes |= !step.fails;
        step.targets.sort_unstable();
        step.targets.dedup();
        Ok(step)
    }
}

impl Step {
    /// Adds a result. Where something is hidden, the same one often comes many times in a row.
    fn add(&mut self, outcome: u32, state: u32) {
        self.passes = true;
        if self.targets.last() != Some(&(outcome, state)) {
            self.targets.push((outcome, state));
        }
    }
}
