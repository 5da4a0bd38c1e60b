//! What is known about each state of an explicitly found interface: label, access word, and why each forbidden call is
//! forbidden.

use etiquette_automata::{CallId, EventId, Interface, Reached, StateId};
use etiquette_component::Event;
use rustc_hash::FxHashMap;

use crate::readable::budgets::facts::MAX_SPELLED_CALLS;
use crate::readable::spelling::failure;
use crate::spaces::space::{INITIAL, Space, Verdict};
use etiquette_outcome::{Forbidden, Reason, StateFacts};

/// A state of the interface with a node of the belief space that the same word leads to.
type Visit = (StateId, u32);
/// An event of the interface, and the letter that it was seen with.
type Step = (EventId, usize);

/// The facts about every state, with the labels that were found. `groups` gives the letters that each call stands for;
/// `legal_but_forbidden` is why a legal call is forbidden all the same.
pub(crate) fn state_facts(
    space: &impl Space,
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
    for (index, &visit) in visits.states().iter().enumerate() {
        let (state, _) = visit;
        if std::mem::replace(&mut explained[state.index()], true) {
            continue;
        }
        let word = (spelled < MAX_SPELLED_CALLS).then(|| speller.word(&visits.word_to(index)));
        let way = || taken(interface, &visits.word_to(index));
        let told = Told { word: word.as_deref(), way: &way, legal_but_forbidden };
        let forbidden = forbidden(space, interface, groups, visit, &told);
        spelled += word.as_ref().map_or(0, |word| word.len() * (1 + forbidden.len()));
        let label = labels[state.index()].take();
        facts[state.index()] = StateFacts { label, access: word.unwrap_or_default(), forbidden };
    }
    facts
}

/// Breadth-first over pairs of state and node. A pair is followed although its state is known only where different
/// nodes of a state can differ in what can happen.
fn shortest_visits(space: &impl Space, interface: &Interface, groups: &[Vec<usize>]) -> Reached<Visit, Step> {
    let mut visits = Reached::from_starts([(interface.initial(), INITIAL)]);
    let mut met = vec![false; interface.state_count()];
    let mut missing = interface.state_count() - 1;
    met[interface.initial().index()] = true;
    while let Some(index) = visits.visit().filter(|_| missing > 0) {
        let (state, node) = visits.states()[index];
        for (event, letter, next, target) in shared_steps(space, interface, groups, state, node) {
            missing -= usize::from(!std::mem::replace(&mut met[next.index()], true));
            visits.enter((next, target), Some((index, (event, letter))));
        }
    }
    visits
}

/// The events that both the interface and the space can take, each with every node that it can lead to.
pub(crate) fn shared_steps(
    space: &impl Space,
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

impl<S: Space> Speller<'_, S> {
    /// A word, call by call with argument values.
    fn word(&mut self, way: &[Step]) -> Vec<String> {
        way.iter().map(|&(event, letter)| self.event(event, letter)).collect()
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

/// The letters and outcomes of a way.
fn taken(interface: &Interface, way: &[Step]) -> Vec<(usize, usize)> {
    way.iter().map(|&(event, letter)| (letter, interface.alphabet().outcome_index(event))).collect()
}

fn call_text(space: &impl Space, letter: usize) -> String {
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
    space: &impl Space,
    interface: &Interface,
    groups: &[Vec<usize>],
    (state, node): Visit,
    told: &Told<'_>,
) -> Vec<Forbidden> {
    let calls = interface.alphabet().call_ids().filter(|&call| !interface.allows(state, call));
    let reason = |call: CallId| {
        let letter = groups[call.index()][0];
        match space.is_expanded(node).then(|| space.verdict(node, letter)) {
            Some(Verdict::Fails(known)) => {
                let error = space.error_after(told.way, letter, known);
                failure(space.component(), error, told.word, call_text(space, letter))
            }
            Some(Verdict::OutOfOrder) => {
                Reason::out_of_order(&space.component().methods[space.letters().letters[letter].method])
            }
            Some(Verdict::Legal) => told.legal_but_forbidden.clone(),
            None => Reason::Unexplored,
        }
    };
    calls.map(|call| Forbidden::new(call, reason(call))).collect()
}
