//! Exceptions that come in between when an error is as good as raised.
//!
//! `throw new IllegalStateException(format(…))` raises the error, unless `format` throws something else first. By the
//! letter of its code it nearly always might, and then no call would ever be known to fail. That it does not is taken
//! for granted, and said. What the JVM throws because of an argument is not meant: the client has a say in that.

use etiquette_component::{Action, Body, Location};
use rustc_hash::{FxHashMap, FxHashSet};

use super::flow::{Flow, Point};
use super::model::About;

/// A choice between an exception and going on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interruption {
    /// Where the exception is thrown.
    thrown: Location,
    /// Where it is not.
    going_on: Location,
}

impl Interruption {
    pub fn new(failing: &Point, other: &Point) -> Self {
        Interruption { thrown: failing.location, going_on: other.location }
    }
}

impl Flow<'_, '_> {
    /// Leaves out exceptions behind which an error is raised in any case.
    pub fn leave_out_interruptions(&mut self) {
        let interruptions = std::mem::take(&mut self.interruptions);
        let raises = raises_in_any_case(&self.body, &interruptions);
        let left_out: FxHashSet<Location> = interruptions
            .iter()
            .filter(|found| raises[found.going_on.index()] && !raises[found.thrown.index()])
            .map(|found| found.thrown)
            .collect();
        if left_out.is_empty() {
            return;
        }
        self.body.edges.retain(|edge| edge.action.target().is_none_or(|to| !left_out.contains(&to)));
        let line = "code that is not followed throws nothing of its own while an error is being raised";
        self.model.note(About::OtherCode, line, None);
    }
}

/// The locations from which every way ends with an error, if nothing interrupts it. Ways mostly lead to later locations,
/// so going backward finds nearly all of them at once.
fn raises_in_any_case(body: &Body, interruptions: &[Interruption]) -> Vec<bool> {
    let outgoing = body.outgoing();
    let going_on: FxHashMap<Location, Location> =
        interruptions.iter().map(|found| (found.thrown, found.going_on)).collect();
    let mut raises = vec![false; body.locations];
    let ends = |raises: &[bool], action: Action| match action.target() {
        Some(to) => raises[to.index()] || going_on.get(&to).is_some_and(|other| raises[other.index()]),
        None => matches!(action, Action::Error(_)),
    };
    let mut is_changing = true;
    while std::mem::take(&mut is_changing) {
        for location in (0..body.locations).rev().filter(|&location| !outgoing[location].is_empty()) {
            if !raises[location] && outgoing[location].iter().all(|edge| ends(&raises, edge.action)) {
                raises[location] = true;
                is_changing = true;
            }
        }
    }
    raises
}
