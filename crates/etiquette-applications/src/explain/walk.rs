//! The walk: as much of the word as the interface accepts and the component can do, and what is wrong with the call
//! after that.

use etiquette_automata::StateId;

use super::repair::repair;
use super::word::Word;
use super::{Explainer, Explanation, Failure, Problem, Standing, Step};
use crate::arena::{Found, Goal};
use crate::concrete::{ConcreteWord, Ending};
use crate::tied::View;
use crate::unfold::{Steps, unfold};
use crate::verify::{failure_after, is_doubtful};
use etiquette_component::{Event, GuardedCall};

pub(super) fn explain(explainer: &mut Explainer, word: &Word) -> Result<Explanation, Problem> {
    let walked = longest(explainer, word)?;
    let states = states_along(explainer, word, &walked)?;
    let mut steps: Vec<Step> = Vec::new();
    for (position, event) in walked.iter().enumerate() {
        steps.push(Step {
            written: explainer.arena.component.written_event(event),
            given: word.events[position].text.is_some(),
            state: explainer.name(states[position]),
            standing: Standing::Legal,
        });
    }
    let last = states[walked.len()];
    if walked.len() < word.events.len() {
        steps.push(wrong_step(explainer, word, &walked, last)?.0);
    }
    let (repair, no_repair) = match walked.len() < word.events.len() {
        true => repair(explainer, word, &walked),
        false => (None, None),
    };
    Ok(Explanation { steps, allowed: explainer.allowed(last), state: explainer.name(last), repair, no_repair })
}

pub(super) fn failure_at_end(explainer: &mut Explainer, word: &Word) -> Result<Option<Failure>, Problem> {
    let walked = longest(explainer, word)?;
    if walked.len() + 1 != word.events.len() {
        return Ok(None);
    }
    let last = states_along(explainer, word, &walked)?[walked.len()];
    match wrong_step(explainer, word, &walked, last)? {
        (_, Some(why)) => Err(Problem::Unknown(why)),
        (Step { standing: Standing::Forbidden { failure, .. }, .. }, None) => Ok(failure),
        _ => Ok(None),
    }
}

/// The beginning of the word that is walked: up to the first call that some outcomes before it make illegal, if there
/// are such outcomes; otherwise as far as it is accepted and can happen.
fn longest(explainer: &mut Explainer, word: &Word) -> Result<Vec<Event>, Problem> {
    let walk = Walk { word, view: view(explainer, word)? };
    let unfolded = unfold(&explainer.arena.component, &word.classes, &walk);
    let unfolded = unfolded.map_err(|problem| Problem::Unknown(problem.to_string()))?;
    let ends = |length: usize| unfolded.states_with(|(at, state)| *at == length && walk.ends_in(length, state));
    let endings: Vec<Vec<StateId>> = (0..word.events.len()).map(ends).filter(|goal| !goal.is_empty()).collect();
    let furthest = unfolded.states.iter().map(|(position, _)| *position).max().unwrap_or(0);
    let reached = |length: usize| unfolded.states_with(|(position, _)| *position == length);
    for goal in endings.into_iter().chain((1..=furthest).rev().map(reached)) {
        match explainer.arena.search(&word.classes, &unfolded.interface, Goal::States(&goal)) {
            Found::By(found) => return Ok(found.events),
            Found::Never => {}
            Found::Unknown(why) => return Err(Problem::Unknown(why)),
        }
    }
    Ok(Vec::new())
}

/// The interface over the classes of the word.
pub(super) fn view<'a>(explainer: &'a Explainer, word: &Word) -> Result<View<'a>, Problem> {
    explainer.tied.over(&word.classes, 0).map_err(|misfit| Problem::Unknown(misfit.to_string()))
}

/// The class that a call with argument values belongs to.
pub(super) fn class_of(explainer: &Explainer, word: &Word, event: &Event) -> Option<usize> {
    let component = &explainer.arena.component;
    word.classes.list().iter().position(|calls| calls.contains(component, &event.letter))
}

