//! Repairs: a shortest word that is legal, can happen, and has the calls of the given word in their order.
//!
//! Whether a word has another one in it is decided greedily: each call that can be the next one that is wanted is it.
//! So the search is one for a state of an automaton, the interface with a count beside it.

use etiquette_automata::StateId;
use etiquette_logic::{Symbol, Term};

use super::Explainer;
use super::along::class_of;
use super::word::Word;
use crate::arena::{Found, Goal, Patience};
use crate::concrete::Seen;
use crate::tied::View;
use crate::unfold::{Steps, unfold};

/// An event of a repaired word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepairedEvent {
    /// The event with argument values.
    pub written: String,
    /// Whether it was inserted.
    pub inserted: bool,
}

/// The repair, or why there is none.
pub(super) fn repair(
    explainer: &mut Explainer,
    word: &Word,
    walked: &[Seen],
) -> (Option<Vec<RepairedEvent>>, Option<String>) {
    let found = match search(explainer, word, walked) {
        Ok(found) => found,
        Err(why) => return (None, Some(why)),
    };
    match found {
        Found::By(found) => (Some(marked(explainer, word, walked, &found.events)), None),
        // What was returned may come later in a repair, which is not looked for.
        Found::Never if walked.iter().any(|event| event.result.is_some()) => {
            (None, Some("No repair was found in which calls return what they did.".into()))
        }
        Found::Never => (None, Some("No calls can be inserted that make it legal.".into())),
        Found::Unknown(why) => (None, Some(format!("No repair was found: {why}."))),
    }
}

fn search(explainer: &mut Explainer, word: &Word, walked: &[Seen]) -> Result<Found, String> {
    let view = explainer.tied.over(&word.classes, 0);
    let view = view.map_err(|_| "No repair was looked for: the interface does not fit.".to_owned())?;
    let unfolded = unfold(&explainer.arena.component, &word.classes, &Inserting { word, walked, view });
    let unfolded = unfolded.map_err(|problem| format!("No repair was looked for: {problem}."))?;
    let goal = unfolded.states_with(|(position, _)| *position == word.events.len());
    if goal.is_empty() {
        return Ok(Found::Never);
    }
    // With registers, words may be longer than anybody would repair them.
    Ok(match unfolded.registers.variables.is_empty() {
        true => explainer.arena.search(&word.classes, &unfolded, Goal::States(&goal)),
        false => explainer.arena.search_with(Patience::Brief, &word.classes, &unfolded, Goal::States(&goal)),
    })
}

fn marked(explainer: &Explainer, word: &Word, walked: &[Seen], events: &[Seen]) -> Vec<RepairedEvent> {
    let mut place = explainer.tied.start();
    let mut position = 0;
    let mark = |event: &Seen| {
        let class = class_of(explainer, word, &place, event);
        if let Some(next) = explainer.tied.after(&explainer.arena.component, &place, event) {
            place = next;
        }
        let wanted = class.is_some_and(|class| is_next(word, walked, position, class, event.outcome));
        let is_named = wanted && word.events[position].text.is_some();
        position += usize::from(wanted);
        // A constructor that goes without saying is not a repair.
        let inserted = !wanted || (!is_named && position > 1);
        RepairedEvent { written: event.written(&explainer.arena.component), inserted }
    };
    events.iter().map(mark).collect()
}

/// Whether an event is the next one that is wanted. What was seen on the walk stays as it was: a repair does not change
/// outcomes.
fn is_next(word: &Word, walked: &[Seen], position: usize, class: usize, outcome: usize) -> bool {
    let method = word.classes.list()[class].method;
    let as_seen = walked.get(position).is_none_or(|event| (event.letter.method, event.outcome) == (method, outcome));
    as_seen && word.means(position, class, outcome)
}

/// The interface, and how many calls of the word have been made.
struct Inserting<'a> {
    word: &'a Word,
    walked: &'a [Seen],
    view: View<'a>,
}

impl Steps for Inserting<'_> {
    type State = (usize, StateId);

    fn start(&self) -> Self::State {
        (0, self.view.start())
    }

    fn step(&self, (position, state): &Self::State, class: usize) -> Option<Vec<Option<Self::State>>> {
        let next = self.view.step(state, class)?;
        let counted = |(outcome, next): (usize, Option<StateId>)| {
            let made = usize::from(is_next(self.word, self.walked, *position, class, outcome));
            next.map(|next| (position + made, next))
        };
        Some(next.into_iter().enumerate().map(counted).collect())
    }

    fn returned(&self, (position, _): &Self::State, class: usize, outcome: usize) -> Option<u64> {
        let wanted = is_next(self.word, self.walked, *position, class, outcome);
        let result =
            || self.walked.get(*position).map_or_else(|| self.word.result(*position, class), |seen| seen.result);
        if wanted { result() } else { None }
    }

    fn registers(&self) -> Vec<(Symbol, u64)> {
        self.view.registers()
    }

    fn updates(&self, (_, state): &Self::State, class: usize, outcome: usize) -> Vec<(Symbol, Term)> {
        self.view.updates(state, class, outcome)
    }
}
