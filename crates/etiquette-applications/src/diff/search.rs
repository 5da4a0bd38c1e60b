//! Walks two versions side by side, breadth first, along events that can happen in both: shortest words first.

use rustc_hash::FxHashMap;

use etiquette_automata::{CallId, Interface, Reached, StateId};
use etiquette_outcome::{Outcome, Reason};

use super::Pair;
use super::findings::Side;
use super::letters::Letters;

/// A place where exactly one version allows a letter.
pub(super) struct Found {
    /// The position of the pair of states, and then of the place.
    pub pair: usize,
    /// The number of pairs of states at which this is so.
    pub places: usize,
    /// Whether the call is doubtful at that pair, and so at all of them.
    pub doubtful: bool,
}

/// What was found where.
#[derive(Default)]
pub(super) struct Walked {
    /// Pairs of states at which something was found, each with a word to it: letters, with the positions of their
    /// events. Shorter words come first.
    pub places: Vec<(Pair, Vec<(usize, usize)>)>,
    /// The place of each letter that one side allows alone.
    pub found: FxHashMap<(usize, Side), Found>,
    /// The place of each letter that fails on both sides, but with different errors.
    pub other_errors: FxHashMap<usize, Found>,
    /// The first place at which a call may be made whose method only one side has.
    pub alone: FxHashMap<(CallId, Side), usize>,
    /// The number of pairs of states that were looked at; none where registers make more of them than states.
    pub pairs: usize,
    /// What is not known, as sentences.
    pub unknown: Vec<String>,
}

/// The walk.
pub(super) struct PairSearch<'a> {
    versions: (&'a Outcome, &'a Outcome),
    old: &'a Interface,
    new: &'a Interface,
    letters: &'a Letters,
    /// Steps are letters, each with the position of its event.
    reached: Reached<Pair, (usize, usize)>,
    /// The first place of each letter that one side allows alone.
    found: FxHashMap<(usize, Side), Found>,
    /// The first place of each letter that fails on both sides, but with different errors.
    other_errors: FxHashMap<usize, Found>,
}

impl<'a> PairSearch<'a> {
    pub(super) fn new(old: &'a Outcome, new: &'a Outcome, letters: &'a Letters) -> Self {
        let versions = (old, new);
        let (old, new) = (&old.interface, &new.interface);
        let start = (old.initial(), new.initial());
        PairSearch {
            versions,
            old,
            new,
            letters,
            reached: Reached::from_starts([start]),
            found: FxHashMap::default(),
            other_errors: FxHashMap::default(),
        }
    }

    pub(super) fn run(mut self) -> Walked {
        let mut position = 0;
        while position < self.pairs().len() {
            self.expand(position);
            position += 1;
        }
        self.walked()
    }

    /// What was found, with words to where.
    fn walked(mut self) -> Walked {
        let mut alone = FxHashMap::default();
        for (calls, side) in [(&self.letters.removed, Side::Old), (&self.letters.added, Side::New)] {
            for &call in calls {
                let allows = |&(old, new): &Pair| match side {
                    Side::Old => self.old.allows(old, call),
                    Side::New => self.new.allows(new, call),
                };
                alone.extend(self.pairs().iter().position(allows).map(|pair| ((call, side), pair)));
            }
        }
        let found = self.found.values_mut().chain(self.other_errors.values_mut()).map(|found| &mut found.pair);
        let mut used: Vec<&mut usize> = found.chain(alone.values_mut()).collect();
        let mut pairs: Vec<usize> = used.iter().map(|pair| **pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        for pair in &mut used {
            **pair = pairs.partition_point(|known| known < pair);
        }
        let places = pairs.into_iter().map(|pair| (self.reached.states()[pair], self.reached.word_to(pair)));
        Walked {
            places: places.collect(),
            pairs: self.reached.states().len(),
            found: self.found,
            other_errors: self.other_errors,
            alone,
            unknown: Vec::new(),
        }
    }

    fn expand(&mut self, pair: usize) {
        let (old, new) = self.pairs()[pair];
        for (index, letter) in self.letters.letters.iter().enumerate() {
            match (self.old.allows(old, letter.old), self.new.allows(new, letter.new)) {
                (true, true) => self.follow(pair, index),
                (true, false) => self.note(pair, index, Side::Old),
                (false, true) => self.note(pair, index, Side::New),
                (false, false) => self.note_other_error(pair, index),
            }
        }
    }

    /// A place where the call is doubtful gives way to one where it is forbidden for certain.
    fn note(&mut self, pair: usize, letter: usize, side: Side) {
        let doubtful = self.is_doubtful(pair, letter, side);
        let found = self.found.entry((letter, side)).or_insert(Found { pair, places: 0, doubtful });
        found.places += 1;
        if found.doubtful && !doubtful {
            (found.pair, found.doubtful) = (pair, false);
        }
    }

    /// Whether the version that forbids the call alone has its doubts.
    fn is_doubtful(&self, pair: usize, index: usize, side: Side) -> bool {
        let ((old, new), letter) = (self.pairs()[pair], &self.letters.letters[index]);
        let doubt = match side {
            Side::Old => self.versions.1.doubt(new, letter.new),
            Side::New => self.versions.0.doubt(old, letter.old),
        };
        doubt.is_some()
    }

    fn note_other_error(&mut self, pair: usize, index: usize) {
        let ((old, new), letter) = (self.pairs()[pair], &self.letters.letters[index]);
        let errors = (error(self.versions.0, old, letter.old), error(self.versions.1, new, letter.new));
        if let (Some(before), Some(now)) = errors
            && before != now
        {
            self.other_errors.entry(index).or_insert(Found { pair, places: 0, doubtful: false }).places += 1;
        }
    }

    /// Events without a next state on either side cannot happen there, and are no difference.
    fn follow(&mut self, pair: usize, letter: usize) {
        let (old, new) = self.pairs()[pair];
        for (position, (one, other, _)) in self.letters.letters[letter].events.iter().enumerate() {
            let next = (self.old.next(old, *one), self.new.next(new, *other));
            if let (Some(old), Some(new)) = next {
                self.reached.enter((old, new), Some((pair, (letter, position))));
            }
        }
    }

    /// The pairs of states that were reached.
    fn pairs(&self) -> &[Pair] {
        self.reached.states()
    }
}

/// The error that a call raises in a state.
pub(super) fn error(version: &Outcome, state: StateId, call: CallId) -> Option<&str> {
    match version.reason(state, call)? {
        Reason::Error { error, .. } => Some(error),
        _ => None,
    }
}
