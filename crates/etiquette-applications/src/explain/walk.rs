//! The walk: as much of the word as the interface accepts and the component can do, and what is wrong with the call
//! after that.

use etiquette_automata::StateId;

use super::along::{guard, places};
use super::repair::repair;
use super::word::{Event as WordEvent, Meaning, Word};
use super::{Explainer, Explanation, Failure, Problem, Standing, Step};
use crate::arena::{Arena, Found, Goal};
use crate::concrete::{ConcreteWord, Ending, Seen};
use crate::place::Place;
use crate::tied::View;
use crate::unfold::{Steps, Unfolded, unfold};
use crate::verify::{failure_after, is_doubtful};
use etiquette_component::{Component, GuardedCall};
use etiquette_logic::{Substitution, Symbol, Term};

pub(super) fn explain(explainer: &mut Explainer, word: &Word) -> Result<Explanation, Problem> {
    let walked = longest(explainer, word)?;
    let places = places(explainer, &walked)?;
    let mut steps: Vec<Step> = Vec::new();
    for (event, (place, written)) in walked.iter().zip(places.iter().zip(&word.events)) {
        steps.push(Step {
            written: event.written(&explainer.arena.component),
            given: written.text.is_some(),
            returned: event.result.is_some(),
            state: explainer.name(place.state),
            registers: explainer.registers(place),
            guard: guard(explainer, place, event).filter(|_| !place.registers.is_empty()),
            standing: Standing::Legal,
        });
    }
    let last = &places[walked.len()];
    let is_legal = walked.len() == word.events.len();
    if !is_legal {
        steps.push(wrong_step(explainer, word, &walked, last)?.0);
    }
    let (repair, no_repair) = if is_legal { (None, None) } else { repair(explainer, word, &walked) };
    Ok(Explanation {
        steps,
        allowed: explainer.allowed(last),
        state: explainer.name(last.state),
        registers: explainer.registers(last),
        repair,
        no_repair,
    })
}

pub(super) fn failure_at_end(explainer: &mut Explainer, word: &Word) -> Result<Option<Failure>, Problem> {
    let walked = longest(explainer, word)?;
    if walked.len() + 1 != word.events.len() {
        return Ok(None);
    }
    let places = places(explainer, &walked)?;
    match wrong_step(explainer, word, &walked, &places[walked.len()])? {
        (_, Some(why)) => Err(Problem::Unknown(why)),
        (Step { standing: Standing::Forbidden { failure, .. }, .. }, None) => Ok(failure),
        _ => Ok(None),
    }
}

