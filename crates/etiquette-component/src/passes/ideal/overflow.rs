//! When the computation of a term does not overflow.
//!
//! Terms have no signs, so they are read by the variables in them: signed if all are signed, unsigned if all are
//! unsigned; numbers and converted values go along with the other operand, or else with the variables of the same
//! width. Where that leaves both readings open, only what overflows in both counts. The same goes for `x + c` where the
//! rewriting builders may have made it from `x - d`.
//!
//! Only what is evaluated counts: one branch of `? :`, and of `&&` and `||` not the operand that the other one makes
//! irrelevant, on whichever side it stands, since terms don't keep the order. In doubt a run stays in scope.

use etiquette_logic::{BinaryOp, Node, Symbol, Term, TermPool, UnaryOp, mask};
use rustc_hash::FxHashMap;

use crate::component::{Binding, Component, Type};

/// How the bits of a term are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reading {
    Signed,
    Unsigned,
    /// As either of the two.
    Open,
}

impl Reading {
    fn of(ty: Type) -> Option<Reading> {
        match ty {
            Type::Int { signed: true, .. } => Some(Reading::Signed),
            Type::Int { signed: false, .. } | Type::Enum(_) => Some(Reading::Unsigned),
            Type::Bool => None,
        }
    }

    /// The reading of an operation on both.
    fn join(a: Option<Reading>, b: Option<Reading>) -> Option<Reading> {
        match (a, b) {
            (Some(a), Some(b)) if a != b => Some(Reading::Open),
            _ => a.or(b),
        }
    }
}

/// Finds out where terms overflow, in the scope of a method or of the component alone.
pub(super) struct Overflow {
    variables: FxHashMap<Symbol, Reading>,
    /// The reading of the variables of each width.
    widths: FxHashMap<u32, Reading>,
    /// The readings of terms; `None` where anything will do.
    readings: FxHashMap<Term, Option<Reading>>,
    /// When terms don't overflow.
    within: FxHashMap<Term, Term>,
}

impl Overflow {
    pub fn new(component: &Component, method: Option<usize>) -> Self {
        let own = method.into_iter().map(|method| &component.methods[method]);
        let own = own.flat_map(|method| method.parameters.iter().chain(&method.locals));
        Overflow::over(component, component.variables.iter().map(|variable| &variable.binding).chain(own))
    }

    /// The same in the scope of these variables.
    pub fn over<'a>(component: &Component, variables: impl Iterator<Item = &'a Binding>) -> Self {
        let mut found = Overflow {
            variables: FxHashMap::default(),
            widths: FxHashMap::default(),
            readings: FxHashMap::default(),
            within: FxHashMap::default(),
        };
        for binding in variables {
            if let Some(reading) = Reading::of(binding.ty) {
                let of_width = found.widths.entry(component.sort(binding.ty).width()).or_insert(reading);
                *of_width = if *of_width == reading { reading } else { Reading::Open };
                found.variables.insert(binding.symbol, reading);
            }
        }
        found
    }

    /// The condition under which no operation that the term evaluates overflows.
    pub fn within(&mut self, component: &mut Component, term: Term) -> Term {
        let pool = &mut component.terms;
        for part in pool.reachable(&[term]) {
            if !self.within.contains_key(&part) {
                self.readings.insert(part, self.reading(pool, part));
                let own = self.operation(pool, part);
                let operands = self.operands(pool, part);
                let both = pool.and(operands, own);
                self.within.insert(part, both);
            }
        }
        self.within[&term]
    }

    fn reading(&self, pool: &TermPool, part: Term) -> Option<Reading> {
        use BinaryOp::*;
        match pool.node(part) {
            Node::Symbol(symbol) => self.variables.get(&symbol).copied(),
            Node::Unary(UnaryOp::Negate | UnaryOp::BitNot, a) => self.readings[&a],
            Node::Unary(UnaryOp::SignExtend(_), _) => Some(Reading::Signed),
            Node::Binary(ShiftLeft | ShiftRightLogical | ShiftRightArithmetic, a, _) => self.readings[&a],
            Node::Binary(_, a, b) | Node::Ite(_, a, b) => Reading::join(self.readings[&a], self.readings[&b]),
            _ => None,
        }
    }

    /// The condition on the operands: those that are evaluated don't overflow.
    fn operands(&self, pool: &mut TermPool, part: Term) -> Term {
        match pool.node(part) {
            Node::Ite(condition, a, b) => {
                let branch = pool.ite(condition, self.within[&a], self.within[&b]);
                pool.and(self.within[&condition], branch)
            }
            Node::Binary(BinaryOp::And, a, b) => {
                let (not_a, not_b) = (pool.not(a), pool.not(b));
                self.one_decides(pool, [(a, not_a), (b, not_b)])
            }
            Node::Binary(BinaryOp::Or, a, b) => self.one_decides(pool, [(a, a), (b, b)]),
            node => {
                let parts: Vec<Term> = node.operands().map(|operand| self.within[&operand]).collect();
                pool.all(parts)
            }
        }
    }

    /// Either both operands are all right, or one is, and decides by itself.
    fn one_decides(&self, pool: &mut TermPool, operands: [(Term, Term); 2]) -> Term {
        let [a, b] = operands.map(|(operand, _)| self.within[&operand]);
        let both = pool.and(a, b);
        let alone = operands.map(|(operand, decided)| pool.and(self.within[&operand], decided));
        pool.any([both, alone[0], alone[1]])
    }

    /// The condition under which the operation itself does not overflow.
    fn operation(&self, pool: &mut TermPool, part: Term) -> Term {
        let reading = self.readings[&part].or_else(|| self.widths.get(&pool.sort(part).width()).copied());
        match (pool.node(part), reading.unwrap_or(Reading::Open)) {
            (
                Node::Unary(UnaryOp::Negate, _) | Node::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..),
                Reading::Open,
            ) => {
                let (signed, unsigned) = (signed_within(pool, part), unsigned_within(pool, part));
                pool.or(signed, unsigned)
            }
            (_, Reading::Unsigned) => unsigned_within(pool, part),
            (_, Reading::Signed) => signed_within(pool, part),
            _ => pool.bool(true),
        }
    }
}

