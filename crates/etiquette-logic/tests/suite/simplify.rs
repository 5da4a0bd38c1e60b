//! The builders, the simplifier and substitution keep the meaning of terms.

use etiquette_logic::{Node, Sort, Substitution, Symbol, Term, TermPool, UnaryOp, evaluate};
use proptest::prelude::*;

use crate::common::{Cooking, assignment, cases, recipe, values};

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn builders_agree_with_plain_nodes(recipe in recipe(40), values in values()) {
        let mut pool = TermPool::new();
        let symbols = recipe.symbols(&mut pool);
        let plain = recipe.cook(&mut pool, &symbols, Cooking::Plain);
        let rewritten = recipe.cook(&mut pool, &symbols, Cooking::Rewriting);
        let assignment = assignment(&symbols, &values);
        for (a, b) in plain.into_iter().zip(rewritten) {
            prop_assert_eq!(pool.sort(a), pool.sort(b));
            prop_assert_eq!(evaluate(&pool, a, assignment), evaluate(&pool, b, assignment));
        }
    }

    #[test]
    fn simplification_keeps_the_value(recipe in recipe(40), values in values()) {
        let mut pool = TermPool::new();
        let symbols = recipe.symbols(&mut pool);
        let plain = recipe.cook(&mut pool, &symbols, Cooking::Plain);
        let term = *plain.last().expect("recipes have a step");
        let simple = pool.simplify(term);
        let assignment = assignment(&symbols, &values);
        prop_assert_eq!(evaluate(&pool, term, assignment), evaluate(&pool, simple, assignment));
        let (before, after) = (pool.reachable(&[term]).len(), pool.reachable(&[simple]).len());
        prop_assert!(after <= 2 * before + 4, "{before} nodes became {after}");
    }

    #[test]
    fn substitution_is_evaluation_under_the_composed_assignment(
        recipe in recipe(30),
        values in values(),
        chosen in prop::collection::vec(any::<prop::sample::Index>(), 6),
    ) {
        let mut pool = TermPool::new();
        let symbols = recipe.symbols(&mut pool);
        let terms = recipe.cook(&mut pool, &symbols, Cooking::Plain);
        let assignment = assignment(&symbols, &values);
        let pairs: Vec<(Symbol, Term)> = symbols
            .iter()
            .zip(&chosen)
            .filter_map(|(&symbol, index)| {
                let fitting = |term: &&Term| pool.sort(**term) == pool.symbol_sort(symbol);
                let fitting: Vec<Term> = terms.iter().filter(fitting).copied().collect();
                (!fitting.is_empty()).then(|| (symbol, *index.get(&fitting)))
            })
            .collect();
        let mut substitution: Substitution = pairs.iter().copied().collect();
        for &term in &terms {
            let replaced = substitution.apply(&mut pool, term);
            let composed = |symbol: Symbol| match pairs.iter().find(|pair| pair.0 == symbol) {
                Some(&(_, replacement)) => evaluate(&pool, replacement, assignment),
                None => assignment(symbol),
            };
            prop_assert_eq!(evaluate(&pool, replaced, assignment), evaluate(&pool, term, composed));
        }
    }
}

/// A pool with two numbers and two truth values.
fn pool() -> (TermPool, [Term; 4]) {
    let mut pool = TermPool::new();
    let x = pool.new_variable("x", Sort::Bits(32));
    let y = pool.new_variable("y", Sort::Bits(32));
    let p = pool.new_variable("p", Sort::Bool);
    let q = pool.new_variable("q", Sort::Bool);
    (pool, [x, y, p, q])
}

#[test]
fn equations_are_solved() {
    let (mut pool, [x, _, p, _]) = pool();
    let (three, five, two) = (pool.bits(32, 3), pool.bits(32, 5), pool.bits(32, 2));
    let sum = pool.add(x, three);
    let solved = pool.equal(x, two);
    assert_eq!(pool.equal(sum, five), solved);
    let choice = pool.ite(p, three, five);
    let not_p = pool.not(p);
    assert_eq!(pool.equal(choice, three), p);
    assert_eq!(pool.equal(choice, five), not_p);
    assert_eq!(pool.equal(choice, two), pool.bool(false));
}

#[test]
fn bounds_are_joined() {
    let (mut pool, [x, ..]) = pool();
    let (three, five) = (pool.bits(32, 3), pool.bits(32, 5));
    let (below_three, below_five) = (pool.signed_less(x, three), pool.signed_less(x, five));
    let at_least_five = pool.signed_less_equal(five, x);
    assert_eq!(pool.and(below_three, below_five), below_three);
    assert_eq!(pool.or(below_three, below_five), below_five);
    assert_eq!(pool.and(below_three, at_least_five), pool.bool(false));
    assert_eq!(pool.or(below_five, at_least_five), pool.bool(true));
    let four = pool.bits(32, 4);
    assert_eq!(pool.signed_less_equal(x, four), below_five);
}

#[test]
fn conjunctions_absorb() {
    let (mut pool, [_, _, p, q]) = pool();
    let (not_p, p_or_q, p_and_q) = (pool.not(p), pool.or(p, q), pool.and(p, q));
    assert_eq!(pool.and(p, not_p), pool.bool(false));
    assert_eq!(pool.and(p, p_or_q), p);
    assert_eq!(pool.or(p, p_and_q), p);
    let not_p_or_q = pool.or(not_p, q);
    assert_eq!(pool.and(p, not_p_or_q), p_and_q);
    assert_eq!(pool.all([p, q, not_p]), pool.bool(false));
    assert_eq!(pool.any([]), pool.bool(false));
}

#[test]
fn narrow_arithmetic_stays_narrow() {
    let mut pool = TermPool::new();
    let b = pool.new_variable("b", Sort::Bits(8));
    let wide = pool.sign_extend(b, 32);
    let one = pool.bits(32, 1);
    let sum = pool.add(wide, one);
    let narrow_one = pool.bits(8, 1);
    let expected = pool.add(b, narrow_one);
    assert_eq!(pool.truncate(sum, 8), expected);
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let mut pool = TermPool::new();
    let symbol = pool.new_symbol("x", Sort::Bits(32));
    let x = pool.symbol(symbol);
    let mut term = x;
    for step in 0..300_000 {
        let op = if step % 2 == 0 { UnaryOp::Negate } else { UnaryOp::BitNot };
        term = pool.intern(Node::Unary(op, term));
    }
    let simple = pool.simplify(term);
    assert_eq!(evaluate(&pool, simple, |_| 7), evaluate(&pool, term, |_| 7));
    assert_eq!(pool.symbols_of(term), [symbol]);
}
