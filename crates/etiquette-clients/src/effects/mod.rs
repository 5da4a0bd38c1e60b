//! What code that is not followed can do with objects that it knows: which calls of the interface it may reach at all.
//!
//! The client's call graph, by class hierarchy, says which methods a call may run. Each method makes some calls of the
//! interface itself, on objects that it has not just made; these are carried backwards to all that may reach it. A call
//! from which none is reached leaves the objects where they are. Neither contexts nor fields are told apart, but for
//! private fields that nothing else has ([`confined`]).

use std::rc::Rc;

use etiquette_automata::CallId;
use etiquette_java::class::{Invocation, Member};
use rustc_hash::FxHashMap;

use crate::analysis::Analysis;
use crate::body::Body;

mod calls_made;
mod confined;
mod graph;
mod handed;
mod purity;
mod sources;
mod world;

pub(crate) use confined::Holder;
pub(crate) use graph::CallGraph;
pub(crate) use handed::is_functional;

use graph::Node;

/// What is taken for granted wherever effects are asked for.
const ASSUMPTIONS: [&str; 2] = [
    "`equals`, `hashCode`, `toString`, `compareTo`, static initialisers, and questions to collections and iterators change nothing else",
    "code of the JDK runs code of the client only where it is given it, and functions from elsewhere do not call back",
];

/// A set of an interface's calls. Past 127 calls, several share a place, which only makes sets larger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Calls(u128);

impl Calls {
    /// No call.
    pub const NONE: Calls = Calls(0);
    /// Any call.
    pub const ALL: Calls = Calls(u128::MAX);

    pub fn has(self, call: CallId) -> bool {
        self.0 & Calls::from(call).0 != 0
    }

    #[must_use]
    pub fn or(self, other: Calls) -> Calls {
        Calls(self.0 | other.0)
    }

    pub fn is_empty(self) -> bool {
        self == Calls::NONE
    }
}

impl From<CallId> for Calls {
    fn from(call: CallId) -> Calls {
        Calls(1 << call.index().min(127))
    }
}

impl FromIterator<CallId> for Calls {
    fn from_iter<T: IntoIterator<Item = CallId>>(calls: T) -> Calls {
        calls.into_iter().fold(Calls::NONE, |all, call| all.or(call.into()))
    }
}

/// What the nodes of the call graph may do with objects of an interface.
#[derive(Debug)]
pub(crate) struct Effects {
    reached: Vec<Calls>,
    /// What anything may do.
    any: Calls,
}

impl Effects {
    /// Carries the calls that nodes make themselves to all that may reach them.
    fn new(graph: &CallGraph, own: Vec<Calls>, any: Calls) -> Effects {
        let mut reached = own;
        let mut waiting: Vec<usize> = (0..reached.len()).filter(|node| !reached[*node].is_empty()).collect();
        while let Some(node) = waiting.pop() {
            for caller in graph.callers(node) {
                let more = reached[caller].or(reached[node]);
                if more != reached[caller] {
                    reached[caller] = more;
                    waiting.push(caller);
                }
            }
        }
        Effects { reached, any }
    }

    fn of(&self, node: Option<usize>) -> Calls {
        node.map_or(self.any, |node| self.reached[node])
    }
}

/// The effects that were asked for: on any object, on those that are in no confined field, and on what one holds.
#[derive(Debug, Default)]
pub(crate) struct KnownEffects {
    on_any: Option<Effects>,
    on_unconfined: Option<Effects>,
    on_field: FxHashMap<Rc<Member>, Effects>,
}

impl Analysis<'_> {
    /// What a method may do that is called so, with objects that others have or that it is given.
    pub(crate) fn effects_of_call(&mut self, body: &Body, kind: Invocation, member: &Member) -> Calls {
        self.effects_of(&Node::of_call(self.client, (&body.class, body.index), kind, member))
    }

    fn effects_of(&mut self, node: &Node) -> Calls {
        self.assumptions.extend(ASSUMPTIONS.map(str::to_owned));
        let client = self.client;
        let node = client.call_graph().find(node);
        match self.holder.clone() {
            Holder::Field(field) => self.effects_on_field(&field).of(node),
            Holder::Unconfined => self.effects_on_others(false).of(node),
            Holder::Anything => self.effects_on_others(true).of(node),
        }
    }

    /// What may be done with objects that are not known to be in a confined field, or that are in none.
    fn effects_on_others(&mut self, on_confined: bool) -> &Effects {
        let known = if on_confined { self.effects.on_any.take() } else { self.effects.on_unconfined.take() };
        let known = known.unwrap_or_else(|| {
            let graph = self.client.call_graph();
            let own = graph.nodes().iter().map(|node| self.calls_made(node, on_confined)).collect();
            Effects::new(graph, own, Calls::ALL)
        });
        let place = if on_confined { &mut self.effects.on_any } else { &mut self.effects.on_unconfined };
        place.insert(known)
    }
}
