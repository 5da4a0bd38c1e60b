//! The end of the text: the guarantee in sentences, what was taken for granted, why the engine stopped, and the
//! statistics.

use etiquette_outcome::{Confidence, Guarantee, Integers, OnJvm, Outcome, StopReason};

use super::page::{Page, Piece, Style};
use super::{alternatives, counted, is_certain};
use crate::assumptions::{Group, granted, left_open, permissive};

/// The numbers that have sentences of their own.
const CHECKED: &str = "obligations checked";
const UNCHECKED: &str = "obligations unchecked";
const OVERFLOWS: &str = "steps that can overflow";
const IN_SENTENCES: [&str; 3] = [CHECKED, UNCHECKED, OVERFLOWS];

/// Writes the closing part.
pub fn write(page: &mut Page, outcome: &Outcome) {
    guarantee(page, outcome);
    let shown = page.assumptions_shown();
    listed(page, "Not modelled, so that what depends on it is doubtful:", &left_open(outcome), shown);
    listed(page, "Taken for granted:", &granted(outcome), shown);
    if let Some(sentence) = jvm_sentence(outcome) {
        bullet(page, &sentence, Style::Plain);
    }
    if let Some(sentence) = certificate_sentence(outcome) {
        bullet(page, &sentence, Style::Plain);
    }
    if let Some(sentence) = errors_sentence(outcome) {
        bullet(page, sentence, Style::Quiet);
    }
    if let Some(hint) = hint(outcome) {
        bullet(page, &format!("Stopped early ({}): {hint}", outcome.stop), Style::Warning);
    }
    if can_overflow(outcome) {
        let advice = "Numbers wrap around here: `--integers ideal` leaves out runs in which they overflow.";
        bullet(page, advice, Style::Warning);
    }
    statistics(page, outcome);
}

/// Which exceptions are errors where nobody named any, and how to ask about others.
fn errors_sentence(outcome: &Outcome) -> Option<&'static str> {
    (outcome.error_choice.as_deref() == Some("deliberate")).then_some(
        "Errors: exceptions that code throws on purpose; all others are outcomes. `--error X` asks about X, \
         `--error implicit` about what the JVM throws (null, index, cast), `--error any` about every exception.",
    )
}

/// Who has looked at the proof besides the engine that found it.
fn certificate_sentence(outcome: &Outcome) -> Option<String> {
    let sentence = |name, what| {
        let count = outcome.statistics.get(name)?;
        Some(format!("Certificate: {}, {what}.", counted(*count as usize, "obligation")))
    };
    sentence(CHECKED, "checked").or_else(|| sentence(UNCHECKED, "not checked"))
}

/// What a JVM made of the witnesses, if it was asked.
fn jvm_sentence(outcome: &Outcome) -> Option<String> {
    let tried = outcome.all_forbidden().filter_map(|found| found.on_jvm.as_ref());
    let (mut raised, mut differ, mut not_made) = (0, 0, 0);
    for found in tried {
        *match found {
            OnJvm::Raised => &mut raised,
            OnJvm::Differs(_) => &mut differ,
            OnJvm::NotMade(_) => &mut not_made,
        } += 1;
    }
    let all = raised + differ + not_made;
    let words = counted(all, "word");
    (all > 0).then(|| {
        format!("On a JVM: {words} tried, {raised} raised as claimed, {differ} did not, {not_made} could not be made.")
    })
}

/// Whether numbers that overflow may be what no proof was found for.
fn can_overflow(outcome: &Outcome) -> bool {
    let Guarantee { safe, permissive, integers, .. } = outcome.guarantee;
    let is_proved = is_certain(safe) && is_certain(permissive);
    !is_proved && integers == Integers::Wrap && outcome.statistics.get(OVERFLOWS).is_some_and(|count| *count > 0)
}

fn guarantee(page: &mut Page, outcome: &Outcome) {
    for (sentence, style) in guarantee_sentences(outcome) {
        bullet(page, &sentence, style);
    }
}

/// What is guaranteed, a sentence for each property.
fn guarantee_sentences(outcome: &Outcome) -> Vec<(String, Style)> {
    let guarantee = &outcome.guarantee;
    let granted = if guarantee.granted().next().is_none() { "" } else { " under what is taken for granted" };
    let qualified = |sentence: String| sentence.replacen(", proved:", &format!(", proved{granted}:"), 1);
    let mut sentences = vec![
        (qualified(safe_sentence(guarantee, &outcome.errors)), style(guarantee.safe)),
        (qualified(permissive_sentence(outcome)), style(guarantee.permissive)),
    ];
    sentences.extend(further_sentences(outcome).map(|sentence| (sentence.to_string(), Style::Plain)));
    sentences
}

/// What is guaranteed and why the engine stopped, for documents.
pub fn sentences(outcome: &Outcome) -> Vec<String> {
    let guarantee = guarantee_sentences(outcome).into_iter().map(|(sentence, _)| sentence);
    let stopped = hint(outcome).map(|hint| format!("Stopped early ({}): {hint}", outcome.stop));
    guarantee.chain(errors_sentence(outcome).map(str::to_owned)).chain(stopped).collect()
}

fn style(confidence: Confidence) -> Style {
    match is_certain(confidence) {
        true => Style::Plain,
        false => Style::Warning,
    }
}

fn safe_sentence(guarantee: &Guarantee, errors: &[String]) -> String {
    let error = match errors {
        [] => "an error".into(),
        _ => alternatives(errors),
    };
    match guarantee.safe {
        Confidence::Proved => format!("Safe, proved: a client that keeps to these calls never causes {error}."),
        Confidence::ProvedUpTo(calls) => {
            let calls = counted(calls as usize, "call");
            format!("Safe, proved up to {calls}: keeping to the interface causes no {error} by then.")
        }
        Confidence::TestedOn(words) => {
            format!("Safe as far as tested: none of {words} words of the interface caused {error}.")
        }
        Confidence::ProvedButFor(_) | Confidence::NotEstablished => {
            format!("Not known to be safe: an allowed call might still cause {error}.")
        }
    }
}

