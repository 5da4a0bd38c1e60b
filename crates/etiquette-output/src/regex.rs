//! The interface as a regular expression over its events, by state elimination.
//!
//! It describes all accepted words; since a prefix of an accepted word is accepted, much of it is optional. Events are
//! written as in words, in angle brackets where they are more than a word; `etiquette verify` reads such expressions.

use etiquette_automata::{EventId, Language, Regex, minimise, regular_expression};
use etiquette_outcome::Outcome;

use crate::assumptions::doubt_loss;
use crate::labels::event_labels;
use crate::names::Names;
use crate::rendered::{Inexpressible, Rendered, one_line};

/// Longer expressions help nobody.
pub(crate) const MAX_PARTS: usize = 20_000;

/// The outcome as a regular expression.
pub fn render(outcome: &Outcome) -> Result<Rendered, Inexpressible> {
    let interface = minimise(&outcome.interface).interface;
    let regex = regular_expression(&interface, Language::PrefixClosed, MAX_PARTS)
        .map_err(|error| Inexpressible::new(error.to_string()))?;
    let labels = event_labels(interface.alphabet(), &Names::new(outcome), one_line);
    let facts = crate::text::summary(outcome).join(" · ");
    let mut text = format!("// {}: {}\n", one_line(&outcome.title()), one_line(&facts));
    text.push_str(&written(&labels, &regex, Around::Nothing));
    text.push('\n');
    Ok(Rendered { text, losses: doubt_loss(outcome).into_iter().collect() })
}

/// What an expression stands in: what binds less than its surroundings needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Around {
    Nothing,
    Sequence,
    Postfix,
}

fn written(labels: &[String], regex: &Regex, around: Around) -> String {
    match regex {
        Regex::Nothing => "∅".into(),
        Regex::Empty => "ε".into(),
        Regex::Event(event) => written_event(labels, *event),
        Regex::Sequence(parts) => list(labels, parts, " ", around, Around::Sequence),
        Regex::Choice(parts) => list(labels, parts, " | ", around, Around::Nothing),
        Regex::Repeat(inner) => written(labels, inner, Around::Postfix) + "*",
        Regex::Optional(inner) => written(labels, inner, Around::Postfix) + "?",
    }
}

fn list(labels: &[String], parts: &[Regex], separator: &str, around: Around, own: Around) -> String {
    let parts: Vec<String> = parts.iter().map(|part| written(labels, part, own)).collect();
    let joined = parts.join(separator);
    if own < around { format!("({joined})") } else { joined }
}

fn written_event(labels: &[String], event: EventId) -> String {
    let name = &labels[event.index()];
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    if !name.is_empty() && name.chars().all(is_word) { name.clone() } else { format!("<{name}>") }
}
