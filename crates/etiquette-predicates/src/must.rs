//! What a call must be able to do: from *every* state of a valuation, and with every argument that the guard allows, some hidden choice does it.
//!
//! That is a question of the form ∀∃. It is answered by instantiation: the choices that worked for one state are tried on all; a state for which none
//! works is a counterexample. Where this takes too many rounds, or a loop is in the way, the answer is no: it under-approximates.

use etiquette_component::{BlockEnd, Component, GuardedCall, Location, Summary};
use etiquette_logic::{Answer, Solver, Substitution, Symbol, Term};
use rustc_hash::FxHashMap;

use crate::Interrupted;
use crate::cubes::conjunction;
use crate::valuation::Valuation;

/// How many choices are tried.
const MOST_ROUNDS: usize = 64;

/// What has to be possible.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Goal {
    /// Some error.
    Failure,
    /// This outcome, with the predicates as in the valuation after it.
    Outcome(usize, Valuation),
}

/// Values of a method's hidden choices, in the order of its summary.
pub type Choices = Vec<u64>;

/// The question for one call.
pub(crate) struct MustQuestion<'a> {
    pub component: &'a mut Component,
    pub summary: &'a Summary,
    pub call: GuardedCall,
    pub predicates: &'a [Term],
}

impl MustQuestion<'_> {
    /// Whether the goal can be reached from every state of the valuation: choices of which one does it from each, or `None`.
    pub fn answer(
        &mut self,
        from: &Valuation,
        goal: &Goal,
        solver: &mut Solver,
    ) -> Result<Option<Vec<Choices>>, Interrupted> {
        let reached = self.goal_term(goal);
        let domain = self.component.call_domains(self.call.method);
        let terms = &mut self.component.terms;
        let start = conjunction(terms, self.predicates, from);
        let start = terms.all([self.call.guard, start, domain]);
        let fixed = [self.component.state_symbols(), self.component.parameter_symbols(self.call.method)].concat();
        self.for_every_start(start, reached, &fixed, solver)
    }

    /// When the goal is reached without going through a loop, over the values before the call and its hidden choices.
    fn goal_term(&mut self, goal: &Goal) -> Term {
        let locals = self.component.methods[self.call.method].locals.clone();
        let mut ways = Vec::new();
        for block in self.summary.blocks.iter().filter(|block| block.from == Location::ENTRY) {
            let after = match (block.to, goal) {
                (BlockEnd::Failed(_), Goal::Failure) => self.component.terms.bool(true),
                (BlockEnd::Returned(outcome), Goal::Outcome(wanted, target)) if outcome == *wanted => {
                    let there = conjunction(&mut self.component.terms, self.predicates, target);
                    Substitution::from_iter(block.updates.iter().copied()).apply(&mut self.component.terms, there)
                }
                _ => continue,
            };
            ways.push(self.component.terms.and(block.condition, after));
        }
        let any = self.component.terms.any(ways);
        // Where the entry is a loop head, the blocks leave it open that locals are zero at first.
        let mut zero: FxHashMap<Symbol, Term> = FxHashMap::default();
        for local in locals {
            let sort = self.component.sort(local.ty);
            zero.insert(local.symbol, self.component.terms.constant(sort, 0));
        }
        self.component.terms.substitute(any, &zero)
    }

    fn for_every_start(
        &mut self,
        start: Term,
        reached: Term,
        fixed: &[Symbol],
        solver: &mut Solver,
    ) -> Result<Option<Vec<Choices>>, Interrupted> {
        let choices: Vec<Symbol> = self.summary.choices.iter().map(|choice| choice.symbol).collect();
        let mut assumed = vec![start];
        let mut working: Vec<Choices> = Vec::new();
        for _ in 0..MOST_ROUNDS {
            if !is_possible(self.component, solver, &assumed)? {
                return Ok(Some(working));
            }
            let mut question = vec![reached];
            for &symbol in fixed {
                question.push(self.has_value(symbol, solver.symbol_value(symbol)));
            }
            if !is_possible(self.component, solver, &question)? {
                return Ok(None);
            }
            working.push(choices.iter().map(|&symbol| solver.symbol_value(symbol)).collect());
            let terms = &mut self.component.terms;
            let chosen: FxHashMap<Symbol, Term> = choices
                .iter()
                .map(|&symbol| (symbol, terms.constant(terms.symbol_sort(symbol), solver.symbol_value(symbol))))
                .collect();
            let works = terms.substitute(reached, &chosen);
            assumed.push(terms.not(works));
        }
        Ok(None)
    }

    fn has_value(&mut self, symbol: Symbol, value: u64) -> Term {
        let terms = &mut self.component.terms;
        let value = terms.constant(terms.symbol_sort(symbol), value);
        let symbol = terms.symbol(symbol);
        terms.equal(symbol, value)
    }
}

fn is_possible(component: &Component, solver: &mut Solver, assumed: &[Term]) -> Result<bool, Interrupted> {
    match solver.check(&component.terms, assumed) {
        Answer::Sat => Ok(true),
        Answer::Unsat => Ok(false),
        Answer::Unknown(_) => Err(Interrupted),
    }
}
