//! `BuildInterface` (Algorithm 5) with `ReconstructMax` (Algorithm 3) and `Check` (Algorithm 2).
//!
//! `BuildARG` under the maximal client is the determinised may abstraction: a node of the graph is a set of abstract
//! states, and refuses what may fail from one of them. Under the witness client it is the search through pairs of node
//! and abstract states. The last candidate is kept: it is safe, whatever comes after it.

use std::collections::BTreeMap;

use etiquette_component::Component;
use etiquette_logic::Term;

use crate::engines::witness::Labeling;
use crate::engines::witness::tighten::loose_end;
use crate::refinement::abstractions::{Abstractions, Halt};
use crate::refinement::predicates_in_words::{listed, so_far, undecided};
use crate::spaces::predicates::abstract_component::{AbstractComponent, Knowledge};
use crate::spaces::predicates::bounds::{Bound, Bounding, Extent, bound};
use crate::spaces::predicates::check::{Compare, Compared, Trace, compare_with_must};
use etiquette_outcome::{Outcome, Run};

/// A witness graph that is safe, with the abstraction that shows it.
pub(crate) struct Candidate {
    pub view: AbstractComponent,
    pub graph: Bounding,
    /// Why it is permissive, if that is known.
    pub checked: Option<Checked>,
}

/// What shows that a witness graph is permissive: the pairs of its nodes and what is known of the component there.
pub(crate) struct Checked {
    pub view: AbstractComponent,
    pub pairs: Vec<(usize, Knowledge)>,
}

impl Checked {
    /// The permissive labeling: the union of all that is known at a node (Proposition 3).
    pub fn labeling(&self, component: &mut Component) -> Labeling {
        let mut states: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (node, knowledge) in &self.pairs {
            states.entry(*node).or_default().extend_from_slice(&knowledge.may);
        }
        states.into_iter().map(|(node, states)| (node, region(component, &self.view, &states))).collect()
    }
}

/// The states that some abstract states stand for.
pub(crate) fn region(component: &mut Component, view: &AbstractComponent, states: &[u32]) -> Term {
    let cubes = view.cubes(component, states.iter().copied());
    component.terms.any(cubes)
}

/// The two sets of predicates, and all that is needed to find more.
pub(crate) struct Inference<'r> {
    pub abstractions: Abstractions<'r>,
    /// `Π_S`, in the order in which they were found.
    pub safety: Vec<Term>,
    /// `Π_P`.
    pub permissiveness: Vec<Term>,
    /// Both, as they came.
    pub came: Vec<Term>,
    pub reconstructions: u64,
    /// The component through `Π_P`, as long as that stays.
    checking: Option<AbstractComponent>,
}

impl<'r> Inference<'r> {
    pub fn new(component: &Component, run: &'r mut Run) -> Self {
        Inference {
            abstractions: Abstractions::new(component, run),
            safety: Vec::new(),
            permissiveness: Vec::new(),
            came: Vec::new(),
            reconstructions: 0,
            checking: None,
        }
    }

    /// Algorithm 5, and, for the full interface, the paper's `BuildInterface'` of Section 4.
    ///
    /// # Errors
    /// Why it ended without a result; the best candidate then is what is known.
    pub fn build_interface(&mut self, full: bool, best: &mut Option<Candidate>) -> Result<(), Halt> {
        self.checking = None;
        loop {
            if !self.attempt(best)? {
                continue;
            }
            let Some(found) = best.as_mut().filter(|_| full) else { return Ok(()) };
            let Some(loose) = loose_end(&mut found.view, &found.graph, self.abstractions.run)? else { return Ok(()) };
            self.tighten(&loose)?;
        }
    }

    /// Steps 1 and 2: whether the largest safe graph is permissive. One that was stays the best, until there is
    /// another.
    fn attempt(&mut self, best: &mut Option<Candidate>) -> Result<bool, Halt> {
        let mut candidate = self.reconstruct_max()?;
        let ended = self.check(&candidate.graph).map(|checked| candidate.checked = checked);
        let is_permissive = candidate.checked.is_some();
        if is_permissive || best.as_ref().is_none_or(|best| best.checked.is_none()) {
            *best = Some(candidate);
        }
        ended.map(|()| is_permissive)
    }

    /// Algorithm 3: the largest witness graph that is safe through `Π_S`.
    fn reconstruct_max(&mut self) -> Result<Candidate, Halt> {
        self.reconstructions += 1;
        let mut view = self.abstractions.through(&self.safety)?;
        let graph = bound(&mut view, Bound::May, Extent::All, self.abstractions.run);
        self.abstractions.solver_calls += view.solver_calls();
        self.abstractions.run.report("reconstruct", graph.nodes.len() as u64, "nodes");
        match graph.stopped {
            Some(stop) => Err(stop.into()),
            None => Ok(Candidate { view, graph, checked: None }),
        }
    }

    /// Algorithm 2 on the nodes that refuse, with refinement of `Π_P` until it holds; `None` where `Π_S` has to know
    /// more.
    fn check(&mut self, graph: &Bounding) -> Result<Option<Checked>, Halt> {
        loop {
            let mut view = match self.checking.take() {
                Some(view) => view,
                None => self.abstractions.through(&self.permissiveness)?,
            };
            let before = view.solver_calls();
            let compared = compare_with_must(&mut view, &graph.machine, Compare::Permissive, self.abstractions.run);
            self.abstractions.solver_calls += view.solver_calls() - before;
            let word = match compared? {
                Compared::Agree(pairs) => return Ok(Some(Checked { view, pairs })),
                Compared::Differ(word) => word,
            };
            let refined = self.refine(&self.counterexample(word))?;
            if !refined.permissiveness {
                self.checking = Some(view);
            }
            if refined.safety {
                return Ok(None);
            }
        }
    }

    /// A witness counterexample: the calls before the one that is refused, and that one.
    fn counterexample(&self, mut word: Vec<usize>) -> Trace {
        let last = word.pop().unwrap_or_default();
        Trace { word, letter: self.abstractions.refiner.letters.event(last).0 }
    }

    /// What there is to say of how it went.
    pub fn note(&self, halt: &Option<Halt>, full: bool, outcome: &Outcome) -> String {
        let refiner = &self.abstractions.refiner;
        let component = &refiner.component;
        let mut parts = vec![
            format!("for safety {}", listed(component, &self.safety)),
            format!("for permissiveness {}", listed(component, &self.permissiveness)),
        ];
        match halt {
            Some(Halt::Stop(_)) => parts = vec![so_far(component, &self.came)],
            Some(Halt::Stuck(trace)) => parts.push(undecided(refiner, trace)),
            _ => {}
        }
        let proved = outcome.guarantee.permissive == etiquette_outcome::Confidence::Proved;
        if proved && full && !outcome.guarantee.full {
            parts.push("permissive, but not known to be full".into());
        }
        if proved && outcome.evidence.is_none() {
            parts.push("proved by the abstractions, without a certificate".into());
        }
        format!("witness ({})", parts.join("; "))
    }
}
