//! A component and an interface side by side, as a system whose bad states are those in which the two disagree.
//!
//! Every call is made in every state of the interface, allowed or not. An allowed call that fails, a forbidden call
//! that returns, and an outcome for which the interface has no next state set `status`; bad is `status != 0`. A call
//! without loops is a single step, a call with loops a step from each loop head to the next. See `encode.rs` for the
//! variables.

mod encode;
mod label;
mod registers;
mod story;

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_component::{BlockEnd, Component, GuardedCall, Location, Summary};
use etiquette_logic::{Symbol, Term};

use crate::system::System;

pub use registers::Registers;
pub use story::{Happened, Story, Wrong};

/// The product of a component with an interface.
pub struct Product {
    /// The system.
    pub system: System,
    /// Whether component and interface disagree.
    pub bad: Term,
    /// What holds in every reachable state by construction: enum variables have values of their type, and parameters
    /// and locals of a method are zero while it does not run. Given to the checkers, it saves them from finding it out.
    pub known: Vec<Term>,
    /// The variable that holds the state of the interface, by its number.
    pub state: Symbol,
    /// The variable that is 0 as long as component and interface agree.
    pub status: Symbol,
    /// The variable that is 0 between calls, and tells the call and the loop head within one. `None` if no method has a
    /// loop.
    pub location: Option<Symbol>,
    /// The variable that tells whether the constructor has returned. `None` if there is no constructor, or if
    /// the state tells, since nothing leads back to the initial one.
    pub constructed: Option<Symbol>,
    /// The loop heads of calls; the value of `location` is the position plus one.
    stops: Vec<(CallId, Location)>,
    /// Parameters and locals that are variables of the system, for each call whose method has loops.
    kept: Vec<Vec<Symbol>>,
    /// What each step of the system is.
    meanings: Vec<Meaning>,
    /// The interface, for reading traces.
    interface: Interface,
}

/// What a step of the system is: a part of a call.
struct Meaning {
    call: CallId,
    /// Whether the call begins with the step. Then the step's first inputs are the arguments, so many.
    arguments: Option<usize>,
    end: BlockEnd,
    /// The number that the call returns with the step, over variables and inputs, where somebody looks at it.
    result: Option<Term>,
}

impl Product {
    /// The product of a component with an interface. `calls` has one entry for each call of the interface's alphabet,
    /// `summaries` one for each method. Outcomes are told apart by position. A forbidden call that returns is wrongly
    /// forbidden.
    pub fn new(
        component: &mut Component,
        summaries: &[Summary],
        interface: &Interface,
        calls: &[GuardedCall],
    ) -> Product {
        Product::with_open(component, summaries, interface, calls, &[], &[])
    }

    /// Like [`Product::new`], but a forbidden call may return if it is in `open`, or if one of the instances makes it
    /// fail. These are, for each method, ways to make its hidden choices, each a term over state variables and
    /// parameters for each of [`Summary::choices`]; for methods with loops they are not looked at.
    pub fn with_open(
        component: &mut Component,
        summaries: &[Summary],
        interface: &Interface,
        calls: &[GuardedCall],
        instances: &[Vec<Vec<Term>>],
        open: &[(StateId, CallId)],
    ) -> Product {
        let registers = &Registers::default();
        encode::encode(component, &encode::Parts { summaries, interface, calls, instances, open, registers })
    }

    /// Like [`Product::new`], for an interface with registers. The guards of its calls may speak of them.
    pub fn with_registers(
        component: &mut Component,
        summaries: &[Summary],
        interface: &Interface,
        calls: &[GuardedCall],
        registers: &Registers,
    ) -> Product {
        let parts = encode::Parts { summaries, interface, calls, instances: &[], open: &[], registers };
        encode::encode(component, &parts)
    }

    /// The call that a step of the system is a part of.
    pub fn call_of(&self, step: usize) -> CallId {
        self.meanings[step].call
    }

    /// The inputs of a step that are arguments: none unless a call begins with it.
    pub fn arguments(&self, step: usize) -> &[Symbol] {
        &self.system.steps[step].inputs[..self.meanings[step].arguments.unwrap_or(0)]
    }

    /// The number that a call returns with a step, over variables and inputs, where somebody looks at it.
    pub fn result(&self, step: usize) -> Option<Term> {
        self.meanings[step].result
    }

    /// Whether a call may take more than one step.
    pub fn has_loops(&self, call: CallId) -> bool {
        self.stops.iter().any(|(own, _)| *own == call)
    }

    /// What an invariant says about the component between calls, in a state of the interface.
    pub fn label(&self, pool: &mut etiquette_logic::TermPool, invariant: &[Term], state: StateId) -> Term {
        label::between_calls(self, pool, invariant, state)
    }

    /// What an invariant says at a loop head within a call that was made in a state of the interface: about the
    /// component's variables, and the method's parameters and locals. `false` if the call has no such loop head.
    pub fn loop_label(
        &self,
        pool: &mut etiquette_logic::TermPool,
        invariant: &[Term],
        state: StateId,
        call: CallId,
        location: Location,
    ) -> Term {
        label::at_loop_head(self, pool, invariant, state, (call, location))
    }

    /// Whether an allowed call has failed: what [`Product::bad`] says without what is only refused.
    pub fn failed(&self, pool: &mut etiquette_logic::TermPool) -> Term {
        encode::has_failed(self, pool)
    }

    /// Whether a forbidden call has returned, or an allowed one with an outcome for which the interface has no next
    /// state.
    pub fn refused(&self, pool: &mut etiquette_logic::TermPool) -> Term {
        let failed = self.failed(pool);
        let not_failed = pool.not(failed);
        pool.and(self.bad, not_failed)
    }

    /// Whether no call is on its way.
    pub fn is_between_calls(&self, pool: &mut etiquette_logic::TermPool) -> Term {
        let Some(location) = self.location else { return pool.bool(true) };
        let (location, nowhere) = (pool.symbol(location), pool.constant(pool.symbol_sort(location), 0));
        pool.equal(location, nowhere)
    }

    /// Whether the interface is in one of these states, and agrees with the component so far.
    pub fn is_in(&self, pool: &mut etiquette_logic::TermPool, states: &[StateId]) -> Term {
        let state = pool.symbol(self.state);
        let sort = pool.symbol_sort(self.state);
        let is = states.iter().map(|found| {
            let number = pool.constant(sort, u64::from(found.0));
            pool.equal(state, number)
        });
        let parts: Vec<Term> = is.collect();
        let (among, agrees) = (pool.any(parts), pool.not(self.bad));
        pool.and(among, agrees)
    }

    /// Reads a run of the product: the calls that returned, and what went wrong then, if anything did.
    pub fn story(&self, trace: &crate::system::Trace) -> Story {
        story::tell(self, trace)
    }

    /// What each call of a run that returned has returned, where a register is set to it, or it must be some number.
    pub fn results(&self, pool: &etiquette_logic::TermPool, trace: &crate::system::Trace) -> Vec<Option<u64>> {
        story::results(self, pool, trace)
    }

    /// What was chosen in each call of a run, by the symbols of the summaries.
    pub fn choices(&self, trace: &crate::system::Trace) -> Vec<Vec<(Symbol, u64)>> {
        story::choices(self, trace)
    }
}
