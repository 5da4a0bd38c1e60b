//! What an engine returns: never a bare automaton, but what was found, how sure we are, and why the engine stopped.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_certificates::{Certificate, Doubt, Limits, settle_doubts};
use etiquette_component::{Component, Method, Role};

/// The result of one run of an engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The component's name.
    pub component: String,
    /// The objects that play a role beside the main one, where it is about several.
    pub roles: Vec<Role>,
    /// The errors that the interface keeps clear of, by name.
    pub errors: Vec<String>,
    /// How the errors were chosen, as on the command line, where nobody named any: `deliberate`.
    pub error_choice: Option<String>,
    /// The engine that found it.
    pub engine: String,
    /// The interface. When stopped early: safe as far as explored, what lies beyond is forbidden.
    pub interface: Interface,
    /// What is known about each state, in the order of the interface's states.
    pub states: Vec<StateFacts>,
    /// What a client could call as well, and the interface says nothing about.
    pub not_covered: Vec<NotCovered>,
    /// How sure we are.
    pub guarantee: Guarantee,
    /// Why the interface is safe and permissive, as far as that was proved: to be checked again by anyone.
    pub evidence: Option<Box<Evidence>>,
    /// Why the engine stopped.
    pub stop: StopReason,
    /// Numbers for people and benchmarks: deterministic, so no times.
    pub statistics: BTreeMap<String, u64>,
}

/// A method that is no part of the interface: what is said holds for clients that do not call it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotCovered {
    /// The method.
    pub method: String,
    /// Why it was left out.
    pub why: String,
}

/// A certificate, and the component that it is about.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The component, with the certificate's terms.
    pub component: Component,
    /// The certificate.
    pub certificate: Certificate,
    /// The forbidden calls that the certificate does not show to fail whatever the model leaves open.
    pub doubts: Vec<Doubt>,
}

impl Evidence {
    /// A certificate as an engine made it. Calls whose proofs rest on choices of the model become doubtful.
    pub fn new(component: Component, interface: &Interface, mut certificate: Certificate, limits: &Limits) -> Self {
        let doubts = settle_doubts(&component, interface, &mut certificate, limits);
        Evidence { component, certificate, doubts }
    }
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
    /// What the verdict depends on, if the call is doubtful: it fails for some choices of the model, and is not shown to
    /// fail for all. Positions in [`Guarantee::assumptions`].
    pub doubt: Option<Vec<usize>>,
    /// What a JVM made of the witness, if it was asked.
    pub on_jvm: Option<OnJvm>,
}

/// What a JVM made of a word that is claimed to end with an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OnJvm {
    /// It raised the error.
    Raised,
    /// It did something else, as a sentence: then the claim is withdrawn.
    Differs(String),
    /// It could not be run as it says, and why.
    NotMade(String),
}

impl fmt::Display for OnJvm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OnJvm::Raised => f.write_str("raised on a JVM, too"),
            OnJvm::Differs(what) => write!(f, "not so on a JVM: {what}"),
            OnJvm::NotMade(why) => write!(f, "not tried on a JVM: {why}"),
        }
    }
}

impl Forbidden {
    /// A call that is forbidden for certain.
    pub fn new(call: CallId, reason: Reason) -> Self {
        Forbidden { call, reason, doubt: None, on_jvm: None }
    }

    /// Whether it is doubtful, and failed in a JVM all the same. That shows for one word and its arguments that the call
    /// fails, and for no others.
    pub fn is_tested(&self) -> bool {
        self.doubt.is_some() && self.on_jvm == Some(OnJvm::Raised)
    }
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
    /// A call on an object in a role, or one that is given it, before there is one.
    NotThere,
    /// No values that registers have there meet the call's guard.
    NeverMet,
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
    /// It holds without a bound, but for so many calls that are doubtful: whether they fail depends on what is not
    /// modelled.
    ProvedButFor(u64),
    /// It holds for all words of up to so many calls.
    ProvedUpTo(u64),
    /// It was tested on so many words.
    TestedOn(u64),
    /// Nothing is known.
    NotEstablished,
}

impl Confidence {
    /// The number of doubtful calls apart from which the property is proved without a bound, if it is.
    pub fn but_for(self) -> Option<u64> {
        match self {
            Confidence::Proved => Some(0),
            Confidence::ProvedButFor(calls) => Some(calls),
            _ => None,
        }
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Confidence::Proved => f.write_str("proved"),
            Confidence::ProvedButFor(1) => f.write_str("proved but for 1 doubtful call"),
            Confidence::ProvedButFor(calls) => write!(f, "proved but for {calls} doubtful calls"),
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
    /// What was taken for granted, and what was left open.
    pub assumptions: Vec<Assumption>,
}

impl Guarantee {
    /// What is taken for granted: if it is not so, what is said to be proved may be wrong.
    pub fn granted(&self) -> impl Iterator<Item = &Assumption> {
        self.assumptions.iter().filter(|assumption| assumption.kind != AssumptionKind::Value)
    }

