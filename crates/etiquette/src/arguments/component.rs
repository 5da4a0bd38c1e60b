//! What `component` understands.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use etiquette_component::passes::{Pass, SIMPLIFYING};

use super::{DestinationArguments, TargetArguments};

/// Prints a component in the `.component` language, with methods as control-flow automata. An interface in JSON is
/// printed as the component that allows what it allows.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette component examples/file.component
  etiquette component examples/file.component --after slice     without what no error depends on
  etiquette component 'java.util.ArrayList$Itr' --after code    three-address code of a class
  etiquette component Foo.class --after ranges                  after one of the passes that simplify it
  etiquette component Foo.class --error assert                  the component of a class
  etiquette component file.json                                 an interface as a component that allows what it allows
  etiquette component file.component --beside file.json --format btor2    its product with an interface, for another checker")]
pub struct Component {
    #[command(flatten)]
    pub target: TargetArguments,
    /// Print it after this step.
    #[arg(long, value_parser = step_parser(), default_value = "lower")]
    pub after: Step,
    /// Print the product of the component with this interface, a file in JSON. Bad states are those in which the two
    /// disagree; a forbidden call that returns counts as one, even if a hidden choice could have made it fail.
    #[arg(long = "beside", value_name = "FILE", requires = "format", conflicts_with = "after")]
    pub interface: Option<PathBuf>,
    /// The language of the product.
    #[arg(long, value_enum, requires = "interface")]
    pub format: Option<ProductFormat>,
    #[command(flatten)]
    pub destination: DestinationArguments,
}

/// Languages of other checkers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ProductFormat {
    /// For hardware model checkers.
    Btor2,
    /// Constrained Horn clauses in SMT-LIB 2, for z3 and others; satisfiable if nothing bad can happen.
    Chc,
    /// A C program with `reach_error`, as in the Competition on Software Verification.
    C,
}

/// What is done to a target before an engine sees it.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Reading it.
    Read,
    /// Of a class, taking its methods' stack away.
    Code,
    /// The last of these passes.
    Pass(&'static [Pass]),
    /// Making it into a component.
    Lower,
    /// Dropping what no error depends on.
    Slice,
}

/// The steps with their names and what is there after them, in order.
fn steps() -> impl Iterator<Item = (&'static str, &'static str, Step)> {
    let read = [
        ("read", "As it was read: of a class, its members and instructions", Step::Read),
        ("code", "Of a class, its methods as three-address code", Step::Code),
    ];
    let pass = |(index, pass): (usize, &Pass)| (pass.name, pass.summary, Step::Pass(&SIMPLIFYING[..=index]));
    let made = [
        ("lower", "As a component: of a class, after all these passes; of a component file, before them", Step::Lower),
        ("slice", "Without variables that no error depends on", Step::Slice),
    ];
    read.into_iter().chain(SIMPLIFYING.iter().enumerate().map(pass)).chain(made)
}

fn step_parser() -> impl TypedValueParser<Value = Step> {
    let values = steps().map(|(name, after, _)| PossibleValue::new(name).help(after));
    let named = |name: String| steps().find(|(known, ..)| *known == name).map_or(Step::Lower, |(.., step)| step);
    PossibleValuesParser::new(values).map(named)
}
