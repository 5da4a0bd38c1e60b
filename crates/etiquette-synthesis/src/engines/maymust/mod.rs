//! *Learning Component Interfaces with May and Must Abstractions* (Singh, Giannakopoulou, Păsăreanu, CAV 2010).
//!
//! L* learns an interface against two predicate abstractions that are refined on the way: `C^may` has every error of
//! the component, `C^must` no other. An interface that is safe for the one and permissive for the other is both for the
//! component (Theorem 1). [`build_interface`] is the basic algorithm, [`learn_reuse`] the optimised one. Beyond the
//! paper: hidden choices, outcomes that can't happen, classes of arguments, certificates.

pub(crate) mod build_interface;
pub(crate) mod learn_reuse;
pub(crate) mod teacher;

use std::collections::BTreeMap;

use etiquette_component::Component;
use etiquette_learning::Machine;

use crate::engine::{Engine, Unsupported};
use crate::engines::maymust::build_interface::BuildInterface;
use crate::engines::maymust::learn_reuse::LearnReuse;
use crate::engines::maymust::teacher::Teacher;
use crate::refinement::abstractions::Halt;
use crate::refinement::predicates_in_words::{listed, so_far, undecided};
use crate::refinement::refiner::Spurious;
use crate::spaces::predicates::abstract_component::AbstractComponent;
use crate::spaces::predicates::bounds::{Bound, Bounding, Extent, bound};
use crate::spaces::predicates::conclude::{Found, conclude};
use crate::spaces::predicates::exact::{every_word_can_happen, refused_calls_must_fail};
use crate::spaces::predicates::interface::{complete_shape, shape};
use crate::spaces::predicates::pairs::Visits;
use etiquette_outcome::{Conclusion, Confidence, Outcome, Run, StopReason, unexplored};

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
    /// Which bound is the result of a search that is stopped.
    pub bound: AnyTime,
}

/// The two bounds that there are at any time (Section 4.4). When the search is done they are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AnyTime {
    /// `A_may`, from below: safe.
    #[default]
    May,
    /// `A_must`, from above: permissive. What it forbids fails; what it allows may fail.
    Must,
}

impl MayMust {
    /// The usual version of the engine.
    pub const USUAL: MayMust = MayMust { scheme: Scheme::LearnReuse, bound: AnyTime::May };
}

impl Default for MayMust {
    fn default() -> Self {
        MayMust::USUAL
    }
}

impl AnyTime {
    /// Both.
    pub const ALL: [AnyTime; 2] = [AnyTime::May, AnyTime::Must];

    /// The paper's name for it.
    pub fn name(self) -> &'static str {
        match self {
            AnyTime::May => "may",
            AnyTime::Must => "must",
        }
    }

    /// One line about it.
    pub fn description(self) -> &'static str {
        match self {
            AnyTime::May => "from below: safe, and what it forbids may be legal",
            AnyTime::Must => "from above: what it forbids fails, and what it allows may fail, too",
        }
    }
}

