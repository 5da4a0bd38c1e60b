//! Labels made short: a condition on the state as a union of boxes, each a range of values for some variables.
//!
//! The source's own comparisons make the best labels, but many of them at once say little to a reader. Few boxes, such
//! as `level == 3` or `level <= 2 && !pump || level == 4 && pump`, say more. What comes out means the same wherever the
//! assumption holds.

use etiquette_component::{Component, Scope, Type};
use etiquette_logic::{Answer, BinaryOp, Node, Solver, Symbol, Term, TermPool, mask, to_signed};
use etiquette_predicates::atoms;

use crate::readable::budgets::ranges::{LONG, MAX_BOXES, MAX_VARIABLES, SHORT};
use crate::readable::cover::{Conjunction, any_of, irredundant, none_of, tidied};
use crate::readable::guards::ordered;
use crate::readable::values::integer_range;

/// The condition in the source's terms; if that is long, the shortest way to say it that is found where the solver's
/// assertions hold.
pub(crate) fn short_text(component: &mut Component, assumed: &mut Solver, condition: Term) -> String {
    let text = Scope::new(component, None).readable(condition);
    if length(&text) <= SHORT && !reads_numbers_otherwise(component, condition) {
        return text;
    }
    let tidied = tidied(&mut component.terms, assumed, condition);
    let tidy = Scope::new(component, None).readable(tidied);
    if is_box(&component.terms, tidied) && !reads_numbers_otherwise(component, tidied) {
        return tidy;
    }
    let shorter = if length(&tidy) < length(&text) { tidy } else { text };
    let most_boxes = if length(&shorter) <= LONG { 1 } else { MAX_BOXES };
    let boxes = as_boxes(component, assumed, condition, most_boxes);
    let texts = boxes.into_iter().map(|way| Scope::new(component, None).readable(way));
    texts.chain([shorter.clone()]).min_by_key(|text| length(text)).unwrap_or(shorter)
}

/// Whether a number with a sign is compared as one without, or the other way round: rewriting may bring that about, and
/// no source says it.
fn reads_numbers_otherwise(component: &Component, condition: Term) -> bool {
    let is_signed = |term| {
        let binding = component.binding(None, component.terms.as_symbol(term)?)?;
        match binding.ty {
            Type::Int { signed, .. } => Some(signed),
            _ => None,
        }
    };
    atoms(&component.terms, &[condition]).into_iter().any(|atom| match component.terms.node(atom) {
        Node::Binary(BinaryOp::SignedLess | BinaryOp::SignedLessEqual, one, other) => {
            [one, other].into_iter().any(|side| is_signed(side) == Some(false))
        }
        Node::Binary(BinaryOp::UnsignedLess | BinaryOp::UnsignedLessEqual, one, other) => {
            [one, other].into_iter().any(|side| is_signed(side) == Some(true))
        }
        _ => false,
    })
}

