//! Is a component visibly deterministic: do all runs of a word agree on whether the next call fails?
//!
//! Needed where an engine computes on states instead of beliefs (*Three Algorithms for Interface Synthesis*, 2006,
//! section 2), and the test that ends its refinement (Lemma 3). Decided on pairs of states that one word can lead to,
//! so in polynomial time; where the answer is no, one word and two runs of it are the evidence. The same question is
//! answered on decision diagrams in `etiquette-symbolic`.

pub(crate) mod classes;
pub(crate) mod pairs;
pub(crate) mod steps;

use etiquette_component::Component;
use etiquette_symbolic::Disagreement;

use crate::determinism::steps::StepGraph;
use crate::engine::Unsupported;
use crate::spaces::explicit::letters::Letters;
use etiquette_outcome::{Run, StopReason};

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

/// Two runs of a shortest word that disagree, if there are any.
pub(crate) fn find_mixed_runs(
    component: &Component,
    letters: &Letters,
    most_states: u64,
    run: &mut Run,
) -> Result<Result<Option<Disagreement>, Halt>, Unsupported> {
    let mut graph = StepGraph::new(component, letters, most_states)?;
    Ok(classes::agree(&mut graph, run).and_then(|agree| match agree {
        true => Ok(None),
        false => pairs::find_mixed_runs(&mut graph, run),
    }))
}

/// What two runs disagree on, as part of a sentence.
pub(crate) fn spell(component: &Component, runs: &Disagreement) -> String {
    let word: Vec<String> = runs.word.iter().map(|event| component.written_event(event)).collect();
    let nothing = || "nothing".to_owned();
    let word = if word.is_empty() { nothing() } else { word.join(" · ") };
    let call = component.written_call(runs.call.method, &runs.call.arguments);
    let last = |run: &[Vec<u64>]| run.last().map(|state| spell_state(component, state));
    let last = |run: &[Vec<u64>]| last(run).filter(|state| !state.is_empty()).unwrap_or_else(nothing);
    let (failing, passing) = (last(&runs.failing), last(&runs.passing));
    match failing == passing {
        true => format!("after {word}, {call} may fail or not, as it chooses"),
        false => format!("after {word}, {call} fails with {failing}, but not with {passing}"),
    }
}

fn spell_state(component: &Component, state: &[u64]) -> String {
    let values = component.variables.iter().zip(state).map(|(variable, &value)| {
        format!("{} = {}", variable.binding.name, component.value_name(variable.binding.ty, value))
    });
    values.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use etiquette_component::{Component, parse};

    use super::{Disagreement, Halt, find_mixed_runs, spell};
    use crate::spaces::explicit::letters::Letters;
    use etiquette_outcome::StopReason;
    use etiquette_outcome::{Limits, Run};

    fn decide(component: &Component, run: &mut Run) -> Result<Option<Disagreement>, Halt> {
        let letters = Letters::of(component).expect("few letters");
        find_mixed_runs(component, &letters, u64::MAX, run).expect("a small component")
    }

    /// What two runs disagree on; nothing where none do.
    fn evidence(source: &str) -> String {
        let component = parse(source, "test.component").expect("a component");
        let found = decide(&component, &mut Run::default()).expect("no limits");
        found.map_or_else(String::new, |runs| spell(&component, &runs))
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
        let component = parse(SENSOR, "sensor.component").expect("a component");
        let found = decide(&component, &mut Run::default()).expect("no limits").expect("two runs");
        assert_eq!(found.failing, [[1], [0]]);
        assert_eq!(found.passing, [[1], [1]]);
    }

    #[test]
    fn a_choice_that_outcomes_tell_is_no_secret() {
        let source = SENSOR.replace("method wake()", "method wake() -> on | off").replace(
            "choose { warm = true; } or { warm = false; }",
            "choose { warm = true; return on; } or { warm = false; return off; }",
        );
        assert_eq!(evidence(&source), "");
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
        assert_eq!(evidence(source), "");
    }

    #[test]
    fn initial_values_are_hidden_choices() {
        let source = "component door { var locked: bool = *; method open() { assert !locked; } }";
        assert_eq!(evidence(source), "after nothing, open() fails with locked = true, but not with locked = false");
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
        let found = decide(&component.expect("a component"), &mut run);
        assert_eq!(found, Err(Halt::Stopped(StopReason::StateLimit)));
    }
}
