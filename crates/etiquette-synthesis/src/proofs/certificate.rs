//! Labels and guards as a certificate, in the terms of `etiquette-certificates`.

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_certificates::{Certificate, Choice, ForbiddenProof, Limits, LoopLabel, Proof};
use etiquette_component::{Binding, Component, GuardedCall, Location, Origin, Summary, summarise};
use etiquette_logic::{Interrupt, Term};

use crate::proofs::obligations::{Claim, is_in_order};
use crate::proofs::prove::{Conditions, Labels};
use crate::proofs::regions::{Regions, Setting};
use crate::spaces::solver::beliefs::Words;
use etiquette_outcome::Evidence;

/// A certificate, and what it establishes beyond safety.
pub(crate) struct Established {
    pub evidence: Box<Evidence>,
    /// How many of the calls that were left open are shown to be forbidden for a reason.
    explained: usize,
    /// Every forbidden call is shown to be forbidden for a reason, or is doubtful.
    pub permissive: bool,
    /// Every outcome of every allowed call can always happen.
    pub complete: bool,
}

/// A forbidden call of a state, and why it is rightly forbidden there.
type Hit = (StateId, CallId, Proof);

/// The certificate of a proved interface. Some of the calls that are left open are to be explained; where they can't be
/// with what the proof needs, all that is known is tried.
pub(crate) fn establish(
    words: &mut Words,
    claim: &Claim<'_>,
    labels: &Labels,
    mut open: Vec<(StateId, CallId)>,
    interrupt: Interrupt,
) -> Established {
    open.sort_unstable();
    let established = establish_with(words, claim, &labels.needed, &open, interrupt.clone());
    if established.explained == open.len() {
        return established;
    }
    let with_more = establish_with(words, claim, &labels.known, &open, interrupt);
    if with_more.explained > established.explained { with_more } else { established }
}

fn establish_with(
    words: &mut Words,
    claim: &Claim<'_>,
    labels: &Conditions,
    open: &[(StateId, CallId)],
    interrupt: Interrupt,
) -> Established {
    let summaries = words.executor.summaries.clone();
    let component = words.component();
    let all = |component: &mut Component, conditions: &[Term]| component.terms.all(conditions.iter().copied());
    let state_labels: Vec<Term> = labels.between.iter().map(|conditions| all(component, conditions)).collect();
    let (interface, calls) = (claim.interface, claim.calls);
    let setting = Setting { component, summaries: &summaries, interface, calls, labels: &state_labels };
    let mut regions = Regions::new(setting, Interrupt::clone(&interrupt));
    let hits: Vec<Hit> =
        open.iter().filter_map(|&(state, call)| Some((state, call, regions.explain(state, call)?))).collect();
    let complete = is_complete(&mut regions, claim.interface);
    let (regions, spreads) = regions.into_found();
    let component = words.component();
    let certificate = Certificate {
        guards: claim.calls.iter().map(|call| call.guard).collect(),
        methods: claim.calls.iter().map(|call| call.method).collect(),
        labels: state_labels,
        loops: loop_labels(component, &summaries, claim, labels),
        forbidden: forbidden(component, &summaries, claim, &hits),
        regions,
        spreads,
    };
    let limits = Limits { interrupt: Some(interrupt), conflicts: None };
    let mut evidence = Box::new(Evidence::new(component.clone(), interface, certificate, &limits));
    if evidence.component.has_gaps() {
        doubt_what_is_open(&mut evidence.certificate);
    }
    let permissive = evidence.certificate.forbidden.iter().all(|forbidden| forbidden.proof != Proof::Open);
    Established { evidence, explained: hits.len(), permissive, complete }
}

/// Where the model leaves things open, that may be why no proof is found.
fn doubt_what_is_open(certificate: &mut Certificate) {
    for found in certificate.forbidden.iter_mut().filter(|found| found.proof == Proof::Open) {
        found.proof = Proof::Doubtful;
    }
}