    /// What is left open: whatever it is, what is said to be proved is true.
    pub fn left_open(&self) -> impl Iterator<Item = &Assumption> {
        self.assumptions.iter().filter(|assumption| assumption.kind == AssumptionKind::Value)
    }
}

/// What kind of thing is taken for granted, or left open; a reader should look at the first kinds first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum AssumptionKind {
    /// Something that is not modelled. It is left open, so verdicts that depend on it are doubtful.
    Value,
    /// Code of the class itself that was not followed.
    OwnCode,
    /// Code of others that was not followed.
    NotFollowed,
    /// Native code without a model.
    Native,
    /// Objects that clients hand in, or were handed out to them.
    Client,
    /// Input and output succeed, documentation is right, other threads do nothing.
    World,
    /// A loop or a call returns.
    Ends,
    /// No number overflows.
    Overflow,
}

impl AssumptionKind {
    /// All of them, with the names that JSON gives them.
    pub const NAMED: [(&str, AssumptionKind); 8] = [
        ("value", AssumptionKind::Value),
        ("own code", AssumptionKind::OwnCode),
        ("not followed", AssumptionKind::NotFollowed),
        ("native", AssumptionKind::Native),
        ("client", AssumptionKind::Client),
        ("world", AssumptionKind::World),
        ("ends", AssumptionKind::Ends),
        ("overflow", AssumptionKind::Overflow),
    ];
}

/// What is taken for granted among these, own code that was not followed first.
pub fn granted_by_rank(assumptions: &[Assumption]) -> Vec<&Assumption> {
    let is_granted = |found: &&Assumption| found.kind != AssumptionKind::Value;
    let mut granted: Vec<&Assumption> = assumptions.iter().filter(is_granted).collect();
    granted.sort_by_key(|found| found.kind);
    granted
}

/// Something taken for granted, or left open, with its place in the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Assumption {
    /// What kind of thing it is.
    pub kind: AssumptionKind,
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
    /// The bound on the number of predicates was reached.
    PredicateLimit,
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
            StopReason::PredicateLimit => "predicate limit",
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

    /// Whether nothing is left to be found: it is proved, but perhaps for calls that are doubtful.
    pub fn is_settled(&self) -> bool {
        let Guarantee { safe, permissive, .. } = self.guarantee;
        self.stop == StopReason::Done && safe == Confidence::Proved && permissive.but_for().is_some()
    }

    /// What is known about a call that is forbidden in the state.
    pub fn forbidden(&self, state: StateId, call: CallId) -> Option<&Forbidden> {
        let facts = self.states.get(state.index())?;
        facts.forbidden.iter().find(|forbidden| forbidden.call == call)
    }

    /// Why the call is forbidden in the state, if it is.
    pub fn reason(&self, state: StateId, call: CallId) -> Option<&Reason> {
        self.forbidden(state, call).map(|forbidden| &forbidden.reason)
    }

    /// What the verdict on the call depends on, if it is doubtful in the state.
    pub fn doubt(&self, state: StateId, call: CallId) -> Option<Vec<&Assumption>> {
        let positions = self.forbidden(state, call)?.doubt.as_ref()?;
        Some(positions.iter().filter_map(|&position| self.guarantee.assumptions.get(position)).collect())
    }

    /// The number of doubtful calls, over all states.
    pub fn doubtful(&self) -> usize {
        self.all_forbidden().filter(|forbidden| forbidden.doubt.is_some()).count()
    }

    /// The names of the methods of which calls are doubtful somewhere.
    pub fn doubtful_methods(&self) -> BTreeSet<&str> {
        let doubtful = self.all_forbidden().filter(|forbidden| forbidden.doubt.is_some());
        doubtful.map(|forbidden| &*self.interface.alphabet().call(forbidden.call).method).collect()
    }

    /// The number of doubtful calls that failed in a JVM, over all states.
    pub fn tested(&self) -> usize {
        self.all_forbidden().filter(|forbidden| forbidden.is_tested()).count()
    }

    /// The component's name, with those of the roles: `java.util.ArrayList with it`.
    pub fn title(&self) -> String {
        let roles: Vec<&str> = self.roles.iter().map(|role| role.name.as_str()).collect();
        match roles.is_empty() {
            true => self.component.clone(),
            false => format!("{} with {}", self.component, roles.join(" and ")),
        }
    }

    /// What is known about forbidden calls, state by state.
    pub fn all_forbidden(&self) -> impl Iterator<Item = &Forbidden> {
        self.states.iter().flat_map(|facts| &facts.forbidden)
    }
}
