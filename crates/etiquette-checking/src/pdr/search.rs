//! The search itself: frames of ever longer runs, proof obligations, and clauses that block them.
//!
//! Frame `k` over-approximates the states that are reached in at most `k` steps. A cube in level `k` of the lemmas is
//! excluded from frames 1 to `k`. When a level runs empty while clauses are pushed on, its frame equals the next one:
//! an invariant.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use etiquette_logic::{Literal, TermPool};

use super::cube::{Cube, contains};
use super::feature::{Feature, with_predicates};
use super::frame::{Entry, Frame, Witness};
use super::initial::InitialStates;
use super::lift::Lifter;
use crate::circuit::Circuit;
use crate::question::{Limits, Unknown};
use crate::simulate::simulate;
use crate::system::{System, TakenStep, Trace};

/// How deep the search goes into what stands in the way of a generalisation.
const GENERALISATION_DEPTH: usize = 1;

/// What was found.
pub(super) enum Found {
    /// The cubes that together with the facts known exclude all that is not in the invariant.
    Invariant(Vec<Cube>),
    Trace(Trace),
}

/// A cube from which bad states are reached: it must be excluded, or there is a run.
struct Obligation {
    cube: Cube,
    /// The obligation that one step leads to, from every state of the cube; `None` if the states are bad themselves.
    then: Option<(usize, TakenStep)>,
}

pub(super) struct PdrSearch<'a> {
    pool: &'a TermPool,
    system: &'a System,
    pub(super) circuit: &'a Circuit<'a>,
    pub(super) features: &'a [Feature],
    limits: &'a Limits,
    pub(super) initial: InitialStates,
    lifter: Lifter,
    /// The first has the initial states only.
    frames: Vec<Frame>,
    /// For each frame.
    lemmas: Vec<Vec<Cube>>,
}

impl<'a> PdrSearch<'a> {
    pub fn new(
        pool: &'a TermPool,
        system: &'a System,
        circuit: &'a Circuit<'a>,
        features: &'a [Feature],
        limits: &'a Limits,
    ) -> Self {
        let mut first = Frame::new(circuit, features, limits);
        first.demand_initial(circuit);
        PdrSearch {
            pool,
            system,
            circuit,
            features,
            limits,
            initial: InitialStates::new(circuit, features, limits),
            lifter: Lifter::new(circuit, features, limits),
            frames: vec![first],
            lemmas: vec![Vec::new()],
        }
    }

    pub fn run(mut self) -> Result<Found, Unknown> {
        if let Some(state) = self.initial.bad_state(self.circuit)? {
            return Ok(Found::Trace(Trace { states: vec![state], steps: Vec::new() }));
        }
        self.add_frame();
        loop {
            while let Some(state) = self.bad_state()? {
                let cube = self.lifter.lift_bad(&state)?;
                let cube = with_predicates(self.features, &cube, &state);
                if let Some(trace) = self.block(cube)? {
                    return Ok(Found::Trace(trace));
                }
            }
            if self.top() >= self.limits.frames {
                return Err(Unknown::Frames(self.top()));
            }
            self.add_frame();
            if let Some(level) = self.propagate()? {
                return Ok(Found::Invariant(self.lemmas.drain(level + 1..).flatten().collect()));
            }
        }
    }

    pub(super) fn top(&self) -> usize {
        self.frames.len() - 1
    }

    fn add_frame(&mut self) {
        self.frames.push(Frame::new(self.circuit, self.features, self.limits));
        self.lemmas.push(Vec::new());
    }

    fn bad_state(&mut self) -> Result<Option<Cube>, Unknown> {
        let top = self.top();
        self.frames[top].bad_state()
    }

    /// Excludes a cube of bad states from the last frame, or finds a run to it.
    fn block(&mut self, bad: Cube) -> Result<Option<Trace>, Unknown> {
        let mut obligations = vec![Obligation { cube: bad, then: None }];
        let mut queue = BinaryHeap::from([Reverse((self.top(), 0))]);
        while let Some(Reverse((level, number))) = queue.pop() {
            if self.limits.interrupted() {
                return Err(Unknown::Interrupted);
            }
            match self.discharge(&obligations[number].cube, level)? {
                Discharge::Until(level) if level < self.top() => queue.push(Reverse((level + 1, number))),
                Discharge::Until(_) => {}
                Discharge::First(cube, step) => {
                    obligations.push(Obligation { cube, then: Some((number, step)) });
                    let newest = obligations.len() - 1;
                    if let Some(state) = self.initial.state_in(self.circuit, &obligations[newest].cube)? {
                        return Ok(Some(self.trace(state, &obligations)));
                    }
                    queue.extend([Reverse((level - 1, newest)), Reverse((level, number))]);
                }
            }
        }
        Ok(None)
    }

