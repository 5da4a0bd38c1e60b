//! Proved outcomes with something changed in the interface or in its certificate: the checker accepts none that is not
//! true.
//!
//! The truth is found by trying every word. Each case is changed in a few places for each kind of change.

use etiquette_automata::{CallId, EventId, Interface, StateId};
use etiquette_certificates::{Certificate, ForbiddenProof, Limits, Proof, check};
use etiquette_component::Component;
use etiquette_logic::{BinaryOp, Node, Term};
use etiquette_outcome::{Confidence, Outcome};

use super::belief::Simulator;
use super::evidence::holds;
use super::letters::Letters;
use super::random::Random;
use super::subject::{Subject, is_unbounded, subjects};
use super::walk::{Demand, walk};

/// How often each kind of change is tried on each case.
const PLACES: usize = 1;

/// A proved interface, to be changed.
#[derive(Clone)]
struct Proved {
    component: Component,
    interface: Interface,
    certificate: Certificate,
}

/// How often a change was refused, and how often it was accepted, since it is as good as what was there before.
#[derive(Default, Debug)]
struct Count {
    refused: usize,
    accepted: usize,
}

type Change = fn(&mut Proved, &mut Random) -> Option<()>;

const CHANGES: [(&str, Change); 7] = [
    ("redirect an edge", redirect),
    ("allow a forbidden call", allow),
    ("forbid an allowed call", forbid),
    ("move arguments to another guard", move_arguments),
    ("widen a guard", widen),
    ("drop a label's conjunct", drop_conjunct),
    ("drop a loop's label", drop_loop_label),
];

#[test]
fn what_is_changed_is_accepted_only_where_it_is_true() {
    let mut counts: Vec<Count> = CHANGES.iter().map(|_| Count::default()).collect();
    for subject in subjects() {
        let outcome = subject.usual_outcome("certified");
        if let Some(proved) = outcome.and_then(|outcome| Proved::of(outcome.clone())) {
            for (index, (what, change)) in CHANGES.iter().enumerate() {
                let tried = try_change(subject, &proved, *change, &mut counts[index]);
                tried.unwrap_or_else(|problem| panic!("{}: {what}: {problem}", subject.case.name));
            }
        }
    }
    for ((what, _), Count { refused, accepted }) in CHANGES.iter().zip(&counts) {
        assert!(*refused > 0, "{what}: never refused, {accepted} accepted");
    }
}

fn try_change(subject: &Subject, proved: &Proved, change: Change, count: &mut Count) -> Result<(), String> {
    let mut random = Random(7);
    for _ in 0..PLACES {
        let mut changed = proved.clone();
        if change(&mut changed, &mut random).is_none() {
            return Ok(());
        }
        let accepted = changed.verdict();
        let truth = changed.truth(subject);
        for (side, name) in ["safe", "permissive"].iter().enumerate() {
            if accepted[side] && truth[side] == Some(false) {
                return Err(format!("accepted as {name}, but it is not: {:?}", changed.certificate));
            }
        }
        match accepted {
            [true, true] => count.accepted += 1,
            _ => count.refused += 1,
        }
    }
    Ok(())
}

impl Proved {
    fn of(outcome: Outcome) -> Option<Self> {
        let proved = outcome.guarantee.safe == Confidence::Proved && outcome.guarantee.permissive == Confidence::Proved;
        let evidence = outcome.evidence.filter(|_| proved)?;
        Some(Proved { component: evidence.component, interface: outcome.interface, certificate: evidence.certificate })
    }

    /// What the checker takes for safe and for permissive.
    fn verdict(&self) -> [bool; 2] {
        let checked = check(&self.component, &self.interface, &self.certificate, &Limits::default());
        [checked.safe.is_ok(), checked.permissive.is_ok()]
    }

    /// What really is safe and permissive, where that can be found out.
    fn truth(&self, subject: &Subject) -> [Option<bool>; 2] {
        let Some(calls) = self.calls(&subject.letters) else { return [Some(false); 2] };
        let spread = subject.letters.spread_by(&calls, &self.interface);
        [Demand::Safe, Demand::Permissive].map(|demand| {
            let walked = walk(&mut Simulator::new(&subject.component), &subject.letters, &spread, demand);
            match walked {
                Ok(walked) => (walked.complete || is_unbounded(&subject.case)).then_some(true),
                Err(_) => Some(false),
            }
        })
    }

    /// For each letter its call; none where the guards overlap or leave something out.
    fn calls(&self, letters: &Letters) -> Option<Vec<CallId>> {
        let Certificate { guards, methods, .. } = &self.certificate;
        let call = |letter| {
            let fits = |call: &usize| holds(&self.component, guards[*call], letter);
            let own = (0..guards.len()).filter(|&call| methods[call] == letter.method);
            let fitting: Vec<usize> = own.filter(fits).collect();
            (fitting.len() == 1).then(|| CallId::from_index(fitting[0]))
        };
        letters.letters.iter().map(call).collect()
    }

    /// The same interface with other calls allowed and other edges.
    fn rebuild(
        &mut self,
        allows: impl Fn(&Interface, StateId, CallId) -> bool,
        next: impl Fn(&Interface, StateId, EventId) -> Option<StateId>,
    ) {
        let old = &self.interface;
        let alphabet = old.alphabet();
        let mut rebuilt = Interface::new(alphabet.clone());
        for _ in 1..old.state_count() {
            rebuilt.add_state();
        }
        rebuilt.set_initial(old.initial());
        for state in old.states() {
            for call in alphabet.call_ids().filter(|&call| allows(old, state, call)) {
                rebuilt.allow(state, call);
                for event in alphabet.events_of(call) {
                    if let Some(to) = next(old, state, event) {
                        rebuilt.connect(state, event, to);
                    }
                }
            }
        }
        self.interface = rebuilt;
    }

