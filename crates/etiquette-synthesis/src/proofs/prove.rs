//! Proving a hypothesis: labels by elimination first, IC3/PDR on the product of component and hypothesis where that is
//! not enough.
//!
//! PDR starts from what the elimination found. It either finds the missing part of the labels, or a run that refutes
//! the hypothesis.

use std::sync::Arc as Shared;

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_checking::{Story, bounded, pdr};
use etiquette_component::{Location, Summary, Type};
use etiquette_logic::{Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::proofs::candidates::{Candidates, few_values, holds_in, mined, neighbours, simple};
use crate::proofs::houdini::Houdini;
use crate::proofs::inside::strengthen_inside;
use crate::proofs::obligations::{Claim, Obligations, Place, Target};
use crate::proofs::product::{Checked, Checker, SHORT_WORDS, check_product};
use crate::proofs::rounds::suggested;
use crate::spaces::solver::beliefs::Words;
use etiquette_outcome::{Run, StopReason};

/// Labels that prove a hypothesis.
#[derive(Clone, Debug)]
pub(crate) struct Labels {
    /// What the proof needs.
    pub needed: Conditions,
    /// All that was found to hold.
    pub known: Conditions,
    /// For each state the conditions that tell legal from illegal calls.
    pub shown: Vec<Vec<Term>>,
}

/// Conditions that are inductive together.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    /// For each state the conditions that hold in it.
    pub between: Vec<Vec<Term>>,
    /// For each loop head inside a call the conditions that hold there.
    pub inside: Vec<(StateId, CallId, Location, Vec<Term>)>,
}

/// What became of a hypothesis.
pub(crate) enum Proof {
    /// With next states for outcomes of which it does not matter whether they can happen.
    Proved(Box<Interface>, Labels),
    /// A run on which component and hypothesis differ, and the component's state before its last call.
    Refuted(Story, Vec<u64>),
    /// No run of at most so many calls refutes it, but there is no proof.
    Open(u64),
}

/// States of the component that were seen in each state of the hypothesis.
pub(crate) type Samples = Vec<Vec<Vec<u64>>>;

/// Numbers about the search for proofs.
#[derive(Default)]
pub(crate) struct Effort {
    pub solver_calls: u64,
    pub pdr_runs: u64,
    /// No word of so many calls refutes the last hypothesis.
    pub depth: u64,
}

/// Tries to prove or refute.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn prove(
    words: &mut Words,
    claim: &Claim<'_>,
    samples: &Samples,
    experiments: &[Term],
    effort: &mut Effort,
    run: &mut Run,
) -> Result<Proof, StopReason> {
    let summaries = words.executor.summaries.clone();
    let evidence = (samples, experiments);
    let houdini = eliminating(words, &summaries, claim, evidence, &Doubtful::default(), run);
    let mut prover =
        Prover { words, summaries: &summaries, claim, evidence, houdini, led: Vec::new(), pdr_runs: 0, depth: 0 };
    let proof = prover.prove(run);
    effort.solver_calls += prover.houdini.checks;
    effort.pdr_runs += prover.pdr_runs;
    effort.depth = prover.depth;
    proof
}

/// Samples, and experiments as conditions: where candidates come from, beside the source.
type Evidence<'a> = (&'a Samples, &'a [Term]);

/// The calls at whose loop heads there are candidates about parameters and locals as well as the state. Most loops have
/// no part in the proof.
type Doubtful = FxHashSet<CallId>;

/// An elimination that is about to begin.
fn eliminating(
    words: &mut Words,
    summaries: &[Summary],
    claim: &Claim<'_>,
    evidence: Evidence<'_>,
    doubtful: &Doubtful,
    run: &mut Run,
) -> Houdini {
    let obligations = Obligations::new(words.component(), summaries, claim);
    let candidates = candidates(words, &obligations, claim, evidence, doubtful);
    run.report("eliminate", candidates.iter().map(|list| list.len() as u64).sum(), "candidates");
    Houdini::new(obligations, candidates, Shared::new(run.interrupt()))
}

/// One attempt at a proof.
struct Prover<'a> {
    words: &'a mut Words,
    summaries: &'a [Summary],
    claim: &'a Claim<'a>,
    evidence: Evidence<'a>,
    houdini: Houdini,
    /// Arcs of outcomes that were given a place to lead to.
    led: Vec<(usize, usize)>,
    /// How often PDR was asked, about single calls and about the product.
    pdr_runs: u64,
    /// No word of so many calls refutes the hypothesis.
    depth: u64,
}

