//! Regular expressions over events: a tree with constructors that simplify, and a printer with as few parentheses as
//! possible.
//!
//! The constructors apply only rules that keep the language: neutral and absorbing elements, flattening, stars of
//! stars, and common first factors of alternatives.

use std::fmt;

use crate::interface::{Alphabet, EventId};

/// A regular expression. Make it with the functions here, which simplify.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Regex {
    /// No word.
    Nothing,
    /// The empty word alone.
    Empty,
    /// One event.
    Event(EventId),
    /// One after the other, at least two.
    Sequence(Vec<Regex>),
    /// One of several, at least two.
    Choice(Vec<Regex>),
    /// Any number of times.
    Repeat(Box<Regex>),
    /// Once or not at all.
    Optional(Box<Regex>),
}

impl Regex {
    /// The words of `self` followed by those of `other`.
    pub fn then(self, other: Regex) -> Regex {
        if self == Regex::Nothing || other == Regex::Nothing {
            return Regex::Nothing;
        }
        let mut factors = self.into_factors();
        for factor in other.into_factors() {
            push_factor(&mut factors, factor);
        }
        sequence(factors)
    }

    /// The words of both.
    pub fn or(self, other: Regex) -> Regex {
        let mut alternatives = self.into_alternatives();
        for alternative in other.into_alternatives() {
            add_alternative(&mut alternatives, alternative);
        }
        choice(alternatives)
    }

    /// Any number of words of `self`, one after the other.
    pub fn repeat(self) -> Regex {
        match self {
            Regex::Nothing | Regex::Empty => Regex::Empty,
            Regex::Repeat(_) => self,
            Regex::Optional(inner) => inner.repeat(),
            Regex::Choice(alternatives) => {
                let bare = alternatives.into_iter().map(Regex::without_star);
                match bare.fold(Regex::Nothing, Regex::or) {
                    choice @ Regex::Choice(_) => Regex::Repeat(Box::new(choice)),
                    simpler => simpler.repeat(),
                }
            }
            other => Regex::Repeat(Box::new(other)),
        }
    }

    /// The words of `self`, and the empty word.
    pub fn optional(self) -> Regex {
        match self {
            Regex::Nothing => Regex::Empty,
            nullable if nullable.accepts_empty() => nullable,
            Regex::Sequence(factors) => match factors.as_slice() {
                // One or more, or none.
                [first, star] if star.is_star_of(first) => star.clone(),
                [star, last] if star.is_star_of(last) => star.clone(),
                _ => Regex::Optional(Box::new(Regex::Sequence(factors))),
            },
            other => Regex::Optional(Box::new(other)),
        }
    }

    /// Whether the empty word is among the words.
    pub fn accepts_empty(&self) -> bool {
        match self {
            Regex::Nothing | Regex::Event(_) => false,
            Regex::Empty | Regex::Repeat(_) | Regex::Optional(_) => true,
            Regex::Sequence(factors) => factors.iter().all(Regex::accepts_empty),
            Regex::Choice(alternatives) => alternatives.iter().any(Regex::accepts_empty),
        }
    }

    /// The number of nodes of the tree.
    pub fn size(&self) -> usize {
        match self {
            Regex::Nothing | Regex::Empty | Regex::Event(_) => 1,
            Regex::Sequence(parts) | Regex::Choice(parts) => 1 + parts.iter().map(Regex::size).sum::<usize>(),
            Regex::Repeat(inner) | Regex::Optional(inner) => 1 + inner.size(),
        }
    }

    /// For people: events by name, those with a space in their name in angle brackets.
    pub fn display<'a>(&'a self, alphabet: &'a Alphabet) -> DisplayRegex<'a> {
        DisplayRegex { regex: self, alphabet }
    }

    /// What a star or an option is about.
    fn under_star_or_option(&self) -> Option<&Regex> {
        match self {
            Regex::Repeat(inner) | Regex::Optional(inner) => Some(inner),
            _ => None,
        }
    }

    /// The event that is written first.
    fn first_event(&self) -> Option<EventId> {
        match self {
            Regex::Nothing | Regex::Empty => None,
            Regex::Event(event) => Some(*event),
            Regex::Sequence(parts) | Regex::Choice(parts) => parts.first()?.first_event(),
            Regex::Repeat(inner) | Regex::Optional(inner) => inner.first_event(),
        }
    }

    fn is_star_of(&self, other: &Regex) -> bool {
        matches!(self, Regex::Repeat(inner) if **inner == *other)
    }

    /// Within a star, an inner star, option or empty word makes no difference.
    fn without_star(self) -> Regex {
        match self {
            Regex::Repeat(inner) | Regex::Optional(inner) => *inner,
            Regex::Empty => Regex::Nothing,
            other => other,
        }
    }

    fn into_factors(self) -> Vec<Regex> {
        match self {
            Regex::Empty => Vec::new(),
            Regex::Sequence(factors) => factors,
            other => vec![other],
        }
    }

