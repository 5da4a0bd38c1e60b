//! What can be said on the command line: one file for each verb, and for what several of them share.

mod bench;
mod certify;
mod check;
mod component;
mod diff;
mod engines;
mod explain;
mod export;
mod guarded;
mod limits;
mod monitor;
mod one_of;
mod predicates;
mod refine;
mod registers;
mod synth;
mod target;
mod verify;

use std::io::IsTerminal;

use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};

pub use bench::{Bench, ReportFormat, Suite};
pub use certify::Certify;
pub use check::{Check, CheckFormat};
pub use component::{Component, ProductFormat, Step};
pub use diff::{Diff, DiffFormat};
pub use engines::{EngineName, GameArguments};
pub use explain::Explain;
pub use export::Export;
pub use guarded::GuardedArguments;
pub use limits::{DestinationArguments, LimitArguments};
pub use monitor::{Monitor, MonitorLanguage};
pub use one_of::first_given;
pub use predicates::{Abstract, AbstractFormat, PredicateArguments};
pub use refine::Refine;
pub use registers::Registers;
pub use synth::Synth;
pub use target::{Followed, JavaArguments, ModelArguments, Numbers, TargetArguments, UsedComponents, WorkArguments};
pub use verify::{InterfaceArguments, Property, Verify, VerifyFormat};

/// Works out in which order the methods of a component may be called.
#[derive(Parser, Debug)]
#[command(name = "etiquette", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Examples:
  etiquette synth examples/file.component                     the interface, to be read
  etiquette synth examples/file.component --format svg -o file.svg
  etiquette synth examples/file.component --format json -o file.json
  etiquette export file.json --to mermaid
  etiquette certify file.json examples/file.component         is it really so?
  etiquette verify examples/file.component --regex '(open_read read* close)*'
  etiquette explain examples/file.component 'open_read write'  why not?
  etiquette diff old.json new.json                            did something break?
  etiquette monitor Foo.class --to java -o MonitoredFoo.java  stop forbidden calls at run time

Exit codes: 0 done, 1 the answer is no, 2 usage or input error, 3 inconclusive (a limit was reached).")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub common: Common,
}

/// What all commands understand.
#[derive(Args, Debug)]
pub struct Common {
    /// Print nothing but the result.
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Say on standard error what was done, and how long each part took.
    #[arg(long, short, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
    /// Which assumptions text lists: the first ones (the rest is counted), or all.
    #[arg(long, global = true, value_name = "WHICH", value_enum, default_value_t = ListedAssumptions::First)]
    pub assumptions: ListedAssumptions,
}

/// Which assumptions are listed in text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ListedAssumptions {
    /// The most important ones.
    First,
    /// All of them.
    All,
}

impl Common {
    /// For work that nobody watches.
    pub const SILENT: Common =
        Common { quiet: true, verbose: false, color: ColorChoice::Never, assumptions: ListedAssumptions::First };

    /// Whether to use colours on standard output.
    pub fn color_on_stdout(&self) -> bool {
        self.decide(std::io::stdout().is_terminal())
    }

    /// Whether to use colours on standard error.
    pub fn color_on_stderr(&self) -> bool {
        self.decide(std::io::stderr().is_terminal())
    }

    fn decide(&self, terminal: bool) -> bool {
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            // The convention of no-color.org.
            ColorChoice::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Work out the interface of a component.
    Synth(Synth),
    /// Check again why an interface is safe and permissive.
    Certify(Certify),
    /// Say whether a given interface is safe, permissive and full.
    Verify(Verify),
    /// Walk a word: what is legal, what is not and why, and how to repair it.
    Explain(Explain),
    /// Say what became forbidden and what became legal between two versions.
    Diff(Diff),
    /// Check whether client code obeys interfaces.
    Check(Check),
    /// Write code that keeps clients to an interface.
    Monitor(Monitor),
    /// Make an interface agree with a monitor's log.
    Refine(Refine),
    /// Convert an interface into another format.
    Export(Export),
    /// Print a component as the engines see it.
    Component(Component),
    /// Print a component through predicates: a boolean component, or a model for NuSMV.
    Abstract(Abstract),
    /// Measure the parts of the program, beside targets and published figures.
    Bench(Bench),
}
