//! Terms as NuSMV writes them. Every number is a signed word of its width; what has no signs is converted on the spot.
//!
//! Terms are written from the operands up, so that none is too deep.

use etiquette_logic::{BinaryOp, Node, Sort, Symbol, Term, TermPool, UnaryOp, to_signed};
use std::collections::HashMap;

/// The longest expression that is written.
const LONGEST: usize = 20_000;

/// A term, with what its symbols are called; `None` where it can't be written.
pub fn written(terms: &TermPool, term: Term, name: impl Fn(Symbol) -> Option<String>) -> Option<String> {
    let mut texts: HashMap<Term, String> = HashMap::new();
    for part in terms.reachable(&[term]) {
        let of = |term: Term| texts.get(&term).map(String::as_str);
        let text = match terms.node(part) {
            Node::Bool(value) => if value { "TRUE" } else { "FALSE" }.to_owned(),
            Node::Bits { width, value } => constant(to_signed(value, width), width),
            Node::Symbol(symbol) => name(symbol)?,
            Node::Unary(op, a) => unary(op, terms.sort(a).width(), of(a)?),
            Node::Binary(op, a, b) => binary(op, terms.sort(a), [of(a)?, of(b)?], terms.as_constant(b))?,
            Node::Ite(c, a, b) => format!("({} ? {} : {})", of(c)?, of(a)?, of(b)?),
        };
        if text.len() > LONGEST {
            return None;
        }
        texts.insert(part, text);
    }
    texts.remove(&term)
}

/// A number of a width. The lowest one has no positive counterpart.
pub fn constant(value: i64, width: u32) -> String {
    let lowest = -1 << (width - 1);
    match value {
        value if value == lowest => format!("signed(0ud{width}_{})", value.unsigned_abs()),
        ..0 => format!("(-0sd{width}_{})", value.unsigned_abs()),
        _ => format!("0sd{width}_{value}"),
    }
}

fn unary(op: UnaryOp, width: u32, a: &str) -> String {
    match op {
        UnaryOp::Not | UnaryOp::BitNot => format!("!{a}"),
        UnaryOp::Negate => format!("(-{a})"),
        UnaryOp::Extract { high, low } => format!("signed({a}[{high}:{low}])"),
        UnaryOp::SignExtend(to) => format!("extend({a}, {})", to - width),
        UnaryOp::ZeroExtend(to) => format!("signed(extend(unsigned({a}), {}))", to - width),
    }
}

/// The second operand is known where it is a constant: only then a division is sure to have a divisor.
fn binary(op: BinaryOp, sort: Sort, [a, b]: [&str; 2], second: Option<u64>) -> Option<String> {
    let infix = |operator: &str| Some(format!("({a} {operator} {b})"));
    let unsigned = |operator: &str| format!("(unsigned({a}) {operator} unsigned({b}))");
    let divided = second.filter(|divisor| *divisor != 0);
    match op {
        BinaryOp::And | BinaryOp::BitAnd => infix("&"),
        BinaryOp::Or | BinaryOp::BitOr => infix("|"),
        BinaryOp::Xor | BinaryOp::BitXor => infix("xor"),
        BinaryOp::Equal => infix(if sort == Sort::Bool { "<->" } else { "=" }),
        BinaryOp::Add => infix("+"),
        BinaryOp::Sub => infix("-"),
        BinaryOp::Mul => infix("*"),
        BinaryOp::SignedLess => infix("<"),
        BinaryOp::SignedLessEqual => infix("<="),
        BinaryOp::UnsignedLess => Some(unsigned("<")),
        BinaryOp::UnsignedLessEqual => Some(unsigned("<=")),
        BinaryOp::SignedDiv => divided.and_then(|_| infix("/")),
        BinaryOp::SignedRem => divided.and_then(|_| infix("mod")),
        BinaryOp::UnsignedDiv => divided.map(|_| format!("signed({})", unsigned("/"))),
        BinaryOp::UnsignedRem => divided.map(|_| format!("signed({})", unsigned("mod"))),
        BinaryOp::ShiftLeft => shifted(second, sort).map(|by| format!("({a} << {by})")),
        BinaryOp::ShiftRightArithmetic => shifted(second, sort).map(|by| format!("({a} >> {by})")),
        BinaryOp::ShiftRightLogical => shifted(second, sort).map(|by| format!("signed(unsigned({a}) >> {by})")),
    }
}

/// By how much is shifted, if that is always the same.
fn shifted(second: Option<u64>, sort: Sort) -> Option<u64> {
    second.map(|by| by % u64::from(sort.width()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_signed_words() {
        assert_eq!(constant(5, 32), "0sd32_5");
        assert_eq!(constant(-5, 8), "(-0sd8_5)");
        assert_eq!(constant(-128, 8), "signed(0ud8_128)");
        assert_eq!(constant(i64::MIN, 64), "signed(0ud64_9223372036854775808)");
        assert_eq!(constant(-1, 1), "signed(0ud1_1)");
    }

    #[test]
    fn what_may_divide_by_zero_is_not_written() {
        let mut terms = TermPool::new();
        let [a, b] = ["a", "b"].map(|name| {
            let symbol = terms.new_symbol(name, Sort::Bits(32));
            terms.symbol(symbol)
        });
        let name = |terms: &TermPool, term: Term| {
            written(terms, term, |symbol| Some(if Some(symbol) == terms.as_symbol(a) { "a" } else { "b" }.into()))
        };
        let (by, two) = (terms.signed_div(a, b), terms.bits(32, 2));
        let half = terms.signed_div(a, two);
        assert_eq!(name(&terms, by), None);
        assert_eq!(name(&terms, half).as_deref(), Some("(a / 0sd32_2)"));
        let unsigned = terms.unsigned_less(a, b);
        assert_eq!(name(&terms, unsigned).as_deref(), Some("(unsigned(a) < unsigned(b))"));
    }
}
