//! Words and what is known after them: the membership queries of the certified engine.
//!
//! A node is a belief: what the component can be in after some word. Where that is a single state, calls are run on the
//! concrete interpreter; where hidden choices leave more open, symbolically. Beliefs that are the same (up to the names
//! of hidden choices) are one node, so words that lead to the same state share all that is known.

use std::sync::Arc as Shared;

use etiquette_component::{Component, Exit, Interpreter, Letter, initial_condition};
use etiquette_logic::{Answer, Interrupt, Node as TermNode, Solver, Sort, Substitution, Symbol, Term};
use rustc_hash::FxHashMap;

use crate::spaces::explicit::results::for_each_result;
use crate::spaces::solver::execute::{Executor, Possible};
use etiquette_outcome::{Run, StopReason};

mod canonical;
mod idle;
mod replay;

pub(crate) use crate::spaces::space::Verdict;
pub(crate) use canonical::relevant_condition;
pub(crate) use etiquette_learning::dont_cares::{ClassEvent as Event, LetterId, NodeId};
pub(crate) use replay::Replayed;

/// What the component can be in.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Belief {
    State(Vec<u64>),
    Many(Possible),
}

/// What a letter does at a node.
#[derive(Clone, Debug)]
struct Tried {
    verdict: Verdict,
    next: Vec<Option<NodeId>>,
}

struct Node {
    belief: Belief,
    tried: FxHashMap<LetterId, Tried>,
}

/// All beliefs met so far, and all letters.
pub(crate) struct Words {
    pub executor: Executor,
    interpreter: Interpreter,
    solver: Solver,
    letters: Vec<Letter>,
    letter_ids: FxHashMap<Letter, LetterId>,
    nodes: Vec<Node>,
    node_of: FxHashMap<Belief, NodeId>,
    /// For each method: whether it makes hidden choices.
    makes_choices: Vec<bool>,
    /// Whether words go on after calls that may fail, but returned.
    goes_on: bool,
    /// For each method: whether a legal call of it changes nothing and tells nothing, once that was asked.
    is_idle: Vec<Option<bool>>,
    /// Queries that were answered by running the interpreter, and by asking the solver.
    pub runs: u64,
    pub solver_calls: u64,
}

impl Words {
    /// The node before the first event.
    pub const START: NodeId = 0;

    /// No words yet. Loops are followed for so many rounds.
    pub fn new(component: &Component, loop_rounds: usize) -> Self {
        let executor = Executor::new(component, loop_rounds);
        let makes_choices = executor.summaries.iter().map(|summary| !summary.choices.is_empty()).collect();
        let mut words = Words {
            interpreter: Interpreter::new(component),
            executor,
            solver: Solver::new(),
            letters: Vec::new(),
            letter_ids: FxHashMap::default(),
            nodes: Vec::new(),
            node_of: FxHashMap::default(),
            makes_choices,
            goes_on: false,
            is_idle: vec![None; component.methods.len()],
            runs: 0,
            solver_calls: 0,
        };
        let initial = words.initial_belief();
        // Before construction is a node of its own, even if a constructed object has the same variables.
        words.nodes.push(Node { belief: initial.clone(), tried: FxHashMap::default() });
        if !component.has_constructors() {
            words.node_of.insert(initial, Self::START);
        }
        words
    }

    /// The same, with words that go on after calls that may fail, but returned.
    pub fn going_on(self) -> Self {
        Words { goes_on: true, ..self }
    }

    /// The component with all terms that were made on the way.
    pub fn component(&mut self) -> &mut Component {
        &mut self.executor.component
    }

    /// The letter of this number.
    pub fn letter(&self, id: LetterId) -> &Letter {
        &self.letters[id as usize]
    }

    /// The number of a letter.
    pub fn letter_id(&mut self, letter: Letter) -> LetterId {
        let next = self.letters.len() as LetterId;
        let id = *self.letter_ids.entry(letter.clone()).or_insert(next);
        if id == next {
            self.letters.push(letter);
        }
        id
    }

