//! The interface as a labelled transition system in the Aldebaran format, for CADP, mCRL2 and other tools for
//! processes.
//!
//! One transition for each event; what is forbidden, or cannot happen, has none.

use std::fmt::Write;

use etiquette_automata::EventId;
use etiquette_outcome::Outcome;

use crate::assumptions::doubt_loss;
use crate::labels::event_labels;
use crate::moves::calls_that_never_return;
use crate::names::Names;
use crate::rendered::Rendered;

/// The outcome as a labelled transition system.
pub fn render(outcome: &Outcome) -> Rendered {
    let interface = &outcome.interface;
    let names = Names::new(outcome);
    let labels = event_labels(interface.alphabet(), &names, quotable);
    let mut lines = String::new();
    let mut count = 0;
    for from in interface.states() {
        for (event, label) in labels.iter().enumerate() {
            if let Some(to) = interface.next(from, EventId::from_index(event)) {
                count += 1;
                let _ = writeln!(lines, "({}, \"{label}\", {})", from.0, to.0);
            }
        }
    }
    let head = format!("des ({}, {count}, {})\n", interface.initial().0, interface.state_count());
    Rendered { text: head + &lines, losses: losses(outcome, &names) }
}

/// Labels stand between quotation marks, and there is no way to write one inside.
fn quotable(name: &str) -> String {
    name.replace('"', "'").split(char::is_control).collect::<Vec<_>>().join(" ")
}

/// A call that is allowed but never returns has no transition.
fn losses(outcome: &Outcome, names: &Names) -> Vec<String> {
    let endless = outcome.interface.states().flat_map(|state| calls_that_never_return(outcome, names, state));
    let mut calls: Vec<String> = endless.collect();
    calls.sort_unstable();
    calls.dedup();
    let sentence = |call: String| {
        format!("`{call}` is allowed in a state from which it never returns; it has no transition there")
    };
    calls.into_iter().map(sentence).chain(doubt_loss(outcome)).collect()
}