/// The beginning of the word that is walked: up to the first call that some outcomes before it make illegal, if there
/// are such outcomes; otherwise as far as it is accepted and can happen.
fn longest(explainer: &mut Explainer, word: &Word) -> Result<Vec<Seen>, Problem> {
    let Explainer { arena, tied, .. } = explainer;
    let view = tied.over(&word.classes, 0).map_err(|misfit| Problem::Unknown(misfit.to_string()))?;
    let walk = Walk { word, view };
    let unfolded = unfold(&arena.component, &word.classes, &walk);
    let unfolded = unfolded.map_err(|problem| Problem::Unknown(problem.to_string()))?;
    for length in 0..word.events.len() {
        let ends = walk.ends(&mut arena.component, &unfolded, length)?;
        if !ends.is_empty()
            && let Some(found) = reached(arena, word, &unfolded, Goal::Where(&ends))?
        {
            return Ok(found);
        }
    }
    let furthest = unfolded.states.iter().map(|(position, _)| *position).max().unwrap_or(0);
    for length in (1..=furthest).rev() {
        let goal = unfolded.states_with(|(position, _)| *position == length);
        if let Some(found) = reached(arena, word, &unfolded, Goal::States(&goal))? {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

fn reached(
    arena: &mut Arena,
    word: &Word,
    unfolded: &Unfolded<(usize, StateId)>,
    goal: Goal<'_>,
) -> Result<Option<Vec<Seen>>, Problem> {
    match arena.search(&word.classes, unfolded, goal) {
        Found::By(found) => Ok(Some(found.events)),
        Found::Never => Ok(None),
        Found::Unknown(why) => Err(Problem::Unknown(why)),
    }
}

/// The call at which the walk ends, and why it is not known whether it fails, if it is not.
fn wrong_step(
    explainer: &mut Explainer,
    word: &Word,
    walked: &[Seen],
    place: &Place,
) -> Result<(Step, Option<String>), Problem> {
    let event = &word.events[walked.len()];
    let (is_allowed, guard) = standing_of(explainer, word, walked.len(), place)?;
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
    let step = Step {
        written: event.text.clone().unwrap_or_else(|| "a constructor".into()),
        given: event.text.is_some(),
        returned: false,
        state: explainer.name(place.state),
        registers: explainer.registers(place),
        guard,
        standing,
    };
    Ok((step, unknown))
}

/// Whether the call at a position is allowed where the walk ended, with some of the arguments that it may have; and if
/// not, the guard that holds there instead, where registers decide.
fn standing_of(
    explainer: &mut Explainer,
    word: &Word,
    position: usize,
    place: &Place,
) -> Result<(bool, Option<String>), Problem> {
    let Explainer { arena, tied, .. } = explainer;
    let view = tied.over(&word.classes, 0).map_err(|misfit| Problem::Unknown(misfit.to_string()))?;
    let outcomes = |class: usize| arena.component.methods[word.classes.list()[class].method].outcomes.len();
    let meant = |class: &usize| (0..outcomes(*class)).any(|outcome| word.means(position, *class, outcome));
    let meant: Vec<usize> = (0..word.classes.list().len()).filter(meant).collect();
    let mut guards = Vec::new();
    for &class in &meant {
        if !place.admits(&mut arena.component, word.classes.list()[class]) {
            continue;
        }
        if view.step(&place.state, class).is_some() {
            return Ok((true, None));
        }
        let guard = view.call(class).map(|call| &tied.interface().alphabet().call(call).guard);
        guards.extend(guard.filter(|guard| !guard.is_always()).map(ToString::to_string));
    }
    guards.dedup();
    let is_decisive = guards.len() == 1 && meant.iter().any(|&class| view.step(&place.state, class).is_some());
    Ok((false, guards.pop().filter(|_| is_decisive && !place.registers.is_empty())))
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
    /// Where the walk ends: states in which the call at a position is forbidden, whatever its arguments are as far as
    /// they are open, with the condition on registers under which it is.
    fn ends(
        &self,
        component: &mut Component,
        unfolded: &Unfolded<(usize, StateId)>,
        position: usize,
    ) -> Result<Vec<(StateId, Term)>, Problem> {
        let meanings = self.meanings(position);
        let mut ends = Vec::new();
        for end in unfolded.states_with(|(at, _)| *at == position) {
            let (_, state) = &unfolded.states[end.index()];
            let allowed = |(class, _): &&(usize, &Meaning)| self.view.step(state, *class).is_some();
            let allowed: Vec<&(usize, &Meaning)> = meanings.iter().filter(allowed).collect();
            if allowed.is_empty() {
                ends.push((end, component.terms.bool(true)));
            } else if !unfolded.registers.variables.is_empty() && self.outcomes_are_open(component, position) {
                ends.push((end, self.none_holds(component, unfolded, &allowed)?));
            }
        }
        Ok(ends)
    }

    /// The classes that are meant at a position, each with the meaning that it is of.
    fn meanings(&self, position: usize) -> Vec<(usize, &Meaning)> {
        let event = &self.word.events[position];
        let classes = 0..self.word.classes.list().len();
        let of_class = |class: usize| {
            let of = |(index, _): &(usize, &Meaning)| {
                self.word.classes.is_within(class, self.word.first + event.first + index)
            };
            event.meanings.iter().enumerate().find(of).map(|(_, meaning)| (class, meaning))
        };
        classes.filter_map(of_class).collect()
    }

    /// Whether outcomes before a position are left open, or what registers are set to: otherwise arguments are chosen so
    /// that the walk goes on.
    fn outcomes_are_open(&self, component: &Component, position: usize) -> bool {
        let returns = |meaning: &Meaning| component.methods[meaning.calls.method].result.is_some();
        let is_open = |event: &WordEvent| {
            event
                .meanings
                .iter()
                .any(|meaning| meaning.outcomes.len() > 1 || (meaning.result.is_none() && returns(meaning)))
        };
        self.word.events[..position].iter().any(is_open)
    }

    /// That registers are such that no call of these classes can be made.
    fn none_holds(
        &self,
        component: &mut Component,
        unfolded: &Unfolded<(usize, StateId)>,
        allowed: &[&(usize, &Meaning)],
    ) -> Result<Term, Problem> {
        let mut holds = component.terms.bool(false);
        for (class, meaning) in allowed {
            let calls = self.word.classes.list()[*class];
            let mut given = values_of(component, calls.method, &meaning.arguments);
            let guard = given.apply(&mut component.terms, calls.guard);
            let is_register = |symbol| unfolded.registers.variables.iter().any(|(register, _)| *register == symbol);
            if !component.terms.symbols_of(guard).into_iter().all(is_register) {
                let method = &component.methods[calls.method].name;
                let why = format!("it depends on outcomes that are left out which arguments of `{method}` are legal");
                return Err(Problem::Unknown(why));
            }
            holds = component.terms.or(holds, guard);
        }
        Ok(component.terms.not(holds))
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

    fn returned(&self, (position, _): &Self::State, class: usize, _: usize) -> Option<u64> {
        self.word.result(*position, class)
    }

    fn registers(&self) -> Vec<(Symbol, u64)> {
        self.view.registers()
    }

    fn updates(&self, (_, state): &Self::State, class: usize, outcome: usize) -> Vec<(Symbol, Term)> {
        self.view.updates(state, class, outcome)
    }
}

/// Arguments that were written, in the place of parameters.
fn values_of(component: &mut Component, method: usize, arguments: &[Option<u64>]) -> Substitution {
    let parameters = component.methods[method].parameters.clone();
    let given = parameters.iter().zip(arguments).filter_map(|(parameter, value)| {
        let value = component.terms.constant(component.sort(parameter.ty), (*value)?);
        Some((parameter.symbol, value))
    });
    given.collect()
}
