//! What observers say of registers, where guards are written with them.

use std::collections::BTreeSet;

use etiquette_automata::{Call, Interface};
use etiquette_component::{Guard, observer_name};

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

/// What observers say: `isEmpty() is count == 0, size() is count`; `None` without any. Of those whose value is not known,
/// that is told which guards say with them.
pub fn explained(interface: &Interface, written: impl Fn(&str) -> String) -> Option<String> {
    let told = interface.memory().observers.iter();
    let told = told.map(|known| (known.name.clone(), known.value.text().to_owned()));
    let others = observers(interface).into_iter().filter(|said| !is_told(interface, said));
    let others = others.map(|said| (said.observed.text().to_owned(), said.guard.text().to_owned()));
    let explain = |(observed, value): (String, String)| format!("{} is {}", written(&observed), written(&value));
    let all: Vec<String> = told.chain(others).map(explain).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// Whether it is known what all of the observers in it return.
fn is_told(interface: &Interface, said: &Said) -> bool {
    let is_known = |name: &str| interface.memory().observers.iter().any(|known| known.name == observer_name(name));
    said.observed.observers().into_iter().all(is_known)
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
