//! `etiquette bench jars`: what is found out about the classes of a list, each in a process of its own.

use std::path::Path;
use std::process::{Command, ExitStatus, exit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use etiquette_bench::{
    Asked, Claim, Cost, JarsReport, Listener, MeasuredClass, measure_class, processor_time, run_jars,
};
use etiquette_java::jdk::Jdk;
use etiquette_outcome::StopReason;

use super::claim::{claim, silence_panics_of_claims};
use super::{list, process, rendered, step_on, verdict};
use crate::Verdict;
use crate::arguments::{Bench, Common, LimitArguments};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::limits::{cancel_on_interrupt, start_run};
use crate::memory;
use crate::progress::Board;

/// How much processor time a class may take unless the user says otherwise.
const USUAL_LIMIT: Duration = Duration::from_secs(60);

/// How many words are played on a class unless the user says otherwise.
const USUAL_WORDS: usize = 200;

/// What a class may take before its own limits end it.
const MOST_MEMORY: u64 = 2 << 30;

/// A process that takes more than this does not keep to its limits any more, and is ended.
const FAR_TOO_MUCH_MEMORY: u64 = 3 << 30;

/// How much longer than its limit a process may take: time for it to end by itself.
const GRACE: Duration = Duration::from_secs(30);

/// How many classes a quick run looks at.
const QUICK: usize = 3;

/// Runs the suite, or measures the one class that another process asks this one about. The answer is no if a result is
/// contradicted.
pub fn run(options: &Bench, destination: Destination, common: &Common) -> Result<Verdict, Failure> {
    let Some(path) = &options.list else {
        return Err(Failure::new("the suite `jars` needs a list of classes").help("name it with `--list`"));
    };
    let listed = list::read(path, options.jars.as_deref())?;
    if let Some(position) = options.only {
        let asked = listed.get(position).ok_or_else(|| Failure::new("the list has no such class"))?;
        destination.write(&format!("{}\n", measured_here(asked, options, common).to_json()))?;
        return Ok(Verdict::Done);
    }
    let report = in_processes(&listed, options, path, common)?;
    destination.write(&rendered(&report, options.format))?;
    Ok(verdict(report.contradicted().next().is_some(), report.is_interrupted()))
}

fn in_processes(listed: &[Asked], options: &Bench, list: &Path, common: &Common) -> Result<JarsReport, Failure> {
    let program =
        std::env::current_exe().map_err(|error| Failure::new(format!("can't start this program again: {error}")))?;
    let cancelled = cancel_on_interrupt();
    let shown = if options.quick { &listed[..listed.len().min(QUICK)] } else { listed };
    let mut measure = |position: usize, asked: &Asked| {
        let measured = in_process(&program, position, options, list, &cancelled);
        measured.unwrap_or_else(|why| MeasuredClass::without_answer(&asked.class, &why))
    };
    let board = Board::new(common);
    let (mut show, mut done) = (step_on(&board), |class: &MeasuredClass| board.write(&class.in_brief()));
    let listener = Listener { step: &mut show, done: &mut done, cancelled: Arc::clone(&cancelled) };
    let report = run_jars(shown, &mut measure, listener);
    Ok(JarsReport { quick: options.quick, ..report })
}

/// Asks another process about a class of the list.
fn in_process(
    program: &Path,
    position: usize,
    options: &Bench,
    list: &Path,
    cancelled: &AtomicBool,
) -> Result<MeasuredClass, String> {
    let mut command = Command::new(program);
    command.args(["--quiet", "bench", "jars", "--only", &position.to_string()]).arg("--list").arg(list);
    if let Some(jars) = &options.jars {
        command.arg("--jars").arg(jars);
    }
    if let Some(limit) = options.limit {
        command.arg("--limit").arg(limit.as_secs().max(1).to_string());
    }
    if let Some(words) = options.words {
        command.arg("--words").arg(words.to_string());
    }
    let answer = process::ask(&mut command, cancelled).map_err(|error| error.to_string())?;
    MeasuredClass::from_json(&answer.stdout).ok_or_else(|| no_answer(answer.status, &answer.stderr))
}

fn no_answer(status: ExitStatus, said: &str) -> String {
    let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing");
    format!("the process gave no answer ({status}): {last}")
}

/// Measures a class in this process.
fn measured_here(asked: &Asked, options: &Bench, common: &Common) -> MeasuredClass {
    let limit = options.limit.unwrap_or(USUAL_LIMIT);
    silence_panics_of_claims();
    keep_to_limits(asked.class.clone(), limit);
    // What is tried when depends on the time that is left, so the run has to know its limit.
    let limits = LimitArguments { memory: MOST_MEMORY, ..LimitArguments::of_time(Some(limit)) };
    let mut work_out = |asked: &Asked| {
        let claim = claim(asked, &mut start_run(&limits, common), common);
        claim.map(out_of_time).map_err(|failure| failure.summary())
    };
    let jdk = Jdk::find(None).ok();
    measure_class(asked, options.words.unwrap_or(USUAL_WORDS), jdk.as_ref(), &mut work_out, &cost)
}

/// Only the time that is up cancels a run here.
fn out_of_time(mut claim: Claim) -> Claim {
    if claim.outcome.stop == StopReason::Cancelled {
        claim.outcome.stop = StopReason::TimeLimit;
    }
    claim
}

fn cost() -> Cost {
    Cost { seconds: processor_time().as_secs_f64(), bytes: memory::peak() }
}

/// Cancels the run when its processor time is up, and ends the process, with an answer, when it takes far more than it
/// should: what asks a run whether to go on keeps to its limits; the rest may not.
fn keep_to_limits(class: String, limit: Duration) {
    let cancelled = cancel_on_interrupt();
    thread::spawn(move || {
        loop {
            thread::sleep(Duration::from_millis(50));
            let time = processor_time();
            cancelled.fetch_or(time > limit, Ordering::Relaxed);
            let why = match (time > limit + GRACE, memory::in_use() > FAR_TOO_MUCH_MEMORY) {
                (true, _) => "it does not keep to its time limit",
                (_, true) => "it does not keep to its memory limit",
                _ => continue,
            };
            let row = MeasuredClass { cost: Some(cost()), ..MeasuredClass::without_answer(&class, why) };
            // Nobody is left to be told if this fails.
            let _ = Destination::Stdout.write(&format!("{}\n", row.to_json()));
            exit(0);
        }
    });
}
