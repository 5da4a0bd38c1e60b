//! What observers say of registers, where guards are written with them.

use std::collections::BTreeSet;

use etiquette_automata::{Call, Interface};
use etiquette_component::Guard;

/// A condition on observers, and one on registers that says the same.
pub struct Said<'a> {
    /// The condition on observers.
    pub observed: Guard,
    /// The condition on registers.
    pub guard: Guard,
    /// The call in whose guard they are.
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
    let explain = |said: &Said| format!("{} is {}", written(said.observed.text()), written(said.guard.text()));
    let all: Vec<String> = observers(interface).iter().map(explain).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// Conditions on observers, the simplest that each observer occurs in.
pub fn observers(interface: &Interface) -> Vec<Said<'_>> {
    let calls = interface.alphabet().calls().iter();
    let mut all: Vec<Said> = calls.filter_map(said).collect();
    all.sort_by_key(Said::complexity);
    let mut explained: BTreeSet<String> = BTreeSet::new();
    all.retain(|said| {
        let names = said.observed.observers().into_iter();
        names.fold(false, |news, name| explained.insert(name.to_owned()) | news)
    });
    all
}

/// What a call's guard says in the class's own words. Where the rest is about parameters, it is left out.
fn said(call: &Call) -> Option<Said<'_>> {
    let observed = call.observed.as_ref()?;
    let (part, of) = only_difference(observed, &call.guard).unwrap_or_else(|| (observed.clone(), call.guard.clone()));
    Some(Said { observed: part, guard: of, call })
}

/// The only parts in which two chains of `&&`, or of `||`, differ. The rest is about parameters, since nothing else can
/// stand in both; so if the chains say the same, whatever the arguments are, these parts do.
fn only_difference(one: &Guard, other: &Guard) -> Option<(Guard, Guard)> {
    let (one, other) = (links(one)?, links(other)?);
    let mut different = one.iter().zip(&other).filter(|(one, other)| one != other);
    let first = different.next().filter(|_| one.len() == other.len() && different.next().is_none())?;
    Some((Guard::from(*first.0), Guard::from(*first.1)))
}

/// The parts of a chain.
fn links(guard: &Guard) -> Option<Vec<&str>> {
    let alternatives = guard.alternatives()?;
    let is_chain = alternatives.len() == 1 || alternatives.iter().all(|parts| parts.len() == 1);
    let parts = alternatives.into_iter().flatten().map(|part| &guard.text()[part.span.range()]);
    is_chain.then(|| parts.collect())
}
