//! Random well-sorted terms for property tests.
//!
//! A [`Recipe`] is a list of steps; each builds one term from terms built before. Recipes shrink well, and one recipe
//! can be cooked twice: with plain nodes and with the rewriting builders.

#![allow(dead_code)]

use etiquette_logic::{BinaryOp, Node, Sort, Symbol, Term, TermPool, UnaryOp, mask};
use proptest::prelude::*;

pub const WIDTHS: [u32; 7] = [1, 3, 8, 16, 32, 33, 64];

pub const BIT_OPERATORS: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UnsignedDiv,
    BinaryOp::UnsignedRem,
    BinaryOp::SignedDiv,
    BinaryOp::SignedRem,
    BinaryOp::BitAnd,
    BinaryOp::BitOr,
    BinaryOp::BitXor,
    BinaryOp::ShiftLeft,
    BinaryOp::ShiftRightLogical,
    BinaryOp::ShiftRightArithmetic,
];

pub const COMPARISONS: [BinaryOp; 5] = [
    BinaryOp::Equal,
    BinaryOp::UnsignedLess,
    BinaryOp::UnsignedLessEqual,
    BinaryOp::SignedLess,
    BinaryOp::SignedLessEqual,
];

pub const CONNECTIVES: [BinaryOp; 4] = [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor, BinaryOp::Equal];

/// One step; the numbers choose among what is there, modulo its size.
#[derive(Clone, Debug)]
pub struct Step {
    action: u8,
    operator: u8,
    first: u8,
    second: u8,
    third: u8,
    value: u64,
}

#[derive(Clone, Debug)]
pub struct Recipe {
    widths: (usize, usize),
    steps: Vec<Step>,
}

/// Whether a recipe is cooked with plain nodes or with the rewriting builders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cooking {
    Plain,
    Rewriting,
}

/// Values at which operators change their behaviour, and others.
fn interesting_value() -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => 0u64..4,
        2 => (0u64..4).prop_map(u64::wrapping_neg),
        2 => (0u32..64, 0u64..3).prop_map(|(bit, more)| (1u64 << bit).wrapping_add(more).wrapping_sub(1)),
        1 => any::<u64>(),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let choices = (any::<u8>(), any::<u8>(), any::<u8>(), any::<u8>(), any::<u8>());
    (choices, interesting_value()).prop_map(|((action, operator, first, second, third), value)| Step {
        action,
        operator,
        first,
        second,
        third,
        value,
    })
}

/// Recipes with up to `longest` steps over two widths each.
pub fn recipe(longest: usize) -> impl Strategy<Value = Recipe> {
    let widths = (0..WIDTHS.len(), 0..WIDTHS.len());
    (widths, prop::collection::vec(step(), 1..longest)).prop_map(|(widths, steps)| Recipe { widths, steps })
}

/// Values for the symbols of a recipe.
pub fn values() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(interesting_value(), SYMBOLS)
}

/// Each recipe has two symbols of each of its sorts.
const SYMBOLS: usize = 6;

/// The shelf of terms that a recipe chooses from: booleans, and bit-vectors of both widths.
pub struct Kitchen<'a> {
    pool: &'a mut TermPool,
    cooking: Cooking,
    shelves: [(Sort, Vec<Term>); 3],
}

impl Recipe {
    /// The symbols that [`Recipe::cook`] takes, made in the pool.
    pub fn symbols(&self, pool: &mut TermPool) -> Vec<Symbol> {
        let sorts = self.sorts();
        (0..SYMBOLS).map(|place| pool.new_symbol(format!("s{place}"), sorts[place / 2])).collect()
    }

    fn sorts(&self) -> [Sort; 3] {
        let (one, two) = self.widths;
        [Sort::Bool, Sort::Bits(WIDTHS[one]), Sort::Bits(WIDTHS[two])]
    }

    /// All terms that the recipe makes, the last one last.
    pub fn cook(&self, pool: &mut TermPool, symbols: &[Symbol], cooking: Cooking) -> Vec<Term> {
        let mut shelves = self.sorts().map(|sort| (sort, Vec::new()));
        for (place, &symbol) in symbols.iter().enumerate() {
            shelves[place / 2].1.push(pool.symbol(symbol));
        }
        let mut kitchen = Kitchen { pool, cooking, shelves };
        self.steps.iter().map(|step| kitchen.follow(step)).collect()
    }

