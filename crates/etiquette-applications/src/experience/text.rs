//! What came of a log, to be read in a terminal.

use std::fmt::Write;

use etiquette_outcome::Outcome;

use super::{Difference, Disagreement, Judgement, Log, Refined, written_word};

/// The most words of a kind that are shown.
const MOST_WORDS: usize = 10;

/// Whether a difference is of a kind.
type IsMeant = fn(&Difference) -> bool;

/// The report. Judgements are there if a component was asked.
pub fn render(outcome: &Outcome, log: &Log, found: &Refined, judgements: Option<&[Judgement]>) -> String {
    let mut text = format!(
        "{}: {} with {}, {} stopped by the monitor\n",
        outcome.component,
        counted(log.words.len(), "word"),
        counted(log.calls(), "call"),
        log.stopped
    );
    let kinds: [(&str, IsMeant); 3] = [
        ("forbidden, but worked", |difference| *difference == Difference::Worked),
        ("allowed, but failed", |difference| matches!(difference, Difference::Failed(_))),
        ("allowed, but with an outcome that was held to be impossible", |difference| {
            matches!(difference, Difference::Unforeseen(_))
        }),
    ];
    for (title, is_meant) in kinds {
        write_kind(&mut text, (outcome, log, found), judgements, (title, is_meant));
    }
    write_notes(&mut text, log, found, judgements.is_some());
    write_result(&mut text, found);
    text
}

fn write_kind(
    text: &mut String,
    (outcome, log, found): (&Outcome, &Log, &Refined),
    judgements: Option<&[Judgement]>,
    (title, is_meant): (&str, IsMeant),
) {
    let meant = found.disagreements.iter().enumerate().filter(|(_, one)| is_meant(&one.difference));
    let meant: Vec<(usize, &Disagreement)> = meant.collect();
    if meant.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n--- {title}: {} ---\n", counted(meant.len(), "word"));
    for (index, one) in meant.iter().take(MOST_WORDS) {
        let _ = writeln!(text, "  {}", written_word(outcome, log, one));
        write_registers(text, outcome, one);
        match &one.difference {
            Difference::Failed(error) => _ = writeln!(text, "    raised {error}"),
            Difference::Unforeseen(name) => _ = writeln!(text, "    -> {name}"),
            Difference::Worked => {}
        }
        if let Some(judgement) = judgements.and_then(|judgements| judgements.get(*index)) {
            let _ = writeln!(text, "    {}", sentence(judgement));
        }
    }
    if meant.len() > MOST_WORDS {
        let _ = writeln!(text, "  … and {} more", meant.len() - MOST_WORDS);
    }
}

/// What the registers are before the call, and what the interface says of it then.
fn write_registers(text: &mut String, outcome: &Outcome, one: &Disagreement) {
    if one.registers.is_empty() {
        return;
    }
    let is_allowed = one.difference != Difference::Worked;
    let verdict = if is_allowed { "is allowed" } else { "is forbidden" };
    let call = one.call.map_or_else(|| "the call".into(), |call| outcome.interface.alphabet().call(call).to_string());
    let _ = writeln!(text, "    where {}, {call} {verdict}", one.registers.join(", "));
}

fn sentence(judgement: &Judgement) -> String {
    match judgement {
        Judgement::InterfaceIsWrong => "the component says so, too: the interface is wrong".into(),
        Judgement::CanFail(word) => format!("the interface is right: it can fail, as in {}", word.join(" · ")),
        Judgement::ComponentDiffers => {
            "the component never does this: something that was taken for granted about it is not so".into()
        }
        Judgement::Unknown(why) => format!("the component does not tell: {why}"),
    }
}

fn write_notes(text: &mut String, log: &Log, found: &Refined, judged: bool) {
    if found.unplaced > 0 {
        let _ = writeln!(
            text,
            "\nNot compared, since their constructor was not seen: {}.",
            counted(found.unplaced, "word")
        );
    }
    if log.after_error > 0 {
        let _ = writeln!(text, "\nNot compared, since they came after an error: {}.", counted(log.after_error, "call"));
    }
    if found.untold > 0 {
        let _ = writeln!(
            text,
            "\nCompared only up to a call of which the log does not say what registers depend on: {}.",
            counted(found.untold, "word")
        );
    }
    if !found.stuck.is_empty() && !found.outcome.interface.memory().is_empty() {
        let _ = writeln!(
            text,
            "\nNot corrected: {}. A log shows what happens for some values of the registers, and no guard\nfor all of them follows from that{}.",
            counted(found.stuck.len(), "word"),
            if judged { "" } else { ". Name the component to have its interface worked out anew" }
        );
    } else if !found.stuck.is_empty() {
        let _ = writeln!(
            text,
            "\nNot corrected, since the interface has no name for the arguments or the outcome: {}.",
            counted(found.stuck.len(), "word")
        );
    }
}

fn write_result(text: &mut String, found: &Refined) {
    if found.disagreements.is_empty() {
        text.push_str("\nThe interface agrees with the log.\n");
        return;
    }
    let guarantee = &found.outcome.guarantee;
    let states = counted(found.outcome.interface.state_count(), "state");
    let _ = writeln!(
        text,
        "\nThe interface does not agree with the log. Refined: {states}, safe: {}, permissive: {}.",
        guarantee.safe, guarantee.permissive
    );
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
