//! What only the engine `guarded` understands.

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use etiquette_synthesis::{Check, Guarded, LearningAlgorithm};

/// How `guarded` learns and checks.
#[derive(Args, Debug)]
#[command(next_help_heading = "For --engine guarded")]
pub struct GuardedArguments {
    /// How to check what was learned; otherwise `pdr`.
    #[arg(long, value_enum)]
    pub check: Option<CheckName>,
    /// The most calls in a row that the check looks at; `bounded`, `por` and `interpolation` have a bound of their own.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub depth: Option<u64>,
    /// How to learn; otherwise `ttt`.
    #[arg(long, value_enum)]
    pub learner: Option<LearnerName>,
}

impl GuardedArguments {
    /// The first option that was given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--check", self.check.is_some()),
            ("--depth", self.depth.is_some()),
            ("--learner", self.learner.is_some()),
        ];
        given.into_iter().find_map(|(option, given)| given.then_some(option))
    }

    /// The engine as it was asked for.
    pub fn engine(&self) -> Guarded {
        Guarded {
            check: self.check.unwrap_or_default().0,
            depth: self.depth,
            learner: self.learner.unwrap_or_default().0,
            log: Vec::new(),
        }
    }
}

/// The name of a way to check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CheckName(pub Check);

impl ValueEnum for CheckName {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [CheckName; Check::ALL.len()] = {
            let mut all = [CheckName(Check::Bounded); Check::ALL.len()];
            let mut index = 0;
            while index < all.len() {
                all[index] = CheckName(Check::ALL[index]);
                index += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.description()))
    }
}

/// The name of a learner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LearnerName(pub LearningAlgorithm);

impl ValueEnum for LearnerName {
    fn value_variants<'a>() -> &'a [Self] {
        &[LearnerName(LearningAlgorithm::LStar), LearnerName(LearningAlgorithm::Ttt)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.description()))
    }
}