    /// The boolean terms among those that the recipe makes; at least one.
    pub fn formulas(&self, pool: &mut TermPool, symbols: &[Symbol], cooking: Cooking) -> Vec<Term> {
        let mut formulas = self.cook(pool, symbols, cooking);
        formulas.retain(|&term| pool.sort(term) == Sort::Bool);
        if formulas.is_empty() {
            formulas.push(pool.symbol(symbols[0]));
        }
        formulas
    }
}

impl Kitchen<'_> {
    fn follow(&mut self, step: &Step) -> Term {
        // Wide multiplications and divisions make hard formulas: other actions are chosen more often.
        let bits = 1 + usize::from(step.third & 1);
        let (shelf, term) = match step.action % 12 {
            0 | 1 => (bits, self.constant(bits, step.value)),
            2 | 3 => (bits, self.binary(&BIT_OPERATORS, bits, step)),
            4 | 5 => (bits, self.binary(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::BitAnd], bits, step)),
            6 | 7 => (0, self.binary(&COMPARISONS, bits, step)),
            8 => (0, self.binary(&CONNECTIVES, 0, step)),
            9 => self.unary(bits, step),
            10 => (bits, self.resized(bits, step)),
            _ => self.choice(step),
        };
        self.shelves[shelf].1.push(term);
        term
    }

    /// A term of the shelf; younger ones are likelier, so that terms get deep.
    fn take(&self, shelf: usize, choice: u8) -> Term {
        let terms = &self.shelves[shelf].1;
        let choice = usize::from(choice);
        let recent = terms.len().min(4);
        match choice % 3 {
            0 => terms[choice % terms.len()],
            _ => terms[terms.len() - 1 - choice % recent],
        }
    }

    fn node(&mut self, node: Node) -> Term {
        match (self.cooking, node) {
            (Cooking::Plain, _) => self.pool.intern(node),
            (Cooking::Rewriting, Node::Unary(op, a)) => self.pool.unary(op, a),
            (Cooking::Rewriting, Node::Binary(op, a, b)) => self.pool.binary(op, a, b),
            (Cooking::Rewriting, Node::Ite(condition, a, b)) => self.pool.ite(condition, a, b),
            _ => self.pool.intern(node),
        }
    }

    fn constant(&mut self, shelf: usize, value: u64) -> Term {
        let width = self.shelves[shelf].0.width();
        self.pool.bits(width, value & mask(width))
    }

    fn binary(&mut self, operators: &[BinaryOp], shelf: usize, step: &Step) -> Term {
        let op = operators[usize::from(step.operator) % operators.len()];
        let (a, b) = (self.take(shelf, step.first), self.take(shelf, step.second));
        self.node(Node::Binary(op, a, b))
    }

    fn unary(&mut self, bits: usize, step: &Step) -> (usize, Term) {
        let (shelf, op) = match step.operator % 3 {
            0 => (0, UnaryOp::Not),
            1 => (bits, UnaryOp::BitNot),
            _ => (bits, UnaryOp::Negate),
        };
        let a = self.take(shelf, step.first);
        (shelf, self.node(Node::Unary(op, a)))
    }

    /// A term of the other bit-vector shelf, brought to the width of this one.
    fn resized(&mut self, shelf: usize, step: &Step) -> Term {
        let other = 3 - shelf;
        let (to, from) = (self.shelves[shelf].0.width(), self.shelves[other].0.width());
        let a = self.take(other, step.first);
        let low = if from > to { u32::from(step.operator) % (from - to + 1) } else { 0 };
        let op = match step.operator % 2 {
            _ if from > to => UnaryOp::Extract { high: low + to - 1, low },
            0 => UnaryOp::ZeroExtend(to),
            _ => UnaryOp::SignExtend(to),
        };
        self.node(Node::Unary(op, a))
    }

    fn choice(&mut self, step: &Step) -> (usize, Term) {
        let shelf = usize::from(step.operator) % 3;
        let condition = self.take(0, step.third);
        let (a, b) = (self.take(shelf, step.first), self.take(shelf, step.second));
        (shelf, self.node(Node::Ite(condition, a, b)))
    }
}

/// The assignment that gives the symbols these values.
pub fn assignment<'a>(symbols: &'a [Symbol], values: &'a [u64]) -> impl Fn(Symbol) -> u64 + Copy + 'a {
    move |symbol| {
        let place = symbols.iter().position(|&known| known == symbol);
        place.map_or(0, |place| values[place])
    }
}

/// A run of this many cases, or of as many as the environment variable `PROPTEST_CASES` says. Failures are printed, not
/// kept in files.
pub fn cases(count: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { default.cases } else { count };
    ProptestConfig { cases, failure_persistence: None, ..default }
}
