//! An interface for clients that can't tell some calls or outcomes apart, by following sets of states.
//!
//! A set holds every state that the interface may be in after what the client saw. A call is allowed where all that it
//! may be is allowed in all states of the set, so the result is safe if the input is, and allows as much as such a
//! client can be allowed.

use std::fmt;

use crate::interface::{Alphabet, Call, CallId, EventId, Interface, StateId};
use crate::reached::write_out;

/// What a client sees of calls and outcomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The calls that the client tells apart.
    pub calls: Vec<Call>,
    /// For each call of the interface the call that the client sees; `None` for one that is never made.
    pub call_of: Vec<Option<CallId>>,
    /// For each event of the interface the outcome that the client sees, by position; of no meaning for calls that are
    /// never made.
    pub outcome_of: Vec<usize>,
    /// The states in which the client may begin, at least one.
    pub start: Vec<StateId>,
}

/// The result of [`coarsen`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coarse {
    /// The interface over what the client sees, its states in breadth-first order.
    pub interface: Interface,
    /// For each of its states the states of the input that it stands for, in ascending order.
    pub sets: Vec<Vec<StateId>>,
}

/// The result would have more states than the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManySets {
    /// The limit that was given.
    pub limit: usize,
}

impl fmt::Display for TooManySets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "following what can't be told apart takes more than {} states", self.limit)
    }
}

impl std::error::Error for TooManySets {}

/// The most permissive interface over the view whose every word is safe, whatever really happened.
pub fn coarsen(interface: &Interface, view: &View, limit: usize) -> Result<Coarse, TooManySets> {
    let following = Following::new(interface, view);
    let alphabet = Alphabet::new(view.calls.clone());
    let written = write_out(alphabet, ascending(view.start.clone()), limit, |set, seen| following.step(set, seen));
    let (interface, sets) = written.map_err(|_| TooManySets { limit })?;
    Ok(Coarse { interface, sets })
}

/// Follows sets of states.
struct Following<'a> {
    interface: &'a Interface,
    view: &'a View,
    /// For each call of the view the calls of the interface that it may be.
    members: Vec<Vec<CallId>>,
}

impl<'a> Following<'a> {
    fn new(interface: &'a Interface, view: &'a View) -> Self {
        let mut members = vec![Vec::new(); view.calls.len()];
        for call in interface.alphabet().call_ids() {
            if let Some(seen) = view.call_of[call.index()] {
                members[seen.index()].push(call);
            }
        }
        Following { interface, view, members }
    }

    /// Where the interface may be after a call with each of its outcomes; `None` where the call may fail.
    fn step(&self, set: &[StateId], seen: CallId) -> Option<Vec<Option<Vec<StateId>>>> {
        let members = &self.members[seen.index()];
        let is_safe = |&from: &StateId| members.iter().all(|&call| self.interface.allows(from, call));
        let outcomes = 0..self.view.calls[seen.index()].outcomes.len();
        let next = |outcome| Some(self.targets(set, seen, outcome)).filter(|targets| !targets.is_empty());
        (!members.is_empty() && set.iter().all(is_safe)).then(|| outcomes.map(next).collect())
    }

    /// Where the interface may be after a call with an outcome, in ascending order.
    fn targets(&self, set: &[StateId], seen: CallId, outcome: usize) -> Vec<StateId> {
        let alphabet = self.interface.alphabet();
        let events = self.members[seen.index()].iter().flat_map(|&call| alphabet.events_of(call));
        let events: Vec<EventId> = events.filter(|event| self.view.outcome_of[event.index()] == outcome).collect();
        let next = |&from: &StateId| events.iter().filter_map(move |&event| self.interface.next(from, event));
        ascending(set.iter().flat_map(next).collect())
    }
}

fn ascending(mut states: Vec<StateId>) -> Vec<StateId> {
    states.sort_unstable();
    states.dedup();
    states
}

#[cfg(test)]
mod tests {
    use super::{View, coarsen};
    use crate::interface::{Alphabet, Call, CallId, Interface, StateId};

    /// `connect` succeeds or is refused, and only after success may one send; a client that doesn't see which must not
    /// send.
    #[test]
    fn what_may_have_failed_is_forbidden() {
        let calls = vec![Call::simple("connect").with_outcomes(["ok", "refused"]), Call::simple("send")];
        let mut socket = Interface::new(Alphabet::new(calls));
        let connected = socket.add_state();
        socket.connect(StateId(0), socket.alphabet().event(CallId(0), 0), connected);
        socket.connect(StateId(0), socket.alphabet().event(CallId(0), 1), StateId(0));
        socket.connect(connected, socket.alphabet().event(CallId(1), 0), connected);
        let mut view = View {
            calls: vec![Call::simple("connect"), Call::simple("send")],
            call_of: vec![Some(CallId(0)), Some(CallId(1))],
            outcome_of: vec![0, 0, 0],
            start: vec![StateId(0)],
        };
        let coarse = coarsen(&socket, &view, 10).expect("two sets");
        assert_eq!(coarse.sets, [vec![StateId(0)], vec![StateId(0), connected]]);
        assert!(coarse.interface.states().all(|state| !coarse.interface.allows(state, CallId(1))));
        view.start = vec![connected];
        let coarse = coarsen(&socket, &view, 10).expect("one set");
        assert!(coarse.interface.allows(StateId(0), CallId(1)) && !coarse.interface.allows(StateId(0), CallId(0)));
        assert!(coarsen(&socket, &View { start: vec![StateId(0)], ..view }, 1).is_err());
    }
}