    /// The alternatives; an option is its content and the empty word.
    fn into_alternatives(self) -> Vec<Regex> {
        match self {
            Regex::Nothing => Vec::new(),
            Regex::Choice(alternatives) => alternatives,
            Regex::Optional(inner) => {
                let mut alternatives = inner.into_alternatives();
                alternatives.push(Regex::Empty);
                alternatives
            }
            other => vec![other],
        }
    }
}

/// Adds a factor. Next to a star, a star or option of the same expression adds nothing.
fn push_factor(factors: &mut Vec<Regex>, new: Regex) {
    let covers = |star: &Regex, other: &Regex| other.under_star_or_option().is_some_and(|inner| star.is_star_of(inner));
    match factors.last_mut() {
        Some(last) if covers(last, &new) => (),
        Some(last) if covers(&new, last) => *last = new,
        _ => factors.push(new),
    }
}

fn sequence(mut factors: Vec<Regex>) -> Regex {
    match factors.len() {
        0 => Regex::Empty,
        1 => factors.remove(0),
        _ => Regex::Sequence(factors),
    }
}

/// Alternatives in the order of their first events, with the empty word, if it is among them, as an option around the
/// others.
fn choice(mut alternatives: Vec<Regex>) -> Regex {
    let count = alternatives.len();
    alternatives.retain(|alternative| *alternative != Regex::Empty);
    let has_empty = alternatives.len() < count;
    alternatives.sort_by_key(Regex::first_event);
    let choice = match alternatives.len() {
        0 => Regex::Nothing,
        1 => alternatives.remove(0),
        _ => Regex::Choice(alternatives),
    };
    if has_empty { choice.optional() } else { choice }
}

/// Adds an alternative unless another one covers it; alternatives with the same first factor become one.
fn add_alternative(alternatives: &mut Vec<Regex>, new: Regex) {
    for position in 0..alternatives.len() {
        let old = &alternatives[position];
        if *old == new || old.is_star_of(&new) {
            return;
        }
        if new.is_star_of(old) {
            alternatives.remove(position);
            return add_alternative(alternatives, new);
        }
        if let Some(factored) = with_common_first_factor(old, &new) {
            alternatives.remove(position);
            alternatives.insert(position, factored);
            return;
        }
    }
    alternatives.push(new);
}

/// `a b | a c` as `a (b | c)`.
fn with_common_first_factor(left: &Regex, right: &Regex) -> Option<Regex> {
    let (left, right) = (left.clone().into_factors(), right.clone().into_factors());
    let (first_left, first_right) = (left.first()?, right.first()?);
    if first_left != first_right {
        return None;
    }
    let rest = sequence(left[1..].to_vec()).or(sequence(right[1..].to_vec()));
    Some(first_left.clone().then(rest))
}

/// A regular expression with the names of its events.
#[derive(Clone, Copy, Debug)]
pub struct DisplayRegex<'a> {
    regex: &'a Regex,
    alphabet: &'a Alphabet,
}

/// How strongly the surroundings of an expression bind: what binds less needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Choice,
    Sequence,
    Postfix,
}

impl DisplayRegex<'_> {
    fn write(&self, f: &mut fmt::Formatter<'_>, regex: &Regex, around: Binding) -> fmt::Result {
        match regex {
            Regex::Nothing => f.write_str("∅"),
            Regex::Empty => f.write_str("ε"),
            Regex::Event(event) => self.write_event(f, *event),
            Regex::Sequence(factors) => self.write_list(f, factors, " ", (Binding::Sequence, around)),
            Regex::Choice(alternatives) => self.write_list(f, alternatives, " | ", (Binding::Choice, around)),
            Regex::Repeat(inner) => self.write_postfix(f, inner, "*"),
            Regex::Optional(inner) => self.write_postfix(f, inner, "?"),
        }
    }

    fn write_event(&self, f: &mut fmt::Formatter<'_>, event: EventId) -> fmt::Result {
        let name = self.alphabet.event_name(event);
        if name.contains(char::is_whitespace) { write!(f, "<{name}>") } else { f.write_str(&name) }
    }

    fn write_list(
        &self,
        f: &mut fmt::Formatter<'_>,
        parts: &[Regex],
        separator: &str,
        (own, around): (Binding, Binding),
    ) -> fmt::Result {
        let (open, close) = if own < around { ("(", ")") } else { ("", "") };
        f.write_str(open)?;
        for (position, part) in parts.iter().enumerate() {
            f.write_str(if position == 0 { "" } else { separator })?;
            self.write(f, part, own)?;
        }
        f.write_str(close)
    }

    fn write_postfix(&self, f: &mut fmt::Formatter<'_>, inner: &Regex, sign: &str) -> fmt::Result {
        // Two signs in a row would be hard to read.
        let nested = matches!(inner, Regex::Repeat(_) | Regex::Optional(_));
        let (open, close) = if nested { ("(", ")") } else { ("", "") };
        f.write_str(open)?;
        self.write(f, inner, Binding::Postfix)?;
        f.write_str(close)?;
        f.write_str(sign)
    }
}

impl fmt::Display for DisplayRegex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, self.regex, Binding::Choice)
    }
}