/// Whether each part tells of one variable, and no two of the same.
fn is_box(terms: &TermPool, condition: Term) -> bool {
    let mut told = Vec::new();
    terms.conjuncts(condition).into_iter().all(|part| match terms.symbols_of(part)[..] {
        [symbol] if !told.contains(&symbol) => {
            told.push(symbol);
            true
        }
        _ => false,
    })
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// The condition as boxes, and as what is left outside of boxes.
fn as_boxes(component: &mut Component, assumed: &mut Solver, condition: Term, most: usize) -> Vec<Term> {
    let mut found = Vec::new();
    if let Some(inside) = boxes(component, assumed, condition, most) {
        found.push(any_of(&mut component.terms, inside));
    }
    let negation = component.terms.not(condition);
    if let Some(outside) = boxes(component, assumed, negation, most) {
        found.push(none_of(&mut component.terms, outside));
    }
    found
}

/// At most so many boxes that cover the condition exactly where the solver's assertions hold, as conjunctions.
fn boxes(component: &mut Component, assumed: &mut Solver, condition: Term, most: usize) -> Option<Vec<Conjunction>> {
    let variables = variables_of(component, condition)?;
    let terms = &mut component.terms;
    let mut rest = vec![condition];
    let mut found: Vec<Conjunction> = Vec::new();
    loop {
        match assumed.check(terms, &rest) {
            Answer::Unsat => return Some(irredundant(terms, assumed, found)),
            Answer::Sat if found.len() < most => {}
            _ => return None,
        }
        let ranges = variables.iter().map(|&(symbol, ty)| Range::at(symbol, ty, assumed.symbol_value(symbol)));
        let ranges = ranges.collect();
        let outside = terms.not(condition);
        let conjunction = Widening { terms, assumed, rest: &rest, outside, ranges }.widened()?;
        let holds = terms.all(conjunction.iter().copied());
        rest.push(terms.not(holds));
        found.push(conjunction);
    }
}

fn variables_of(component: &Component, condition: Term) -> Option<Vec<(Symbol, Type)>> {
    let used = component.terms.symbols_of(condition);
    let typed = |&symbol: &Symbol| component.binding(None, symbol).map(|binding| (symbol, binding.ty));
    let variables: Option<Vec<_>> = used.iter().map(typed).collect();
    variables.filter(|variables| variables.len() <= MAX_VARIABLES)
}

/// Finds the largest box around a point.
struct Widening<'a> {
    terms: &'a mut TermPool,
    assumed: &'a mut Solver,
    /// What is to be covered still.
    rest: &'a [Term],
    /// What the box has to stay clear of.
    outside: Term,
    ranges: Vec<Range>,
}

impl Widening<'_> {
    /// Leaves variables out, then moves bounds.
    fn widened(mut self) -> Option<Vec<Term>> {
        if !self.is_free() {
            return None;
        }
        for index in (0..self.ranges.len()).rev() {
            let left_out = self.ranges.remove(index);
            if !self.is_free() {
                self.ranges.insert(index, left_out);
            }
        }
        (0..self.ranges.len()).for_each(|index| self.widen(index));
        Some(self.literals())
    }

    /// Moves both bounds of a variable, unless that covers no more than before: one value reads better than a range.
    fn widen(&mut self, index: usize) {
        let point = self.ranges[index].clone();
        self.move_bound(index, Side::Low);
        self.move_bound(index, Side::High);
        let mut wider = self.literals();
        wider.extend(self.rest);
        let equal = point.literals(self.terms);
        wider.extend(equal.into_iter().map(|literal| self.terms.not(literal)));
        if self.assumed.check(self.terms, &wider) == Answer::Unsat {
            self.ranges[index] = point;
        }
    }

    /// Moves a bound as far as it goes: to the end of the type, or near to what is in the way, or halfway, in turns.
    fn move_bound(&mut self, index: usize, side: Side) {
        let Type::Int { width, signed } = self.ranges[index].ty else { return };
        let (lowest, highest) = integer_range(width, signed);
        let (mut good, mut bad) = match side {
            Side::Low => (self.ranges[index].low, lowest - 1),
            Side::High => (self.ranges[index].high, highest + 1),
        };
        let mut halve = false;
        while (bad - good).abs() > 1 {
            let step = (bad - good).signum();
            let next = if halve { good + (bad - good) / 2 } else { bad - step };
            *self.ranges[index].bound(side) = next;
            match self.is_free() {
                true => good = next,
                false => bad = self.in_the_way(index, next),
            }
            halve = !halve;
        }
        *self.ranges[index].bound(side) = good;
    }

    /// The value that kept the last box from being free; what was tried, if the solver gave up.
    fn in_the_way(&self, index: usize, tried: i128) -> i128 {
        let Range { symbol, low, high, .. } = self.ranges[index];
        let value = self.ranges[index].number(self.assumed.symbol_value(symbol));
        if low <= value && value <= high { value } else { tried }
    }

    fn is_free(&mut self) -> bool {
        let mut literals = self.literals();
        literals.push(self.outside);
        self.assumed.check(self.terms, &literals) == Answer::Unsat
    }

    fn literals(&mut self) -> Vec<Term> {
        self.ranges.iter().flat_map(|range| range.literals(self.terms)).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Low,
    High,
}

