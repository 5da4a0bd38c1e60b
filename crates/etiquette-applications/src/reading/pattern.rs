//! Patterns of events as automata: Thompson's construction, and the sets of places that a word can lead to.
//!
//! Thompson, "Regular expression search algorithm", 1968. Only beginnings of words matter here, so there are no
//! accepting places; places from which no word can be finished are dropped, because a beginning of no word is none.

use etiquette_component::GuardedCall;
use rustc_hash::FxHashSet;

use super::atom::Atom;
use crate::classes::Classes;
use crate::unfold::Steps;

/// A regular expression over atoms, by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Pattern {
    /// No word at all.
    Nothing,
    /// The empty word.
    Empty,
    /// One event.
    Atom(usize),
    /// One after the other.
    Sequence(Vec<Pattern>),
    /// One of them.
    Choice(Vec<Pattern>),
    /// So often as this says.
    Repeat(Box<Pattern>, Times),
}

/// How often something is repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Times {
    AnyNumber,
    AtLeastOnce,
    AtMostOnce,
}

impl Times {
    /// What a sign behind an expression says.
    pub fn of_sign(sign: char) -> Option<Times> {
        match sign {
            '*' => Some(Times::AnyNumber),
            '+' => Some(Times::AtLeastOnce),
            '?' => Some(Times::AtMostOnce),
            _ => None,
        }
    }
}

/// A pattern as an automaton whose steps need not be unique.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// For each place where one gets without an event.
    silent: Vec<Vec<u32>>,
    /// For each place an atom that leads on.
    steps: Vec<Option<(usize, u32)>>,
    start: u32,
    end: u32,
}

impl Places {
    pub fn of(pattern: &Pattern) -> Places {
        let mut places = Places { silent: Vec::new(), steps: Vec::new(), start: 0, end: 0 };
        let (start, end) = places.add(pattern);
        (places.start, places.end) = (start, end);
        places.drop_dead_ends();
        places
    }

    fn place(&mut self) -> u32 {
        self.silent.push(Vec::new());
        self.steps.push(None);
        (self.silent.len() - 1) as u32
    }

    fn link(&mut self, from: u32, to: u32) {
        self.silent[from as usize].push(to);
    }

    /// Adds a pattern between two new places. Its depth is bounded by the readers.
    fn add(&mut self, pattern: &Pattern) -> (u32, u32) {
        let (start, end) = (self.place(), self.place());
        match pattern {
            Pattern::Nothing => {}
            Pattern::Empty => self.link(start, end),
            Pattern::Atom(atom) => self.steps[start as usize] = Some((*atom, end)),
            Pattern::Sequence(parts) => {
                let last = parts.iter().fold(start, |before, part| {
                    let (first, last) = self.add(part);
                    self.link(before, first);
                    last
                });
                self.link(last, end);
            }
            Pattern::Choice(parts) => {
                for part in parts {
                    let (first, last) = self.add(part);
                    self.link(start, first);
                    self.link(last, end);
                }
            }
            Pattern::Repeat(inner, times) => self.add_repeat(inner, *times, (start, end)),
        }
        (start, end)
    }

    fn add_repeat(&mut self, inner: &Pattern, times: Times, (start, end): (u32, u32)) {
        let (first, last) = self.add(inner);
        self.link(start, first);
        self.link(last, end);
        if times != Times::AtLeastOnce {
            self.link(start, end);
        }
        if times != Times::AtMostOnce {
            self.link(last, first);
        }
    }

    fn drop_dead_ends(&mut self) {
        let alive = self.reaching_end();
        for place in 0..self.silent.len() {
            self.silent[place].retain(|to| alive[*to as usize]);
            self.steps[place] = self.steps[place].filter(|(_, to)| alive[*to as usize]);
        }
    }

    fn reaching_end(&self) -> Vec<bool> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.silent.len()];
        for place in 0..self.silent.len() {
            let step = self.steps[place].map(|(_, to)| to);
            for to in self.silent[place].iter().copied().chain(step) {
                before[to as usize].push(place as u32);
            }
        }
        let mut alive = vec![false; self.silent.len()];
        let mut pending = vec![self.end];
        while let Some(place) = pending.pop() {
            if !std::mem::replace(&mut alive[place as usize], true) {
                pending.extend(&before[place as usize]);
            }
        }
        alive
    }

    /// The places with a step that can be reached from these without an event, in order.
    fn closure(&self, from: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut pending: Vec<u32> = from.into_iter().collect();
        while let Some(place) = pending.pop() {
            if seen.insert(place) {
                pending.extend(&self.silent[place as usize]);
            }
        }
        let mut places: Vec<u32> = seen.into_iter().filter(|&place| self.steps[place as usize].is_some()).collect();
        places.sort_unstable();
        places
    }
}

/// A pattern over classes of calls.
pub(super) struct PatternSteps<'a> {
    pub places: &'a Places,
    pub atoms: &'a [Atom],
    pub classes: &'a Classes,
    /// The number of outcomes of each method.
    pub outcomes: &'a [usize],
}

/// The conditions that classes must respect, all meanings of the first atom first, and so on.
pub(super) fn conditions(atoms: &[Atom]) -> Vec<GuardedCall> {
    atoms.iter().flat_map(|atom| atom.meanings.iter().map(|meaning| meaning.calls)).collect()
}

impl PatternSteps<'_> {
    /// Whether an atom has an event of the class with this outcome.
    fn has(&self, atom: usize, class: usize, outcome: usize) -> bool {
        let first: usize = self.atoms[..atom].iter().map(|atom| atom.meanings.len()).sum();
        self.atoms[atom].meanings.iter().enumerate().any(|(index, meaning)| {
            self.classes.is_within(class, first + index) && meaning.outcome.is_none_or(|meant| meant == outcome)
        })
    }
}

impl Steps for PatternSteps<'_> {
    type State = Vec<u32>;

    fn start(&self) -> Vec<u32> {
        self.places.closure([self.places.start])
    }

    fn step(&self, state: &Vec<u32>, class: usize) -> Option<Vec<Option<Vec<u32>>>> {
        let outcomes = self.outcomes[self.classes.list()[class].method];
        let mut accepted = false;
        let next = (0..outcomes).map(|outcome| {
            let steps = state.iter().filter_map(|&place| self.places.steps[place as usize]);
            let taken: Vec<u32> = steps.filter(|&(atom, _)| self.has(atom, class, outcome)).map(|(_, to)| to).collect();
            accepted |= !taken.is_empty();
            (!taken.is_empty()).then(|| self.places.closure(taken))
        });
        let next: Vec<_> = next.collect();
        accepted.then_some(next)
    }
}
