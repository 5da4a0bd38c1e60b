//! Infix texts: what they look like, and that the exact style can be read back.

use std::borrow::Cow;

use etiquette_logic::{Infix, Node, Notation, Sort, Style, Symbol, Term, TermPool, UnaryOp, Vocabulary, evaluate};
use proptest::prelude::*;
use rustc_hash::FxHashMap;

use crate::common::{Cooking, assignment, cases, recipe, values};
use crate::parser::parse;

/// Names and notations by the symbols' own names: `u…` is unsigned, `mode…` is named, the rest is signed.
struct Words<'a> {
    pool: &'a TermPool,
    modes: Vec<String>,
}

impl<'a> Words<'a> {
    fn new(pool: &'a TermPool) -> Self {
        let modes = ["OFF", "READ", "WRITE"].map(String::from).into();
        Words { pool, modes }
    }
}

impl Vocabulary for Words<'_> {
    fn notation(&self, symbol: Symbol) -> Notation<'_> {
        match self.pool.symbol_name(symbol) {
            name if name.starts_with('u') => Notation::Unsigned,
            name if name.starts_with("mode") => Notation::Named(&self.modes),
            _ => Notation::Signed,
        }
    }

    fn name(&self, symbol: Symbol) -> Cow<'_, str> {
        Cow::Borrowed(self.pool.symbol_name(symbol))
    }
}

fn exact(pool: &TermPool, term: Term) -> String {
    Infix::new(pool, &Words::new(pool)).print(term)
}

fn readable(pool: &TermPool, term: Term) -> String {
    Infix::new(pool, &Words::new(pool)).style(Style::Readable).print(term)
}

fn parse_back(pool: &mut TermPool, symbols: &[Symbol], text: &str, term: Term) -> Result<Term, String> {
    let sort = pool.sort(term);
    parse(pool, symbols, text, sort)
}

/// The same term without resizings that keep the width, for which there is no notation.
fn without_idle_resizing(pool: &mut TermPool, term: Term) -> Term {
    let mut done: FxHashMap<Term, Term> = FxHashMap::default();
    for part in pool.reachable(&[term]) {
        let result = match pool.node(part) {
            Node::Unary(op, a) if is_idle(op) && pool.sort(a) == pool.sort(part) => done[&a],
            Node::Unary(op, a) => pool.intern(Node::Unary(op, done[&a])),
            Node::Binary(op, a, b) => pool.intern(Node::Binary(op, done[&a], done[&b])),
            Node::Ite(condition, a, b) => pool.intern(Node::Ite(done[&condition], done[&a], done[&b])),
            _ => part,
        };
        done.insert(part, result);
    }
    done[&term]
}

fn is_idle(op: UnaryOp) -> bool {
    matches!(op, UnaryOp::Extract { .. } | UnaryOp::ZeroExtend(_) | UnaryOp::SignExtend(_))
}

/// The symbols of a recipe, renamed so that they have all notations.
fn renamed(pool: &TermPool, symbols: &[Symbol]) -> (TermPool, Vec<Symbol>) {
    let names = ["p", "q", "x", "u", "mode", "y"];
    let mut fresh = TermPool::new();
    let renamed = symbols.iter().zip(names).map(|(&symbol, name)| {
        let sort = pool.symbol_sort(symbol);
        // A named type has three values: they need two bits.
        let name = if sort.width() < 2 && name == "mode" { "z" } else { name };
        fresh.new_symbol(name, sort)
    });
    let renamed = renamed.collect();
    (fresh, renamed)
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn exact_texts_are_read_back(recipe in recipe(14)) {
        let mut pool = TermPool::new();
        let symbols = recipe.symbols(&mut pool);
        let (mut pool, symbols) = renamed(&pool, &symbols);
        for term in recipe.cook(&mut pool, &symbols, Cooking::Plain) {
            let term = without_idle_resizing(&mut pool, term);
            let text = exact(&pool, term);
            if text.len() < 2_000 {
                let parsed = parse_back(&mut pool, &symbols, &text, term).map_err(TestCaseError::fail)?;
                prop_assert_eq!(parsed, term, "{}", text);
            }
        }
    }

    #[test]
    fn readable_texts_mean_the_same(recipe in recipe(14), values in values()) {
        let mut pool = TermPool::new();
        let symbols = recipe.symbols(&mut pool);
        let (mut pool, symbols) = renamed(&pool, &symbols);
        for cooking in [Cooking::Plain, Cooking::Rewriting] {
            for term in recipe.cook(&mut pool, &symbols, cooking) {
                let text = readable(&pool, term);
                if text.len() < 2_000 {
                    let parsed = parse_back(&mut pool, &symbols, &text, term).map_err(TestCaseError::fail)?;
                    let assignment = assignment(&symbols, &values);
                    let (value, expected) = (evaluate(&pool, parsed, assignment), evaluate(&pool, term, assignment));
                    prop_assert_eq!(value, expected, "{}", text);
                }
            }
        }
    }
}

