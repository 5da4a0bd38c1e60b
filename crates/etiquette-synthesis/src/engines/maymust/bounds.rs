//! The any-time bounds of the paper's Section 4.4: `A_may`, the interface of `C^may`, and `A_must`, that of `C^must`.
//!
//! What is legal lies between the two languages, whenever a search is stopped. Both are worked out from the answers that are there; what the solver can't answer
//! any more counts as a possible error for the one, and as none for the other.

use etiquette_learning::{Machine, minimise};
use rustc_hash::FxHashMap;

use crate::spaces::pairs::Visit;
use crate::spaces::predicates::view::{Knowledge, Legality, View};
use etiquette_outcome::{Run, StopReason};

/// For an answer that must not take long, words are followed until there are so many states; beyond them nothing is known.
const FEW_STATES: usize = 300;

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

/// A bound as an automaton, with the abstract states of each of its states.
pub(crate) struct Bounding {
    pub machine: Machine<bool>,
    pub visits: Vec<Visit>,
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

/// Works out a bound from what a view knows.
pub(crate) fn bound(view: &mut View, which: Bound, extent: Extent, run: &mut Run) -> Bounding {
    let start = view.start();
    let mut found = Determinised {
        machine: Machine::constant(view.letters.event_count(), true),
        knowledge: vec![start.clone()],
        numbers: FxHashMap::from_iter([(start, 0)]),
        words: vec![None],
        refused: 1,
        most_states: match extent {
            Extent::AtOnce => FEW_STATES,
            Extent::All => run.limits().states.unwrap_or(u64::MAX).min(run.abstraction_limit) as usize,
        },
        stopped: None,
    };
    found.machine.add_state(false);
    // States are counted without the one that refuses.
    let mut next = 0;
    while next < found.knowledge.len() {
        found.expand(view, which, next, run);
        next += 1;
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
    knowledge: Vec<Knowledge>,
    numbers: FxHashMap<Knowledge, usize>,
    words: Vec<Option<(usize, usize)>>,
    refused: usize,
    most_states: usize,
    stopped: Option<StopReason>,
}

impl Determinised {
    fn expand(&mut self, view: &mut View, which: Bound, index: usize, run: &mut Run) {
        let before = self.knowledge[index].clone();
        for letter in 0..view.letters.all.len() {
            let legality = view.legality(&before, letter, run);
            self.stopped = self.stopped.or(legality.as_ref().err().copied());
            let allowed = match (legality, which) {
                (Ok(Legality::Safe), _) => true,
                (Ok(Legality::Open) | Err(_), Bound::Must) => view.is_in_order(before.constructed, letter),
                _ => false,
            };
            let events: Vec<usize> = view.letters.events_of(letter).collect();
            let after: Vec<Option<usize>> = events
                .iter()
                .map(|&event| allowed.then(|| self.after(view, which, index, event, run)).flatten())
                .collect();
            // A call is allowed with all of its outcomes or not at all.
            let known = after.iter().all(Option::is_some) && allowed;
            for (&event, target) in events.iter().zip(after) {
                let target = target.filter(|_| known).unwrap_or(self.refused);
                self.machine.set_next(self.place(index), event, target);
            }
        }
    }

    /// The machine's state of a piece of knowledge: the second one refuses.
    fn place(&self, index: usize) -> usize {
        if index == 0 { 0 } else { index + 1 }
    }

    fn after(&mut self, view: &mut View, which: Bound, index: usize, event: usize, run: &mut Run) -> Option<usize> {
        let before = self.knowledge[index].clone();
        let after = view.after(&before, event, run);
        self.stopped = self.stopped.or(after.as_ref().err().copied());
        let knowledge = match (after, which) {
            (Ok(knowledge), _) => knowledge,
            // Nothing is known any more, so nothing is forbidden.
            (Err(_), Bound::Must) => return Some(self.place(index)),
            (Err(_), Bound::May) => return None,
        };
        if let Some(&known) = self.numbers.get(&knowledge) {
            return Some(self.place(known));
        }
        if self.knowledge.len() >= self.most_states {
            self.stopped = self.stopped.or(Some(StopReason::StateLimit));
            return None;
        }
        let number = self.knowledge.len();
        self.knowledge.push(knowledge.clone());
        self.numbers.insert(knowledge, number);
        self.words.push(Some((index, event)));
        Some(self.machine.add_state(true))
    }

    fn finish(self) -> Bounding {
        let mut visits: Vec<Visit> = Vec::new();
        let mut first = Vec::new();
        for (index, knowledge) in self.knowledge.iter().enumerate() {
            first.push(visits.len());
            let from = self.words[index].map(|(before, event): (usize, usize)| (first[before], event));
            let visit =
                |&state: &u32| Visit { constructed: knowledge.constructed, state, place: self.place(index), from };
            visits.extend(knowledge.may.iter().map(visit));
        }
        let places: Vec<usize> = (0..self.knowledge.len()).map(|index| self.place(index)).collect();
        let nodes = places.into_iter().zip(self.knowledge).collect();
        Bounding { machine: self.machine, visits, nodes, stopped: self.stopped }
    }
}
