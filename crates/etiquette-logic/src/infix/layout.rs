//! The operators of the infix notation: their signs, their precedence, and what they ask of their operands' type.

use crate::term::BinaryOp;

/// Precedence levels, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    Choice,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
    Primary,
}

impl Level {
    /// The next tighter level of infix operators.
    pub(super) fn above(self) -> Level {
        use Level::*;
        match self {
            Choice => Or,
            Or => And,
            And => BitOr,
            BitOr => BitXor,
            BitXor => BitAnd,
            BitAnd => Equality,
            Equality => Relation,
            Relation => Shift,
            Shift => Sum,
            Sum => Product,
            Product => Unary,
            Unary | Primary => Primary,
        }
    }

    fn is_infix(self) -> bool {
        self > Level::Choice && self < Level::Unary
    }

    fn is_bitwise(self) -> bool {
        matches!(self, Level::BitOr | Level::BitXor | Level::BitAnd | Level::Shift)
    }

    fn compares(self) -> bool {
        matches!(self, Level::Equality | Level::Relation)
    }

    /// Whether people get the precedence wrong where the grammar needs no parentheses: bitwise operators next to
    /// others, and comparisons of comparisons.
    pub(super) fn is_confusing_under(self, parent: Level) -> bool {
        let mixed = self.is_infix() && parent.is_infix() && self != parent;
        mixed && (self.is_bitwise() || parent.is_bitwise()) || self.compares() && parent.compares()
    }
}

/// What an operator asks of the type of its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    /// The type of the result.
    Result,
    Signed,
    Unsigned,
    /// Any type, but the same for both.
    Common,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Operator {
    pub(super) text: &'static str,
    pub(super) level: Level,
    pub(super) need: Need,
    pub(super) associative: bool,
}

pub(super) fn operator(op: BinaryOp) -> Operator {
    use BinaryOp::*;
    let (text, level, need) = match op {
        And => ("&&", Level::And, Need::Result),
        Or => ("||", Level::Or, Need::Result),
        Xor | BitXor => ("^", Level::BitXor, Need::Result),
        Equal => ("==", Level::Equality, Need::Common),
        Add => ("+", Level::Sum, Need::Result),
        Sub => ("-", Level::Sum, Need::Result),
        Mul => ("*", Level::Product, Need::Result),
        UnsignedDiv => ("/", Level::Product, Need::Unsigned),
        UnsignedRem => ("%", Level::Product, Need::Unsigned),
        SignedDiv => ("/", Level::Product, Need::Signed),
        SignedRem => ("%", Level::Product, Need::Signed),
        BitAnd => ("&", Level::BitAnd, Need::Result),
        BitOr => ("|", Level::BitOr, Need::Result),
        ShiftLeft => ("<<", Level::Shift, Need::Result),
        ShiftRightLogical => (">>>", Level::Shift, Need::Result),
        ShiftRightArithmetic => (">>", Level::Shift, Need::Signed),
        UnsignedLess => ("<", Level::Relation, Need::Unsigned),
        UnsignedLessEqual => ("<=", Level::Relation, Need::Unsigned),
        SignedLess => ("<", Level::Relation, Need::Signed),
        SignedLessEqual => ("<=", Level::Relation, Need::Signed),
    };
    let associative = matches!(op, And | Or | Xor | BitXor | Add | BitAnd | BitOr);
    Operator { text, level, need, associative }
}
