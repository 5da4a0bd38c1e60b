//! What is known about numbers at a location: ranges of terms, and which terms are less than which.
//!
//! Everything here holds in every run that comes to the location. Terms are kept only if they are small and all of
//! their variables are worth knowing ([`Vocabulary`]); of anything else only its structure is known.

use std::collections::BTreeMap;

use etiquette_logic::{BinaryOp, Node, Sort, Symbol, Term, TermPool, UnaryOp, to_signed};
use rustc_hash::FxHashMap;

use super::interval::{Interval, binary, unary};
use super::vocabulary::Vocabulary;

/// Terms are looked into to this depth; what is deeper may be anything.
const MAX_DEPTH: usize = 10;

/// What is known at a location.
#[derive(Clone, Default, PartialEq, Debug)]
pub(super) struct Knowledge {
    /// Terms that are in a smaller range than their structure tells.
    ranges: FxHashMap<Term, Interval>,
    /// For a term those that are greater (`true`), or at least as great.
    order: BTreeMap<Term, BTreeMap<Term, bool>>,
    /// Variables that hold a choice between values, which a test of the variable tells something about.
    choices: FxHashMap<Symbol, Term>,
    /// Whether no run comes here.
    pub impossible: bool,
}

/// Knowledge together with the terms that it is about.
pub(super) struct Reader<'a> {
    pub terms: &'a TermPool,
    pub vocabulary: &'a Vocabulary,
}

impl Knowledge {
    /// The numbers that a term may have.
    pub fn range(&self, terms: &TermPool, term: Term) -> Interval {
        self.range_to(terms, term, MAX_DEPTH)
    }

    fn range_to(&self, terms: &TermPool, term: Term, depth: usize) -> Interval {
        let width = terms.sort(term).width();
        let built = match (terms.node(term), depth.checked_sub(1)) {
            (Node::Bits { value, .. }, _) => Interval::exactly(to_signed(value, width)),
            (Node::Unary(op, operand), Some(depth)) if terms.sort(operand) != Sort::Bool => {
                unary(op, self.range_to(terms, operand, depth), terms.sort(operand).width(), width)
            }
            (Node::Binary(op, a, b), Some(depth)) if terms.sort(a) != Sort::Bool => {
                let (left, right) = (self.range_to(terms, a, depth), self.range_to(terms, b, depth));
                self.difference(op, (a, b), binary(op, left, right, width), width)
            }
            (Node::Ite(_, then, otherwise), Some(depth)) if terms.sort(then) != Sort::Bool => {
                self.range_to(terms, then, depth).hull(self.range_to(terms, otherwise, depth))
            }
            _ => Interval::of_width(width),
        };
        let known = self.ranges.get(&term).and_then(|known| known.meet(built)).unwrap_or(built);
        Interval { high: known.high.min(self.below_others(term, width)).max(known.low), ..known }
    }

    /// The greatest number that a term can have because others are greater.
    fn below_others(&self, term: Term, width: u32) -> i64 {
        let whole = Interval::of_width(width).high;
        let greatest = |above: &Term| self.ranges.get(above).map_or(whole, |range| range.high);
        let limits = self.order.get(&term).into_iter().flatten();
        let limits = limits.map(|(above, strictly)| greatest(above).saturating_sub(i64::from(*strictly)));
        limits.min().unwrap_or(i64::MAX)
    }

    /// A difference that does not wrap around is not negative if what is taken away is not greater.
    fn difference(&self, op: BinaryOp, (a, b): (Term, Term), range: Interval, width: u32) -> Interval {
        let is_not_negative = op == BinaryOp::Sub && range != Interval::of_width(width) && self.is_ordered(b, a, false);
        let positive = Interval { low: 0, high: i64::MAX };
        if is_not_negative { range.meet(positive).unwrap_or(range) } else { range }
    }

    fn is_ordered(&self, a: Term, b: Term, strictly: bool) -> bool {
        self.order.get(&a).and_then(|above| above.get(&b)).is_some_and(|strict| *strict || !strictly)
    }

