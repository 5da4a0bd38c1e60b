//! What is taken for granted and what is left open, in words: most formats show it.

use etiquette_automata::{CallId, StateId};
use etiquette_outcome::{Assumption, Guarantee, Outcome};

/// So many things on which a verdict depends are named.
const NAMED: usize = 2;

/// Each text once, with its places.
pub fn grouped<'a>(assumptions: impl IntoIterator<Item = &'a Assumption>) -> Vec<(String, Vec<String>)> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for assumption in assumptions {
        match groups.iter_mut().find(|(text, _)| *text == assumption.text) {
            Some((_, places)) => places.extend(assumption.at.clone()),
            None => groups.push((assumption.text.clone(), assumption.at.iter().cloned().collect())),
        }
    }
    groups
}

/// `given 3 assumptions`, if there are any.
pub fn given(guarantee: &Guarantee) -> Option<String> {
    match grouped(guarantee.granted()).len() {
        0 => None,
        1 => Some("given 1 assumption".into()),
        count => Some(format!("given {count} assumptions")),
    }
}

/// What a doubtful call depends on: ``depending on what `Foo.size` returns (Foo.java:12), and 2 more``.
pub fn doubt(outcome: &Outcome, state: StateId, call: CallId) -> Option<String> {
    let depends_on = outcome.doubt(state, call)?;
    let named: Vec<String> = depends_on.iter().take(NAMED).map(|found| with_place(found)).collect();
    Some(match depends_on.len().saturating_sub(NAMED) {
        _ if named.is_empty() => "depending on what is not modelled".into(),
        0 => format!("depending on {}", named.join(" and ")),
        more => format!("depending on {}, and {more} more", named.join(", ")),
    })
}

/// What is lost where a call is either allowed or forbidden.
pub fn doubt_loss(outcome: &Outcome) -> Option<String> {
    match outcome.doubtful() {
        0 => None,
        1 => Some("1 call is doubtful: whether it fails depends on what is not modelled; here it is forbidden".into()),
        calls => Some(format!(
            "{calls} calls are doubtful: whether they fail depends on what is not modelled; here they are forbidden"
        )),
    }
}

fn with_place(found: &Assumption) -> String {
    match &found.at {
        Some(at) => format!("{} ({at})", found.text),
        None => found.text.clone(),
    }
}
