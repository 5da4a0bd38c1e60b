//! Two versions of which one has registers: for each kind of calls that one version forbids, the checkers look for a
//! shortest word after which the other allows it (`compare`).
//!
//! Argument values differ from call to call of a word, so each call of each word is a letter of its own.

use etiquette_automata::CallId;
use etiquette_component::Event;
use etiquette_outcome::{Integers, Outcome, Run};

use super::findings::Side;
use super::letters::{Letter, Letters, matched_methods};
use super::outcomes::common_events;
use super::search::{Found, Walked};
use super::{Incomparable, Pair};
use crate::arena;
use crate::compare::{Excess, Made};
use crate::tied::Misfit;

pub(super) fn walked(old: &Outcome, new: &Outcome, run: &Run) -> Result<(Letters, Walked), Incomparable> {
    let letters = Letters::without_calls(old.interface.alphabet(), new.interface.alphabet());
    let mut search = Search { old, new, letters, walked: Walked::default() };
    if old.guarantee.integers == Integers::Ideal {
        search.walked.unknown.push("registers were compared with numbers that overflow".into());
    }
    for side in [Side::Old, Side::New] {
        search.look(side, run).map_err(|misfit| Incomparable(misfit.to_string()))?;
    }
    search.sort();
    Ok((search.letters, search.walked))
}

struct Search<'a> {
    old: &'a Outcome,
    new: &'a Outcome,
    letters: Letters,
    walked: Walked,
}

impl Search<'_> {
    /// Looks for what a side allows alone.
    fn look(&mut self, side: Side, run: &Run) -> Result<(), Misfit> {
        let (one, other) = match side {
            Side::Old => (&self.old.interface, &self.new.interface),
            Side::New => (&self.new.interface, &self.old.interface),
        };
        let methods = matched_methods(one.alphabet(), other.alphabet());
        let mut excess = Excess::new(one, other, &methods, run)?;
        if excess.word(None) == arena::Found::Never {
            return Ok(());
        }
        for kind in 0..excess.kinds() {
            match excess.word(Some(kind)) {
                arena::Found::Never => {}
                arena::Found::By(word) => self.add(side, &excess, &word.events),
                arena::Found::Unknown(why) => {
                    let now = if side == Side::Old { "forbidden" } else { "legal" };
                    let call = excess.described(kind);
                    self.walked.unknown.push(format!("it is not known whether `{call}` became {now}: {why}"));
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, side: Side, excess: &Excess, events: &[Event]) {
        let made = excess.along(events);
        let (Some(last), true) = (made.last(), made.len() == events.len()) else { return };
        let states = (last.accepting.0, last.refusing.0);
        let pair: Pair = if side == Side::Old { states } else { (states.1, states.0) };
        let calls = made.iter().map(|made| of_versions(side, made)).collect::<Vec<_>>();
        let before = calls.iter().zip(events).take(events.len() - 1);
        let word = before.filter_map(|(&calls, event)| self.letter(excess, calls, event)).collect::<Vec<_>>();
        if word.len() + 1 < events.len() {
            return;
        }
        let place = self.walked.places.len();
        self.walked.places.push((pair, word));
        match (calls[calls.len() - 1], last.accepting.1) {
            ((Some(_), Some(_)), _) => {
                let (Some((letter, _)), Some(call)) =
                    (self.letter(excess, calls[calls.len() - 1], &events[events.len() - 1]), last.refusing.1)
                else {
                    return;
                };
                let forbidding = if side == Side::Old { self.new } else { self.old };
                let doubtful = forbidding.doubt(states.1, call).is_some();
                self.walked.found.insert((letter, side), Found { pair: place, places: 1, doubtful });
            }
            (_, Some(call)) => {
                self.walked.alone.insert((call, side), place);
            }
            _ => {}
        }
    }

    /// A new letter for a call of a word, and the position of its event.
    fn letter(
        &mut self,
        excess: &Excess,
        (old, new): (Option<CallId>, Option<CallId>),
        event: &Event,
    ) -> Option<(usize, usize)> {
        let (old, new) = (old?, new?);
        let component = excess.component();
        let method = &component.methods[event.letter.method];
        let written = 0..method.written_parameters();
        let arguments = written.map(|index| component.written_argument(method, index, &event.letter.arguments));
        let arguments = arguments.collect();
        let (alphabet, others) = (self.old.interface.alphabet(), self.new.interface.alphabet());
        let events = common_events((alphabet, old), (others, new));
        let outcome = &method.outcomes[event.outcome];
        let position = events.iter().position(|(_, _, name)| name.as_ref().is_none_or(|name| name == outcome))?;
        self.letters.letters.push(Letter { old, new, arguments, events });
        Some((self.letters.letters.len() - 1, position))
    }

    /// Puts places with shorter words first.
    fn sort(&mut self) {
        let mut order: Vec<usize> = (0..self.walked.places.len()).collect();
        order.sort_by_key(|&place| self.walked.places[place].1.len());
        let position = |place: usize| order.iter().position(|&known| known == place).unwrap_or_default();
        for found in self.walked.found.values_mut() {
            found.pair = position(found.pair);
        }
        for place in self.walked.alone.values_mut() {
            *place = position(*place);
        }
        self.walked.places = order.iter().map(|&place| self.walked.places[place].clone()).collect();
    }
}

/// The calls of the old and of the new version.
fn of_versions(side: Side, made: &Made) -> (Option<CallId>, Option<CallId>) {
    match side {
        Side::Old => (made.accepting.1, made.refusing.1),
        Side::New => (made.refusing.1, made.accepting.1),
    }
}
