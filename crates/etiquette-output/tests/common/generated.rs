//! Outcomes made at random, always the same ones for the same seed.

use std::collections::BTreeMap;

use etiquette_automata::{Alphabet, Call, EventId, Interface, Parameter, StateId};
use etiquette_component::{Guard, quoted};
use etiquette_outcome::{
    Assumption, AssumptionKind, Confidence, Forbidden, Guarantee, Integers, Outcome, Reason, StateFacts, StopReason,
};

/// A small random number generator (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn text(&mut self) -> String {
        const WORDS: [&str; 10] =
            ["open", "close()", "x < 0", "a \"b\"", "<&>", "tab\there", "nächste", "-->", "{ }", ""];
        let count = 1 + self.below(3);
        let words: Vec<&str> = (0..count).map(|_| WORDS[self.below(WORDS.len())]).collect();
        words.join(" ")
    }

    fn texts(&mut self, most: usize) -> Vec<String> {
        (0..self.below(most + 1)).map(|_| self.text()).collect()
    }

    fn maybe_text(&mut self) -> Option<String> {
        self.chance(50).then(|| self.text())
    }
}

/// An interface in which every state can be reached, with `moves` further edges for each state on average.
pub fn connected_outcome(seed: u64, states: usize, calls: usize, density: usize) -> Outcome {
    let random = &mut Random(seed);
    let names = (0..calls).map(|index| Call::simple(format!("call{index}"))).collect();
    let mut interface = Interface::new(Alphabet::new(names));
    for to in 1..states {
        let to_state = interface.add_state();
        let mut from = random.below(to);
        let mut event = EventId::from_index(random.below(calls));
        while interface.next(StateId::from_index(from), event).is_some() {
            from = random.below(to);
            event = EventId::from_index(random.below(calls));
        }
        interface.connect(StateId::from_index(from), event, to_state);
    }
    for state in interface.states() {
        for event in (0..calls).map(EventId::from_index) {
            if random.chance(density) && interface.next(state, event).is_none() {
                interface.connect(state, event, StateId::from_index(random.below(states)));
            }
        }
    }
    outcome_of(interface)
}

/// An outcome about an interface of which nothing else is known.
pub fn outcome_of(interface: Interface) -> Outcome {
    Outcome {
        not_covered: Vec::new(),
        component: "random".into(),
        roles: Vec::new(),
        errors: vec!["Error".into()],
        error_choice: None,
        engine: "none".into(),
        states: vec![StateFacts::default(); interface.state_count()],
        interface,
        guarantee: super::proved(),
        evidence: None,
        stop: StopReason::Done,
        statistics: BTreeMap::new(),
    }
}

/// An outcome with odd texts everywhere.
pub fn any_outcome(seed: u64) -> Outcome {
    let random = &mut Random(seed);
    let interface = any_interface(random);
    let guarantee = any_guarantee(random);
    let states = interface.states().map(|state| any_facts(random, &interface, state, guarantee.assumptions.len()));
    let states = states.collect();
    Outcome {
        not_covered: Vec::new(),
        component: random.text(),
        roles: Vec::new(),
        errors: random.texts(3),
        error_choice: None,
        engine: random.text(),
        states,
        interface,
        guarantee,
        evidence: None,
        stop: any_stop(random),
        statistics: (0..random.below(4)).map(|_| (random.text(), random.next())).collect(),
    }
}

fn any_interface(random: &mut Random) -> Interface {
    let calls: Vec<Call> = (0..1 + random.below(6)).map(|index| any_call(random, index)).collect();
    let mut interface = Interface::new(Alphabet::new(calls));
    for _ in 0..random.below(8) {
        interface.add_state();
    }
    let states = interface.state_count();
    interface.set_initial(StateId::from_index(random.below(states)));
    for state in interface.states() {
        for call in interface.alphabet().call_ids() {
            if random.chance(40) {
                continue;
            }
            interface.allow(state, call);
            for event in interface.alphabet().events_of(call) {
                if random.chance(80) {
                    interface.connect(state, event, StateId::from_index(random.below(states)));
                }
            }
        }
    }
    interface
}

fn any_call(random: &mut Random, index: usize) -> Call {
    let parameters = (0..random.below(3)).map(|_| Parameter { name: random.text(), ty: random.text() });
    let parameters = parameters.collect();
    Call {
        id: format!("{} {index}", random.text()),
        method: random.text(),
        constructor: random.chance(20),
        parameters,
        guard: if random.chance(50) { Guard::always() } else { quoted(&random.text()).into_owned().into() },
        observed: random.chance(30).then(|| format!("!{}()", quoted(&random.text())).into()),
        outcomes: (0..1 + random.below(3)).map(|o| format!("{} {o}", random.text())).collect(),
    }
}

fn any_facts(random: &mut Random, interface: &Interface, state: StateId, assumptions: usize) -> StateFacts {
    let calls = interface.alphabet().call_ids();
    let mut forbidden = Vec::new();
    for call in calls.filter(|call| !interface.allows(state, *call)) {
        let reason = match random.below(6) {
            0 => Reason::NotConstructed,
            1 => Reason::AlreadyConstructed,
            2 => Reason::LeadsToDeadEnd,
            3 => Reason::Unexplored,
            4 => continue,
            _ => Reason::Error { witness: random.texts(5), error: random.text(), at: random.maybe_text() },
        };
        let is_doubtful = matches!(reason, Reason::Error { .. }) && random.chance(50);
        let doubt = is_doubtful.then(|| (0..assumptions).filter(|_| random.chance(50)).collect());
        forbidden.push(Forbidden { doubt, ..Forbidden::new(call, reason) });
    }
    if random.chance(50) {
        forbidden.reverse();
    }
    StateFacts { label: random.maybe_text(), access: random.texts(4), forbidden }
}

fn any_guarantee(random: &mut Random) -> Guarantee {
    let kinds = AssumptionKind::NAMED.map(|(_, kind)| kind);
    let assumptions = (0..random.below(3)).map(|_| {
        let kind = kinds[random.below(kinds.len())];
        Assumption { kind, text: random.text(), at: random.maybe_text() }
    });
    let assumptions = assumptions.collect();
    Guarantee {
        safe: any_confidence(random),
        permissive: any_confidence(random),
        full: random.chance(50),
        minimal: random.chance(50),
        serial: random.chance(50),
        integers: if random.chance(50) { Integers::Wrap } else { Integers::Ideal },
        assumptions,
    }
}

fn any_confidence(random: &mut Random) -> Confidence {
    match random.below(5) {
        0 => Confidence::Proved,
        4 => Confidence::ProvedButFor(random.next()),
        1 => Confidence::ProvedUpTo(random.next()),
        2 => Confidence::TestedOn(random.next()),
        _ => Confidence::NotEstablished,
    }
}

fn any_stop(random: &mut Random) -> StopReason {
    let reasons = [
        StopReason::Done,
        StopReason::TimeLimit,
        StopReason::MemoryLimit,
        StopReason::DepthLimit,
        StopReason::NoProof,
        StopReason::TooManyGuards,
        StopReason::StateLimit,
        StopReason::PredicateLimit,
        StopReason::Cancelled,
    ];
    reasons[random.below(reasons.len())]
}
