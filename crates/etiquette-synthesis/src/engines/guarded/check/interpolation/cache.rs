//! The states that are known to be safe: how they are remembered, generalised, and found again.

use std::rc::Rc;

use etiquette_logic::{Substitution, Term};

use crate::engines::guarded::check::entailment::exact_formula;
use crate::engines::guarded::check::explore::Key;
use crate::engines::guarded::check::interpolation::State;
use etiquette_outcome::{Run, StopReason};

/// As many calls as one likes.
pub(crate) const FOR_EVER: u64 = u64::MAX;

/// A condition on states, and how many calls can be made from them without an error.
#[derive(Clone, Copy)]
pub(crate) struct Safe {
    pub calls: u64,
    pub states: Term,
}

/// A step in one place: when it is taken, and the values of all variables after it.
pub(crate) struct StepHere {
    condition: Term,
    values: Vec<Term>,
}

impl State<'_> {
    /// Whether all of a set is known to be safe for so many calls.
    pub(crate) fn is_safe(&mut self, set: usize, calls: u64, run: &mut Run) -> Result<bool, StopReason> {
        let set = self.explorer.kept[set].set.clone();
        let Some(known) = self.known(&self.explorer.key(&set.values), calls) else { return Ok(false) };
        let data = self.explorer.data();
        let mut values: Substitution = data.into_iter().map(|(place, symbol)| (symbol, set.values[place])).collect();
        let terms = &mut self.explorer.component.terms;
        let inside = values.apply(terms, known);
        let outside = terms.not(inside);
        // The set is not empty.
        match terms.as_constant(outside) {
            Some(outside) => Ok(outside == 0),
            None => Ok(!self.explorer.is_satisfiable(&[set.condition, outside], run)?),
        }
    }

    /// The states of a place that are known to be safe for so many calls, or more.
    pub(crate) fn known(&mut self, key: &Key, calls: u64) -> Option<Term> {
        let known = self.safe.get(key)?.iter().filter(|safe| safe.calls >= calls).map(|safe| safe.states);
        let known: Vec<Term> = known.collect();
        Some(self.explorer.component.terms.any(known))
    }

    /// Remembers a set that was explored, and what it stands for.
    pub(crate) fn remember(&mut self, set: usize, calls: u64, run: &mut Run) -> Result<(), StopReason> {
        run.look()?;
        let set = self.explorer.kept[set].set.clone();
        let key = self.explorer.key(&set.values);
        let wrong = self.leads_out(&key, calls);
        let found = self.generalised(&key, &set, wrong);
        run.look()?;
        // Where some of what comes after could not be remembered, it seems to be wrong; but the set itself was
        // explored.
        let states = found.or_else(|| exact_formula(&mut self.explorer, &set));
        if let Some(states) = states {
            self.add(key, Safe { calls, states });
        }
        Ok(())
    }

    /// Remembers states; what was known of the same states for fewer calls is forgotten.
    fn add(&mut self, key: Key, safe: Safe) {
        let known = self.safe.entry(key).or_default();
        known.retain(|old| old.states != safe.states || old.calls > safe.calls);
        known.push(safe);
    }

    /// All variables have values of their types, in this place.
    pub(crate) fn domain(&mut self, key: &Key) -> Term {
        let fixed = self.explorer.fixed(key);
        let terms = &mut self.explorer.component.terms;
        let domain = terms.all(self.explorer.product.known.iter().copied());
        fixed.into_iter().collect::<Substitution>().apply(terms, domain)
    }

    /// From which states of a place a step leads to an error, or out of what is known to be safe.
    pub(crate) fn leads_out(&mut self, key: &Key, calls: u64) -> Term {
        let left = self.calls_left(key, calls);
        let mut ways = Vec::new();
        for step in self.steps_of(key).iter() {
            let bad = self.is_bad_after(&step.values, left);
            ways.push(self.explorer.component.terms.and(step.condition, bad));
        }
        self.explorer.component.terms.any(ways)
    }

    /// The steps that can be taken in a place.
    fn steps_of(&mut self, key: &Key) -> Rc<Vec<StepHere>> {
        if let Some(known) = self.steps.get(key) {
            return Rc::clone(known);
        }
        let mut here: Substitution = self.explorer.fixed(key).into_iter().collect();
        let product = self.explorer.product;
        let terms = &mut self.explorer.component.terms;
        let mut made = Vec::new();
        for step in &product.system.steps {
            let condition = here.apply(terms, step.condition);
            if terms.as_constant(condition) == Some(0) {
                continue;
            }
            let mut values = Vec::new();
            for &symbol in &product.system.variables {
                let update = step.updates.iter().find(|update| update.0 == symbol);
                let value = update.map_or_else(|| terms.symbol(symbol), |update| update.1);
                values.push(here.apply(terms, value));
            }
            made.push(StepHere { condition, values });
        }
        let made = Rc::new(made);
        self.steps.insert(key.clone(), Rc::clone(&made));
        made
    }

    /// How many calls are left after a step from this place.
    fn calls_left(&mut self, key: &Key, calls: u64) -> u64 {
        let location = self.explorer.product.location;
        let fixed = self.explorer.fixed(key);
        let inside = fixed.iter().find(|(symbol, _)| Some(*symbol) == location);
        let starts_call = inside.is_none_or(|&(_, value)| self.explorer.component.terms.as_constant(value) == Some(0));
        if calls == FOR_EVER { FOR_EVER } else { calls - u64::from(starts_call) }
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
}