fn permissive_sentence(outcome: &Outcome) -> String {
    let guarantee = &outcome.guarantee;
    match guarantee.permissive {
        Confidence::Proved if guarantee.serial => {
            "Permissive, proved: whatever is forbidden can really fail, or leads to a dead end.".into()
        }
        Confidence::Proved => "Permissive, proved: whatever is forbidden can really fail.".into(),
        Confidence::ProvedButFor(_) => {
            format!("Permissive, {}: whatever else is forbidden can really fail.", permissive(outcome))
        }
        Confidence::ProvedUpTo(calls) => {
            let calls = counted(calls as usize, "call");
            format!("Permissive, proved up to {calls}: whatever is forbidden by then can really fail.")
        }
        Confidence::TestedOn(words) => {
            format!("Permissive as far as tested: none of {words} legal words was rejected.")
        }
        Confidence::NotEstablished => "Not known to be permissive: a forbidden call might be legal.".into(),
    }
}

fn further_sentences(outcome: &Outcome) -> impl Iterator<Item = &'static str> {
    let guarantee = &outcome.guarantee;
    let memory = outcome.interface.memory();
    let has_memory = !memory.is_empty();
    let looks_at_results = memory.looks_at_results();
    let sentences = [
        (guarantee.full, "Full: it accepts exactly the legal words, even those that cannot happen."),
        (guarantee.minimal && !has_memory, "Minimal: no smaller automaton is safe and permissive."),
        (
            guarantee.minimal && has_memory,
            "Minimal: no automaton with these registers and fewer states is safe and permissive.",
        ),
        (
            has_memory && !looks_at_results,
            "Registers follow from what a client calls, and with which arguments; `--registers none` asks for an \
             interface without.",
        ),
        (
            looks_at_results,
            "Registers follow from what a client calls, with which arguments, and what comes back; `--registers none` \
             asks for an interface without.",
        ),
        (guarantee.serial, "Serial: calls that lead to dead ends are forbidden, so a client can always go on."),
        (
            guarantee.integers == Integers::Ideal,
            "Integers are ideal: runs in which + - * overflow are out of scope; `--integers wrap` asks about them, too.",
        ),
    ];
    let holding = sentences.into_iter().filter(|(holds, _)| *holds);
    holding.map(|(_, sentence)| sentence)
}

/// A list with a heading. Beyond `shown`, entries are only counted.
fn listed(page: &mut Page, heading: &str, groups: &[Group], shown: usize) {
    if groups.is_empty() {
        return;
    }
    bullet(page, heading, Style::Plain);
    for group in groups.iter().take(shown) {
        let mut pieces = vec![Piece::new("-", Style::Quiet)];
        pieces.extend(Piece::words(&group.text, Style::Warning));
        let remark = group.remark(str::to_owned);
        pieces.extend(remark.iter().flat_map(|remark| Piece::words(remark, Style::Quiet)));
        page.paragraph(2, 4, &pieces);
    }
    if groups.len() > shown {
        let rest = format!("- and {} more: --assumptions all lists them", groups.len() - shown);
        page.paragraph(2, 4, &Piece::words(&rest, Style::Quiet));
    }
}

/// What to do where the engine stopped early.
fn hint(outcome: &Outcome) -> Option<String> {
    let text = match outcome.stop {
        StopReason::Done => return None,
        StopReason::TooManyGuards => return Some(too_many_guards(outcome)),
        StopReason::NoProof => "no proof was found for longer words; look at fewer methods, or at one error at a time.",
        StopReason::TimeLimit => "give it more time with --timeout, or fewer methods.",
        StopReason::MemoryLimit => "give it more memory with --memory, or fewer methods.",
        StopReason::DepthLimit => "longer words were not looked at; raise the bound on calls.",
        StopReason::TooLargeToShow => {
            "the automaton was found, but it has too many states to be written down; let it be minimised."
        }
        StopReason::StateLimit => {
            "there are more states than allowed; allow more with --max-states, give it time with --timeout, or fewer methods."
        }
        StopReason::PredicateLimit => "allow more predicates with --max-predicates.",
        StopReason::Cancelled => "what is shown was known at that moment.",
    };
    Some(text.into())
}

/// Which call it is that needs ever more guards.
fn too_many_guards(outcome: &Outcome) -> String {
    let calls = outcome.interface.alphabet().calls();
    let guards = |method: &str| calls.iter().filter(|call| call.method == method).count();
    let most = calls.iter().map(|call| call.method.as_str()).max_by_key(|method| guards(method)).unwrap_or_default();
    let count = guards(most);
    format!("which arguments of `{most}` are legal depends on the state: {count} guards do not tell all cases apart.")
}

fn statistics(page: &mut Page, outcome: &Outcome) {
    let engine = match outcome.engine.is_empty() {
        true => None,
        false => Some(format!("engine {}", outcome.engine)),
    };
    let numbers = outcome
        .statistics
        .iter()
        .filter(|(name, _)| !IN_SENTENCES.contains(&name.as_str()))
        .map(|(name, value)| format!("{name} {value}"));
    let facts: Vec<String> = engine.into_iter().chain(numbers).collect();
    if !facts.is_empty() {
        page.paragraph(0, 2, &Piece::list(&facts, Style::Quiet));
    }
}

fn bullet(page: &mut Page, sentence: &str, style: Style) {
    page.paragraph(0, 2, &Piece::words(sentence, style));
}
