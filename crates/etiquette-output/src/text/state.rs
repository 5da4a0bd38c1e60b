//! One state as a block of text: its name, its label, what is allowed there and what is forbidden.

use etiquette_automata::{CallId, StateId};
use etiquette_outcome::{Forbidden, Outcome, Reason};

use super::forbidden::{ErrorCall, error_lines};
use super::page::{Page, Piece, Style, width_of};
use crate::moves::{
    Step, Way, calls_that_never_return, forbidden_calls, how_it_ends, is_dead_end, stays_everywhere, steps,
};
use crate::names::{Names, brief};

/// Where the second column starts.
const GUTTER: usize = 13;
/// The widest list of calls that the arrows of a block are aligned after.
const ALIGNED: usize = 32;
/// What a label's line has besides the label: the indentation, braces and spaces.
const LABEL_MARGIN: usize = 8;
/// So many calls are named again where it is said what they lead to.
const FEW: usize = 2;
/// So many calls that change nothing in any state are worth a block of their own.
const WORTH_SHARING: usize = 5;

/// What the blocks of all states have in common.
pub struct Blocks<'a> {
    outcome: &'a Outcome,
    names: &'a Names,
    state_names: &'a [String],
    /// Calls that are allowed everywhere and change nothing, where there are enough of them.
    common: Vec<String>,
}

impl<'a> Blocks<'a> {
    /// The blocks of these states.
    pub fn new(outcome: &'a Outcome, names: &'a Names, state_names: &'a [String]) -> Self {
        let common = stays_everywhere(outcome, names);
        let worth_sharing = outcome.interface.state_count() > 1 && common.len() >= WORTH_SHARING;
        Blocks { outcome, names, state_names, common: if worth_sharing { common } else { Vec::new() } }
    }

    /// Writes the calls that are left out of the states' blocks.
    pub fn write_common(&self, page: &mut Page) {
        if !self.common.is_empty() {
            page.blank_line();
            page.paragraph(0, 4, &[Piece::new("everywhere", Style::Name)]);
            let line = with_target(Piece::list(&self.common, Style::Allowed), "stays there", 0);
            column(page, "allowed", &[line]);
        }
    }

    /// Writes the block of a state.
    pub fn write(&self, page: &mut Page, state: StateId) {
        self.title(page, state);
        column(page, "allowed", &self.allowed_lines(state));
        let forbidden = forbidden_calls(self.outcome, state);
        let errors = self.errors(state, &forbidden);
        let (doubtful, certain): (Vec<&ErrorCall>, Vec<&ErrorCall>) =
            errors.iter().partition(|call| call.is_doubtful());
        let mut lines = error_lines(&certain, page.width(), &self.outcome.errors);
        lines.extend(self.line_for(&forbidden, Some(&Reason::NotThere), "there is no such object yet"));
        lines.extend(self.line_for(&forbidden, Some(&Reason::LeadsToDeadEnd), "leads to a dead end"));
        lines.extend(self.line_for(&forbidden, None, "no reason is recorded"));
        column(page, "forbidden", &lines);
        let mut lines = error_lines(&doubtful, page.width(), &self.outcome.errors);
        lines.extend(self.lines_behind_doubts(state));
        column(page, "doubtful", &lines);
        let unexplored = self.line_for(&forbidden, Some(&Reason::Unexplored), "not looked at yet");
        column(page, "unexplored", unexplored.as_slice());
    }

