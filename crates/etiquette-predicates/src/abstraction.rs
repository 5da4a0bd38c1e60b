//! A component seen through predicates: what each call may do, and what it must be able to do, from each valuation.
//!
//! May transitions over-approximate: whatever the component does is among them. Must transitions under-approximate:
//! what is said to be possible is, from every state of the valuation. All answers are kept.

use std::rc::Rc;
use std::sync::Arc;

use etiquette_component::{Block, BlockEnd, Component, GuardedCall, Location, Summary, initial_condition, summarise};
use etiquette_logic::{Interrupt, Solver, Term};
use rustc_hash::FxHashMap;

use crate::Interrupted;
use crate::block::BlockSteps;
use crate::cubes::conjunction;
use crate::method::CallSteps;
use crate::must::{Choices, Goal, MustQuestion};
use crate::predicate::Predicate;
use crate::statements::statement_by_statement;
use crate::valuation::{Granularity, Precision, Valuation};

/// All that a call may do from a valuation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// For each outcome the valuations that may hold then; none where the outcome can't happen.
    pub next: Vec<Vec<Valuation>>,
    /// The errors that it may raise, by position in the component.
    pub errors: Vec<usize>,
}

impl Step {
    pub(crate) fn new(outcomes: usize) -> Self {
        Step { next: vec![Vec::new(); outcomes], errors: Vec::new() }
    }

    pub(crate) fn add_outcome(&mut self, outcome: usize, target: Valuation) {
        self.next[outcome].push(target);
    }

    pub(crate) fn add_error(&mut self, error: usize) {
        self.errors.push(error);
    }

    pub(crate) fn finish(&mut self) {
        for targets in &mut self.next {
            targets.sort_unstable();
            targets.dedup();
        }
        self.errors.sort_unstable();
        self.errors.dedup();
    }

    /// Whether the call may raise an error.
    pub fn may_fail(&self) -> bool {
        !self.errors.is_empty()
    }
}

/// Choices of which one does what is wanted, from each state.
type Ways = Rc<[Choices]>;

/// A component seen through predicates.
pub struct Abstraction {
    component: Component,
    predicates: Vec<Predicate>,
    precision: Precision,
    summaries: Vec<Summary>,
    /// The methods statement by statement, where they are abstracted so.
    statements: Option<Vec<Summary>>,
    calls: Vec<GuardedCall>,
    /// For each call its blocks, made ready when it is first asked about.
    steps: Vec<Option<CallSteps>>,
    may: FxHashMap<(usize, Valuation), Rc<Step>>,
    must: FxHashMap<(usize, Valuation, Goal), Option<Ways>>,
    solver: Solver,
    interrupt: Option<Interrupt>,
}

impl Abstraction {
    /// The component through the predicates, whose terms are in its pool. There is one call for each method, with any
    /// arguments.
    pub fn new(component: &Component, predicates: Vec<Predicate>, precision: Precision) -> Self {
        let mut component = component.clone();
        let methods = component.methods.len();
        let summaries = (0..methods).map(|method| summarise(&mut component, method)).collect();
        let mut abstraction = Abstraction {
            component,
            predicates,
            precision,
            summaries,
            statements: None,
            calls: Vec::new(),
            steps: Vec::new(),
            may: FxHashMap::default(),
            must: FxHashMap::default(),
            solver: Solver::new(),
            interrupt: None,
        };
        for method in 0..methods {
            abstraction.add_call(GuardedCall::any(method));
        }
        abstraction
    }

    /// The same, with methods abstracted in these steps.
    pub fn with_granularity(mut self, granularity: Granularity) -> Self {
        let methods = 0..self.component.methods.len();
        self.statements = match granularity {
            Granularity::Blocks => None,
            Granularity::Statements => {
                Some(methods.map(|method| statement_by_statement(&mut self.component, method)).collect())
            }
        };
        self.steps.iter_mut().for_each(|steps| *steps = None);
        self.may.clear();
        self.must.clear();
        self
    }

    /// Adds a call to ask about, such as a guarded one, whose guard is in the pool of [`Abstraction::component_mut`];
    /// gives its position.
    pub fn add_call(&mut self, call: GuardedCall) -> usize {
        self.calls.push(call);
        self.steps.push(None);
        self.calls.len() - 1
    }

    /// The calls: first one for each method, then those that were added.
    pub fn calls(&self) -> &[GuardedCall] {
        &self.calls
    }

    /// The component, with the terms of the predicates and all that were made on the way.
    pub fn component(&self) -> &Component {
        &self.component
    }

    /// The component, to build terms for guards and predicates.
    pub fn component_mut(&mut self) -> &mut Component {
        &mut self.component
    }

    /// The summaries of the methods.
    pub fn summaries(&self) -> &[Summary] {
        &self.summaries
    }

    /// The predicates.
    pub fn predicates(&self) -> &[Predicate] {
        &self.predicates
    }

    /// How precise may transitions are.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// In what steps methods are abstracted.
    pub fn granularity(&self) -> Granularity {
        if self.statements.is_some() { Granularity::Statements } else { Granularity::Blocks }
    }

    /// Ends searches of the solvers when the hook says so; questions then have no answer.
    pub fn set_interrupt(&mut self, interrupt: impl Fn() -> bool + Send + Sync + 'static) {
        let interrupt: Interrupt = Arc::new(interrupt);
        let hook = Arc::clone(&interrupt);
        self.solver.set_interrupt(move || hook());
        self.interrupt = Some(interrupt);
    }

