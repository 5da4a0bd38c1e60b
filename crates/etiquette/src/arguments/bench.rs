//! What `bench` understands.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::DestinationArguments;
use crate::quantity::parse_duration;

/// Measures the parts of the program.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  etiquette bench core
  etiquette bench core --format markdown -o bench/records/2026-01-31-core.md
  etiquette bench certified                    in the root of the repository, where the corpora are
  etiquette bench psyco --limit 10s            the comparison of the 2018 paper, repeated
  etiquette bench psyco --originals psyco      on the classes of the paper, in a checkout of its repository
  etiquette bench papers --format markdown -o papers.md    all figures of the five papers beside ours
  etiquette bench three-algorithms --plot curves.svg    the comparison of the 2006 paper, repeated
  etiquette bench jars --list jars.json --jars lib    what is found out about real classes; runs code
  etiquette bench wrong-proofs --classes 5000 --seed 7    searches for proofs that a JVM contradicts; runs code
  etiquette bench wrong-proofs --list jars.json --jars lib    the same on the classes of a list")]
pub struct Bench {
    /// What to measure.
    #[arg(value_enum)]
    pub suite: Suite,
    #[arg(long, short, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,
    /// Small sizes: shows that the suite runs, not how fast.
    #[arg(long)]
    pub quick: bool,
    /// For `three-algorithms`, `psyco` and `papers`: give a cell of a table up after this time, otherwise after one minute,
    /// after half of one, and after three seconds. For `jars` and `wrong-proofs`: a class, otherwise after one minute and after ten seconds.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub limit: Option<Duration>,
    /// For `three-algorithms`: write the curves of the separation families to this file, as a picture in SVG.
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// For `wrong-proofs`: how many classes to generate.
    #[arg(long, value_name = "N")]
    pub classes: Option<usize>,
    /// For `wrong-proofs`: the seed of the first class; each has the next one.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// For `wrong-proofs`: make classes only of pieces of state with this text in their names, such as `model` for those that
    /// use classes of the JDK of which there are models.
    #[arg(long, value_name = "TEXT")]
    pub pieces: Option<String>,
    /// For `jars` and `wrong-proofs`: how many words to play on each class.
    #[arg(long, value_name = "N")]
    pub words: Option<usize>,
    /// For `jars`: the JSON file that lists the classes. For `wrong-proofs`: try those, in place of generated ones.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["classes", "seed", "pieces"])]
    pub list: Option<PathBuf>,
    /// For `jars` and `wrong-proofs`: where the jars of the list's Maven coordinates are, in any folder below.
    #[arg(long, value_name = "FOLDER", requires = "list")]
    pub jars: Option<PathBuf>,
    /// For `wrong-proofs`: write each class that was found, shrunk, to a file in this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with = "list")]
    pub keep: Option<PathBuf>,
    /// For `jars`: measure only the class at this position, in this process, which the suite starts for each.
    #[arg(long, value_name = "N", hide = true)]
    pub only: Option<usize>,
    /// For `psyco` and `papers`: take the classes of the paper, from a checkout of the repository psycopaths/psyco, in place of our own.
    /// They are compiled, not run.
    #[arg(long, value_name = "FOLDER")]
    pub originals: Option<PathBuf>,
    /// Where the folders `corpus` and `java-corpus` are, for `certified`, `may-must`, `papers`, `permissive` and `psyco`.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub root: PathBuf,
    #[command(flatten)]
    pub destination: DestinationArguments,
}

/// A set of measurements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Suite {
    /// Exploration, interpreter, learners and solver.
    Core,
    /// The certified engine on every case of the corpora, beside published times.
    Certified,
    /// The three algorithms of the 2006 paper, explicit and with decision diagrams, beside its Table 1.
    ThreeAlgorithms,
    /// The engine `game` on the classes of the JIST paper, beside its Table 1.
    Jist,
    /// The engine `witness` on the classes of the FSE 2005 paper, beside what it says of them.
    Permissive,
    /// The four schemes of `maymust` on the classes of the CAV 2010 paper, beside its Table 1.
    MayMust,
    /// The checkers of `guarded` on the components of the ISoLA 2018 paper on PSYCO, and the certified engine, beside
    /// its Table 1.
    Psyco,
    /// The tables of all five papers with short limits, figure by figure: the same, better, or different and why.
    Papers,
    /// What is done with interfaces once they are there: comparing two of them.
    Using,
    /// Interfaces with registers, of cases of the corpus and of classes of the JDK. Runs code of the latter on a JVM, where
    /// there is one.
    Memory,
    /// Protocols of several objects of the JDK, such as a list and its iterator.
    Objects,
    /// The classes of a list: time, memory, coverage, verdict, and whether it tells anything. Runs their code on a JVM,
    /// where there is one.
    Jars,
    /// Random classes, or listed ones: what is claimed about them against what a JVM does. Runs their code.
    WrongProofs,
}

/// The formats of a benchmark's report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ReportFormat {
    /// To be read in a terminal.
    Text,
    /// For a record.
    Markdown,
    /// For other programs.
    Json,
}
