//! What an engine returns: never a bare automaton, but what was found, how sure we are, and why the engine stopped.

use std::collections::BTreeMap;
use std::fmt;

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_certificates::Certificate;
use etiquette_component::{Component, Method};

/// The result of one run of an engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The component's name.
    pub component: String,
    /// The errors that the interface keeps clear of, by name.
    pub errors: Vec<String>,
    /// The engine that found it.
    pub engine: String,
    /// The interface. When stopped early: safe as far as explored, what lies beyond is forbidden.
    pub interface: Interface,
    /// What is known about each state, in the order of the interface's states.
    pub states: Vec<StateFacts>,
    /// How sure we are.
    pub guarantee: Guarantee,
    /// Why the interface is safe and permissive, as far as that was proved: to be checked again by anyone.
    pub evidence: Option<Box<Evidence>>,
    /// Why the engine stopped.
    pub stop: StopReason,
    /// Numbers for people and benchmarks: deterministic, so no times.
    pub statistics: BTreeMap<String, u64>,
}

/// A certificate, and the component that it is about.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The component, with the certificate's terms.
    pub component: Component,
    /// The certificate.
    pub certificate: Certificate,
}

impl PartialEq for Evidence {
    fn eq(&self, other: &Self) -> bool {
        self.certificate == other.certificate
    }
}

/// What is known about one state of the interface.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StateFacts {
    /// A formula over the component's variables that holds in the state, in the source language's syntax.
    pub label: Option<String>,
    /// A shortest word that leads to the state, each event written with argument values.
    pub access: Vec<String>,
    /// Why each forbidden call is forbidden.
    pub forbidden: Vec<Forbidden>,
}

/// Why a call is forbidden in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forbidden {
    /// The call.
    pub call: CallId,
    /// The reason.
    pub reason: Reason,
}

/// Why a call is forbidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It can raise an error: the word leads there, call by call with argument values, and ends with the failing call.
    Error {
        /// The concrete word.
        witness: Vec<String>,
        /// The error's name.
        error: String,
        /// The place in the source that raises it (`ArrayList.java:1026`).
        at: Option<String>,
    },
    /// A method before the object was constructed.
    NotConstructed,
    /// A constructor after the object was constructed.
    AlreadyConstructed,
    /// Every way on from the call ends in a dead end (only with `--serial`).
    LeadsToDeadEnd,
    /// The engine stopped before it could look at the call.
    Unexplored,
}

impl Reason {
    /// The reason to forbid a call that the order of construction does not allow.
    pub fn out_of_order(method: &Method) -> Reason {
        if method.constructor { Reason::AlreadyConstructed } else { Reason::NotConstructed }
    }
}

/// How sure we are of one property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confidence {
    /// It holds, without a bound.
    Proved,
    /// It holds for all words of up to so many calls.
    ProvedUpTo(u64),
    /// It was tested on so many words.
    TestedOn(u64),
    /// Nothing is known.
    NotEstablished,
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Confidence::Proved => f.write_str("proved"),
            Confidence::ProvedUpTo(1) => f.write_str("proved up to 1 call"),
            Confidence::ProvedUpTo(calls) => write!(f, "proved up to {calls} calls"),
            Confidence::TestedOn(1) => f.write_str("tested on 1 word"),
            Confidence::TestedOn(words) => write!(f, "tested on {words} words"),
            Confidence::NotEstablished => f.write_str("not established"),
        }
    }
}

/// What machine arithmetic was taken to mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Integers {
    /// The language's own machine integers.
    #[default]
    Wrap,
    /// Runs in which `+ - *` overflow are out of scope.
    Ideal,
}

/// How sure we are of the interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guarantee {
    /// Every realizable word that the interface accepts is legal.
    pub safe: Confidence,
    /// The interface accepts every word that is both legal and realizable.
    pub permissive: Confidence,
    /// The interface accepts exactly the legal words, unrealizable ones too.
    pub full: bool,
    /// No safe and permissive automaton over the same events has fewer states.
    pub minimal: bool,
    /// Dead ends were pruned: the interface is over infinite words.
    pub serial: bool,
    /// The meaning of integers.
    pub integers: Integers,
    /// What was taken for granted.
    pub assumptions: Vec<Assumption>,
}

/// Something taken for granted, with its place in the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Assumption {
    /// What was assumed, as a sentence.
    pub text: String,
    /// Where (`Foo.java:12`, or a method's name).
    pub at: Option<String>,
}

/// Why an engine stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// It finished.
    Done,
    /// The time was up.
    TimeLimit,
    /// The memory was used up.
    MemoryLimit,
    /// The bound on the number of calls was reached.
    DepthLimit,
    /// No limit was reached, but neither a proof nor a difference was found.
    NoProof,
    /// The legal arguments of a call depend on the state in more ways than guards can tell apart.
    TooManyGuards,
    /// The automaton was found, but it has too many states to be written down.
    TooLargeToShow,
    /// The bound on the number of states was reached.
    StateLimit,
    /// The user asked it to stop.
    Cancelled,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Done => "done",
            StopReason::TimeLimit => "time limit",
            StopReason::MemoryLimit => "memory limit",
            StopReason::DepthLimit => "depth limit",
            StopReason::NoProof => "no proof",
            StopReason::TooManyGuards => "too many guards",
            StopReason::TooLargeToShow => "too large to show",
            StopReason::StateLimit => "state limit",
            StopReason::Cancelled => "cancelled",
        })
    }
}

impl Outcome {
    /// Whether the interface is proved to be safe and permissive.
    pub fn is_proved(&self) -> bool {
        let Guarantee { safe, permissive, .. } = self.guarantee;
        self.stop == StopReason::Done && [safe, permissive] == [Confidence::Proved; 2]
    }

    /// Why the call is forbidden in the state, if it is.
    pub fn reason(&self, state: StateId, call: CallId) -> Option<&Reason> {
        let facts = self.states.get(state.index())?;
        facts.forbidden.iter().find(|forbidden| forbidden.call == call).map(|forbidden| &forbidden.reason)
    }
}
