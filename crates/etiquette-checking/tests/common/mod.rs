//! What the tests share: asking all checkers, and checking what they answer.

#![allow(dead_code)]

use etiquette_automata::{CallId, Interface};
use etiquette_checking::{Limits, Product, Question, Story, System, Unknown, Verdict, Wrong, check_invariant, replay};
use etiquette_component::{Component, Exit, GuardedCall, Interpreter, Summary, initial_condition, summarise};
use etiquette_logic::{Answer, Solver, Symbol, Term, TermPool, evaluate};

/// A system with its pool and its bad states.
pub struct Case {
    pub pool: TermPool,
    pub system: System,
    pub bad: Term,
    pub known: Vec<Term>,
}

/// A checker.
pub type Checker = fn(Question<'_>) -> Verdict;

impl Case {
    /// Asks a checker, and checks traces and invariants.
    pub fn ask(&mut self, checker: Checker, limits: Limits) -> Verdict {
        let Case { pool, system, bad, known } = self;
        let verdict = checker(Question { pool, system, bad: *bad, known, limits });
        match &verdict {
            Verdict::Holds { invariant } => {
                check_invariant(&mut self.pool, &self.system, self.bad, invariant).expect("an invariant");
            }
            Verdict::Reached(trace) => {
                assert!(replay(&self.pool, &self.system, trace), "not a run: {trace:?}");
                let last = trace.states.last().expect("a run has a state");
                let position = |symbol: Symbol| self.system.variables.iter().position(|&variable| variable == symbol);
                let value = |symbol: Symbol| position(symbol).map_or(0, |position| last[position]);
                assert_eq!(evaluate(&self.pool, self.bad, value), 1, "the run does not end in a bad state: {trace:?}");
            }
            Verdict::HoldsByDepth(_) | Verdict::Unknown(_) => {}
        }
        verdict
    }
}

/// The number of steps to a bad state; `None` if there are none.
pub fn distance(verdict: &Verdict) -> Result<Option<usize>, Unknown> {
    match verdict {
        Verdict::Holds { .. } | Verdict::HoldsByDepth(_) => Ok(None),
        Verdict::Reached(trace) => Ok(Some(trace.steps.len())),
        Verdict::Unknown(unknown) => Err(*unknown),
    }
}

/// Pseudo-random numbers, the same in every run.
pub struct Dice(pub u64);

impl Dice {
    /// A number below the bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}

/// A component and its product with an interface.
pub struct Subject {
    pub component: Component,
    pub methods: Vec<usize>,
    pub product: Product,
}

impl Subject {
    /// One call without a guard for each method.
    pub fn new(component: Component, interface: Interface) -> Self {
        let mut component = component;
        let methods = 0..component.methods.len();
        let guard = component.terms.bool(true);
        let calls: Vec<GuardedCall> = methods.map(|method| GuardedCall { method, guard }).collect();
        Self::with(component, &interface, &calls, &[])
    }

    /// Any calls.
    pub fn with(
        mut component: Component,
        interface: &Interface,
        calls: &[GuardedCall],
        instances: &[Vec<Vec<Term>>],
    ) -> Self {
        let summaries: Vec<Summary> =
            (0..component.methods.len()).map(|method| summarise(&mut component, method)).collect();
        let product = Product::with_open(&mut component, &summaries, interface, calls, instances, &[]);
        let methods = calls.iter().map(|call| call.method).collect();
        Subject { component, methods, product }
    }

    /// Asks a checker whether component and interface agree.
    pub fn ask(&mut self, checker: Checker, limits: Limits) -> Verdict {
        let (system, known) = (self.product.system.clone(), self.product.known.clone());
        let pool = std::mem::take(&mut self.component.terms);
        let mut case = Case { pool, system, bad: self.product.bad, known };
        let verdict = case.ask(checker, limits);
        self.component.terms = case.pool;
        verdict
    }

    /// Whether a method can make a hidden choice.
    pub fn has_choices(&mut self) -> bool {
        (0..self.component.methods.len()).any(|method| !summarise(&mut self.component, method).choices.is_empty())
    }

    /// Checks on the concrete interpreter that the calls can return as told, and then go wrong as told.
    pub fn check_story(&mut self, story: &Story) {
        let mut interpreter = Interpreter::new(&self.component);
        let mut belief = self.initial_states();
        for happened in &story.word {
            let results = self.results(&mut interpreter, &belief, happened.call, &happened.arguments);
            let as_told = results.into_iter().filter(|(exit, _)| *exit == Exit::Returned(happened.outcome));
            belief = as_told.map(|(_, state)| state).collect();
            assert!(!belief.is_empty(), "{happened:?} can't happen in {story:?}");
        }
        let (call, arguments, exit) = match story.wrong.as_ref().expect("something went wrong") {
            Wrong::Failed { call, arguments, error } => (call, arguments, Exit::Failed(*error)),
            Wrong::Returned { call, arguments, outcome } | Wrong::Missing { call, arguments, outcome } => {
                (call, arguments, Exit::Returned(*outcome))
            }
        };
        let results = self.results(&mut interpreter, &belief, *call, arguments);
        assert!(results.iter().any(|(found, _)| *found == exit), "the end can't happen: {story:?}");
    }

    fn results(
        &self,
        interpreter: &mut Interpreter,
        belief: &[Vec<u64>],
        call: CallId,
        arguments: &[u64],
    ) -> Vec<(Exit, Vec<u64>)> {
        let mut results = Vec::new();
        for state in belief {
            let visit = &mut |exit: Exit, state: &[u64]| results.push((exit, state.to_vec()));
            let method = self.methods[call.index()];
            interpreter.for_each_result(state, method, arguments, &mut || false, visit).expect("no interrupt");
        }
        results.sort();
        results.dedup();
        results
    }

    /// The initial states, found with the solver.
    fn initial_states(&mut self) -> Vec<Vec<u64>> {
        let condition = initial_condition(&mut self.component);
        let symbols: Vec<Symbol> = self.component.variables.iter().map(|variable| variable.binding.symbol).collect();
        let pool = &mut self.component.terms;
        let mut solver = Solver::new();
        solver.assert(pool, condition);
        let mut states = Vec::new();
        while solver.check(pool, &[]) == Answer::Sat && states.len() < 5000 {
            let state: Vec<u64> = symbols.iter().map(|&symbol| solver.symbol_value(symbol)).collect();
            let mut differs = |(&symbol, &value): (&Symbol, &u64)| {
                let (variable, value) = (pool.symbol(symbol), pool.constant(pool.symbol_sort(symbol), value));
                pool.distinct(variable, value)
            };
            let differences: Vec<Term> = symbols.iter().zip(&state).map(&mut differs).collect();
            let other = pool.any(differences);
            solver.assert(pool, other);
            states.push(state);
        }
        states
    }
}
