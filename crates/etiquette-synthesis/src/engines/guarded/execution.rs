//! Symbolic execution of words of guarded calls: what is known after a word, and a three-valued answer for the next
//! call.
//!
//! A node is the set of states that the component can be in after some word, with whatever arguments the guards admit.
//! Words that lead to the same set share a node, and what a letter does at a node is found out once. Combinations of
//! paths that no arguments take are pruned by the solver.

use etiquette_component::{Component, GuardedCall, Letter};
use etiquette_logic::{Interrupt, Node, Substitution, Symbol, Term};
use rustc_hash::FxHashMap;

use crate::engines::guarded::letters::{LetterId, Letters};
use crate::spaces::budgets::solver_execute::MANY_ROUNDS;
use crate::spaces::solver::beliefs::{Event, NodeId, Verdict, Words};
use crate::spaces::solver::execute::Possible;
use etiquette_outcome::{Run, StopReason};

/// What a call does after a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// It never fails.
    Safe,
    /// It fails for all arguments.
    Error,
    /// It fails for some arguments (or hidden choices) on the way, and not for others.
    Mixed,
    /// It neither returns nor fails.
    NeverReturns,
    /// Loops could not be followed to the point where that would be known.
    Cut,
    /// A method before construction, or a constructor after it.
    OutOfOrder,
}

/// What a call does at a node, and where it leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tried {
    pub answer: Answer,
    pub next: Option<NodeId>,
}

/// A call with its parameters left open.
pub(crate) struct Ending {
    /// When it fails.
    pub fails: Term,
    /// When it may fail, but loops were not followed far enough to know.
    pub cut: Term,
    /// When it does not fail. Where hidden choices have a say: when it returns.
    pub passes: Term,
    /// The states after it, whatever the outcome.
    pub returns: Option<Possible>,
    /// What stands for its parameters.
    pub arguments: Vec<Symbol>,
    pub next_hidden: usize,
}

/// All nodes and what is known about them.
pub(crate) struct Executions {
    pub words: Words,
    pub letters: Letters,
    tried: FxHashMap<(NodeId, LetterId), Tried>,
    /// Calls that were executed, with the solver or without.
    pub executed: u64,
}

impl Executions {
    pub fn new(component: &Component, interrupt: Interrupt) -> Self {
        let mut words = Words::new(component, MANY_ROUNDS);
        words.set_interrupt(interrupt);
        let letters = Letters::of(words.component());
        Executions { words, letters, tried: FxHashMap::default(), executed: 0 }
    }

