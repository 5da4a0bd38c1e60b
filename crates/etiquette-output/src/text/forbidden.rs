//! The calls that can raise an error in a state, each with a shortest word that shows it; many of them are grouped by
//! error.

use etiquette_automata::{CallId, StateId};
use etiquette_outcome::{OnJvm, Outcome, Reason};

use super::page::{Piece, Style};
use crate::assumptions::doubt;
use crate::names::{Names, compressed, shortened};

/// Past so many calls, those with the same error share a line.
const MANY: usize = 8;

/// A call that can raise an error.
pub struct ErrorCall<'a> {
    call: &'a str,
    witness: &'a [String],
    error: &'a str,
    at: Option<&'a str>,
    /// What it depends on, if it is doubtful.
    doubt: Option<String>,
    /// What a JVM made of it, where that is not said with the doubt.
    on_jvm: Option<&'a OnJvm>,
}

impl<'a> ErrorCall<'a> {
    /// The call, if it can raise an error in the state.
    pub fn new(outcome: &'a Outcome, names: &'a Names, state: StateId, call: CallId) -> Option<Self> {
        match outcome.reason(state, call)? {
            Reason::Error { witness, error, at } => {
                let doubt = doubt(outcome, state, call);
                let found = outcome.forbidden(state, call).filter(|found| !found.is_tested());
                let on_jvm = found.and_then(|found| found.on_jvm.as_ref());
                Some(ErrorCall { call: names.call(call), witness, error, at: at.as_deref(), doubt, on_jvm })
            }
            _ => None,
        }
    }

    /// Whether another call raises the same error for the same reason.
    pub fn is_like(&self, other: &ErrorCall) -> bool {
        (self.error, &self.doubt) == (other.error, &other.doubt)
    }

    /// Both this and another call of the method, whatever guards say.
    pub fn whatever_the_guard(&mut self, other: ErrorCall<'a>) {
        if self.witness.is_empty() {
            *self = other;
        }
        self.call = self.call.split(" [").next().unwrap_or(self.call);
    }

    /// Whether it is not known to fail whatever the model leaves open.
    pub fn is_doubtful(&self) -> bool {
        self.doubt.is_some()
    }
}

/// The lines about the calls of one state; `width` is that of the page, `errors` those that the interface is about.
pub fn error_lines(calls: &[&ErrorCall], width: usize, errors: &[String]) -> Vec<Vec<Piece>> {
    let writer = Writer { width, errors };
    if calls.len() <= MANY {
        return calls.iter().map(|call| writer.single(call)).collect();
    }
    let mut groups: Vec<(&str, Vec<&ErrorCall>)> = Vec::new();
    for call in calls {
        match groups.iter_mut().find(|(error, _)| *error == call.error) {
            Some((_, group)) => group.push(call),
            None => groups.push((call.error, vec![call])),
        }
    }
    groups.iter().flat_map(|(_, group)| writer.group(group)).collect()
}

struct Writer<'a> {
    width: usize,
    errors: &'a [String],
}

impl Writer<'_> {
    /// `read: acq_r · rel · read raises IllegalState at device.component:12`
    fn single(&self, error: &ErrorCall) -> Vec<Piece> {
        let mut pieces = vec![Piece::new(format!("{}:", error.call), Style::Forbidden)];
        // Where registers have to be far up, no word that is short enough to be shown leads there.
        match error.witness.is_empty() {
            true => pieces.push(Piece::plain("it")),
            false => pieces.extend(self.word(error.witness)),
        }
        pieces.push(Piece::plain(if error.is_doubtful() { "may raise" } else { "raises" }));
        pieces.push(Piece::plain(self.short_name(error.error)));
        pieces.extend(error.at.map(|at| Piece::new(format!("at {at}"), Style::Quiet)));
        pieces.extend(error.doubt.iter().flat_map(|doubt| Piece::words(doubt, Style::Quiet)));
        pieces.extend(error.on_jvm.iter().flat_map(|tried| Piece::words(&format!("({tried})"), Style::Quiet)));
        pieces
    }

    /// `read, write, seek raise IllegalState, as in acq_r · rel · read`; a small group keeps its single lines.
    fn group(&self, group: &[&ErrorCall]) -> Vec<Vec<Piece>> {
        if group.len() <= 2 {
            return group.iter().map(|call| self.single(call)).collect();
        }
        let calls: Vec<String> = group.iter().map(|call| call.call.to_string()).collect();
        let mut pieces = Piece::list(&calls, Style::Forbidden);
        let error = self.short_name(group[0].error);
        let raise = if group[0].is_doubtful() { "may raise" } else { "raise" };
        pieces.extend([Piece::plain(raise), Piece::plain(format!("{error},"))]);
        pieces.push(Piece::new("as in", Style::Quiet));
        pieces.extend(self.word(group[0].witness));
        pieces.extend(group[0].at.map(|at| Piece::new(format!("at {at}"), Style::Quiet)));
        vec![pieces]
    }

    /// The events of a word with dots between them, runs written once, the middle of a very long word left out.
    fn word(&self, word: &[String]) -> Vec<Piece> {
        let text = shortened(&compressed(word), 2 * self.width);
        let events: Vec<&str> = text.split(" · ").collect();
        let last = events.len() - 1;
        let piece = |(position, event): (usize, &&str)| match position == last {
            true => Piece::plain(*event),
            false => Piece::plain(format!("{event} ·")),
        };
        events.iter().enumerate().map(piece).collect()
    }

    /// A class name without its package, where no other error is called the same; the heading has the whole name.
    fn short_name<'a>(&self, error: &'a str) -> &'a str {
        let simple = |name: &'a str| name.rsplit('.').next().unwrap_or(name);
        let short = simple(error);
        let is_class = short.starts_with(|first: char| first.is_uppercase());
        let namesakes = self.errors.iter().filter(|other| other.rsplit('.').next() == Some(short));
        match is_class && namesakes.count() <= 1 {
            true => short,
            false => error,
        }
    }
}
