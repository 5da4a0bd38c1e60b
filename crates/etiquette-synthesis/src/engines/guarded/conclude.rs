//! From the end of the loop to an outcome: labels, a certificate, what is guaranteed, and numbers.
//!
//! The invariant of a proof, read state by state, is the labels. What is proved without one is still proved, but there
//! is nothing to check again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_certificates::{Limits, LoopLabel, check};
use etiquette_component::{Component, GuardedCall, Scope, Summary};
use etiquette_logic::Term;
use etiquette_predicates::Tracer;

use crate::engines::guarded::Guarded;
use crate::engines::guarded::budgets::conclude::{CONFLICTS, LARGEST_LABEL, MOST_REASONS};
use crate::engines::guarded::conjecture::Conjecture;
use crate::engines::guarded::facts::FactCollector;
use crate::engines::guarded::learning::{End, Learning, Proof};
use crate::engines::guarded::refinement::Unclear;
use crate::engines::guarded::shape::shape;
use crate::proofs::certificate::is_complete;
use crate::proofs::certify::{Claim, certify};
use crate::proofs::distinct::Distinct;
use crate::proofs::obligations::is_in_order;
use crate::proofs::regions::{Regions, Setting};
use crate::readable::grouping::Shape;
use etiquette_outcome::{Conclusion, Confidence, Evidence, Outcome, StopReason, unexplored};

/// Puts into words what was found.
pub(crate) fn conclude(engine: &Guarded, mut learning: Learning<'_>, end: End) -> Outcome {
    let statistics = statistics(&learning, &end);
    let Some(conjecture) = learning.latest.take() else {
        let note = engine_note(engine, &learning);
        let component = learning.teacher.executions.words.component();
        let stop = if let End::UpTo(_, stop) = end { stop } else { StopReason::NoProof };
        let mut outcome = unexplored(component, note, stop);
        outcome.statistics = statistics;
        return outcome;
    };
    let finished = Finished { engine, learning, conjecture, statistics };
    finished.outcome(end)
}

/// Everything at the end.
struct Finished<'a> {
    engine: &'a Guarded,
    learning: Learning<'a>,
    conjecture: Conjecture,
    statistics: BTreeMap<String, u64>,
}

/// What a proof gives beside the interface.
struct Established {
    evidence: Option<Box<Evidence>>,
    permissive: bool,
    /// Every outcome of every allowed call can always happen.
    complete: bool,
}

impl Finished<'_> {
    fn outcome(mut self, end: End) -> Outcome {
        let summaries = self.learning.teacher.executions.words.executor.summaries.clone();
        let minimise = self.learning.teacher.run.minimise;
        let component = self.learning.teacher.executions.words.component();
        let proof = if let End::Proved(proof) = &end { Some(proof) } else { None };
        let labels = proof.and_then(|proof| labels(component, proof, &self.conjecture));
        let found = shape(component, &summaries, &self.conjecture, labels.as_deref(), minimise);
        let established = match (proof, labels) {
            (Some(proof), Some(labels)) => self.establish(proof, &summaries, &found, &labels),
            _ => Established { evidence: None, permissive: self.conjecture.open.is_empty(), complete: false },
        };
        let (safe, permissive, stop) = self.confidence(&end, &established);
        let proved = permissive == Confidence::Proved;
        let texts = self.label_texts(&found, established.evidence.as_deref());
        let executions = &mut self.learning.teacher.executions;
        let mut collector = FactCollector::new(executions, &self.conjecture, &found);
        let states = collector.all(&texts, proved);
        let words = collector.access_words();
        let component = self.learning.teacher.executions.words.component();
        let mut tracer = Tracer::new(component);
        tracer.set_interrupt(self.learning.teacher.run.interrupt());
        let mut distinct = Distinct { interface: &found.interface, groups: &found.groups, tracer: &mut tracer };
        let minimal = proved && found.merged_minimal && distinct.are_all_needed(&words);
        let loops: Vec<bool> = summaries.iter().map(|summary| !summary.is_loop_free()).collect();
        let conclusion = Conclusion {
            states,
            safe,
            permissive,
            complete: established.complete,
            smallest: minimal,
            never_returns: loops,
            evidence: established.evidence,
            statistics: self.statistics,
            ..Conclusion::new(engine_note(self.engine, &self.learning), found.interface, stop)
        };
        conclusion.about(self.learning.teacher.executions.words.component())
    }

    fn confidence(&self, end: &End, established: &Established) -> (Confidence, Confidence, StopReason) {
        match end {
            End::Proved(_) if established.permissive => (Confidence::Proved, Confidence::Proved, StopReason::Done),
            End::Proved(_) => (Confidence::Proved, Confidence::NotEstablished, self.why_open()),
            End::UpTo(0, stop) => (Confidence::NotEstablished, Confidence::NotEstablished, *stop),
            End::UpTo(calls, stop) if self.conjecture.open.is_empty() => {
                (Confidence::ProvedUpTo(*calls), Confidence::ProvedUpTo(*calls), *stop)
            }
            End::UpTo(calls, stop) => (Confidence::ProvedUpTo(*calls), Confidence::NotEstablished, *stop),
        }
    }

    fn why_open(&self) -> StopReason {
        let unclear = &self.learning.teacher.unclear;
        match unclear.values().any(|unclear| matches!(unclear, Unclear::Related { .. })) {
            true => StopReason::TooManyGuards,
            false => StopReason::NoProof,
        }
    }

    /// The proof as a certificate.
    fn establish(&mut self, proof: &Proof, summaries: &[Summary], found: &Shape, labels: &[Term]) -> Established {
        let interrupt = Arc::new(self.learning.teacher.run.interrupt());
        let component = self.learning.teacher.executions.words.component();
        let calls: Vec<GuardedCall> = found.groups.iter().map(|group| group.call).collect();
        let merged = merged_labels(component, found, labels);
        let loops = loop_labels(component, summaries, found, proof);
        let interface = &found.interface;
        let setting = Setting { component, summaries, interface, calls: &calls, labels: &merged };
        let mut regions = Regions::new(setting, Arc::clone(&interrupt) as _);
        let complete = is_complete(&mut regions, interface);
        let is_open = !self.conjecture.open.is_empty();
        let loops = Some(loops);
        let claim = Claim { component, summaries, interface, calls, labels: merged, loops, may_be_open: is_open };
        let evidence = certify(claim, interrupt);
        let permissive = !is_open || evidence.as_ref().is_some_and(|evidence| is_explained(evidence, interface));
        Established { evidence, permissive, complete }
    }

    fn label_texts(&mut self, found: &Shape, evidence: Option<&Evidence>) -> Vec<Option<String>> {
        let component = self.learning.teacher.executions.words.component();
        let states = found.interface.states();
        let text = |state: StateId| {
            // Before construction there is no object of which a label could tell.
            let is_made = state != found.interface.initial() || !component.has_constructors();
            let label = evidence.filter(|_| is_made)?.certificate.labels[state.index()];
            let is_telling = !component.is_true(label) && component.terms.conjuncts(label).len() <= LARGEST_LABEL;
            is_telling.then(|| Scope::new(component, None).readable(label))
        };
        states.map(text).collect()
    }
}

