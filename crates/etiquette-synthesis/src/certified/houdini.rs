//! Labels by elimination (Houdini, Flanagan and Leino 2001): of many candidate conditions on each place, the largest set that is inductive.
//!
//! A candidate that fails to hold after some step is dropped, until none is. If what is left keeps clear of everything wrong, that is a proof; then all candidates that
//! it does not need are left out, found through the solver's cores, so that labels say what matters and no more.

use etiquette_logic::{Answer, Solver, Substitution, Symbol, Term, TermPool};
use rustc_hash::FxHashSet;

use super::obligations::{Obligations, Target};
use crate::outcome::StopReason;
use crate::run::Run;

/// The most conflicts that the solver may spend on one question; without an answer, the candidate is dropped.
const CONFLICTS: u64 = 20_000;

/// The search for labels.
pub(crate) struct Houdini<'a> {
    obligations: &'a Obligations,
    /// The candidates of each place that are left.
    pub alive: Vec<Vec<Term>>,
    substitutions: Vec<Substitution>,
    pub solver: Solver,
}

impl<'a> Houdini<'a> {
    pub fn new(obligations: &'a Obligations, candidates: Vec<Vec<Term>>, interrupt: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let mut solver = Solver::new();
        solver.set_conflict_limit(Some(CONFLICTS));
        solver.set_interrupt(interrupt);
        let substitution = |updates: &Vec<(Symbol, Term)>| Substitution::from_iter(updates.iter().copied());
        let substitutions = obligations.arcs.iter().map(|arc| substitution(&arc.updates)).collect();
        Houdini { obligations, alive: candidates, substitutions, solver }
    }

