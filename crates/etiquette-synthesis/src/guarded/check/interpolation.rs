//! Bounded exploration that remembers safe states (Algorithm 2): what was explored without an error is generalised by an interpolant, and states in it are not explored
//! again as long as no more calls remain.
//!
//! The depth grows call by call, and what is safe for more calls is safe for fewer. Beyond the paper: once the states that are safe for some number of calls are among those that
//! are safe for one call more, they are an invariant, and everything is proved.

use std::collections::BTreeMap;

use etiquette_checking::{Trace, check_invariant};
use etiquette_logic::{Substitution, Symbol, Term};

use super::entailment::exact_formula;
use super::explore::{Explorer, Key, Reached, Taken};
use super::{Checker, Found, Question};
use crate::interpolant::Interpolator;
use crate::outcome::StopReason;
use crate::run::Run;

/// The checker.
pub(super) struct Interpolation;

impl Checker for Interpolation {
    fn check(&self, question: Question<'_>, run: &mut Run) -> Found {
        let depth = question.depth.unwrap_or(u64::MAX);
        let mut state = State { explorer: Explorer::new(question, run), safe: BTreeMap::new() };
        for calls in 1..=depth {
            run.report("explore", calls, "calls");
            match state.explore(calls, run) {
                Ok(None) => {}
                Ok(Some(trace)) => return Found::Difference(trace),
                Err(stop) => return Found::UpTo(calls - 1, stop),
            }
            match state.invariant(calls, run) {
                Ok(None) => {}
                Ok(Some(invariant)) => return Found::Proved(Some(vec![invariant])),
                Err(stop) => return Found::UpTo(calls, stop),
            }
        }
        Found::UpTo(depth, StopReason::DepthLimit)
    }
}

/// A condition on states, and how many calls can be made from them without an error.
#[derive(Clone, Copy)]
struct Safe {
    calls: u64,
    states: Term,
}

struct State<'a> {
    explorer: Explorer<'a>,
    /// For each place the states that are known to be safe.
    safe: BTreeMap<Key, Vec<Safe>>,
}

/// A set that is being explored.
struct Frame {
    set: usize,
    /// How many calls are to be made from it.
    calls: u64,
    next_step: usize,
}

