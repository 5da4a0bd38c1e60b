//! Words for people: calls with argument values, and what comes of them.

use etiquette_component::Component;

use etiquette_outcome::Reason;

/// A call with argument values: `move(3)`.
pub(crate) fn spell_call(component: &Component, method: usize, arguments: &[u64]) -> String {
    component.written_call(method, arguments)
}

/// A call with argument values and its outcome, where that tells something: `acquire() -> true`.
pub(crate) fn spell_event(component: &Component, method: usize, arguments: &[u64], outcome: &str) -> String {
    let text = spell_call(component, method, arguments);
    let found = &component.methods[method];
    match found.outcomes.len() > 1 && !found.free_outcomes {
        true => format!("{text} -> {outcome}"),
        false => text,
    }
}

/// The reason to forbid a call that fails with this error after a word.
pub(crate) fn failure(component: &Component, error: usize, word: Option<&[String]>, last: String) -> Reason {
    let site = &component.errors[error];
    let witness = word.map(|word| word.iter().cloned().chain([last]).collect()).unwrap_or_default();
    Reason::Error { witness, error: site.name.clone(), at: site.place.as_ref().map(ToString::to_string) }
}
