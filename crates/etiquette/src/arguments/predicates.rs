//! How predicates are given, and what `abstract` understands.

use std::time::Duration;

use clap::{Args, ValueEnum};
use etiquette_synthesis::{Granularity, Precision};

use super::one_of::one_of;
use super::{DestinationArguments, TargetArguments};
use crate::quantity::parse_duration;

/// What is known of a state, and how it is followed through a method.
#[derive(Args, Clone, Debug)]
pub struct PredicateArguments {
    /// Conditions over the state variables, such as 'cursor == -1'; otherwise the guards in front of the errors.
    #[arg(long, value_name = "PREDICATE", num_args = 1..)]
    pub predicates: Vec<String>,
    /// How exactly the predicates after a call are worked out.
    #[arg(long, value_parser = one_of(&[Precision::Boolean, Precision::Cartesian], precision), default_value = "boolean")]
    pub abstraction: Precision,
    /// Abstract methods statement by statement, as the paper does, and not in large blocks.
    #[arg(long)]
    pub line_by_line: bool,
}

/// How exactly the predicates after a call are worked out, by name.
fn precision(precision: Precision) -> (&'static str, &'static str) {
    match precision {
        Precision::Boolean => ("boolean", "Every combination of truth values that can occur"),
        Precision::Cartesian => ("cartesian", "Each predicate by itself: true, false or unknown"),
    }
}

impl PredicateArguments {
    /// In what steps methods are abstracted.
    pub fn granularity(&self) -> Granularity {
        if self.line_by_line { Granularity::Statements } else { Granularity::Blocks }
    }
}

/// Prints a component as its predicates see it. Whatever the component can do, the abstraction can do.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette abstract examples/file.component
  etiquette abstract list.component --predicates 'last == -1' 'cursor == -1'
  etiquette abstract list.component --format smv -o list.smv     for NuSMV and nuXmv")]
pub struct Abstract {
    #[command(flatten)]
    pub target: TargetArguments,
    #[command(flatten)]
    pub predicates: PredicateArguments,
    #[arg(long, short, value_enum, default_value_t)]
    pub format: AbstractFormat,
    /// Give up when there are more abstract states than this.
    #[arg(long, value_name = "N", default_value_t = 4096)]
    pub max_states: usize,
    /// Stop after this time: `60` (seconds), `5m`, `1h30m`.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub timeout: Option<Duration>,
    #[command(flatten)]
    pub destination: DestinationArguments,
}

/// The formats of an abstraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum AbstractFormat {
    /// A component whose variables are the predicates.
    #[default]
    Component,
    /// A model for NuSMV and nuXmv.
    Smv,
}
