//! Does an interface accept every legal word that can happen?
//!
//! First the strong property: nothing that the interface refuses ever returns. Then there is nothing to accept beyond
//! it. If something returns, by a word that is legal, the answer is no. If that word is not legal (hidden choices
//! decide whether its last call fails), the interface is compared with the one that an engine works out: a word on
//! which only that one goes on is legal, because it is safe; if there is none that can happen, and it is permissive, so
//! is this one.

use etiquette_automata::{EventId, Interface, StateId, Update};
use etiquette_component::GuardedCall;
use etiquette_logic::{Symbol, Term};
use etiquette_outcome::{Confidence, Outcome};

use super::{Answer, Counterexample, Question, is_legal};
use crate::arena::{Found, Goal, Patience};
use crate::classes::Classes;
use crate::concrete::Seen;
use crate::tied::{Tied, View};
use crate::unfold::{Steps, Unfolded, unfold};

impl Question<'_, '_> {
    /// Whether the interface accepts all that is legal. What takes long is tried last.
    pub(super) fn is_permissive(&mut self, interface: &Unfolded<StateId>) -> Answer {
        let is_decided = |answer: &Answer| !matches!(answer, Answer::Unknown(_));
        let soon = self.refusal(interface, Patience::Glance);
        let soon = soon.or_else(|| Some(self.compared(Patience::Glance)).filter(is_decided));
        let found = soon.or_else(|| self.refusal(interface, Patience::Long));
        found.unwrap_or_else(|| self.compared(Patience::Long))
    }

    /// The answer if nothing that the interface refuses ever returns, or something does that is legal.
    fn refusal(&mut self, interface: &Unfolded<StateId>, patience: Patience) -> Option<Answer> {
        match self.arena.search_with(patience, self.classes, interface, Goal::Refusal) {
            Found::Never => Some(Answer::Yes("nothing that it refuses ever returns".into())),
            Found::By(word) if is_legal(self.arena, &word.events) == Found::Never => {
                Some(Answer::No(Box::new(Counterexample::of(&self.arena.component, word))))
            }
            Found::By(_) | Found::Unknown(_) => None,
        }
    }

    /// The answer that follows from the interface that an engine works out.
    fn compared(&mut self, patience: Patience) -> Answer {
        if let Some(engine) = self.reference.shows_permissive(self.tied.interface(), self.run) {
            return Answer::Yes(format!("compared with the interface that `{engine}` proves"));
        }
        match self.reference.outcome(self.run).clone() {
            Ok(reference) => {
                let found = self.only_in_reference(&reference, patience);
                self.judged(&reference, found)
            }
            Err(why) => Answer::Unknown(why),
        }
    }

    /// What it means that a word that only the reference accepts was found, or that there is none.
    fn judged(&mut self, reference: &Outcome, found: Result<Found, String>) -> Answer {
        match found {
            Ok(Found::Never) if !sees_as_much(&reference.interface, self.tied.interface()) => {
                Answer::Unknown("the interface that it was compared with does not look at all that calls return".into())
            }
            Ok(Found::Never) if reference.is_proved() => {
                Answer::Yes(format!("compared with the interface that `{}` proves", reference.engine))
            }
            Ok(Found::Never) if reference.is_settled() => Answer::Unknown(format!(
                "it accepts all that is legal for certain; {} calls are doubtful, depending on what is not modelled",
                reference.doubtful()
            )),
            Ok(Found::Never) => Answer::Unknown(format!(
                "it accepts all that is known to be legal, but the search for that stopped early ({})",
                reference.stop
            )),
            Ok(Found::By(word)) => match self.is_surely_legal(reference, &word.events) {
                true => Answer::No(Box::new(Counterexample::of(&self.arena.component, word))),
                false => Answer::Unknown(format!(
                    "it refuses `{}`, and whether that is legal is not known",
                    word.written(&self.arena.component).join(" · ")
                )),
            },
            Ok(Found::Unknown(why)) | Err(why) => Answer::Unknown(why),
        }
    }

    fn is_surely_legal(&mut self, reference: &Outcome, events: &[Seen]) -> bool {
        reference.guarantee.safe == Confidence::Proved || is_legal(self.arena, events) == Found::Never
    }

    fn only_in_reference(&mut self, reference: &Outcome, patience: Patience) -> Result<Found, String> {
        let component = &mut self.arena.component;
        let other = Tied::new(component, &reference.interface).map_err(|misfit| misfit.to_string())?;
        let own: Vec<GuardedCall> = self.tied.conditions().collect();
        let conditions: Vec<GuardedCall> = own.iter().copied().chain(other.conditions()).collect();
        let classes = Classes::of(component, &conditions).map_err(|problem| problem.to_string())?;
        let both = Both {
            given: self.tied.over(&classes, 0).map_err(|misfit| misfit.to_string())?,
            reference: other.over(&classes, own.len()).map_err(|misfit| misfit.to_string())?,
        };
        let unfolded = unfold(component, &classes, &both).map_err(|problem| problem.to_string())?;
        let goal = unfolded.states_with(|state| *state == Pair::OnlyReference);
        if goal.is_empty() {
            return Ok(Found::Never);
        }
        Ok(self.arena.search_with(patience, &classes, &unfolded, Goal::States(&goal)))
    }
}

/// Whether one interface looks at what a call returns wherever another one does.
fn sees_as_much(one: &Interface, other: &Interface) -> bool {
    let named = |interface: &Interface, event: EventId| {
        let alphabet = interface.alphabet();
        (alphabet.call(alphabet.call_of(event)).method.clone(), alphabet.outcome_of(event).to_owned())
    };
    let looked_at: Vec<(String, String)> = other.memory().events_looked_at().map(|event| named(other, event)).collect();
    let is_seen = |(state, event): (StateId, EventId)| {
        one.next(state, event).is_none()
            || !looked_at.contains(&named(one, event))
            || one.updates(state, event).iter().any(Update::looks_at_result)
    };
    let events = || (0..one.alphabet().event_count()).map(EventId::from_index);
    one.states().flat_map(|state| events().map(move |event| (state, event))).all(is_seen)
}

/// Two interfaces side by side, along the words of the reference.
struct Both<'a> {
    given: View<'a>,
    reference: View<'a>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Pair {
    Both {
        given: StateId,
        reference: StateId,
    },
    /// The word ends here: only the reference accepts it.
    OnlyReference,
}

impl Steps for Both<'_> {
    type State = Pair;

    fn start(&self) -> Pair {
        Pair::Both { given: self.given.start(), reference: self.reference.start() }
    }

    fn step(&self, state: &Pair, class: usize) -> Option<Vec<Option<Pair>>> {
        let Pair::Both { given, reference } = state else { return None };
        let accepted = self.reference.step(reference, class)?;
        let own = self.given.step(given, class).unwrap_or_else(|| vec![None; accepted.len()]);
        let pairs = accepted.into_iter().zip(own);
        let joined = pairs.map(|(reference, given)| match (reference, given) {
            (Some(reference), Some(given)) => Some(Pair::Both { given, reference }),
            (Some(_), None) => Some(Pair::OnlyReference),
            (None, _) => None,
        });
        Some(joined.collect())
    }

    fn registers(&self) -> Vec<(Symbol, u64)> {
        [self.given.registers(), self.reference.registers()].concat()
    }

    fn updates(&self, state: &Pair, class: usize, outcome: usize) -> Vec<(Symbol, Term)> {
        let Pair::Both { given, reference } = state else { return Vec::new() };
        [self.given.updates(given, class, outcome), self.reference.updates(reference, class, outcome)].concat()
    }
}
