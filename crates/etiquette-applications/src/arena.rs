//! Where a component meets an automaton: can it fail, be refused, or get to some state, and by which word?
//!
//! The product of the two is asked of several checkers, the cheap ones first. A word that is found is a shortest one in
//! most cases (calls with loops count by their rounds), and has been run on the interpreter.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use etiquette_automata::StateId;
use etiquette_checking::{
    Happened, Limits, Product, Question, Story, System, Trace, Unknown, Verdict, Wrong, bounded, explicit, inductive,
    k_induction, pdr,
};
use etiquette_component::{Component, GuardedCall, Letter, Location, Summary, summarise};
use etiquette_logic::{Interrupt, Symbol, Term};

use crate::agreements::agreements;
use crate::classes::Classes;
use crate::concrete::{ConcreteWord, Ending, Seen};
use crate::small::{SMALL, with_arguments_in};
use crate::unfold::Unfolded;

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal<'a> {
    /// A call fails that the automaton allows.
    Failure,
    /// A call returns that the automaton forbids, or with an outcome that it does not accept.
    Refusal,
    /// The automaton gets to one of these states.
    States(&'a [StateId]),
    /// The automaton gets to one of these states while its registers fulfil the condition.
    Where(&'a [(StateId, Term)]),
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// It never happens, however long the word is.
    Never,
    /// It happens by this word.
    By(ConcreteWord),
    /// It is not known, and why.
    Unknown(String),
}

/// How long a search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// Only what is seen at once, by short runs: where something else is tried next.
    Glance,
    /// It is given up early: where what is found is a help, and nobody waits for a proof that there is nothing.
    Brief,
    /// For as long as it takes.
    Long,
}

/// A component that meets automata.
pub struct Arena {
    /// The component, with all terms that were made on the way.
    pub component: Component,
    summaries: Vec<Summary>,
    /// When proofs are given up.
    patience: Limits,
    interrupt: Interrupt,
}

/// A system with no more bits than this is gone through state by state.
const FEW_STATE_BITS: u32 = 16;
/// The same for what is chosen in one step.
const FEW_INPUT_BITS: u32 = 6;
/// How many steps are looked at one by one before a proof is tried.
const FIRST_DEPTH: usize = 8;
/// How many conflicts a query may take before a proof is tried.
const FIRST_CONFLICTS: u64 = 20_000;
/// The frames of a proof that is not worth much.
const FEW_FRAMES: usize = 12;
/// How often a search at a glance may ask whether it is to end.
const STEPS_AT_A_GLANCE: u64 = 200;

impl Arena {
    /// The arena of a component; searches end when `interrupt` says so.
    pub fn new(component: &Component, interrupt: impl Fn() -> bool + Send + Sync + 'static) -> Arena {
        let mut component = component.clone();
        let summaries = (0..component.methods.len()).map(|method| summarise(&mut component, method)).collect();
        let interrupt: Interrupt = Arc::new(interrupt);
        let patience = Limits { interrupt: Some(Arc::clone(&interrupt)), ..Limits::default() };
        Arena { component, summaries, patience, interrupt }
    }

    /// The same as [`Arena::search`], with as much patience as this.
    pub fn search_with<S>(
        &mut self,
        patience: Patience,
        classes: &Classes,
        automaton: &Unfolded<S>,
        goal: Goal<'_>,
    ) -> Found {
        let brief = || Limits { frames: FEW_FRAMES, conflicts: Some(FIRST_CONFLICTS), ..self.patience.clone() };
        let limits = match patience {
            Patience::Glance => {
                Limits { frames: 0, interrupt: Some(within_steps(&self.interrupt, STEPS_AT_A_GLANCE)), ..brief() }
            }
            Patience::Brief => brief(),
            Patience::Long => self.patience.clone(),
        };
        let usual = std::mem::replace(&mut self.patience, limits);
        let found = self.search(classes, automaton, goal);
        self.patience = usual;
        found
    }

