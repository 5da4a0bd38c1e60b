//! What is doubtful, what it depends on, and what is taken for granted, in the order of what matters to a reader.

use etiquette_automata::CallId;
use etiquette_outcome::{Assumption, AssumptionKind, Confidence, OnJvm, Outcome};
use etiquette_output::text::TextOptions;
use etiquette_output::{Format, render};

use crate::common;

/// A device with doubtful calls at first, which depend on these assumptions.
fn doubtful(depends_on: &[&[usize]]) -> Outcome {
    let mut outcome = common::device();
    let assumption = |(kind, text): (AssumptionKind, &str)| Assumption { kind, text: text.into(), at: None };
    outcome.guarantee.assumptions = [
        (AssumptionKind::World, "disks are never full"),
        (AssumptionKind::Value, "what `rare` returns"),
        (AssumptionKind::NotFollowed, "others throw nothing"),
        (AssumptionKind::Value, "what `often` returns"),
        (AssumptionKind::OwnCode, "the action throws nothing"),
        (AssumptionKind::Client, "clients hand in no cycles"),
    ]
    .map(assumption)
    .to_vec();
    for (found, depends_on) in outcome.states[0].forbidden.iter_mut().zip(depends_on) {
        found.doubt = Some(depends_on.to_vec());
    }
    outcome.guarantee.permissive = Confidence::ProvedButFor(depends_on.len() as u64);
    outcome
}

fn rendered(outcome: &Outcome, format: Format) -> String {
    render(outcome, format).expect("the format can say it").text
}

fn text(outcome: &Outcome, assumptions: usize) -> String {
    etiquette_output::text::render(outcome, &TextOptions { assumptions, ..TextOptions::default() })
}

/// The positions of words in a text, which must all be there.
fn positions(text: &str, words: &[&str]) -> Vec<usize> {
    words.iter().map(|word| text.find(word).unwrap_or_else(|| panic!("no {word:?} in\n{text}"))).collect()
}

#[test]
fn what_touches_verdicts_comes_first_then_own_code() {
    let text = text(&doubtful(&[&[3], &[1, 3]]), 8);
    let listed = text.split_once("Not modelled").expect("a list").1;
    let expected = ["what `often`", "what `rare`", "(own code)", "others throw", "(clients)", "(the world outside)"];
    assert!(positions(listed, &expected).is_sorted(), "{listed}");
}

#[test]
fn the_rest_is_counted() {
    let text = text(&doubtful(&[&[3]]), 1);
    positions(&text, &["the action throws nothing (own code)", "and 3 more: --assumptions all lists them"]);
    assert!(!text.contains("disks are never full"), "{text}");
}

/// The same, where the first calls failed in a JVM.
fn tested(calls: usize, depends_on: &[&[usize]]) -> Outcome {
    let mut outcome = doubtful(depends_on);
    outcome.states[0].forbidden.iter_mut().take(calls).for_each(|found| found.on_jvm = Some(OnJvm::Raised));
    outcome
}

#[test]
fn a_doubtful_call_that_failed_in_a_jvm_is_tested_and_not_proved() {
    let outcome = tested(1, &[&[3], &[1]]);
    let text = text(&outcome, 8);
    let said = ["permissive: proved but for 2 doubtful calls, 1 of them tested", "; tested: raised on a JVM"];
    positions(&text, &said);
    assert_eq!(text.matches("tested: raised").count(), 1, "{text}");
    // What only the tested call depends on matters less now.
    assert!(
        positions(text.split_once("Not modelled").expect("a list").1, &["what `rare`", "what `often`"]).is_sorted()
    );
    assert!(!outcome.is_proved());
    let json = rendered(&outcome, Format::Json);
    positions(&json, &["\"verdict\": \"doubtful\"", "\"jvm\": \"raised\"", "proved but for 2 doubtful calls\""]);
    for format in [Format::Html, Format::Markdown] {
        positions(&rendered(&outcome, format), &["doubtful, tested", "tested: raised on a JVM"]);
    }
}

#[test]
fn all_may_be_tested() {
    positions(&text(&tested(2, &[&[3], &[1]]), 8), &["proved but for 2 doubtful calls, all of them tested"]);
    positions(&text(&tested(1, &[&[3]]), 8), &["proved but for 1 doubtful call, which is tested"]);
}

#[test]
fn pictures_name_doubtful_calls_at_their_states() {
    let (outcome, certain) = (tested(1, &[&[3], &[1]]), common::device());
    let names: Vec<&str> = outcome.states[0].forbidden.iter().map(|found| call_name(&outcome, found.call)).collect();
    let expected = format!("doubtful: {} (tested), {}", names[0], names[1]);
    for format in [Format::Dot, Format::Svg, Format::Html, Format::Mermaid, Format::Plantuml] {
        let picture = rendered(&outcome, format).replace("#58;", ":").replace('&', "");
        positions(&picture, &[&expected]);
        assert!(!rendered(&certain, format).contains("doubtful:"), "{format:?}");
    }
    positions(&rendered(&outcome, Format::Svg), &["class=\"doubt\"", "below a dashed line"]);
}

fn call_name(outcome: &Outcome, call: CallId) -> &str {
    &outcome.interface.alphabet().call(call).method
}
