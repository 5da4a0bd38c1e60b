//! Words of a log walked through an interface: how far they agree, and the call at which they don't.

use std::collections::BTreeMap;

use etiquette_automata::{CallId, EventId, Interface, StateId};

use super::log::{Ended, SeenCall, SeenWord};

/// What a word and an interface disagree about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The call is forbidden, but it worked.
    Worked,
    /// The call is allowed, but it failed with this error.
    Failed(String),
    /// The call is allowed, but the interface holds its outcome to be impossible.
    Unforeseen(String),
}

/// Where a word and an interface disagree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The word, by position in the log.
    pub word: usize,
    /// The call, by position in the word.
    pub position: usize,
    /// The state that the interface is in before it.
    pub state: StateId,
    /// The call of the interface; `None`: the arguments belong to none.
    pub call: Option<CallId>,
    /// What they disagree about.
    pub difference: Difference,
    /// What the registers are before it, as in `count = 2`.
    pub registers: Vec<String>,
}

/// The states in which calls were seen to fail, with a word that shows it.
pub(super) type Failures = BTreeMap<(StateId, CallId), (usize, usize)>;

/// The state in which the object of a word begins. Where the constructor was not seen, all must lead to the same state.
pub(super) fn start(interface: &Interface, word: &SeenWord) -> Option<StateId> {
    let constructs = |seen: &SeenCall| interface.alphabet().call(seen.method).constructor;
    match word.calls.first().is_some_and(constructs) {
        true => Some(interface.initial()),
        false => state_after_construction(interface),
    }
}

/// The state of every object that was just made, if it is the same for all.
pub(crate) fn state_after_construction(interface: &Interface) -> Option<StateId> {
    let alphabet = interface.alphabet();
    let mut constructors = alphabet.call_ids().filter(|&call| alphabet.call(call).constructor).peekable();
    if constructors.peek().is_none() {
        return Some(interface.initial());
    }
    let events = constructors.flat_map(|call| alphabet.events_of(call).map(move |event| (call, event)));
    let made =
        events.filter(|(call, event)| alphabet.call(*call).outcomes.len() == 1 || alphabet.outcome_of(*event) == "ok");
    let mut states: Vec<StateId> = made.filter_map(|(_, event)| interface.next(interface.initial(), event)).collect();
    states.sort_unstable();
    states.dedup();
    if states.len() == 1 { states.pop() } else { None }
}

/// The event that a call with an outcome is; a call with a single outcome tells nothing, so it stands for all.
pub(crate) fn event_of(interface: &Interface, call: CallId, outcome: &str) -> Option<EventId> {
    let alphabet = interface.alphabet();
    let outcomes = &alphabet.call(call).outcomes;
    let position = outcomes.iter().position(|known| known == outcome);
    let single = (outcomes.len() == 1).then_some(0);
    Some(alphabet.event(call, position.or(single)?))
}

/// How a step goes.
pub(super) enum Step {
    Goes(StateId),
    /// The word ends here, in agreement: it failed as it should, or worked where it is known to fail at other times.
    Ends,
    Differs(Difference),
}

/// One call in a state.
pub(super) fn step(interface: &Interface, failures: &Failures, state: StateId, seen: &SeenCall) -> Step {
    let allowed = seen.call.filter(|&call| interface.allows(state, call));
    match (allowed, &seen.ended) {
        (None, Ended::Error(_)) => Step::Ends,
        (None, Ended::Outcome(_)) => match seen.call {
            Some(call) if failures.contains_key(&(state, call)) => Step::Ends,
            _ => Step::Differs(Difference::Worked),
        },
        (Some(_), Ended::Error(error)) => Step::Differs(Difference::Failed(error.clone())),
        (Some(call), Ended::Outcome(outcome)) => {
            let next = event_of(interface, call, outcome).and_then(|event| interface.next(state, event));
            next.map_or_else(|| Step::Differs(Difference::Unforeseen(outcome.clone())), Step::Goes)
        }
    }
}

/// Walks from a position of a word; the position and difference at which it ends, if it does not agree.
pub(super) fn walk(
    interface: &Interface,
    failures: &Failures,
    (mut state, from): (StateId, usize),
    word: &SeenWord,
) -> Option<(usize, StateId, Difference)> {
    for (position, seen) in word.calls.iter().enumerate().skip(from) {
        match step(interface, failures, state, seen) {
            Step::Goes(next) => state = next,
            Step::Ends => return None,
            Step::Differs(difference) => return Some((position, state, difference)),
        }
    }
    None
}

/// A call of a log, and the state in which it was made.
pub(super) struct MadeCall<'a> {
    /// The word, by position in the log.
    pub word: usize,
    /// The call, by position in the word.
    pub position: usize,
    pub state: StateId,
    pub seen: &'a SeenCall,
}

/// The calls of all words that can be placed, each word up to the first call after which it goes no further.
pub(super) fn made_calls<'a>(
    interface: &'a Interface,
    failures: &'a Failures,
    words: &'a [SeenWord],
) -> impl Iterator<Item = MadeCall<'a>> {
    words.iter().enumerate().flat_map(move |(index, word)| {
        let calls = word.calls.iter().enumerate();
        let made = calls.scan(start(interface, word), |here, (position, seen)| {
            let state = (*here)?;
            *here = match step(interface, failures, state, seen) {
                Step::Goes(next) => Some(next),
                Step::Ends | Step::Differs(_) => None,
            };
            Some(MadeCall { word: index, position, state, seen })
        });
        made.collect::<Vec<_>>()
    })
}

/// The calls that are forbidden and failed: what worked there at other times is no reason to allow it.
pub(super) fn confirmed(interface: &Interface, words: &[SeenWord]) -> Failures {
    let mut failures = Failures::new();
    for made in made_calls(interface, &Failures::new(), words) {
        if let (Some(call), Ended::Error(_)) = (made.seen.call, &made.seen.ended)
            && !interface.allows(made.state, call)
        {
            failures.entry((made.state, call)).or_insert((made.word, made.position));
        }
    }
    failures
}

/// All disagreements of a log with an interface, one for each word at most, and the words that can't be placed.
pub(super) fn compare(
    interface: &Interface,
    failures: &Failures,
    words: &[SeenWord],
) -> (Vec<Disagreement>, Vec<usize>) {
    let (mut found, mut unplaced) = (Vec::new(), Vec::new());
    for (index, word) in words.iter().enumerate() {
        let Some(state) = start(interface, word) else {
            unplaced.push(index);
            continue;
        };
        if let Some((position, state, difference)) = walk(interface, failures, (state, 0), word) {
            let call = word.calls[position].call;
            found.push(Disagreement { word: index, position, state, call, difference, registers: Vec::new() });
        }
    }
    (found, unplaced)
}
