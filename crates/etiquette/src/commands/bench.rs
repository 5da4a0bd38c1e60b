//! `etiquette bench`: measurements beside their targets.

use etiquette_bench::{Options, Probe, Step, run_certified, run_core};

use crate::Verdict;
use crate::arguments::{Bench, Common, ReportFormat, Suite};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::{corpora, memory, progress};

/// Memory as the program's own allocator counts it.
struct Allocated;

impl Probe for Allocated {
    fn reset_peak(&self) {
        memory::reset_peak();
    }

    fn peak(&self) -> u64 {
        memory::peak()
    }
}

/// Runs the command.
pub fn run(options: &Bench, common: &Common) -> Result<Verdict, Failure> {
    let destination = Destination::open(&options.destination)?;
    let suite = Options { quick: options.quick, ..Options::default() };
    let text = match options.suite {
        Suite::Core => core(options, &suite, common),
        Suite::Certified => certified(options, &suite, common)?,
    };
    destination.write(&text)?;
    Ok(Verdict::Done)
}

fn core(options: &Bench, suite: &Options, common: &Common) -> String {
    let report = run_core(suite, Some(&Allocated), &mut steps(common));
    match options.format {
        ReportFormat::Text => report.to_text(),
        ReportFormat::Markdown => report.to_markdown(),
        ReportFormat::Json => format!("{:#}\n", report.to_json()),
    }
}

fn certified(options: &Bench, suite: &Options, common: &Common) -> Result<String, Failure> {
    let subjects = corpora::subjects(&options.root)?;
    let report = run_certified(suite, &subjects, Some(&Allocated), &mut steps(common));
    Ok(match options.format {
        ReportFormat::Text => report.to_text(),
        ReportFormat::Markdown => report.to_markdown(),
        ReportFormat::Json => format!("{:#}\n", report.to_json()),
    })
}

/// Shows each step of a suite.
fn steps(common: &Common) -> impl FnMut(&Step<'_>) {
    let mut show = progress::messages(common);
    move |step: &Step<'_>| show(&format!("{} of {}: {}", step.number + 1, step.total, step.what))
}
