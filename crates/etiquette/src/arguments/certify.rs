//! What `certify` understands.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::TargetArguments;
use crate::quantity::parse_duration;

/// Checks the certificate of an interface again, as written by `etiquette synth --format json`, with a checker that
/// shares no code with the engines, and with another solver if you like. The options for the target must be those that
/// the interface was made with.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette synth examples/lock.component --format json -o lock.json
  etiquette certify lock.json examples/lock.component
  etiquette certify lock.json examples/lock.component --solver z3

Exit codes: 0 accepted, 1 rejected, 2 usage or input error, 3 inconclusive.")]
pub struct Certify {
    /// An interface in JSON with its certificate.
    pub interface: PathBuf,
    #[command(flatten)]
    pub target: TargetArguments,
    /// Ask this program too: `z3`, `cvc5`, `bitwuzla`, or any other that reads SMT-LIB 2 from its standard input.
    #[arg(long, value_name = "PROGRAM")]
    pub solver: Option<String>,
    /// Stop after this time: `60` (seconds), `5m`, `1h30m`.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub timeout: Option<Duration>,
}
