//! Labels and guards as a certificate, in the terms of `etiquette-certificates`.

use etiquette_automata::{CallId, StateId};
use etiquette_certificates::{Certificate, Choice, ForbiddenProof, LoopLabel, Proof};
use etiquette_component::{Component, Origin, Summary};
use etiquette_logic::Term;
use rustc_hash::FxHashSet;

use super::claim::Drafted;
use super::obligations::{ProofCall, is_in_order};
use super::proof::Labels;
use super::search::Search;
use crate::outcome::Evidence;

/// The certificate of a proved interface.
pub(crate) fn evidence(
    search: &mut Search,
    drafted: &Drafted,
    labels: &Labels,
    open: &FxHashSet<(StateId, CallId)>,
) -> Box<Evidence> {
    let summaries = search.words.executor.summaries.clone();
    let component = search.words.component();
    let all = |component: &mut Component, conditions: &[Term]| component.terms.all(conditions.iter().copied());
    let certificate = Certificate {
        guards: drafted.calls.iter().map(|call| call.guard).collect(),
        methods: drafted.calls.iter().map(|call| call.method).collect(),
        labels: labels.between.iter().map(|conditions| all(component, conditions)).collect(),
        loops: loop_labels(component, &summaries, drafted, labels),
        forbidden: forbidden(component, &summaries, drafted, open),
        regions: Vec::new(),
    };
    Box::new(Evidence { component: component.clone(), certificate })
}

/// A label for each loop head of each call; `false` where nothing leads to it.
fn loop_labels(component: &mut Component, summaries: &[Summary], drafted: &Drafted, labels: &Labels) -> Vec<LoopLabel> {
    let mut made = Vec::new();
    for state in drafted.interface.states() {
        for call in drafted.interface.alphabet().call_ids() {
            let method = drafted.calls[call.index()].method;
            if !is_in_order(component, &drafted.interface, state, method) {
                continue;
            }
            for &location in &summaries[method].loop_heads {
                let known = labels.inside.iter().find(|(at, of, head, _)| (*at, *of, *head) == (state, call, location));
                let label = match known {
                    Some((_, _, _, conditions)) => component.terms.all(conditions.iter().copied()),
                    None => component.terms.bool(false),
                };
                made.push(LoopLabel { state, call, location, label });
            }
        }
    }
    made
}

fn forbidden(
    component: &mut Component,
    summaries: &[Summary],
    drafted: &Drafted,
    open: &FxHashSet<(StateId, CallId)>,
) -> Vec<ForbiddenProof> {
    let mut proofs = Vec::new();
    for state in drafted.interface.states() {
        for call in drafted.interface.alphabet().call_ids() {
            let ProofCall { method, instances, .. } = &drafted.calls[call.index()];
            let in_order = is_in_order(component, &drafted.interface, state, *method);
            if drafted.interface.allows(state, call) || !in_order {
                continue;
            }
            let proof = match (open.contains(&(state, call)), instances.is_empty()) {
                (true, _) => Proof::Open,
                (false, true) => Proof::NeverReturns,
                (false, false) => Proof::CanFail {
                    choices: instances.iter().map(|instance| choices(component, &summaries[*method], instance)).collect(),
                },
            };
            proofs.push(ForbiddenProof { state, call, proof });
        }
    }
    proofs
}

/// Values of a summary's hidden choices, as choices at the edges of the body.
fn choices(component: &mut Component, summary: &Summary, instance: &[Term]) -> Vec<(Choice, Term)> {
    let mut made = Vec::new();
    for (origin, &value) in summary.origins.iter().zip(instance) {
        match origin {
            Origin::Value(edge) => made.push((Choice::Value(*edge), value)),
            Origin::Edges(edges) => made.extend(picked(component, edges, value)),
        }
    }
    made
}

fn picked(component: &mut Component, edges: &[usize], value: Term) -> Vec<(Choice, Term)> {
    let terms = &mut component.terms;
    let width = terms.sort(value).width();
    let mut made = Vec::new();
    for (number, &edge) in edges.iter().enumerate() {
        let constant = terms.bits(width, number as u64);
        let picked = match number + 1 == edges.len() {
            true => terms.unsigned_less_equal(constant, value),
            false => terms.equal(value, constant),
        };
        made.push((Choice::Edge(edge), picked));
    }
    made
}
