//! Learning goes on at run time: a monitor's log is compared with the interface, and the interface made to agree with
//! it.
//!
//! A word that the interface forbids but that worked, or allows but that failed, is put before the component where
//! there is one, and becomes a counterexample for the learner. Without a component, the interface is corrected by what
//! was seen, and is no better than *tested*.
//!
//! ```
//! use etiquette_outcome::{Confidence, Run};
//! use etiquette_synthesis::{Auto, Engine};
//! use etiquette_applications::experience::{Log, refined};
//!
//! let source = "component door { var open: bool = false;
//!     method pull() { assert !open; open = true; } method close() { assert open; open = false; } }";
//! let door = etiquette_component::parse(source, "door.component").unwrap();
//! let outcome = Auto.synthesize(&door, &mut Run::default()).unwrap();
//! // The real door can be closed twice.
//! let log = r#"{"object": 1, "call": "pull", "outcome": "ok"}
//! {"object": 1, "call": "close", "outcome": "ok"}
//! {"object": 1, "call": "close", "outcome": "ok"}"#;
//! let log = Log::read(outcome.interface.alphabet(), log).unwrap();
//! let found = refined(&outcome, &log).unwrap();
//! assert_eq!(found.disagreements.len(), 1);
//! assert_eq!(found.outcome.guarantee.safe, Confidence::TestedOn(1));
//! assert!(refined(&found.outcome, &log).unwrap().disagreements.is_empty());
//! ```

mod against;
mod log;
mod registers;
mod repair;
mod split;
pub mod text;
pub(crate) mod walk;

pub use against::Judgement;
pub use log::{BadLog, Ended, Log, SeenCall, SeenWord, written};
pub use walk::{Difference, Disagreement};

use etiquette_automata::Unreadable;
use etiquette_component::Component;
use etiquette_outcome::{Outcome, Run};
use etiquette_synthesis::LoggedCall;

use registers::Walker;
use walk::{compare, confirmed};

/// What came of a log.
#[derive(Clone, Debug)]
pub struct Refined {
    /// The interface, which agrees with the log as far as interfaces can.
    pub outcome: Outcome,
    /// Where the interface that was given disagreed, one for each word at most.
    pub disagreements: Vec<Disagreement>,
    /// Words whose first state is not known, since their constructor was not seen.
    pub unplaced: usize,
    /// Words that were followed only up to a call of which the log does not tell what registers depend on.
    pub untold: usize,
    /// What could not be corrected, because the interface has no name for it.
    pub stuck: Vec<Disagreement>,
}

/// Makes an interface agree with a log, by what was seen alone. Nothing is changed if it agrees already.
///
/// Where it has registers, only calls that never worked in a state are forbidden there: what was seen of some values says
/// nothing of others, so that no guard over registers follows from it.
///
/// # Errors
/// What in the interface has no meaning.
pub fn refined(outcome: &Outcome, log: &Log) -> Result<Refined, Unreadable> {
    if !outcome.interface.memory().is_empty() {
        let walked = Walker::new(&outcome.interface)?.walked(&log.words);
        let (outcome, stuck) = match walked.disagreements.is_empty() {
            true => (outcome.clone(), Vec::new()),
            false => repair::forbid_what_never_worked(outcome, log)?,
        };
        let registers::Walked { disagreements, unplaced, untold, .. } = walked;
        return Ok(Refined { outcome, disagreements, unplaced, untold, stuck });
    }
    let (disagreements, unplaced) = compare(&outcome.interface, &confirmed(&outcome.interface, &log.words), &log.words);
    let (outcome, stuck) = match disagreements.is_empty() {
        true => (outcome.clone(), Vec::new()),
        false => repair::repair(outcome, log),
    };
    Ok(Refined { outcome, disagreements, unplaced: unplaced.len(), untold: 0, stuck })
}

/// A log without the calls that can fail and worked by luck, as a component says, and without what came after them.
pub fn without_luck(log: &Log, disagreements: &[Disagreement], judgements: &[Judgement]) -> Log {
    let mut log = log.clone();
    for (one, judgement) in disagreements.iter().zip(judgements) {
        if matches!(judgement, Judgement::CanFail(_)) {
            log.words[one.word].calls.truncate(one.position);
        }
    }
    log
}

/// What a component says to the disagreements of an interface with a log, in their order.
pub fn judged(
    component: &Component,
    outcome: &Outcome,
    log: &Log,
    disagreements: &[Disagreement],
    run: &Run,
) -> Vec<Judgement> {
    against::judge(component, &outcome.interface, log, disagreements, run)
}

/// The words of disagreements as counterexamples for the learner of a component.
pub fn counterexamples(
    component: &Component,
    outcome: &Outcome,
    log: &Log,
    disagreements: &[Disagreement],
) -> Vec<Vec<LoggedCall>> {
    against::counterexamples(component, &outcome.interface, log, disagreements)
}

/// The word of a disagreement, as people write it.
pub fn written_word(outcome: &Outcome, log: &Log, disagreement: &Disagreement) -> String {
    let calls = &log.words[disagreement.word].calls[..=disagreement.position];
    let alphabet = outcome.interface.alphabet();
    let skipped = calls.len().saturating_sub(MOST_CALLS);
    let shown: Vec<String> = calls[skipped..].iter().map(|seen| written(alphabet, seen)).collect();
    if skipped > 0 { format!("… {skipped} calls … · {}", shown.join(" · ")) } else { shown.join(" · ") }
}

/// The most calls of a word that are shown.
const MOST_CALLS: usize = 20;
