//! What the engine says of how it went: the scheme, its predicates, and, where it did not come to an end, why.

use etiquette_component::{Component, Scope};
use etiquette_logic::Term;

use crate::engines::maymust::Scheme;
use crate::engines::maymust::check::Trace;
use crate::engines::maymust::teacher::{Halt, Teacher};
use crate::spaces::predicates::letters::Letters;

/// So many predicates are named.
const NAMED: usize = 12;
/// So many of those that keep coming.
const LAST: usize = 4;

/// The engine's name with what there is to say.
pub(crate) fn note(scheme: Scheme, teacher: &Teacher<'_>, halt: &Option<Halt>, certified: bool) -> String {
    let mut parts = vec![scheme.name().to_owned()];
    let texts = texts(&teacher.refiner.component, &teacher.predicates);
    match halt {
        Some(Halt::Diverges) => {
            parts.push(unending(&texts));
        }
        Some(Halt::Stuck(trace)) => {
            let names = names_of(&teacher.refiner.component, &teacher.letters, trace);
            parts.push(format!("no predicate decides `{names}`"));
        }
        _ => parts.push(listed(&texts)),
    }
    if halt.is_none() && !certified {
        parts.push("proved by the abstractions, without a certificate".into());
    }
    format!("maymust ({})", parts.join("; "))
}

/// That there is no end to predicates, with the last of them.
pub(crate) fn unending(texts: &[String]) -> String {
    let last = &texts[texts.len().saturating_sub(LAST)..];
    format!("refinement does not end: {} predicates, and on come {}", texts.len(), last.join(", "))
}

/// The methods of a trace.
pub(crate) fn names_of(component: &Component, letters: &Letters, trace: &Trace) -> String {
    let name = |letter: usize| component.methods[letters.all[letter].method].name.as_str();
    trace.letters(letters).map(name).collect::<Vec<_>>().join(", ")
}

/// So many predicates, and what they are.
pub(crate) fn listed(texts: &[String]) -> String {
    match texts.len() {
        0 => "no predicates".into(),
        count if count > NAMED => {
            format!("{count} predicates: {} and {} more", texts[..NAMED].join(", "), count - NAMED)
        }
        1 => format!("1 predicate: {}", texts[0]),
        count => format!("{count} predicates: {}", texts.join(", ")),
    }
}

/// Predicates in the component language.
pub(crate) fn texts(component: &Component, predicates: &[Term]) -> Vec<String> {
    let scope = Scope::new(component, None);
    predicates.iter().map(|&term| scope.readable(term)).collect()
}
