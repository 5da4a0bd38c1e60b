//! What a certificate says.
//!
//! All terms are of the component's pool. What is said about states, guards and locations is over the values at that
//! point; that every variable holds a value of its type is understood, and checked along with the rest.

use etiquette_automata::{CallId, StateId};
use etiquette_component::Location;
use etiquette_logic::Term;

/// Why an interface is safe and permissive for a component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// For each call of the interface's alphabet its guard, over its method's parameters. The guards of one method are
    /// disjoint and cover all arguments.
    pub guards: Vec<Term>,
    /// For each call the method of the component, by position.
    pub methods: Vec<usize>,
    /// For each state of the interface a condition on the state variables that holds whenever the interface is there.
    /// With constructors, the initial state's holds before construction.
    pub labels: Vec<Term>,
    /// What holds at loop heads. Where a call needs a proof, its labels must cut every cycle of the method's body.
    pub loops: Vec<LoopLabel>,
    /// Exactly one for each forbidden call of each state, except for methods before and constructors after
    /// construction.
    pub forbidden: Vec<ForbiddenProof>,
    /// States that the component may be in, as far as a client can know. [`Proof::Hit`] rests on them.
    pub regions: Vec<Region>,
    /// What else the component may be in, whatever it is in; at most one for each state. [`Proof::Spread`] rests on
    /// them.
    pub spreads: Vec<Spread>,
}

/// What holds whenever a call that was made in a state comes by a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopLabel {
    /// The interface's state before the call.
    pub state: StateId,
    /// The call.
    pub call: CallId,
    /// The location of the method's body.
    pub location: Location,
    /// The condition, over state variables, parameters and local variables. It must say everything that is needed:
    /// neither the guard nor the state's label is added to it.
    pub label: Term,
}

/// Why forbidding a call in a state forbids no legal word that can happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForbiddenProof {
    /// The interface's state.
    pub state: StateId,
    /// The call that is forbidden there.
    pub call: CallId,
    /// Why.
    pub proof: Proof,
}

/// Why a call may be forbidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// From every state of the label, no call with arguments in the guard ever returns: each run fails, or never ends.
    NeverReturns,
    /// From every state of the label and with all arguments in the guard, one of these valuations of the hidden choices
    /// makes the call fail, or the call never returns. A valuation is followed up to the first location with a loop
    /// label.
    CanFail {
        /// The valuations.
        choices: Vec<Valuation>,
    },
    /// After every word that leads to the state, the component may be in a state of the region, and from every state of
    /// it, with whatever arguments in the guard, one of these valuations makes the call fail. A valuation is followed
    /// up to the first location with a loop label; nothing else is asked of loop labels here.
    Hit {
        /// The region, by position in [`Certificate::regions`]; one of the state where the call is forbidden.
        region: usize,
        /// The valuations, without [`Choice::Argument`].
        choices: Vec<Valuation>,
    },
    /// Whatever state of the label the component is in, for all that a client can know it may as well be in another
    /// one, by the state's [`Spread`], and from there, with whatever arguments in the guard, one of these valuations
    /// makes the call fail.
    Spread {
        /// The other state: a value for each of the component's variables, in order, over those of the first.
        witness: Vec<Term>,
        /// The valuations, without [`Choice::Argument`]; over the other state.
        choices: Vec<Valuation>,
    },
    /// Whether it fails depends on choices of the model, or is not known to be independent of them. Nothing is
    /// claimed: the call is forbidden to be safe.
    Doubtful,
    /// Not proved: the interface may be too strict here, and only safety is claimed.
    Open,
}

/// Says that after every word that the interface accepts, that can happen and that leads to the state, *some* state
/// that the component can be in then lies in the region. (The label, in contrast, holds in all of them.) It is shown
/// event by event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// The interface's state.
    pub state: StateId,
    /// A condition on the state variables. The state's label need not be said again.
    pub region: Term,
    /// For the interface's initial state, and only there: an initial state of the component in the region, as the
    /// values of the component's variables, in order.
    pub initial: Option<Vec<u64>>,
    /// Exactly one for each event of the interface that leads to the state.
    pub arrivals: Vec<Arrival>,
}

/// Why the component may be in a region after an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The state before the event.
    pub from: StateId,
    /// The call that is made there.
    pub call: CallId,
    /// What it returns, by position in the method's outcomes.
    pub outcome: usize,
    /// Where the component may be before.
    pub source: Source,
    /// Valuations of the hidden choices, without [`Choice::Argument`]: from every state of the source, with whatever
    /// arguments in the guard, one of them makes the call return the outcome, in a state of the region. Each is
    /// followed up to the first location with a loop label.
    pub choices: Vec<Valuation>,
}

/// The states before an event that are followed into a region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Source {
    /// Every state of the label from which the event can happen with the client's arguments: one of them is a state
    /// that the component can be in.
    Label,
    /// Every state of a region of the state before, by position in [`Certificate::regions`].
    Region(usize),
}

/// Says of every word that the interface accepts and that leads to the state: if the component can be in a state `x`
/// then, it can as well be in every state `y` that is `within` the condition and compares with `x` as the orders say.
/// It is shown event by event, backward. In a state without a spread, `y` is `x`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread {
    /// The interface's state.
    pub state: StateId,
    /// A condition on the state variables, of `y`.
    pub within: Term,
    /// How each of the component's variables is in `y`, compared with `x`; in order.
    pub orders: Vec<Order>,
    /// Exactly one for each event of the interface that leads to the state.
    pub returns: Vec<Return>,
}

/// How a variable's value in one state compares with its value in another one, by the order of its type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Order {
    /// It is the same.
    Same,
    /// It is at most as large; integers only.
    AtMost,
    /// It is at least as large; integers only.
    AtLeast,
    /// It may be anything.
    Any,
}

/// Where the component may have been before an event, so that it is in `y` after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Return {
    /// The interface's state before the event.
    pub from: StateId,
    /// The call that is made there.
    pub call: CallId,
    /// What it returns, by position in the method's outcomes.
    pub outcome: usize,
    /// For each of the component's variables its value before the event, over the values in `y`; `None` if it is what
    /// it was before the event that led to `x`.
    pub before: Vec<Option<Term>>,
    /// Valuations of the hidden choices, without [`Choice::Argument`]: with the client's arguments, one of them leads
    /// from there to `y`. State variables in their terms have the values of `y`.
    pub choices: Vec<Valuation>,
}

/// Hidden choices, each made by a term.
pub type Valuation = Vec<(Choice, Term)>;

/// A hidden choice of a method, or an argument of the client's. The term that goes with it is over state variables and
/// parameters, as they are when the call begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Choice {
    /// Whether to prefer an edge, by its position in [`etiquette_component::Body::edges`]; a condition. Of the open
    /// edges of a location the first preferred one is taken, or else the first one.
    Edge(usize),
    /// The value that an edge with `havoc`, by its position in the body, gives its variable; 0 where nothing is said. A
    /// choice of the model can't be made: whatever is said of it, a claim has to hold for all of its values.
    Value(usize),
    /// An argument in place of the client's, by the parameter's position. All arguments together must be in the guard.
    Argument(usize),
}

impl Certificate {
    /// Whether it is not shown why the call is forbidden in the state.
    pub fn leaves_open(&self, state: StateId, call: CallId) -> bool {
        let found = self.forbidden.iter().find(|found| (found.state, found.call) == (state, call));
        found.is_none_or(|found| matches!(found.proof, Proof::Open | Proof::Doubtful))
    }
}
