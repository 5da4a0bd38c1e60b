//! Words that can really happen, for an interface whose guards were found for all values of its registers.
//!
//! First the component is run with small arguments, beside the interface; what that does not show is looked for with the
//! solver.

mod chains;
mod run;

use std::sync::Arc;

use etiquette_automata::{Call, CallId, Interface, StateId};
use etiquette_checking::{Happened, Limits, Product, Question, Verdict, Wrong, bounded, pdr};
use etiquette_component::{Binding, Component, Event, GuardedCall, Letter, Summary, register_parameter, summarise};
use etiquette_logic::{Interrupt, Term, TermPool};

use crate::readable::spelling::failure;
use etiquette_outcome::{Outcome, Reason, Run};
use run::Runs;

/// The most calls of a word that the solver looks for, and how hard it tries.
const LONGEST: usize = 6;
const FRAMES: usize = 12;
const CONFLICTS: u64 = 2_000;

/// Puts words that the component really shows in the place of those that only fit the guards. Where none is found, none
/// is told. Says whether what was seen takes more than a few states.
pub fn tell_what_can_happen(outcome: &mut Outcome, component: &Component, run: &Run) -> bool {
    let interface = outcome.interface.clone();
    let Some(mut words) = RealWords::new(component, &interface, Arc::new(run.interrupt())) else { return false };
    let runs = Runs::of(&words.component, &interface, &words.calls, run);
    for state in interface.states() {
        let facts = &mut outcome.states[state.index()];
        facts.access = runs.to(state).or_else(|| words.to(state)).unwrap_or_default();
        for forbidden in &mut facts.forbidden {
            if let Reason::Error { witness, .. } = &mut forbidden.reason {
                let found = runs.failing(&words.component, state, forbidden.call);
                match found.map_or_else(|| words.failing(state, forbidden.call), Happens::Word) {
                    Happens::Word(found) => forbidden.reason = found,
                    Happens::Never => forbidden.reason = Reason::NeverMet,
                    Happens::Unknown => witness.clear(),
                }
            }
        }
    }
    runs.needs_many_states()
}

/// Whether something happens.
enum Happens<T> {
    /// It does, by this word.
    Word(T),
    Never,
    Unknown,
}

struct RealWords<'a> {
    component: Component,
    summaries: Vec<Summary>,
    interface: &'a Interface,
    calls: Vec<GuardedCall>,
    interrupt: Interrupt,
}

impl<'a> RealWords<'a> {
    fn new(component: &Component, interface: &'a Interface, interrupt: Interrupt) -> Option<Self> {
        let mut component = component.clone();
        let calls = interface.alphabet().calls().iter().map(|call| {
            let method = component.methods.iter().position(|method| method.name == call.method)?;
            let bindings = with_registers(&component, method);
            let guard = call.guard_over(&mut component, &bindings).ok()?;
            Some(GuardedCall { method, guard })
        });
        let calls = calls.collect::<Option<Vec<GuardedCall>>>()?;
        let summaries = (0..component.methods.len()).map(|method| summarise(&mut component, method)).collect();
        Some(RealWords { component, summaries, interface, calls, interrupt })
    }

    /// A shortest word to a state.
    fn to(&mut self, state: StateId) -> Option<Vec<String>> {
        match self.look_for(self.interface, |product, pool| product.is_in(pool, &[state])) {
            Happens::Word((word, _)) => Some(word),
            Happens::Never | Happens::Unknown => None,
        }
    }

    /// A shortest word to a state, and there a call that fails.
    fn failing(&mut self, state: StateId, call: CallId) -> Happens<Reason> {
        let mut bolder = self.interface.clone();
        bolder.allow(state, call);
        let (word, wrong) = match self.look_for(&bolder, Product::failed) {
            Happens::Word(found) => found,
            Happens::Never => return Happens::Never,
            Happens::Unknown => return Happens::Unknown,
        };
        let Some(Wrong::Failed { call, arguments, error }) = wrong else { return Happens::Unknown };
        let last = self.component.written_call(self.calls[call.index()].method, &arguments);
        Happens::Word(failure(&self.component, error, Some(&word), last))
    }

    fn look_for(
        &mut self,
        interface: &Interface,
        bad: impl FnOnce(&Product, &mut TermPool) -> Term,
    ) -> Happens<(Vec<String>, Option<Wrong>)> {
        // The product tells outcomes apart by position.
        let alphabet = interface.alphabet();
        let is_told =
            |(call, known): (&Call, &GuardedCall)| call.outcomes == self.component.methods[known.method].outcomes;
        if !alphabet.calls().iter().zip(&self.calls).all(is_told) {
            return Happens::Unknown;
        }
        let product = Product::new(&mut self.component, &self.summaries, interface, &self.calls);
        let bad = bad(&product, &mut self.component.terms);
        let interrupt = Some(Arc::clone(&self.interrupt));
        let limits =
            Limits { depth: LONGEST, frames: FRAMES, conflicts: Some(CONFLICTS), interrupt, ..Limits::default() };
        let mut ask = |checker: fn(Question<'_>) -> Verdict| {
            let (pool, system) = (&mut self.component.terms, &product.system);
            checker(Question { pool, system, bad, known: &product.known, limits: limits.clone() })
        };
        let trace = match ask(bounded) {
            Verdict::Reached(trace) => trace,
            Verdict::Holds { .. } | Verdict::HoldsByDepth(_) => return Happens::Never,
            Verdict::Unknown(_) => match ask(pdr) {
                Verdict::Reached(trace) => trace,
                Verdict::Holds { .. } | Verdict::HoldsByDepth(_) => return Happens::Never,
                Verdict::Unknown(_) => return Happens::Unknown,
            },
        };
        let story = product.story(&trace);
        Happens::Word((story.word.iter().map(|happened| self.written(happened)).collect(), story.wrong))
    }

    fn written(&self, happened: &Happened) -> String {
        let Happened { call, arguments, outcome } = happened;
        let letter = Letter { method: self.calls[call.index()].method, arguments: arguments.clone() };
        self.component.written_event(&Event { letter, outcome: *outcome })
    }
}

/// What a guard of the method may speak of: the parameters, and state variables where these are registers.
fn with_registers(component: &Component, method: usize) -> Vec<Binding> {
    let parameters = component.methods[method].parameters.iter().cloned();
    let registers = component
        .variables
        .iter()
        .map(|variable| Binding { name: register_parameter(&variable.binding.name), ..variable.binding.clone() });
    parameters.chain(registers).collect()
}
