//! The solver agrees with the evaluator and with itself.

use etiquette_logic::{Answer, Backend, Solver, Sort, Symbol, Term, TermPool, UnknownReason, evaluate};
use proptest::prelude::*;

use crate::common::{Cooking, assignment, cases, recipe, values};

fn backends() -> Vec<Backend> {
    vec![
        Backend::BatSat,
        #[cfg(feature = "cadical")]
        Backend::CaDiCaL,
    ]
}

fn fixed(pool: &mut TermPool, symbols: &[Symbol], values: &[u64]) -> Vec<Term> {
    symbols
        .iter()
        .zip(values)
        .map(|(&symbol, &value)| {
            let (variable, constant) = (pool.symbol(symbol), pool.constant(pool.symbol_sort(symbol), value));
            pool.equal(variable, constant)
        })
        .collect()
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn the_model_of_fixed_symbols_is_the_evaluation(recipe in recipe(25), values in values()) {
        let mut pool = TermPool::new();
        let symbols = recipe.symbols(&mut pool);
        let term = *recipe.cook(&mut pool, &symbols, Cooking::Plain).last().expect("recipes have a step");
        let value = evaluate(&pool, term, assignment(&symbols, &values));
        let constraints = fixed(&mut pool, &symbols, &values);
        let constant = pool.constant(pool.sort(term), value);
        let (same, different) = (pool.equal(term, constant), pool.distinct(term, constant));
        for backend in backends() {
            let mut solver = Solver::with_backend(backend);
            for &constraint in &constraints {
                solver.assert(&pool, constraint);
            }
            prop_assert_eq!(solver.check(&pool, &[different]), Answer::Unsat);
            prop_assert_eq!(solver.check(&pool, &[same]), Answer::Sat);
            prop_assert_eq!(solver.value(&pool, term), value);
        }
    }

    #[test]
    fn models_satisfy_and_cores_are_unsatisfiable(recipe in recipe(25)) {
        let mut pool = TermPool::new();
        let symbols = recipe.symbols(&mut pool);
        let formulas = recipe.formulas(&mut pool, &symbols, Cooking::Rewriting);
        for backend in backends() {
            let mut solver = Solver::with_backend(backend);
            solver.set_conflict_limit(Some(2_000));
            match solver.check(&pool, &formulas) {
                Answer::Sat => for &formula in &formulas {
                    prop_assert_eq!(solver.value(&pool, formula), 1);
                },
                Answer::Unsat => check_core(&pool, &mut solver, &formulas)?,
                Answer::Unknown(reason) => prop_assert_eq!(reason, UnknownReason::ConflictLimit),
            }
        }
    }

    #[test]
    fn incremental_checks_agree_with_fresh_solvers(
        recipe in recipe(25),
        actions in prop::collection::vec((0u8..6, any::<prop::sample::Index>()), 1..12),
    ) {
        let mut pool = TermPool::new();
        let symbols = recipe.symbols(&mut pool);
        let formulas = recipe.formulas(&mut pool, &symbols, Cooking::Rewriting);
        let mut solver = Solver::new();
        solver.set_conflict_limit(Some(1_000));
        let mut stack: Vec<Vec<Term>> = vec![Vec::new()];
        for (action, index) in actions {
            let formula = *index.get(&formulas);
            match action {
                0 | 1 => {
                    solver.assert(&pool, formula);
                    stack.last_mut().expect("the outermost scope stays").push(formula);
                }
                2 => {
                    solver.push();
                    stack.push(Vec::new());
                }
                3 if stack.len() > 1 => {
                    solver.pop();
                    stack.pop();
                }
                _ => {
                    let mut fresh = Solver::new();
                    fresh.set_conflict_limit(Some(1_000));
                    for &asserted in stack.iter().flatten() {
                        fresh.assert(&pool, asserted);
                    }
                    let (answer, expected) = (solver.check(&pool, &[formula]), fresh.check(&pool, &[formula]));
                    let unknown = [answer, expected].iter().any(|answer| matches!(answer, Answer::Unknown(_)));
                    prop_assert!(unknown || answer == expected, "{answer:?} but {expected:?} afresh");
                }
            }
        }
    }
}

