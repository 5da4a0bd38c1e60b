//! The interface for a person at a terminal: a block for each state, called by a shortest word that leads to it, with
//! what may be called there and where it leads, what may not and why; at the end, how far the result can be trusted.

mod closing;
mod forbidden;
mod page;
mod state;

use std::collections::BTreeSet;

pub(crate) use closing::sentences;
use etiquette_automata::Interface;
use etiquette_outcome::{Confidence, Outcome};

use crate::assumptions::{given, permissive};
use crate::names::Names;
use crate::observers::explained;
use page::{Page, Piece, Style};

/// How the text is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// Whether to use ANSI colours.
    pub color: bool,
    /// The number of columns at which lines are wrapped.
    pub width: usize,
    /// So many of the assumptions are listed, and of what is left open; the rest is counted.
    pub assumptions: usize,
}

impl Default for TextOptions {
    fn default() -> Self {
        TextOptions { color: false, width: 100, assumptions: 8 }
    }
}

/// Nobody reads more states than this.
const MAX_SHOWN_STATES: usize = 200;

/// The outcome as text.
pub fn render(outcome: &Outcome, options: &TextOptions) -> String {
    let mut page = Page::new(options);
    let names = Names::new(outcome);
    let state_names = names.states(options.width.saturating_sub(24).clamp(24, 60));
    heading(&mut page, outcome);
    let blocks = state::Blocks::new(outcome, &names, &state_names);
    blocks.write_common(&mut page);
    for state in outcome.interface.states().take(MAX_SHOWN_STATES) {
        page.blank_line();
        blocks.write(&mut page, state);
    }
    let hidden = outcome.interface.state_count().saturating_sub(MAX_SHOWN_STATES);
    if hidden > 0 {
        page.blank_line();
        let more = format!("… and {}: the JSON format has them all.", counted(hidden, "more state"));
        page.paragraph(0, 2, &Piece::words(&more, Style::Warning));
    }
    page.blank_line();
    closing::write(&mut page, outcome);
    page.finish()
}

/// One line that says it all, and one with the errors.
fn heading(page: &mut Page, outcome: &Outcome) {
    let mut pieces = vec![Piece::new(format!("{}:", outcome.title()), Style::Name)];
    for (position, fact) in summary(outcome).iter().enumerate() {
        if position > 0 {
            pieces.push(Piece::new("·", Style::Quiet));
        }
        pieces.push(Piece::plain(fact));
    }
    page.paragraph(0, 2, &pieces);
    if !outcome.errors.is_empty() {
        page.paragraph(0, 2, &Piece::words(&errors_sentence(&outcome.errors), Style::Quiet));
    }
    if let Some(registers) = registers_sentence(&outcome.interface) {
        page.paragraph(0, 2, &Piece::words(&registers, Style::Quiet));
    }
    if let Some(observers) = explained(&outcome.interface, str::to_owned) {
        page.paragraph(0, 2, &Piece::words(&format!("observers: {observers}"), Style::Quiet));
    }
    if let Some(left_out) = not_covered(outcome) {
        page.paragraph(0, 2, &Piece::words(&left_out, Style::Warning));
    }
}

/// What the interface says nothing about, and how much that is.
pub(crate) fn not_covered(outcome: &Outcome) -> Option<String> {
    let left_out: Vec<String> =
        outcome.not_covered.iter().map(|found| format!("{} ({})", found.method, found.why)).collect();
    let methods: BTreeSet<&str> = outcome.interface.alphabet().calls().iter().map(|call| &*call.method).collect();
    let (covered, all) = (methods.len(), methods.len() + left_out.len());
    let sentence = format!("covers {covered} of {all} methods; not covered: {}", left_out.join(", "));
    (!left_out.is_empty()).then_some(sentence)
}

fn errors_sentence(errors: &[String]) -> String {
    format!("the call sequences that cannot raise {}", alternatives(errors))
}

/// The facts in a nutshell: sizes and guarantees, for captions and headings.
pub(crate) fn summary(outcome: &Outcome) -> Vec<String> {
    let interface = &outcome.interface;
    let guarantee = &outcome.guarantee;
    let mut facts =
        vec![sizes(interface), format!("safe: {}", guarantee.safe), format!("permissive: {}", permissive(outcome))];
    facts.extend(given(guarantee));
    let flags = [(guarantee.full, "full"), (guarantee.minimal, "minimal"), (guarantee.serial, "serial")];
    facts.extend(flags.iter().filter(|(holds, _)| *holds).map(|(_, name)| name.to_string()));
    if outcome.stop != etiquette_outcome::StopReason::Done {
        facts.push(format!("stopped early: {}", outcome.stop));
    }
    facts
}

/// `3 states, 7 calls`, with the number of registers if there are any.
fn sizes(interface: &Interface) -> String {
    let states = counted(interface.state_count(), "state");
    let calls = counted(interface.alphabet().calls().len(), "call");
    match interface.memory().registers.len() {
        0 => format!("{states}, {calls}"),
        registers => format!("{states}, {}, {calls}", counted(registers, "register")),
    }
}

/// What a client has to keep in mind beside the state.
pub(crate) fn registers_sentence(interface: &Interface) -> Option<String> {
    let registers = &interface.memory().registers;
    let written = registers.iter().map(|known| match &known.initial {
        Some(initial) => format!("{} {} = {initial}", known.ty, known.name),
        None => format!("{} {}", known.ty, known.name),
    });
    (!registers.is_empty()).then(|| format!("registers: {}", written.collect::<Vec<_>>().join(", ")))
}

/// `1 state`, `3 states`.
fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

/// `A`, `A or B`, `A, B or C`.
pub(crate) fn alternatives(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Whether a property is known without any bound.
fn is_certain(confidence: Confidence) -> bool {
    confidence == Confidence::Proved
}