    /// Looks for a word of the automaton, whose calls are the classes.
    pub fn search<S>(&mut self, classes: &Classes, automaton: &Unfolded<S>, goal: Goal<'_>) -> Found {
        if (self.interrupt)() {
            return Found::Unknown(self.describe(Unknown::Interrupted));
        }
        let Unfolded { interface, registers, .. } = automaton;
        let (component, summaries) = (&mut self.component, &self.summaries);
        let mut product = Product::with_registers(component, summaries, interface, classes.list(), registers);
        let bad = self.bad(&product, goal);
        let verdict = match registers.variables.is_empty() {
            true => self.decide(&product.system, bad, &product.known),
            false => self.decide_with_registers(&mut product, automaton, bad),
        };
        match verdict {
            Verdict::Holds { .. } | Verdict::HoldsByDepth(_) => Found::Never,
            Verdict::Unknown(why) => Found::Unknown(self.describe(why)),
            Verdict::Reached(trace) => self.confirmed(self.word(&product, &trace, classes.list())),
        }
    }

    fn bad(&mut self, product: &Product, goal: Goal<'_>) -> Term {
        let terms = &mut self.component.terms;
        match goal {
            Goal::Failure => product.failed(terms),
            Goal::Refusal => product.refused(terms),
            Goal::States(states) => product.is_in(terms, states),
            Goal::Where(places) => {
                let is_at = |&(state, condition): &(StateId, Term)| {
                    let there = product.is_in(terms, &[state]);
                    terms.and(there, condition)
                };
                let places: Vec<Term> = places.iter().map(is_at).collect();
                terms.any(places)
            }
        }
    }

    fn confirmed(&self, word: ConcreteWord) -> Found {
        match word.happens(&self.component) {
            true => Found::By(word),
            false => Found::Unknown(format!(
                "the interpreter does not confirm the word `{}`",
                word.written(&self.component).join(" · ")
            )),
        }
    }

    /// The word that a run of the product is.
    fn word(&self, product: &Product, trace: &Trace, calls: &[GuardedCall]) -> ConcreteWord {
        let Story { word, wrong } = product.story(trace);
        let mut results = product.results(&self.component.terms, trace).into_iter();
        let mut event = |happened: Happened| {
            let Happened { call, arguments, outcome } = happened;
            let letter = Letter { method: calls[call.index()].method, arguments };
            Seen { letter, outcome, result: results.next().flatten() }
        };
        let mut events: Vec<Seen> = word.into_iter().map(&mut event).collect();
        let ending = match wrong {
            Some(Wrong::Failed { call, arguments, error }) => {
                Ending::Failed { letter: Letter { method: calls[call.index()].method, arguments }, error }
            }
            Some(Wrong::Returned { call, arguments, outcome } | Wrong::Missing { call, arguments, outcome }) => {
                events.push(event(Happened { call, arguments, outcome }));
                Ending::Returned
            }
            None => Ending::Returned,
        };
        let initial =
            trace.states.first().map(|state| state[..self.component.variables.len()].to_vec()).unwrap_or_default();
        let letters = events.iter().map(|event| &event.letter).chain(ending.letter());
        let choices = product.choices(trace);
        let choices = choices.iter().zip(letters).map(|(chosen, letter)| self.places(letter, chosen)).collect();
        ConcreteWord { events, ending, initial, choices }
    }

    /// Where in its body a call chooses what.
    fn places(&self, letter: &Letter, chosen: &[(Symbol, u64)]) -> Vec<(Location, u64)> {
        let (summary, method) = (&self.summaries[letter.method], &self.component.methods[letter.method]);
        chosen.iter().filter_map(|&(symbol, value)| Some((summary.place(&method.body, symbol)?, value))).collect()
    }

