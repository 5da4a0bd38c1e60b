//! Systems written for other checkers mean what they mean here: BTOR2 is read and simulated by a reader of our own, C
//! is compiled and run, and z3 is compared with PDR. What needs a program that is not installed says so and is skipped.

mod btor2;
mod compiled;
mod random;

use crate::common::{Case, Dice, distance};
use crate::skipped::skipped;
use etiquette_checking::{Limits, Question, TakenStep, Trace, Verdict, check_invariant, pdr, replay, spacer, to_btor2};
use etiquette_logic::{ExternalSolver, Symbol, evaluate};
use random::{random_case, random_state, random_value, small_case};

/// A run that takes random steps as long as it can.
fn random_run(case: &Case, dice: &mut Dice, length: usize) -> Trace {
    let mut trace = Trace { states: vec![random_state(case, dice)], steps: Vec::new() };
    for _ in 0..length {
        let taken = random_step(case, dice);
        if let Some(next) = successor(case, trace.states.last().expect("a state"), &taken) {
            trace.states.push(next);
            trace.steps.push(taken);
        }
    }
    trace
}

fn random_step(case: &Case, dice: &mut Dice) -> TakenStep {
    let step = dice.below(case.system.steps.len());
    let inputs = case.system.steps[step].inputs.iter();
    TakenStep { step, inputs: inputs.map(|&symbol| random_value(case.pool.symbol_sort(symbol), dice)).collect() }
}

/// The state after a step by the evaluator; `None` if it can't be taken.
fn successor(case: &Case, state: &[u64], taken: &TakenStep) -> Option<Vec<u64>> {
    let step = &case.system.steps[taken.step];
    let value = |symbol: Symbol| {
        let known = case.system.variables.iter().zip(state).chain(step.inputs.iter().zip(&taken.inputs));
        known.into_iter().find(|(known, _)| **known == symbol).map_or(0, |(_, &value)| value)
    };
    let updated = |symbol: &Symbol| {
        let update = step.updates.iter().find(|(known, _)| known == symbol);
        update.map_or_else(|| value(*symbol), |&(_, new)| evaluate(&case.pool, new, value))
    };
    (evaluate(&case.pool, step.condition, value) == 1).then(|| case.system.variables.iter().map(updated).collect())
}

#[test]
fn btor2_does_the_same_steps() {
    let (mut taken, mut refused) = (0, 0);
    for seed in 0..120 {
        let mut case = random_case(seed);
        let model = btor2::read(&to_btor2(&mut case.pool, &case.system, case.bad));
        let mut dice = Dice(seed);
        for _ in 0..20 {
            let (state, step) = (random_state(&case, &mut dice), random_step(&case, &mut dice));
            let expected = successor(&case, &state, &step);
            *(if expected.is_some() { &mut taken } else { &mut refused }) += 1;
            let found = model.next(&model.inputs_of(&case, &state, &step));
            assert_eq!(found, expected.unwrap_or(state), "seed {seed}");
        }
    }
    assert!(taken > 400 && refused > 400, "too few of one kind: {taken} taken, {refused} refused");
}

#[test]
fn btor2_has_the_same_initial_and_bad_states() {
    let mut counts = [0; 4];
    for seed in 0..120 {
        let mut case = random_case(seed);
        let model = btor2::read(&to_btor2(&mut case.pool, &case.system, case.bad));
        let mut dice = Dice(seed);
        for _ in 0..10 {
            let state = random_state(&case, &mut dice);
            let value = |symbol: Symbol| {
                case.system.variables.iter().position(|&known| known == symbol).map_or(0, |place| state[place])
            };
            let expected = [case.system.initial, case.bad].map(|term| evaluate(&case.pool, term, value) == 1);
            let found = model.claims(&model.inputs_of(&case, &state, &TakenStep { step: 0, inputs: Vec::new() }));
            assert_eq!(found, expected, "seed {seed}");
            counts[usize::from(found[0]) * 2 + usize::from(found[1])] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "too few of one kind: {counts:?}");
}

#[test]
fn c_tasks_reach_the_error_exactly_with_the_run() {
    let Some(compiler) = compiled::Compiler::find() else {
        skipped("there is no gcc");
        return;
    };
    for seed in 0..40 {
        let mut case = random_case(seed);
        case.system.initial = case.pool.bool(true);
        let trace = random_run(&case, &mut Dice(seed), 12);
        assert!(replay(&case.pool, &case.system, &trace), "seed {seed}");
        let last = trace.states.last().expect("a state");
        assert!(compiler.reaches(&mut case, &trace, last), "seed {seed}: the error is not reached");
        let elsewhere: Vec<u64> = last.iter().map(|value| value ^ 1).collect();
        let expected = trace.states.contains(&elsewhere);
        assert_eq!(compiler.reaches(&mut case, &trace, &elsewhere), expected, "seed {seed}: in another state");
    }
}

#[test]
fn z3_says_what_pdr_says() {
    let Ok(z3) = ExternalSolver::find("z3") else {
        skipped("there is no z3");
        return;
    };
    let mut counts = [0, 0];
    for seed in 0..60 {
        let mut case = small_case(seed);
        if case.pool.as_constant(case.bad).is_some() {
            // z3 has no need of an invariant then, and prints a formula with quantifiers.
            continue;
        }
        let expected = distance(&case.ask(pdr, Limits::default())).expect("PDR always ends").is_some();
        let Case { pool, system, bad, known } = &mut case;
        let verdict = spacer(Question { pool, system, bad: *bad, known, limits: Limits::default() }, &z3);
        match verdict.expect("an answer") {
            Verdict::Holds { invariant } => {
                assert!(!expected, "seed {seed}");
                check_invariant(pool, system, *bad, &invariant).expect("an invariant");
            }
            Verdict::Reached(trace) => assert!(expected && replay(pool, system, &trace), "seed {seed}"),
            other => panic!("seed {seed}: {other:?}"),
        }
        counts[usize::from(expected)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 5), "too few of one kind: {counts:?}");
}

#[test]
fn a_program_that_says_anything_is_not_believed() {
    let Ok(echo) = ExternalSolver::find("echo") else {
        skipped("there is no echo");
        return;
    };
    let mut case = (0..100).map(small_case).find_map(|mut case| {
        let reached = distance(&case.ask(pdr, Limits::default())) != Ok(None);
        reached.then_some(case)
    });
    let Case { pool, system, bad, known } = case.as_mut().expect("a system with a run to a bad state");
    let everything = "sat\n((define-fun Reached () Bool true))";
    for (says, believed) in [(everything, false), ("sat\n", false), ("nonsense", false), ("unsat\n", true)] {
        let liar = echo.clone().arguments([says]);
        let verdict = spacer(Question { pool, system, bad: *bad, known, limits: Limits::default() }, &liar);
        assert_eq!(matches!(verdict, Ok(Verdict::Reached(_))), believed, "{says}: {verdict:?}");
        assert!(!matches!(verdict, Ok(Verdict::Holds { .. })), "{says}: {verdict:?}");
    }
}