    /// The calls that raise errors. Where guards speak of registers, and a method raises the same error whatever they are,
    /// it is said once.
    fn errors(&self, state: StateId, forbidden: &[(CallId, Option<&Forbidden>)]) -> Vec<ErrorCall<'a>> {
        let alphabet = self.outcome.interface.alphabet();
        let mut errors: Vec<(&str, ErrorCall)> = Vec::new();
        for &(call, _) in forbidden {
            let Some(error) = ErrorCall::new(self.outcome, self.names, state, call) else { continue };
            let method = &*alphabet.call(call).method;
            let is_whole = || {
                let mut calls = alphabet.call_ids().filter(|other| alphabet.call(*other).method == *method);
                calls.all(|other| !self.outcome.interface.allows(state, other))
            };
            let has_memory = !self.outcome.interface.memory().is_empty();
            match errors.iter_mut().find(|(other, known)| *other == method && known.is_like(&error)) {
                Some((_, known)) if has_memory && is_whole() => known.whatever_the_guard(error),
                _ => errors.push((method, error)),
            }
        }
        errors.into_iter().map(|(_, error)| error).collect()
    }

    fn title(&self, page: &mut Page, state: StateId) {
        let mut pieces = vec![Piece::new(self.state_names[state.index()].as_str(), Style::Name)];
        let facts = self.outcome.states.get(state.index());
        if let Some(label) = facts.and_then(|facts| facts.label.as_ref()) {
            let label = brief(label, page.width().saturating_sub(LABEL_MARGIN));
            pieces.extend([Piece::plain(""), Piece::new(format!("{{ {label} }}"), Style::Quiet)]);
        }
        if is_dead_end(self.outcome, state) {
            pieces.push(Piece::new(" dead end: no call is allowed here", Style::Warning));
        }
        page.paragraph(0, 4, &pieces);
    }

    fn allowed_lines(&self, state: StateId) -> Vec<Vec<Piece>> {
        let mut lines: Vec<(Vec<Piece>, String)> = Vec::new();
        for (Step { to, sets }, mut events) in steps(self.outcome, self.names, state, Way::Allowed) {
            if to == state {
                events.retain(|event| !self.common.contains(event));
            }
            let target = match to == state {
                true => "stays here".into(),
                false => self.state_names[to.index()].clone(),
            };
            let target = if sets.is_empty() { target } else { format!("{target}, {sets}") };
            if !events.is_empty() {
                lines.push((Piece::list(&events, Style::Allowed), target));
            }
        }
        let endless = calls_that_never_return(self.outcome, self.names, state);
        for calls in endless.chunk_by(|one, next| how_it_ends(one) == how_it_ends(next)) {
            lines.push((Piece::list(calls, Style::Allowed), how_it_ends(&calls[0]).into()));
        }
        aligned(lines)
    }

    /// Where doubtful calls lead, should they return; that one changes nothing then is not said.
    fn lines_behind_doubts(&self, state: StateId) -> Vec<Vec<Piece>> {
        let steps = steps(self.outcome, self.names, state, Way::ShouldReturn);
        let is_said_of_all = steps.len() == 1 && steps[0].1.len() > FEW;
        let elsewhere = steps.into_iter().filter(|(step, _)| step.to != state);
        let line = |(step, mut events): (Step, Vec<String>)| {
            events.last_mut().into_iter().for_each(|last| last.push(','));
            let mut calls = if is_said_of_all { Vec::new() } else { Piece::list(&events, Style::Warning) };
            let said = if is_said_of_all { "any of these, should it return" } else { "should it return" };
            calls.extend(Piece::words(said, Style::Quiet));
            with_target(calls, &self.state_names[step.to.index()], 0)
        };
        elsewhere.map(line).collect()
    }

    /// The calls that are forbidden for a reason, as one line that ends with an explanation.
    fn line_for(
        &self,
        forbidden: &[(CallId, Option<&Forbidden>)],
        reason: Option<&Reason>,
        explanation: &str,
    ) -> Option<Vec<Piece>> {
        let calls = forbidden.iter().filter(|(_, found)| found.map(|found| &found.reason) == reason);
        let calls: Vec<String> = calls.map(|(call, _)| self.names.call(*call).to_string()).collect();
        let (last, others) = calls.split_last()?;
        let items: Vec<String> = others.iter().cloned().chain([format!("{last}:")]).collect();
        let mut line = Piece::list(&items, Style::Warning);
        line.extend(Piece::words(explanation, Style::Plain));
        Some(line)
    }
}

/// Writes lines beside a heading that stands on the first of them.
fn column(page: &mut Page, heading: &str, lines: &[Vec<Piece>]) {
    for (position, line) in lines.iter().enumerate() {
        let heading = if position == 0 { heading } else { "" };
        let mut pieces = vec![Piece::new(heading, Style::Quiet).padded(GUTTER - 3)];
        pieces.extend(line.iter().cloned());
        page.paragraph(2, GUTTER + 2, &pieces);
    }
}

/// Calls and targets as lines, the arrows below each other where the lists of calls are not too long.
fn aligned(lines: Vec<(Vec<Piece>, String)>) -> Vec<Vec<Piece>> {
    let widths = lines.iter().map(|(calls, _)| width_of(calls));
    let column = widths.filter(|width| *width <= ALIGNED).max().unwrap_or(0);
    let line = |(calls, target): (Vec<Piece>, String)| with_target(calls, &target, column);
    lines.into_iter().map(line).collect()
}

/// The calls, an arrow in its column, and the target.
fn with_target(mut calls: Vec<Piece>, target: &str, column: usize) -> Vec<Piece> {
    let missing = column.saturating_sub(width_of(&calls));
    if let Some(last) = calls.pop() {
        let width = last.width() + missing;
        calls.push(last.padded(width));
    }
    calls.push(Piece::plain(format!("→ {target}")));
    calls
}
