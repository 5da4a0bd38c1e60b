//! `etiquette bench`: measurements beside their targets.

mod claim;
mod jars;
mod list;
mod memory_suite;
mod objects_suite;
mod process;
mod wrong_proofs;

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use etiquette_bench::{
    MayMustReport, Options, PapersReport, PermissiveReport, Probe, PsycoOptions, PsycoReport, Rendered, Step, Tables,
    ThreeAlgorithmsOptions, ThreeAlgorithmsReport, may_must_classes, permissive_classes, psyco_cases, run_certified,
    run_core, run_jist, run_may_must, run_permissive, run_psyco, run_table_of_three_algorithms, run_three_algorithms,
    run_using,
};

use crate::Verdict;
use crate::arguments::{Bench, Common, ReportFormat, Suite};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::progress::Board;
use crate::{corpora, memory, originals};

/// A cell of a table takes no longer where all tables are asked for.
const SHORT_LIMIT: Duration = Duration::from_secs(3);

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
    let destination = Destination::open(&options.destination.among_others(options.plot.is_some()))?;
    let suite = Options { quick: options.quick, ..Options::default() };
    let report: Box<dyn Rendered> = match options.suite {
        Suite::Core => Box::new(run_core(&suite, Some(&Allocated), &mut steps(common))),
        Suite::Certified => {
            let subjects = corpora::subjects(&options.root)?;
            Box::new(run_certified(&suite, &subjects, Some(&Allocated), &mut steps(common)))
        }
        Suite::Jist => Box::new(run_jist(options.quick, &mut steps(common))),
        Suite::Permissive => Box::new(permissive(options, common)?),
        Suite::MayMust => Box::new(may_must(options, common)?),
        Suite::Psyco => Box::new(psyco(options, common)?),
        Suite::Papers => Box::new(papers(options, common)?),
        Suite::Using => Box::new(run_using(&suite, &mut steps(common))),
        Suite::ThreeAlgorithms => Box::new(three_algorithms(options, common)?),
        Suite::Memory => return memory_suite::run(options, destination, common),
        Suite::Objects => return objects_suite::run(options, destination, common),
        Suite::Jars => return jars::run(options, destination, common),
        Suite::WrongProofs => return wrong_proofs::run(options, destination, common),
    };
    destination.write(&rendered(report.as_ref(), options.format))?;
    Ok(Verdict::Done)
}

fn check_options(options: &Bench) -> Result<(), Failure> {
    use Suite::{Jars, Memory, Papers, Psyco, ThreeAlgorithms, WrongProofs};
    let given: [(&str, bool, &[Suite]); 10] = [
        ("--plot", options.plot.is_some(), &[ThreeAlgorithms]),
        ("--limit", options.limit.is_some(), &[ThreeAlgorithms, Psyco, Papers, Jars, WrongProofs]),
        ("--originals", options.originals.is_some(), &[Psyco, Papers]),
        ("--classes", options.classes.is_some(), &[WrongProofs]),
        ("--pieces", options.pieces.is_some(), &[WrongProofs]),
        ("--seed", options.seed.is_some(), &[WrongProofs]),
        ("--words", options.words.is_some(), &[Jars, Memory, WrongProofs]),
        ("--list", options.list.is_some(), &[Jars, WrongProofs]),
        ("--keep", options.keep.is_some(), &[WrongProofs]),
        ("--only", options.only.is_some(), &[Jars]),
    ];
    match given.into_iter().find(|(_, given, suites)| *given && !suites.contains(&options.suite)) {
        Some((option, _, suites)) => Err(Failure::new(format!("`{option}` is about {}", about(suites)))),
        None => Ok(()),
    }
}

/// `the suite jars only`, `the suites jars and psyco only`.
fn about(suites: &[Suite]) -> String {
    let names: Vec<String> = suites
        .iter()
        .filter_map(|suite| suite.to_possible_value())
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    match &names[..] {
        [first @ .., last] if !first.is_empty() => format!("the suites {} and {last} only", first.join(", ")),
        _ => format!("the suite {} only", names.concat()),
    }
}

fn rendered(report: &dyn Rendered, format: ReportFormat) -> String {
    match format {
        ReportFormat::Text => report.to_text(),
        ReportFormat::Markdown => report.to_markdown(),
        ReportFormat::Json => format!("{:#}\n", report.to_json()),
    }
}

fn permissive(options: &Bench, common: &Common) -> Result<PermissiveReport, Failure> {
    let subjects = corpora::chosen_subjects(&options.root.join("java-corpus"), &permissive_classes())?;
    Ok(run_permissive(options.quick, &subjects, &mut steps(common)))
}

fn may_must(options: &Bench, common: &Common) -> Result<MayMustReport, Failure> {
    let subjects = corpora::chosen_subjects(&options.root.join("java-corpus"), &may_must_classes())?;
    Ok(run_may_must(options.quick, &subjects, &mut steps(common)))
}

fn psyco(options: &Bench, common: &Common) -> Result<PsycoReport, Failure> {
    let subjects = match &options.originals {
        Some(checkout) => originals::subjects(checkout)?,
        None => corpora::chosen_subjects(&options.root, &psyco_cases())?,
    };
    let suite = PsycoOptions { quick: options.quick, originals: options.originals.is_some(), limit: options.limit };
    Ok(run_psyco(&suite, &subjects, Some(&Allocated), &mut steps(common)))
}

/// The tables of all papers, with short limits.
fn papers(options: &Bench, common: &Common) -> Result<PapersReport, Failure> {
    let limit = options.limit.unwrap_or(SHORT_LIMIT);
    let suite = ThreeAlgorithmsOptions { quick: options.quick, limit, repeat: 1 };
    let tables = Tables {
        jist: run_jist(options.quick, &mut steps(common)),
        permissive: permissive(options, common)?,
        three_algorithms: run_table_of_three_algorithms(&suite, &mut steps(common)),
        may_must: may_must(options, common)?,
        psyco: psyco(&Bench { limit: Some(limit), ..options.clone() }, common)?,
    };
    Ok(PapersReport::new(options.quick, &tables))
}

fn three_algorithms(options: &Bench, common: &Common) -> Result<ThreeAlgorithmsReport, Failure> {
    let open = |path: &PathBuf| Destination::open(&options.destination.other(path));
    let plot = options.plot.as_ref().map(open).transpose()?;
    let usual = ThreeAlgorithmsOptions::default();
    let limit = options.limit.unwrap_or(usual.limit);
    let suite = ThreeAlgorithmsOptions { quick: options.quick, limit, ..usual };
    let report = run_three_algorithms(&suite, Some(&Allocated), &mut steps(common));
    if let Some(plot) = plot {
        plot.write(&report.to_svg())?;
    }
    Ok(report)
}

/// What a suite found that compares claims with a JVM.
fn verdict(is_contradicted: bool, is_interrupted: bool) -> Verdict {
    match (is_contradicted, is_interrupted) {
        (true, _) => Verdict::No,
        (false, true) => Verdict::Inconclusive,
        (false, false) => Verdict::Done,
    }
}

/// Shows each step of a suite.
fn steps(common: &Common) -> impl FnMut(&Step<'_>) + use<> {
    let board = Board::new(common);
    move |step: &Step<'_>| step_on(&board)(step)
}

fn step_on(board: &Board) -> impl FnMut(&Step<'_>) {
    |step: &Step<'_>| board.show(&format!("{} of {}: {}", step.number + 1, step.total, step.what))
}
