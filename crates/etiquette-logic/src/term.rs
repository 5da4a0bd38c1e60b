//! Hash-consed terms over booleans and bit-vectors of 1 to 64 bits.
//!
//! A [`TermPool`] owns all nodes; a [`Term`] is a small handle into it, and two handles of one pool are equal exactly
//! if the terms are the same to the letter. [`TermPool::intern`] builds a node as it is given; the named builders
//! (`pool.add(a, b)`, in `simplify.rs`) rewrite on the way.
//!
//! Every operation is total and means what the JVM means by it, at any width: arithmetic wraps around; signed division
//! truncates towards zero, `MIN / -1` is `MIN`, a remainder has the sign of the dividend; shift amounts are taken
//! modulo the width. Where the JVM would throw (division by zero), the value is SMT-LIB's (`x /u 0` is all ones,
//! `x /s 0` is 1 for negative `x` and -1 otherwise, `x % 0` is `x`), and it is the front end's job to put the exception
//! in front.

use rustc_hash::FxHashMap;

/// The widest bit-vector that terms support.
pub const MAX_WIDTH: u32 = 64;

/// A handle to a term in a [`TermPool`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(u32);

impl Term {
    /// The constant `true`, which every pool has first.
    pub const TRUE: Term = Term(0);

    /// The position of the term in its pool; operands always have smaller positions than the terms built from them.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A handle to a symbol (a free variable) in a [`TermPool`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(u32);

impl Symbol {
    /// The position of the symbol in its pool, in the order of creation.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The type of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of the given width, 1 to [`MAX_WIDTH`].
    Bits(u32),
}

impl Sort {
    /// The number of bits that a value of this sort takes.
    pub fn width(self) -> u32 {
        match self {
            Sort::Bool => 1,
            Sort::Bits(width) => width,
        }
    }
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum UnaryOp {
    /// Logical negation.
    Not,
    /// Bitwise complement.
    BitNot,
    /// Two's complement negation.
    Negate,
    /// The bits `high` down to `low`, both included; `low == 0` is truncation.
    Extract {
        /// The highest bit taken.
        high: u32,
        /// The lowest bit taken.
        low: u32,
    },
    /// Widening to the given width with zeros.
    ZeroExtend(u32),
    /// Widening to the given width with copies of the sign bit.
    SignExtend(u32),
}

/// Operators with two operands. `And` to `Xor` take booleans, `Equal` takes any two terms of one sort, the rest
/// bit-vectors of one width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    And,
    Or,
    Xor,
    Equal,
    Add,
    Sub,
    Mul,
    UnsignedDiv,
    UnsignedRem,
    SignedDiv,
    SignedRem,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRightLogical,
    ShiftRightArithmetic,
    UnsignedLess,
    UnsignedLessEqual,
    SignedLess,
    SignedLessEqual,
}

/// What a term is built from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Node {
    /// A truth value.
    Bool(bool),
    /// A bit-vector constant; bits above `width` are zero.
    Bits {
        /// The number of bits.
        width: u32,
        /// The value as an unsigned number.
        value: u64,
    },
    /// A free variable.
    Symbol(Symbol),
    /// An operator applied to one term.
    Unary(UnaryOp, Term),
    /// An operator applied to two terms.
    Binary(BinaryOp, Term, Term),
    /// If-then-else: condition, then, else.
    Ite(Term, Term, Term),
}

/// The low `width` bits set.
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (MAX_WIDTH - width)
}

/// A value of the given width read as a signed number.
pub fn to_signed(value: u64, width: u32) -> i64 {
    let shift = MAX_WIDTH - width;
    ((value << shift) as i64) >> shift
}

#[derive(Clone, Debug)]
struct SymbolEntry {
    name: String,
    sort: Sort,
}

/// Owns terms and symbols, and makes sure that each exists once.
#[derive(Clone, Debug)]
pub struct TermPool {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    index: FxHashMap<Node, Term>,
    symbols: Vec<SymbolEntry>,
}

impl Default for TermPool {
    fn default() -> Self {
        Self::new()
    }
}

impl TermPool {
    /// A pool with nothing but `true`.
    pub fn new() -> Self {
        let (nodes, sorts, index, symbols) = Default::default();
        let mut pool = TermPool { nodes, sorts, index, symbols };
        pool.intern(Node::Bool(true));
        pool
    }

    /// The number of terms in the pool.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the pool holds no term; never so.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What the term is built from.
    pub fn node(&self, term: Term) -> Node {
        self.nodes[term.index()]
    }

    /// The sort of the term.
    pub fn sort(&self, term: Term) -> Sort {
        self.sorts[term.index()]
    }

