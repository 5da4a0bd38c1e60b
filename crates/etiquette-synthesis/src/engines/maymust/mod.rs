//! *Learning Component Interfaces with May and Must Abstractions* (Singh, Giannakopoulou, Păsăreanu, CAV 2010).
//!
//! L* learns an interface against two predicate abstractions that are refined on the way: `C^may` has every error of the component, `C^must` no other. An
//! interface that is safe for the one and permissive for the other is both for the component (Theorem 1). [`build_interface`] is the basic algorithm,
//! [`learn_reuse`] the optimised one. Beyond the paper: hidden choices, outcomes that can't happen, classes of arguments, certificates.

pub(crate) mod bounds;
pub(crate) mod build_interface;
pub(crate) mod certificate;
pub(crate) mod check;
pub(crate) mod conclude;
pub(crate) mod distinct;
pub(crate) mod drift;
pub(crate) mod interpolate;
pub(crate) mod learn_reuse;
pub(crate) mod needed;
pub(crate) mod path;
pub(crate) mod realizable;
pub(crate) mod refine;
pub(crate) mod report;
pub(crate) mod teacher;
pub(crate) mod ways;
pub(crate) mod wording;

use std::collections::BTreeMap;

use etiquette_component::Component;
use etiquette_learning::Machine;

use crate::engine::{Engine, Unsupported};
use crate::engines::maymust::bounds::{Bound, Extent, bound};
use crate::engines::maymust::build_interface::BuildInterface;
use crate::engines::maymust::check::allows;
use crate::engines::maymust::conclude::{Shape, shape};
use crate::engines::maymust::learn_reuse::LearnReuse;
use crate::engines::maymust::refine::Spurious;
use crate::engines::maymust::report::Found;
use crate::engines::maymust::teacher::Halt;
use crate::engines::maymust::teacher::Teacher;
use crate::spaces::pairs::Visit;
use crate::spaces::predicates::view::View;
use etiquette_outcome::{Outcome, Run, StopReason, unexplored};

/// The algorithms of the paper's Table 1, by its names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scheme {
    /// BuildInterface, refined by weakest preconditions.
    WeakestPreconditions,
    /// BuildInterface; traces that can't happen are refined by interpolants.
    Interpolants,
    /// The same, and they refine the may abstraction only.
    RefineMay,
    /// LearnReuse, with interpolants.
    #[default]
    LearnReuse,
}

impl Scheme {
    /// All of them, in the order of the paper's table.
    pub const ALL: [Scheme; 4] =
        [Scheme::WeakestPreconditions, Scheme::Interpolants, Scheme::RefineMay, Scheme::LearnReuse];

    /// The paper's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Scheme::WeakestPreconditions => "wp",
            Scheme::Interpolants => "wp+craig",
            Scheme::RefineMay => "refine-may",
            Scheme::LearnReuse => "learn-reuse",
        }
    }

    /// One line about it.
    pub fn description(self) -> &'static str {
        match self {
            Scheme::WeakestPreconditions => "BuildInterface, refined by weakest preconditions",
            Scheme::Interpolants => "BuildInterface, with interpolants for traces that can't happen",
            Scheme::RefineMay => "the same, where such traces refine the may abstraction only",
            Scheme::LearnReuse => "LearnReuse, which never starts learning again",
        }
    }

    fn spurious(self) -> Spurious {
        match self {
            Scheme::WeakestPreconditions => Spurious::WeakestPreconditions,
            _ => Spurious::Interpolants,
        }
    }
}

/// The engine.
#[derive(Clone, Debug)]
pub struct MayMust {
    /// Which of the paper's algorithms.
    pub scheme: Scheme,
    /// The predicates after which refinement is taken to diverge.
    pub most_predicates: usize,
}

impl MayMust {
    /// Twice what the paper's largest example needed, roughly.
    pub const USUAL_PREDICATES: usize = 160;
    /// The usual version of the engine.
    pub const USUAL: MayMust = MayMust { scheme: Scheme::LearnReuse, most_predicates: Self::USUAL_PREDICATES };
}

impl Default for MayMust {
    fn default() -> Self {
        MayMust::USUAL
    }
}

impl Engine for MayMust {
    fn name(&self) -> &'static str {
        "maymust"
    }

    fn description(&self) -> &'static str {
        "learns between may and must abstractions, which find their predicates themselves (CAV 2010)"
    }

    /// What the abstractions can't decide is left open, so that every component is taken.
    fn supports(&self, _: &Component) -> Result<(), Unsupported> {
        Ok(())
    }

    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported> {
        let mut teacher = Teacher::new(component, self.scheme.spurious(), self.most_predicates, run);
        let mut ended = self.search(&mut teacher);
        while matches!(&ended, Ok(Ended { halt: Some(Halt::Restart), .. }) | Err(Halt::Restart)) {
            ended = self.search(&mut teacher);
        }
        Ok(match ended {
            Ok(ended) => self.conclude(&mut teacher, ended),
            Err(halt) => unexplored(component, format!("maymust ({})", self.scheme.name()), halt.stop_reason()),
        })
    }
}

