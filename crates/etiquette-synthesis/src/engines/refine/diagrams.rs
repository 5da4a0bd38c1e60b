//! Refinement on decision diagrams: sets of states are diagrams, and hiding is existential quantification.
//!
//! Runs are told apart, not only states: a state from which a call can fail and can return disagrees with itself, as in
//! the explicit version.

use etiquette_component::{Component, Event, Letter, Reading, Visibility, WrittenEvent, read_word};
use etiquette_symbolic::{Bdd, Determinism, Disagreement, Fallible, SymbolicComponent, SymbolicLetter, Var};

use crate::determinism::Halt;
use crate::engines::refine::control::{AbstractRuns, Obstacle, RealRuns, Representation};
use crate::engines::refine::gap::{AbstractRun, Ending, Gap, Look, Separable, StatePair};
use crate::spaces::diagrams::{Ready, stop_reason};
use etiquette_outcome::{Run, StopReason};

/// The component that is refined.
pub(crate) struct SymbolicStates<'a> {
    base: &'a Component,
    ready: Ready,
}

impl<'a> SymbolicStates<'a> {
    /// Builds the diagrams.
    pub fn new(base: &'a Component, run: &Run) -> Result<Self, StopReason> {
        let ready = Ready::new(base, run).map_err(|halt| stop_reason(halt, run))?;
        Ok(SymbolicStates { base, ready })
    }

    fn symbolic(&self) -> &SymbolicComponent {
        &self.ready.symbolic
    }

    /// The states that look like this.
    fn looking(&self, look: &Look) -> Fallible<Bdd> {
        self.symbolic().diagrams.assignment(&seen_literals(self.symbolic(), &look.bits, &look.values))
    }

    /// All states that an object can have after so many calls.
    fn states_after(&self, calls: usize) -> Fallible<Bdd> {
        let symbolic = self.symbolic();
        let Some(cell) = symbolic.layout.constructed else { return Ok(symbolic.domain.clone()) };
        let phase = symbolic.diagrams.literal(symbolic.layout.cells[cell].current, calls > 0)?;
        symbolic.diagrams.and(&symbolic.domain, &phase)
    }

    fn letter(&self, letter: &Letter) -> Fallible<SymbolicLetter> {
        let class = self.symbolic().diagrams.constant(true);
        self.symbolic().letter(letter.method, letter.arguments.clone(), class)
    }

    /// The states after each call of the word that look as they should, for as long as there are any.
    fn follow(&self, word: &[Event], looks: Option<&[Look]>) -> Fallible<Vec<Bdd>> {
        let diagrams = &self.symbolic().diagrams;
        let only = |index: usize, set: Bdd| match looks {
            Some(looks) => diagrams.and(&set, &self.looking(&looks[index])?),
            None => Ok(set),
        };
        let mut layers = vec![only(0, self.symbolic().initial.clone())?];
        for (index, call) in word.iter().enumerate() {
            let after = self.letter(&call.letter)?.returns[call.outcome].image(diagrams, &layers[index])?;
            layers.push(only(index + 1, after)?);
        }
        let last = layers.iter().position(Bdd::is_false).unwrap_or(layers.len());
        layers.truncate(last);
        Ok(layers)
    }

    fn find_real_runs(&self, word: &[Event], call: &Letter) -> Fallible<RealRuns> {
        let layers = self.follow(word, None)?;
        let mut runs = RealRuns::default();
        if let Some(last) = layers.get(word.len()) {
            let SymbolicLetter { fails, passes, .. } = self.letter(call)?;
            let diagrams = &self.symbolic().diagrams;
            runs.failing = self.run_to(&layers, word, &diagrams.and(last, &fails)?)?;
            runs.passing = self.run_to(&layers, word, &diagrams.and(last, &passes)?)?;
        }
        Ok(runs)
    }

    /// The error that a word raises, as it is written, if its calls have one outcome each.
    pub fn error_at_end(&self, written: &[String]) -> Option<usize> {
        let mut letters =
            read_word(self.base, &written.join(", ")).ok()?.iter().map(letter).collect::<Option<Vec<_>>>()?;
        let last = letters.pop()?;
        let word: Vec<Event> = letters.into_iter().map(|letter| Event { letter, outcome: 0 }).collect();
        let layers = self.follow(&word, None).ok()?;
        let set = layers.get(word.len())?;
        let diagrams = &self.symbolic().diagrams;
        let raises = |condition: &Bdd| diagrams.are_disjoint(set, condition).is_ok_and(|disjoint| !disjoint);
        self.letter(&last).ok()?.failures.iter().find(|(_, condition)| raises(condition)).map(|(error, _)| *error)
    }

    /// A run of the word that ends in the set, if there is one.
    fn run_to(&self, layers: &[Bdd], word: &[Event], set: &Bdd) -> Fallible<Option<Vec<Vec<u64>>>> {
        let symbolic = self.symbolic();
        let Some(mut state) = symbolic.smallest_state(set)? else { return Ok(None) };
        let mut states = vec![state.clone()];
        for (index, call) in word.iter().enumerate().rev() {
            let everything = Visibility::all(self.base).0;
            let here = symbolic.diagrams.assignment(&seen_literals(symbolic, &everything, &state))?;
            let before = self.letter(&call.letter)?.returns[call.outcome].preimage(&symbolic.diagrams, &here)?;
            let before = symbolic.diagrams.and(&before, &layers[index])?;
            let Some(found) = symbolic.smallest_state(&before)? else { return Ok(None) };
            state = found;
            states.push(state.clone());
        }
        states.reverse();
        Ok(Some(states))
    }

