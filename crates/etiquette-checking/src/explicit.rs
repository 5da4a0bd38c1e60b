//! Goes through the reachable states one by one, breadth first, with the evaluator and no solver.
//!
//! For small systems only: initial states and inputs are found by trying all values. Traces are shortest ones. The
//! invariant is the set of reachable states.

use etiquette_automata::Reached;
use etiquette_logic::{Evaluator, Sort, Symbol, Term, TermPool};

use crate::question::{Limits, Question, Unknown, Verdict};
use crate::simulate::{Values, is_initial, successor};
use crate::system::{System, TakenStep, Trace};

/// The most bits of which all values are tried.
const MAX_BITS: u32 = 20;

/// Enumerates the reachable states, up to the limit on states.
pub fn explicit(question: Question<'_>) -> Verdict {
    let Question { pool, system, bad, known, limits } = question;
    let mut search = StateSearch { pool, system, bad, reached: Reached::from_starts([]) };
    match search.run(&limits) {
        Ok(Some(trace)) => Verdict::Reached(trace),
        Ok(None) => {
            let states = search.reached.into_states();
            let reached = reached_condition(pool, system, &states);
            Verdict::Holds { invariant: known.iter().copied().chain([reached]).collect() }
        }
        Err(unknown) => Verdict::Unknown(unknown),
    }
}

struct StateSearch<'a> {
    pool: &'a TermPool,
    system: &'a System,
    bad: Term,
    reached: Reached<Vec<u64>, TakenStep>,
}

impl StateSearch<'_> {
    fn run(&mut self, limits: &Limits) -> Result<Option<Trace>, Unknown> {
        for state in valuations(self.pool, &self.system.variables)? {
            if is_initial(self.pool, self.system, &state) {
                self.add(state, None, limits)?;
            }
        }
        let mut position = 0;
        while position < self.reached.states().len() {
            if self.is_bad(position) {
                return Ok(Some(self.trace_to(position)));
            }
            self.expand(position, limits)?;
            position += 1;
        }
        Ok(None)
    }

    fn expand(&mut self, position: usize, limits: &Limits) -> Result<(), Unknown> {
        if limits.interrupted() {
            return Err(Unknown::Interrupted);
        }
        for step in 0..self.system.steps.len() {
            for inputs in valuations(self.pool, &self.system.steps[step].inputs)? {
                let taken = TakenStep { step, inputs };
                if let Some(state) = successor(self.pool, self.system, &self.reached.states()[position], &taken) {
                    self.add(state, Some((position, taken)), limits)?;
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, state: Vec<u64>, step: Option<(usize, TakenStep)>, limits: &Limits) -> Result<(), Unknown> {
        let is_full = self.reached.states().len() == limits.states;
        if is_full && self.reached.number_of(&state).is_none() {
            return Err(Unknown::TooLarge);
        }
        self.reached.enter(state, step);
        Ok(())
    }

    fn is_bad(&self, position: usize) -> bool {
        let values = Values::of_state(self.system, &self.reached.states()[position]);
        Evaluator::new(|symbol| values.get(symbol)).value(self.pool, self.bad) == 1
    }

    fn trace_to(&self, position: usize) -> Trace {
        let (before, steps): (Vec<usize>, Vec<TakenStep>) = self.reached.path_to(position).into_iter().unzip();
        let positions = before.into_iter().chain([position]);
        Trace { states: positions.map(|at| self.reached.states()[at].clone()).collect(), steps }
    }
}

/// All values that the symbols can have together.
fn valuations(pool: &TermPool, symbols: &[Symbol]) -> Result<impl Iterator<Item = Vec<u64>> + use<>, Unknown> {
    let widths: Vec<u32> = symbols.iter().map(|&symbol| pool.symbol_sort(symbol).width()).collect();
    let total: u32 = widths.iter().sum();
    if total > MAX_BITS {
        return Err(Unknown::TooLarge);
    }
    Ok((0..1u64 << total).map(move |mut number| {
        let mut take = |&width: &u32| {
            let value = number & etiquette_logic::mask(width);
            number >>= width;
            value
        };
        widths.iter().map(&mut take).collect()
    }))
}

fn reached_condition(pool: &mut TermPool, system: &System, states: &[Vec<u64>]) -> Term {
    let mut alternatives = Vec::with_capacity(states.len());
    for state in states {
        let mut equal = |(&symbol, &value): (&Symbol, &u64)| {
            let sort: Sort = pool.symbol_sort(symbol);
            let (variable, value) = (pool.symbol(symbol), pool.constant(sort, value));
            pool.equal(variable, value)
        };
        let parts: Vec<Term> = system.variables.iter().zip(state).map(&mut equal).collect();
        alternatives.push(pool.all(parts));
    }
    pool.any(alternatives)
}
