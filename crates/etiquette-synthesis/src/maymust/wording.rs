//! What the engine says of how it went: the scheme, its predicates, and, where it did not come to an end, why.

use std::collections::BTreeMap;

use etiquette_automata::{Alphabet, Call, Interface};
use etiquette_component::{Component, Scope};

use super::Scheme;
use super::teacher::{Halt, Teacher};
use crate::explicit::parameters;
use crate::outcome::{Confidence, Forbidden, Guarantee, Integers, Outcome, Reason, StateFacts, StopReason};

/// So many predicates are named.
const NAMED: usize = 12;
/// So many of those that keep coming.
const LAST: usize = 4;

/// The engine's name with what there is to say.
pub(super) fn note(scheme: Scheme, teacher: &Teacher<'_>, halt: &Option<Halt>, certified: bool) -> String {
    let mut parts = vec![scheme.name().to_owned()];
    let texts = texts(teacher);
    match halt {
        Some(Halt::Diverges) => {
            let last = &texts[texts.len().saturating_sub(LAST)..];
            parts.push(format!("refinement does not end: {} predicates, and on come {}", texts.len(), last.join(", ")));
        }
        Some(Halt::Stuck(trace)) => {
            let letters = &teacher.letters;
            let component = &teacher.refiner.component;
            let name = |letter: usize| component.methods[letters.all[letter].method].name.as_str();
            let word = trace.word.iter().map(|&event| name(letters.event(event).0)).chain([name(trace.letter)]);
            parts.push(format!("no predicate decides `{}`", word.collect::<Vec<_>>().join(", ")));
        }
        _ => parts.push(listed(&texts)),
    }
    if halt.is_none() && !certified {
        parts.push("proved by the abstractions, without a certificate".into());
    }
    format!("maymust ({})", parts.join("; "))
}

fn listed(texts: &[String]) -> String {
    match texts.len() {
        0 => "no predicates".into(),
        count if count > NAMED => {
            format!("{count} predicates: {} and {} more", texts[..NAMED].join(", "), count - NAMED)
        }
        1 => format!("1 predicate: {}", texts[0]),
        count => format!("{count} predicates: {}", texts.join(", ")),
    }
}

fn texts(teacher: &Teacher<'_>) -> Vec<String> {
    let component = &teacher.refiner.component;
    let scope = Scope::new(component, None);
    teacher.predicates.iter().map(|&term| scope.readable(term)).collect()
}

/// Stopped before anything was known: nothing is allowed.
pub(super) fn nothing(component: &Component, scheme: &str, stop: StopReason) -> Outcome {
    let calls = component.methods.iter().map(|method| Call {
        id: method.name.clone(),
        method: method.name.clone(),
        constructor: method.constructor,
        parameters: parameters(component, method),
        guard: "true".into(),
        outcomes: method.outcomes.clone(),
    });
    let interface = Interface::new(Alphabet::new(calls.collect()));
    let calls = interface.alphabet().call_ids();
    let forbidden = calls.map(|call| Forbidden { call, reason: Reason::Unexplored }).collect();
    Outcome {
        component: component.name.clone(),
        errors: component.error_names(),
        engine: format!("maymust ({scheme})"),
        states: vec![StateFacts { forbidden, ..StateFacts::default() }],
        interface,
        guarantee: Guarantee {
            safe: Confidence::Proved,
            permissive: Confidence::NotEstablished,
            full: false,
            minimal: false,
            serial: false,
            integers: Integers::Wrap,
            assumptions: Vec::new(),
        },
        evidence: None,
        stop,
        statistics: BTreeMap::new(),
    }
}
