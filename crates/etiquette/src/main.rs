//! The command line of Etiquette. Only this crate opens files, prints and exits.
//!
//! Exit codes: 0 yes or done, 1 the answer is no, 2 usage or input error, 3 inconclusive.

mod arguments;
mod claims;
mod class_path;
mod commands;
mod corpora;
mod destination;
mod failure;
mod given_interface;
mod java;
mod java_failure;
mod javac;
mod limits;
mod memory;
mod origin;
mod originals;
mod pipeline;
mod predicates;
mod product;
mod progress;
mod quantity;
mod recheck;
mod replay;
mod second_opinion;
mod source;
mod witnesses;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match &arguments.command {
        Command::Synth(options) => commands::synth::run(options, &arguments.common),
        Command::Certify(options) => commands::certify::run(options, &arguments.common),
        Command::Verify(options) => commands::verify::run(options, &arguments.common),
        Command::Explain(options) => commands::explain::run(options, &arguments.common),
        Command::Diff(options) => commands::diff::run(options, &arguments.common),
        Command::Check(options) => commands::check::run(options, &arguments.common),
        Command::Monitor(options) => commands::monitor::run(options, &arguments.common),
        Command::Refine(options) => commands::refine::run(options, &arguments.common),
        Command::Export(options) => commands::export::run(options, &arguments.common),
        Command::Component(options) => commands::component::run(options, &arguments.common),
        Command::Abstract(options) => commands::abstraction::run(options, &arguments.common),
        Command::Bench(options) => commands::bench::run(options, &arguments.common),
    };
    match result {
        Ok(verdict) => verdict.into(),
        Err(failure) => {
            failure.print(&arguments.common);
            match failure {
                failure::Failure::Limit { .. } => Verdict::Inconclusive.into(),
                _ => ExitCode::from(2),
            }
        }
    }
}

/// What a command found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// Yes, or done.
    Done,
    /// The answer is no.
    No,
    /// It is not known: a limit was reached first, or no proof was found.
    Inconclusive,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Done => ExitCode::SUCCESS,
            Verdict::No => ExitCode::from(1),
            Verdict::Inconclusive => ExitCode::from(3),
        }
    }
}
