//! What observers say of registers, where guards are written with them.

use std::collections::BTreeSet;

use etiquette_automata::{Call, Interface};
use etiquette_component::Guard;

/// A condition on observers that says the same as the guard of a call.
pub struct Said<'a> {
    /// The condition.
    pub observed: &'a Guard,
    /// The call.
    pub call: &'a Call,
}

impl Said<'_> {
    /// Whether the condition is nothing but this observer (`isEmpty()`), or its negation.
    pub fn truth_of(&self, observer: &str) -> Option<bool> {
        let text = self.observed.text();
        match text.strip_prefix('!') {
            _ if text == observer => Some(true),
            Some(negated) if negated == observer => Some(false),
            _ => None,
        }
    }

    /// How much there is to read: an observer, its negation, anything else.
    fn complexity(&self) -> usize {
        let truths = self.observed.observers().into_iter().map(|name| self.truth_of(&format!("{name}()")));
        match truths.flatten().next() {
            Some(true) => 0,
            Some(false) => 1,
            None => 2,
        }
    }
}

/// What the observers in guards say: `isEmpty() is count == 0, isFull() is count == limit`; `None` without any.
pub fn explained(interface: &Interface, written: impl Fn(&str) -> String) -> Option<String> {
    let explain = |said: &Said| format!("{} is {}", written(said.observed.text()), written(said.call.guard.text()));
    let all: Vec<String> = observers(interface).iter().map(explain).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// Conditions on observers, the simplest that each observer occurs in.
pub fn observers(interface: &Interface) -> Vec<Said<'_>> {
    let calls = interface.alphabet().calls().iter();
    let mut all: Vec<Said> = calls.filter_map(|call| Some(Said { observed: call.observed.as_ref()?, call })).collect();
    all.sort_by_key(Said::complexity);
    let mut explained: BTreeSet<&str> = BTreeSet::new();
    all.retain(|said| said.observed.observers().into_iter().fold(false, |news, name| explained.insert(name) | news));
    all
}
