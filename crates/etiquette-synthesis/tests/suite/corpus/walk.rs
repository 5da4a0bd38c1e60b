//! Beliefs and an interface walked through side by side: are they of one opinion on every word?

use std::collections::{BTreeSet, HashMap, VecDeque};

use etiquette_automata::{CallId, EventId, Interface, StateId};

use super::belief::{Belief, Simulator, Step};
use super::letters::Letters;

/// Pairs of belief and state that are looked at, at most.
const MOST_PAIRS: usize = 3_000;

/// Which disagreements count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demand {
    /// Exactly the legal words are accepted, among the realizable ones.
    SafeAndPermissive,
    /// No illegal word is accepted.
    Safe,
    /// Every word that is both legal and realizable is accepted; calls that never return may be forbidden.
    Permissive,
    /// As [`Demand::SafeAndPermissive`], for words of up to so many calls; longer ones only have to be safe.
    PermissiveUpTo(u64),
    /// As [`Demand::SafeAndPermissive`], for words of up to so many calls; about longer ones nothing is said.
    UpTo(u64),
    /// No illegal word of up to so many calls is accepted.
    SafeUpTo(u64),
    /// Exactly the legal words are accepted, the unrealizable ones too.
    Full,
}

/// What came to light on the way.
#[derive(Default, Debug)]
pub struct Walked {
    /// The length of a shortest realizable word to each state of the interface.
    pub distance: HashMap<StateId, u64>,
    /// Whether every pair was visited, so that the answer holds for all words.
    pub complete: bool,
    /// Whether some call could both fail and return.
    pub mixed: bool,
    /// The calls in the longest of the shortest words to each belief.
    pub depth: u64,
    /// The states of the component that were met.
    pub states: BTreeSet<usize>,
    /// The interface with a state for each pair, in which exactly the events that can't be realized are missing.
    pub realizable: Option<Interface>,
}

struct Pair {
    belief: Belief,
    state: StateId,
    depth: u64,
    from: Option<(usize, EventId)>,
}

struct Walk<'a, 'c> {
    simulator: &'a mut Simulator<'c>,
    letters: &'a Letters,
    interface: &'a Interface,
    demand: Demand,
    pairs: Vec<Pair>,
    numbers: HashMap<(Belief, StateId), usize>,
    edges: Vec<(usize, EventId, usize)>,
}

/// Compares an interface over letters with the component, breadth first.
///
/// # Errors
/// A shortest word on which they disagree.
pub fn walk(
    simulator: &mut Simulator<'_>,
    letters: &Letters,
    interface: &Interface,
    demand: Demand,
) -> Result<Walked, String> {
    let (pairs, numbers, edges) = (Vec::new(), HashMap::new(), Vec::new());
    let mut walk = Walk { simulator, letters, interface, demand, pairs, numbers, edges };
    let mut walked = Walked::default();
    let initial = walk.simulator.initial();
    walk.visit(initial, interface.initial(), None);
    let mut index = 0;
    while index < walk.pairs.len() && walk.pairs.len() < MOST_PAIRS {
        let Pair { belief, state, depth, .. } = &walk.pairs[index];
        if !belief.states.is_empty() {
            walked.distance.entry(*state).or_insert(*depth);
        }
        walked.depth = *depth;
        walked.states.extend(&belief.states);
        for letter in 0..letters.letters.len() {
            walked.mixed |= walk.letter(index, letter)?;
        }
        index += 1;
    }
    walked.complete = index == walk.pairs.len();
    walked.realizable = walked.complete.then(|| walk.realizable());
    Ok(walked)
}

impl Walk<'_, '_> {
    fn visit(&mut self, belief: Belief, state: StateId, from: Option<(usize, EventId)>) {
        let number = *self.numbers.entry((belief.clone(), state)).or_insert(self.pairs.len());
        if number == self.pairs.len() {
            let depth = from.map_or(0, |(before, _)| self.pairs[before].depth + 1);
            self.pairs.push(Pair { belief, state, depth, from });
        }
        self.edges.extend(from.map(|(before, event)| (before, event, number)));
    }

    fn realizable(&self) -> Interface {
        let mut product = Interface::new(self.letters.alphabet.clone());
        for _ in 1..self.pairs.len() {
            product.add_state();
        }
        for (index, pair) in self.pairs.iter().enumerate() {
            let calls = self.letters.alphabet.call_ids();
            for call in calls.filter(|&call| self.interface.allows(pair.state, call)) {
                product.allow(StateId::from_index(index), call);
            }
        }
        for &(from, event, to) in &self.edges {
            product.connect(StateId::from_index(from), event, StateId::from_index(to));
        }
        product
    }