impl Prover<'_> {
    /// The cheap ways first: elimination, short words, single calls; then PDR on the product.
    fn prove(&mut self, run: &mut Run) -> Result<Proof, StopReason> {
        self.houdini.settle(&mut self.words.component().terms, run)?;
        let mut doubts = self.doubts(run)?;
        for step in [Step::ShortWords, Step::MoreCandidates, Step::Rounds, Step::SingleCalls, Step::Product] {
            if doubts.is_empty() {
                break;
            }
            let ended = match step {
                Step::Product if !run.thorough => Some(Proof::Open(0)),
                Step::ShortWords => self.check_product(bounded, SHORT_WORDS, run)?,
                Step::MoreCandidates => self.look_inside(&doubts, run)?,
                Step::Rounds => self.follow_rounds(&doubts, run)?,
                Step::SingleCalls => self.strengthen_calls(&doubts, run),
                Step::Product => {
                    self.pdr_runs += 1;
                    self.check_product(pdr, "search for a proof", run)?
                }
            };
            if let Some(proof) = ended {
                return Ok(proof);
            }
            doubts = self.doubts(run)?;
        }
        let known = self.houdini.alive.clone();
        let shown = self.houdini.trim(&mut self.words.component().terms, run)?;
        let needed = std::mem::take(&mut self.houdini.alive);
        let [needed, known, shown] = [needed, known, shown].map(|found| self.conditions(found));
        Ok(Proof::Proved(Box::new(self.filled()), Labels { needed, known, shown: shown.between }))
    }

    /// Arcs to something wrong that the labels do not exclude; outcomes that lead where they may do no harm are led
    /// there.
    fn doubts(&mut self, run: &mut Run) -> Result<Vec<usize>, StopReason> {
        let terms = &mut self.words.component().terms;
        let mut failing = self.houdini.failing(terms, run)?;
        // Where some calls are left open, only words that can happen show whether they are forbidden without need.
        if self.claim.open.is_empty() {
            self.led.extend(self.houdini.settle_impossible(terms, &failing, run)?);
        }
        failing.retain(|&arc| !matches!(self.houdini.obligations.arcs[arc].to, Target::Place(_)));
        run.report("doubts", failing.len() as u64, "steps");
        Ok(failing)
    }

    /// Begins anew with more candidates at the loop heads of doubtful calls, where there are any.
    fn look_inside(&mut self, doubts: &[usize], run: &mut Run) -> Result<Option<Proof>, StopReason> {
        let Obligations { places, arcs, .. } = &self.houdini.obligations;
        let doubtful: Doubtful = doubts.iter().map(|&arc| arcs[arc].call).collect();
        let is_doubtful = |place: &Place| matches!(place, Place::Inside(_, call, _) if doubtful.contains(call));
        if places.iter().any(is_doubtful) {
            let checks = self.houdini.checks;
            self.houdini = eliminating(self.words, self.summaries, self.claim, self.evidence, &doubtful, run);
            self.houdini.checks = checks;
            self.led.clear();
            self.houdini.settle(&mut self.words.component().terms, run)?;
        }
        Ok(None)
    }

    /// Adds what runs show at the loop heads of doubtful calls, and eliminates once more.
    fn follow_rounds(&mut self, doubts: &[usize], run: &mut Run) -> Result<Option<Proof>, StopReason> {
        let Houdini { obligations, alive, .. } = &mut self.houdini;
        let doubtful: Doubtful = doubts.iter().map(|&arc| obligations.arcs[arc].call).collect();
        let component = self.words.component();
        let mut grown = false;
        for (place, alive) in obligations.places.iter().zip(alive) {
            let Place::Inside(state, call, head) = *place else { continue };
            if doubtful.contains(&call) {
                let call = self.claim.calls[call.index()];
                let before = alive.len();
                let states = &self.evidence.0[state.index()];
                alive.extend(suggested(component, call, &self.summaries[call.method], states, head));
                grown |= alive.len() > before;
            }
        }
        if grown {
            self.houdini.settle(&mut self.words.component().terms, run)?;
        }
        Ok(None)
    }

    fn strengthen_calls(&mut self, doubts: &[usize], run: &Run) -> Option<Proof> {
        let Houdini { obligations, alive, .. } = &mut self.houdini;
        self.pdr_runs += strengthen_inside(self.words.component(), self.claim.calls, obligations, alive, doubts, run);
        None
    }

    /// The conditions of each place, by where it is.
    fn conditions(&self, found: Vec<Vec<Term>>) -> Conditions {
        let mut sorted =
            Conditions { between: vec![Vec::new(); self.claim.interface.state_count()], inside: Vec::new() };
        for (place, conditions) in self.houdini.obligations.places.iter().zip(found) {
            match *place {
                Place::Between(state) => sorted.between[state.index()] = conditions,
                Place::Inside(state, call, location) => sorted.inside.push((state, call, location, conditions)),
            }
        }
        sorted
    }

    fn filled(&self) -> Interface {
        fill(self.claim.interface, &self.houdini.obligations, &self.led)
    }

    /// Asks a checker about the product of component and hypothesis. What it proves joins the labels.
    fn check_product(
        &mut self,
        checker: Checker,
        phase: &'static str,
        run: &mut Run,
    ) -> Result<Option<Proof>, StopReason> {
        let interface = self.filled();
        let claim = Claim { interface: &interface, ..*self.claim };
        let Houdini { obligations, alive, .. } = &mut self.houdini;
        let checked = check_product(self.words, self.summaries, &claim, (obligations, alive), (checker, phase), run)?;
        Ok(match checked {
            Checked::Holds(lemmas) => {
                // Two inductive sets of conditions are one; most of it will not be needed.
                alive.iter_mut().zip(lemmas).for_each(|(alive, more)| alive.extend(more));
                None
            }
            Checked::Refuted(story, state) => Some(Proof::Refuted(story, state)),
            Checked::Open(depth) => {
                self.depth = self.depth.max(depth);
                (phase != SHORT_WORDS).then_some(Proof::Open(self.depth))
            }
        })
    }
}