    fn find_gap(&self, spurious: &AbstractRun<'_>) -> Fallible<Gap<Bdd>> {
        let mut layers = self.follow(spurious.word, Some(&spurious.looks))?;
        let Some(reached) = layers.pop() else { return Ok(Gap::Initial) };
        let step = layers.len();
        let can_follow = self.following(spurious, step)?;
        let diagrams = &self.symbolic().diagrams;
        let alike = diagrams.and(&self.states_after(step)?, &self.looking(&spurious.looks[step])?)?;
        Ok(Gap::Between { reached, needed: diagrams.and(&alike, &can_follow)? })
    }

    /// The states that can take the step of the run with this number, the last one being the call after the word.
    fn following(&self, spurious: &AbstractRun<'_>, step: usize) -> Fallible<Bdd> {
        let diagrams = &self.symbolic().diagrams;
        match (spurious.word.get(step), spurious.ending) {
            (Some(call), _) => {
                let next = self.looking(&spurious.looks[step + 1])?;
                self.letter(&call.letter)?.returns[call.outcome].preimage(diagrams, &next)
            }
            (None, Ending::Fails) => Ok(self.letter(spurious.call)?.fails),
            (None, Ending::Passes) => Ok(self.letter(spurious.call)?.passes),
        }
    }

    fn find_alike(&self, reached: &Bdd, needed: &Bdd, visibility: &Visibility) -> Fallible<Option<StatePair>> {
        let symbolic = self.symbolic();
        let diagrams = &symbolic.diagrams;
        let hidden = diagrams.cube(&symbolic.layout.hidden_variables(visibility, |cell| cell.current))?;
        let like_reached = diagrams.exists(reached, &hidden)?;
        let Some(other) = symbolic.smallest_state(&diagrams.and(&like_reached, needed)?)? else { return Ok(None) };
        let look = diagrams.assignment(&seen_literals(symbolic, &visibility.0, &other))?;
        let one = symbolic.smallest_state(&diagrams.and(reached, &look)?)?;
        Ok(one.map(|one| (one, other)))
    }
}

/// The call that was written, if there is no doubt about it.
fn letter(written: &WrittenEvent) -> Option<Letter> {
    let [Reading { method, arguments, .. }] = &written.readings[..] else { return None };
    Some(Letter { method: *method, arguments: arguments.iter().copied().collect::<Option<_>>()? })
}

/// The visible bits of a state, as literals.
fn seen_literals(symbolic: &SymbolicComponent, bits: &[u64], values: &[u64]) -> Vec<(Var, bool)> {
    let words = symbolic.layout.words();
    let seen = words.iter().zip(bits).zip(values).flat_map(|((word, &bits), &value)| {
        let literals = word.iter().enumerate().map(move |(bit, &variable)| (bit, (variable, value >> bit & 1 == 1)));
        literals.filter(move |(bit, _)| bits >> bit & 1 == 1).map(|(_, literal)| literal)
    });
    seen.collect()
}

impl Separable for SymbolicStates<'_> {
    type States = Bdd;

    fn alike(
        &mut self,
        reached: &Bdd,
        needed: &Bdd,
        visibility: &Visibility,
        run: &Run,
    ) -> Result<Option<StatePair>, StopReason> {
        self.find_alike(reached, needed, visibility).map_err(|halt| stop_reason(halt, run))
    }
}

impl Representation for SymbolicStates<'_> {
    fn visible_from_the_start(&self) -> Visibility {
        Visibility::none(self.base)
    }

    fn mixed_runs(&mut self, visibility: &Visibility, run: &mut Run) -> Result<Option<AbstractRuns>, Obstacle> {
        let found = self.symbolic().determinism_of_abstraction(visibility, run.abstraction_limit);
        match found.map_err(|halt| Obstacle::Halted(Halt::Stopped(stop_reason(halt, run))))? {
            Determinism::Hidden(found) => {
                let Disagreement { word, call, failing, passing } = *found;
                let look = |values| Look { bits: visibility.0.clone(), values };
                let [failing, passing] = [failing, passing].map(|run| run.into_iter().map(look).collect());
                Ok(Some(AbstractRuns { word, call, failing, passing }))
            }
            Determinism::Visible => Ok(None),
            Determinism::Unknown => Err(Obstacle::Halted(Halt::TooLarge)),
        }
    }

    fn real_runs(&mut self, word: &[Event], call: &Letter, run: &mut Run) -> Result<RealRuns, StopReason> {
        self.find_real_runs(word, call).map_err(|halt| stop_reason(halt, run))
    }

    fn gap(&mut self, spurious: &AbstractRun<'_>, _: &Visibility, run: &mut Run) -> Result<Gap<Bdd>, StopReason> {
        self.find_gap(spurious).map_err(|halt| stop_reason(halt, run))
    }

    fn be_more_precise(&mut self) -> bool {
        false
    }
}