    fn describe(&self, why: Unknown) -> String {
        match why {
            Unknown::Interrupted => "stopped before it was known".into(),
            Unknown::Depth(steps) | Unknown::Frames(steps) => format!("known only for words of up to {steps} steps"),
            _ => "the question is too hard for the checkers".into(),
        }
    }

    /// Decides it with all that is easily seen of registers.
    fn decide_with_registers<S>(&mut self, product: &mut Product, automaton: &Unfolded<S>, bad: Term) -> Verdict {
        let candidates = agreements(&mut self.component, product, automaton);
        let limits = Limits { conflicts: Some(FIRST_CONFLICTS), ..self.patience.clone() };
        let terms = &mut self.component.terms;
        let found = inductive(terms, &product.system, &product.known, candidates, &limits);
        product.known.extend(found);
        match self.decide(&product.system, bad, &product.known) {
            Verdict::Reached(trace) => self.with_small_arguments(product, bad, trace, &limits),
            verdict => verdict,
        }
    }

    /// A run that is no longer, with arguments that read well, if there is one.
    fn with_small_arguments(&mut self, product: &Product, bad: Term, trace: Trace, limits: &Limits) -> Verdict {
        let limits = Limits { depth: trace.steps.len(), ..limits.clone() };
        for range in &SMALL {
            let small = with_arguments_in(&mut self.component, product, range);
            if let Verdict::Reached(found) = self.ask(bounded, (&small, bad, &product.known), limits.clone()) {
                return Verdict::Reached(found);
            }
        }
        Verdict::Reached(trace)
    }

    fn decide(&mut self, system: &System, bad: Term, known: &[Term]) -> Verdict {
        let limits = self.patience.clone();
        if self.is_small(system) {
            let found = self.ask(explicit, (system, bad, known), limits.clone());
            if !matches!(found, Verdict::Unknown(_)) {
                return found;
            }
        }
        let first = Limits { depth: FIRST_DEPTH, conflicts: Some(FIRST_CONFLICTS), ..limits.clone() };
        for checker in [bounded, k_induction] {
            let found = self.ask(checker, (system, bad, known), first.clone());
            if !matches!(found, Verdict::Unknown(_)) {
                return found;
            }
        }
        match self.ask(pdr, (system, bad, known), limits) {
            Verdict::Reached(trace) => self.shortened((system, bad, known), trace, first),
            verdict => verdict,
        }
    }

    /// A shorter run, if one is found without much ado.
    fn shortened(&mut self, asked: (&System, Term, &[Term]), trace: Trace, limits: Limits) -> Verdict {
        let limits = Limits { depth: trace.steps.len().saturating_sub(1), ..limits };
        match self.ask(bounded, asked, limits) {
            Verdict::Reached(shorter) => Verdict::Reached(shorter),
            _ => Verdict::Reached(trace),
        }
    }

    fn ask(
        &mut self,
        checker: impl Fn(Question<'_>) -> Verdict,
        (system, bad, known): (&System, Term, &[Term]),
        limits: Limits,
    ) -> Verdict {
        if (self.interrupt)() {
            return Verdict::Unknown(Unknown::Interrupted);
        }
        checker(Question { pool: &mut self.component.terms, system, bad, known, limits })
    }

    fn is_small(&self, system: &System) -> bool {
        let bits = |symbols: &[Symbol]| -> u32 {
            symbols.iter().map(|&symbol| self.component.terms.symbol_sort(symbol).width()).sum()
        };
        bits(&system.variables) <= FEW_STATE_BITS
            && system.steps.iter().all(|step| bits(&step.inputs) <= FEW_INPUT_BITS)
    }
}

/// Says when to stop: when it is time, or after so many questions.
fn within_steps(interrupt: &Interrupt, steps: u64) -> Interrupt {
    let (interrupt, asked) = (Arc::clone(interrupt), AtomicU64::new(0));
    Arc::new(move || asked.fetch_add(1, Ordering::Relaxed) >= steps || interrupt())
}