    /// What a letter does at a node.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn tried(&mut self, node: NodeId, letter: LetterId, run: &mut Run) -> Result<Tried, StopReason> {
        if let Some(&known) = self.tried.get(&(node, letter)) {
            return Ok(known);
        }
        run.tick()?;
        self.executed += 1;
        let method = self.letters.get(letter).method;
        let tried = match self.concrete(node, letter) {
            _ if !self.words.is_in_order(node, method) => Tried { answer: Answer::OutOfOrder, next: None },
            Some(arguments) => self.run_call(node, method, arguments, run)?,
            None => self.execute(node, letter),
        };
        // The solver gives up when the run is to stop; what it said then is not worth keeping.
        run.look()?;
        self.tried.insert((node, letter), tried);
        Ok(tried)
    }

    /// The word without the parts that lead from a node back to it, as far as it was executed before.
    pub fn without_circles(&self, word: &[LetterId]) -> Vec<LetterId> {
        let mut node = Words::START;
        let mut kept = Vec::new();
        let mut nodes = vec![node];
        let mut place_of = FxHashMap::from_iter([(node, 0)]);
        for &letter in word {
            kept.push(letter);
            let Some(next) = self.tried.get(&(node, letter)).and_then(|tried| tried.next) else { continue };
            node = next;
            if let Some(&place) = place_of.get(&node) {
                kept.truncate(place);
                for left in nodes.drain(place + 1..) {
                    place_of.remove(&left);
                }
            } else {
                place_of.insert(node, nodes.len());
                nodes.push(node);
            }
        }
        kept
    }

    /// The arguments, if there is no choice left in what the call does at the node.
    fn concrete(&self, node: NodeId, letter: LetterId) -> Option<Vec<u64>> {
        let is_determined = self.words.executor.summaries[self.letters.get(letter).method].choices.is_empty();
        self.letters.pinned(letter).filter(|_| is_determined && self.words.state(node).is_some()).cloned()
    }

    fn run_call(
        &mut self,
        node: NodeId,
        method: usize,
        arguments: Vec<u64>,
        run: &mut Run,
    ) -> Result<Tried, StopReason> {
        let letter = self.words.letter_id(Letter { method, arguments });
        if let Verdict::Fails(_) = self.words.verdict(node, letter, run)? {
            return Ok(Tried { answer: Answer::Error, next: None });
        }
        for outcome in 0..self.words.component().methods[method].outcomes.len() {
            if let Some(next) = self.words.next(node, Event { letter, outcome }, run)? {
                return Ok(Tried { answer: Answer::Safe, next: Some(next) });
            }
        }
        Ok(Tried { answer: Answer::NeverReturns, next: None })
    }

    fn execute(&mut self, node: NodeId, letter: LetterId) -> Tried {
        let (possible, first_hidden) = self.words.possible(node);
        let ending = self.call(&possible, first_hidden, letter);
        if self.words.is_satisfiable(ending.cut) {
            return Tried { answer: Answer::Cut, next: None };
        }
        let fails = self.words.is_satisfiable(ending.fails);
        let returns = ending.returns.filter(|possible| self.words.is_satisfiable(possible.condition));
        let answer = match (fails, returns.is_some()) {
            (true, _) if self.words.is_satisfiable(ending.passes) => Answer::Mixed,
            (true, _) => Answer::Error,
            (false, true) => Answer::Safe,
            (false, false) => Answer::NeverReturns,
        };
        let next = returns.filter(|_| !fails).map(|possible| self.words.node_of(possible));
        Tried { answer, next }
    }

    /// Executes a call from a set of states, with any arguments in its guard.
    pub fn call(&mut self, from: &Possible, first_hidden: usize, letter: LetterId) -> Ending {
        let GuardedCall { method, guard } = self.letters.get(letter);
        let (arguments, values, next) = match self.letters.pinned(letter) {
            Some(values) => (Vec::new(), self.words.argument_terms(method, values), first_hidden),
            None => self.open_arguments(method, first_hidden),
        };
        let guard = self.over(method, guard, &values);
        let mut start = from.clone();
        start.condition = self.words.component().terms.and(start.condition, guard);
        let executed = self.words.executor.execute(method, &start, &values, next);
        let mut next_hidden = executed.next_hidden;
        let mut returns = None;
        for possible in executed.returned.into_iter().flatten() {
            returns = Some(self.either(returns, possible));
        }
        let terms = &mut self.words.component().terms;
        if terms.as_constant(executed.cut) != Some(0) {
            let unknown = self.anything_after(method, &start, executed.cut, &mut next_hidden);
            returns = Some(self.either(returns, unknown));
        }
        let terms = &mut self.words.component().terms;
        let fails = terms.any(executed.failed.into_iter().map(|(_, condition)| condition));
        // A choice outside of its type neither fails nor returns, and says nothing.
        let passes = match (self.words.executor.summaries[method].choices.is_empty(), &returns) {
            (true, _) => {
                let terms = &mut self.words.component().terms;
                let right = terms.not(fails);
                terms.and(start.condition, right)
            }
            (false, _) => self.passes_by_choice(method, &start, (next, fails), returns.as_ref()),
        };
        let returns = returns.map(|set| self.with_decided_values(set));
        Ending { fails, cut: executed.cut_before_failure, passes, returns, arguments, next_hidden }
    }

    /// When a call with hidden choices returns, or else, without loops, when it does not fail; `next` is the number of
    /// its first choice.
    fn passes_by_choice(
        &mut self,
        method: usize,
        start: &Possible,
        (next, fails): (usize, Term),
        returns: Option<&Possible>,
    ) -> Term {
        let never = self.words.component().terms.bool(false);
        let returning = returns.map_or(never, |possible| possible.condition);
        let summary = &self.words.executor.summaries[method];
        if !summary.is_loop_free() || self.words.is_satisfiable(returning) {
            return returning;
        }
        let mut passes = start.condition;
        for (index, choice) in self.words.executor.summaries[method].choices.clone().iter().enumerate() {
            let sort = self.words.component().sort(choice.ty);
            let hidden = self.words.executor.hidden(next + index, sort);
            let component = self.words.component();
            let value = component.terms.symbol(hidden);
            if let Some(domain) = component.domain_constraint(choice.ty, value) {
                passes = component.terms.and(passes, domain);
            }
        }
        let terms = &mut self.words.component().terms;
        let right = terms.not(fails);
        terms.and(passes, right)
    }

    /// The set with values that are always the same written as such. What guards decide is not decided by
    /// simplification alone.
    fn with_decided_values(&mut self, mut set: Possible) -> Possible {
        for index in 0..set.values.len() {
            let value = set.values[index];
            let terms = &self.words.component().terms;
            let is_case = terms.reachable(&[value]).iter().any(|&part| matches!(terms.node(part), Node::Ite(..)));
            if !is_case || !self.words.is_satisfiable(set.condition) {
                continue;
            }
            let only = self.words.model_value_of(value);
            let terms = &mut self.words.component().terms;
            let constant = terms.constant(terms.sort(value), only);
            let differs = terms.distinct(value, constant);
            let differs = terms.and(set.condition, differs);
            if !self.words.is_satisfiable(differs) {
                set.values[index] = constant;
            }
        }
        set
    }

    fn either(&mut self, one: Option<Possible>, other: Possible) -> Possible {
        match one {
            Some(one) => self.words.executor.either(&one, &other),
            None => other,
        }
    }

    fn open_arguments(&mut self, method: usize, first_hidden: usize) -> (Vec<Symbol>, Vec<Term>, usize) {
        let parameters = self.words.component().methods[method].parameters.clone();
        let (mut arguments, mut values) = (Vec::new(), Vec::new());
        for (index, binding) in parameters.iter().enumerate() {
            let sort = self.words.component().sort(binding.ty);
            let symbol = self.words.executor.hidden(first_hidden + index, sort);
            arguments.push(symbol);
            values.push(self.words.component().terms.symbol(symbol));
        }
        (arguments, values, first_hidden + parameters.len())
    }

    /// The guard, and that the arguments have values of their types, over other terms for the parameters.
    fn over(&mut self, method: usize, guard: Term, values: &[Term]) -> Term {
        let parameters = self.words.parameters(method);
        let component = self.words.component();
        let domain = component.call_domains(method);
        let guard = component.terms.and(guard, domain);
        let replaced = parameters.into_iter().zip(values.iter().copied());
        replaced.collect::<Substitution>().apply(&mut component.terms, guard)
    }

    /// What is not known about a call whose loops went on for too long: all that it writes has any value.
    fn anything_after(&mut self, method: usize, start: &Possible, cut: Term, next_hidden: &mut usize) -> Possible {
        let blocks = &self.words.executor.summaries[method].blocks;
        let written: Vec<Symbol> = blocks.iter().flat_map(|block| &block.updates).map(|update| update.0).collect();
        let variables = self.words.component().variables.clone();
        let mut values = start.values.clone();
        for (value, variable) in values.iter_mut().zip(&variables) {
            if written.contains(&variable.binding.symbol) {
                let sort = self.words.component().sort(variable.binding.ty);
                let symbol = self.words.executor.hidden(*next_hidden, sort);
                *next_hidden += 1;
                *value = self.words.component().terms.symbol(symbol);
            }
        }
        Possible { condition: cut, values }
    }
}
