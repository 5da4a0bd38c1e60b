//! Constants and operators by their SMT-LIB names. Sorts are checked before a term is built: a solver's output is
//! input.

use super::tree::Tree;
use super::{Unreadable, unreadable};
use crate::term::{BinaryOp, MAX_WIDTH, Sort, Term, TermPool, UnaryOp};

/// `true`, `#b01`, `#x0a`.
pub(super) fn constant(pool: &mut TermPool, atom: &str) -> Result<Term, Unreadable> {
    let (digits, radix, bits) = match atom {
        "true" => return Ok(pool.bool(true)),
        "false" => return Ok(pool.bool(false)),
        _ => match (atom.strip_prefix("#b"), atom.strip_prefix("#x")) {
            (Some(digits), _) => (digits, 2, 1),
            (_, Some(digits)) => (digits, 16, 4),
            _ => return unreadable(format!("`{atom}` is not known")),
        },
    };
    match (u64::from_str_radix(digits, radix), u32::try_from(digits.len() * bits)) {
        (Ok(value), Ok(width @ 1..=MAX_WIDTH)) => Ok(pool.bits(width, value)),
        _ => unreadable(format!("`{atom}` is no constant of at most {MAX_WIDTH} bits")),
    }
}

/// `(_ bv10 8)`.
pub(super) fn decimal(pool: &mut TermPool, value: &str, width: &str) -> Result<Term, Unreadable> {
    let number = value.strip_prefix("bv").and_then(|digits| digits.parse::<u64>().ok());
    match (number, width.parse::<u32>()) {
        (Some(number), Ok(width @ 1..=MAX_WIDTH)) => Ok(pool.bits(width, number)),
        _ => unreadable(format!("`(_ {value} {width})` is not known")),
    }
}

/// An operator applied to operands.
pub(super) fn apply(pool: &mut TermPool, head: &Tree<'_>, operands: &[Term]) -> Result<Term, Unreadable> {
    let applied = match (head, operands) {
        (Tree::Atom(name), [a]) => unary(pool, name, *a),
        (Tree::Atom("ite"), &[condition, a, b]) => choice(pool, condition, a, b),
        (Tree::Atom(name), [first, rest @ ..]) if !rest.is_empty() => several(pool, name, *first, rest),
        (Tree::List(parts), [a]) => indexed(pool, parts, *a),
        _ => None,
    };
    applied.map_or_else(|| unreadable(format!("`{head}` on {} operands", operands.len())), Ok)
}

fn unary(pool: &mut TermPool, name: &str, a: Term) -> Option<Term> {
    match (name, pool.sort(a)) {
        ("not", Sort::Bool) => Some(pool.not(a)),
        ("and" | "or", Sort::Bool) => Some(a),
        ("bvnot", Sort::Bits(_)) => Some(pool.unary(UnaryOp::BitNot, a)),
        ("bvneg", Sort::Bits(_)) => Some(pool.unary(UnaryOp::Negate, a)),
        _ => None,
    }
}

fn choice(pool: &mut TermPool, condition: Term, a: Term, b: Term) -> Option<Term> {
    let fits = pool.sort(condition) == Sort::Bool && pool.sort(a) == pool.sort(b);
    fits.then(|| pool.ite(condition, a, b))
}