/// The states of the interface along the walk, one more than there are events.
fn states_along(explainer: &Explainer, word: &Word, walked: &[Event]) -> Result<Vec<StateId>, Problem> {
    let view = view(explainer, word)?;
    let mut states = vec![view.start()];
    for event in walked {
        let here = states[states.len() - 1];
        let next = class_of(explainer, word, event).and_then(|class| view.step(&here, class)?[event.outcome]);
        states.push(next.ok_or_else(|| Problem::Unknown("the walk leaves the interface".into()))?);
    }
    Ok(states)
}

/// The call at which the walk ends, and why it is not known whether it fails, if it is not.
fn wrong_step(
    explainer: &mut Explainer,
    word: &Word,
    walked: &[Event],
    state: StateId,
) -> Result<(Step, Option<String>), Problem> {
    let event = &word.events[walked.len()];
    let is_allowed = {
        let view = view(explainer, word)?;
        let outcomes =
            |class: usize| explainer.arena.component.methods[word.classes.list()[class].method].outcomes.len();
        let meant = |class: &usize| (0..outcomes(*class)).any(|outcome| word.means(walked.len(), *class, outcome));
        (0..word.classes.list().len()).filter(meant).any(|class| view.step(&state, class).is_some())
    };
    let kinds: Vec<GuardedCall> = event.meanings.iter().map(|meaning| meaning.calls).collect();
    let (failure, doubtful, unknown) = match failure_after(&mut explainer.arena, walked, &kinds) {
        Found::By(found) if !is_allowed => {
            let doubtful = is_doubtful(&mut explainer.arena, &found);
            (failure_of(explainer, &found), doubtful, None)
        }
        Found::Unknown(why) => (None, false, Some(why)),
        _ => (None, false, None),
    };
    let standing = if is_allowed { Standing::Impossible } else { Standing::Forbidden { failure, doubtful } };
    let written = event.text.clone().unwrap_or_else(|| "a constructor".into());
    Ok((Step { written, given: event.text.is_some(), state: explainer.name(state), standing }, unknown))
}

fn failure_of(explainer: &Explainer, word: &ConcreteWord) -> Option<Failure> {
    let Ending::Failed { error, .. } = word.ending else { return None };
    let component = &explainer.arena.component;
    let site = &component.errors[error];
    Some(Failure {
        word: word.written(component),
        error: site.name.clone(),
        message: site.message.clone(),
        at: site.place.as_ref().map(ToString::to_string),
    })
}

/// The interface along a word: how far one has come, and its state.
struct Walk<'a> {
    word: &'a Word,
    view: View<'a>,
}

impl Walk<'_> {
    /// Whether the call at a position is forbidden in a state, whatever its arguments are as far as they are open.
    fn ends_in(&self, position: usize, state: &StateId) -> bool {
        let Some(event) = self.word.events.get(position) else { return false };
        let conditions = || (0..event.meanings.len()).map(|index| self.word.first + event.first + index);
        let is_meant = |class: &usize| conditions().any(|condition| self.word.classes.is_within(*class, condition));
        let mut meant = (0..self.word.classes.list().len()).filter(is_meant);
        meant.all(|class| self.view.step(state, class).is_none())
    }
}

impl Steps for Walk<'_> {
    type State = (usize, StateId);

    fn start(&self) -> Self::State {
        (0, self.view.start())
    }

    fn step(&self, (position, state): &Self::State, class: usize) -> Option<Vec<Option<Self::State>>> {
        let next = self.view.step(state, class)?;
        let goes_on = |(outcome, next): (usize, Option<StateId>)| {
            let next = next.filter(|_| self.word.means(*position, class, outcome))?;
            Some((position + 1, next))
        };
        let next: Vec<_> = next.into_iter().enumerate().map(goes_on).collect();
        next.iter().any(Option::is_some).then_some(next)
    }
}
