//! Symbolic execution of one call on method summaries.
//!
//! A [`Possible`] is a set of component states: values over hidden symbols, and a condition on those symbols. Executing
//! a call on it gives, for each way to end, such a set again. Loops are followed round by round, as long as that can be
//! told to be necessary and for a bounded number of rounds; a result says whether it is all there is. Nothing here is
//! trusted by a proof.

use std::sync::Arc as Shared;

use crate::spaces::budgets::solver_execute::{MANY_ROUNDS, MAX_TERMS, ROUND_CONFLICTS};
use etiquette_component::{BlockEnd, Component, Location, Summary, summarise};
use etiquette_logic::{Answer, Interrupt, Node, Solver, Sort, Substitution, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// A set of component states: all values that the terms take where the condition holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Possible {
    pub condition: Term,
    /// One value for each variable of the component.
    pub values: Vec<Term>,
}

/// What a call can do.
pub(crate) struct Executed {
    /// The errors that it can raise, each with the condition.
    pub failed: Vec<(usize, Term)>,
    /// The states after each outcome; the condition may be unsatisfiable.
    pub returned: Vec<Option<Possible>>,
    /// The condition under which loops went on for longer than they were followed, so that something is left out.
    pub cut: Term,
    /// The same where something is left out that may fail.
    pub cut_before_failure: Term,
    /// The first number that no hidden choice has yet.
    pub next_hidden: usize,
}

/// A component made ready for symbolic execution.
pub(crate) struct Executor {
    pub component: Component,
    pub summaries: Vec<Summary>,
    /// Symbols for hidden choices, by number and sort.
    hidden: FxHashMap<(usize, Sort), Symbol>,
    solver: Solver,
    interrupt: Interrupt,
    /// For each method the loop heads from which it may fail.
    failing_heads: Vec<FxHashSet<Location>>,
    /// How many rounds loops are followed.
    rounds: usize,
    /// Whether a loop ever went on for longer than that.
    pub was_cut: bool,
    /// Whether that was too short to understand something that was seen.
    pub is_too_short: bool,
}

/// A point of the execution: the condition to get there, and the values of what was changed.
struct Front {
    at: Location,
    condition: Term,
    values: FxHashMap<Symbol, Term>,
}

impl Executor {
    pub fn new(component: &Component, rounds: usize) -> Self {
        let mut component = component.clone();
        let summaries: Vec<Summary> =
            (0..component.methods.len()).map(|method| summarise(&mut component, method)).collect();
        let failing_heads = summaries.iter().map(failing_heads).collect();
        let mut solver = Solver::new();
        solver.set_conflict_limit(Some(ROUND_CONFLICTS));
        Executor {
            component,
            summaries,
            hidden: FxHashMap::default(),
            solver,
            interrupt: Shared::new(|| false),
            failing_heads,
            rounds,
            was_cut: false,
            is_too_short: false,
        }
    }