struct Example {
    pool: TermPool,
    x: Term,
    y: Term,
    mode: Term,
}

fn example() -> Example {
    let mut pool = TermPool::new();
    let x = pool.new_variable("x", Sort::Bits(32));
    let y = pool.new_variable("y", Sort::Bits(32));
    let mode = pool.new_variable("mode", Sort::Bits(8));
    Example { pool, x, y, mode }
}

#[test]
fn conversions_say_how_operands_are_read() {
    let Example { mut pool, x, y, mode } = example();
    let less = pool.unsigned_less(x, y);
    assert_eq!(exact(&pool, less), "u32(x) < u32(y)");
    let wide = pool.zero_extend(x, 64);
    assert_eq!(exact(&pool, wide), "i64(u32(x))");
    let narrow = pool.truncate(x, 8);
    let sum = pool.add(narrow, mode);
    assert_eq!(exact(&pool, sum), "u8(mode) + u8(x)");
}

#[test]
fn named_values_are_written_by_name() {
    let Example { mut pool, mode, .. } = example();
    let (read, unknown) = (pool.bits(8, 1), pool.bits(8, 77));
    let reads = pool.equal(mode, read);
    let not_reads = pool.not(reads);
    let strange = pool.equal(mode, unknown);
    assert_eq!(exact(&pool, reads), "mode == READ");
    assert_eq!(exact(&pool, not_reads), "mode != READ");
    assert_eq!(exact(&pool, strange), "u8(mode) == 77");
    let words = Words::new(&pool);
    let notation = Notation::Named(&words.modes);
    assert_eq!(Infix::new(&pool, &words).print_as(read, notation), "READ");
    assert_eq!(Infix::new(&pool, &words).print_as(read, Notation::Signed), "1");
}

#[test]
fn readable_texts_are_restated() {
    let Example { mut pool, x, y, .. } = example();
    let (one, twenty, three) = (pool.bits(32, 1), pool.bits(32, 20), pool.bits(32, 3));
    let (positive, small) = (pool.signed_less_equal(one, x), pool.signed_less(x, twenty));
    assert_eq!(readable(&pool, positive), "x > 0");
    assert_eq!(exact(&pool, positive), "1 <= x");
    let range = pool.and(small, positive);
    assert_eq!(readable(&pool, range), "0 < x && x < 20");
    let difference = pool.sub(x, three);
    assert_eq!(readable(&pool, difference), "x - 3");
    assert_eq!(exact(&pool, difference), "x + -3");
    let less = pool.intern(Node::Binary(etiquette_logic::BinaryOp::SignedLess, x, y));
    let not_less = pool.intern(Node::Unary(UnaryOp::Not, less));
    assert_eq!(readable(&pool, not_less), "x >= y");
    assert_eq!(exact(&pool, not_less), "!(x < y)");
}

#[test]
fn parentheses_are_where_people_need_them() {
    let Example { mut pool, x, y, .. } = example();
    let (masked, zero) = (pool.bit_and(x, y), pool.bits(32, 0));
    let none = pool.equal(masked, zero);
    let product = pool.mul(x, y);
    let sum = pool.add(product, x);
    let mixed = pool.signed_less(sum, y);
    let both = pool.and(none, mixed);
    assert_eq!(exact(&pool, both), "(x & y) == 0 && x + x * y < y");
}

#[test]
fn long_texts_are_cut() {
    let Example { mut pool, x, .. } = example();
    let mut term = x;
    for _ in 0..200 {
        term = pool.intern(Node::Binary(etiquette_logic::BinaryOp::Add, term, term));
    }
    let words = Words::new(&pool);
    let text = Infix::new(&pool, &words).max_chars(30).print(term);
    assert_eq!(text.chars().count(), 30);
    assert!(text.ends_with('…'));
}