/// `((_ extract 7 0) a)` and the extensions.
fn indexed(pool: &mut TermPool, parts: &[Tree<'_>], a: Term) -> Option<Term> {
    let Sort::Bits(width) = pool.sort(a) else { return None };
    let number = |tree: &Tree<'_>| tree.to_string().parse::<u32>().ok();
    match parts {
        [Tree::Atom("_"), Tree::Atom("extract"), high, low] => {
            let (high, low) = (number(high)?, number(low)?);
            (low <= high && high < width).then(|| pool.extract(a, high, low))
        }
        [Tree::Atom("_"), Tree::Atom(name @ ("zero_extend" | "sign_extend")), by] => {
            let to = number(by)?.checked_add(width).filter(|&to| to <= MAX_WIDTH)?;
            Some(if *name == "zero_extend" { pool.zero_extend(a, to) } else { pool.sign_extend(a, to) })
        }
        _ => None,
    }
}

/// Operators that take two operands or more.
fn several(pool: &mut TermPool, name: &str, first: Term, rest: &[Term]) -> Option<Term> {
    match (name, rest) {
        ("concat", _) => rest.iter().try_fold(first, |left, &right| concatenate(pool, left, right)),
        ("=", _) => chain(pool, first, rest),
        ("distinct", &[second]) => chain(pool, first, &[second]).map(|equal| pool.not(equal)),
        ("=>", &[second]) => {
            let booleans = [first, second].iter().all(|&term| pool.sort(term) == Sort::Bool);
            booleans.then(|| pool.implies(first, second))
        }
        ("bvshl" | "bvlshr" | "bvashr", &[amount]) => shift(pool, name, first, amount),
        _ => fold(pool, name, first, rest),
    }
}

fn concatenate(pool: &mut TermPool, left: Term, right: Term) -> Option<Term> {
    let (Sort::Bits(high), Sort::Bits(low)) = (pool.sort(left), pool.sort(right)) else { return None };
    let width = high.checked_add(low).filter(|&width| width <= MAX_WIDTH)?;
    let (left, right) = (pool.zero_extend(left, width), pool.zero_extend(right, width));
    let by = pool.bits(width, u64::from(low));
    let shifted = pool.shift_left(left, by);
    Some(pool.bit_or(shifted, right))
}

fn chain(pool: &mut TermPool, first: Term, rest: &[Term]) -> Option<Term> {
    let fits = rest.iter().all(|&term| pool.sort(term) == pool.sort(first));
    let equal: Vec<Term> = fits.then(|| rest.iter().map(|&other| pool.equal(first, other)).collect())?;
    Some(pool.all(equal))
}

/// SMT-LIB shifts everything out for large amounts, where ours count modulo the width.
fn shift(pool: &mut TermPool, name: &str, a: Term, amount: Term) -> Option<Term> {
    let Sort::Bits(width) = pool.sort(a) else { return None };
    if pool.sort(amount) != Sort::Bits(width) {
        return None;
    }
    let last = pool.bits(width, u64::from(width - 1));
    let in_range = pool.unsigned_less_equal(amount, last);
    let (shifted, otherwise) = match name {
        "bvshl" => (pool.shift_left(a, amount), pool.bits(width, 0)),
        "bvlshr" => (pool.shift_right_logical(a, amount), pool.bits(width, 0)),
        _ => (pool.shift_right_arithmetic(a, amount), pool.shift_right_arithmetic(a, last)),
    };
    Some(pool.ite(in_range, shifted, otherwise))
}

fn fold(pool: &mut TermPool, name: &str, first: Term, rest: &[Term]) -> Option<Term> {
    let (operator, swapped, associative) = operator(name)?;
    let boolean = matches!(operator, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
    let fits = rest.iter().all(|&term| pool.sort(term) == pool.sort(first));
    if !fits || boolean != (pool.sort(first) == Sort::Bool) || !associative && rest.len() > 1 {
        return None;
    }
    let both =
        |left, &right| if swapped { pool.binary(operator, right, left) } else { pool.binary(operator, left, right) };
    Some(rest.iter().fold(first, both))
}

/// The operator, whether its operands are swapped, and whether it takes more than two.
fn operator(name: &str) -> Option<(BinaryOp, bool, bool)> {
    use BinaryOp::*;
    Some(match name {
        "and" => (And, false, true),
        "or" => (Or, false, true),
        "xor" => (Xor, false, true),
        "bvadd" => (Add, false, true),
        "bvmul" => (Mul, false, true),
        "bvand" => (BitAnd, false, true),
        "bvor" => (BitOr, false, true),
        "bvxor" => (BitXor, false, true),
        "bvsub" => (Sub, false, false),
        // z3 adds `_i` where it knows that the divisor is not zero.
        "bvudiv" | "bvudiv_i" => (UnsignedDiv, false, false),
        "bvurem" | "bvurem_i" => (UnsignedRem, false, false),
        "bvsdiv" | "bvsdiv_i" => (SignedDiv, false, false),
        "bvsrem" | "bvsrem_i" => (SignedRem, false, false),
        "bvult" => (UnsignedLess, false, false),
        "bvule" => (UnsignedLessEqual, false, false),
        "bvslt" => (SignedLess, false, false),
        "bvsle" => (SignedLessEqual, false, false),
        "bvugt" => (UnsignedLess, true, false),
        "bvuge" => (UnsignedLessEqual, true, false),
        "bvsgt" => (SignedLess, true, false),
        "bvsge" => (SignedLessEqual, true, false),
        _ => return None,
    })
}
