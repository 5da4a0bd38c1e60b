//! The any-time bounds of May and Must (Section 4.4): `A_may`, the interface of `C^may`, and `A_must`, that of
//! `C^must`.
//!
//! What is legal lies between the two languages, whenever a search is stopped. Both are worked out from the answers
//! that are there; what the solver can't answer any more counts as a possible error for the one, and as none for the
//! other.

use etiquette_automata::Reached;
use etiquette_learning::{Machine, minimise};

use crate::spaces::budgets::predicates_bounds::{FEW_STATES, OPEN, REFUSED};
use crate::spaces::predicates::abstract_component::{AbstractComponent, Knowledge, Legality};
use crate::spaces::predicates::pairs::{Visit, Visits};
use etiquette_outcome::{Run, StopReason};

/// How far words are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// As far as can be said at once, although the run is to stop.
    AtOnce,
    /// To the end, unless the run is to stop first.
    All,
}

/// One of the two bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// Below: only what can't fail is allowed.
    May,
    /// Above: only what must fail is forbidden.
    Must,
}

/// A bound as an automaton, with the abstract states of each of its states. That below is the largest safe witness
/// graph of Permissive Interfaces, too.
pub(crate) struct Bounding {
    pub machine: Machine<bool>,
    pub visits: Visits,
    /// The states of the machine that accept, with what is known of the component there.
    pub nodes: Vec<(usize, Knowledge)>,
    /// Why some answers are missing, if they are.
    pub stopped: Option<StopReason>,
}

impl Bounding {
    /// The states of the smallest automaton, without the one that refuses.
    pub fn states(&self) -> u64 {
        (minimise(&self.machine).states() as u64).saturating_sub(1)
    }
}

/// Works out a bound from what an abstraction knows.
pub(crate) fn bound(view: &mut AbstractComponent, which: Bound, extent: Extent, run: &mut Run) -> Bounding {
    let mut machine = Machine::constant(view.letters.event_count(), true);
    machine.add_state(false);
    machine.add_state(true);
    (0..view.letters.event_count()).for_each(|event| machine.set_next(OPEN, event, OPEN));
    let most_states = match extent {
        Extent::AtOnce => FEW_STATES,
        Extent::All => run.limits().states.unwrap_or(u64::MAX).min(run.abstraction_limit) as usize,
    };
    let known = Reached::from_starts([view.start()]);
    let mut found = Determinised { machine, known, which, most_states, stopped: None };
    let mut index = 0;
    while let Some(knowledge) = found.known.states().get(index).cloned() {
        found.expand(view, index, &knowledge, run);
        index += 1;
        if extent == Extent::All {
            found.stopped = found.stopped.or(run.tick().err());
        }
        if extent == Extent::All && found.stopped.is_some() {
            break;
        }
    }
    found.finish()
}

struct Determinised {
    machine: Machine<bool>,
    known: Reached<Knowledge, usize>,
    which: Bound,
    most_states: usize,
    stopped: Option<StopReason>,
}

impl Determinised {
    fn expand(&mut self, view: &mut AbstractComponent, index: usize, before: &Knowledge, run: &mut Run) {
        for letter in 0..view.letters.all.len() {
            let legality = self.answer(view.legality(before, letter, run));
            let allowed = match (legality, self.which) {
                (Some(Legality::Safe), _) => true,
                (Some(Legality::Open) | None, Bound::Must) => view.is_in_order(before.constructed, letter),
                _ => false,
            };
            let mut after = Vec::new();
            for event in view.letters.events_of(letter).filter(|_| allowed) {
                let next = self.after(view, (index, event), before, run);
                // Where nothing is known any more, nothing is forbidden from above, and nothing allowed from below.
                after.push(next.or((self.which == Bound::Must).then_some(OPEN)));
            }
            // A call is allowed with all of its outcomes or not at all.
            let targets: Option<Vec<usize>> = after.into_iter().collect::<Option<_>>().filter(|_| allowed);
            for (number, event) in view.letters.events_of(letter).enumerate() {
                let target = targets.as_ref().map_or(REFUSED, |targets| targets[number]);
                self.machine.set_next(place(index), event, target);
            }
        }
    }

    /// The answer, if there is one; otherwise that is why the bound has not come to an end.
    fn answer<T>(&mut self, answer: Result<T, StopReason>) -> Option<T> {
        self.stopped = self.stopped.or(answer.as_ref().err().copied());
        answer.ok()
    }

    fn after(
        &mut self,
        view: &mut AbstractComponent,
        from: (usize, usize),
        before: &Knowledge,
        run: &mut Run,
    ) -> Option<usize> {
        let knowledge = self.answer(view.after(before, from.1, run))?;
        let states = self.known.states().len();
        if states >= self.most_states && self.known.number_of(&knowledge).is_none() {
            self.stopped = self.stopped.or(Some(StopReason::StateLimit));
            return None;
        }
        let number = self.known.enter(knowledge, Some(from));
        if number == states {
            self.machine.add_state(true);
        }
        Some(place(number))
    }

    fn finish(self) -> Bounding {
        let mut visits = Visits::from_starts([]);
        let mut first = Vec::new();
        for (index, knowledge) in self.known.states().iter().enumerate() {
            first.push(visits.states().len());
            let from = self.known.path_to(index).last().map(|&(before, event)| (first[before], event));
            for &state in knowledge.may.iter() {
                visits.enter(Visit { constructed: knowledge.constructed, state, place: place(index) }, from);
            }
        }
        let nodes =
            self.known.into_states().into_iter().enumerate().map(|(index, knowledge)| (place(index), knowledge));
        Bounding { machine: self.machine, visits, nodes: nodes.collect(), stopped: self.stopped }
    }
}

/// The state of the automaton in which this is known: the second one refuses, and in the third one all is open.
fn place(index: usize) -> usize {
    if index < REFUSED { index } else { index + OPEN }
}
