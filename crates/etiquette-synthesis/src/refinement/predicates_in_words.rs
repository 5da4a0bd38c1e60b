//! What an engine says of its predicates: which they are, which came last before it was stopped, or what none of them
//! decides.

use etiquette_component::{Component, Scope};
use etiquette_logic::Term;

use crate::refinement::refiner::Refiner;
use crate::spaces::predicates::check::Trace;

/// So many predicates are named.
const NAMED: usize = 12;
/// So many of those that came last.
const LAST: usize = 4;

/// How many predicates there are when a search is stopped, with the last of them: whoever stopped it sees whether they
/// go on in the same way.
pub(crate) fn so_far(component: &Component, predicates: &[Term]) -> String {
    let last = spelled(component, &predicates[predicates.len().saturating_sub(LAST)..]);
    match predicates.len() {
        count if count > LAST => format!("{count} predicates so far, the last of them {last}"),
        _ => listed(component, predicates),
    }
}

/// That the methods of a trace are not decided.
pub(crate) fn undecided(refiner: &Refiner, trace: &Trace) -> String {
    let letters = &refiner.letters;
    let name = |letter: usize| refiner.component.methods[letters.all[letter].method].name.as_str();
    format!("no predicate decides `{}`", trace.letters(letters).map(name).collect::<Vec<_>>().join(", "))
}

/// So many predicates, and what they are.
pub(crate) fn listed(component: &Component, predicates: &[Term]) -> String {
    let named = spelled(component, &predicates[..predicates.len().min(NAMED)]);
    match predicates.len() {
        0 => "no predicates".into(),
        1 => format!("1 predicate: {named}"),
        count if count > NAMED => format!("{count} predicates: {named} and {} more", count - NAMED),
        count => format!("{count} predicates: {named}"),
    }
}

/// Predicates in the component language.
fn spelled(component: &Component, predicates: &[Term]) -> String {
    let scope = Scope::new(component, None);
    predicates.iter().map(|&term| scope.readable(term)).collect::<Vec<_>>().join(", ")
}
