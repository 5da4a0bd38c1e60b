//! Symbolic search (Algorithm 3): follows only what is not among the states that were reached before, until there is
//! nothing new.
//!
//! It goes breadth first, so that a difference that is found takes the fewest steps. Where it ends without one, the
//! reached states are an invariant.

use std::collections::{BTreeMap, VecDeque};

use etiquette_logic::Term;

use crate::engines::guarded::check::entailment::Union;
use crate::engines::guarded::check::explore::{Explorer, Key, Taken};
use crate::engines::guarded::check::{Checker, Found, Question};
use etiquette_outcome::{Run, StopReason};

/// The checker.
pub(crate) struct Search;

impl Checker for Search {
    fn check(&self, question: Question<'_>, run: &mut Run) -> Found {
        let depth = question.depth.unwrap_or(u64::MAX);
        let mut state = State { explorer: Explorer::new(question, run), reached: BTreeMap::new(), calls: 0 };
        match state.search(depth, run) {
            Ok(found) => found,
            Err(stop) => Found::UpTo(state.calls, stop),
        }
    }
}

struct State<'a> {
    explorer: Explorer<'a>,
    reached: BTreeMap<Key, Union>,
    /// All words of so many calls were looked at.
    calls: u64,
}

impl State<'_> {
    fn search(&mut self, depth: u64, run: &mut Run) -> Result<Found, StopReason> {
        let mut queue = VecDeque::from([0]);
        self.is_new(0, run)?;
        while let Some(from) = queue.pop_front() {
            let calls = self.explorer.kept[from].calls;
            let is_between = self.explorer.is_between_calls(&self.explorer.kept[from].set.values);
            if is_between && calls > self.calls {
                self.calls = calls;
                run.report("search", calls, "calls");
            }
            if is_between && calls >= depth {
                return Ok(Found::UpTo(depth, StopReason::DepthLimit));
            }
            for step in 0..self.explorer.step_count() {
                match self.explorer.take(from, step, run)? {
                    Taken::Impossible => {}
                    Taken::Wrong(trace) => return Ok(Found::Difference(trace)),
                    Taken::To(reached) => {
                        let kept = self.explorer.keep(reached);
                        if self.is_new(kept, run)? {
                            queue_by_calls(&mut queue, &self.explorer, kept);
                        } else {
                            self.explorer.kept.pop();
                        }
                    }
                }
            }
        }
        // What was found is proved, whether there is time left to write it down or not.
        let invariant = self.invariant(run).unwrap_or_default();
        Ok(Found::Proved(invariant.map(|invariant| vec![invariant])))
    }

    fn is_new(&mut self, kept: usize, run: &mut Run) -> Result<bool, StopReason> {
        let set = self.explorer.kept[kept].set.clone();
        let union = self.reached.entry(self.explorer.key(&set.values)).or_default();
        union.add(&mut self.explorer, &set, run)
    }

    /// What was reached, as one condition on the product's variables.
    fn invariant(&mut self, run: &mut Run) -> Result<Option<Term>, StopReason> {
        let mut parts = Vec::new();
        for (key, union) in &mut self.reached {
            let Some(formula) = union.formula(&mut self.explorer, run)? else { return Ok(None) };
            parts.push(self.explorer.in_place(key, formula));
        }
        Ok(Some(self.explorer.component.terms.any(parts)))
    }
}

/// What is inside of a call comes before all that takes one more call.
fn queue_by_calls(queue: &mut VecDeque<usize>, explorer: &Explorer<'_>, kept: usize) {
    match explorer.is_between_calls(&explorer.kept[kept].set.values) {
        true => queue.push_back(kept),
        false => queue.push_front(kept),
    }
}
