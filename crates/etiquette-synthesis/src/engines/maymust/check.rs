//! The paper's `CheckSafe` and `CheckPermissive` (Section 4), each a search for a shortest word.
//!
//! `CheckSafe` is reachability in `A ∥ C^may`. `CheckPermissive` goes through `A` beside what is known of the component: where that is one abstract state,
//! as for every deterministic component, it is plain reachability, too.

use etiquette_learning::Machine;
use rustc_hash::FxHashSet;

use crate::spaces::pairs::{Visit, Visits, Word, word_to};
use crate::spaces::predicates::letters::Letters;
use crate::spaces::predicates::view::{Knowledge, Legality, View};
use etiquette_outcome::{Run, StopReason};

/// A word of the component, and the letter after it that may fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Trace {
    pub word: Word,
    pub letter: usize,
}

impl Trace {
    /// All letters of the trace.
    pub fn letters<'a>(&'a self, letters: &'a Letters) -> impl Iterator<Item = usize> + 'a {
        self.word.iter().map(|&event| letters.event(event).0).chain([self.letter])
    }

    /// The paper's `project`: the calls of the trace, the last with any outcome.
    pub fn project(&self, letters: &Letters) -> Word {
        let last = letters.events_of(self.letter).start;
        self.word.iter().copied().chain([last]).collect()
    }
}

/// Whether the conjecture allows a letter in a state, with some outcome.
pub(crate) fn allows(machine: &Machine<bool>, letters: &Letters, place: usize, letter: usize) -> bool {
    letters.events_of(letter).any(|event| *machine.output_of(machine.next(place, event)))
}

/// What `CheckSafe` finds.
pub(crate) enum Safety {
    /// Safe, and all pairs that can be reached.
    Safe(Vec<Visit>),
    /// A shortest trace that the conjecture accepts and that may fail.
    Fails(Trace),
}

/// `CheckSafe(A, C^may)`.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn check_safe(view: &mut View, machine: &Machine<bool>, run: &mut Run) -> Result<Safety, StopReason> {
    let mut visits = Visits::default();
    let start = view.start();
    for &state in start.may.iter().filter(|_| *machine.output_of(machine.initial())) {
        visits.add(Visit { constructed: start.constructed, state, place: machine.initial(), from: None });
    }
    while let Some(index) = visits.next() {
        run.tick()?;
        let Visit { constructed, state, place, .. } = visits.all[index];
        for letter in 0..view.letters.all.len() {
            if !allows(machine, &view.letters, place, letter) {
                continue;
            }
            let moves = view.is_in_order(constructed, letter).then(|| view.moves(state, letter, run)).transpose()?;
            let Some(moves) = moves.filter(|moves| !moves.fails) else {
                return Ok(Safety::Fails(Trace { word: word_to(&visits.all, index), letter }));
            };
            for (event, targets) in view.letters.events_of(letter).zip(&moves.next) {
                let next = machine.next(place, event);
                for &target in targets.iter().filter(|_| *machine.output_of(next)) {
                    visits.add(Visit { constructed: true, state: target, place: next, from: Some((index, event)) });
                }
            }
        }
    }
    Ok(Safety::Safe(visits.all))
}

/// What a comparison of the conjecture with `C^must` asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Compare {
    /// `CheckPermissive`: what the conjecture forbids must be an error.
    Permissive,
    /// Both ways, as `LearnInterface` needs it: what it allows must not be one.
    Equivalent,
}

/// What comes of a comparison.
pub(crate) enum Compared {
    /// There is no difference: all pairs of a state of the conjecture and what is known of the component then.
    Agree(Vec<(usize, Knowledge)>),
    /// A shortest word that shows one.
    Differ(Word),
}

/// Looks for a shortest word on which the conjecture and `C^must` differ in the given way: it ends with an event whose letter is forbidden and no certain error, or
/// the other way round.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn compare_with_must(
    view: &mut View,
    machine: &Machine<bool>,
    compare: Compare,
    run: &mut Run,
) -> Result<Compared, StopReason> {
    let start = (machine.initial(), view.start());
    let mut nodes: Vec<Node> = vec![(start.clone(), None)];
    let mut seen: FxHashSet<(usize, Knowledge)> = FxHashSet::from_iter([start]);
    let mut next = 0;
    while next < nodes.len() {
        run.tick()?;
        let (place, knowledge) = nodes[next].0.clone();
        for letter in 0..view.letters.all.len() {
            let allowed = allows(machine, &view.letters, place, letter);
            if allowed && compare == Compare::Permissive && !view.is_in_order(knowledge.constructed, letter) {
                continue;
            }
            let differs = match (allowed, compare) {
                (true, Compare::Permissive) => false,
                (true, Compare::Equivalent) => is_error(view.legality(&knowledge, letter, run)?),
                (false, _) => !knowledge.may.is_empty() && !is_error(view.legality(&knowledge, letter, run)?),
            };
            let events = view.letters.events_of(letter);
            if differs {
                return Ok(Compared::Differ(word_of(&nodes, next, events.start)));
            }
            for event in events.filter(|_| allowed) {
                let after = (machine.next(place, event), view.after(&knowledge, event, run)?);
                if *machine.output_of(after.0) && !after.1.may.is_empty() && seen.insert(after.clone()) {
                    nodes.push((after, Some((next, event))));
                }
            }
        }
        next += 1;
    }
    Ok(Compared::Agree(nodes.into_iter().map(|(pair, _)| pair).collect()))
}

/// Whether the interface of `C^must` forbids it.
pub(crate) fn is_error(legality: Legality) -> bool {
    matches!(legality, Legality::Error | Legality::OutOfOrder)
}

/// A state of the conjecture beside what is known of the component, and the node and event before it.
type Node = ((usize, Knowledge), Option<(usize, usize)>);

fn word_of(nodes: &[Node], mut index: usize, last: usize) -> Word {
    let mut word = vec![last];
    while let Some((before, event)) = nodes[index].1 {
        word.push(event);
        index = before;
    }
    word.reverse();
    word
}
