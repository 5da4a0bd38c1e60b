//! Strongest postconditions on the product, step by step: sets of states as values over what was chosen on the way, and
//! a condition on that.
//!
//! The product's own variables (the state of the conjecture, the place inside of a call) have one value in each set.
//! Conditions on choices that say nothing about the state any more are left out of a set; where a run is told in the
//! end, they are put together again.

use std::sync::Arc;

use etiquette_checking::{Product, TakenStep, Trace};
use etiquette_component::Component;
use etiquette_logic::{Answer, BinaryOp, Node as TermNode, Solver, Substitution, Symbol, Term, TermPool, UnaryOp};
use rustc_hash::FxHashMap;

use crate::engines::guarded::check::Question;
use crate::spaces::solver::beliefs::relevant_condition;
use crate::spaces::solver::execute::Possible;
use etiquette_outcome::{Run, StopReason};

/// A set of states that a sequence of steps leads to.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    pub set: Possible,
    /// How many calls were begun.
    pub calls: u64,
    /// How many steps there were.
    steps: usize,
    /// The set before, and the step between them.
    pub from: Option<(usize, usize)>,
}

/// The values of the product's own variables.
pub(crate) type Key = Vec<u64>;

/// What a step does from a set.
pub(crate) enum Taken {
    Impossible,
    /// Component and conjecture disagree.
    Wrong(Trace),
    /// It leads to this set.
    To(Reached),
}

/// Explores a product.
pub(crate) struct Explorer<'a> {
    pub component: &'a mut Component,
    pub product: &'a Product,
    pub solver: Solver,
    /// What stands for the inputs of a step, by how many steps there were before.
    inputs: FxHashMap<(usize, Symbol), Symbol>,
    /// The sets that were kept.
    pub kept: Vec<Reached>,
    /// The positions of the product's own variables, without the status.
    controls: Vec<usize>,
    status: usize,
    location: Option<usize>,
    followed: &'a mut u64,
}

impl<'a> Explorer<'a> {
    /// Only the initial states.
    pub fn new(question: Question<'a>, run: &Run) -> Self {
        let Question { component, product, followed, .. } = question;
        let place = |symbol: Symbol| product.system.variables.iter().position(|&known| known == symbol);
        let own = [Some(product.state), product.location, product.constructed];
        let controls = own.into_iter().flatten().filter_map(place).collect();
        let status = place(product.status).unwrap_or_default();
        let location = product.location.and_then(place);
        let mut solver = Solver::new();
        let interrupt = Arc::new(run.interrupt());
        solver.set_interrupt(move || interrupt());
        let initial = initial(&mut component.terms, product);
        let inputs = FxHashMap::default();
        let first = Reached { set: initial, calls: 0, steps: 0, from: None };
        Explorer { component, product, solver, inputs, kept: vec![first], controls, status, location, followed }
    }

    /// The product's steps, by number.
    pub fn step_count(&self) -> usize {
        self.product.system.steps.len()
    }

    /// Where the conjecture, and the call that is under way, are.
    pub fn key(&self, values: &[Term]) -> Key {
        let value = |&place: &usize| self.component.terms.as_constant(values[place]).unwrap_or(u64::MAX);
        self.controls.iter().map(value).collect()
    }

    /// Whether no call is under way.
    pub fn is_between_calls(&self, values: &[Term]) -> bool {
        self.location.is_none_or(|place| self.component.terms.as_constant(values[place]) == Some(0))
    }

    /// The variables that are not the product's own, with their positions.
    pub fn data(&self) -> Vec<(usize, Symbol)> {
        let variables = self.product.system.variables.iter().copied().enumerate();
        variables.filter(|(place, _)| !self.controls.contains(place) && *place != self.status).collect()
    }

    /// The product's own variables with the values of a key.
    pub fn fixed(&mut self, key: &[u64]) -> Vec<(Symbol, Term)> {
        let variables = &self.product.system.variables;
        let own = self.controls.iter().map(|&place| variables[place]).zip(key.iter().copied());
        let terms = &mut self.component.terms;
        own.chain([(self.product.status, 0)])
            .map(|(symbol, value)| (symbol, terms.constant(terms.symbol_sort(symbol), value)))
            .collect()
    }

    /// That the product's own variables have the values of a key, and the others satisfy a condition.
    pub fn in_place(&mut self, key: &[u64], condition: Term) -> Term {
        let fixed = self.fixed(key);
        let terms = &mut self.component.terms;
        fixed.into_iter().fold(condition, |place, (symbol, value)| {
            let variable = terms.symbol(symbol);
            let equal = terms.equal(variable, value);
            terms.and(place, equal)
        })
    }

    /// The position of the status among the variables.
    pub fn status(&self) -> usize {
        self.status
    }

