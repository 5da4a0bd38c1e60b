//! Is a component visibly deterministic: do all runs of a word agree on whether the next call fails?
//!
//! Needed where an engine computes on states instead of beliefs (*Three Algorithms for Interface Synthesis*, 2006,
//! section 2), and the test that ends its refinement (Lemma 3). Decided on pairs of states that one word can lead to,
//! so in polynomial time; where the answer is no, one word and two runs of it are the evidence. The same question is
//! answered on decision diagrams in `etiquette-symbolic`, with the same meaning.

pub(crate) mod classes;
pub(crate) mod pairs;
pub(crate) mod steps;

use etiquette_component::{Component, Letter, Word};

use crate::determinism::steps::StepGraph;
use crate::determinism::steps::Waiting;
use crate::engine::Unsupported;
use crate::spaces::explicit::letters::Letters;
use etiquette_outcome::{Run, StopReason};

/// Two runs of one word that do not agree on whether the next call fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MixedRuns {
    pub word: Word,
    /// The call that can fail after the word, and can do something else.
    pub call: Letter,
    /// The states before each call of the word and before the last call, on the run that fails.
    pub failing: Vec<Vec<u64>>,
    /// The same on the run that does not fail.
    pub passing: Vec<Vec<u64>>,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// The run is to stop.
    Stopped(StopReason),
    /// More states were met than were allowed.
    TooLarge,
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Self {
        Halt::Stopped(reason)
    }
}

/// Whether all runs of a word agree on whether the next call fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Determinism {
    /// They do, for every word.
    Deterministic,
    /// They don't.
    Mixed(Disagreement),
    /// Not known: the run was stopped.
    Unknown(StopReason),
}

/// A word, and two runs of it of which one fails in the next call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The word, each call with argument values and outcome.
    pub word: Vec<String>,
    /// The call that fails in one of the runs.
    pub call: String,
    /// The run that fails: the state before each call of the word and before the last call.
    pub failing: Vec<String>,
    /// The run that does not.
    pub passing: Vec<String>,
}

/// Decides whether a component is visibly deterministic, by trying all of its states.
///
/// # Errors
/// Where there are too many values to try.
pub fn visible_determinism(component: &Component, run: &mut Run) -> Result<Determinism, Unsupported> {
    let letters = Letters::of(component)?;
    Ok(match find_mixed_runs(component, &letters, Waiting::Fails, u64::MAX, run)? {
        Ok(None) => Determinism::Deterministic,
        Ok(Some(runs)) => Determinism::Mixed(runs.spell(component)),
        Err(Halt::Stopped(reason)) => Determinism::Unknown(reason),
        Err(Halt::TooLarge) => Determinism::Unknown(StopReason::StateLimit),
    })
}

/// Two runs of a shortest word that disagree, if there are any.
pub(crate) fn find_mixed_runs(
    component: &Component,
    letters: &Letters,
    waiting: Waiting,
    most_states: u64,
    run: &mut Run,
) -> Result<Result<Option<MixedRuns>, Halt>, Unsupported> {
    let mut graph = StepGraph::new(component, letters, waiting, most_states)?;
    Ok(classes::agree(&mut graph, run).and_then(|agree| match agree {
        true => Ok(None),
        false => pairs::find_mixed_runs(&mut graph, run),
    }))
}

impl MixedRuns {
    /// The same in words.
    pub fn spell(&self, component: &Component) -> Disagreement {
        let states = |run: &[Vec<u64>]| run.iter().map(|state| spell_state(component, state)).collect();
        Disagreement {
            word: self.word.iter().map(|event| component.written_event(event)).collect(),
            call: component.written_call(self.call.method, &self.call.arguments),
            failing: states(&self.failing),
            passing: states(&self.passing),
        }
    }
}

fn spell_state(component: &Component, state: &[u64]) -> String {
    let values = component.variables.iter().zip(state).map(|(variable, &value)| {
        format!("{} = {}", variable.binding.name, component.value_name(variable.binding.ty, value))
    });
    values.collect::<Vec<_>>().join(", ")
}

