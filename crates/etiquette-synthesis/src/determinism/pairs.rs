//! Pairs of states that one word can lead to, breadth first: the first pair that disagrees on a call gives a shortest
//! word.

use etiquette_component::Event;
use etiquette_symbolic::Disagreement;
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use crate::determinism::Halt;
use crate::determinism::steps::StepGraph;
use etiquette_outcome::Run;

/// Two states that the same word leads to, with the pair and the event before.
struct Pair {
    one: u32,
    other: u32,
    from: Option<(usize, usize)>,
}

/// Two runs of a shortest word that do not agree on the next call.
pub(crate) fn find_mixed_runs(graph: &mut StepGraph<'_>, run: &mut Run) -> Result<Option<Disagreement>, Halt> {
    let mut search = Search { graph, pairs: Vec::new(), seen: HashSet::default() };
    if let Some(found) = search.start(run)? {
        return Ok(Some(found));
    }
    let before_construction = search.graph.component.has_constructors();
    let initial_pairs = search.pairs.len();
    let mut index = 0;
    while index < search.pairs.len() {
        let is_first = before_construction && index < initial_pairs;
        if let Some(found) = search.visit(index, is_first, run)? {
            return Ok(Some(found));
        }
        index += 1;
    }
    Ok(None)
}

struct Search<'g, 'a> {
    graph: &'g mut StepGraph<'a>,
    pairs: Vec<Pair>,
    /// With the smaller state first.
    seen: HashSet<(u32, u32), FxBuildHasher>,
}

impl Search<'_, '_> {
    /// Looks at the initial states one by one before it makes pairs of them: there may be many, and most disagreements
    /// show at once.
    fn start(&mut self, run: &mut Run) -> Result<Option<Disagreement>, Halt> {
        let initial = self.graph.initial.clone();
        for &state in &initial {
            self.graph.expand(state, run)?;
        }
        let is_first = self.graph.component.has_constructors();
        for letter in self.letters_in_order(is_first) {
            let failing = initial.iter().find(|&&state| self.graph.step(state, letter).fails);
            let passing = initial.iter().find(|&&state| self.graph.step(state, letter).passes);
            if let (Some(&one), Some(&other)) = (failing, passing) {
                self.pairs.push(Pair { one, other, from: None });
                return Ok(Some(self.evidence(0, letter, false)));
            }
        }
        for (index, &one) in initial.iter().enumerate() {
            for &other in &initial[index..] {
                run.tick()?;
                match is_first {
                    // A state before construction is another one than the same state after it.
                    true => self.pairs.push(Pair { one, other, from: None }),
                    false => self.meet(one, other, None),
                }
            }
        }
        Ok(None)
    }

    fn letters_in_order(&self, before_construction: bool) -> Vec<usize> {
        let all = 0..self.graph.letters.len();
        all.filter(|&letter| self.graph.is_in_order(letter, before_construction)).collect()
    }

    fn meet(&mut self, one: u32, other: u32, from: Option<(usize, usize)>) {
        if self.seen.insert((one.min(other), one.max(other))) {
            self.pairs.push(Pair { one, other, from });
        }
    }

    fn visit(&mut self, index: usize, before_construction: bool, run: &mut Run) -> Result<Option<Disagreement>, Halt> {
        let Pair { one, other, .. } = self.pairs[index];
        self.graph.expand(one, run)?;
        self.graph.expand(other, run)?;
        for letter in self.letters_in_order(before_construction) {
            let (first, second) = (self.graph.step(one, letter), self.graph.step(other, letter));
            if first.fails && second.passes || first.passes && second.fails {
                let swapped = !(first.fails && second.passes);
                return Ok(Some(self.evidence(index, letter, swapped)));
            }
            self.follow(index, letter);
        }
        Ok(None)
    }

    /// Adds the pairs after a letter with the same outcome.
    fn follow(&mut self, index: usize, letter: usize) {
        let Pair { one, other, .. } = self.pairs[index];
        let targets = |state| self.graph.step(state, letter).targets.clone();
        let (first, second) = (targets(one), targets(other));
        for (outcome, one) in first {
            let start = second.partition_point(|(other, _)| *other < outcome);
            for &(_, other) in second[start..].iter().take_while(|(other, _)| *other == outcome) {
                let event = self.graph.letters.event(letter, outcome as usize);
                self.meet(one, other, Some((index, event)));
            }
        }
    }

    fn evidence(&self, index: usize, letter: usize, swapped: bool) -> Disagreement {
        let (mut word, mut failing, mut passing) = (Vec::new(), Vec::new(), Vec::new());
        let mut here = Some(index);
        while let Some(index) = here {
            let Pair { one, other, from } = self.pairs[index];
            let (fails, passes) = if swapped { (other, one) } else { (one, other) };
            failing.push(self.values(fails));
            passing.push(self.values(passes));
            word.extend(from.map(|(_, event)| self.seen_call(event)));
            here = from.map(|(before, _)| before);
        }
        for part in [&mut failing, &mut passing] {
            part.reverse();
        }
        word.reverse();
        Disagreement { word, call: self.graph.letters.letters[letter].clone(), failing, passing }
    }

    fn seen_call(&self, event: usize) -> Event {
        let (letter, outcome) = self.graph.letters.split(event);
        Event { letter: self.graph.letters.letters[letter].clone(), outcome }
    }

    fn values(&self, state: u32) -> Vec<u64> {
        let mut values = vec![0; self.graph.component.variables.len()];
        self.graph.states.unpack(state, &mut values);
        values
    }
}
