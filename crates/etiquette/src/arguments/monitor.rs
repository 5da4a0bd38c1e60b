//! What `monitor` understands.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use etiquette_applications::monitor::java::Style;

use super::one_of::one_of;
use super::{DestinationArguments, WorkArguments};

/// Writes code that keeps clients to an interface: a Java class that stops a forbidden call before it happens, Rust
/// types that have no method for it, or a monitor for a Rust program at run time.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette monitor Connection.class --to java -o MonitoredConnection.java
  etiquette monitor connection.json --to java --classpath acme.jar --output-dir src/main/java
  etiquette monitor 'java.util.ArrayList$ListItr' --error IllegalStateException --to java    watches any ListIterator
  etiquette monitor file.json --to rust -o file.rs              one type for each state: forbidden calls do not compile
  etiquette monitor file.json --to rust-dynamic -o monitor.rs   asked before each call, and told its outcome

A Java monitor writes a log with `-Detiquette.log=events.jsonl`, which `etiquette refine` takes.
What a language can't express is weakened to the safe side, and said on standard error.")]
pub struct Monitor {
    /// An interface in JSON, or whatever `synth` takes, which is then worked out on the spot.
    pub interface: PathBuf,
    /// The language.
    #[arg(long, value_enum)]
    pub to: MonitorLanguage,
    /// How a Java monitor gets hold of calls; otherwise a subclass if the class and its methods can be overridden.
    #[arg(long, value_parser = one_of(&[Style::Wrapper, Style::Subclass], style))]
    pub style: Option<Style>,
    /// A Java monitor warns of doubtful calls and makes them, instead of throwing; after that, nothing is known of the
    /// object, and all calls on it pass. Warnings go to standard error, or where `reportTo` says.
    #[arg(long)]
    pub warn_doubtful: bool,
    /// The name of the Java class; otherwise `Monitored` and the name of the class.
    #[arg(long)]
    pub name: Option<String>,
    /// The package of the Java class; otherwise that of the class, if it takes new classes.
    #[arg(long)]
    pub package: Option<String>,
    /// The class that an interface in JSON belongs to, if it is not on the class path: a class file or a source.
    #[arg(long, value_name = "TARGET")]
    pub class: Option<PathBuf>,
    /// Write to a file in this folder, where its package belongs.
    #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
    pub output_dir: Option<PathBuf>,
    #[command(flatten)]
    pub work: WorkArguments,
    #[command(flatten)]
    pub destination: DestinationArguments,
}

/// The languages of monitors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MonitorLanguage {
    /// A Java class that throws or reports before a forbidden call.
    Java,
    /// Rust types, one for each state: forbidden calls do not compile.
    Rust,
    /// A Rust monitor for run time.
    RustDynamic,
}

/// How a Java monitor gets hold of calls, by name.
fn style(style: Style) -> (&'static str, &'static str) {
    match style {
        Style::Wrapper => ("wrapper", "It holds the object"),
        Style::Subclass => ("subclass", "It overrides the methods"),
    }
}
