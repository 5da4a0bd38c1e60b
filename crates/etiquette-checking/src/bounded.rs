//! Bounded model checking: are there runs of 0, 1, 2, … steps that end in a bad state?
//!
//! Biere, Cimatti, Clarke and Zhu, "Symbolic model checking without BDDs", 1999. A run that is found is a shortest one.
//! If there is none up to the limit, nothing is said about longer ones, unless there are no longer ones.

use etiquette_logic::TermPool;

use crate::circuit::Circuit;
use crate::question::{Limits, Question, Unknown, Verdict};
use crate::simulate::simulate;
use crate::system::System;
use crate::unrolling::Unrolling;

/// Looks for a shortest run to a bad state, up to the limit on depth.
pub fn bounded(question: Question<'_>) -> Verdict {
    let Question { pool, system, bad, known, limits } = question;
    let circuit = Circuit::new(pool, system, bad, known);
    search(pool, system, &circuit, &limits).unwrap_or_else(Verdict::Unknown)
}

fn search(pool: &TermPool, system: &System, circuit: &Circuit<'_>, limits: &Limits) -> Result<Verdict, Unknown> {
    let mut runs = Runs::new(circuit, limits);
    loop {
        if let Some(verdict) = runs.reach_bad(pool, system)? {
            return Ok(verdict);
        }
        if runs.depth() == limits.depth {
            return Err(Unknown::Depth(limits.depth));
        }
        if !runs.extend()? {
            return Ok(Verdict::HoldsByDepth(runs.depth() - 1));
        }
    }
}

/// The runs from initial states that have not met a bad state yet.
pub(crate) struct Runs<'a> {
    circuit: &'a Circuit<'a>,
    unrolling: Unrolling<'a>,
}

impl<'a> Runs<'a> {
    /// The runs without a step.
    pub fn new(circuit: &'a Circuit<'a>, limits: &Limits) -> Self {
        let mut unrolling = Unrolling::new(circuit, limits);
        unrolling.demand(0, circuit.initial);
        Runs { circuit, unrolling }
    }

    /// The number of steps.
    pub fn depth(&self) -> usize {
        self.unrolling.steps()
    }

    /// A run that ends in a bad state, as a verdict. If there is none, bad states are excluded from now on.
    pub fn reach_bad(&mut self, pool: &TermPool, system: &System) -> Result<Option<Verdict>, Unknown> {
        let depth = self.depth();
        let bad = self.unrolling.literal(depth, self.circuit.bad);
        if !self.unrolling.exists(&[bad])? {
            self.unrolling.demand(depth, !self.circuit.bad);
            return Ok(None);
        }
        let trace = simulate(pool, system, self.unrolling.state(0), self.unrolling.taken_steps());
        Ok(Some(Verdict::Reached(trace.expect("the solver and the evaluator agree"))))
    }

    /// Makes the runs one step longer, and says whether there are any.
    pub fn extend(&mut self) -> Result<bool, Unknown> {
        self.unrolling.extend();
        self.unrolling.exists(&[])
    }
}
