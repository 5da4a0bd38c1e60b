//! Outcomes to render, built by hand and at random.

#![allow(dead_code, reason = "each test uses some of it")]

pub mod generated;
pub mod xml;

use std::collections::BTreeMap;

use etiquette_automata::{Alphabet, Call, CallId, Interface, Parameter, StateId};
use etiquette_outcome::{
    Assumption, AssumptionKind, Confidence, Forbidden, Guarantee, Integers, Outcome, Reason, StateFacts, StopReason,
};

/// Builds outcomes from edges written as `(from, event, to)`, with an event as `call` or `call -> outcome`.
pub struct Builder {
    interface: Interface,
}

impl Builder {
    pub fn new(calls: Vec<Call>, states: usize) -> Self {
        let mut interface = Interface::new(Alphabet::new(calls));
        for _ in 1..states {
            interface.add_state();
        }
        Builder { interface }
    }

    pub fn edges(mut self, edges: &[(u32, &str, u32)]) -> Self {
        for &(from, event, to) in edges {
            let (call, outcome) = event.split_once(" -> ").unwrap_or((event, "ok"));
            let call = self.call(call);
            let outcomes = &self.interface.alphabet().call(call).outcomes;
            let outcome = outcomes.iter().position(|known| known == outcome).expect("an outcome");
            let event = self.interface.alphabet().event(call, outcome);
            self.interface.connect(StateId(from), event, StateId(to));
        }
        self
    }

    fn call(&self, id: &str) -> CallId {
        let position = self.interface.alphabet().calls().iter().position(|call| call.id == id);
        CallId::from_index(position.expect("a call"))
    }

    /// The outcome in which whatever is not allowed raises `error`, after the word in `access`.
    pub fn outcome(self, component: &str, error: &str, access: &[&[&str]]) -> Outcome {
        let states = self.interface.states().map(|state| self.facts(state, error, access));
        Outcome {
            not_covered: Vec::new(),
            component: component.into(),
            roles: Vec::new(),
            errors: vec![error.into()],
            error_choice: None,
            engine: "certified".into(),
            states: states.collect(),
            interface: self.interface,
            guarantee: proved(),
            evidence: None,
            stop: StopReason::Done,
            statistics: BTreeMap::from([("queries".into(), 412), ("solver calls".into(), 37)]),
        }
    }

    fn facts(&self, state: StateId, error: &str, access: &[&[&str]]) -> StateFacts {
        let alphabet = self.interface.alphabet();
        let access: Vec<String> = access.get(state.index()).map_or(Vec::new(), |word| strings(word));
        let calls = alphabet.call_ids().filter(|call| !self.interface.allows(state, *call));
        let forbidden = calls.map(|call| {
            let mut witness = access.clone();
            witness.push(format!("{}()", alphabet.call(call).method));
            let reason = Reason::Error {
                witness,
                error: error.into(),
                at: Some(format!("{}:{}", "Source.java", 10 + 4 * call.0)),
            };
            Forbidden::new(call, reason)
        });
        StateFacts { label: None, forbidden: forbidden.collect(), access }
    }
}

pub fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}

pub fn proved() -> Guarantee {
    Guarantee {
        safe: Confidence::Proved,
        permissive: Confidence::Proved,
        full: false,
        minimal: true,
        serial: false,
        integers: Integers::Wrap,
        assumptions: Vec::new(),
    }
}

fn labelled(mut outcome: Outcome, labels: &[&str]) -> Outcome {
    for (facts, label) in outcome.states.iter_mut().zip(labels) {
        facts.label = Some(label.to_string());
    }
    outcome
}

/// The device controller of the 2006 paper.
pub fn device() -> Outcome {
    let calls = ["acq_r", "acq_rw", "read", "write", "rel"].map(Call::simple).to_vec();
    let outcome = Builder::new(calls, 3)
        .edges(&[
            (0, "acq_r", 1),
            (0, "acq_rw", 2),
            (1, "read", 1),
            (1, "rel", 0),
            (2, "read", 2),
            (2, "write", 2),
            (2, "rel", 0),
        ])
        .outcome("device", "IllegalState", &[&[], &["acq_r()"], &["acq_rw()"]]);
    labelled(outcome, &["mode == 0", "mode == 1", "mode == 2"])
}

/// A list iterator: a constructor, outcomes that matter, a guarded call.
pub fn list_iterator() -> Outcome {
    let parameter = |name: &str, ty: &str| Parameter { name: name.into(), ty: ty.into() };
    let constructor = Call {
        constructor: true,
        parameters: vec![parameter("index", "int")],
        guard: "0 <= index".into(),
        ..Call::simple("new ListItr")
    };
    let set = Call { parameters: vec![parameter("e", "java.lang.Object")], ..Call::simple("set") };
    let calls = vec![
        constructor,
        Call::simple("hasNext").with_outcomes(["true", "false"]),
        Call::simple("next").with_outcomes(["ok", "NoSuchElementException"]),
        Call::simple("remove"),
        set,
    ];
    let edges = [
        (0, "new ListItr", 1),
        (1, "hasNext -> true", 1),
        (1, "hasNext -> false", 1),
        (1, "next -> ok", 2),
        (1, "next -> NoSuchElementException", 1),
        (2, "hasNext -> true", 2),
        (2, "hasNext -> false", 2),
        (2, "next -> ok", 2),
        (2, "next -> NoSuchElementException", 2),
        (2, "remove", 1),
        (2, "set", 2),
    ];
    let access: &[&[&str]] = &[&[], &["new ListItr(0)"], &["new ListItr(0)", "next() -> ok"]];
    let builder = Builder::new(calls, 3).edges(&edges);
    let outcome = builder.outcome("java.util.ArrayList$ListItr", "java.lang.IllegalStateException", access);
    let mut outcome = labelled(outcome, &["not constructed", "lastRet < 0", "lastRet >= 0"]);
    for (index, facts) in outcome.states.iter_mut().enumerate() {
        for forbidden in &mut facts.forbidden {
            match (index, forbidden.call) {
                (0, _) => forbidden.reason = Reason::NotConstructed,
                (_, CallId(0)) => forbidden.reason = Reason::AlreadyConstructed,
                _ => {}
            }
        }
    }
    outcome
}