    /// Keeps a set, and gives its number.
    pub fn keep(&mut self, reached: Reached) -> usize {
        self.kept.push(reached);
        self.kept.len() - 1
    }

    /// Takes a step from a set that was kept.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn take(&mut self, from: usize, step: usize, run: &mut Run) -> Result<Taken, StopReason> {
        run.tick()?;
        let before = self.kept[from].clone();
        let mut after = self.substitution(&before.set.values, before.steps, step);
        let terms = &mut self.component.terms;
        let taken = after.apply(terms, self.product.system.steps[step].condition);
        let condition = terms.and(before.set.condition, taken);
        if terms.as_constant(condition) == Some(0) {
            return Ok(Taken::Impossible);
        }
        let mut values = before.set.values.clone();
        for &(symbol, value) in &self.product.system.steps[step].updates {
            if let Some(place) = self.product.system.variables.iter().position(|&known| known == symbol) {
                values[place] = after.apply(terms, value);
            }
        }
        let wrong = self.is_wrong(values[self.status]);
        let wrong = self.component.terms.and(condition, wrong);
        if self.is_possible(wrong, before.set.condition, run)? {
            return Ok(Taken::Wrong(self.trace(from, step, run)?));
        }
        let terms = &mut self.component.terms;
        let right = terms.not(wrong);
        let condition = terms.and(condition, right);
        if !self.is_possible(condition, before.set.condition, run)? {
            return Ok(Taken::Impossible);
        }
        let begun = u64::from(self.is_between_calls(&before.set.values));
        let mut set = Possible { condition, values };
        self.settle(&mut set, run)?;
        set.condition = relevant_condition(&mut self.component.terms, &set);
        *self.followed += 1;
        Ok(Taken::To(Reached { set, calls: before.calls + begun, steps: before.steps + 1, from: Some((from, step)) }))
    }

    /// Puts in the value of every variable that has only one, whatever was chosen on the way: what is known of the
    /// choices is not needed any more then.
    fn settle(&mut self, set: &mut Possible, run: &Run) -> Result<(), StopReason> {
        let terms = &self.component.terms;
        let mut open: Vec<usize> = (0..set.values.len()).collect();
        open.retain(|&place| terms.as_constant(set.values[place]).is_none());
        if open.is_empty() || !self.is_satisfiable(&[set.condition], run)? {
            return Ok(());
        }
        let value = |&place: &usize| (place, self.solver.value(&self.component.terms, set.values[place]));
        let mut only: Vec<(usize, u64)> = open.iter().map(value).collect();
        loop {
            let other = self.any_other(set, &only);
            if !self.is_satisfiable(&[set.condition, other], run)? {
                break;
            }
            only.retain(|&(place, value)| self.solver.value(&self.component.terms, set.values[place]) == value);
        }
        for (place, value) in only {
            let terms = &mut self.component.terms;
            set.values[place] = terms.constant(terms.sort(set.values[place]), value);
        }
        Ok(())
    }

    /// That one of the variables has another value than this.
    fn any_other(&mut self, set: &Possible, values: &[(usize, u64)]) -> Term {
        let terms = &mut self.component.terms;
        let mut others = Vec::new();
        for &(place, value) in values {
            let value = terms.constant(terms.sort(set.values[place]), value);
            others.push(terms.distinct(set.values[place], value));
        }
        terms.any(others)
    }

    fn is_wrong(&mut self, status: Term) -> Term {
        let terms = &mut self.component.terms;
        let fine = terms.constant(terms.sort(status), 0);
        terms.distinct(status, fine)
    }

    /// Whether the condition has a model; `known` has one.
    fn is_possible(&mut self, condition: Term, known: Term, run: &Run) -> Result<bool, StopReason> {
        match self.component.terms.as_constant(condition) {
            Some(value) => Ok(value != 0),
            None if condition == known => Ok(true),
            None => self.is_satisfiable(&[condition], run),
        }
    }

    /// Whether there is a model of all of the conditions.
    ///
    /// # Errors
    /// When the run is to stop before that is known.
    pub fn is_satisfiable(&mut self, conditions: &[Term], run: &Run) -> Result<bool, StopReason> {
        match self.solver.check(&self.component.terms, conditions) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(_) => Err(run.look().err().unwrap_or(StopReason::NoProof)),
        }
    }

    /// Variables by their values, and inputs by what stands for them after so many steps.
    fn substitution(&mut self, values: &[Term], steps: usize, step: usize) -> Substitution {
        let variables = self.product.system.variables.iter().copied();
        let mut replaced: FxHashMap<Symbol, Term> = variables.zip(values.iter().copied()).collect();
        for &input in &self.product.system.steps[step].inputs {
            let symbol = self.input(steps, input);
            replaced.insert(input, self.component.terms.symbol(symbol));
        }
        Substitution::new(replaced)
    }

    fn input(&mut self, steps: usize, input: Symbol) -> Symbol {
        let terms = &mut self.component.terms;
        let sort = terms.symbol_sort(input);
        *self.inputs.entry((steps, input)).or_insert_with(|| terms.new_symbol(format!("input!{steps}"), sort))
    }

    /// The numbers of the steps to a set, and of the sets before each of them.
    fn path(&self, mut at: usize) -> Vec<(usize, usize)> {
        let mut path = Vec::new();
        while let Some((before, step)) = self.kept[at].from {
            path.push((before, step));
            at = before;
        }
        path.reverse();
        path
    }

    /// A run to a set and through one more step after which something is wrong.
    fn trace(&mut self, from: usize, step: usize, run: &Run) -> Result<Trace, StopReason> {
        let mut path = self.path(from);
        path.push((from, step));
        let mut conditions = vec![self.kept[0].set.condition];
        for &(at, step) in &path {
            let Reached { set, steps, .. } = self.kept[at].clone();
            let mut here = self.substitution(&set.values, steps, step);
            let taken = here.apply(&mut self.component.terms, self.product.system.steps[step].condition);
            // A value that was settled is one only where nothing went wrong before.
            conditions.extend([set.condition, taken]);
        }
        let Reached { set, steps, .. } = self.kept[from].clone();
        let mut last = self.substitution(&set.values, steps, step);
        let updates = &self.product.system.steps[step].updates;
        let status = updates.iter().find(|(symbol, _)| *symbol == self.product.status).map(|update| update.1);
        if let Some(status) = status {
            let status = last.apply(&mut self.component.terms, status);
            conditions.push(self.is_wrong(status));
        }
        match self.is_satisfiable(&conditions, run)? {
            true => Ok(self.told(&path)),
            false => Err(StopReason::NoProof),
        }
    }

    /// The run that the solver's model describes.
    fn told(&mut self, path: &[(usize, usize)]) -> Trace {
        let mut trace = Trace { states: Vec::new(), steps: Vec::new() };
        for (number, &(at, step)) in path.iter().enumerate() {
            let values = self.kept[at].set.values.iter();
            trace.states.push(values.map(|&value| self.solver.value(&self.component.terms, value)).collect());
            let inputs = self.product.system.steps[step].inputs.clone();
            let symbols: Vec<Symbol> = inputs.into_iter().map(|input| self.input(number, input)).collect();
            let inputs = symbols.into_iter().map(|symbol| self.solver.symbol_value(symbol)).collect();
            trace.steps.push(TakenStep { step, inputs });
        }
        trace.states.push(self.last_state(path));
        trace
    }

    fn last_state(&mut self, path: &[(usize, usize)]) -> Vec<u64> {
        let Some(&(at, step)) = path.last() else { return Vec::new() };
        let Reached { set, steps, .. } = self.kept[at].clone();
        let mut after = self.substitution(&set.values, steps, step);
        let mut values = set.values;
        for (symbol, value) in self.product.system.steps[step].updates.clone() {
            if let Some(place) = self.product.system.variables.iter().position(|&known| known == symbol) {
                values[place] = after.apply(&mut self.component.terms, value);
            }
        }
        values.iter().map(|&value| self.solver.value(&self.component.terms, value)).collect()
    }
}