/// The ways to settle what elimination leaves in doubt, in order.
enum Step {
    ShortWords,
    MoreCandidates,
    Rounds,
    SingleCalls,
    Product,
}

/// The interface with the next states that were found for outcomes that had none.
fn fill(interface: &Interface, obligations: &Obligations, led: &[(usize, usize)]) -> Interface {
    let mut filled = interface.clone();
    for &(arc, place) in led {
        let (call, outcome) = (obligations.arcs[arc].call, obligations.arcs[arc].outcome);
        if let (Place::Between(to), Some(outcome)) = (obligations.places[place], outcome) {
            filled.connect(obligations.state(arc), interface.alphabet().event(call, outcome), to);
        }
    }
    filled
}

/// The candidates of every place: those that hold in all states that were seen there.
fn candidates(
    words: &mut Words,
    obligations: &Obligations,
    claim: &Claim<'_>,
    (samples, experiments): Evidence<'_>,
    doubtful: &Doubtful,
) -> Vec<Vec<Term>> {
    let summaries = words.executor.summaries.clone();
    let component = words.component();
    let variables: Vec<(Symbol, Type)> =
        component.variables.iter().map(|variable| (variable.binding.symbol, variable.binding.ty)).collect();
    let symbols: Vec<Symbol> = variables.iter().map(|(symbol, _)| *symbol).collect();
    let all: Vec<&Summary> = summaries.iter().collect();
    let mut common = mined(component, &all, &symbols.iter().copied().collect());
    for &experiment in experiments {
        common.add_both(&mut component.terms, experiment);
    }
    let seen = seen_values(&symbols, samples);
    simple(component, &all, &variables, &seen, &mut common);
    let state_map =
        |state: &Vec<u64>| -> FxHashMap<Symbol, u64> { symbols.iter().copied().zip(state.iter().copied()).collect() };
    let mut found = Vec::new();
    for place in &obligations.places {
        found.push(match *place {
            Place::Between(state) => {
                let states: Vec<_> = samples[state.index()].iter().map(state_map).collect();
                let fits = |term: &Term| states.iter().all(|state| holds_in(component, *term, state));
                let fitting: Vec<Term> = common.terms.iter().copied().filter(fits).collect();
                let values = few_values(component, &variables, &samples[state.index()]);
                let neighbours = neighbours(component, &variables, &samples[state.index()]);
                let values = values.into_iter().filter(|value| !common.contains(*value));
                fitting.into_iter().chain(values).chain(neighbours).collect()
            }
            Place::Inside(_, call, _) if !doubtful.contains(&call) => common.terms.clone(),
            Place::Inside(_, call, _) => {
                let method = claim.calls[call.index()].method;
                inside_candidates(
                    component,
                    &summaries[method],
                    method,
                    claim.calls[call.index()].guard,
                    &common,
                    &variables,
                )
            }
        });
    }
    found
}

fn inside_candidates(
    component: &mut etiquette_component::Component,
    summary: &Summary,
    method: usize,
    guard: Term,
    common: &Candidates,
    variables: &[(Symbol, Type)],
) -> Vec<Term> {
    let own = &component.methods[method];
    let bindings: Vec<(Symbol, Type)> =
        own.parameters.iter().chain(&own.locals).map(|binding| (binding.symbol, binding.ty)).collect();
    let scope: FxHashSet<Symbol> = variables.iter().chain(&bindings).map(|(symbol, _)| *symbol).collect();
    let mut found = mined(component, &[summary], &scope);
    for &term in &common.terms {
        found.add_both(&mut component.terms, term);
    }
    found.add_both(&mut component.terms, guard);
    simple(component, &[summary], &bindings, &FxHashMap::default(), &mut found);
    found.terms
}

/// The values of each variable in the samples, those that came up first.
fn seen_values(symbols: &[Symbol], samples: &Samples) -> FxHashMap<Symbol, Vec<u64>> {
    let mut seen: FxHashMap<Symbol, Vec<u64>> = FxHashMap::default();
    for state in samples.iter().flatten() {
        for (symbol, value) in symbols.iter().zip(state) {
            let values = seen.entry(*symbol).or_default();
            if values.len() < 8 && !values.contains(value) {
                values.push(*value);
            }
        }
    }
    seen
}
