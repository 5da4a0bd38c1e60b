//! The product of component and conjecture on diagrams (the 2006 paper's `checkSafety` and `checkPermissive`): for each
//! state of the conjecture the set of component states that the same word leads to, ring by ring, so that
//! counterexamples are shortest.
//!
//! Only for components in which a word determines the state: otherwise what a word may do depends on all states of a
//! belief at once.

use std::collections::BTreeMap;

use etiquette_learning::{Answer, Machine};
use etiquette_symbolic::{Bdd, Halt};

use crate::spaces::budgets::diagrams_product::PATIENT_STEPS;
use crate::spaces::diagrams::joint::{JointStep, meetings};
use crate::spaces::diagrams::space::SymbolicSpace;
use crate::spaces::space::Space;
use etiquette_outcome::{Run, StopReason};

/// The sources of every event, which do not change from question to question.
pub(crate) struct Sources(Vec<Bdd>);

impl Sources {
    pub fn new(space: &SymbolicSpace<'_>) -> Result<Self, Halt> {
        let relations = space.calls.iter().flat_map(|call| &call.returns);
        relations.map(|relation| relation.sources(&space.symbolic.diagrams)).collect::<Result<_, _>>().map(Sources)
    }
}

/// A search for a word on which conjecture and component differ.
pub(crate) struct Product<'a, 's> {
    pub space: &'a SymbolicSpace<'s>,
    pub sources: &'a Sources,
    pub conjecture: &'a Machine<Answer>,
}

/// Sets of component states that are not empty, by state of the conjecture. Of a large conjecture few states are in a
/// ring.
type Ring = BTreeMap<usize, Bdd>;

/// Where both differ: at this state of the conjecture, from these states, by this event.
struct Mismatch {
    state: usize,
    set: Bdd,
    event: usize,
}

impl Product<'_, '_> {
    /// A shortest word on which both differ.
    pub fn difference(&self, run: &mut Run) -> Result<Option<Vec<usize>>, StopReason> {
        let halted = |halt, run: &Run| crate::spaces::diagrams::stop_reason(halt, run);
        let mut rings = vec![self.start()];
        let mut reached = rings[0].clone();
        loop {
            run.tick()?;
            let depth = rings.len() as u64 - 1;
            if run.limits().depth.is_some_and(|limit| depth > limit) {
                return Err(StopReason::DepthLimit);
            }
            let after = match self.step(&rings[rings.len() - 1]).map_err(|halt| halted(halt, run))? {
                Ok(after) => after,
                Err(mismatch) => return self.word(&rings, mismatch).map(Some).map_err(|halt| halted(halt, run)),
            };
            let new = self.join(&mut reached, after).map_err(|halt| halted(halt, run))?;
            if new.is_empty() {
                return Ok(None);
            }
            rings.push(new);
            if rings.len() == PATIENT_STEPS && self.never_differs().map_err(|halt| halted(halt, run))? {
                return Ok(None);
            }
            run.report("compare", rings.len() as u64, "steps");
        }
    }

    /// Whether both are known to be the same, without going there step by step.
    fn never_differs(&self) -> Result<bool, Halt> {
        let (states, letters) = (self.conjecture.states(), self.space.letters());
        let is_legal = |state: usize| *self.conjecture.output_of(state) == Answer::Legal;
        let mut steps = Vec::new();
        for from in (0..states).filter(|&state| is_legal(state)) {
            for event in 0..letters.event_count() {
                let (letter, outcome) = letters.split(event);
                let to = self.conjecture.next(from, event);
                steps.extend(is_legal(to).then_some(JointStep { from, letter, outcome, to }));
            }
        }
        let Some(met) = meetings(self.space, states, self.conjecture.initial(), &steps)? else { return Ok(false) };
        for (state, set) in met.iter().enumerate() {
            for event in 0..letters.event_count() {
                let expected = *self.conjecture.output_of(self.conjecture.next(state, event));
                if !self.different(set, event, expected)?.is_false() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn start(&self) -> Ring {
        BTreeMap::from([(self.conjecture.initial(), self.space.symbolic.initial.clone())])
    }

    /// What is new is given back, and added to what was reached.
    fn join(&self, reached: &mut Ring, after: Ring) -> Result<Ring, Halt> {
        let diagrams = &self.space.symbolic.diagrams;
        let mut new = Ring::new();
        for (state, set) in after {
            let known = reached.entry(state).or_insert_with(|| diagrams.constant(false));
            let set = diagrams.minus(&set, known)?;
            if !set.is_false() {
                *known = diagrams.or(known, &set)?;
                new.insert(state, set);
            }
        }
        Ok(new)
    }

    /// The next ring, or where both differ.
    fn step(&self, ring: &Ring) -> Result<Result<Ring, Mismatch>, Halt> {
        let diagrams = &self.space.symbolic.diagrams;
        let mut after = Ring::new();
        for (&state, set) in ring {
            for event in 0..self.space.letters().event_count() {
                let next = self.conjecture.next(state, event);
                let expected = *self.conjecture.output_of(next);
                let different = self.different(set, event, expected)?;
                if !different.is_false() {
                    return Ok(Err(Mismatch { state, set: different, event }));
                }
                if expected == Answer::Legal {
                    let (letter, outcome) = self.space.letters().split(event);
                    let image = self.space.image(letter, outcome, set)?;
                    let known = after.entry(next).or_insert_with(|| diagrams.constant(false));
                    *known = diagrams.or(known, &image)?;
                }
            }
        }
        Ok(Ok(after))
    }

    /// The states of the set for which the component gives another answer.
    fn different(&self, set: &Bdd, event: usize, expected: Answer) -> Result<Bdd, Halt> {
        let diagrams = &self.space.symbolic.diagrams;
        let (letter, _) = self.space.letters().split(event);
        let sources = &self.sources.0[event];
        match expected {
            Answer::Legal => diagrams.minus(set, sources),
            Answer::Illegal => diagrams.minus(set, self.space.illegal(letter)),
            Answer::Impossible => {
                let answered = diagrams.or(sources, self.space.illegal(letter))?;
                diagrams.and(set, &answered)
            }
        }
    }

    /// Walks the rings back from where both differ.
    fn word(&self, rings: &[Ring], mismatch: Mismatch) -> Result<Vec<usize>, Halt> {
        let mut word = vec![mismatch.event];
        let (mut state, mut set) = (mismatch.state, mismatch.set);
        for ring in rings[..rings.len() - 1].iter().rev() {
            let Some((event, before, sources)) = self.before(ring, state, &set)? else { break };
            word.push(event);
            (state, set) = (before, sources);
        }
        word.reverse();
        Ok(word)
    }

    fn before(&self, ring: &Ring, state: usize, set: &Bdd) -> Result<Option<(usize, usize, Bdd)>, Halt> {
        let diagrams = &self.space.symbolic.diagrams;
        let events = 0..self.space.letters().event_count();
        for (&before, here) in ring {
            for event in events.clone().filter(|&event| self.conjecture.next(before, event) == state) {
                let (letter, outcome) = self.space.letters().split(event);
                let relation = &self.space.calls[letter].returns[outcome];
                let sources = diagrams.and(here, &relation.preimage(diagrams, set)?)?;
                if !sources.is_false() {
                    return Ok(Some((event, before, sources)));
                }
            }
        }
        Ok(None)
    }
}
