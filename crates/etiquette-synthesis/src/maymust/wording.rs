//! What the engine says of how it went: the scheme, its predicates, and, where it did not come to an end, why.

use etiquette_component::Scope;

use super::Scheme;
use super::teacher::{Halt, Teacher};

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