impl State<'_> {
    /// Explores all words of so many calls, depth first.
    fn explore(&mut self, calls: u64, run: &mut Run) -> Result<Option<Trace>, StopReason> {
        let kept = self.explorer.kept.len();
        let mut frames = Vec::new();
        if !self.is_safe(0, calls, run)? {
            frames.push(Frame { set: 0, calls, next_step: 0 });
        }
        while let Some(frame) = frames.last_mut() {
            if frame.next_step == self.explorer.step_count() {
                let Frame { set, calls, .. } = *frame;
                frames.pop();
                self.remember(set, calls, run)?;
                continue;
            }
            let (set, calls, step) = (frame.set, frame.calls, frame.next_step);
            frame.next_step += 1;
            match self.explorer.take(set, step, run)? {
                Taken::Impossible => {}
                Taken::Wrong(trace) => return Ok(Some(trace)),
                Taken::To(reached) => {
                    let calls = calls - self.begun(set);
                    frames.extend(self.frame(reached, calls, run)?);
                }
            }
        }
        self.explorer.kept.truncate(kept);
        Ok(None)
    }

    /// How many calls a step from the set begins.
    fn begun(&self, set: usize) -> u64 {
        u64::from(self.explorer.is_between_calls(&self.explorer.kept[set].set.values))
    }

    fn frame(&mut self, reached: Reached, calls: u64, run: &mut Run) -> Result<Option<Frame>, StopReason> {
        if calls == 0 && self.explorer.is_between_calls(&reached.set.values) {
            return Ok(None);
        }
        let set = self.explorer.keep(reached);
        Ok((!self.is_safe(set, calls, run)?).then_some(Frame { set, calls, next_step: 0 }))
    }

    /// Whether all of a set is known to be safe for so many calls.
    fn is_safe(&mut self, set: usize, calls: u64, run: &mut Run) -> Result<bool, StopReason> {
        let set = self.explorer.kept[set].set.clone();
        let Some(known) = self.known(&self.explorer.key(&set.values), calls) else { return Ok(false) };
        let data = self.explorer.data();
        let mut values: Substitution = data.into_iter().map(|(place, symbol)| (symbol, set.values[place])).collect();
        let terms = &mut self.explorer.component.terms;
        let inside = values.apply(terms, known);
        let outside = terms.not(inside);
        Ok(!self.explorer.is_satisfiable(&[set.condition, outside], run)?)
    }

    /// The states of a place that are known to be safe for so many calls, or more.
    fn known(&mut self, key: &Key, calls: u64) -> Option<Term> {
        let known = self.safe.get(key)?.iter().filter(|safe| safe.calls >= calls).map(|safe| safe.states);
        let known: Vec<Term> = known.collect();
        Some(self.explorer.component.terms.any(known))
    }

    /// Generalises a set that was explored.
    fn remember(&mut self, set: usize, calls: u64, run: &mut Run) -> Result<(), StopReason> {
        run.look()?;
        let set = self.explorer.kept[set].set.clone();
        let key = self.explorer.key(&set.values);
        let starts_call = self.explorer.is_between_calls(&set.values);
        let wrong = self.leads_out(&key, calls, starts_call);
        let data = self.explorer.data();
        let state: Vec<Symbol> = data.iter().map(|&(_, symbol)| symbol).collect();
        let updates: Vec<(Symbol, Term)> = data.iter().map(|&(place, symbol)| (symbol, set.values[place])).collect();
        let domain = self.explorer.component.terms.all(self.explorer.product.known.iter().copied());
        let fixed = self.explorer.fixed(&key);
        let domain = fixed.into_iter().collect::<Substitution>().apply(&mut self.explorer.component.terms, domain);
        let Explorer { component, solver, .. } = &mut self.explorer;
        let mut interpolator = Interpolator { component, solver, domain };
        let found = interpolator.interpolant(set.condition, &updates, wrong, &state, &mut Vec::new());
        run.look()?;
        let states = found.or_else(|| exact_formula(&mut self.explorer, &set));
        if let Some(states) = states {
            self.safe.entry(key).or_default().push(Safe { calls, states });
        }
        Ok(())
    }

    /// From which states of a place a step leads to an error, or out of what is known to be safe.
    fn leads_out(&mut self, key: &Key, calls: u64, starts_call: bool) -> Term {
        let left = calls - u64::from(starts_call);
        let fixed = self.explorer.fixed(key);
        let mut ways = Vec::new();
        for step in 0..self.explorer.step_count() {
            let mut here: Substitution = fixed.iter().copied().collect();
            let product = self.explorer.product;
            let terms = &mut self.explorer.component.terms;
            let condition = here.apply(terms, product.system.steps[step].condition);
            if terms.as_constant(condition) == Some(0) {
                continue;
            }
            let mut values: Vec<Term> = product.system.variables.iter().map(|&symbol| terms.symbol(symbol)).collect();
            for (value, &symbol) in values.iter_mut().zip(&product.system.variables) {
                let update = product.system.steps[step].updates.iter().find(|update| update.0 == symbol);
                let new = update.map_or(*value, |update| update.1);
                *value = here.apply(terms, new);
            }
            let bad = self.is_bad_after(&values, left);
            ways.push(self.explorer.component.terms.and(condition, bad));
        }
        self.explorer.component.terms.any(ways)
    }

    /// Whether the state with these values is wrong already, or not known to be safe for so many calls.
    fn is_bad_after(&mut self, values: &[Term], calls: u64) -> Term {
        let status = values[self.explorer.status()];
        let terms = &mut self.explorer.component.terms;
        let fine = terms.constant(terms.sort(status), 0);
        let wrong = terms.distinct(status, fine);
        if calls == 0 && self.explorer.is_between_calls(values) {
            return wrong;
        }
        let known = self.known(&self.explorer.key(values), calls);
        let data = self.explorer.data();
        let mut after: Substitution = data.into_iter().map(|(place, symbol)| (symbol, values[place])).collect();
        let terms = &mut self.explorer.component.terms;
        let inside = match known {
            Some(known) => after.apply(terms, known),
            None => terms.bool(false),
        };
        let outside = terms.not(inside);
        terms.or(wrong, outside)
    }

    /// What is safe for some number of calls, if from there nothing leads out of it.
    fn invariant(&mut self, calls: u64, run: &mut Run) -> Result<Option<Term>, StopReason> {
        for least in 1..=calls {
            if self.is_closed(least, run)? && self.is_safe(0, least, run)? {
                let states = self.safe_for(least);
                if self.is_kept(states) {
                    return Ok(Some(states));
                }
            }
        }
        Ok(None)
    }

    /// Whether the states really are an invariant. Sets that could not be generalised are not among what is known, although they were explored, so that more may
    /// seem to be closed than is.
    fn is_kept(&mut self, states: Term) -> bool {
        let Explorer { component, product, .. } = &mut self.explorer;
        let agree = component.terms.not(product.bad);
        check_invariant(&mut component.terms, &product.system, product.bad, &[states, agree]).is_ok()
    }

    /// Whether what is safe for one call less is safe for so many calls, too.
    fn is_closed(&mut self, calls: u64, run: &mut Run) -> Result<bool, StopReason> {
        // Without a call to make, every state between calls is safe.
        if calls <= 1 {
            return Ok(false);
        }
        for (key, all) in self.safe.clone() {
            let less: Vec<Term> = all.iter().filter(|safe| safe.calls == calls - 1).map(|safe| safe.states).collect();
            let known = self.known(&key, calls);
            let fixed = self.explorer.fixed(&key);
            let terms = &mut self.explorer.component.terms;
            let known = known.unwrap_or_else(|| terms.bool(false));
            let (less, outside) = (terms.any(less), terms.not(known));
            let domain = terms.all(self.explorer.product.known.iter().copied());
            let domain = fixed.into_iter().collect::<Substitution>().apply(terms, domain);
            if self.explorer.is_satisfiable(&[less, outside, domain], run)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn safe_for(&mut self, calls: u64) -> Term {
        let mut parts = Vec::new();
        for key in self.safe.keys().cloned().collect::<Vec<_>>() {
            let known = self.known(&key, calls);
            let fixed = self.explorer.fixed(&key);
            let terms = &mut self.explorer.component.terms;
            let mut place = known.unwrap_or_else(|| terms.bool(false));
            for (symbol, value) in fixed {
                let variable = terms.symbol(symbol);
                let equal = terms.equal(variable, value);
                place = terms.and(place, equal);
            }
            parts.push(place);
        }
        let domain = self.explorer.product.known.clone();
        let terms = &mut self.explorer.component.terms;
        let any = terms.any(parts);
        terms.all(domain.into_iter().chain([any]))
    }
}