/// Whether the certificate gives a reason for every forbidden call, those that no guard decides among them.
fn is_explained(evidence: &Evidence, interface: &Interface) -> bool {
    let limits = Limits { conflicts: Some(CONFLICTS), ..Limits::default() };
    check(&evidence.component, interface, &evidence.certificate, &limits).permissive.is_ok()
}

/// What holds in each state of the conjecture.
fn labels(component: &mut Component, proof: &Proof, conjecture: &Conjecture) -> Option<Vec<Term>> {
    let invariant = proof.invariant.as_ref()?;
    let states = conjecture.interface.states();
    Some(states.map(|state| proof.product.label(&mut component.terms, invariant, state)).collect())
}

/// What holds in each state of the interface: in one of the states that it stands for.
fn merged_labels(component: &mut Component, found: &Shape, labels: &[Term]) -> Vec<Term> {
    let mut merged = Vec::new();
    for state in found.interface.states() {
        let own: Vec<Term> = found.members(state).into_iter().map(|member| labels[member]).collect();
        merged.push(component.terms.any(own));
    }
    merged
}

/// The same inside of loops.
fn loop_labels(component: &mut Component, summaries: &[Summary], found: &Shape, proof: &Proof) -> Vec<LoopLabel> {
    let mut made = Vec::new();
    let invariant = proof.invariant.as_deref().unwrap_or_default();
    for state in found.interface.states() {
        for (index, group) in found.groups.iter().enumerate() {
            if !is_in_order(component, &found.interface, state, group.call.method) {
                continue;
            }
            for &location in &summaries[group.call.method].loop_heads {
                let mut own = Vec::new();
                for member in found.members(state) {
                    let member = StateId::from_index(member);
                    let letters = group.letters.iter().map(|&letter| CallId::from_index(letter));
                    let terms = &mut component.terms;
                    own.extend(letters.map(|call| proof.product.loop_label(terms, invariant, member, call, location)));
                }
                let label = component.terms.any(own);
                made.push(LoopLabel { state, call: CallId::from_index(index), location, label });
            }
        }
    }
    made
}

/// Which version of the engine it was, and what stood in its way.
fn engine_note(engine: &Guarded, learning: &Learning<'_>) -> String {
    let version = format!("guarded ({}, {})", engine.learner.name(), engine.check.name());
    let reasons: BTreeSet<String> = learning.teacher.unclear.values().map(ToString::to_string).collect();
    if reasons.is_empty() {
        return version;
    }
    let reasons: Vec<String> = reasons.into_iter().take(MOST_REASONS).collect();
    format!("{version}: {}", reasons.join("; "))
}

fn statistics(learning: &Learning<'_>, end: &End) -> BTreeMap<String, u64> {
    let teacher = &learning.teacher;
    let mut found = BTreeMap::from([
        ("membership queries".to_owned(), teacher.queries),
        ("letters in queries".to_owned(), teacher.symbols),
        ("equivalence queries".to_owned(), learning.rounds),
        ("counterexamples".to_owned(), learning.counterexamples),
        ("longest counterexample".to_owned(), learning.longest),
        ("alphabet refinements".to_owned(), teacher.refinements),
        ("refined alphabet".to_owned(), teacher.executions.letters.current.len() as u64),
        ("calls executed".to_owned(), teacher.executions.executed),
        ("solver calls".to_owned(), teacher.executions.words.solver_calls),
    ]);
    if learning.followed > 0 {
        found.insert("steps followed".to_owned(), learning.followed);
    }
    if let End::UpTo(calls, _) = end {
        found.insert("calls looked at".to_owned(), *calls);
    }
    found
}