/// The values of a variable between two bounds, both included.
#[derive(Clone)]
struct Range {
    symbol: Symbol,
    ty: Type,
    low: i128,
    high: i128,
}

impl Range {
    fn at(symbol: Symbol, ty: Type, value: u64) -> Self {
        let range = Range { symbol, ty, low: 0, high: 0 };
        let number = range.number(value);
        Range { low: number, high: number, ..range }
    }

    fn number(&self, value: u64) -> i128 {
        match self.ty {
            Type::Int { width, signed: true } => i128::from(to_signed(value, width)),
            _ => i128::from(value),
        }
    }

    fn bound(&mut self, side: Side) -> &mut i128 {
        match side {
            Side::Low => &mut self.low,
            Side::High => &mut self.high,
        }
    }

    fn literals(&self, terms: &mut TermPool) -> Vec<Term> {
        let variable = terms.symbol(self.symbol);
        if self.low == self.high {
            let sort = terms.sort(variable);
            let value = terms.constant(sort, self.low as u64 & sort_mask(self.ty));
            return vec![terms.equal(variable, value)];
        }
        let Type::Int { width, signed } = self.ty else { return Vec::new() };
        let (lowest, highest) = integer_range(width, signed);
        let mut literals = Vec::new();
        if self.low > lowest {
            let bound = terms.bits(width, self.low as u64 & mask(width));
            literals.push(ordered(terms, bound, variable, signed));
        }
        if self.high < highest {
            let bound = terms.bits(width, self.high as u64 & mask(width));
            literals.push(ordered(terms, variable, bound, signed));
        }
        literals
    }
}

fn sort_mask(ty: Type) -> u64 {
    match ty {
        Type::Int { width, .. } => mask(width),
        Type::Bool | Type::Enum(_) => u64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use etiquette_component::{parse, parse_condition};

    use super::*;
    use crate::readable::cover::assuming;

    /// The condition made short, under an assumption; checked to mean the same.
    fn short(assumed: &str, condition: &str) -> String {
        let text = "component c { enum Mode { off, slow, fast } var level: i8 = 0; var pump: bool = false; var mode: Mode = off; method m() { } }";
        let mut component = parse(text, "test").expect("the component is well-formed");
        let mut read = |text: &str| parse_condition(&mut component, text).expect("the condition is well-formed");
        let (assumed, condition) = (read(assumed), read(condition));
        let mut solver = assuming(&component.terms, assumed);
        let text = short_text(&mut component, &mut solver, condition);
        let short = parse_condition(&mut component, &text).expect("the short condition is well-formed");
        let differs = component.terms.xor(short, condition);
        assert_eq!(
            Solver::new().check(&component.terms, &[assumed, differs]),
            Answer::Unsat,
            "`{text}` means something else"
        );
        text
    }

    #[test]
    fn what_has_one_value_is_said_so() {
        let long = "level + (pump ? 2 : 0) - 1 >= 0 && 0 <= level && level < 7 && level + level == 6 && level + 1 > 0";
        assert_eq!(short("true", long), "level == 3");
    }

    #[test]
    fn numbers_are_read_as_they_were_meant() {
        assert_eq!(short("0 <= level && level <= 4", "u8(level) >= u8(4) && level != 77"), "level == 4");
    }

    #[test]
    fn ranges_are_told_by_their_bounds() {
        let long = "level * 2 <= 20 && level * 3 >= 9 && level < 40 && level > -40 && level != 77 && level != 88";
        let text = short("true", long);
        assert!(length(&text) <= SHORT, "`{text}` is long for a range");
    }

    #[test]
    fn what_cannot_be_is_not_said() {
        let long =
            "level + level == 6 && mode != fast && level + 1 > 0 && level + 2 > 0 && level + 3 > 0 && level + 4 > 0";
        assert_eq!(short("mode != fast && (mode == slow || level == 0)", long), "level == 3");
    }

    #[test]
    fn what_has_no_few_boxes_stays_as_it_is() {
        let long = "level * level * level + level * level - level == 3 * level * level + 4 * level || level % 5 == 3";
        assert!(length(&short("true", long)) > LONG);
    }
}