fn check_core(pool: &TermPool, solver: &mut Solver, assumptions: &[Term]) -> Result<(), TestCaseError> {
    let core = solver.core().to_vec();
    prop_assert!(core.iter().all(|term| assumptions.contains(term)));
    let minimal = solver.minimize_core(pool).to_vec();
    prop_assert!(minimal.iter().all(|term| core.contains(term)));
    prop_assert_ne!(check_afresh(pool, &minimal), Answer::Sat);
    for place in 0..minimal.len() {
        let mut fewer = minimal.clone();
        fewer.remove(place);
        // The same limit may have kept the solver from seeing that the term isn't needed.
        let answer = solver.check(pool, &fewer);
        prop_assert_ne!(answer, Answer::Unsat);
    }
    Ok(())
}

fn check_afresh(pool: &TermPool, formulas: &[Term]) -> Answer {
    let mut solver = Solver::new();
    solver.set_conflict_limit(Some(2_000));
    solver.check(pool, formulas)
}

/// Factors of a number that has none: takes a SAT solver a while.
fn hard_problem(pool: &mut TermPool) -> Vec<Term> {
    let (a, b) = (pool.new_variable("a", Sort::Bits(64)), pool.new_variable("b", Sort::Bits(64)));
    let (prime, one, limit) = (pool.bits(64, 4_294_967_291), pool.bits(64, 1), pool.bits(64, 1 << 32));
    let product = pool.mul(a, b);
    let mut conditions = vec![pool.equal(product, prime)];
    for factor in [a, b] {
        conditions.push(pool.unsigned_less(one, factor));
        conditions.push(pool.unsigned_less(factor, limit));
    }
    conditions
}

#[test]
fn a_conflict_limit_ends_a_check() {
    let mut pool = TermPool::new();
    let problem = hard_problem(&mut pool);
    for backend in backends() {
        let mut solver = Solver::with_backend(backend);
        solver.set_conflict_limit(Some(50));
        let answer = solver.check(&pool, &problem);
        assert_eq!(answer, Answer::Unknown(UnknownReason::ConflictLimit));
    }
}

#[test]
fn an_interrupt_ends_a_check() {
    use std::sync::atomic::{AtomicU32, Ordering};
    let mut pool = TermPool::new();
    let problem = hard_problem(&mut pool);
    for backend in backends() {
        let mut solver = Solver::with_backend(backend);
        let polls = AtomicU32::new(0);
        solver.set_interrupt(move || polls.fetch_add(1, Ordering::Relaxed) > 5);
        let answer = solver.check(&pool, &problem);
        assert_eq!(answer, Answer::Unknown(UnknownReason::Interrupted));
    }
}

#[test]
fn scopes_end() {
    let mut pool = TermPool::new();
    let p = pool.new_variable("p", Sort::Bool);
    let not_p = pool.not(p);
    let mut solver = Solver::new();
    solver.assert(&pool, p);
    {
        let mut scope = solver.scope();
        scope.assert(&pool, not_p);
        assert_eq!(scope.check(&pool, &[]), Answer::Unsat);
        assert!(scope.core().is_empty());
    }
    assert_eq!(solver.check(&pool, &[]), Answer::Sat);
    assert_eq!(solver.check(&pool, &[not_p]), Answer::Unsat);
    assert_eq!(solver.core(), [not_p]);
}

