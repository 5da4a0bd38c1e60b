//! What `check` understands.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::DestinationArguments;

/// Checks whether client code obeys interfaces: looks at every object that the client gets, and at the calls that it
/// makes on it. A call that an interface forbids is a violation; where it is not known which state an object is in, it
/// may be one.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette synth examples/Turnstile.class --format json -o turnstile.json
  etiquette check Visitor.class --interface turnstile.json
  etiquette check app.jar --interface iterator.json=java.util.Iterator --interface socket.json
  etiquette check build/classes --interface a.json --classpath lib.jar --format sarif --source-root src/main/java -o check.sarif

Suppressions are lines `CLASS METHOD CALL: reason`; `*` stands for any method or call.

Exit codes: 0 the client obeys, 1 it violates, 2 usage or input error, 3 it may violate.")]
pub struct Check {
    /// Class files, folders of class files, or jars.
    #[arg(required = true, value_name = "CLIENT")]
    pub client: Vec<PathBuf>,
    /// An interface in JSON. It applies to the class that it names and those below; with `=TYPE` also to all objects
    /// that are used through that type. May be given several times.
    #[arg(long = "interface", short = 'i', value_name = "FILE[=TYPE]", required = true)]
    pub interfaces: Vec<OsString>,
    /// Where other classes are looked for: folders and jars, separated as in Java.
    #[arg(long, visible_alias = "cp", value_name = "PATH")]
    pub classpath: Option<OsString>,
    /// The JDK whose classes are used; otherwise `JAVA_HOME`, or the one of the `java` on the path.
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,
    /// A file of findings that were looked at, a line each with its reason.
    #[arg(long, value_name = "FILE")]
    pub suppress: Option<PathBuf>,
    /// The folder that sources stand in, from the root of the repository, for `sarif` and `github`.
    #[arg(long, value_name = "FOLDER", default_value = "")]
    pub source_root: String,
    /// The format of the report.
    #[arg(long, value_enum, default_value_t)]
    pub format: CheckFormat,
    #[command(flatten)]
    pub destination: DestinationArguments,
}

/// The formats of reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum CheckFormat {
    /// To be read in a terminal.
    #[default]
    Text,
    /// For other programs.
    Json,
    /// For code scanning: SARIF 2.1.0.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
}