    fn discharge(&mut self, cube: &Cube, level: usize) -> Result<Discharge, Unknown> {
        if let Some(level) = self.excluded_until(cube, level) {
            return Ok(Discharge::Until(level));
        }
        match self.enter(level - 1, cube)? {
            Entry::From(witness) => Ok(Discharge::First(self.lift(&witness, cube)?, witness.step)),
            Entry::Blocked(core) => {
                let core = self.initial.separate(core, cube)?;
                Ok(Discharge::Until(self.learn(core, level, GENERALISATION_DEPTH)?))
            }
        }
    }

    /// The highest level from which a single clause excludes the cube.
    fn excluded_until(&self, cube: &Cube, level: usize) -> Option<usize> {
        (level..=self.top()).rev().find(|&level| self.lemmas[level].iter().any(|lemma| contains(lemma, cube)))
    }

    /// Generalises a cube that can't be entered from below the level, excludes it as far up as possible, and says how
    /// far.
    pub(super) fn learn(&mut self, cube: Cube, level: usize, depth: usize) -> Result<usize, Unknown> {
        let mut cube = self.generalise(cube, level, depth)?;
        let mut level = level;
        while level < self.top() {
            let Entry::Blocked(core) = self.enter(level, &cube)? else { break };
            cube = self.initial.separate(core, &cube)?;
            level += 1;
        }
        self.exclude(cube, level);
        Ok(level)
    }

    /// Excludes a cube from frames 1 to `level`.
    fn exclude(&mut self, cube: Cube, level: usize) {
        for below in 1..=level {
            self.lemmas[below].retain(|lemma| !contains(&cube, lemma));
            self.frames[below].exclude(&cube);
        }
        self.lemmas[level].push(cube);
    }

    /// Whether the cube can be entered from the frame's states outside of it.
    pub(super) fn enter(&mut self, frame: usize, cube: &[Literal]) -> Result<Entry, Unknown> {
        if self.frames[frame].is_worn_out() {
            self.replace_frame(frame);
        }
        self.frames[frame].enter(self.circuit, cube)
    }

    fn replace_frame(&mut self, frame: usize) {
        let mut fresh = Frame::new(self.circuit, self.features, self.limits);
        if frame == 0 {
            fresh.demand_initial(self.circuit);
        } else {
            self.lemmas[frame..].iter().flatten().for_each(|cube| fresh.exclude(cube));
        }
        self.frames[frame] = fresh;
    }

    pub(super) fn lift(&mut self, witness: &Witness, target: &[Literal]) -> Result<Cube, Unknown> {
        if self.lifter.is_worn_out() {
            self.lifter = Lifter::new(self.circuit, self.features, self.limits);
        }
        let cube = self.lifter.lift(witness, target)?;
        Ok(with_predicates(self.features, &cube, &witness.cube))
    }

    /// Pushes clauses on to the next frames. The level that runs empty, if one does.
    fn propagate(&mut self) -> Result<Option<usize>, Unknown> {
        for level in 1..self.top() {
            for cube in self.lemmas[level].clone() {
                // What was pushed before may have made this one superfluous.
                if !self.lemmas[level].contains(&cube) {
                    continue;
                }
                if let Entry::Blocked(core) = self.frames[level].enter_from_anywhere(self.circuit, &cube)? {
                    let core = self.initial.separate(core, &cube)?;
                    self.push(core, &cube, level);
                }
            }
            if self.lemmas[level].is_empty() {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    fn push(&mut self, core: Cube, cube: &Cube, level: usize) {
        if core != *cube {
            return self.exclude(core, level + 1);
        }
        for below in [level, level + 1] {
            self.lemmas[below].retain(|lemma| !contains(&core, lemma));
        }
        self.frames[level + 1].exclude(&core);
        self.lemmas[level + 1].push(core);
    }

    /// The run from an initial state through the obligations, beginning with the last.
    fn trace(&self, state: Vec<u64>, obligations: &[Obligation]) -> Trace {
        let mut steps = Vec::new();
        let mut here = obligations.last();
        while let Some((number, step)) = here.and_then(|obligation| obligation.then.as_ref()) {
            steps.push(step.clone());
            here = obligations.get(*number);
        }
        simulate(self.pool, self.system, state, steps).expect("every state of a lifted cube can take the step")
    }
}

/// What became of an obligation.
enum Discharge {
    /// Its cube is excluded up to a level.
    Until(usize),
    /// Its cube is entered by a step from another one, which must be excluded first.
    First(Cube, TakenStep),
}
