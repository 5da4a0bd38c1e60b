//! A comparison for other programs.

use etiquette_outcome::{Assumption, Reason};
use serde_json::{Value, json};

use super::{CallChange, Change, Diff, ErrorChange, Side, Step, Trial, Verdict};

/// The comparison as JSON.
pub fn value(diff: &Diff) -> Value {
    json!({
        "old": diff.old,
        "new": diff.new,
        "verdict": verdict_name(diff.verdict()),
        "forbidden": diff.forbidden.iter().map(change).collect::<Vec<_>>(),
        "legal": diff.legal.iter().map(change).collect::<Vec<_>>(),
        "errors": diff.errors.iter().map(error_change).collect::<Vec<_>>(),
        "removed": diff.removed.iter().map(call_change).collect::<Vec<_>>(),
        "added": diff.added.iter().map(call_change).collect::<Vec<_>>(),
        "guards": diff.guards.iter().map(|change| json!({"method": change.method, "old": change.old, "new": change.new})).collect::<Vec<_>>(),
        "outcomes": diff.outcomes.iter().map(|change| json!({"method": change.method, "removed": change.removed, "added": change.added})).collect::<Vec<_>>(),
        "open": diff.open,
        "assumptions": diff.assumptions.iter().map(assumption).collect::<Vec<_>>(),
        "pairs": diff.pairs,
    })
}

/// The name of a verdict: `compatible`, `breaking` or `open`.
pub fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Compatible => "compatible",
        Verdict::Breaking => "breaking",
        Verdict::Open => "open",
    }
}

fn change(change: &Change) -> Value {
    let (error, at) = match &change.reason {
        Some(Reason::Error { error, at, .. }) => (Some(error), at.as_ref()),
        _ => (None, None),
    };
    json!({
        "old call": change.old_call,
        "new call": change.new_call,
        "word": change.written_word(),
        "error": error,
        "at": at,
        "places": change.places,
        "certain": change.certain,
        "tried": tried(&change.trial),
        "jvm": change.on_jvm.as_ref().map(ToString::to_string),
    })
}

/// What came of trying a word: the versions that were there and agree, or why it is not confirmed.
fn tried(trial: &Trial) -> Value {
    match trial {
        Trial::Agrees(sides) => json!({"agrees": sides.iter().map(|&side| version(side)).collect::<Vec<_>>()}),
        Trial::Disagrees(why) => json!({"disagrees": why}),
        Trial::Unknown(why) => json!({"unknown": why}),
    }
}

fn version(side: Side) -> &'static str {
    if side == Side::Old { "old" } else { "new" }
}

fn call_change(change: &CallChange) -> Value {
    let word = change.word.as_ref().map(|word| word.iter().map(Step::to_string).collect::<Vec<_>>());
    json!({"call": change.call, "word": word})
}

fn error_change(change: &ErrorChange) -> Value {
    let word: Vec<String> = change.word.iter().map(Step::to_string).collect();
    json!({"call": change.call, "word": word, "old": change.old, "new": change.new, "places": change.places})
}

fn assumption((side, assumption): &(Side, Assumption)) -> Value {
    json!({"version": version(*side), "text": assumption.text, "at": assumption.at})
}