    /// Whether a term is certainly less than another, or not greater.
    pub fn is_less(&self, terms: &TermPool, a: Term, b: Term, strictly: bool) -> bool {
        if (a == b && !strictly) || self.is_ordered(a, b, strictly) || self.is_apart(terms, a, b, strictly) {
            return true;
        }
        if let Some((before, 1)) = sum(terms, a)
            && !strictly
            && self.is_ordered(before, b, true)
        {
            return true;
        }
        let above = self.order.get(&a).into_iter().flatten();
        above.into_iter().any(|(between, strict)| {
            let rest = strictly && !strict;
            self.is_ordered(*between, b, rest) || self.is_apart(terms, *between, b, rest)
        })
    }

    fn is_apart(&self, terms: &TermPool, a: Term, b: Term, strictly: bool) -> bool {
        let (left, right) = (self.range(terms, a), self.range(terms, b));
        if strictly { left.high < right.low } else { left.high <= right.low }
    }

    /// Whether a condition certainly holds, or certainly does not.
    pub fn truth(&self, terms: &TermPool, condition: Term) -> Option<bool> {
        self.truth_to(terms, condition, MAX_DEPTH)
    }

    fn truth_to(&self, terms: &TermPool, condition: Term, depth: usize) -> Option<bool> {
        let depth = depth.checked_sub(1)?;
        match terms.node(condition) {
            Node::Bool(value) => Some(value),
            Node::Unary(UnaryOp::Not, inner) => self.truth_to(terms, inner, depth).map(|truth| !truth),
            Node::Binary(BinaryOp::And, a, b) => {
                match (self.truth_to(terms, a, depth), self.truth_to(terms, b, depth)) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }
            }
            Node::Binary(BinaryOp::Or, a, b) => {
                match (self.truth_to(terms, a, depth), self.truth_to(terms, b, depth)) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (Some(false), Some(false)) => Some(false),
                    _ => None,
                }
            }
            Node::Binary(op, a, b) if terms.sort(a) != Sort::Bool => self.compared(terms, op, a, b),
            _ => None,
        }
    }

    fn compared(&self, terms: &TermPool, op: BinaryOp, a: Term, b: Term) -> Option<bool> {
        let either = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
        let less = |a, b, strictly| self.is_less(terms, a, b, strictly);
        match op {
            BinaryOp::Equal => either(less(a, b, false) && less(b, a, false), less(a, b, true) || less(b, a, true)),
            BinaryOp::SignedLess => either(less(a, b, true), less(b, a, false)),
            BinaryOp::SignedLessEqual => either(less(a, b, false), less(b, a, true)),
            BinaryOp::UnsignedLess | BinaryOp::UnsignedLessEqual => {
                let strictly = op == BinaryOp::UnsignedLess;
                let (left, right) = (self.range(terms, a), self.range(terms, b));
                match (left.low >= 0, left.high < 0, right.low >= 0, right.high < 0) {
                    (true, _, true, _) | (_, true, _, true) => either(less(a, b, strictly), less(b, a, !strictly)),
                    (true, _, _, true) => Some(true),
                    (_, true, true, _) => Some(false),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// A term as the sum of another and a constant.
fn sum(terms: &TermPool, term: Term) -> Option<(Term, i64)> {
    let Node::Binary(BinaryOp::Add, a, b) = terms.node(term) else { return None };
    let width = terms.sort(term).width();
    match (terms.as_constant(a), terms.as_constant(b)) {
        (None, Some(constant)) => Some((a, to_signed(constant, width))),
        (Some(constant), None) => Some((b, to_signed(constant, width))),
        _ => None,
    }
}

/// Learning from conditions and assignments.
impl Knowledge {
    /// A condition holds, or does not.
    pub fn learn(&mut self, reader: &Reader<'_>, condition: Term, holds: bool) {
        self.learn_to(reader, condition, holds, MAX_DEPTH);
    }

    fn learn_to(&mut self, reader: &Reader<'_>, condition: Term, holds: bool, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let Node::Binary(op, a, b) = reader.terms.node(condition) else {
            if let Node::Unary(UnaryOp::Not, inner) = reader.terms.node(condition) {
                self.learn_to(reader, inner, !holds, depth);
            }
            return;
        };
        match (op, holds) {
            (BinaryOp::And, true) | (BinaryOp::Or, false) => {
                self.learn_to(reader, a, holds, depth);
                self.learn_to(reader, b, holds, depth);
            }
            _ if reader.terms.sort(a) == Sort::Bool => {}
            (BinaryOp::Equal, true) => self.equal(reader, a, b, depth),
            (BinaryOp::Equal, false) => self.different(reader, a, b),
            (BinaryOp::SignedLess, true) => self.less(reader, a, b, true, depth),
            (BinaryOp::SignedLess, false) => self.less(reader, b, a, false, depth),
            (BinaryOp::SignedLessEqual, true) => self.less(reader, a, b, false, depth),
            (BinaryOp::SignedLessEqual, false) => self.less(reader, b, a, true, depth),
            (BinaryOp::UnsignedLess, true) => self.unsigned_less(reader, a, b, true, depth),
            (BinaryOp::UnsignedLess, false) => self.unsigned_less(reader, b, a, false, depth),
            (BinaryOp::UnsignedLessEqual, true) => self.unsigned_less(reader, a, b, false, depth),
            (BinaryOp::UnsignedLessEqual, false) => self.unsigned_less(reader, b, a, true, depth),
            _ => {}
        }
    }

    fn equal(&mut self, reader: &Reader<'_>, a: Term, b: Term, depth: usize) {
        self.less(reader, a, b, false, depth);
        self.less(reader, b, a, false, depth);
        for (chosen, other) in [(a, b), (b, a)] {
            let Some((condition, then, otherwise)) = self.choice(reader.terms, chosen) else { continue };
            let Some(depth) = depth.checked_sub(1) else { continue };
            let can_be = |knowledge: &Self, value| {
                knowledge.compared(reader.terms, BinaryOp::Equal, value, other) != Some(false)
            };
            match (can_be(self, then), can_be(self, otherwise)) {
                (true, false) => {
                    self.learn_to(reader, condition, true, depth);
                    self.equal(reader, then, other, depth);
                }
                (false, true) => {
                    self.learn_to(reader, condition, false, depth);
                    self.equal(reader, otherwise, other, depth);
                }
                _ => {}
            }
        }
    }

    fn different(&mut self, reader: &Reader<'_>, a: Term, b: Term) {
        for (term, other) in [(a, b), (b, a)] {
            let (range, excluded) = (self.range(reader.terms, term), self.range(reader.terms, other));
            if excluded.low == excluded.high {
                let low = if range.low == excluded.low { range.low.saturating_add(1) } else { range.low };
                let high = if range.high == excluded.low { range.high.saturating_sub(1) } else { range.high };
                self.restrict(reader, term, Interval { low, high });
            }
            if self.is_ordered(term, other, false) {
                self.add_order(reader, term, other, true);
            }
        }
    }

    /// The choice that a term is, or that the variable holds which it is.
    fn choice(&self, terms: &TermPool, term: Term) -> Option<(Term, Term, Term)> {
        let term = terms.as_symbol(term).and_then(|symbol| self.choices.get(&symbol).copied()).unwrap_or(term);
        match terms.node(term) {
            Node::Ite(condition, then, otherwise) => Some((condition, then, otherwise)),
            _ => None,
        }
    }

    fn less(&mut self, reader: &Reader<'_>, a: Term, b: Term, strictly: bool, depth: usize) {
        let (left, right) = (self.range(reader.terms, a), self.range(reader.terms, b));
        let distance = i64::from(strictly);
        self.restrict(reader, a, Interval { low: i64::MIN, high: right.high.saturating_sub(distance) });
        self.restrict(reader, b, Interval { low: left.low.saturating_add(distance), high: i64::MAX });
        self.add_order(reader, a, b, strictly);
        let Some(depth) = depth.checked_sub(1) else { return };
        for (chosen, is_left) in [(a, true), (b, false)] {
            let Some((condition, then, otherwise)) = self.choice(reader.terms, chosen) else { continue };
            let can_be = |knowledge: &Self, value| match is_left {
                true => !knowledge.is_less(reader.terms, b, value, !strictly),
                false => !knowledge.is_less(reader.terms, value, a, !strictly),
            };
            match (can_be(self, then), can_be(self, otherwise)) {
                (true, false) => self.learn_to(reader, condition, true, depth),
                (false, true) => {
                    self.learn_to(reader, condition, false, depth);
                    match is_left {
                        true => self.less(reader, otherwise, b, strictly, depth),
                        false => self.less(reader, a, otherwise, strictly, depth),
                    }
                }
                _ => {}
            }
        }
    }

    fn unsigned_less(&mut self, reader: &Reader<'_>, a: Term, b: Term, strictly: bool, depth: usize) {
        if self.range(reader.terms, b).low >= 0 {
            self.restrict(reader, a, Interval { low: 0, high: i64::MAX });
            self.less(reader, a, b, strictly, depth);
        }
    }

    fn restrict(&mut self, reader: &Reader<'_>, term: Term, to: Interval) {
        let known = self.range(reader.terms, term);
        let Some(range) = known.meet(to) else {
            self.impossible = true;
            return;
        };
        if range != known && reader.vocabulary.has(term) {
            self.ranges.insert(term, range);
        }
        if let Node::Unary(UnaryOp::SignExtend(_), inner) = reader.terms.node(term) {
            self.restrict_symbol(reader, inner, range);
        }
    }

    fn restrict_symbol(&mut self, reader: &Reader<'_>, term: Term, to: Interval) {
        let known = self.range(reader.terms, term);
        if let Some(range) = known.meet(to).filter(|range| *range != known && reader.vocabulary.has(term)) {
            self.ranges.insert(term, range);
        }
    }

    fn add_order(&mut self, reader: &Reader<'_>, a: Term, b: Term, strictly: bool) {
        if reader.vocabulary.has(a) && reader.vocabulary.has(b) && a != b {
            *self.order.entry(a).or_default().entry(b).or_default() |= strictly;
        }
    }

    /// A variable gets a value.
    pub fn assign(&mut self, reader: &Reader<'_>, symbol: Symbol, value: Term) {
        let Some(variable) = reader.vocabulary.variable(symbol) else { return };
        let range = self.range(reader.terms, value);
        let mut found = self.order_of_copy(reader, symbol, value);
        found.extend(self.order_of_sum(reader, symbol, value));
        self.forget(reader, symbol);
        if range != Interval::of_width(reader.terms.sort(value).width()) {
            self.ranges.insert(variable, range);
        }
        for (a, b, strictly) in found {
            let of = |side: Option<Term>| side.unwrap_or(variable);
            self.add_order(reader, of(a), of(b), strictly);
        }
        if matches!(reader.terms.node(value), Node::Ite(..)) && reader.vocabulary.is_kept(value, symbol) {
            self.choices.insert(symbol, value);
        }
    }

    /// A variable gets any value.
    pub fn forget(&mut self, reader: &Reader<'_>, symbol: Symbol) {
        if reader.vocabulary.variable(symbol).is_none() {
            return;
        }
        let mentions = |term: &Term| reader.vocabulary.mentions(*term, symbol);
        self.ranges.retain(|term, _| !mentions(term));
        self.order.retain(|term, _| !mentions(term));
        for above in self.order.values_mut() {
            above.retain(|term, _| !mentions(term));
        }
        self.order.retain(|_, above| !above.is_empty());
        self.choices.retain(|holder, choice| *holder != symbol && !mentions(choice));
    }

    /// What is ordered with a value is ordered with its copy; `None` stands for the copy.
    fn order_of_copy(&self, reader: &Reader<'_>, symbol: Symbol, value: Term) -> Vec<Ordered> {
        if !reader.vocabulary.is_kept(value, symbol) {
            return Vec::new();
        }
        let mut found = vec![(None, Some(value), false), (Some(value), None, false)];
        for (above, strictly) in self.above(reader, value, symbol) {
            found.push((None, Some(above), strictly));
        }
        for (below, strictly) in self.below(reader, value, symbol) {
            found.push((Some(below), None, strictly));
        }
        found
    }

    /// What is ordered with a number is ordered with its sum with a constant, if that does not wrap around.
    fn order_of_sum(&self, reader: &Reader<'_>, symbol: Symbol, value: Term) -> Vec<Ordered> {
        let Some((term, constant)) = sum(reader.terms, value).filter(|(_, constant)| *constant != 0) else {
            return Vec::new();
        };
        let (range, whole) = (self.range(reader.terms, term), Interval::of_width(reader.terms.sort(value).width()));
        let ends = [range.low.checked_add(constant), range.high.checked_add(constant)];
        if ends.iter().any(|end| end.is_none_or(|end| end < whole.low || end > whole.high)) {
            return Vec::new();
        }
        let mut found = Vec::new();
        if reader.vocabulary.is_kept(term, symbol) {
            found.push(if constant > 0 { (Some(term), None, true) } else { (None, Some(term), true) });
        }
        for (above, strictly) in self.above(reader, term, symbol) {
            if constant < 0 || (constant == 1 && strictly) {
                found.push((None, Some(above), constant < 0));
            }
        }
        for (below, strictly) in self.below(reader, term, symbol) {
            if constant > 0 || (constant == -1 && strictly) {
                found.push((Some(below), None, constant > 0));
            }
        }
        found
    }

    fn above(&self, reader: &Reader<'_>, term: Term, without: Symbol) -> Vec<(Term, bool)> {
        let known = self.order.get(&term).into_iter().flatten().map(|(above, strictly)| (*above, *strictly));
        known.filter(|(above, _)| !reader.vocabulary.mentions(*above, without)).collect()
    }

    fn below(&self, reader: &Reader<'_>, term: Term, without: Symbol) -> Vec<(Term, bool)> {
        let known = self.order.iter().filter_map(|(below, above)| above.get(&term).map(|strictly| (*below, *strictly)));
        known.filter(|(below, _)| !reader.vocabulary.mentions(*below, without)).collect()
    }
}

/// Two terms of which the first is less, strictly or not; `None` is the variable that is assigned.
type Ordered = (Option<Term>, Option<Term>, bool);

/// Putting together what is known on different ways.
impl Knowledge {
    /// Keeps what holds on both ways; whether that is less than before, or said in another way. Ranges that grow do so
    /// in few steps if asked.
    pub fn join(&mut self, terms: &TermPool, other: &Knowledge, widen: bool) -> bool {
        let mut joined = Knowledge { impossible: self.impossible && other.impossible, ..Knowledge::default() };
        for (term, known) in &self.ranges {
            let whole = Interval::of_width(terms.sort(*term).width());
            let both = known.hull(other.range(terms, *term));
            let range = if widen { known.widened(both, whole) } else { both };
            if range != whole {
                joined.ranges.insert(*term, range);
            }
        }
        for (a, b, strictly) in self.orders().chain(other.orders()) {
            let holds = |strictly| self.is_less(terms, a, b, strictly) && other.is_less(terms, a, b, strictly);
            if (strictly && holds(true)) || holds(false) {
                *joined.order.entry(a).or_default().entry(b).or_default() |= strictly && holds(true);
            }
        }
        let kept = self.choices.iter().filter(|(symbol, choice)| other.choices.get(symbol) == Some(choice));
        joined.choices = kept.map(|(symbol, choice)| (*symbol, *choice)).collect();
        let changed = joined != *self;
        *self = joined;
        changed
    }

    fn orders(&self) -> impl Iterator<Item = (Term, Term, bool)> {
        self.order.iter().flat_map(|(a, above)| above.iter().map(move |(b, strictly)| (*a, *b, *strictly)))
    }

    /// Keeps what is said about some variables only.
    pub fn about(mut self, vocabulary: &Vocabulary, wanted: &dyn Fn(Symbol) -> bool) -> Self {
        let is_about = |term: &Term| vocabulary.symbols(*term).iter().all(|symbol| wanted(*symbol));
        self.ranges.retain(|term, _| is_about(term));
        self.order.retain(|term, above| {
            above.retain(|term, _| is_about(term));
            is_about(term) && !above.is_empty()
        });
        self.choices.clear();
        self
    }

    /// A variable is known to have one value.
    pub fn set(&mut self, vocabulary: &Vocabulary, symbol: Symbol, value: i64) {
        if let Some(variable) = vocabulary.variable(symbol) {
            self.ranges.insert(variable, Interval::exactly(value));
        }
    }
}
