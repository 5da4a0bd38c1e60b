//! What only the engine `guarded` understands.

use clap::Args;
use etiquette_synthesis::{Check, Guarded, LearningAlgorithm};

use super::one_of::{first_given, one_of};

/// How `guarded` learns and checks.
#[derive(Args, Debug)]
#[command(next_help_heading = "For --engine guarded")]
pub struct GuardedArguments {
    /// How to check what was learned; otherwise `pdr`.
    #[arg(long, value_parser = one_of(&Check::ALL, |check| (check.name(), check.description())))]
    pub check: Option<Check>,
    /// The most calls in a row that the check looks at; `bounded`, `por` and `interpolation` have a bound of their own.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub depth: Option<u64>,
    /// How to learn; otherwise `ttt`.
    #[arg(long, value_parser = one_of(&LearningAlgorithm::ALL, |learner| (learner.name(), learner.description())))]
    pub learner: Option<LearningAlgorithm>,
}

impl GuardedArguments {
    /// The first option that was given.
    pub fn given(&self) -> Option<&'static str> {
        first_given(&[
            ("--check", self.check.is_some()),
            ("--depth", self.depth.is_some()),
            ("--learner", self.learner.is_some()),
        ])
    }

    /// The engine as it was asked for.
    pub fn engine(&self) -> Guarded {
        let (check, learner) = (self.check.unwrap_or_default(), self.learner.unwrap_or_default());
        Guarded { check, depth: self.depth, learner, log: Vec::new() }
    }
}
