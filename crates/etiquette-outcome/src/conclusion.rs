//! How every engine ends: what it found and how sure it is of it, made into an [`Outcome`] by one set of rules.

use std::collections::BTreeMap;

use etiquette_automata::Interface;
use etiquette_component::Component;

use crate::doubts;
use crate::outcome::{
    Assumption, AssumptionKind, Confidence, Evidence, Guarantee, Integers, Outcome, StateFacts, StopReason,
};

/// What an engine found. [`Conclusion::new`] claims nothing; an engine fills in what it knows.
#[derive(Clone, Debug)]
pub struct Conclusion {
    /// The engine's name, and what it has to say about how it went.
    pub engine: String,
    /// The interface.
    pub interface: Interface,
    /// What is known about each of its states.
    pub states: Vec<StateFacts>,
    /// Whether every realizable word that it accepts is legal.
    pub safe: Confidence,
    /// Whether it accepts every word that is legal and realizable.
    pub permissive: Confidence,
    /// Whether no outcome of an allowed call is left out: then a permissive interface is full.
    pub complete: bool,
    /// Whether no interface with fewer states accepts the same realizable words.
    pub smallest: bool,
    /// Whether dead ends were pruned.
    pub serial: bool,
    /// Whether calls of each method may never return, in the component's order.
    pub never_returns: Vec<bool>,
    /// Why the interface is safe and permissive.
    pub evidence: Option<Box<Evidence>>,
    /// Why the engine stopped.
    pub stop: StopReason,
    /// Numbers for people and benchmarks.
    pub statistics: BTreeMap<String, u64>,
}

impl Conclusion {
    /// An interface of which nothing is claimed.
    pub fn new(engine: impl Into<String>, interface: Interface, stop: StopReason) -> Self {
        Conclusion {
            engine: engine.into(),
            states: vec![StateFacts::default(); interface.state_count()],
            interface,
            safe: Confidence::NotEstablished,
            permissive: Confidence::NotEstablished,
            complete: false,
            smallest: false,
            serial: false,
            never_returns: Vec::new(),
            evidence: None,
            stop,
            statistics: BTreeMap::new(),
        }
    }

    /// The outcome for a component. *Full* and *minimal* are only said of what is proved to be permissive.
    pub fn about(mut self, component: &Component) -> Outcome {
        let left_open = doubts::mark(&mut self, component);
        let termination = termination_assumptions(component, &self.never_returns);
        let is_permissive = self.permissive == Confidence::Proved;
        Outcome {
            component: component.name.clone(),
            roles: component.roles.clone(),
            errors: component.error_names(),
            error_choice: None,
            engine: self.engine,
            interface: self.interface,
            states: self.states,
            not_covered: Vec::new(),
            guarantee: Guarantee {
                safe: self.safe,
                permissive: self.permissive,
                full: is_permissive && self.complete && !self.serial && !component.has_free_outcomes(),
                minimal: is_permissive && self.smallest,
                serial: self.serial,
                integers: Integers::Wrap,
                assumptions: left_open.into_iter().chain(termination).collect(),
            },
            evidence: self.evidence,
            stop: self.stop,
            statistics: self.statistics,
        }
    }
}

/// What is taken for granted about the methods of which calls may never return.
pub fn termination_assumptions(component: &Component, never_returns: &[bool]) -> Vec<Assumption> {
    let methods = component.methods.iter().zip(never_returns).filter(|(_, never)| **never);
    let assumption = |name: &str| Assumption {
        kind: AssumptionKind::Ends,
        text: format!("a call of `{name}` that never returns ends the word there and is no error"),
        at: Some(name.into()),
    };
    methods.map(|(method, _)| assumption(&method.name)).collect()
}
