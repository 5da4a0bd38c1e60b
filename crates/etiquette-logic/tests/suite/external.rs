//! SMT-LIB scripts and external solvers: the same verdicts as our own solver.

use std::time::{Duration, Instant};

use etiquette_logic::{
    Answer, BinaryOp, ExternalError, ExternalSolver, Node, Script, Solver, Sort, Term, TermPool, UnknownReason,
};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::common::{Cooking, recipe};
use crate::skipped::skipped;

/// The z3 on this machine. Without one the test is skipped, visibly: the line goes around the capturing of output.
fn z3() -> Option<ExternalSolver> {
    match ExternalSolver::find("z3") {
        Ok(solver) => Some(solver),
        Err(error) => {
            skipped(error);
            None
        }
    }
}

/// Random formulas over symbols of their own, all in one pool.
fn formulas(pool: &mut TermPool, count: usize) -> Vec<Term> {
    let mut runner = TestRunner::deterministic();
    let recipes = recipe(20);
    (0..count)
        .map(|_| {
            let recipe = recipes.new_tree(&mut runner).expect("recipes can always be made").current();
            let symbols = recipe.symbols(pool);
            let parts = recipe.formulas(pool, &symbols, Cooking::Plain);
            let last = parts.len().saturating_sub(3);
            parts[last..]
                .iter()
                .copied()
                .reduce(|a, b| pool.intern(Node::Binary(BinaryOp::And, a, b)))
                .expect("a formula")
        })
        .collect()
}

#[test]
fn verdicts_agree_with_z3() {
    let Some(z3) = z3() else { return };
    let mut pool = TermPool::new();
    let formulas = formulas(&mut pool, 300);
    let mut script = Script::new();
    // Not a time limit: how much is done must not depend on what else the machine does.
    script.option(":rlimit", "3000000");
    for &formula in &formulas {
        script.push();
        script.assert(&pool, formula);
        script.check_sat();
        script.pop();
    }
    let output = z3.run(&script).expect("z3 runs").expect("z3 is in time");
    let verdicts: Vec<&str> = output.lines().collect();
    assert_eq!(verdicts.len(), formulas.len(), "{output}");
    let mut counts = [0; 3];
    for (&formula, verdict) in formulas.iter().zip(verdicts) {
        let mut solver = Solver::new();
        solver.set_conflict_limit(Some(3_000));
        match (solver.check(&pool, &[formula]), verdict) {
            (Answer::Unknown(_), _) | (_, "unknown" | "timeout") => counts[2] += 1,
            (Answer::Sat, "sat") => counts[0] += 1,
            (Answer::Unsat, "unsat") => counts[1] += 1,
            (answer, _) => panic!("{answer:?}, but z3 says {verdict}"),
        }
    }
    let [sat, unsat, unknown] = counts;
    assert!(sat > 50 && unsat > 20 && unknown < 30, "{sat} sat, {unsat} unsat, {unknown} unknown");
}

/// A program that reads no script and gives no answer: the time limit must end it.
#[test]
#[cfg(unix)]
fn a_time_limit_ends_a_check() {
    let sleeper = ExternalSolver::find("sleep").expect("unix has `sleep`").arguments(["600"]);
    let limited = sleeper.time_limit(Duration::from_millis(50));
    let started = Instant::now();
    let answer = limited.check(&TermPool::new(), &[]);
    assert_eq!(answer.expect("`sleep` runs"), Answer::Unknown(UnknownReason::TimeLimit));
    assert!(started.elapsed() < Duration::from_secs(300));
}

#[test]
fn a_missing_program_is_an_error() {
    let missing = ExternalSolver::find("no-such-solver-as-this");
    assert!(matches!(missing, Err(ExternalError::NotFound(_))));
}

#[test]
fn an_error_of_the_program_is_no_answer() {
    let Some(z3) = z3() else { return };
    let mut script = Script::new();
    script.option(":no-such-option", "oh no)");
    script.check_sat();
    assert!(matches!(z3.check_script(&script), Err(ExternalError::Unexpected(..))));
}

#[test]
fn symbols_of_one_name_stay_different() {
    let mut pool = TermPool::new();
    let terms: Vec<Term> = ["a|b", "a|b", "$1", "a_b"].map(|name| pool.new_variable(name, Sort::Bool)).into();
    let all = pool.all(terms);
    let mut script = Script::new();
    script.assert(&pool, all);
    let text = script.to_string();
    for name in ["|a_b| Bool", "|a_b#2| Bool", "|_$1| Bool", "|a_b#3| Bool"] {
        assert!(text.contains(name), "{name} in {text}");
    }
}

#[test]
fn scripts_are_as_large_as_the_shared_term() {
    let mut pool = TermPool::new();
    let x = pool.new_variable("x", Sort::Bits(8));
    let mut doubled = x;
    let mut deep = x;
    for _ in 0..2_000 {
        doubled = pool.intern(Node::Binary(BinaryOp::Add, doubled, doubled));
        deep = pool.intern(Node::Binary(BinaryOp::Sub, deep, x));
    }
    let equal = pool.equal(doubled, deep);
    let mut script = Script::new();
    script.assert(&pool, equal);
    let text = script.to_string();
    assert!(text.len() < 200_000, "{} bytes", text.len());
    assert!(text.lines().all(|line| line.len() < 3_000));
}
