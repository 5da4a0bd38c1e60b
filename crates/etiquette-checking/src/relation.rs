//! All steps of a system as one: a transition relation that is a function of the state, the inputs and the choice of a
//! step.

use etiquette_logic::{Sort, Substitution, Symbol, Term, TermPool};
use rustc_hash::FxHashMap;

use crate::system::System;

/// A system's steps as one.
pub(crate) struct Relation {
    /// Which step is taken; numbers past the last step mean the last. `None` if there is no choice.
    pub choice: Option<Symbol>,
    /// Whether the chosen step can be taken.
    pub taken: Term,
    /// The new values of the system's variables, in their order.
    pub next: Vec<Term>,
    /// For each step, whether it is the chosen one.
    picked: Vec<Term>,
}

impl Relation {
    /// The relation of a system; makes a new symbol for the choice.
    pub fn new(pool: &mut TermPool, system: &System) -> Self {
        let (choice, picked) = choices(pool, system.steps.len());
        let taken: Vec<Term> =
            system.steps.iter().zip(&picked).map(|(step, &picked)| pool.and(picked, step.condition)).collect();
        let taken = pool.any(taken);
        let mut next: FxHashMap<Symbol, Term> = FxHashMap::default();
        for &symbol in &system.variables {
            next.insert(symbol, pool.symbol(symbol));
        }
        for (step, &picked) in system.steps.iter().zip(&picked) {
            for &(symbol, value) in &step.updates {
                let otherwise = next.get(&symbol).copied().unwrap_or_else(|| pool.symbol(symbol));
                next.insert(symbol, pool.ite(picked, value, otherwise));
            }
        }
        let next = system.variables.iter().map(|symbol| next[symbol]).collect();
        Relation { choice, taken, next, picked }
    }

    /// The value of a term after the step. The steps are told apart first, so that what a step makes of the term is a
    /// part of the result as it is, and is found again where it also occurs elsewhere.
    pub fn after(&self, pool: &mut TermPool, system: &System, term: Term) -> Term {
        let mut result = term;
        for (step, &picked) in system.steps.iter().zip(&self.picked) {
            let value = step.updates.iter().copied().collect::<Substitution>().apply(pool, term);
            if value != term {
                result = pool.ite(picked, value, result);
            }
        }
        result
    }

    /// The step that a value of the choice stands for.
    pub fn step(&self, system: &System, choice: u64) -> usize {
        usize::try_from(choice).unwrap_or(usize::MAX).min(system.steps.len().saturating_sub(1))
    }
}

/// For each step the condition that it is the chosen one; exactly one of the conditions holds.
fn choices(pool: &mut TermPool, count: usize) -> (Option<Symbol>, Vec<Term>) {
    if count < 2 {
        return (None, vec![pool.bool(true); count]);
    }
    let width = usize::BITS - (count - 1).leading_zeros();
    let symbol = pool.new_symbol("step", Sort::Bits(width));
    let choice = pool.symbol(symbol);
    let picked = (0..count).map(|index| {
        let number = pool.bits(width, index as u64);
        if index == count - 1 { pool.unsigned_less_equal(number, choice) } else { pool.equal(choice, number) }
    });
    (Some(symbol), picked.collect())
}
