//! The product of two interfaces: what both allow.
//!
//! A call is allowed where both sides allow it, and an event has a next state where it has one on both sides, so the
//! product accepts exactly the words that both accept.

use crate::interface::{CallId, EventId, Interface, StateId};
use crate::matching::{AlphabetMismatch, Matching};
use crate::reached::write_out;

/// The result of [`intersection`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Intersection {
    /// The product over the left alphabet, its states in breadth-first order.
    pub interface: Interface,
    /// For each state of the product the states of the two sides.
    pub pairs: Vec<(StateId, StateId)>,
}

/// The reachable product of two interfaces with the same calls and outcomes.
pub fn intersection(left: &Interface, right: &Interface) -> Result<Intersection, AlphabetMismatch> {
    let matching = Matching::of(left.alphabet(), right.alphabet())?;
    let next = |&(in_left, in_right): &(StateId, StateId), event: EventId| {
        Some((left.next(in_left, event)?, right.next(in_right, matching.event(event))?))
    };
    let step = |pair: &(StateId, StateId), call: CallId| {
        let allowed = left.allows(pair.0, call) && right.allows(pair.1, matching.call(call));
        allowed.then(|| left.alphabet().events_of(call).map(|event| next(pair, event)).collect())
    };
    let start = (left.initial(), right.initial());
    let written = write_out(left.alphabet().clone(), start, usize::MAX, step);
    let (interface, pairs) = written.expect("there is no limit");
    Ok(Intersection { interface, pairs })
}
