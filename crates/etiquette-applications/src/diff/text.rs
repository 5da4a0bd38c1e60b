//! A comparison for a person at a terminal, in the manner of cargo-semver-checks: what broke, why it matters, where,
//! with a word that shows it.

use std::fmt::Write;

use etiquette_outcome::Reason;

use super::{CallChange, Change, Diff, ErrorChange, GuardChange, OutcomeChange, Side, Step, Trial, Verdict};

/// How many calls with the same change are spelled out.
const MAX_SHOWN: usize = 40;

/// The comparison as text.
pub fn render(diff: &Diff) -> String {
    let mut text = format!("{}\n", heading(diff));
    if !diff.forbidden.is_empty() || diff.removed.iter().any(|removed| removed.word.is_some()) {
        write_breaking(&mut text, diff);
    }
    if !diff.legal.is_empty() {
        section(&mut text, "legal now", "calls that were forbidden and may be made now");
        for change in diff.legal.iter().take(MAX_SHOWN) {
            write_change(&mut text, change, "was forbidden");
        }
        write_rest(&mut text, diff.legal.len());
    }
    write_errors(&mut text, diff);
    write_calls(&mut text, diff);
    for reason in &diff.open {
        let _ = writeln!(text, "\nOpen: {reason}.");
    }
    write_assumptions(&mut text, diff);
    let _ = writeln!(text, "\n{}", conclusion(diff));
    text
}

/// What was taken for granted, each sentence once, with the number of its places.
fn write_assumptions(text: &mut String, diff: &Diff) {
    if diff.assumptions.is_empty() {
        return;
    }
    text.push_str("\nTaken for granted:\n");
    for (sentence, versions) in grouped_assumptions(diff) {
        let _ = writeln!(text, "  - {sentence} ({versions})");
    }
}

