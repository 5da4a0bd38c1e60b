//! What a search on abstractions comes to: what holds in each state, why calls are forbidden, and what of it is
//! certified.
//!
//! What the engine is called, how it stopped and its numbers are left to the engine.

use std::sync::Arc;

use etiquette_component::{Component, Summary};
use etiquette_logic::Term;
use rustc_hash::FxHashMap;

use crate::proofs::certify::{Claim, certify};
use crate::proofs::distinct::Distinct;
use crate::readable::grouping::Shape;
use crate::spaces::predicates::abstract_component::AbstractComponent;
use crate::spaces::predicates::facts::Facts;
use crate::spaces::predicates::pairs::Visits;
use etiquette_outcome::{Conclusion, Confidence, Evidence, Reason, Run, StopReason};

/// What a search found.
pub(crate) struct Found<'a> {
    /// With all terms that were made.
    pub component: &'a mut Component,
    pub summaries: &'a [Summary],
    pub view: &'a AbstractComponent,
    pub visits: &'a Visits,
    pub shape: &'a Shape,
    /// What else holds in each state of the machine, where more is known than the view says.
    pub further: Option<&'a FxHashMap<usize, Term>>,
    /// Whether it is permissive; that it is safe is taken for granted.
    pub proved: bool,
}

/// The conclusion, but for the engine's name, how it stopped, its numbers, and whether it is full.
pub(crate) fn conclude(found: Found<'_>, run: &Run) -> Conclusion {
    let Found { component, summaries, view, visits, shape, further, proved } = found;
    // Where nothing is proved, a forbidden call without a witness is one that was not explored.
    let unexplained = (!proved).then_some(Reason::Unexplored);
    let mut facts = Facts { further, unexplained, ..Facts::new(component, view, visits, shape, run) };
    let (states, words) = facts.all();
    let labels = proved.then(|| facts.labels());
    let mut tracer = facts.tracer;
    let mut distinct = Distinct { interface: &shape.interface, groups: &shape.groups, tracer: &mut tracer };
    let smallest = proved && shape.merged_minimal && distinct.are_all_needed(&words);
    let evidence = labels.and_then(|labels| evidence(component, summaries, shape, labels, run));
    Conclusion {
        states,
        safe: Confidence::Proved,
        permissive: if proved { Confidence::Proved } else { Confidence::NotEstablished },
        smallest,
        never_returns: summaries.iter().map(|summary| !summary.is_loop_free()).collect(),
        evidence,
        ..Conclusion::new("", shape.interface.clone(), StopReason::Done)
    }
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