    fn initial_belief(&mut self) -> Belief {
        let condition = initial_condition(&mut self.executor.component);
        let mut replacements: Vec<(Symbol, Term)> = Vec::new();
        let mut values = Vec::new();
        for (number, variable) in self.executor.component.variables.clone().into_iter().enumerate() {
            let sort = self.executor.component.sort(variable.binding.ty);
            let value = match variable.initial {
                Some(value) => self.executor.component.terms.constant(sort, value),
                None => {
                    let hidden = self.executor.hidden(number, sort);
                    self.executor.component.terms.symbol(hidden)
                }
            };
            replacements.push((variable.binding.symbol, value));
            values.push(value);
        }
        let condition = Substitution::from_iter(replacements).apply(&mut self.executor.component.terms, condition);
        self.belief(Possible { condition, values })
    }

    /// The states of the node as a set over hidden symbols, and the first number that none of them has.
    pub fn possible(&mut self, node: NodeId) -> (Possible, usize) {
        match &self.nodes[node as usize].belief {
            Belief::Many(possible) => {
                let possible = possible.clone();
                let hidden = self.hidden_symbols(&possible).len();
                // Canonical numbers, so that there are as many as the highest number says.
                (possible, hidden)
            }
            Belief::State(state) => {
                let state = state.clone();
                let component = &mut self.executor.component;
                let sorts: Vec<Sort> =
                    component.variables.iter().map(|variable| component.sort(variable.binding.ty)).collect();
                let terms = &mut component.terms;
                let values = sorts.into_iter().zip(state).map(|(sort, value)| terms.constant(sort, value)).collect();
                (Possible { condition: terms.bool(true), values }, 0)
            }
        }
    }

    /// The one state that the component is in at the node, if there is only one.
    pub fn state(&self, node: NodeId) -> Option<&[u64]> {
        match &self.nodes[node as usize].belief {
            Belief::State(state) => Some(state),
            Belief::Many(_) => None,
        }
    }

    /// Some states that the component can be in at the node.
    pub fn some_states(&mut self, node: NodeId) -> Vec<Vec<u64>> {
        if let Some(state) = self.state(node) {
            return vec![state.to_vec()];
        }
        let (possible, _) = self.possible(node);
        let satisfied = self.is_satisfiable(possible.condition);
        let terms = &self.executor.component.terms;
        match satisfied {
            true => vec![possible.values.iter().map(|&value| self.solver.value(terms, value)).collect()],
            false => Vec::new(),
        }
    }

