//! What `verify` understands.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{DestinationArguments, LimitArguments, TargetArguments};

/// Says whether a given interface is safe, permissive and full for a component. Each "no" comes with a word that was
/// tried.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette verify examples/file.component --interface file.json
  etiquette verify examples/file.component --regex '(open_read read* close)*'
  etiquette verify File.class --interface File.protocol --replay      a protocol of JaTyC, tried on a JVM
  etiquette verify java.security.Signature --interface Signature.crysl --require safe

Formats: JSON of `etiquette synth`, a regular expression over calls, a JaTyC `.protocol`, a CrySL rule. The end of the name tells,
or else the text.

Exit codes: 0 it has all that is required, 1 it has not, 2 usage or input error, 3 inconclusive.")]
pub struct Verify {
    #[command(flatten)]
    pub target: TargetArguments,
    #[command(flatten)]
    pub interface: InterfaceArguments,
    /// What the interface must be for exit code 0.
    #[arg(long, value_name = "PROPERTIES", value_enum, value_delimiter = ',', default_values_t = [Property::Safe, Property::Permissive])]
    pub require: Vec<Property>,
    /// Run the words of each "no" on the class itself, in a JVM.
    #[arg(long)]
    pub replay: bool,
    #[arg(long, short, value_enum, default_value_t)]
    pub format: VerifyFormat,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub destination: DestinationArguments,
}

/// An interface from a file or from the command line itself.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
pub struct InterfaceArguments {
    /// The interface: JSON, a regular expression, a JaTyC `.protocol` or a CrySL rule; `-` for standard input.
    #[arg(long, short, value_name = "FILE")]
    pub interface: Option<PathBuf>,
    /// The interface as a regular expression over calls, such as '(open (read|write)* close)*'.
    #[arg(long, value_name = "EXPRESSION")]
    pub regex: Option<String>,
}

/// What an interface can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Property {
    /// Every word that it accepts is legal.
    Safe,
    /// It accepts every legal word that can happen.
    Permissive,
    /// It accepts exactly the legal words, those that cannot happen too.
    Full,
}

/// The formats of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum VerifyFormat {
    /// To be read in a terminal.
    #[default]
    Text,
    /// For other programs.
    Json,
}