    /// When to give up on a call: then it is taken to go on for longer than it was followed.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = Shared::clone(&interrupt);
        self.solver.set_interrupt(move || interrupt());
    }

    /// Whether loops could be followed for more rounds than they are.
    pub fn may_follow_further(&self) -> bool {
        self.rounds < MANY_ROUNDS
    }

    /// The symbol for the hidden choice of this number.
    pub fn hidden(&mut self, number: usize, sort: Sort) -> Symbol {
        let terms = &mut self.component.terms;
        *self.hidden.entry((number, sort)).or_insert_with(|| terms.new_symbol(format!("hidden!{number}"), sort))
    }

    /// The set of all states.
    pub fn any_state(&mut self) -> Possible {
        let condition = self.component.terms.bool(true);
        let symbols = self.component.state_symbols();
        let values = symbols.into_iter().map(|symbol| self.component.terms.symbol(symbol)).collect();
        Possible { condition, values }
    }

    /// Executes a call. Hidden choices get numbers from `first_hidden` on.
    pub fn execute(&mut self, method: usize, start: &Possible, arguments: &[Term], first_hidden: usize) -> Executed {
        let outcomes = self.component.methods[method].outcomes.len();
        let cut = self.component.terms.bool(false);
        let mut executed = Executed {
            failed: Vec::new(),
            returned: vec![None; outcomes],
            cut,
            cut_before_failure: cut,
            next_hidden: first_hidden,
        };
        let mut fronts = vec![self.entry(method, start, arguments)];
        let room = self.component.terms.len() + MAX_TERMS;
        for _ in 0..self.rounds {
            if self.component.terms.len() > room || (self.interrupt)() {
                break;
            }
            let mut arriving: Vec<Front> = Vec::new();
            for front in fronts {
                self.follow(method, &front, &mut executed, &mut arriving);
            }
            arriving.retain(|front| self.may_hold(front.condition));
            fronts = arriving;
            if fronts.is_empty() {
                return executed;
            }
        }
        self.was_cut = true;
        let may_fail = |front: &&Front| self.failing_heads[method].contains(&front.at);
        let terms = &mut self.component.terms;
        executed.cut_before_failure = terms.any(fronts.iter().filter(may_fail).map(|front| front.condition));
        executed.cut = terms.any(fronts.into_iter().map(|front| front.condition));
        executed
    }

    fn entry(&mut self, method: usize, start: &Possible, arguments: &[Term]) -> Front {
        let component = &mut self.component;
        let mut values = FxHashMap::default();
        for (variable, value) in component.variables.iter().zip(&start.values) {
            values.insert(variable.binding.symbol, *value);
        }
        for (binding, argument) in component.methods[method].parameters.iter().zip(arguments) {
            values.insert(binding.symbol, *argument);
        }
        for binding in component.methods[method].locals.clone() {
            let sort = component.sort(binding.ty);
            values.insert(binding.symbol, component.terms.constant(sort, 0));
        }
        Front { at: Location::ENTRY, condition: start.condition, values }
    }

    /// Takes all blocks that start at the front.
    fn follow(&mut self, method: usize, front: &Front, executed: &mut Executed, arriving: &mut Vec<Front>) {
        let mut values = front.values.clone();
        for (symbol, sort) in self.choices(method) {
            let hidden = self.hidden(executed.next_hidden, sort);
            executed.next_hidden += 1;
            values.insert(symbol, self.component.terms.symbol(hidden));
        }
        let mut substitution = Substitution::new(values);
        for index in 0..self.summaries[method].blocks.len() {
            let block = &self.summaries[method].blocks[index];
            if block.from != front.at {
                continue;
            }
            let terms = &mut self.component.terms;
            let taken = substitution.apply(terms, block.condition);
            let condition = terms.and(front.condition, taken);
            if terms.node(condition) == Node::Bool(false) {
                continue;
            }
            let mut after = front.values.clone();
            for &(symbol, value) in &block.updates {
                after.insert(symbol, substitution.apply(terms, value));
            }
            let to = block.to;
            self.arrive(to, Front { at: Location::ENTRY, condition, values: after }, executed, arriving);
        }
    }

    fn choices(&self, method: usize) -> Vec<(Symbol, Sort)> {
        let choices = self.summaries[method].choices.iter();
        choices.map(|choice| (choice.symbol, self.component.sort(choice.ty))).collect()
    }

    fn arrive(&mut self, to: BlockEnd, front: Front, executed: &mut Executed, arriving: &mut Vec<Front>) {
        match to {
            BlockEnd::Failed(error) => {
                let known = executed.failed.iter_mut().find(|(known, _)| *known == error);
                match known {
                    Some((_, condition)) => *condition = self.component.terms.or(*condition, front.condition),
                    None => executed.failed.push((error, front.condition)),
                }
            }
            BlockEnd::Returned(outcome) => {
                let values = self.component.variables.iter().map(|variable| front.values[&variable.binding.symbol]);
                let possible = Possible { condition: front.condition, values: values.collect() };
                let earlier = executed.returned[outcome].take();
                executed.returned[outcome] = Some(match earlier {
                    Some(earlier) => self.either(&earlier, &possible),
                    None => possible,
                });
            }
            BlockEnd::At(location) => {
                let front = Front { at: location, ..front };
                match arriving.iter().position(|other| other.at == location) {
                    Some(place) => self.merge(&mut arriving[place], &front),
                    None => arriving.push(front),
                }
            }
        }
    }

    /// Both sets. Exactly one of the conditions holds in a run.
    pub fn either(&mut self, one: &Possible, other: &Possible) -> Possible {
        let terms = &mut self.component.terms;
        let pairs = one.values.iter().zip(&other.values);
        let values = pairs.map(|(a, b)| terms.ite(other.condition, *b, *a)).collect();
        Possible { condition: terms.or(one.condition, other.condition), values }
    }

    fn merge(&mut self, into: &mut Front, front: &Front) {
        let terms = &mut self.component.terms;
        for (symbol, value) in &front.values {
            let old = into.values[symbol];
            into.values.insert(*symbol, terms.ite(front.condition, *value, old));
        }
        into.condition = terms.or(into.condition, front.condition);
    }

    /// Whether the condition can hold, as far as the solver finds out in a short time.
    fn may_hold(&mut self, condition: Term) -> bool {
        match self.component.terms.node(condition) {
            Node::Bool(value) => value,
            _ => self.solver.check(&self.component.terms, &[condition]) != Answer::Unsat,
        }
    }
}

/// The loop heads from which a block leads to an error, directly or through others.
fn failing_heads(summary: &Summary) -> FxHashSet<Location> {
    let mut found = FxHashSet::default();
    loop {
        let leads = |to: BlockEnd| match to {
            BlockEnd::Failed(_) => true,
            BlockEnd::At(location) => found.contains(&location),
            BlockEnd::Returned(_) => false,
        };
        let more: Vec<Location> =
            summary.blocks.iter().filter(|block| leads(block.to)).map(|block| block.from).collect();
        let before = found.len();
        found.extend(more);
        if found.len() == before {
            return found;
        }
    }
}
