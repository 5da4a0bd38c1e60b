//! How SMT-LIB 2 writes sorts and single operators.

use std::borrow::Cow;

use crate::term::{BinaryOp, Node, Sort, Term, TermPool, UnaryOp};

/// A piece of a text that is still being put together.
enum Piece {
    Text(Cow<'static, str>),
    Term(Term),
}

fn text(text: impl Into<Cow<'static, str>>) -> Piece {
    Piece::Text(text.into())
}

/// How SMT-LIB 2 writes a sort.
pub fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".into(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
    }
}

/// The text of a term in which some parts have names; each of its symbols must have one.
pub(super) fn term_text(pool: &TermPool, term: Term, name_of: &dyn Fn(Term) -> Option<String>) -> String {
    let mut text = String::new();
    let mut pending = vec![Piece::Term(term)];
    while let Some(piece) = pending.pop() {
        match piece {
            Piece::Text(part) => text.push_str(&part),
            Piece::Term(part) => match name_of(part) {
                Some(name) => text.push_str(&name),
                None => pending.extend(pieces(pool, pool.node(part)).into_iter().rev()),
            },
        }
    }
    text
}

/// The text of a node that is not a symbol; operands are left open.
fn pieces(pool: &TermPool, node: Node) -> Vec<Piece> {
    match node {
        Node::Bool(value) => vec![text(value.to_string())],
        Node::Bits { width, value } => vec![text(bits(width, value))],
        Node::Symbol(_) => Vec::new(),
        Node::Unary(op, a) => application(unary_name(op, pool.sort(a).width()), vec![vec![Piece::Term(a)]]),
        Node::Binary(op, a, b) => application(binary_name(op), binary_operands(pool, op, a, b)),
        Node::Ite(condition, a, b) => application("ite", [condition, a, b].map(|part| vec![Piece::Term(part)]).into()),
    }
}

fn bits(width: u32, value: u64) -> String {
    format!("(_ bv{value} {width})")
}

fn application(function: impl Into<Cow<'static, str>>, operands: Vec<Vec<Piece>>) -> Vec<Piece> {
    let mut pieces = vec![text("("), text(function)];
    for operand in operands {
        pieces.push(text(" "));
        pieces.extend(operand);
    }
    pieces.push(text(")"));
    pieces
}

fn binary_operands(pool: &TermPool, op: BinaryOp, a: Term, b: Term) -> Vec<Vec<Piece>> {
    use BinaryOp::*;
    let right = match op {
        ShiftLeft | ShiftRightLogical | ShiftRightArithmetic => shift_amount(pool, b),
        _ => vec![Piece::Term(b)],
    };
    vec![vec![Piece::Term(a)], right]
}

/// SMT-LIB shifts everything out for large amounts; ours are modulo the width.
fn shift_amount(pool: &TermPool, amount: Term) -> Vec<Piece> {
    let width = pool.sort(amount).width();
    let modulus = u64::from(width);
    let (function, constant) = match pool.as_constant(amount) {
        Some(value) => return vec![text(bits(width, value % modulus))],
        None if width.is_power_of_two() => ("bvand", modulus - 1),
        None => ("bvurem", modulus),
    };
    application(function, vec![vec![Piece::Term(amount)], vec![text(bits(width, constant))]])
}

fn unary_name(op: UnaryOp, operand_width: u32) -> Cow<'static, str> {
    match op {
        UnaryOp::Not => "not".into(),
        UnaryOp::BitNot => "bvnot".into(),
        UnaryOp::Negate => "bvneg".into(),
        UnaryOp::Extract { high, low } => format!("(_ extract {high} {low})").into(),
        UnaryOp::ZeroExtend(to) => format!("(_ zero_extend {})", to - operand_width).into(),
        UnaryOp::SignExtend(to) => format!("(_ sign_extend {})", to - operand_width).into(),
    }
}

fn binary_name(op: BinaryOp) -> &'static str {
    use BinaryOp::*;
    match op {
        And => "and",
        Or => "or",
        Xor => "xor",
        Equal => "=",
        Add => "bvadd",
        Sub => "bvsub",
        Mul => "bvmul",
        UnsignedDiv => "bvudiv",
        UnsignedRem => "bvurem",
        SignedDiv => "bvsdiv",
        SignedRem => "bvsrem",
        BitAnd => "bvand",
        BitOr => "bvor",
        BitXor => "bvxor",
        ShiftLeft => "bvshl",
        ShiftRightLogical => "bvlshr",
        ShiftRightArithmetic => "bvashr",
        UnsignedLess => "bvult",
        UnsignedLessEqual => "bvule",
        SignedLess => "bvslt",
        SignedLessEqual => "bvsle",
    }
}
