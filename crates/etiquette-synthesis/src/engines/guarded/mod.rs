//! *Generating Component Interfaces by Integrating Static and Symbolic Analysis, Learning, and Runtime Monitoring*
//! (Howar, Giannakopoulou, Mues, Navas, 2018): PSYCO.
//!
//! A learner asks whether words of guarded calls are safe; symbolic execution answers, and refines the alphabet where
//! the answer depends on arguments. What was learned is checked against the component in one of several ways
//! ([`Check`]), which differ in what they establish. Beyond the paper: outcomes, hidden choices that make no
//! difference, property-directed reachability, certificates, and a safe result where parameters of different calls are
//! related.

pub(crate) mod budgets;
pub(crate) mod check;
pub(crate) mod conclude;
pub(crate) mod conjecture;
pub(crate) mod execution;
pub(crate) mod facts;
pub(crate) mod learning;
pub(crate) mod letters;
pub(crate) mod log;
#[cfg(test)]
mod planted;
pub(crate) mod refinement;
pub(crate) mod shape;
pub(crate) mod teacher;

use etiquette_component::Component;

use crate::engine::{Engine, Unsupported};
pub use check::Check;
use conclude::conclude;
use etiquette_outcome::{Outcome, Run, without_dead_ends};
use learning::Learning;
pub use log::LoggedCall;

/// The learning algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LearningAlgorithm {
    /// L*, as in the paper's tool.
    LStar,
    /// TTT, as the paper suggests.
    #[default]
    Ttt,
}

impl LearningAlgorithm {
    /// All of them.
    pub const ALL: [LearningAlgorithm; 2] = [LearningAlgorithm::LStar, LearningAlgorithm::Ttt];

    /// The name by which it is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            LearningAlgorithm::LStar => "lstar",
            LearningAlgorithm::Ttt => "ttt",
        }
    }

    /// One line about it.
    pub const fn description(self) -> &'static str {
        match self {
            LearningAlgorithm::LStar => "L*: an observation table; many questions in few rounds",
            LearningAlgorithm::Ttt => "TTT: a discrimination tree; fewer questions, and short ones",
        }
    }
}

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Guarded {
    /// How conjectures are learned.
    pub learner: LearningAlgorithm,
    /// How they are checked.
    pub check: Check,
    /// The most calls in a row that a checker looks at; `None`: what is usual for the checker.
    pub depth: Option<u64>,
    /// Words that were seen while the component was in use: each conjecture has to explain them before it is checked.
    pub log: Vec<Vec<LoggedCall>>,
}

impl Engine for Guarded {
    fn name(&self) -> &'static str {
        "guarded"
    }

    fn description(&self) -> &'static str {
        "learns guarded calls by symbolic execution, and checks what it learned in one of several ways (PSYCO 2018)"
    }

    /// Where guards can't decide, the result says so, so that every component is taken.
    fn supports(&self, component: &Component) -> Result<(), Unsupported> {
        if let Some(missing) = self.check.missing() {
            return Err(Unsupported(format!("the checker `{}` can't be used here: {missing}", self.check.name())));
        }
        self.log.iter().flatten().try_for_each(|call| call.check(component))
    }

    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported> {
        self.supports(component)?;
        let mut learning = Learning::new(self, component, run);
        let end = learning.until_end();
        let serial = learning.teacher.run.serial;
        let outcome = conclude(self, learning, end);
        Ok(if serial { without_dead_ends(outcome) } else { outcome })
    }
}
