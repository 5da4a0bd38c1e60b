//! Forbidden, or doubtful? A call that fails for some choices of the model need not fail for what there really is.

use std::collections::BTreeSet;

use etiquette_automata::{CallId, StateId};
use etiquette_component::{Action, Component, Gap, Method, Owner};

use crate::conclusion::Conclusion;
use crate::outcome::{Assumption, AssumptionKind, Confidence, Forbidden, Reason};

/// Marks the calls that are not shown to fail whatever the model leaves open, and claims less where there are any. What
/// they depend on, in the order in which it comes up.
pub(crate) fn mark(conclusion: &mut Conclusion, component: &Component) -> Vec<Assumption> {
    let mut left_open = Vec::new();
    if !component.has_gaps() {
        return left_open;
    }
    let mut count = 0;
    for index in 0..conclusion.states.len() {
        let mut forbidden = std::mem::take(&mut conclusion.states[index].forbidden);
        for found in &mut forbidden {
            let gaps = gaps(conclusion, component, StateId(index as u32), found);
            found.doubt =
                gaps.map(|gaps| gaps.into_iter().map(|gap| position(&mut left_open, component, gap)).collect());
            count += u64::from(found.doubt.is_some());
        }
        conclusion.states[index].forbidden = forbidden;
    }
    if is_any_unmarked(conclusion) {
        // Nothing was found that could be said of it.
        conclusion.permissive = Confidence::NotEstablished;
    }
    if count > 0 {
        conclusion.permissive = match conclusion.permissive {
            Confidence::Proved => Confidence::ProvedButFor(count),
            _ => Confidence::NotEstablished,
        };
    }
    left_open
}

/// Whether a call is doubtful of which no run is known that fails.
fn is_any_unmarked(conclusion: &Conclusion) -> bool {
    let is_marked = |state: StateId, call: CallId| {
        let facts = conclusion.states.get(state.index());
        facts.is_some_and(|facts| facts.forbidden.iter().any(|found| found.call == call && found.doubt.is_some()))
    };
    let doubts = conclusion.evidence.iter().flat_map(|evidence| &evidence.doubts);
    doubts.into_iter().any(|doubt| !is_marked(doubt.state, doubt.call))
}

/// What the verdict depends on. A call that no certificate shows to fail may depend on all that is open in it, or
/// anywhere before it.
fn gaps(conclusion: &Conclusion, component: &Component, state: StateId, found: &Forbidden) -> Option<BTreeSet<u32>> {
    if !matches!(found.reason, Reason::Error { .. }) {
        return None;
    }
    let Some(evidence) = &conclusion.evidence else { return Some(open_in(&component.methods)) };
    let known = evidence.doubts.iter().find(|doubt| (doubt.state, doubt.call) == (state, found.call));
    if let Some(doubt) = known {
        return Some(doubt.gaps.iter().copied().collect());
    }
    let is_open = evidence.certificate.leaves_open(state, found.call);
    let own = open_in(called(conclusion, component, found.call));
    is_open.then_some(if own.is_empty() { open_in(&component.methods) } else { own })
}

fn called<'a>(conclusion: &Conclusion, component: &'a Component, call: CallId) -> Option<&'a Method> {
    let name = &conclusion.interface.alphabet().call(call).method;
    component.methods.iter().find(|method| method.name == *name)
}

/// The gaps of methods' own choices.
fn open_in<'a>(methods: impl IntoIterator<Item = &'a Method>) -> BTreeSet<u32> {
    let edges = methods.into_iter().flat_map(|method| &method.body.edges);
    let gap = |action: &Action| match action {
        Action::Havoc(_, Owner::Model(gap), _) => Some(*gap),
        _ => None,
    };
    edges.filter_map(|edge| gap(&edge.action)).collect()
}

/// Where the gap stands among what is left open.
fn position(left_open: &mut Vec<Assumption>, component: &Component, gap: u32) -> usize {
    let Gap { what, place } = &component.gaps[gap as usize];
    let text = what.clone().unwrap_or_else(|| "something that the model leaves open".into());
    let entry = Assumption { kind: AssumptionKind::Value, text, at: place.as_ref().map(ToString::to_string) };
    left_open.iter().position(|known| *known == entry).unwrap_or_else(|| {
        left_open.push(entry);
        left_open.len() - 1
    })
}