/// Whether every outcome of every allowed call can happen, whatever state of its label the component is in.
pub fn all_outcomes_can_happen(
    component: &Component,
    interface: &Interface,
    certificate: &Certificate,
    interrupt: Interrupt,
) -> bool {
    let mut component = component.clone();
    let summaries: Vec<Summary> =
        (0..component.methods.len()).map(|method| summarise(&mut component, method)).collect();
    let calls = certificate.methods.iter().zip(&certificate.guards);
    let calls: Vec<GuardedCall> = calls.map(|(&method, &guard)| GuardedCall { method, guard }).collect();
    let (component, summaries, labels) = (&mut component, &summaries[..], &certificate.labels[..]);
    let setting = Setting { component, summaries, interface, calls: &calls, labels };
    is_complete(&mut Regions::new(setting, interrupt), interface)
}

/// The same of regions that are at hand.
pub(crate) fn is_complete(regions: &mut Regions<'_>, interface: &Interface) -> bool {
    interface.is_complete()
        && interface.states().all(|state| {
            let allowed = interface.alphabet().call_ids().filter(|&call| interface.allows(state, call));
            allowed.into_iter().all(|call| regions.all_outcomes_possible(state, call))
        })
}

/// A label for each loop head of each call; `false` where nothing leads to it, and at an entry to which no run comes
/// back, what holds when the call begins.
fn loop_labels(
    component: &mut Component,
    summaries: &[Summary],
    claim: &Claim<'_>,
    labels: &Conditions,
) -> Vec<LoopLabel> {
    let mut made = Vec::new();
    for state in claim.interface.states() {
        for call in claim.interface.alphabet().call_ids() {
            let method = claim.calls[call.index()].method;
            if !is_in_order(component, claim.interface, state, method) {
                continue;
            }
            for &location in &summaries[method].loop_heads {
                let known = labels.inside.iter().find(|(at, of, head, _)| (*at, *of, *head) == (state, call, location));
                let label = match known {
                    Some((_, _, _, conditions)) => component.terms.all(conditions.iter().copied()),
                    None if location == Location::ENTRY => {
                        let guard = claim.calls[call.index()].guard;
                        let begun = [guard, locals_are_zero(component, method)];
                        component.terms.all(labels.between[state.index()].iter().copied().chain(begun))
                    }
                    None => component.terms.bool(false),
                };
                made.push(LoopLabel { state, call, location, label });
            }
        }
    }
    made
}

fn locals_are_zero(component: &mut Component, method: usize) -> Term {
    let locals = component.methods[method].locals.clone();
    let terms = &mut component.terms;
    let is_zero = |local: Binding| {
        let (local, zero) = (terms.symbol(local.symbol), terms.constant(terms.symbol_sort(local.symbol), 0));
        terms.equal(local, zero)
    };
    let zero: Vec<Term> = locals.into_iter().map(is_zero).collect();
    component.terms.all(zero)
}

fn forbidden(component: &mut Component, summaries: &[Summary], claim: &Claim<'_>, hits: &[Hit]) -> Vec<ForbiddenProof> {
    let mut proofs = Vec::new();
    for state in claim.interface.states() {
        for call in claim.interface.alphabet().call_ids() {
            let method = claim.calls[call.index()].method;
            let instances = &claim.instances[method];
            let in_order = is_in_order(component, claim.interface, state, method);
            if claim.interface.allows(state, call) || !in_order {
                continue;
            }
            let hit = hits.iter().find(|(at, of, _)| (*at, *of) == (state, call));
            let proof = match (claim.open.contains(&(state, call)), instances.is_empty()) {
                (true, _) => hit.map_or(Proof::Open, |(_, _, proof)| proof.clone()),
                (false, true) => Proof::NeverReturns,
                (false, false) => Proof::CanFail {
                    choices: instances
                        .iter()
                        .map(|instance| choices(component, &summaries[method], instance))
                        .collect(),
                },
            };
            proofs.push(ForbiddenProof { state, call, proof });
        }
    }
    proofs
}

/// Values of a summary's hidden choices, as choices at the edges of the body.
pub(crate) fn choices(component: &mut Component, summary: &Summary, instance: &[Term]) -> Vec<(Choice, Term)> {
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
