//! `etiquette bench memory`: interfaces with registers, one after the other.

use std::path::Path;
use std::time::{Duration, Instant};

use etiquette_bench::{Asked, MemoryReport, MemoryRow, Step, memory_classes};
use etiquette_java::jdk::Jdk;
use etiquette_synthesis::Auto;

use super::claim::claim;
use super::{rendered, steps, verdict};
use crate::Verdict;
use crate::arguments::{Bench, Common, LimitArguments, ModelArguments, Registers, TargetArguments};
use crate::corpora;
use crate::destination::Destination;
use crate::failure::Failure;
use crate::limits::start_run;
use crate::pipeline::Context;

/// How many words are played on a class unless the user says otherwise.
const USUAL_WORDS: usize = 100;

/// How long a row may take.
const LIMIT: Duration = Duration::from_secs(20);

/// Runs the suite. The answer is no if a result is contradicted.
pub fn run(options: &Bench, destination: Destination, common: &Common) -> Result<Verdict, Failure> {
    let cases = corpora::with_registers(&options.root)?;
    let classes = if options.quick { Vec::new() } else { memory_classes() };
    let total = cases.len() + classes.len();
    let mut step = steps(common);
    let mut rows = Vec::new();
    for (number, (name, path)) in cases.iter().enumerate() {
        step(&Step { number, total, what: name });
        rows.push(case(name, path, common)?);
    }
    let jdk = Jdk::find(None).ok();
    for (number, asked) in classes.iter().enumerate().filter(|_| jdk.is_some()) {
        step(&Step { number: cases.len() + number, total, what: &asked.class });
        rows.push(class(asked, options, jdk.as_ref(), common)?);
    }
    let report = MemoryReport::new(options.quick || jdk.is_none(), rows);
    destination.write(&rendered(&report, options.format))?;
    Ok(verdict(report.is_contradicted(), false))
}

fn limits() -> LimitArguments {
    LimitArguments::of_time(Some(LIMIT))
}

fn case(name: &str, path: &Path, common: &Common) -> Result<MemoryRow, Failure> {
    let began = Instant::now();
    let mut run = start_run(&limits(), common);
    let mut context = Context { registers: Registers::Auto, ..Context::new(&mut run, common) };
    let target = context.read(&TargetArguments { target: path.to_owned(), model: ModelArguments::default() })?;
    let found = context.synthesize(&Auto, &target).map_err(|unsupported| Failure::new(unsupported.to_string()))?;
    Ok(MemoryRow::of_case(name, began.elapsed().as_secs_f64(), &found.outcome))
}

fn class(asked: &Asked, options: &Bench, jdk: Option<&Jdk>, common: &Common) -> Result<MemoryRow, Failure> {
    let began = Instant::now();
    let claim = claim(asked, &mut start_run(&limits(), common), common)?;
    let seconds = began.elapsed().as_secs_f64();
    Ok(MemoryRow::of_class(asked, seconds, &claim, options.words.unwrap_or(USUAL_WORDS), jdk))
}
