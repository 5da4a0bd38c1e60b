//! Two versions of which one has registers: for each kind of calls that one version forbids, the checkers look for a
//! shortest word after which the other allows it (`compare`).
//!
//! Argument values differ from call to call of a word, so each call of each word is a letter of its own.

use etiquette_automata::CallId;
use etiquette_component::Guard;
use etiquette_outcome::{Integers, Outcome, Run};

use super::findings::Side;
use super::letters::{Letter, Letters, matched_methods};
use super::outcomes::common_events;
use super::search::{Found, Walked};
use super::{Incomparable, Pair};
use crate::arena;
use crate::compare::{Excess, Made};
use crate::concrete::{ConcreteWord, Seen};
use crate::guards::may_overflow;
use crate::tied::Misfit;

pub(super) fn walked(old: &Outcome, new: &Outcome, run: &Run) -> Result<(Letters, Walked), Incomparable> {
    let letters = Letters::without_calls(old.interface.alphabet(), new.interface.alphabet());
    let mut search = Search { old, new, letters, walked: Walked::default() };
    let is_ideal = old.guarantee.integers == Integers::Ideal;
    if is_ideal && [old, new].iter().any(|version| may_overflow(&version.interface)) {
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
        let (accepting, refusing) = match side {
            Side::Old => (self.old, self.new),
            Side::New => (self.new, self.old),
        };
        let (one, other) = (&accepting.interface, &refusing.interface);
        let methods = matched_methods(one.alphabet(), other.alphabet());
        let labels = accepting.states.iter().map(|facts| facts.label.as_deref().map(Guard::from)).collect();
        let mut excess = Excess::new(one, other, &methods, labels, run)?;
        if excess.word(None) == arena::Found::Never {
            return Ok(());
        }
        for kind in 0..excess.kinds() {
            match excess.word(Some(kind)) {
                arena::Found::Never => {}
                arena::Found::By(word) => self.add(side, &excess, &word),
                arena::Found::Unknown(why) => {
                    let now = if side == Side::Old { "forbidden" } else { "legal" };
                    let call = excess.described(kind);
                    self.walked.unknown.push(format!("it is not known whether `{call}` became {now}: {why}"));
                }
            }
        }
        Ok(())
    }

    /// Adds what a word shows. A word that can't be told in the versions' own calls is at least no agreement.
    fn add(&mut self, side: Side, excess: &Excess, word: &ConcreteWord) {
        if self.note(side, excess, &word.events).is_none() {
            let written = word.written(excess.component()).join(" · ");
            self.walked.unknown.push(format!("guards of one version do not cover `{written}`"));
        }
    }

    fn note(&mut self, side: Side, excess: &Excess, events: &[Seen]) -> Option<()> {
        let made = excess.along(events);
        let (last, before) = made.split_last().filter(|_| made.len() == events.len())?;
        let word = before.iter().zip(events).map(|(made, event)| {
            let letter = self.letter(excess, of_versions(side, made), event)?;
            Some((letter, self.event_of(excess, letter, event)?))
        });
        let word = word.collect::<Option<Vec<_>>>()?;
        let ((accepting, call), (refusing, forbidden)) = (last.accepting, last.refusing);
        let pair: Pair = if side == Side::Old { (accepting, refusing) } else { (refusing, accepting) };
        let (forbidding, alone) = match side {
            Side::Old => (self.new, &self.letters.removed),
            Side::New => (self.old, &self.letters.added),
        };
        let place = self.walked.places.len();
        match forbidden {
            Some(forbidden) => {
                let doubtful = forbidding.doubt(refusing, forbidden).is_some();
                let letter = self.letter(excess, of_versions(side, last), &events[before.len()])?;
                self.walked.found.insert((letter, side), Found { pair: place, places: 1, doubtful });
            }
            None => {
                let call = call.filter(|call| alone.contains(call))?;
                self.walked.alone.insert((call, side), place);
            }
        }
        self.walked.places.push((pair, word));
        Some(())
    }

    /// A new letter for a call of a word.
    fn letter(&mut self, excess: &Excess, (old, new): (Option<CallId>, Option<CallId>), event: &Seen) -> Option<usize> {
        let (old, new) = (old?, new?);
        let component = excess.component();
        let method = &component.methods[event.letter.method];
        let written = 0..method.written_parameters();
        let arguments = written.map(|index| component.written_argument(method, index, &event.letter.arguments));
        let arguments = arguments.collect();
        let result = method.result().zip(event.result).map(|(known, number)| component.value_name(known.ty, number));
        let (alphabet, others) = (self.old.interface.alphabet(), self.new.interface.alphabet());
        let events = common_events((alphabet, old), (others, new));
        self.letters.letters.push(Letter { old, new, arguments, result, events });
        Some(self.letters.letters.len() - 1)
    }

    /// The position of an event among those of its letter.
    fn event_of(&self, excess: &Excess, letter: usize, event: &Seen) -> Option<usize> {
        let outcome = &excess.component().methods[event.letter.method].outcomes[event.outcome];
        let is_seen = |name: &Option<String>| name.as_ref().is_none_or(|name| name == outcome);
        self.letters.letters[letter].events.iter().position(|(_, _, name)| is_seen(name))
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
