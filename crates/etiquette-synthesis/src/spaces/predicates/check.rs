//! `CheckSafe` and `CheckPermissive` of May and Must (Section 4), each a search for a shortest word.
//!
//! `CheckSafe` is reachability in `A ∥ C^may`, and JIST's subset query. `CheckPermissive` goes through `A` beside what
//! is known of the component: where that is one abstract state, as for every deterministic component, it is plain
//! reachability, too.

use etiquette_automata::Reached;
use etiquette_learning::Machine;

use crate::spaces::predicates::abstract_component::{AbstractComponent, Knowledge};
use crate::spaces::predicates::letters::Letters;
use crate::spaces::predicates::pairs::{Visit, Visits, Word};
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
    Safe(Visits),
    /// A shortest trace that the conjecture accepts and that may fail.
    Fails(Trace),
}

/// `CheckSafe(A, C^may)`.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn check_safe(
    view: &mut AbstractComponent,
    machine: &Machine<bool>,
    run: &mut Run,
) -> Result<Safety, StopReason> {
    let Knowledge { constructed, may, .. } = view.start();
    let place = machine.initial();
    let may = may.iter().filter(|_| *machine.output_of(place));
    let mut visits = Visits::from_starts(may.map(|&state| Visit { constructed, state, place }));
    let mut index = 0;
    while let Some(&Visit { constructed, state, place }) = visits.states().get(index) {
        run.tick()?;
        for letter in 0..view.letters.all.len() {
            if !allows(machine, &view.letters, place, letter) {
                continue;
            }
            let moves = view.is_in_order(constructed, letter).then(|| view.moves(state, letter, run)).transpose()?;
            let Some(moves) = moves.filter(|moves| !moves.fails) else {
                return Ok(Safety::Fails(Trace { word: visits.word_to(index), letter }));
            };
            for (event, targets) in view.letters.events_of(letter).zip(&moves.next) {
                let next = machine.next(place, event);
                for &target in targets.iter().filter(|_| *machine.output_of(next)) {
                    visits.enter(Visit { constructed: true, state: target, place: next }, Some((index, event)));
                }
            }
        }
        index += 1;
    }
    Ok(Safety::Safe(visits))
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

/// Looks for a shortest word on which the conjecture and `C^must` differ in the given way: it ends with an event whose
/// letter is forbidden and no certain error, or the other way round.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn compare_with_must(
    view: &mut AbstractComponent,
    machine: &Machine<bool>,
    compare: Compare,
    run: &mut Run,
) -> Result<Compared, StopReason> {
    let mut pairs = Reached::from_starts([(machine.initial(), view.start())]);
    let mut index = 0;
    while let Some((place, knowledge)) = pairs.states().get(index).cloned() {
        run.tick()?;
        for letter in 0..view.letters.all.len() {
            let allowed = allows(machine, &view.letters, place, letter);
            if allowed && compare == Compare::Permissive && !view.is_in_order(knowledge.constructed, letter) {
                continue;
            }
            let differs = match (allowed, compare) {
                (true, Compare::Permissive) => false,
                (true, Compare::Equivalent) => view.legality(&knowledge, letter, run)?.is_error(),
                (false, _) => !knowledge.may.is_empty() && !view.legality(&knowledge, letter, run)?.is_error(),
            };
            if differs {
                let word = pairs.word_to(index);
                return Ok(Compared::Differ(Trace { word, letter }.project(&view.letters)));
            }
            for event in view.letters.events_of(letter).filter(|_| allowed) {
                let (next, after) = (machine.next(place, event), view.after(&knowledge, event, run)?);
                if *machine.output_of(next) && !after.may.is_empty() {
                    pairs.enter((next, after), Some((index, event)));
                }
            }
        }
        index += 1;
    }
    Ok(Compared::Agree(pairs.into_states()))
}