/// Many different checks make the solver sweep; scopes and assertions survive it.
#[test]
fn sweeping_keeps_what_is_asserted() {
    let mut pool = TermPool::new();
    let x = pool.new_variable("x", Sort::Bits(32));
    let (low, high) = (pool.bits(32, 10), pool.bits(32, 1000));
    let (above, below) = (pool.signed_less(low, x), pool.signed_less(x, high));
    let mut solver = Solver::new();
    solver.assert(&pool, above);
    solver.push();
    solver.assert(&pool, below);
    for factor in 2..200u64 {
        let (constant, target) = (pool.bits(32, factor), pool.bits(32, factor * 12));
        let product = pool.intern(etiquette_logic::Node::Binary(etiquette_logic::BinaryOp::Mul, x, constant));
        let equal = pool.intern(etiquette_logic::Node::Binary(etiquette_logic::BinaryOp::Equal, product, target));
        assert_eq!(solver.check(&pool, &[equal]), Answer::Sat);
        let found = solver.value(&pool, x);
        assert!(found > 10 && found < 1000 && (found * factor) as u32 == (factor * 12) as u32);
    }
    assert!(solver.statistics().sweeps > 0);
    let outside = pool.equal(x, high);
    assert_eq!(solver.check(&pool, &[outside]), Answer::Unsat);
    solver.pop();
    assert_eq!(solver.check(&pool, &[outside]), Answer::Sat);
}

/// A remainder is below its divisor, and equal operands have equal remainders: neither takes the circuit of a division,
/// with which each of these takes minutes.
#[test]
fn what_bounds_a_division_is_known_without_its_circuit() {
    let mut pool = TermPool::new();
    let [head, size, other] = ["head", "size", "other"].map(|name| pool.new_variable(name, Sort::Bits(32)));
    let (zero, one) = (pool.bits(32, 0), pool.bits(32, 1));
    let (from, below) = (pool.signed_less_equal(zero, head), pool.signed_less(head, size));
    let [next, next_other] = [head, other].map(|at| {
        let after = pool.add(at, one);
        pool.signed_rem(after, size)
    });
    let (from_zero, below_size) = (pool.signed_less_equal(zero, next), pool.signed_less(next, size));
    let same = pool.equal(head, other);
    let claims = [pool.not(from_zero), pool.not(below_size), pool.distinct(next, next_other)];
    let mut solver = Solver::new();
    [from, below, same].into_iter().for_each(|known| solver.assert(&pool, known));
    for claim in claims {
        solver.set_conflict_limit(Some(1_000));
        assert_eq!(solver.check(&pool, &[claim]), Answer::Unsat);
    }
}

/// What is only bounded would have models that are none.
#[test]
fn models_divide() {
    let mut pool = TermPool::new();
    let [a, b] = ["a", "b"].map(|name| pool.new_variable(name, Sort::Bits(16)));
    let (quotient, remainder) = (pool.signed_div(a, b), pool.signed_rem(a, b));
    let (seven, three, minus_five) = (pool.bits(16, 7), pool.bits(16, 3), pool.bits(16, 0xfffb));
    let asked = [pool.equal(quotient, minus_five), pool.equal(remainder, three)];
    let mut solver = Solver::new();
    assert_eq!(solver.check(&pool, &asked), Answer::Sat);
    let value = |solver: &Solver, term: Term| i64::from(solver.value(&pool, term) as u16 as i16);
    assert_eq!(value(&solver, a), value(&solver, b) * -5 + 3);
    let divisor = pool.equal(b, seven);
    assert_eq!(solver.check(&pool, &[asked[0], asked[1], divisor]), Answer::Unsat, "-35 + 3 gives -4");
}

#[test]
fn bounds_of_divisions_hold_for_all_operands() {
    let mut pool = TermPool::new();
    let [a, b] = ["a", "b"].map(|name| pool.new_variable(name, Sort::Bits(3)));
    let results = [pool.signed_div(a, b), pool.signed_rem(a, b), pool.unsigned_div(a, b), pool.unsigned_rem(a, b)];
    let mut solver = Solver::new();
    for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
        let symbols = [a, b].map(|variable| pool.as_symbol(variable).expect("a variable"));
        for result in results {
            let value = evaluate(&pool, result, assignment(&symbols, &[x, y]));
            let value = pool.bits(3, value);
            let [is_x, is_y] = [(a, x), (b, y)].map(|(variable, value)| {
                let value = pool.bits(3, value);
                pool.equal(variable, value)
            });
            let is_value = pool.equal(result, value);
            assert_eq!(solver.check(&pool, &[is_x, is_y, is_value]), Answer::Sat);
            let other = pool.not(is_value);
            assert_eq!(solver.check(&pool, &[is_x, is_y, other]), Answer::Unsat);
        }
    }
}