    /// Drops candidates until the rest is inductive.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn settle(&mut self, terms: &mut TermPool, run: &mut Run) -> Result<(), StopReason> {
        let initial = self.obligations.initial;
        self.keep_implied(terms, 0, &[initial], None, run)?;
        let mut pending: Vec<usize> = (0..self.obligations.arcs.len()).rev().collect();
        let mut queued: FxHashSet<usize> = pending.iter().copied().collect();
        while let Some(index) = pending.pop() {
            queued.remove(&index);
            let arc = &self.obligations.arcs[index];
            let Target::Place(to) = arc.to else { continue };
            let mut assumptions = vec![arc.condition];
            assumptions.extend(&self.alive[arc.from]);
            if self.keep_implied(terms, to, &assumptions, Some(index), run)? {
                let again = self.obligations.out_of[to].iter().filter(|arc| queued.insert(**arc));
                pending.extend(again);
            }
        }
        Ok(())
    }

    /// Drops the candidates of a place that need not hold after an arc (or at the start); says whether any was dropped.
    fn keep_implied(
        &mut self,
        terms: &mut TermPool,
        place: usize,
        assumptions: &[Term],
        arc: Option<usize>,
        run: &mut Run,
    ) -> Result<bool, StopReason> {
        let mut dropped = false;
        loop {
            run.look()?;
            let after: Vec<Term> = self.alive[place].clone().iter().map(|&term| self.after(terms, arc, term)).collect();
            let all = terms.all(after.iter().copied());
            let some_fails = terms.not(all);
            let mut question = assumptions.to_vec();
            question.push(some_fails);
            match self.solver.check(terms, &question) {
                Answer::Unsat => return Ok(dropped),
                Answer::Sat => {
                    let holds: Vec<bool> = after.iter().map(|&term| self.solver.value(terms, term) != 0).collect();
                    retain(&mut self.alive[place], &holds);
                }
                Answer::Unknown(_) => {
                    let holds = self.each_implied(terms, assumptions, &after, run)?;
                    retain(&mut self.alive[place], &holds);
                    return Ok(true);
                }
            }
            dropped = true;
        }
    }

    /// Asks one by one which conditions are implied.
    fn each_implied(
        &mut self,
        terms: &mut TermPool,
        assumptions: &[Term],
        after: &[Term],
        run: &mut Run,
    ) -> Result<Vec<bool>, StopReason> {
        let mut holds = Vec::new();
        for &term in after {
            run.look()?;
            let mut question = assumptions.to_vec();
            question.push(terms.not(term));
            holds.push(self.solver.check(terms, &question) == Answer::Unsat);
        }
        Ok(holds)
    }

    /// A condition on the state after an arc, as one on the state before.
    fn after(&mut self, terms: &mut TermPool, arc: Option<usize>, term: Term) -> Term {
        match arc {
            Some(arc) => self.substitutions[arc].apply(terms, term),
            None => term,
        }
    }

    /// The arcs to something wrong that the labels do not exclude.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn failing(&mut self, terms: &mut TermPool, run: &mut Run) -> Result<Vec<usize>, StopReason> {
        let mut failing = Vec::new();
        for (index, arc) in self.obligations.arcs.iter().enumerate() {
            if arc.to != Target::Wrong {
                continue;
            }
            run.look()?;
            let mut question = vec![arc.condition];
            question.extend(&self.alive[arc.from]);
            if self.solver.check(terms, &question) != Answer::Unsat {
                failing.push(index);
            }
        }
        Ok(failing)
    }

    /// Of labels that are a proof, a part that is a proof as well.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn trim(&mut self, terms: &mut TermPool, run: &mut Run) -> Result<(), StopReason> {
        let mut needed: Vec<Vec<Term>> = vec![Vec::new(); self.alive.len()];
        let mut pending: Vec<(usize, Term)> = Vec::new();
        for arc in &self.obligations.arcs {
            if arc.to == Target::Wrong {
                self.need(terms, arc.from, arc.condition, &mut needed, &mut pending, run)?;
            }
        }
        while let Some((place, candidate)) = pending.pop() {
            for &index in &self.obligations.into[place] {
                let after = self.after(terms, Some(index), candidate);
                let fails = terms.not(after);
                let arc = &self.obligations.arcs[index];
                let bad = terms.and(arc.condition, fails);
                self.need(terms, arc.from, bad, &mut needed, &mut pending, run)?;
            }
        }
        for (place, needed) in needed.into_iter().enumerate() {
            self.alive[place].retain(|candidate| needed.contains(candidate));
        }
        Ok(())
    }

    /// Notes which candidates of the place exclude the condition; those that are needed anyway are preferred.
    fn need(
        &mut self,
        terms: &mut TermPool,
        place: usize,
        bad: Term,
        needed: &mut [Vec<Term>],
        pending: &mut Vec<(usize, Term)>,
        run: &mut Run,
    ) -> Result<(), StopReason> {
        run.look()?;
        let mut question = vec![bad];
        question.extend(&needed[place]);
        if self.solver.check(terms, &question) == Answer::Unsat {
            return Ok(());
        }
        question.extend(self.alive[place].iter().filter(|candidate| !needed[place].contains(candidate)));
        if self.solver.check(terms, &question) != Answer::Unsat {
            // Only a search that was cut short comes here; then all are kept.
            let all: Vec<Term> = self.alive[place].iter().copied().filter(|term| !needed[place].contains(term)).collect();
            pending.extend(all.iter().map(|&term| (place, term)));
            needed[place].extend(all);
            return Ok(());
        }
        let core: Vec<Term> = self.smallest_core(terms, bad, &needed[place], &self.alive[place].clone());
        for candidate in core {
            needed[place].push(candidate);
            pending.push((place, candidate));
        }
        Ok(())
    }

    /// Candidates that exclude the condition together with those already needed; the last ones are left out first.
    fn smallest_core(&mut self, terms: &mut TermPool, bad: Term, needed: &[Term], alive: &[Term]) -> Vec<Term> {
        let core: FxHashSet<Term> = self.solver.core().iter().copied().collect();
        let mut kept: Vec<Term> = alive.iter().copied().filter(|term| core.contains(term) && !needed.contains(term)).collect();
        for index in (0..kept.len()).rev() {
            let mut trial = kept.clone();
            trial.remove(index);
            let mut question = vec![bad];
            question.extend(needed);
            question.extend(&trial);
            if self.solver.check(terms, &question) == Answer::Unsat {
                kept = trial;
            }
        }
        kept
    }
}

fn retain(candidates: &mut Vec<Term>, holds: &[bool]) {
    let mut flags = holds.iter();
    candidates.retain(|_| *flags.next().expect("one answer for each candidate"));
}
