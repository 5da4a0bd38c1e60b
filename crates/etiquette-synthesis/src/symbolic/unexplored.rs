//! What is known before anything was explored: nothing is allowed, and the reason is said.

use std::collections::BTreeMap;

use etiquette_component::Component;

use crate::explicit::{Explored, Found, Letter, Letters, Verdict, conclude as conclude_found, expanded_interface};
use crate::outcome::{Outcome, StopReason};
use crate::run::Run;

/// A space of which only the initial node is known, and nothing about it.
struct Unexplored<'a> {
    component: &'a Component,
    /// One for each method.
    letters: Letters,
    never_returns: Vec<bool>,
}

/// The outcome that forbids everything as unexplored.
pub(super) fn conclude(component: &Component, engine: &'static str, stop: StopReason, run: &mut Run) -> Outcome {
    let letter = |method: usize| Letter { method, arguments: vec![0; component.methods[method].parameters.len()] };
    let letters = Letters::numbered(component, (0..component.methods.len()).map(letter).collect());
    let space = Unexplored { component, letters, never_returns: vec![false; component.methods.len()] };
    let interface = expanded_interface(&space);
    let labels = |_: &Unexplored<'_>, _: &_, _: &[Vec<usize>]| vec![None];
    conclude_found(Found { engine, space: &space, interface, labels, stop, statistics: BTreeMap::new() }, run)
}

impl Explored for Unexplored<'_> {
    fn component(&self) -> &Component {
        self.component
    }

    fn letters(&self) -> &Letters {
        &self.letters
    }

    fn node_count(&self) -> usize {
        1
    }

    fn is_expanded(&self, _node: u32) -> bool {
        false
    }

    fn verdict(&self, _node: u32, _letter: usize) -> Verdict {
        Verdict::Legal
    }

    fn next(&self, _node: u32, _event: usize) -> Option<u32> {
        None
    }

    fn never_returns(&self) -> &[bool] {
        &self.never_returns
    }

    fn guard(&self, _method: usize, _letters: &[usize]) -> String {
        "true".into()
    }

    fn error_after(&self, _word: &dyn Fn() -> Vec<(usize, usize)>, _letter: usize, known: usize) -> usize {
        known
    }
}
