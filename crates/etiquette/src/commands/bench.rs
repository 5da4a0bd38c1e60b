//! `etiquette bench`: measurements beside their targets.

use etiquette_bench::{Options, Probe, Step, run_core};

use crate::Verdict;
use crate::arguments::{Bench, Common, ReportFormat, Suite};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::{memory, progress};

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
    let mut show = progress::messages(common);
    let suite = Options { quick: options.quick, ..Options::default() };
    let report = match options.suite {
        Suite::Core => run_core(&suite, Some(&Allocated), &mut |step: &Step<'_>| {
            show(&format!("{} of {}: {}", step.number + 1, step.total, step.what))
        }),
    };
    drop(show);
    let text = match options.format {
        ReportFormat::Text => report.to_text(),
        ReportFormat::Markdown => report.to_markdown(),
        ReportFormat::Json => format!("{:#}\n", report.to_json()),
    };
    destination.write(&text)?;
    Ok(Verdict::Done)
}
