//! Whether a single word with argument values is legal: no run of the component along it fails.
//!
//! A word is an automaton without branches, so this is safety once more. Runs that show other outcomes on the way, or
//! return other numbers where these are known, are not meant.

use crate::arena::{Arena, Found, Goal};
use crate::classes::{Classes, TooManyClasses, only};
use crate::concrete::Seen;
use crate::unfold::{Steps, unfold};
use etiquette_component::{GuardedCall, Letter};

/// Whether the word is legal: `Never` fails. The outcome of the last call makes no difference.
pub fn is_legal(arena: &mut Arena, events: &[Seen]) -> Found {
    failure_after(arena, events, &[])
}

/// Looks for a failure along a word, or of one more call of these kinds.
pub fn failure_after(arena: &mut Arena, events: &[Seen], last: &[GuardedCall]) -> Found {
    along(arena, events, last, None)
}

/// Whether it depends on what the model leaves open that a call fails after a word. Where the component makes choices
/// of its own, too, it counts as depending if the call can return at all.
pub fn depends_on_the_model(arena: &mut Arena, events: &[Seen], last: &Letter) -> bool {
    if !arena.component.has_gaps() {
        return false;
    }
    let last = only(&mut arena.component, last);
    along(arena, events, &[last], Some(events.len() + 1)) != Found::Never
}

/// Looks for a failure along a word and one more call of these kinds, or else for a run that returns from so many calls.
fn along(arena: &mut Arena, events: &[Seen], last: &[GuardedCall], returned: Option<usize>) -> Found {
    let line = match Line::new(arena, events, last) {
        Ok(line) => line,
        Err(problem) => return Found::Unknown(problem.to_string()),
    };
    let unfolded = match unfold(&arena.component, &line.classes, &line) {
        Ok(unfolded) => unfolded,
        Err(problem) => return Found::Unknown(problem.to_string()),
    };
    let ends = returned.map(|count| unfolded.states_with(|state| *state == count));
    let goal = ends.as_deref().map_or(Goal::Failure, Goal::States);
    arena.search(&line.classes, &unfolded, goal)
}

/// The automaton of a single word, and of some calls after it.
struct Line<'a> {
    events: &'a [Seen],
    /// The first conditions are those of the events, the others those of the calls after them.
    classes: Classes,
    last: usize,
    /// The number of outcomes of each method.
    outcomes: Vec<usize>,
}

impl<'a> Line<'a> {
    fn new(arena: &mut Arena, events: &'a [Seen], last: &[GuardedCall]) -> Result<Self, TooManyClasses> {
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

    fn returned(&self, &state: &usize, _class: usize, _outcome: usize) -> Option<u64> {
        self.events.get(state)?.result
    }

    fn step(&self, &state: &usize, class: usize) -> Option<Vec<Option<usize>>> {
        let outcomes = self.outcomes[self.classes.list()[class].method];
        match self.events.get(state) {
            Some(event) if self.classes.is_within(class, state) => {
                Some((0..outcomes).map(|outcome| (outcome == event.outcome).then_some(state + 1)).collect())
            }
            Some(_) => None,
            None if state > self.events.len() => None,
            None => {
                let mut after = self.events.len()..self.events.len() + self.last;
                after.any(|condition| self.classes.is_within(class, condition)).then(|| vec![Some(state + 1); outcomes])
            }
        }
    }
}