    /// The terms of the predicates, in order.
    pub fn predicate_terms(&self) -> Vec<Term> {
        self.predicates.iter().map(|predicate| predicate.term).collect()
    }

    /// The states that the valuation abstracts, `γ`, as a condition.
    pub fn concretisation(&mut self, valuation: &Valuation) -> Term {
        let predicates = self.predicate_terms();
        conjunction(&mut self.component.terms, &predicates, valuation)
    }

    /// The valuations of the initial states. In the boolean version, each has an initial state.
    ///
    /// # Errors
    /// If interrupted.
    pub fn initial(&mut self) -> Result<Vec<Valuation>, Interrupted> {
        let predicates = self.predicate_terms();
        let condition = initial_condition(&mut self.component);
        let (from, to) = (Location::ENTRY, BlockEnd::Returned(0));
        let start = Block { from, to, condition, updates: Vec::new() };
        let always = self.component.terms.bool(true);
        let terms = &mut self.component.terms;
        let mut steps = BlockSteps::new(terms, &start, always, predicates.clone(), &predicates);
        if let Some(interrupt) = self.interrupt.clone() {
            steps.set_interrupt(interrupt);
        }
        steps.successors(terms, &Valuation::unknown(predicates.len()), self.precision)
    }

    /// All that a call, by position, may do from the states of a valuation.
    ///
    /// # Errors
    /// If interrupted.
    pub fn may(&mut self, call: usize, from: &Valuation) -> Result<Rc<Step>, Interrupted> {
        let key = (call, from.clone());
        if let Some(known) = self.may.get(&key) {
            return Ok(Rc::clone(known));
        }
        self.make_ready(call);
        let steps = self.steps[call].as_mut().expect("made ready");
        let step = Rc::new(steps.may(&mut self.component.terms, from, self.precision)?);
        self.may.insert(key, Rc::clone(&step));
        Ok(step)
    }

    /// What holds at the loop heads inside a call from the states of a valuation, as far as is known: conditions over
    /// the state, parameters and locals. Where methods are abstracted statement by statement, these are all locations.
    ///
    /// # Errors
    /// If interrupted.
    pub fn inside(&mut self, call: usize, from: &Valuation) -> Result<Vec<(Location, Term)>, Interrupted> {
        self.make_ready(call);
        let steps = self.steps[call].as_mut().expect("made ready");
        steps.inside(&mut self.component.terms, from, self.precision)
    }

    fn make_ready(&mut self, call: usize) {
        if self.steps[call].is_some() {
            return;
        }
        let predicates = self.predicate_terms();
        let GuardedCall { method, .. } = self.calls[call];
        let summaries = self.statements.as_ref().unwrap_or(&self.summaries);
        let mut steps = CallSteps::new(&mut self.component, &summaries[method], self.calls[call], &predicates);
        for block in steps.blocks_mut() {
            if let Some(interrupt) = self.interrupt.clone() {
                block.set_interrupt(interrupt);
            }
        }
        self.steps[call] = Some(steps);
    }

    /// Whether the call can fail from every state of the valuation, with every argument that its guard allows.
    ///
    /// # Errors
    /// If interrupted.
    pub fn must_fail(&mut self, call: usize, from: &Valuation) -> Result<bool, Interrupted> {
        Ok(self.must(call, from, Goal::Failure)?.is_some())
    }

    /// If the call can fail from every state of the valuation, with every argument: values of the hidden choices, in
    /// the order of the method's summary, of which one makes it fail from each of them.
    ///
    /// # Errors
    /// If interrupted.
    pub fn failing_choices(&mut self, call: usize, from: &Valuation) -> Result<Option<Rc<[Choices]>>, Interrupted> {
        self.must(call, from, Goal::Failure)
    }

    /// Whether the call can return with the outcome into a state of the other valuation, from every state and with
    /// every argument.
    ///
    /// # Errors
    /// If interrupted.
    pub fn must_step(
        &mut self,
        call: usize,
        from: &Valuation,
        outcome: usize,
        to: &Valuation,
    ) -> Result<bool, Interrupted> {
        Ok(self.must(call, from, Goal::Outcome(outcome, to.clone()))?.is_some())
    }

    /// Whether the call can return with the outcome from every state of the valuation and with every argument.
    ///
    /// # Errors
    /// If interrupted.
    pub fn must_return(&mut self, call: usize, from: &Valuation, outcome: usize) -> Result<bool, Interrupted> {
        let anywhere = Valuation::unknown(self.predicates.len());
        Ok(self.must(call, from, Goal::Outcome(outcome, anywhere))?.is_some())
    }

    fn must(&mut self, call: usize, from: &Valuation, goal: Goal) -> Result<Option<Ways>, Interrupted> {
        let key = (call, from.clone(), goal);
        if let Some(known) = self.must.get(&key) {
            return Ok(known.clone());
        }
        let predicates = self.predicate_terms();
        let GuardedCall { method, .. } = self.calls[call];
        let mut question = MustQuestion {
            component: &mut self.component,
            summary: &self.summaries[method],
            call: self.calls[call],
            predicates: &predicates,
        };
        let answer: Option<Ways> = question.answer(from, &key.2, &mut self.solver)?.map(Into::into);
        self.must.insert(key, answer.clone());
        Ok(answer)
    }

    /// The questions that were put to solvers so far.
    pub fn solver_checks(&self) -> u64 {
        let blocks = self.steps.iter().flatten().flat_map(CallSteps::blocks);
        self.solver.statistics().checks + blocks.map(BlockSteps::checks).sum::<u64>()
    }
}
