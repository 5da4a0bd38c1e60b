//! Labels by elimination (Houdini, Flanagan and Leino 2001): of many candidate conditions on each place, the largest
//! set that is inductive.
//!
//! A candidate that fails to hold after some step is dropped, until none is. If what is left keeps clear of everything
//! wrong, that is a proof; then all candidates that it does not need are left out, found through the solver's cores, so
//! that labels say what matters and no more.

use etiquette_logic::{
    Answer, BinaryOp, Interrupt, Node, Solver, SolverStatistics, Substitution, Symbol, Term, TermPool, UnaryOp,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::proofs::budgets::houdini::{
    CHECKS_BETWEEN_SWEEPS, CONFLICTS, FEW_ARCS, MANY_VARIABLES, MAX_PARTS, MAX_SOLVERS,
};
use crate::proofs::obligations::{Obligations, Target};
use etiquette_outcome::{Run, StopReason};

/// The search for labels.
pub(crate) struct Houdini {
    pub obligations: Obligations,
    /// The candidates of each place that are left.
    pub alive: Vec<Vec<Term>>,
    substitutions: Vec<Substitution>,
    /// Solvers for calls, and one for the start and for all if there is little to ask: each is asked about the same
    /// terms over and over. What a call does is the same in every state.
    solvers: FxHashMap<Option<usize>, Box<Solver>>,
    interrupt: Interrupt,
    /// Questions that were asked.
    pub checks: u64,
}

/// What a proof needs of the labels: candidates by place, and those among them whose own reasons are still to be looked
/// for.
struct Needed {
    labels: Vec<Vec<Term>>,
    pending: Vec<(usize, Term)>,
}

impl Houdini {
    pub fn new(obligations: Obligations, candidates: Vec<Vec<Term>>, interrupt: Interrupt) -> Self {
        let substitution = |updates: &Vec<(Symbol, Term)>| Substitution::from_iter(updates.iter().copied());
        let substitutions = obligations.arcs.iter().map(|arc| substitution(&arc.updates)).collect();
        Houdini { obligations, alive: candidates, substitutions, solvers: FxHashMap::default(), interrupt, checks: 0 }
    }

    /// Asks about an arc, or about the start.
    fn check(&mut self, terms: &TermPool, arc: Option<usize>, question: &[Term]) -> Answer {
        self.checks += 1;
        self.swept_solver(arc).check(terms, question)
    }

    fn solver(&mut self, arc: Option<usize>) -> &mut Solver {
        let arcs = &self.obligations.arcs;
        let arc = arc.filter(|_| arcs.len() > FEW_ARCS);
        let call = arc.map(|arc| arcs[arc].call.index() % MAX_SOLVERS);
        let interrupt = &self.interrupt;
        self.solvers.entry(call).or_insert_with(|| new_solver(interrupt))
    }

    /// Asks about an arc after the solver is rid of what many questions about other places left, if it has to be.
    fn swept_solver(&mut self, arc: Option<usize>) -> &mut Solver {
        let interrupt = self.interrupt.clone();
        let solver = self.solver(arc);
        let SolverStatistics { checks, variables, .. } = solver.statistics();
        if checks >= CHECKS_BETWEEN_SWEEPS && variables > MANY_VARIABLES {
            *solver = *new_solver(&interrupt);
        }
        solver
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
            let Target::Place(to) = self.obligations.arcs[index].to else { continue };
            if self.changes_nothing(index, to) {
                continue;
            }
            let assumptions = self.before(index);
            if contradiction(terms, assumptions[0], &assumptions[1..]).is_some() {
                continue;
            }
            if self.keep_implied(terms, to, &assumptions, Some(index), run)? {
                let again = self.obligations.out_of[to].iter().copied().filter(|arc| queued.insert(*arc));
                pending.extend(again);
            }
        }
        Ok(())
    }

    /// Whether an arc leads back to where it came from with all as it was, as those of most getters do.
    fn changes_nothing(&self, arc: usize, to: usize) -> bool {
        let arc = &self.obligations.arcs[arc];
        arc.from == to && arc.updates.is_empty()
    }

    /// What holds before an arc.
    fn before(&self, arc: usize) -> Vec<Term> {
        let arc = &self.obligations.arcs[arc];
        std::iter::once(arc.condition).chain(self.alive[arc.from].iter().copied()).collect()
    }

    /// Leads outcomes for which the hypothesis has no next state to one whose label they satisfy anyhow: whether they
    /// can happen is then of no interest. Arcs that belong to one outcome go together. Gives the arcs with their
    /// places.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn settle_impossible(
        &mut self,
        terms: &mut TermPool,
        failing: &[usize],
        run: &mut Run,
    ) -> Result<Vec<(usize, usize)>, StopReason> {
        let mut led = Vec::new();
        let is_open = |houdini: &Self, arc: usize| houdini.obligations.arcs[arc].to == Target::Impossible;
        for &arc in failing {
            if !is_open(self, arc) {
                continue;
            }
            let group = self.obligations.same_outcome(arc);
            for place in self.obligations.places_between(arc) {
                if self.all_lead_to(terms, &group, place, run)? {
                    group.iter().for_each(|&arc| self.obligations.lead(arc, place));
                    led.push((arc, place));
                    break;
                }
            }
        }
        Ok(led)
    }

    /// Whether the label of the place holds after each of the arcs.
    fn all_lead_to(
        &mut self,
        terms: &mut TermPool,
        arcs: &[usize],
        place: usize,
        run: &mut Run,
    ) -> Result<bool, StopReason> {
        for &arc in arcs {
            run.look()?;
            let after: Vec<Term> =
                self.alive[place].clone().iter().map(|&term| self.after(terms, Some(arc), term)).collect();
            let all = terms.all(after);
            let mut question = self.before(arc);
            question.push(terms.not(all));
            if self.check(terms, Some(arc), &question) != Answer::Unsat {
                return Ok(false);
            }
        }
        Ok(true)
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
            // What is assumed needs no answer; most steps change little.
            let all = terms.all(after.iter().copied().filter(|term| !assumptions.contains(term)));
            if terms.as_constant(all) == Some(1) || with_values_of(terms, assumptions, all) == Some(true) {
                return Ok(dropped);
            }
            let some_fails = terms.not(all);
            let mut question = assumptions.to_vec();
            question.push(some_fails);
            match self.check(terms, arc, &question) {
                Answer::Unsat => return Ok(dropped),
                Answer::Sat => {
                    let solver = self.solver(arc);
                    let holds: Vec<bool> = after.iter().map(|&term| solver.value(terms, term) != 0).collect();
                    retain(&mut self.alive[place], &holds);
                }
                Answer::Unknown(_) => {
                    let holds = self.each_implied(terms, arc, assumptions, &after, run)?;
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
        arc: Option<usize>,
        assumptions: &[Term],
        after: &[Term],
        run: &mut Run,
    ) -> Result<Vec<bool>, StopReason> {
        let mut holds = Vec::new();
        for &term in after {
            run.look()?;
            let mut question = assumptions.to_vec();
            question.push(terms.not(term));
            holds.push(self.check(terms, arc, &question) == Answer::Unsat);
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
        for index in 0..self.obligations.arcs.len() {
            if matches!(self.obligations.arcs[index].to, Target::Place(_)) {
                continue;
            }
            run.look()?;
            let question = self.before(index);
            let is_excluded = contradiction(terms, question[0], &question[1..]).is_some()
                || with_values_of(terms, &question[1..], question[0]) == Some(false);
            if !is_excluded && self.check(terms, Some(index), &question) != Answer::Unsat {
                failing.push(index);
            }
        }
        Ok(failing)
    }

    /// Of labels that are a proof, a part that is a proof as well. Gives what is needed to tell legal from illegal
    /// calls; to exclude outcomes that can't happen may take more.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn trim(&mut self, terms: &mut TermPool, run: &mut Run) -> Result<Vec<Vec<Term>>, StopReason> {
        let mut needed = Needed { labels: vec![Vec::new(); self.alive.len()], pending: Vec::new() };
        self.close(terms, &mut needed, Target::Wrong, run)?;
        let shown = needed.labels.clone();
        self.close(terms, &mut needed, Target::Impossible, run)?;
        for (place, needed) in needed.labels.into_iter().enumerate() {
            self.alive[place].retain(|candidate| needed.contains(candidate));
        }
        Ok(shown)
    }

    /// Adds what is needed to exclude arcs of a kind.
    fn close(
        &mut self,
        terms: &mut TermPool,
        needed: &mut Needed,
        kind: Target,
        run: &mut Run,
    ) -> Result<(), StopReason> {
        for index in 0..self.obligations.arcs.len() {
            if self.obligations.arcs[index].to == kind {
                self.need(terms, index, self.obligations.arcs[index].condition, needed, run)?;
            }
        }
        while let Some((place, candidate)) = needed.pending.pop() {
            for index in self.obligations.into[place].clone() {
                if self.changes_nothing(index, place) {
                    continue;
                }
                let after = self.after(terms, Some(index), candidate);
                let fails = terms.not(after);
                let bad = terms.and(self.obligations.arcs[index].condition, fails);
                self.need(terms, index, bad, needed, run)?;
            }
        }
        Ok(())
    }

    /// Notes which candidates of the arc's start exclude the condition; those that are needed anyway are preferred.
    fn need(
        &mut self,
        terms: &mut TermPool,
        arc: usize,
        bad: Term,
        needed: &mut Needed,
        run: &mut Run,
    ) -> Result<(), StopReason> {
        run.look()?;
        let place = self.obligations.arcs[arc].from;
        let mut question = vec![bad];
        question.extend(&needed.labels[place]);
        if contradiction(terms, bad, &needed.labels[place]).is_some()
            || with_values_of(terms, &needed.labels[place], bad) == Some(false)
            || self.check(terms, Some(arc), &question) == Answer::Unsat
        {
            return Ok(());
        }
        let core = match contradiction(terms, bad, &self.alive[place]) {
            Some(excluding) if excluding.iter().all(|&candidate| is_plain(terms, candidate)) => excluding,
            _ => self.core(terms, arc, &question),
        };
        for candidate in self.smallest_core(terms, arc, bad, &needed.labels[place], &core) {
            needed.labels[place].push(candidate);
            needed.pending.push((place, candidate));
        }
        Ok(())
    }

    /// Candidates of the arc's start that exclude the question, plain ones if they do.
    fn core(&mut self, terms: &TermPool, arc: usize, question: &[Term]) -> Vec<Term> {
        let place = self.obligations.arcs[arc].from;
        let (plain, others): (Vec<Term>, Vec<Term>) =
            self.alive[place].iter().partition(|&&candidate| is_plain(terms, candidate));
        let mut question = question.to_vec();
        for more in [plain, others].into_iter().filter(|more| !more.is_empty()) {
            question.extend(more);
            if self.check(terms, Some(arc), &question) == Answer::Unsat {
                return self.solver(Some(arc)).core().to_vec();
            }
        }
        // Only a search that was cut short comes here; then all are kept.
        self.alive[place].clone()
    }

    /// Those of the core that exclude the condition together with what is needed already; the last ones are left out
    /// first.
    fn smallest_core(&mut self, terms: &TermPool, arc: usize, bad: Term, needed: &[Term], core: &[Term]) -> Vec<Term> {
        let alive = &self.alive[self.obligations.arcs[arc].from];
        let mut kept: Vec<Term> =
            alive.iter().copied().filter(|term| core.contains(term) && !needed.contains(term)).collect();
        if kept.len() == 1 {
            return kept;
        }
        for index in (0..kept.len()).rev() {
            let mut trial = kept.clone();
            trial.remove(index);
            let mut question = vec![bad];
            question.extend(needed);
            question.extend(&trial);
            if self.check(terms, Some(arc), &question) == Answer::Unsat {
                kept = trial;
            }
        }
        kept
    }
}

fn new_solver(interrupt: &Interrupt) -> Box<Solver> {
    let mut solver = Solver::new();
    solver.keep_past_checks();
    solver.set_conflict_limit(Some(CONFLICTS));
    let interrupt = interrupt.clone();
    solver.set_interrupt(move || interrupt());
    Box::new(solver)
}

/// What a condition comes to with the values that the assumptions give to variables, where they decide it.
fn with_values_of(terms: &mut TermPool, assumed: &[Term], condition: Term) -> Option<bool> {
    let values: FxHashMap<Symbol, Term> = assumed.iter().filter_map(|&term| given_value(terms, term)).collect();
    if values.is_empty() {
        return None;
    }
    let decided = Substitution::new(values).apply(terms, condition);
    terms.as_constant(decided).map(|value| value != 0)
}

/// The value that a condition gives to a variable.
fn given_value(terms: &mut TermPool, condition: Term) -> Option<(Symbol, Term)> {
    let symbol = |term| match terms.node(term) {
        Node::Symbol(symbol) => Some(symbol),
        _ => None,
    };
    let (symbol, value) = match terms.node(condition) {
        Node::Symbol(symbol) => (symbol, None),
        Node::Unary(UnaryOp::Not, negated) => (symbol(negated)?, None),
        Node::Binary(BinaryOp::Equal, one, other) if terms.as_constant(other).is_some() => (symbol(one)?, Some(other)),
        Node::Binary(BinaryOp::Equal, one, other) if terms.as_constant(one).is_some() => (symbol(other)?, Some(one)),
        _ => return None,
    };
    let is_on = matches!(terms.node(condition), Node::Symbol(_));
    Some((symbol, value.unwrap_or_else(|| terms.bool(is_on))))
}

/// Assumptions that exclude a condition, where its looks tell: each way to satisfy it takes the negation of one of
/// them.
fn contradiction(terms: &mut TermPool, condition: Term, assumed: &[Term]) -> Option<Vec<Term>> {
    fn excluding(terms: &mut TermPool, part: Term, assumed: &[Term], steps: &mut usize) -> Option<Vec<Term>> {
        *steps = steps.checked_sub(1)?;
        let negation = terms.not(part);
        if assumed.contains(&negation) {
            return Some(vec![negation]);
        }
        match terms.node(part) {
            Node::Bool(false) => Some(Vec::new()),
            Node::Binary(BinaryOp::And, one, other) => {
                excluding(terms, one, assumed, steps).or_else(|| excluding(terms, other, assumed, steps))
            }
            Node::Binary(BinaryOp::Or, one, other) => {
                let mut both = excluding(terms, one, assumed, steps)?;
                both.extend(excluding(terms, other, assumed, steps)?);
                Some(both)
            }
            _ => None,
        }
    }
    let mut steps = MAX_PARTS;
    excluding(terms, condition, assumed, &mut steps)
}

/// Whether a condition gives a variable its value, or one of a few: there is no better label.
fn is_plain(terms: &TermPool, condition: Term) -> bool {
    let is_symbol = |term| matches!(terms.node(term), Node::Symbol(_));
    match terms.node(condition) {
        Node::Symbol(_) => true,
        Node::Unary(UnaryOp::Not, negated) => is_symbol(negated),
        Node::Binary(BinaryOp::Equal, one, other) => is_symbol(one) || is_symbol(other),
        Node::Binary(BinaryOp::Or, one, other) => {
            terms.symbols_of(condition).len() == 1 && is_plain(terms, one) && is_plain(terms, other)
        }
        _ => false,
    }
}

fn retain(candidates: &mut Vec<Term>, holds: &[bool]) {
    let mut flags = holds.iter();
    candidates.retain(|_| *flags.next().expect("one answer for each candidate"));
}
