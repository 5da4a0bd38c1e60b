//! Words that fail, for people.

use etiquette_component::Component;

use etiquette_outcome::Reason;

/// The reason to forbid a call that fails with this error after a word.
pub(crate) fn failure(component: &Component, error: usize, word: Option<&[String]>, last: String) -> Reason {
    let site = &component.errors[error];
    let witness = word.map(|word| word.iter().cloned().chain([last]).collect()).unwrap_or_default();
    Reason::Error { witness, error: site.name.clone(), at: site.place.as_ref().map(ToString::to_string) }
}
