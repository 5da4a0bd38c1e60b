//! `BuildInterface` (Algorithm 5) with `ReconstructMax` (Algorithm 3) and `Check` (Algorithm 2).
//!
//! `BuildARG` under the maximal client is the determinised may abstraction: a node of the graph is a set of abstract states, and refuses what may fail from one of them.
//! Under the witness client it is the search through pairs of node and abstract states. The last candidate is kept: it is safe, whatever comes after it.

use std::rc::Rc;

use etiquette_component::Component;
use etiquette_logic::Term;
use etiquette_predicates::{Predicate, cover};

use crate::engines::maymust::bounds::{Bound, Bounding, Extent, bound};
use crate::engines::maymust::check::{Compare, Compared, Trace, compare_with_must};
use crate::engines::maymust::refine::Refiner;
use crate::engines::maymust::teacher::Halt;
use crate::engines::maymust::wording::{listed, names_of, texts, unending};
use crate::engines::witness::Labeling;
use crate::engines::witness::tighten::loose_end;
use crate::spaces::predicates::letters::Letters;
use crate::spaces::predicates::view::{Knowledge, View};
use etiquette_outcome::{Outcome, Run, StopReason};

/// A witness graph that is safe, with the abstraction that shows it.
pub(crate) struct Candidate {
    pub view: View,
    pub graph: Bounding,
    /// Why it is permissive, if that is known.
    pub checked: Option<Checked>,
}

/// What shows that a witness graph is permissive: the pairs of its nodes and what is known of the component there.
pub(crate) struct Checked {
    pub view: View,
    pub pairs: Vec<(usize, Knowledge)>,
}

impl Checked {
    /// The permissive labeling: the union of all that is known at a node (Proposition 3).
    pub fn labeling(&self, component: &mut Component) -> Labeling {
        let mut states: std::collections::BTreeMap<usize, Vec<u32>> = std::collections::BTreeMap::new();
        for (node, knowledge) in &self.pairs {
            states.entry(*node).or_default().extend_from_slice(&knowledge.may);
        }
        states.into_iter().map(|(node, states)| (node, region(component, &self.view, &states))).collect()
    }
}

/// The states that some abstract states stand for.
pub(crate) fn region(component: &mut Component, view: &View, states: &[u32]) -> Term {
    let predicates = view.abstraction.predicate_terms();
    let mut parts = Vec::new();
    for cube in cover(states.iter().map(|&state| view.valuation(state).clone())) {
        let terms = &mut component.terms;
        let literal =
            |(index, value): (usize, bool)| if value { predicates[index] } else { terms.not(predicates[index]) };
        let literals: Vec<Term> = cube.known().map(literal).collect();
        parts.push(component.terms.all(literals));
    }
    component.terms.any(parts)
}

/// What was done.
#[derive(Default)]
pub(crate) struct Effort {
    pub reconstructions: u64,
    pub refinements: u64,
    /// Of views that were given up.
    pub solver_calls: u64,
}

/// The two sets of predicates, and all that is needed to find more.
pub(crate) struct Inference<'r> {
    pub refiner: Refiner,
    pub letters: Rc<Letters>,
    /// `Π_S`, in the order in which they were found.
    pub safety: Vec<Term>,
    /// `Π_P`.
    pub permissiveness: Vec<Term>,
    /// Both, as they came.
    pub came: Vec<Term>,
    pub most_predicates: usize,
    pub effort: Effort,
    pub run: &'r mut Run,
    /// The view through `Π_P`, as long as that stays.
    checking: Option<View>,
}

impl<'r> Inference<'r> {
    pub fn new(component: &Component, most_predicates: usize, run: &'r mut Run) -> Self {
        let mut refiner = Refiner::new(component);
        refiner.solver.set_interrupt(run.interrupt());
        let letters = Rc::new(Letters::of(&mut refiner.component));
        Inference {
            refiner,
            letters,
            safety: Vec::new(),
            permissiveness: Vec::new(),
            came: Vec::new(),
            most_predicates,
            effort: Effort::default(),
            run,
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
            let Some(loose) = loose_end(&mut found.view, &found.graph, self.run)? else { return Ok(()) };
            self.tighten(&loose)?;
        }
    }

    /// Steps 1 and 2: whether the largest safe graph is permissive. One that was stays the best, until there is another.
    fn attempt(&mut self, best: &mut Option<Candidate>) -> Result<bool, Halt> {
        let mut candidate = self.reconstruct_max()?;
        let ended = self.check(&candidate.graph).map(|checked| candidate.checked = checked);
        let is_permissive = candidate.checked.is_some();
        if is_permissive || best.as_ref().is_none_or(|best| best.checked.is_none()) {
            *best = Some(candidate);
        }
        ended.map(|()| is_permissive)
    }

    fn view(&mut self, predicates: &[Term]) -> Result<View, StopReason> {
        let component = &self.refiner.component;
        let found = predicates.iter().map(|&term| Predicate::found(component, term)).collect();
        View::new(component, found, &self.letters, self.run)
    }

    /// Algorithm 3: the largest witness graph that is safe through `Π_S`.
    fn reconstruct_max(&mut self) -> Result<Candidate, Halt> {
        self.effort.reconstructions += 1;
        let predicates = self.safety.clone();
        let mut view = self.view(&predicates)?;
        let graph = bound(&mut view, Bound::May, Extent::All, self.run);
        self.effort.solver_calls += view.abstraction.statistics().solver_checks;
        self.run.report("reconstruct", graph.nodes.len() as u64, "nodes");
        match graph.stopped {
            Some(stop) => Err(stop.into()),
            None => Ok(Candidate { view, graph, checked: None }),
        }
    }

    /// Algorithm 2 on the nodes that refuse, with refinement of `Π_P` until it holds; `None` where `Π_S` has to know more.
    fn check(&mut self, graph: &Bounding) -> Result<Option<Checked>, Halt> {
        loop {
            let mut view = match self.checking.take() {
                Some(view) => view,
                None => self.view(&self.permissiveness.clone())?,
            };
            let before = view.abstraction.statistics().solver_checks;
            let compared = compare_with_must(&mut view, &graph.machine, Compare::Permissive, self.run);
            self.effort.solver_calls += view.abstraction.statistics().solver_checks - before;
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
        Trace { word, letter: self.letters.event(last).0 }
    }

    /// What there is to say of how it went.
    pub fn note(&self, halt: &Option<Halt>, full: bool, outcome: &Outcome) -> String {
        let component = &self.refiner.component;
        let listed = |predicates: &[Term]| listed(&texts(component, predicates));
        let mut parts = vec![
            format!("for safety {}", listed(&self.safety)),
            format!("for permissiveness {}", listed(&self.permissiveness)),
        ];
        match halt {
            Some(Halt::Diverges) => parts = vec![unending(&texts(component, &self.came))],
            Some(Halt::Stuck(trace)) => {
                parts.push(format!("no predicate decides `{}`", names_of(component, &self.letters, trace)));
            }
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
