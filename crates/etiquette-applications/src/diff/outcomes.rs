//! Which outcomes of a call in one version are the same observation in the other.
//!
//! Outcomes have the same meaning if they have the same name. A call with a single outcome tells a client nothing, so
//! whatever the other version shows belongs to it: nothing that may follow is left out.

use etiquette_automata::{Alphabet, CallId, EventId};

/// The pairs of events that a client can't tell apart from outside, with the name to write.
pub(super) fn common_events(
    (old, old_call): (&Alphabet, CallId),
    (new, new_call): (&Alphabet, CallId),
) -> Vec<(EventId, EventId, Option<String>)> {
    let old_is_single = old.call(old_call).outcomes.len() == 1;
    let new_is_single = new.call(new_call).outcomes.len() == 1;
    let mut pairs = Vec::new();
    for one in old.events_of(old_call) {
        for other in new.events_of(new_call) {
            let (old_name, new_name) = (old.outcome_of(one), new.outcome_of(other));
            if old_name == new_name || old_is_single || new_is_single {
                let name = if old_is_single { new_name } else { old_name };
                let tells = !(old_is_single && new_is_single);
                pairs.push((one, other, tells.then(|| name.to_string())));
            }
        }
    }
    pairs
}

/// The outcomes that only one version has: of the old one, and of the new one. A single outcome stands for all.
pub(super) fn only_in_one(old: &[String], new: &[String]) -> (Vec<String>, Vec<String>) {
    if old.len() == 1 || new.len() == 1 {
        return (Vec::new(), Vec::new());
    }
    let missing = |these: &[String], those: &[String]| {
        these.iter().filter(|outcome| !those.contains(outcome)).cloned().collect::<Vec<_>>()
    };
    (missing(old, new), missing(new, old))
}
