//! The interface that a case expects, read from its states.

use std::collections::HashMap;

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_component::Component;

use super::case::Case;
use super::letters::{Guard, Letters};

/// Stands in place of a state's name for a call that is allowed, but never returns.
const NEVER_RETURNS: &str = "never returns";

/// The expected interface, over letters.
pub fn expected_interface(case: &Case, component: &Component, letters: &Letters) -> Interface {
    let mut interface = Interface::new(letters.alphabet.clone());
    let states = case.states();
    let mut ids: HashMap<&str, StateId> = HashMap::from([(case.text("initial"), interface.initial())]);
    for (state, _) in &states {
        ids.entry(state).or_insert_with(|| interface.add_state());
    }
    assert_eq!(ids.len(), states.len(), "{}: `initial` is no state", case.name);
    for (state, calls) in states {
        for (event, target) in calls {
            let entry = Entry::parse(event, component).unwrap_or_else(|problem| panic!("{}: {problem}", case.name));
            let target = target.as_str().unwrap_or_else(|| panic!("{}: {state}: {event}: a state's name", case.name));
            let to = (target != NEVER_RETURNS).then(|| {
                let id = ids.get(target);
                *id.unwrap_or_else(|| panic!("{}: {state}: {event}: there is no state {target}", case.name))
            });
            let used = entry.enter(&mut interface, letters, ids[state], to);
            assert!(used, "{}: {state}: {event}: no arguments satisfy the guard", case.name);
        }
    }
    interface
}

/// What stands on the left of a line: `acquire`, `acquire -> true`, `move [p <= 3]`.
struct Entry<'a> {
    event: &'a str,
    method: usize,
    guard: Guard,
    /// `None`: all of them.
    outcome: Option<usize>,
}

impl<'a> Entry<'a> {
    fn parse(event: &'a str, component: &Component) -> Result<Self, String> {
        let (call, outcome) = match event.split_once(" -> ") {
            Some((call, outcome)) => (call, Some(outcome)),
            None => (event, None),
        };
        let (name, guard) = match call.split_once(" [") {
            Some((name, guard)) => (name, guard.strip_suffix(']').ok_or(format!("{event}: a `]` is missing"))?),
            None => (call, "true"),
        };
        let method = component.methods.iter().position(|method| method.name == name);
        let method = method.ok_or(format!("{event}: there is no method {name}"))?;
        let outcomes = &component.methods[method].outcomes;
        let position = |name: &str| {
            let position = outcomes.iter().position(|outcome| outcome == name);
            position.ok_or(format!("{event}: there is no outcome {name}"))
        };
        let outcome = outcome.map(position).transpose()?;
        let guard = Guard::new(component, &component.methods[method], guard)?;
        Ok(Entry { event, method, guard, outcome })
    }

    /// Connects the entry's letters; says whether there were any.
    fn enter(&self, interface: &mut Interface, letters: &Letters, from: StateId, to: Option<StateId>) -> bool {
        let mut used = false;
        for (index, letter) in letters.letters.iter().enumerate() {
            if letter.method != self.method || !self.guard.holds(&letter.arguments) {
                continue;
            }
            used = true;
            let call = CallId::from_index(index);
            interface.allow(from, call);
            for (outcome, event) in letters.alphabet.events_of(call).enumerate() {
                if self.outcome.is_some_and(|only| only != outcome) {
                    continue;
                }
                assert_eq!(interface.next(from, event), None, "{}: {} is given twice", self.event, letter.text);
                if let Some(to) = to {
                    interface.connect(from, event, to);
                }
            }
        }
        used
    }
}