    /// All pairs of a state and a call that is allowed there, or that is forbidden there for a reason that needs a
    /// proof.
    fn places(&self, allowed: bool) -> Vec<(StateId, CallId)> {
        let calls = |state| self.interface.alphabet().call_ids().map(move |call| (state, call));
        let pairs = self.interface.states().flat_map(calls);
        let has_proof = |(state, call): (StateId, CallId)| {
            self.certificate.forbidden.iter().any(|found| (found.state, found.call) == (state, call))
        };
        pairs
            .filter(|&(state, call)| self.interface.allows(state, call) == allowed)
            .filter(|&place| allowed || has_proof(place))
            .collect()
    }
}

fn choose<T: Copy>(items: &[T], random: &mut Random) -> Option<T> {
    (!items.is_empty()).then(|| items[random.below(items.len())])
}

fn redirect(proved: &mut Proved, random: &mut Random) -> Option<()> {
    let (state, call) = choose(&proved.places(true), random)?;
    let others = proved.interface.state_count() - 1;
    let step = 1 + (others > 0).then(|| random.below(others))?;
    let target = |interface: &Interface, from: StateId, event: EventId| {
        let to = interface.next(from, event)?;
        let is_here = from == state && interface.alphabet().call_of(event) == call;
        let other = StateId::from_index((to.index() + step) % interface.state_count());
        Some(if is_here { other } else { to })
    };
    proved.rebuild(Interface::allows, target);
    Some(())
}

fn allow(proved: &mut Proved, random: &mut Random) -> Option<()> {
    let place = choose(&proved.places(false), random)?;
    let target = StateId::from_index(random.below(proved.interface.state_count()));
    proved.rebuild(
        |interface, state, call| (state, call) == place || interface.allows(state, call),
        |interface, state, event| match (state, interface.alphabet().call_of(event)) == place {
            true => Some(target),
            false => interface.next(state, event),
        },
    );
    proved.certificate.forbidden.retain(|found| (found.state, found.call) != place);
    Some(())
}

fn forbid(proved: &mut Proved, random: &mut Random) -> Option<()> {
    let (state, call) = choose(&proved.places(true), random)?;
    proved.rebuild(
        |interface, from, other| (from, other) != (state, call) && interface.allows(from, other),
        |interface, from, event| interface.next(from, event),
    );
    proved.certificate.forbidden.push(ForbiddenProof { state, call, proof: Proof::NeverReturns });
    proved.certificate.forbidden.sort_by_key(|found| (found.state, found.call));
    Some(())
}

/// Two calls of one method.
fn siblings(proved: &Proved, random: &mut Random) -> Option<(usize, usize)> {
    let methods = &proved.certificate.methods;
    let pairs = (0..methods.len()).flat_map(|one| (0..methods.len()).map(move |other| (one, other)));
    let pairs: Vec<(usize, usize)> =
        pairs.filter(|&(one, other)| one != other && methods[one] == methods[other]).collect();
    choose(&pairs, random)
}

fn either(component: &mut Component, left: Term, right: Term) -> Term {
    component.terms.intern(Node::Binary(BinaryOp::Or, left, right))
}

/// One call takes over all that belongs to another.
fn move_arguments(proved: &mut Proved, random: &mut Random) -> Option<()> {
    let (one, other) = siblings(proved, random)?;
    let guards = &mut proved.certificate.guards;
    guards[one] = either(&mut proved.component, guards[one], guards[other]);
    guards[other] = proved.component.terms.bool(false);
    Some(())
}

/// One call takes what belongs to another, which keeps it.
fn widen(proved: &mut Proved, random: &mut Random) -> Option<()> {
    let (one, other) = siblings(proved, random)?;
    let guards = &mut proved.certificate.guards;
    guards[one] = either(&mut proved.component, guards[one], guards[other]);
    Some(())
}

fn drop_conjunct(proved: &mut Proved, random: &mut Random) -> Option<()> {
    let labels = proved.certificate.labels.clone();
    let state = random.below(labels.len());
    let conjuncts = conjuncts(&proved.component, labels[state]);
    let dropped = random.below(conjuncts.len());
    let kept = conjuncts.into_iter().enumerate().filter(|(index, _)| *index != dropped).map(|(_, term)| term);
    let always = proved.component.terms.bool(true);
    let both = |left, right| proved.component.terms.intern(Node::Binary(BinaryOp::And, left, right));
    proved.certificate.labels[state] = kept.reduce(both).unwrap_or(always);
    Some(())
}

fn conjuncts(component: &Component, label: Term) -> Vec<Term> {
    let (mut found, mut pending) = (Vec::new(), vec![label]);
    while let Some(term) = pending.pop() {
        match component.terms.node(term) {
            Node::Binary(BinaryOp::And, left, right) => pending.extend([left, right]),
            _ => found.push(term),
        }
    }
    found
}

fn drop_loop_label(proved: &mut Proved, random: &mut Random) -> Option<()> {
    let count = proved.certificate.loops.len();
    let index = (count > 0).then(|| random.below(count))?;
    proved.certificate.loops[index].label = proved.component.terms.bool(true);
    Some(())
}
