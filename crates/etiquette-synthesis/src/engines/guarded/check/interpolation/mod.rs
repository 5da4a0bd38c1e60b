//! Bounded exploration that remembers safe states (Algorithm 2): what was explored without an error is generalised by
//! an interpolant, and states in it are not explored again as long as no more calls remain.
//!
//! The depth grows call by call, and what is safe for more calls is safe for fewer. Beyond the paper: after each depth,
//! those of the remembered states from which nothing leads out of them are safe for ever. Once the initial states are
//! among them, everything is proved.

pub(crate) mod cache;
pub(crate) mod closed;
pub(crate) mod generalise;
pub(crate) mod words;

use std::collections::BTreeMap;
use std::rc::Rc;

use etiquette_checking::Trace;
use etiquette_logic::Term;
use rustc_hash::FxHashMap;

use crate::engines::guarded::check::explore::{Explorer, Key, Reached, Taken};
use crate::engines::guarded::check::interpolation::cache::{Safe, StepHere};
use crate::engines::guarded::check::{Checker, Found, Question};
use etiquette_outcome::{Run, StopReason};

/// The checker.
pub(crate) struct Interpolation;

impl Checker for Interpolation {
    fn check(&self, question: Question<'_>, run: &mut Run) -> Found {
        let depth = question.depth.unwrap_or(u64::MAX);
        let mut state = State::new(question, run);
        for calls in 1..=depth {
            run.report("explore", calls, "calls");
            match state.explore(calls, run) {
                Ok(None) => {}
                Ok(Some(trace)) => return Found::Difference(trace),
                Err(stop) => return Found::UpTo(calls - 1, stop),
            }
            match state.invariant(run) {
                Ok(None) => {}
                Ok(Some(invariant)) => return Found::Proved(Some(vec![invariant])),
                Err(stop) => return Found::UpTo(calls, stop),
            }
        }
        Found::UpTo(depth, StopReason::DepthLimit)
    }
}

struct State<'a> {
    explorer: Explorer<'a>,
    /// For each place the states that are known to be safe.
    safe: BTreeMap<Key, Vec<Safe>>,
    /// The conditions on which steps depend: the first words for interpolants.
    tested: Vec<Term>,
    /// What they compare with their inputs.
    compared: Vec<Term>,
    /// What the steps of each place are, for places that were looked at.
    steps: FxHashMap<Key, Rc<Vec<StepHere>>>,
    /// Whether the last depth led to states that are nowhere among those that are remembered.
    is_growing: bool,
}

/// A set that is being explored.
struct Frame {
    set: usize,
    /// How many calls are to be made from it.
    calls: u64,
    next_step: usize,
}

impl<'a> State<'a> {
    fn new(question: Question<'a>, run: &Run) -> Self {
        let explorer = Explorer::new(question, run);
        let (tested, compared) = (words::tested(&explorer), words::compared(&explorer));
        State { explorer, safe: BTreeMap::new(), tested, compared, steps: FxHashMap::default(), is_growing: false }
    }

    /// Explores all words of so many calls, depth first.
    fn explore(&mut self, calls: u64, run: &mut Run) -> Result<Option<Trace>, StopReason> {
        let kept = self.explorer.kept.len();
        self.is_growing = false;
        let mut frames = Vec::new();
        if !self.is_safe(0, calls, run)? {
            frames.push(Frame { set: 0, calls, next_step: 0 });
        }
        while let Some(frame) = frames.last_mut() {
            if frame.next_step == self.explorer.step_count() {
                let Frame { set, calls, .. } = *frame;
                frames.pop();
                self.remember(set, calls, run)?;
                continue;
            }
            let (set, calls, step) = (frame.set, frame.calls, frame.next_step);
            frame.next_step += 1;
            match self.explorer.take(set, step, run)? {
                Taken::Impossible => {}
                Taken::Wrong(trace) => return Ok(Some(trace)),
                Taken::To(reached) => {
                    let calls = calls - self.begun(set);
                    frames.extend(self.frame(reached, calls, run)?);
                }
            }
        }
        self.explorer.kept.truncate(kept);
        Ok(None)
    }

    /// How many calls a step from the set begins.
    fn begun(&self, set: usize) -> u64 {
        u64::from(self.explorer.is_between_calls(&self.explorer.kept[set].set.values))
    }

    fn frame(&mut self, reached: Reached, calls: u64, run: &mut Run) -> Result<Option<Frame>, StopReason> {
        if calls == 0 && self.explorer.is_between_calls(&reached.set.values) {
            return Ok(None);
        }
        let set = self.explorer.keep(reached);
        if self.is_safe(set, calls, run)? {
            return Ok(None);
        }
        self.is_growing = self.is_growing || !self.is_safe(set, 0, run)?;
        Ok(Some(Frame { set, calls, next_step: 0 }))
    }
}