    /// Whether the letter is legal at the node.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn verdict(&mut self, node: NodeId, letter: LetterId, run: &mut Run) -> Result<Verdict, StopReason> {
        Ok(self.tried(node, letter, run)?.verdict)
    }

    /// The letter for people.
    pub fn written_call(&self, letter: LetterId) -> String {
        let Letter { method, arguments } = self.letter(letter);
        self.executor.component.written_call(*method, arguments)
    }

    /// The event for people.
    pub fn written_event(&self, Event { letter, outcome }: Event) -> String {
        let letter = self.letter(letter).clone();
        self.executor.component.written_event(&etiquette_component::Event { letter, outcome })
    }

    /// Where an event leads; `None`: its letter is not legal, unless words go on all the same, or the outcome can't happen.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn next(&mut self, node: NodeId, event: Event, run: &mut Run) -> Result<Option<NodeId>, StopReason> {
        Ok(self.tried(node, event.letter, run)?.next[event.outcome])
    }

    fn tried(&mut self, node: NodeId, letter: LetterId, run: &mut Run) -> Result<&Tried, StopReason> {
        if !self.nodes[node as usize].tried.contains_key(&letter) {
            run.tick()?;
            let tried = self.try_letter(node, letter, run)?;
            self.nodes[node as usize].tried.insert(letter, tried);
        }
        Ok(&self.nodes[node as usize].tried[&letter])
    }

    /// Whether the rules of construction allow the method at the node at all.
    pub fn is_in_order(&self, node: NodeId, method: usize) -> bool {
        self.executor.component.may_call(method, node == Self::START)
    }

    fn try_letter(&mut self, node: NodeId, letter: LetterId, run: &mut Run) -> Result<Tried, StopReason> {
        let letter = self.letter(letter).clone();
        let method = letter.method;
        let outcomes = self.executor.component.methods[method].outcomes.len();
        if !self.is_in_order(node, method) {
            return Ok(Tried { verdict: Verdict::OutOfOrder, next: vec![None; outcomes] });
        }
        match &self.nodes[node as usize].belief {
            Belief::State(state) if !self.makes_choices[method] => {
                let state = state.clone();
                self.run_letter(&state, &letter, run)
            }
            _ => {
                run.look()?;
                Ok(self.execute_letter(node, method, &letter.arguments))
            }
        }
    }

    /// Runs a call that makes no hidden choice from a single state.
    fn run_letter(&mut self, state: &[u64], letter: &Letter, run: &mut Run) -> Result<Tried, StopReason> {
        self.runs += 1;
        let outcomes = self.executor.component.methods[letter.method].outcomes.len();
        let mut tried = Tried { verdict: Verdict::Legal, next: vec![None; outcomes] };
        let mut returned = None;
        let visit = |exit: Exit, after: &[u64]| match exit {
            Exit::Returned(outcome) => returned = Some((outcome, after.to_vec())),
            Exit::Failed(error) => tried.verdict = Verdict::Fails(error),
            Exit::NeverReturns => {}
        };
        for_each_result(&mut self.interpreter, state, letter, run, visit)?;
        if let Some((outcome, after)) = returned {
            tried.next[outcome] = Some(self.node(Belief::State(after)));
        }
        Ok(tried)
    }

    /// Executes a call symbolically, with every hidden choice.
    fn execute_letter(&mut self, node: NodeId, method: usize, arguments: &[u64]) -> Tried {
        let (possible, first_hidden) = self.possible(node);
        let arguments = self.argument_terms(method, arguments);
        let executed = self.executor.execute(method, &possible, &arguments, first_hidden);
        let mut verdict = Verdict::Legal;
        for (error, condition) in executed.failed {
            if self.is_satisfiable(condition) {
                verdict = Verdict::Fails(error);
                break;
            }
        }
        if verdict != Verdict::Legal && !self.goes_on {
            return Tried { verdict, next: vec![None; executed.returned.len()] };
        }
        if verdict == Verdict::Legal && self.is_idle(method) {
            return Tried { verdict, next: vec![Some(node)] };
        }
        let next = executed.returned.into_iter().map(|possible| {
            let possible = possible.filter(|possible| self.is_satisfiable(possible.condition))?;
            let belief = self.belief(possible);
            Some(self.node(belief))
        });
        Tried { verdict, next: next.collect() }
    }

    /// Whether the letter, which may fail at the node, may return there as well.
    pub fn may_return(&mut self, node: NodeId, letter: LetterId) -> bool {
        let Letter { method, arguments } = self.letter(letter).clone();
        let (possible, first_hidden) = self.possible(node);
        let arguments = self.argument_terms(method, &arguments);
        let executed = self.executor.execute(method, &possible, &arguments, first_hidden);
        executed.returned.into_iter().flatten().any(|possible| self.is_satisfiable(possible.condition))
    }

    /// Argument values as terms.
    pub fn argument_terms(&mut self, method: usize, arguments: &[u64]) -> Vec<Term> {
        let component = &mut self.executor.component;
        let types: Vec<Sort> =
            component.methods[method].parameters.iter().map(|binding| component.sort(binding.ty)).collect();
        types.into_iter().zip(arguments).map(|(sort, &value)| component.terms.constant(sort, value)).collect()
    }

    /// The method's parameters.
    pub fn parameters(&self, method: usize) -> Vec<Symbol> {
        self.executor.component.parameter_symbols(method)
    }

    /// Whether there is a model; of the last one, values can be asked.
    pub fn is_satisfiable(&mut self, condition: Term) -> bool {
        self.answer(condition) == Answer::Sat
    }

    fn answer(&mut self, condition: Term) -> Answer {
        match self.executor.component.terms.node(condition) {
            TermNode::Bool(false) => Answer::Unsat,
            _ => {
                self.solver_calls += 1;
                self.solver.check(&self.executor.component.terms, &[condition])
            }
        }
    }

    /// The value of a symbol in the model of the last satisfiable condition.
    pub fn model_value(&self, symbol: Symbol) -> u64 {
        self.solver.symbol_value(symbol)
    }

    /// The value of a term in the model of the last satisfiable condition.
    pub fn model_value_of(&self, term: Term) -> u64 {
        self.solver.value(&self.executor.component.terms, term)
    }

    /// Ends a search of the solver early when the flag says so.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.executor.set_interrupt(Shared::clone(&interrupt));
        self.solver.set_interrupt(move || interrupt());
    }

    /// The node of a set of states that is not empty.
    pub fn node_of(&mut self, possible: Possible) -> NodeId {
        let belief = self.belief(possible);
        self.node(belief)
    }
}