fn unsigned_within(pool: &mut TermPool, part: Term) -> Term {
    match pool.node(part) {
        Node::Unary(UnaryOp::Negate, a) => {
            let zero = pool.bits(pool.sort(a).width(), 0);
            pool.equal(a, zero)
        }
        // The builders make `x + 255` of `x - 1`, and never do both of them overflow.
        Node::Binary(BinaryOp::Add, a, b) if has_top_bit(pool, a) || has_top_bit(pool, b) => pool.bool(true),
        Node::Binary(BinaryOp::Add, a, _) => pool.unsigned_less_equal(a, part),
        Node::Binary(BinaryOp::Sub, a, b) => pool.unsigned_less_equal(b, a),
        Node::Binary(BinaryOp::Mul, a, b) if 2 * pool.sort(a).width() <= etiquette_logic::MAX_WIDTH => {
            widened_product(pool, part, [a, b], TermPool::zero_extend)
        }
        Node::Binary(BinaryOp::Mul, a, b) => {
            let quotient = pool.unsigned_div(part, a);
            product_divides(pool, a, b, quotient)
        }
        _ => pool.bool(true),
    }
}

fn signed_within(pool: &mut TermPool, part: Term) -> Term {
    match pool.node(part) {
        Node::Unary(UnaryOp::Negate, a) => {
            let lowest = lowest(pool, a);
            pool.distinct(a, lowest)
        }
        // The builders make this of `x - c` too, and never do both of them overflow.
        Node::Binary(BinaryOp::Add, a, b) if is_lowest(pool, a) || is_lowest(pool, b) => pool.bool(true),
        Node::Binary(BinaryOp::Add, a, b) => not_both_change_sign(pool, (a, part), (b, part)),
        Node::Binary(BinaryOp::Sub, a, b) => not_both_change_sign(pool, (a, b), (a, part)),
        Node::Binary(BinaryOp::Mul, a, b) if 2 * pool.sort(a).width() <= etiquette_logic::MAX_WIDTH => {
            widened_product(pool, part, [a, b], TermPool::sign_extend)
        }
        Node::Binary(BinaryOp::Mul, a, b) => {
            let quotient = pool.signed_div(part, a);
            let divides = product_divides(pool, a, b, quotient);
            let exception = negated_lowest(pool, a, b);
            pool.and(divides, exception)
        }
        _ => pool.bool(true),
    }
}

fn has_top_bit(pool: &TermPool, term: Term) -> bool {
    pool.as_constant(term).is_some_and(|value| value > mask(pool.sort(term).width()) >> 1)
}

fn is_lowest(pool: &TermPool, term: Term) -> bool {
    pool.as_constant(term).is_some_and(|value| value == (mask(pool.sort(term).width()) >> 1) + 1)
}

fn lowest(pool: &mut TermPool, like: Term) -> Term {
    let width = pool.sort(like).width();
    pool.bits(width, (mask(width) >> 1) + 1)
}

/// Not both pairs have different signs.
fn not_both_change_sign(pool: &mut TermPool, first: (Term, Term), second: (Term, Term)) -> Term {
    let first = pool.bit_xor(first.0, first.1);
    let second = pool.bit_xor(second.0, second.1);
    let both = pool.bit_and(first, second);
    let zero = pool.bits(pool.sort(both).width(), 0);
    pool.signed_less_equal(zero, both)
}

/// The product is the same in twice the width.
fn widened_product(
    pool: &mut TermPool,
    product: Term,
    factors: [Term; 2],
    widen: fn(&mut TermPool, Term, u32) -> Term,
) -> Term {
    let width = 2 * pool.sort(product).width();
    let [a, b] = factors.map(|factor| widen(pool, factor, width));
    let exact = pool.mul(a, b);
    let widened = widen(pool, product, width);
    pool.equal(exact, widened)
}

/// The product divided by the first factor gives the second, or the first factor is zero.
fn product_divides(pool: &mut TermPool, a: Term, b: Term, quotient: Term) -> Term {
    let zero = pool.bits(pool.sort(a).width(), 0);
    let (is_zero, same) = (pool.equal(a, zero), pool.equal(quotient, b));
    pool.or(is_zero, same)
}

/// Not `-1` times the lowest number: that the division doesn't tell, since it overflows too.
fn negated_lowest(pool: &mut TermPool, a: Term, b: Term) -> Term {
    let width = pool.sort(a).width();
    let (minus_one, lowest) = (pool.bits(width, mask(width)), lowest(pool, b));
    let (first, second) = (pool.equal(a, minus_one), pool.equal(b, lowest));
    let both = pool.and(first, second);
    pool.not(both)
}
