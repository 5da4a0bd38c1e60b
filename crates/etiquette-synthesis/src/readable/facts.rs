//! What is known about each state of an explicitly found interface: label, access word, and why each forbidden call is
//! forbidden.

use etiquette_component::Event;
use std::collections::VecDeque;

use etiquette_automata::{CallId, EventId, Interface, StateId};
use hashbrown::HashSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::readable::budgets::facts::MAX_SPELLED_CALLS;
use crate::readable::spelling::failure;
use crate::spaces::explicit::space::Verdict;
use crate::spaces::explored::{Explored, INITIAL};
use etiquette_outcome::{Forbidden, Reason, StateFacts};

/// A state of the interface with a node of the belief space that the same word leads to.
struct Visit {
    state: StateId,
    node: u32,
    /// The visit before, the event in between, and the letter that it was seen with.
    from: Option<(usize, EventId, usize)>,
    /// The number of calls up to here.
    depth: usize,
}

/// The facts about every state, with the labels that were found. `groups` gives the letters that each call stands for;
/// `legal_but_forbidden` is why a legal call is forbidden all the same.
pub(crate) fn state_facts(
    space: &impl Explored,
    interface: &Interface,
    groups: &[Vec<usize>],
    mut labels: Vec<Option<String>>,
    legal_but_forbidden: &Reason,
) -> Vec<StateFacts> {
    let visits = shortest_visits(space, interface, groups);
    let mut facts = vec![StateFacts::default(); interface.state_count()];
    let mut explained = vec![false; interface.state_count()];
    let mut speller = Speller { space, interface, events: FxHashMap::default() };
    let mut spelled = 0;
    for index in 0..visits.len() {
        let visit = &visits[index];
        if std::mem::replace(&mut explained[visit.state.index()], true) {
            continue;
        }
        let word = (spelled < MAX_SPELLED_CALLS).then(|| speller.word(&visits, index));
        let way = || taken(interface, &visits, index);
        let told = Told { word: word.as_deref(), way: &way, legal_but_forbidden };
        let forbidden = forbidden(space, interface, groups, visit, &told);
        spelled += word.as_ref().map_or(0, |word| word.len() * (1 + forbidden.len()));
        let label = labels[visit.state.index()].take();
        facts[visit.state.index()] = StateFacts { label, access: word.unwrap_or_default(), forbidden };
    }
    facts
}

/// Breadth-first over pairs of state and node. A pair is followed although its state is known only where different
/// nodes of a state can differ in what can happen.
fn shortest_visits(space: &impl Explored, interface: &Interface, groups: &[Vec<usize>]) -> Vec<Visit> {
    let start = Visit { state: interface.initial(), node: INITIAL, from: None, depth: 0 };
    let mut visits = vec![start];
    let mut seen: HashSet<(StateId, u32), FxBuildHasher> = HashSet::default();
    let mut met = vec![false; interface.state_count()];
    let mut missing = interface.state_count() - 1;
    met[interface.initial().index()] = true;
    let mut queue = VecDeque::from([0]);
    while let Some(index) = queue.pop_front() {
        if missing == 0 {
            break;
        }
        let Visit { state, node, depth, .. } = visits[index];
        for (event, letter, next, target) in shared_steps(space, interface, groups, state, node) {
            let new_state = !std::mem::replace(&mut met[next.index()], true);
            missing -= usize::from(new_state);
            if new_state || seen.insert((next, target)) {
                queue.push_back(visits.len());
                visits.push(Visit { state: next, node: target, from: Some((index, event, letter)), depth: depth + 1 });
            }
        }
    }
    visits
}

/// The events that both the interface and the space can take, each with every node that it can lead to.
pub(crate) fn shared_steps(
    space: &impl Explored,
    interface: &Interface,
    groups: &[Vec<usize>],
    state: StateId,
    node: u32,
) -> Vec<(EventId, usize, StateId, u32)> {
    let mut steps = Vec::new();
    if !space.is_expanded(node) {
        return steps;
    }
    for call in interface.alphabet().call_ids() {
        for (outcome, event) in interface.alphabet().events_of(call).enumerate() {
            let Some(next) = interface.next(state, event) else { continue };
            let first = steps.len();
            for &letter in &groups[call.index()] {
                let target = space.next(node, space.letters().event(letter, outcome));
                let is_new = |target: &u32| steps[first..].iter().all(|(_, _, _, known)| known != target);
                if let Some(target) = target.filter(is_new) {
                    steps.push((event, letter, next, target));
                }
            }
        }
    }
    steps
}

/// Puts words into writing, each event only once: in a long chain the same few come again and again.
struct Speller<'a, S> {
    space: &'a S,
    interface: &'a Interface,
    events: FxHashMap<(EventId, usize), String>,
}

impl<S: Explored> Speller<'_, S> {
    /// The word that leads to a visit, call by call with argument values.
    fn word(&mut self, visits: &[Visit], mut index: usize) -> Vec<String> {
        let mut word = Vec::with_capacity(visits[index].depth);
        while let Some((before, event, letter)) = visits[index].from {
            word.push(self.event(event, letter));
            index = before;
        }
        word.reverse();
        word
    }

    fn event(&mut self, event: EventId, letter: usize) -> String {
        let spelled = self.events.entry((event, letter)).or_insert_with(|| {
            let letter = self.space.letters().letters[letter].clone();
            let outcome = self.interface.alphabet().outcome_index(event);
            self.space.component().written_event(&Event { letter, outcome })
        });
        spelled.clone()
    }
}

/// The letters and outcomes that lead to a visit.
fn taken(interface: &Interface, visits: &[Visit], mut index: usize) -> Vec<(usize, usize)> {
    let alphabet = interface.alphabet();
    let mut word = Vec::new();
    while let Some((before, event, letter)) = visits[index].from {
        word.push((letter, alphabet.outcome_index(event)));
        index = before;
    }
    word.reverse();
    word
}

fn call_text(space: &impl Explored, letter: usize) -> String {
    let letter = &space.letters().letters[letter];
    space.component().written_call(letter.method, &letter.arguments)
}

/// What is known of a visit when its forbidden calls are explained.
struct Told<'a> {
    /// The word that leads there, unless it is too long to be shown.
    word: Option<&'a [String]>,
    /// The same, as letters and outcomes.
    way: &'a dyn Fn() -> Vec<(usize, usize)>,
    legal_but_forbidden: &'a Reason,
}

fn forbidden(
    space: &impl Explored,
    interface: &Interface,
    groups: &[Vec<usize>],
    visit: &Visit,
    told: &Told<'_>,
) -> Vec<Forbidden> {
    let calls = interface.alphabet().call_ids().filter(|&call| !interface.allows(visit.state, call));
    let reason = |call: CallId| {
        let letter = groups[call.index()][0];
        match space.is_expanded(visit.node).then(|| space.verdict(visit.node, letter)) {
            Some(Verdict::Fails(known)) => {
                let error = space.error_after(told.way, letter, known);
                failure(space.component(), error, told.word, call_text(space, letter))
            }
            Some(Verdict::NotConstructed) => Reason::NotConstructed,
            Some(Verdict::AlreadyConstructed) => Reason::AlreadyConstructed,
            Some(Verdict::Legal) => told.legal_but_forbidden.clone(),
            None => Reason::Unexplored,
        }
    };
    calls.map(|call| Forbidden { call, reason: reason(call) }).collect()
}
