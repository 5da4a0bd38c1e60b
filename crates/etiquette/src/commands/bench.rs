//! `etiquette bench`: measurements beside their targets.

use std::path::PathBuf;

use etiquette_bench::{
    Options, Probe, Rendered, Step, ThreeAlgorithmsOptions, ThreeAlgorithmsReport, may_must_classes, run_certified,
    run_core, run_may_must, run_three_algorithms,
};

use crate::Verdict;
use crate::arguments::{Bench, Common, DestinationArguments, ReportFormat, Suite};
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
    check_options(options)?;
    let DestinationArguments { output, force } = &options.destination;
    let force_is_for_plot = options.plot.is_some() && output.is_none();
    let destination = DestinationArguments { output: output.clone(), force: *force && !force_is_for_plot };
    let destination = Destination::open(&destination)?;
    let suite = Options { quick: options.quick, ..Options::default() };
    let report: Box<dyn Rendered> = match options.suite {
        Suite::Core => Box::new(run_core(&suite, Some(&Allocated), &mut steps(common))),
        Suite::Certified => {
            let subjects = corpora::subjects(&options.root)?;
            Box::new(run_certified(&suite, &subjects, Some(&Allocated), &mut steps(common)))
        }
        Suite::MayMust => {
            let subjects = corpora::java_subjects(&options.root, &may_must_classes())?;
            Box::new(run_may_must(options.quick, &subjects, &mut steps(common)))
        }
        Suite::ThreeAlgorithms => Box::new(three_algorithms(options, common)?),
    };
    destination.write(&rendered(report.as_ref(), options.format))?;
    Ok(Verdict::Done)
}

fn check_options(options: &Bench) -> Result<(), Failure> {
    let given = [("--plot", options.plot.is_some()), ("--limit", options.limit.is_some())];
    match given.into_iter().find(|(_, given)| *given && options.suite != Suite::ThreeAlgorithms) {
        Some((option, _)) => Err(Failure::new(format!("`{option}` is about the suite `three-algorithms` only"))),
        None => Ok(()),
    }
}

fn rendered(report: &dyn Rendered, format: ReportFormat) -> String {
    match format {
        ReportFormat::Text => report.to_text(),
        ReportFormat::Markdown => report.to_markdown(),
        ReportFormat::Json => format!("{:#}\n", report.to_json()),
    }
}

fn three_algorithms(options: &Bench, common: &Common) -> Result<ThreeAlgorithmsReport, Failure> {
    let place = |path: &PathBuf| DestinationArguments { output: Some(path.clone()), force: options.destination.force };
    let plot = options.plot.as_ref().map(|path| Destination::open(&place(path))).transpose()?;
    let usual = ThreeAlgorithmsOptions::default();
    let limit = options.limit.unwrap_or(usual.limit);
    let suite = ThreeAlgorithmsOptions { quick: options.quick, limit, ..usual };
    let report = run_three_algorithms(&suite, Some(&Allocated), &mut steps(common));
    if let Some(plot) = plot {
        plot.write(&report.to_svg())?;
    }
    Ok(report)
}

/// Shows each step of a suite.
fn steps(common: &Common) -> impl FnMut(&Step<'_>) {
    let mut show = progress::messages(common);
    move |step: &Step<'_>| show(&format!("{} of {}: {}", step.number + 1, step.total, step.what))
}