/// Each sentence that was taken for granted once, with the versions that it is about.
pub(super) fn grouped_assumptions(diff: &Diff) -> Vec<(&str, &'static str)> {
    let mut grouped: Vec<(&str, &'static str)> = Vec::new();
    for (side, assumption) in &diff.assumptions {
        let version = if *side == Side::Old { "old version" } else { "new version" };
        match grouped.iter_mut().find(|(text, _)| *text == assumption.text) {
            Some((_, versions)) if *versions != version => *versions = "both versions",
            Some(_) => {}
            None => grouped.push((&assumption.text, version)),
        }
    }
    grouped
}

fn heading(diff: &Diff) -> String {
    let names = if diff.old == diff.new { diff.old.clone() } else { format!("{} and {}", diff.old, diff.new) };
    let pairs = match diff.pairs {
        0 => "compared with registers".to_owned(),
        pairs => format!("{} compared", counted(pairs, "pair of states", "pairs of states")),
    };
    format!("{names}: {}, {pairs}", summary(diff))
}

/// The sizes of the lists, in a line.
pub(super) fn summary(diff: &Diff) -> String {
    let gone = diff.removed.iter().filter(|removed| removed.word.is_some()).count();
    let forbidden = counted(diff.forbidden.len() + gone, "call became forbidden", "calls became forbidden");
    let legal = counted(diff.legal.len() + diff.added.len(), "became legal", "became legal");
    format!("{forbidden}, {legal}")
}

fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

fn section(text: &mut String, name: &str, description: &str) {
    let _ = writeln!(text, "\n--- {name}: {description} ---");
}

fn write_breaking(text: &mut String, diff: &Diff) {
    section(text, "breaking", "calls that were legal and are forbidden now");
    text.push_str("\nA client that kept to the old interface can make these calls, and they fail now.\n");
    for change in diff.forbidden.iter().take(MAX_SHOWN) {
        write_change(text, change, "now");
    }
    write_rest(text, diff.forbidden.len());
    for removed in &diff.removed {
        if let Some(word) = &removed.word {
            let _ = writeln!(text, "\n  {}\n    {}\n      the method is gone", removed.call, joined(word));
        }
    }
}

fn write_rest(text: &mut String, count: usize) {
    if count > MAX_SHOWN {
        let _ = writeln!(text, "\n  … and {} more: the JSON format has them all", count - MAX_SHOWN);
    }
}

fn write_change(text: &mut String, change: &Change, when: &str) {
    // Guards that differ are listed with the calls.
    let calls = if change.old_call == change.new_call { &change.old_call } else { &change.method };
    let _ = writeln!(text, "\n  {calls}\n    {}", change.written_word().join(" · "));
    let _ = writeln!(
        text,
        "      {when}: {}{}{}",
        why(change.reason.as_ref()),
        elsewhere(change.places),
        certainty(change)
    );
}

fn elsewhere(places: usize) -> String {
    match places {
        0 | 1 => String::new(),
        places => format!("; the same in {}", counted(places - 1, "other place", "other places")),
    }
}

pub(super) fn certainty(change: &Change) -> String {
    let on_jvm = change.on_jvm.as_ref().map(|tried| format!("; {tried}")).unwrap_or_default();
    let certainty = match &change.trial {
        Trial::Disagrees(_) => "; but the component does not show it",
        Trial::Unknown(_) => "; not confirmed",
        Trial::Agrees(_) if !change.certain => "; not proved",
        Trial::Agrees(_) => "",
    };
    format!("{certainty}{on_jvm}")
}

fn write_errors(text: &mut String, diff: &Diff) {
    if diff.errors.is_empty() {
        return;
    }
    section(text, "errors", "calls that fail as before, with another error");
    for change in diff.errors.iter().take(MAX_SHOWN) {
        let ErrorChange { call, word, old, new, places } = change;
        let elsewhere = elsewhere(*places);
        let _ = writeln!(text, "\n  {call}\n    {}\n      raised {old}, now {new}{elsewhere}", joined(word));
    }
    write_rest(text, diff.errors.len());
}

/// Why a call is forbidden.
pub(super) fn why(reason: Option<&Reason>) -> String {
    match reason {
        Some(Reason::Error { error, at, .. }) => {
            format!("raises {error}{}", at.as_ref().map_or(String::new(), |at| format!(" at {at}")))
        }
        Some(Reason::NotConstructed) => "not constructed".into(),
        Some(Reason::AlreadyConstructed) => "constructed already".into(),
        Some(Reason::NotThere) => "there is no such object yet".into(),
        Some(Reason::NeverMet) => "its guard is never met there".into(),
        Some(Reason::LeadsToDeadEnd) => "leads to a dead end".into(),
        Some(Reason::Unexplored) => "not looked at".into(),
        None => "forbidden, no reason is recorded".into(),
    }
}

fn joined(word: &[Step]) -> String {
    word.iter().map(Step::to_string).collect::<Vec<_>>().join(" · ")
}

fn write_calls(text: &mut String, diff: &Diff) {
    let never_legal = |removed: &&CallChange| removed.word.is_none();
    if diff.added.is_empty()
        && diff.guards.is_empty()
        && diff.outcomes.is_empty()
        && !diff.removed.iter().any(|r| never_legal(&r))
    {
        return;
    }
    section(text, "calls", "added, removed, or told apart in another way");
    text.push('\n');
    for CallChange { call, .. } in &diff.added {
        let _ = writeln!(text, "  added    {call}");
    }
    for CallChange { call, .. } in diff.removed.iter().filter(never_legal) {
        let _ = writeln!(text, "  removed  {call}, which no client could call");
    }
    for GuardChange { method, old, new } in &diff.guards {
        let _ = writeln!(text, "  guards   {method}: {}\n             now {}", old.join(" / "), new.join(" / "));
    }
    for OutcomeChange { method, removed, added } in &diff.outcomes {
        let change = |what: &str, names: &[String]| (!names.is_empty()).then(|| format!("{what} {}", names.join(", ")));
        let changes: Vec<String> =
            [change("no longer", removed), change("now also", added)].into_iter().flatten().collect();
        let _ = writeln!(text, "  outcome  {method}: {}", changes.join("; "));
    }
}

/// What follows, as a sentence.
pub(super) fn conclusion(diff: &Diff) -> &'static str {
    match diff.verdict() {
        Verdict::Compatible => "Compatible: whatever was legal still is.",
        Verdict::Breaking => "Breaking: something that was legal is forbidden now.",
        Verdict::Open => "Open: not enough was proved to tell whether clients break.",
    }
}