/// The initial states: variables that have one value have it, others are open.
fn initial(terms: &mut TermPool, product: &Product) -> Possible {
    let parts = terms.conjuncts(product.system.initial);
    let pinned: FxHashMap<Symbol, Term> = parts.iter().filter_map(|&part| pinned(terms, part)).collect();
    let mut values = Vec::new();
    for &symbol in &product.system.variables {
        let sort = terms.symbol_sort(symbol);
        let value = match pinned.get(&symbol) {
            Some(&constant) => constant,
            None => terms.new_variable("initially", sort),
        };
        values.push(value);
    }
    let replaced = product.system.variables.iter().copied().zip(values.iter().copied());
    let condition = replaced.collect::<Substitution>().apply(terms, product.system.initial);
    Possible { condition, values }
}

/// The variable and its only value, if the condition says so.
fn pinned(terms: &TermPool, condition: Term) -> Option<(Symbol, Term)> {
    let constant = |term: Term| terms.as_constant(term).map(|_| term);
    match terms.node(condition) {
        TermNode::Binary(BinaryOp::Equal, one, other) => match (terms.as_symbol(one), terms.as_symbol(other)) {
            (Some(symbol), None) => Some((symbol, constant(other)?)),
            (None, Some(symbol)) => Some((symbol, constant(one)?)),
            _ => None,
        },
        TermNode::Symbol(symbol) => Some((symbol, terms.find(TermNode::Bool(true))?)),
        TermNode::Unary(UnaryOp::Not, inner) => Some((terms.as_symbol(inner)?, terms.find(TermNode::Bool(false))?)),
        _ => None,
    }
}