/// A socket whose run was stopped early: a dead end, an unexplored state, assumptions, every kind of reason.
pub fn socket() -> Outcome {
    let calls = vec![
        Call::simple("connect").with_outcomes(["ok", "refused", "timeout"]),
        Call::simple("send").with_outcomes(["ok", "IOException"]),
        Call::simple("receive"),
        Call::simple("abort"),
        Call::simple("close"),
        Call::simple("await"),
    ];
    let mut outcome = Builder::new(calls, 5)
        .edges(&[
            (0, "connect -> ok", 1),
            (0, "connect -> refused", 0),
            (0, "connect -> timeout", 0),
            (0, "close", 2),
            (1, "send -> ok", 1),
            (1, "send -> IOException", 3),
            (1, "receive", 1),
            (1, "close", 2),
            (3, "close", 2),
            (3, "connect -> ok", 1),
            (3, "connect -> refused", 3),
            (3, "abort", 4),
        ])
        .outcome("org.example.net.Socket<\"TCP\" & 'TLS'>", "SocketException", &[]);
    outcome.interface.allow(StateId(1), CallId(5));
    outcome.states[1].forbidden.retain(|forbidden| forbidden.call != CallId(5));
    for forbidden in &mut outcome.states[4].forbidden {
        forbidden.reason = Reason::Unexplored;
    }
    outcome.states[3].forbidden[0].reason = Reason::LeadsToDeadEnd;
    outcome.states[3].forbidden.pop();
    outcome.guarantee = Guarantee {
        safe: Confidence::ProvedUpTo(7),
        permissive: Confidence::TestedOn(1000),
        minimal: false,
        integers: Integers::Ideal,
        assumptions: vec![
            Assumption {
                kind: AssumptionKind::NotFollowed,
                text: "the native method Net.connect0 returns any int and changes nothing else".into(),
                at: Some("Net.java:47".into()),
            },
            Assumption { kind: AssumptionKind::World, text: "no other thread uses the object".into(), at: None },
        ],
        ..proved()
    };
    outcome.stop = StopReason::TimeLimit;
    outcome
}

/// One state in which everything may be called.
pub fn free() -> Outcome {
    Builder::new(vec![Call::simple("get"), Call::simple("put")], 1).edges(&[(0, "get", 0), (0, "put", 0)]).outcome(
        "Cell",
        "Error",
        &[],
    )
}

/// A counter that may be moved up and down between bounds.
pub fn counter(states: u32) -> Outcome {
    let mut builder = Builder::new(vec![Call::simple("up"), Call::simple("down")], states as usize);
    for state in 1..states {
        builder = builder.edges(&[(state - 1, "up", state), (state, "down", state - 1)]);
    }
    builder.outcome("Counter", "BoundError", &[])
}

/// The same counter with a way back to the start from everywhere.
pub fn resettable_counter(states: u32) -> Outcome {
    let calls = ["up", "down", "reset", "peek"].map(Call::simple).to_vec();
    let mut builder = Builder::new(calls, states as usize);
    for state in 1..states {
        builder = builder.edges(&[(state - 1, "up", state), (state, "down", state - 1), (state, "reset", 0)]);
        builder = builder.edges(&[(state, "peek", state)]);
    }
    builder.outcome("ResettableCounter", "BoundError", &[])
}

/// Many calls with long names, most of them forbidden at first.
pub fn many_calls() -> Outcome {
    let name = |index: usize| format!("performVeryDescriptiveOperationNumber{index}");
    let mut calls = vec![Call::simple("open"), Call::simple("close")];
    calls.extend((0..46).map(|index| Call::simple(name(index))));
    let mut builder = Builder::new(calls, 3).edges(&[(0, "open", 1), (1, "close", 0), (2, "close", 0)]);
    for index in 0..40 {
        let name = name(index);
        builder = builder.edges(&[(1, &name, if index < 4 { 2 } else { 1 }), (2, &name, 2)]);
    }
    let outcome = builder.outcome("com.example.enterprise.SessionFacadeBean", "IllegalStateException", &[]);
    labelled(
        outcome,
        &[
            "!(this.sessionHandle != null) && this.openTransactions <= 0",
            "this.sessionHandle != null && this.openTransactions == 0 && (this.flags & 3) != 0 && !this.closedByPeer",
        ],
    )
}
