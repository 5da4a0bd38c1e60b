//! What `refine` understands.

use std::path::PathBuf;

use clap::Args;

use super::{DestinationArguments, TargetArguments, WorkArguments};

/// Compares an interface with a monitor's log, and makes it agree: words that it forbids but that worked, or allows but
/// that failed, are put before the component, whose interface is then worked out anew. Without a component, what was
/// seen decides, and the result is no better than tested.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette refine connection.json --log events.jsonl                         does it agree?
  etiquette refine connection.json --log events.jsonl -o refined.json         the interface that does
  etiquette refine connection.json --log events.jsonl Connection.class        ask the class itself, too

The log is written by the Java class of `etiquette monitor`, with `-Detiquette.log=events.jsonl`: a line for each call.

Exit codes: 0 the interface agrees with the log, 1 it does not, 2 usage or input error, 3 a limit was reached.")]
pub struct Refine {
    /// An interface in JSON.
    pub interface: PathBuf,
    /// The log, or `-` for standard input.
    #[arg(long, value_name = "FILE")]
    pub log: PathBuf,
    /// The component: a class file, a Java source, the name of a class, or a `.component` file.
    pub target: Option<PathBuf>,
    #[command(flatten)]
    pub work: WorkArguments,
    #[command(flatten)]
    pub destination: DestinationArguments,
}

impl Refine {
    /// How to look at the component.
    pub fn target(&self) -> Option<TargetArguments> {
        self.target.clone().map(|target| self.work.target(target))
    }
}
