//! Whether a single word with argument values is legal: no run of the component along it fails.
//!
//! A word is an automaton without branches, so this is safety once more. Runs that show other outcomes on the way are
//! not meant.

use crate::arena::{Arena, Found, Goal};
use crate::classes::{Classes, TooManyClasses, only};
use crate::unfold::{Steps, unfold};
use etiquette_component::{Event, GuardedCall};

/// Whether the word is legal: `Never` fails. The outcome of the last call makes no difference.
pub fn is_legal(arena: &mut Arena, events: &[Event]) -> Found {
    failure_after(arena, events, &[])
}

/// Looks for a failure along a word, or of one more call of these kinds.
pub fn failure_after(arena: &mut Arena, events: &[Event], last: &[GuardedCall]) -> Found {
    let line = match Line::new(arena, events, last) {
        Ok(line) => line,
        Err(problem) => return Found::Unknown(problem.to_string()),
    };
    match unfold(&arena.component, &line.classes, &line) {
        Ok(unfolded) => arena.search(&line.classes, &unfolded.interface, Goal::Failure),
        Err(problem) => Found::Unknown(problem.to_string()),
    }
}

/// The automaton of a single word, and of some calls after it.
struct Line<'a> {
    events: &'a [Event],
    /// The first conditions are those of the events, the others those of the calls after them.
    classes: Classes,
    last: usize,
    /// The number of outcomes of each method.
    outcomes: Vec<usize>,
}

impl<'a> Line<'a> {
    fn new(arena: &mut Arena, events: &'a [Event], last: &[GuardedCall]) -> Result<Self, TooManyClasses> {
        let component = &mut arena.component;
        let conditions = events.iter().map(|event| only(component, &event.letter));
        let conditions: Vec<GuardedCall> = conditions.collect();
        let all: Vec<GuardedCall> = conditions.into_iter().chain(last.iter().copied()).collect();
        let classes = Classes::of(component, &all)?;
        let outcomes = component.methods.iter().map(|method| method.outcomes.len()).collect();
        Ok(Line { events, classes, last: last.len(), outcomes })
    }
}

impl Steps for Line<'_> {
    type State = usize;

    fn start(&self) -> usize {
        0
    }

    fn step(&self, &state: &usize, class: usize) -> Option<Vec<Option<usize>>> {
        let outcomes = self.outcomes[self.classes.list()[class].method];
        match self.events.get(state) {
            Some(event) if self.classes.is_within(class, state) => {
                Some((0..outcomes).map(|outcome| (outcome == event.outcome).then_some(state + 1)).collect())
            }
            Some(_) => None,
            None => {
                let mut after = self.events.len()..self.events.len() + self.last;
                after.any(|condition| self.classes.is_within(class, condition)).then(|| vec![None; outcomes])
            }
        }
    }
}
