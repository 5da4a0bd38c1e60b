//! What `diff` understands.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{DestinationArguments, TargetArguments, WorkArguments};

/// Says what became forbidden and what became legal between two versions, each with a shortest word. A version is an
/// interface in JSON, or whatever `synth` takes, which is then worked out on the spot; of two jars or folders, every
/// class that is in both. Words are tried on the components that are there.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette diff old.json new.json
  etiquette diff old/Connection.class new/Connection.class --error IllegalStateException
  etiquette diff java.util.zip.Deflater java.util.zip.Deflater --old-jdk /usr/lib/jvm/java-17 --new-jdk /usr/lib/jvm/java-25
  etiquette diff acme-1.0.jar acme-1.1.jar --timeout 20 --format markdown    for a pull request
  etiquette diff old.json new.json --witness-dir witnesses    programs that the change breaks

`--timeout` is for each version of each class. Otherwise a class of a jar gets ten seconds, and a single one as long as it takes.

Exit codes: 0 whatever was legal still is, 1 something that was legal is forbidden, 2 usage or input error, 3 not enough was proved to tell.")]
pub struct Diff {
    /// The old version.
    pub old: PathBuf,
    /// The new version.
    pub new: PathBuf,
    #[arg(long, short, value_enum, default_value_t)]
    pub format: DiffFormat,
    /// Write a Java program for each breaking change into this folder: it compiles, and fails with the new version.
    #[arg(long, value_name = "FOLDER")]
    pub witness_dir: Option<PathBuf>,
    /// Run each word that shows a change on both versions of the class, in a JVM. A change that is not confirmed is left
    /// open. This runs code of the classes.
    #[arg(long)]
    pub replay: bool,
    #[command(flatten)]
    pub work: WorkArguments,
    /// The JDK of the old version; otherwise that of `--jdk`.
    #[arg(long, value_name = "FOLDER", help_heading = "Java")]
    pub old_jdk: Option<PathBuf>,
    /// The JDK of the new version; otherwise that of `--jdk`.
    #[arg(long, value_name = "FOLDER", help_heading = "Java")]
    pub new_jdk: Option<PathBuf>,
    /// Where classes of the old version are looked for; otherwise in that of `--classpath`.
    #[arg(long, value_name = "PATH", help_heading = "Java")]
    pub old_classpath: Option<OsString>,
    /// Where classes of the new version are looked for; otherwise in that of `--classpath`.
    #[arg(long, value_name = "PATH", help_heading = "Java")]
    pub new_classpath: Option<OsString>,
    #[command(flatten)]
    pub destination: DestinationArguments,
}

impl Diff {
    /// How to look at a target of the old version.
    pub fn old_target(&self, target: PathBuf) -> TargetArguments {
        self.target(target, self.old_jdk.as_ref(), self.old_classpath.as_ref())
    }

    /// How to look at a target of the new version.
    pub fn new_target(&self, target: PathBuf) -> TargetArguments {
        self.target(target, self.new_jdk.as_ref(), self.new_classpath.as_ref())
    }

    fn target(&self, target: PathBuf, jdk: Option<&PathBuf>, classpath: Option<&OsString>) -> TargetArguments {
        let mut arguments = self.work.target(target);
        let java = &mut arguments.model.java;
        java.jdk = jdk.cloned().or(java.jdk.take());
        java.classpath = classpath.cloned().or(java.classpath.take());
        arguments
    }
}

/// The formats of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum DiffFormat {
    /// To be read in a terminal.
    #[default]
    Text,
    /// For other programs.
    Json,
    /// For a pull request.
    Markdown,
}
