//! What one loop-free block does to the predicates: an incremental solver for each block, asked with assumptions about
//! the valuation before it.
//!
//! Every answer is kept together with the part of the valuation that it needed (an unsatisfiable core), so that it
//! serves all valuations that agree there. Boolean successors are enumerated with blocking clauses; cartesian ones take
//! two questions for each predicate.

use etiquette_component::{Block, BlockEnd, Location};
use etiquette_logic::{Answer, Interrupt, Solver, Substitution, Term, TermPool};

use crate::Interrupted;
use crate::cubes::{conjunction, literals};
use crate::valuation::{Precision, Truth, Valuation};

/// A predicate, and whether it holds.
type Literal = (usize, bool);

/// Where these literals hold before the block, no other valuation than these can hold after it.
struct Bound {
    literals: Vec<Literal>,
    targets: Vec<Valuation>,
}

/// Where these literals hold before the block, the predicate has this value after it.
struct Implied {
    literals: Vec<Literal>,
    predicate: usize,
    value: bool,
}

/// A block with its solver.
pub(crate) struct BlockSteps {
    pub from: Location,
    pub to: BlockEnd,
    solver: Solver,
    /// The predicates before the block.
    before: Vec<Term>,
    /// The predicates after it, over the values before it.
    after: Vec<Term>,
    bounds: Vec<Bound>,
    implied: Vec<Implied>,
    interrupt: Option<Interrupt>,
}

impl BlockSteps {
    /// The block under a condition that always holds at its start; the predicates as they are looked at before and
    /// after it.
    pub fn new(terms: &mut TermPool, block: &Block, condition: Term, before: Vec<Term>, after: &[Term]) -> Self {
        let mut updates = Substitution::from_iter(block.updates.iter().copied());
        let after = after.iter().map(|&predicate| updates.apply(terms, predicate)).collect();
        let mut solver = Solver::new();
        solver.assert(terms, condition);
        solver.assert(terms, block.condition);
        let (bounds, implied) = (Vec::new(), Vec::new());
        BlockSteps { from: block.from, to: block.to, solver, before, after, bounds, implied, interrupt: None }
    }

    /// How often the solver was asked.
    pub fn checks(&self) -> u64 {
        self.solver.statistics().checks
    }

    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        let hook = Interrupt::clone(&interrupt);
        self.solver.set_interrupt(move || hook());
        self.interrupt = Some(interrupt);
    }

    /// The valuations that can hold after the block; none, if it can't be taken.
    pub fn successors(
        &mut self,
        terms: &mut TermPool,
        from: &Valuation,
        precision: Precision,
    ) -> Result<Vec<Valuation>, Interrupted> {
        let mut found = match precision {
            Precision::Boolean => self.enumerate(terms, from)?,
            Precision::Cartesian => self.one_by_one(terms, from)?,
        };
        found.sort_unstable();
        Ok(found)
    }

    fn is_possible(&mut self, terms: &TermPool, assumed: &[Term]) -> Result<bool, Interrupted> {
        // The solver asks only during long searches, and there may be many short ones.
        if self.interrupt.as_ref().is_some_and(|interrupt| interrupt()) {
            return Err(Interrupted);
        }
        match self.solver.check(terms, assumed) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(_) => Err(Interrupted),
        }
    }

    /// The literals of the valuation that the last unsatisfiable answer needed.
    fn core(&self, from: &Valuation, assumed: &[Term]) -> Vec<Literal> {
        let needed = from.known().zip(assumed).filter(|(_, term)| self.solver.core().contains(term));
        needed.map(|(literal, _)| literal).collect()
    }

    /// The boolean version: all valuations, one model after the other.
    fn enumerate(&mut self, terms: &mut TermPool, from: &Valuation) -> Result<Vec<Valuation>, Interrupted> {
        let assumed = literals(terms, &self.before, from);
        if let Some(bound) = self.bounds.iter().find(|bound| from.has_all(&bound.literals)) {
            let candidates = bound.targets.clone();
            return self.possible_ones(terms, &assumed, candidates);
        }
        self.solver.push();
        let found = self.all_models(terms, &assumed);
        let literals = self.core(from, &assumed);
        self.solver.pop();
        let targets = found?;
        self.bounds.push(Bound { literals, targets: targets.clone() });
        Ok(targets)
    }

    fn all_models(&mut self, terms: &mut TermPool, assumed: &[Term]) -> Result<Vec<Valuation>, Interrupted> {
        let mut found = Vec::new();
        while self.is_possible(terms, assumed)? {
            let value = |&predicate: &Term| Truth::from(self.solver.value(terms, predicate) != 0);
            let target = Valuation::new(self.after.iter().map(value));
            let there = conjunction(terms, &self.after, &target);
            let elsewhere = terms.not(there);
            self.solver.assert(terms, elsewhere);
            found.push(target);
        }
        Ok(found)
    }

    /// Those of the candidates that can hold after the block.
    fn possible_ones(
        &mut self,
        terms: &mut TermPool,
        assumed: &[Term],
        candidates: Vec<Valuation>,
    ) -> Result<Vec<Valuation>, Interrupted> {
        let mut found = Vec::new();
        for target in candidates {
            let mut all = assumed.to_vec();
            all.extend(literals(terms, &self.after, &target));
            if self.is_possible(terms, &all)? {
                found.push(target);
            }
        }
        Ok(found)
    }

    /// The cartesian version: JIST's `Implies(WP(p)) ? true : Implies(WP(not p)) ? false : *`, for each predicate by
    /// itself.
    fn one_by_one(&mut self, terms: &mut TermPool, from: &Valuation) -> Result<Vec<Valuation>, Interrupted> {
        let assumed = literals(terms, &self.before, from);
        if self.bounds.iter().any(|bound| from.has_all(&bound.literals)) {
            return Ok(Vec::new());
        }
        if !self.is_possible(terms, &assumed)? {
            let literals = self.core(from, &assumed);
            self.bounds.push(Bound { literals, targets: Vec::new() });
            return Ok(Vec::new());
        }
        let mut values = Vec::new();
        for predicate in 0..self.after.len() {
            values.push(self.truth_after(terms, from, &assumed, predicate)?);
        }
        Ok(vec![Valuation::new(values)])
    }

    fn truth_after(
        &mut self,
        terms: &mut TermPool,
        from: &Valuation,
        assumed: &[Term],
        predicate: usize,
    ) -> Result<Truth, Interrupted> {
        let known = self.implied.iter().find(|known| known.predicate == predicate && from.has_all(&known.literals));
        if let Some(known) = known {
            return Ok(known.value.into());
        }
        for value in [true, false] {
            let holds = self.after[predicate];
            let opposite = if value { terms.not(holds) } else { holds };
            let mut all = assumed.to_vec();
            all.push(opposite);
            if !self.is_possible(terms, &all)? {
                let literals = self.core(from, assumed);
                self.implied.push(Implied { literals, predicate, value });
                return Ok(value.into());
            }
        }
        Ok(Truth::Unknown)
    }
}
