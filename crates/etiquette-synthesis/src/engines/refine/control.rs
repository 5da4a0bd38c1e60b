//! The control loop of Algorithm 4, the same for every representation of states.

use etiquette_component::{Component, Event, Letter, Visibility, Word};
use etiquette_logic::Symbol;
use etiquette_symbolic::Disagreement;

use crate::determinism::{Halt, spell};
use crate::engine::Unsupported;
use crate::engines::refine::gap::{AbstractRun, Ending, Gap, Look, Separable, close_gap};
use crate::engines::refine::parts::{hidden_parts, show};
use etiquette_outcome::{Run, StopReason};

/// What the algorithm asks of a representation of states and transitions.
pub(crate) trait Representation: Separable {
    /// The parts that are not hidden at all.
    fn visible_from_the_start(&self) -> Visibility;

    /// Two runs of a word of the abstraction that do not agree on the next call (`checkSafety`).
    fn mixed_runs(&mut self, visibility: &Visibility, run: &mut Run) -> Result<Option<AbstractRuns>, Obstacle>;

    /// Runs of the component itself with this word: one that fails in the call after it, and one that does not
    /// (`findSpuriousTrace`).
    fn real_runs(&mut self, word: &[Event], call: &Letter, run: &mut Run) -> Result<RealRuns, StopReason>;

    /// Where the component can't follow a spurious run (the loop of Algorithm 5). Of the states that are needed there,
    /// those are enough that differ from one that was reached in hidden parts only.
    fn gap(
        &mut self,
        spurious: &AbstractRun<'_>,
        visibility: &Visibility,
        run: &mut Run,
    ) -> Result<Gap<Self::States>, StopReason>;

    /// Called where no hidden part rules a run out: leaves out less from the abstractions, if it can.
    fn be_more_precise(&mut self) -> bool;
}

/// Two runs of one word of an abstraction, by what is seen of the states before each call.
pub(crate) struct AbstractRuns {
    pub word: Word,
    pub call: Letter,
    pub failing: Vec<Look>,
    pub passing: Vec<Look>,
}

/// Why an abstraction could not be checked.
pub(crate) enum Obstacle {
    /// It is too large, or the run is to stop.
    Halted(Halt),
    /// The representation can't take it.
    Unsupported(Unsupported),
}

/// Runs of one word, each as the states before every call, as far as there are any.
#[derive(Clone, Default, Debug)]
pub(crate) struct RealRuns {
    pub failing: Option<Vec<Vec<u64>>>,
    pub passing: Option<Vec<Vec<u64>>>,
}

/// How refinement ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// No word of the abstraction is mixed.
    Deterministic,
    /// Nothing is hidden any more, so that there is no abstraction left.
    EverythingShown,
    /// The component itself has a word that is mixed, which this says.
    Mixed(String),
    /// The abstraction became too large.
    TooLarge,
    /// The run is to stop.
    Stopped(StopReason),
}

/// What refinement came to.
#[derive(Clone, Debug)]
pub(crate) struct Refined {
    pub end: End,
    /// What is visible in the end.
    pub visibility: Visibility,
    /// What was visible from the start.
    pub given: Visibility,
    /// How many abstractions were looked at.
    pub rounds: u64,
}

impl Refined {
    /// Nothing came of it.
    pub fn stopped(base: &Component, reason: StopReason) -> Self {
        let (visibility, given) = (Visibility::none(base), Visibility::none(base));
        Refined { end: End::Stopped(reason), visibility, given, rounds: 0 }
    }
}

/// Shows more and more, until no word of the abstraction is mixed.
pub(crate) fn refine<R: Representation>(
    base: &Component,
    representation: &mut R,
    run: &mut Run,
) -> Result<Refined, Unsupported> {
    let given = representation.visible_from_the_start();
    let mut refined = Refined { end: End::EverythingShown, visibility: given.clone(), given, rounds: 0 };
    while !hidden_parts(base, &refined.visibility).is_empty() {
        refined.rounds += 1;
        run.report("refine", refined.rounds, "abstractions");
        if let Some(end) = one_round(base, representation, &mut refined.visibility, run)? {
            refined.end = end;
            break;
        }
    }
    Ok(refined)
}

/// Checks one abstraction, and refines it if need be.
fn one_round<R: Representation>(
    base: &Component,
    representation: &mut R,
    visibility: &mut Visibility,
    run: &mut Run,
) -> Result<Option<End>, Unsupported> {
    let runs = match representation.mixed_runs(visibility, run) {
        Ok(None) => return Ok(Some(End::Deterministic)),
        Ok(Some(runs)) => runs,
        Err(Obstacle::Unsupported(why)) => return Err(why),
        Err(Obstacle::Halted(Halt::TooLarge)) => return Ok(Some(End::TooLarge)),
        Err(Obstacle::Halted(Halt::Stopped(reason))) => return Ok(Some(End::Stopped(reason))),
    };
    let before = visibility.clone();
    Ok(match show_more(base, representation, runs, visibility, run) {
        Ok(Some(mixed)) => Some(End::Mixed(spell(base, &mixed))),
        Err(reason) => Some(End::Stopped(reason)),
        Ok(None) => {
            // To show everything is right in any case; it is never needed, as long as abstractions are what they should
            // be.
            if *visibility == before && !representation.be_more_precise() {
                *visibility = Visibility::all(base);
            }
            None
        }
    })
}

/// Rules out one of the two runs; gives both as runs of the component if it has them.
fn show_more<R: Representation>(
    base: &Component,
    representation: &mut R,
    runs: AbstractRuns,
    visibility: &mut Visibility,
    run: &mut Run,
) -> Result<Option<Disagreement>, StopReason> {
    let AbstractRuns { word, call, failing, passing } = runs;
    let (ending, looks) = match representation.real_runs(&word, &call, run)? {
        RealRuns { failing: Some(failing), passing: Some(passing) } => {
            return Ok(Some(Disagreement { word, call, failing, passing }));
        }
        RealRuns { failing: None, .. } => (Ending::Fails, failing),
        RealRuns { passing: None, .. } => (Ending::Passes, passing),
    };
    let spurious = AbstractRun { word: &word, call: &call, looks, ending };
    match representation.gap(&spurious, visibility, run)? {
        // What the initial condition says about hidden variables was forgotten.
        Gap::Initial => show_all_of(base, &base.terms.symbols_of(base.initially), visibility),
        Gap::Between { reached, needed } => close_gap(base, representation, (&reached, &needed), visibility, run)?,
    }
    Ok(None)
}

/// Shows all parts of these variables.
pub(crate) fn show_all_of(base: &Component, symbols: &[Symbol], visibility: &mut Visibility) {
    for part in hidden_parts(base, visibility) {
        if symbols.contains(&base.variables[part.variable].binding.symbol) {
            show(visibility, part);
        }
    }
}
