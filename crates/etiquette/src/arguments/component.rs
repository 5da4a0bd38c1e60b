//! What `component` understands.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{DestinationArguments, TargetArguments};

/// Prints a component in the `.component` language, with methods as control-flow automata.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette component examples/file.component
  etiquette component examples/file.component --after slice     without what no error depends on
  etiquette component 'java.util.ArrayList$Itr' --after code    three-address code of a class
  etiquette component Foo.class --error assert                  the component of a class
  etiquette component file.component --beside file.json --format btor2    its product with an interface, for another checker")]
pub struct Component {
    #[command(flatten)]
    pub target: TargetArguments,
    /// Print it after this pass.
    #[arg(long, value_enum, default_value_t = Pass::Lower)]
    pub after: Pass,
    /// Print the product of the component with this interface, a file in JSON. Bad states are those in which the two disagree; a forbidden call that
    /// returns counts as one, even if a hidden choice could have made it fail.
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

/// What is done to a component before an engine sees it, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Pass {
    /// As it was read: of a class, its members and instructions.
    Read,
    /// Of a class, its methods as three-address code.
    Code,
    /// As a component.
    Lower,
    /// Without variables that no error depends on.
    Slice,
}