    /// Tries a letter at a pair; says whether it can both fail and return.
    fn letter(&mut self, index: usize, letter: usize) -> Result<bool, String> {
        let call = CallId::from_index(letter);
        let (belief, state) = (self.pairs[index].belief.clone(), self.pairs[index].state);
        let step = self.simulator.step(&belief, &self.letters.letters[letter]);
        let allowed = self.interface.allows(state, call);
        if allowed && !step.is_legal() && self.must_refuse(index) {
            return Err(self.complaint(index, call, "is allowed, but not legal"));
        }
        if !allowed && step.is_legal() && self.must_allow(index, &step) {
            return Err(self.complaint(index, call, "is forbidden, but legal"));
        }
        if allowed && (step.is_legal() || self.demand != Demand::Permissive) {
            self.follow(index, call, &step)?;
        }
        Ok(step.is_mixed())
    }

    fn follow(&mut self, index: usize, call: CallId, step: &Step) -> Result<(), String> {
        for (outcome, event) in self.letters.alphabet.events_of(call).enumerate() {
            let next = match &step.next[outcome] {
                None if self.demand == Demand::Full => Belief::impossible(),
                None => continue,
                Some(next) => next.clone(),
            };
            match self.interface.next(self.pairs[index].state, event) {
                Some(to) => self.visit(next, to, Some((index, event))),
                None if self.must_accept(index) => {
                    let outcome = self.letters.alphabet.outcome_of(event);
                    return Err(self.complaint(index, call, &format!("can end in `{outcome}`, which leads nowhere")));
                }
                None => {}
            }
        }
        Ok(())
    }

    fn must_refuse(&self, index: usize) -> bool {
        match self.demand {
            Demand::UpTo(calls) | Demand::SafeUpTo(calls) => self.pairs[index].depth < calls,
            Demand::Permissive => false,
            _ => true,
        }
    }

    /// A call that never returns makes no word, so that forbidding it refuses none.
    fn must_allow(&self, index: usize, step: &Step) -> bool {
        let returns = step.next.iter().any(Option::is_some);
        self.must_accept(index) && (returns || self.demand != Demand::Permissive)
    }

    fn must_accept(&self, index: usize) -> bool {
        match self.demand {
            Demand::Safe | Demand::SafeUpTo(_) => false,
            Demand::SafeAndPermissive | Demand::Permissive | Demand::Full => true,
            Demand::PermissiveUpTo(calls) | Demand::UpTo(calls) => self.pairs[index].depth < calls,
        }
    }

    fn complaint(&self, mut index: usize, call: CallId, what: &str) -> String {
        let mut word = VecDeque::new();
        while let Some((before, event)) = self.pairs[index].from {
            let letter = &self.letters.letters[self.letters.alphabet.call_of(event).index()].text;
            word.push_front(format!("{letter} -> {}", self.letters.alphabet.outcome_of(event)));
            index = before;
        }
        let word: Vec<String> = word.into();
        format!("after [{}]: {} {what}", word.join(", "), self.letters.letters[call.index()].text)
    }
}

/// Runs one random word of concrete calls and outcomes for as long as it is legal and realizable.
///
/// # Errors
/// The word, where the interface and the component disagree.
pub fn stroll(
    simulator: &mut Simulator<'_>,
    letters: &Letters,
    interface: &Interface,
    length: usize,
    mut random: impl FnMut(usize) -> usize,
) -> Result<(), String> {
    let (mut belief, mut state) = (simulator.initial(), interface.initial());
    let mut word: Vec<String> = Vec::new();
    for _ in 0..length {
        let letter = random(letters.letters.len());
        let call = CallId::from_index(letter);
        word.push(letters.letters[letter].text.clone());
        let step = simulator.step(&belief, &letters.letters[letter]);
        if step.is_legal() != interface.allows(state, call) {
            return Err(format!("[{}]: legal: {}, accepted: {}", word.join(", "), step.is_legal(), !step.is_legal()));
        }
        if !step.is_legal() {
            word.pop();
            continue;
        }
        let possible: Vec<usize> = (0..step.next.len()).filter(|&outcome| step.next[outcome].is_some()).collect();
        if possible.is_empty() {
            return Ok(());
        }
        let outcome = possible[random(possible.len())];
        let event = letters.alphabet.event(call, outcome);
        let next = interface.next(state, event);
        state =
            next.ok_or(format!("[{}] -> {}: leads nowhere", word.join(", "), letters.alphabet.outcome_of(event)))?;
        belief = step.next[outcome].clone().expect("a possible outcome");
    }
    Ok(())
}