    /// A new symbol. Names are for people: two symbols may share one, and are still different.
    pub fn new_symbol(&mut self, name: impl Into<String>, sort: Sort) -> Symbol {
        check_width(sort);
        let symbol = Symbol(u32::try_from(self.symbols.len()).expect("fewer than 2^32 symbols"));
        self.symbols.push(SymbolEntry { name: name.into(), sort });
        symbol
    }

    /// A new symbol, as a term.
    pub fn new_variable(&mut self, name: impl Into<String>, sort: Sort) -> Term {
        let symbol = self.new_symbol(name, sort);
        self.intern(Node::Symbol(symbol))
    }

    /// The name that the symbol was created with.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.index()].name
    }

    /// The sort that the symbol was created with.
    pub fn symbol_sort(&self, symbol: Symbol) -> Sort {
        self.symbols[symbol.index()].sort
    }

    /// The term for exactly this node, without any rewriting.
    ///
    /// # Panics
    /// If the operands' sorts do not fit the operator: front ends check types before they build terms.
    pub fn intern(&mut self, node: Node) -> Term {
        if let Some(&term) = self.index.get(&node) {
            return term;
        }
        let sort = self.sort_of(node);
        let term = Term(u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms"));
        self.nodes.push(node);
        self.sorts.push(sort);
        self.index.insert(node, term);
        term
    }

    /// The term for exactly this node, if the pool has it.
    pub fn find(&self, node: Node) -> Option<Term> {
        self.index.get(&node).copied()
    }

    /// A truth value as a term.
    pub fn bool(&mut self, value: bool) -> Term {
        self.intern(Node::Bool(value))
    }

    /// A bit-vector constant; bits of `value` above `width` are dropped.
    pub fn bits(&mut self, width: u32, value: u64) -> Term {
        check_width(Sort::Bits(width));
        self.intern(Node::Bits { width, value: value & mask(width) })
    }

    /// A symbol as a term.
    pub fn symbol(&mut self, symbol: Symbol) -> Term {
        self.intern(Node::Symbol(symbol))
    }

    /// A constant of the given sort from its bits (for booleans: 0 or 1).
    pub fn constant(&mut self, sort: Sort, value: u64) -> Term {
        match sort {
            Sort::Bool => self.bool(value & 1 == 1),
            Sort::Bits(width) => self.bits(width, value),
        }
    }

    /// The bits of a constant, `None` for any other term.
    pub fn as_constant(&self, term: Term) -> Option<u64> {
        match self.node(term) {
            Node::Bool(value) => Some(u64::from(value)),
            Node::Bits { value, .. } => Some(value),
            _ => None,
        }
    }

    pub(crate) fn sort_of(&self, node: Node) -> Sort {
        match node {
            Node::Bool(_) => Sort::Bool,
            Node::Bits { width, .. } => Sort::Bits(width),
            Node::Symbol(symbol) => self.symbol_sort(symbol),
            Node::Unary(op, a) => unary_sort(op, self.sort(a)),
            Node::Binary(op, a, b) => binary_sort(op, self.sort(a), self.sort(b)),
            Node::Ite(condition, a, b) => {
                assert_eq!(self.sort(condition), Sort::Bool, "the condition of an if-then-else is a boolean");
                assert_eq!(self.sort(a), self.sort(b), "both branches of an if-then-else have one sort");
                self.sort(a)
            }
        }
    }
}

fn check_width(sort: Sort) {
    assert!((1..=MAX_WIDTH).contains(&sort.width()), "bit-vectors have 1 to {MAX_WIDTH} bits, not {}", sort.width());
}

fn unary_sort(op: UnaryOp, operand: Sort) -> Sort {
    match (op, operand) {
        (UnaryOp::Not, Sort::Bool) => Sort::Bool,
        (UnaryOp::BitNot | UnaryOp::Negate, Sort::Bits(_)) => operand,
        (UnaryOp::Extract { high, low }, Sort::Bits(width)) if low <= high && high < width => {
            Sort::Bits(high - low + 1)
        }
        (UnaryOp::ZeroExtend(to) | UnaryOp::SignExtend(to), Sort::Bits(width)) if width <= to && to <= MAX_WIDTH => {
            Sort::Bits(to)
        }
        _ => panic!("{op:?} does not take {operand:?}"),
    }
}

fn binary_sort(op: BinaryOp, left: Sort, right: Sort) -> Sort {
    use BinaryOp::*;
    assert_eq!(left, right, "{op:?} takes two operands of one sort");
    match (op, left) {
        (And | Or | Xor, Sort::Bool) | (Equal, _) => Sort::Bool,
        (UnsignedLess | UnsignedLessEqual | SignedLess | SignedLessEqual, Sort::Bits(_)) => Sort::Bool,
        (And | Or | Xor, _) | (_, Sort::Bool) => panic!("{op:?} does not take {left:?}"),
        _ => left,
    }
}
