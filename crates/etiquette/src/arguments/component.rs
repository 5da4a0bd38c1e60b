//! What `component` understands.

use clap::{Args, ValueEnum};

use super::{DestinationArguments, TargetArguments};

/// Prints a component in the `.component` language, with methods as control-flow automata.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette component examples/file.component
  etiquette component examples/file.component --after slice     without what no error depends on
  etiquette component 'java.util.ArrayList$Itr' --after code    three-address code of a class
  etiquette component Foo.class --error assert                  the component of a class")]
pub struct Component {
    #[command(flatten)]
    pub target: TargetArguments,
    /// Print it after this pass.
    #[arg(long, value_enum, default_value_t = Pass::Lower)]
    pub after: Pass,
    #[command(flatten)]
    pub destination: DestinationArguments,
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
