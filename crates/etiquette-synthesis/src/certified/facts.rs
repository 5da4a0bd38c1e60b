//! From the end of a search to an outcome: labels, access words, why calls are forbidden, and what is guaranteed.

use etiquette_automata::{CallId, StateId};
use etiquette_component::{Component, Scope};
use etiquette_logic::{Interrupt, Term};

use super::certificate::establish;
use super::claim::Drafted;
use super::proof::Labels;
use super::search::{End, Search};
use super::table::Hypothesis;
use super::words::{Event, Letter, NodeId, Verdict, Words, guard_holds};
use crate::explicit::{has_free_outcomes, termination_assumptions};
use crate::outcome::{Confidence, Forbidden, Guarantee, Integers, Outcome, Reason, StateFacts, StopReason};
use crate::run::Run;
use crate::spelling::{failure, spell_call, spell_event};

/// A search that has ended, with its last hypothesis.
pub(crate) struct Finished {
    pub search: Search,
    pub latest: Option<(Hypothesis, Drafted)>,
    pub end: End,
}

/// Puts into words what was found.
pub(crate) fn conclude(finished: Finished, interrupt: Interrupt) -> Outcome {
    let Finished { mut search, latest, end } = finished;
    let Some((hypothesis, drafted)) = latest else {
        return nothing(&mut search, &end);
    };
    let open = search.open(&hypothesis, &drafted);
    // What is asked from now on is known already or cheap; a limit that was reached must not cut it short.
    let mut unlimited = Run::default();
    let minimal = search.table.tells_all_apart(&mut search.words, &hypothesis, &mut unlimited).unwrap_or(false);
    let labels = match &end {
        End::Proved(labels) => Some(labels),
        _ => None,
    };
    let states = state_facts(&mut search, &hypothesis, &drafted, labels, &mut unlimited);
    let established = labels.map(|labels| establish(&mut search, &drafted, labels, &open, interrupt));
    let interface = drafted.interface;
    let statistics = search.statistics(&interface);
    let loops: Vec<bool> = search.words.executor.summaries.iter().map(|summary| !summary.is_loop_free()).collect();
    let component = search.words.component();
    let is_open = established.as_ref().is_some_and(|established| !established.permissive);
    let complete = established.as_ref().is_some_and(|established| established.complete);
    let (safe, permissive, stop) = confidence(&end, is_open);
    Outcome {
        component: component.name.clone(),
        errors: component.error_names(),
        engine: "certified".into(),
        states,
        guarantee: Guarantee {
            safe,
            permissive,
            full: permissive == Confidence::Proved && complete && !has_free_outcomes(component),
            minimal: permissive == Confidence::Proved && minimal,
            serial: false,
            integers: Integers::Wrap,
            assumptions: termination_assumptions(component, &loops),
        },
        interface,
        evidence: established.map(|established| established.evidence),
        stop,
        statistics,
    }
}

fn confidence(end: &End, open: bool) -> (Confidence, Confidence, StopReason) {
    match end {
        End::Proved(_) if open => (Confidence::Proved, Confidence::NotEstablished, StopReason::Done),
        End::Proved(_) => (Confidence::Proved, Confidence::Proved, StopReason::Done),
        End::Open(depth) => (up_to(*depth), up_to(*depth), StopReason::NoProof),
        End::TooManyGuards(depth) => (up_to(*depth), up_to(*depth), StopReason::TooManyGuards),
        End::Stopped(stop) => (Confidence::NotEstablished, Confidence::NotEstablished, *stop),
    }
}

fn up_to(calls: u64) -> Confidence {
    if calls == 0 { Confidence::NotEstablished } else { Confidence::ProvedUpTo(calls) }
}

/// Stopped before there was any hypothesis: nothing is allowed.
fn nothing(search: &mut Search, end: &End) -> Outcome {
    let hypothesis = Hypothesis::default();
    let drafted = super::claim::draft(search.words.component(), &search.table, &hypothesis);
    let forbidden = drafted.interface.alphabet().call_ids();
    let forbidden = forbidden.map(|call| Forbidden { call, reason: Reason::Unexplored }).collect();
    let (_, permissive, stop) = confidence(end, false);
    let statistics = search.statistics(&drafted.interface);
    let component = search.words.component();
    Outcome {
        component: component.name.clone(),
        errors: component.error_names(),
        engine: "certified".into(),
        states: vec![StateFacts { forbidden, ..StateFacts::default() }],
        interface: drafted.interface,
        guarantee: Guarantee {
            safe: Confidence::Proved,
            permissive,
            full: false,
            minimal: false,
            serial: false,
            integers: Integers::Wrap,
            assumptions: Vec::new(),
        },
        evidence: None,
        stop,
        statistics,
    }
}

fn state_facts(
    search: &mut Search,
    hypothesis: &Hypothesis,
    drafted: &Drafted,
    labels: Option<&Labels>,
    run: &mut Run,
) -> Vec<StateFacts> {
    let mut facts = Vec::new();
    for (index, state) in hypothesis.states.iter().enumerate() {
        let access: Vec<String> = state.access.iter().map(|event| spell(&mut search.words, *event)).collect();
        // Before construction there is no object of which a label could tell.
        let is_made = index > 0 || !search.words.component().has_constructors();
        let labels = labels.filter(|_| is_made);
        let label = labels.and_then(|labels| label_text(search.words.component(), &labels.shown[index]));
        let id = StateId::from_index(index);
        let calls: Vec<CallId> = drafted.interface.alphabet().call_ids().collect();
        let forbidden = calls.into_iter().filter(|&call| !drafted.interface.allows(id, call));
        let forbidden = forbidden
            .map(|call| Forbidden { call, reason: reason(search, drafted, (id, state.creator), call, &access, run) });
        facts.push(StateFacts { label, forbidden: forbidden.collect(), access: access.clone() });
    }
    facts
}

fn label_text(component: &mut Component, conditions: &[Term]) -> Option<String> {
    let all = component.terms.all(conditions.iter().copied());
    (!component.is_true(all)).then(|| Scope::new(component, None).readable(all))
}

fn spell(words: &mut Words, event: Event) -> String {
    let Letter { method, arguments } = words.letter(event.letter).clone();
    let component = words.component();
    let outcome = &component.methods[method].outcomes[event.outcome];
    spell_event(component, method, &arguments, outcome)
}

fn reason(
    search: &mut Search,
    drafted: &Drafted,
    (state, node): (StateId, NodeId),
    call: CallId,
    access: &[String],
    run: &mut Run,
) -> Reason {
    let method = drafted.calls[call.index()].method;
    let guard = drafted.calls[call.index()].guard;
    let component = search.words.component();
    if !super::obligations::is_in_order(component, &drafted.interface, state, method) {
        return match component.methods[method].constructor {
            true => Reason::AlreadyConstructed,
            false => Reason::NotConstructed,
        };
    }
    let samples = search.table.calls.iter().filter(|call| call.method == method);
    let samples: Vec<u32> = samples.flat_map(|call| call.samples.iter().copied()).collect();
    for sample in samples {
        let Letter { arguments, .. } = search.words.letter(sample).clone();
        if !guard_holds(search.words.component(), method, guard, &arguments) {
            continue;
        }
        if let Ok(Verdict::Fails(error)) = search.words.verdict(node, sample, run) {
            let component = search.words.component();
            return failure(component, error, Some(access), spell_call(component, method, &arguments));
        }
    }
    Reason::Unexplored
}
