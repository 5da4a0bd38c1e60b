//! The outcome of a search on abstractions: what holds in each state, why calls are forbidden, and what of it is certified.
//!
//! What the engine is called, how it stopped and its numbers are left to the engine.

use std::sync::Arc;

use etiquette_component::{Component, Summary};
use etiquette_logic::Term;
use etiquette_predicates::Tracer;
use rustc_hash::FxHashMap;

use crate::engines::maymust::certificate::{Claim, certify};
use crate::engines::maymust::conclude::{Facts, Shape};
use crate::engines::maymust::distinct::Distinct;
use crate::spaces::pairs::Visit;
use crate::spaces::predicates::view::View;
use etiquette_outcome::{Conclusion, Confidence, Evidence, Outcome, Run, StopReason};

/// What a search came to.
pub(crate) struct Found<'a> {
    /// With all terms that were made.
    pub component: &'a mut Component,
    pub summaries: &'a [Summary],
    pub view: &'a mut View,
    pub visits: &'a [Visit],
    pub shape: &'a Shape,
    /// What else holds in each state of the machine, where more is known than the view says.
    pub further: Option<&'a FxHashMap<usize, Term>>,
    /// Whether it is permissive; that it is safe is taken for granted.
    pub proved: bool,
}

/// The outcome, but for the engine's name, its numbers, and whether it is full.
pub(crate) fn outcome(found: Found<'_>, run: &Run) -> Outcome {
    let Found { component, summaries, view, visits, shape, further, proved } = found;
    let mut tracer = Tracer::new(component);
    tracer.set_interrupt(run.interrupt());
    let mut facts = Facts { component: &mut *component, view, visits, shape, further, proved, tracer, searched: None };
    let states = facts.all();
    let words = facts.access_words();
    let labels = facts.labels();
    let mut tracer = facts.tracer;
    let mut distinct = Distinct { interface: &shape.interface, groups: &shape.groups, tracer: &mut tracer };
    let minimal = proved && shape.merged_minimal && distinct.are_all_needed(&words);
    let evidence = if proved { evidence(component, summaries, shape, labels, run) } else { None };
    let loops: Vec<bool> = summaries.iter().map(|summary| !summary.is_loop_free()).collect();
    let conclusion = Conclusion {
        states,
        safe: Confidence::Proved,
        permissive: if proved { Confidence::Proved } else { Confidence::NotEstablished },
        smallest: minimal,
        never_returns: loops,
        evidence,
        ..Conclusion::new("", shape.interface.clone(), StopReason::Done)
    };
    conclusion.about(component)
}

fn evidence(
    component: &mut Component,
    summaries: &[Summary],
    shape: &Shape,
    labels: Vec<Term>,
    run: &Run,
) -> Option<Box<Evidence>> {
    let calls = shape.groups.iter().map(|group| group.call);
    let interface = &shape.interface;
    let claim =
        Claim { component, summaries, interface, calls: calls.collect(), labels, loops: None, may_be_open: false };
    certify(claim, Arc::new(run.interrupt()))
}