impl std::fmt::Display for Disagreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let nothing = || "nothing".to_owned();
        let word = if self.word.is_empty() { nothing() } else { self.word.join(" · ") };
        let last = |run: &[String]| run.last().filter(|state| !state.is_empty()).cloned().unwrap_or_else(nothing);
        let (failing, passing) = (last(&self.failing), last(&self.passing));
        match failing == passing {
            true => write!(f, "after {word}, {} may fail or not, as it chooses", self.call),
            false => write!(f, "after {word}, {} fails with {failing}, but not with {passing}", self.call),
        }
    }
}

#[cfg(test)]
mod tests {
    use etiquette_component::parse;

    use super::{Determinism, visible_determinism};
    use etiquette_outcome::StopReason;
    use etiquette_outcome::{Limits, Run};

    fn decide(source: &str) -> Determinism {
        let component = parse(source, "test.component").expect("a component");
        visible_determinism(&component, &mut Run::default()).expect("a small component")
    }

    #[track_caller]
    fn evidence(source: &str) -> String {
        match decide(source) {
            Determinism::Mixed(disagreement) => disagreement.to_string(),
            other => panic!("{other:?}"),
        }
    }

    const SENSOR: &str = "component sensor {
        var warm: bool = true;
        method wake() { choose { warm = true; } or { warm = false; } }
        method is_warm() -> bool { return warm; }
        method read() { assert warm; }
    }";

    #[test]
    fn hidden_choices_show_in_a_later_call() {
        assert_eq!(evidence(SENSOR), "after wake(), read() fails with warm = false, but not with warm = true");
        let Determinism::Mixed(found) = decide(SENSOR) else { panic!("mixed") };
        assert_eq!(found.failing, ["warm = true", "warm = false"]);
        assert_eq!(found.passing, ["warm = true", "warm = true"]);
    }

    #[test]
    fn a_choice_that_outcomes_tell_is_no_secret() {
        let source = SENSOR.replace("method wake()", "method wake() -> on | off").replace(
            "choose { warm = true; } or { warm = false; }",
            "choose { warm = true; return on; } or { warm = false; return off; }",
        );
        assert_eq!(decide(&source), Determinism::Deterministic);
    }

    #[test]
    fn states_that_never_share_a_word_may_differ() {
        // 1 and 2 come after one word, 2 and 3 after another. What sets 1 and 3 apart shows only after an outcome that
        // 2 never has.
        let source = "component a {
            var x: u2 = 0;
            var asked: bool = false;
            method left() { if (x == 0 && !asked) { choose { x = 1; } or { x = 2; } } }
            method right() { if (x == 0 && !asked) { choose { x = 2; } or { x = 3; } } }
            method is_two() -> bool { asked = true; return x == 2; }
            method last() { assert asked && x != 1; }
        }";
        assert_eq!(decide(source), Determinism::Deterministic);
    }

    #[test]
    fn initial_values_are_hidden_choices() {
        let source = "component door { var locked: bool = *; method open() { assert !locked; } }";
        assert_eq!(evidence(source), "after nothing, open() fails with locked = true, but not with locked = false");
        let source = "component wait { method call() { choose { error Busy; } or { assume false; } } }";
        assert_eq!(decide(source), Determinism::Deterministic, "it fails, or never returns");
        let source = "component dice { method throw() { choose { error Six; } or { } } }";
        assert_eq!(evidence(source), "after nothing, throw() may fail or not, as it chooses");
    }

    #[test]
    fn constructors_come_first() {
        let source = "component file {
            var open: bool = *;
            new Open() { open = true; }
            new Any() { }
            method read() { assert open; }
        }";
        assert_eq!(evidence(source), "after new Any(), read() fails with open = false, but not with open = true");
    }

    #[test]
    fn limits_are_kept() {
        let component =
            parse("component a { var x: u8 = 0; method next() { x = x + 1; assert x != 0; } }", "a.component");
        let mut run = Run::new(Limits { states: Some(3), ..Limits::default() });
        let found = visible_determinism(&component.expect("a component"), &mut run);
        assert_eq!(found, Ok(Determinism::Unknown(StopReason::StateLimit)));
    }
}
