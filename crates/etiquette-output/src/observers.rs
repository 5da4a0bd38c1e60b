//! What observers say of registers, where guards are written with them.

use std::collections::BTreeSet;

use etiquette_automata::{Call, Interface};
use etiquette_component::Guard;

/// What the observers in guards say: `isEmpty() is count == 0, isFull() is count == limit`; `None` without any.
pub fn explained(interface: &Interface, written: impl Fn(&str) -> String) -> Option<String> {
    let pairs = observers(interface).into_iter();
    let pairs = pairs.map(|(observed, guard)| format!("{} is {}", written(observed.text()), written(guard.text())));
    let pairs: Vec<String> = pairs.collect();
    (!pairs.is_empty()).then(|| pairs.join(", "))
}

/// Conditions on observers, each with what it says of registers. One for each observer is enough.
fn observers(interface: &Interface) -> Vec<(&Guard, &Guard)> {
    let calls = interface.alphabet().calls().iter();
    let mut calls: Vec<&Call> = calls.filter(|call| call.observed.is_some()).collect();
    calls.sort_by_key(|call| complexity(call.readable_guard()));
    let mut explained: BTreeSet<&str> = BTreeSet::new();
    let mut found = Vec::new();
    for call in calls {
        let news =
            call.readable_guard().observers().into_iter().fold(false, |news, name| explained.insert(name) | news);
        if news {
            found.push((call.readable_guard(), &call.guard));
        }
    }
    found
}

/// How much there is to read: an observer, its negation, anything else.
fn complexity(observed: &Guard) -> usize {
    let text = observed.text();
    let is_observer = |text: &str| observed.observers().iter().any(|name| text == format!("{name}()"));
    match text.strip_prefix('!') {
        _ if is_observer(text) => 0,
        Some(negated) if is_observer(negated) => 1,
        _ => 2,
    }
}
