//! K-induction: no bad state within k steps of an initial one, and none after k steps without one, from anywhere.
//!
//! Sheeran, Singh and Stålmarck, "Checking safety properties using induction and a SAT-solver", 2000. States of a run
//! must differ from each other, which makes the method complete; that is demanded only of states that a query made
//! equal. For k up to 1 the argument is an invariant. For a greater k it speaks of inputs that are still to come, which
//! no condition on a single state can.

use etiquette_logic::TermPool;

use crate::bounded::Runs;
use crate::circuit::Circuit;
use crate::question::{Limits, Question, Unknown, Verdict};
use crate::system::System;
use crate::unrolling::Unrolling;

/// Tries k-induction for k = 0, 1, 2, … up to the limit on depth.
pub fn k_induction(question: Question<'_>) -> Verdict {
    let Question { pool, system, bad, known, limits } = question;
    let circuit = Circuit::new(pool, system, bad, known);
    match search(pool, system, &circuit, &limits) {
        Ok(Verdict::HoldsByDepth(0 | 1)) => {
            let good = pool.not(bad);
            Verdict::Holds { invariant: known.iter().copied().chain([good]).collect() }
        }
        Ok(verdict) => verdict,
        Err(unknown) => Verdict::Unknown(unknown),
    }
}

fn search(pool: &TermPool, system: &System, circuit: &Circuit<'_>, limits: &Limits) -> Result<Verdict, Unknown> {
    let mut runs = Runs::new(circuit, limits);
    let mut anywhere = Unrolling::new(circuit, limits);
    loop {
        if let Some(verdict) = runs.reach_bad(pool, system)? {
            return Ok(verdict);
        }
        if !ends_badly(circuit, &mut anywhere)? {
            return Ok(Verdict::HoldsByDepth(anywhere.steps()));
        }
        if runs.depth() == limits.depth {
            return Err(Unknown::Depth(limits.depth));
        }
        runs.extend()?;
        anywhere.demand(anywhere.steps(), !circuit.bad);
        anywhere.extend();
    }
}

/// Whether a run through different states ends in a bad one, the states before being good ones.
fn ends_badly(circuit: &Circuit<'_>, anywhere: &mut Unrolling<'_>) -> Result<bool, Unknown> {
    let bad = anywhere.literal(anywhere.steps(), circuit.bad);
    while anywhere.exists(&[bad])? {
        match repeated_state(anywhere) {
            Some((first, second)) => anywhere.demand_different(first, second),
            None => return Ok(true),
        }
    }
    Ok(false)
}

fn repeated_state(run: &Unrolling<'_>) -> Option<(usize, usize)> {
    let states: Vec<Vec<u64>> = (0..=run.steps()).map(|at| run.state(at)).collect();
    let repeats = |second: usize| (0..second).find(|&first| states[first] == states[second]);
    (0..states.len()).find_map(|second| Some((repeats(second)?, second)))
}