/// How a search ended: with an interface, or halted; and what was known then.
struct Ended {
    machine: Machine<bool>,
    visits: Vec<Visit>,
    view: View,
    halt: Option<Halt>,
    solver_calls: u64,
    must_states: Option<u64>,
}

impl MayMust {
    fn search(&self, teacher: &mut Teacher<'_>) -> Result<Ended, Halt> {
        let (result, mut may, must) = match self.scheme {
            Scheme::LearnReuse => {
                let mut algorithm = LearnReuse::new(teacher)?;
                let result = algorithm.learn();
                (result, algorithm.view, None)
            }
            scheme => {
                let mut algorithm = BuildInterface::new(teacher, scheme == Scheme::RefineMay)?;
                let result = algorithm.build();
                (result, algorithm.may, Some(algorithm.must))
            }
        };
        let views: Vec<&View> = std::iter::once(&may).chain(&must).collect();
        let solver_calls = teacher.solver_calls(&views);
        let (machine, visits, halt) = match result {
            Ok((machine, visits)) => {
                return Ok(Ended { machine, visits, view: may, halt: None, solver_calls, must_states: None });
            }
            Err(Halt::Restart) => {
                views
                    .iter()
                    .for_each(|view| teacher.effort.solver_calls += view.abstraction.statistics().solver_checks);
                return Err(Halt::Restart);
            }
            Err(halt) => {
                let below = bound(&mut may, Bound::May, Extent::AtOnce, teacher.run);
                (below.machine, below.visits, halt)
            }
        };
        let mut must = must;
        let above = bound(must.as_mut().unwrap_or(&mut may), Bound::Must, Extent::AtOnce, teacher.run);
        Ok(Ended { machine, visits, view: may, halt: Some(halt), solver_calls, must_states: Some(above.states()) })
    }

    fn conclude(&self, teacher: &mut Teacher<'_>, mut ended: Ended) -> Outcome {
        let mut component = teacher.refiner.component.clone();
        let shape = shape(&mut component, &ended.view, &ended.machine, &ended.visits, teacher.run.minimise);
        let proved = ended.halt.is_none();
        let found = Found {
            component: &mut component,
            summaries: teacher.refiner.summaries(),
            view: &mut ended.view,
            visits: &ended.visits,
            shape: &shape,
            further: None,
            proved,
        };
        let mut outcome = report::outcome(found, teacher.run);
        outcome.guarantee.full = proved && is_exact(&mut ended, &shape) && !component.has_free_outcomes();
        outcome.engine = wording::note(self.scheme, teacher, &ended.halt, outcome.evidence.is_some());
        outcome.stop = ended.halt.as_ref().map_or(StopReason::Done, Halt::stop_reason);
        outcome.statistics = statistics(teacher, &ended);
        outcome
    }
}

/// Whether from every pair each outcome of each allowed call must be possible, and each forbidden call must fail: then the words of the interface are exactly the
/// legal ones, and all of them can happen.
fn is_exact(ended: &mut Ended, found: &Shape) -> bool {
    found.interface.is_complete() && (0..ended.visits.len()).all(|visit| is_exact_at(ended, visit))
}

fn is_exact_at(ended: &mut Ended, visit: usize) -> bool {
    let Visit { constructed, state, place, .. } = ended.visits[visit];
    let letters = std::rc::Rc::clone(&ended.view.letters);
    let valuation = ended.view.valuation(state).clone();
    let methods = ended.view.component().methods.len();
    let in_order: Vec<usize> =
        (0..letters.all.len()).filter(|&letter| ended.view.is_in_order(constructed, letter)).collect();
    in_order.into_iter().all(|letter| {
        let abstraction = &mut ended.view.abstraction;
        if !allows(&ended.machine, &letters, place, letter) {
            return abstraction.must_fail(methods + letter, &valuation).unwrap_or(false);
        }
        let mut outcomes = 0..letters.events_of(letter).len();
        outcomes.all(|outcome| abstraction.must_return(methods + letter, &valuation, outcome).unwrap_or(false))
    })
}

fn statistics(teacher: &Teacher<'_>, ended: &Ended) -> BTreeMap<String, u64> {
    let effort = &teacher.effort;
    let mut found = BTreeMap::from([
        ("predicates".to_owned(), teacher.predicates.len() as u64),
        ("abstract states".to_owned(), ended.view.state_count() as u64),
        ("iterations".to_owned(), effort.iterations),
        ("refinements".to_owned(), effort.refinements),
        ("spurious traces".to_owned(), effort.spurious),
        ("membership queries".to_owned(), effort.membership),
        ("solver calls".to_owned(), ended.solver_calls),
    ]);
    if let Some(states) = ended.must_states {
        found.insert("states of the upper bound".to_owned(), states);
    }
    found
}