impl Engine for MayMust {
    fn name(&self) -> &'static str {
        "maymust"
    }

    fn description(&self) -> &'static str {
        "learns between may and must abstractions, which find their predicates themselves (CAV 2010)"
    }

    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported> {
        let mut teacher = Teacher::new(component, self.scheme.spurious(), run);
        let mut ended = self.search(&mut teacher);
        while matches!(ended, Err(Halt::Restart)) {
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
    visits: Visits,
    view: AbstractComponent,
    halt: Option<Halt>,
    solver_calls: u64,
    must_states: Option<u64>,
    /// Whether the machine is the bound from above.
    is_above: bool,
}

impl MayMust {
    fn search(&self, teacher: &mut Teacher<'_>) -> Result<Ended, Halt> {
        let (result, mut view, mut must) = match self.scheme {
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
        let in_use = view.solver_calls() + must.as_ref().map_or(0, AbstractComponent::solver_calls);
        let abstractions = &mut teacher.abstractions;
        let solver_calls = abstractions.solver_calls + abstractions.refiner.solver.statistics().checks + in_use;
        match result {
            Ok((machine, visits)) => {
                let is_above = false;
                Ok(Ended { machine, visits, view, halt: None, solver_calls, must_states: None, is_above })
            }
            Err(Halt::Restart) => {
                abstractions.solver_calls += in_use;
                Err(Halt::Restart)
            }
            Err(halt) => {
                let below = bound(&mut view, Bound::May, Extent::AtOnce, abstractions.run);
                let above = bound(must.as_mut().unwrap_or(&mut view), Bound::Must, Extent::AtOnce, abstractions.run);
                let (halt, must_states) = (Some(halt), Some(above.states()));
                let is_above = self.bound == AnyTime::Must;
                let (shown, view) = if is_above { (above, must.unwrap_or(view)) } else { (below, view) };
                let Bounding { machine, visits, .. } = shown;
                Ok(Ended { machine, visits, view, halt, solver_calls, must_states, is_above })
            }
        }
    }

    fn conclude(&self, teacher: &mut Teacher<'_>, mut ended: Ended) -> Outcome {
        let (refiner, run) = (&teacher.abstractions.refiner, &*teacher.abstractions.run);
        let mut component = refiner.component.clone();
        // From above, an outcome of which nothing is known yet may happen.
        let shape = match ended.is_above {
            true => complete_shape(&mut component, &ended.view.letters, &ended.machine, run.minimise),
            false => shape(&mut component, &ended.view, &ended.machine, ended.visits.states(), run.minimise),
        };
        let proved = ended.halt.is_none();
        let found = Found {
            component: &mut component,
            summaries: &refiner.summaries,
            view: &ended.view,
            visits: &ended.visits,
            shape: &shape,
            further: None,
            proved,
        };
        let conclusion = conclude(found, run);
        let complete = proved && shape.interface.is_complete() && is_exact(&mut ended, run).unwrap_or(false);
        let conclusion = Conclusion {
            engine: self.note(teacher, &ended.halt, conclusion.evidence.is_some()),
            complete,
            stop: ended.halt.as_ref().map_or(StopReason::Done, Halt::stop_reason),
            statistics: statistics(teacher, &ended),
            ..conclusion
        };
        let conclusion = if ended.is_above { from_above(conclusion) } else { conclusion };
        conclusion.about(&component)
    }

    /// The engine's name with what there is to say.
    fn note(&self, teacher: &Teacher<'_>, halt: &Option<Halt>, certified: bool) -> String {
        let refiner = &teacher.abstractions.refiner;
        let mut parts = vec![self.scheme.name().to_owned()];
        parts.push(match halt {
            Some(Halt::Stop(_)) => so_far(&refiner.component, &teacher.predicates),
            Some(Halt::Stuck(trace)) => undecided(refiner, trace),
            _ => listed(&refiner.component, &teacher.predicates),
        });
        if halt.is_none() && !certified {
            parts.push("proved by the abstractions, without a certificate".into());
        }
        format!("maymust ({})", parts.join("; "))
    }
}

/// The bound from above forbids only what must fail, so that nothing legal is missing; what it allows may fail.
fn from_above(conclusion: Conclusion) -> Conclusion {
    let engine = format!("{}, the bound from above", conclusion.engine);
    Conclusion { engine, safe: Confidence::NotEstablished, permissive: Confidence::Proved, ..conclusion }
}

/// Whether the words of a complete interface are exactly the legal ones, and all of them can happen.
fn is_exact(Ended { machine, visits, view, .. }: &mut Ended, run: &Run) -> Result<bool, StopReason> {
    let visits = visits.states();
    Ok(refused_calls_must_fail(view, machine, visits, run)? && every_word_can_happen(view, machine, visits, run)?)
}

fn statistics(teacher: &Teacher<'_>, ended: &Ended) -> BTreeMap<String, u64> {
    let mut found = BTreeMap::from([
        ("predicates".to_owned(), teacher.predicates.len() as u64),
        ("abstract states".to_owned(), ended.view.state_count() as u64),
        ("iterations".to_owned(), teacher.iterations),
        ("refinements".to_owned(), teacher.abstractions.refinements),
        ("spurious traces".to_owned(), teacher.spurious),
        ("membership queries".to_owned(), teacher.membership),
        ("solver calls".to_owned(), ended.solver_calls),
    ]);
    if let Some(states) = ended.must_states {
        found.insert("states of the upper bound".to_owned(), states);
    }
    found
}
