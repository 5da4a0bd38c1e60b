//! `etiquette refine`: an interface made to agree with a monitor's log.

use std::path::Path;

use etiquette_component::slices;
use etiquette_outcome::{Outcome, Run};
use etiquette_output::json;
use etiquette_synthesis::{Guarded, synthesize_in_steps};
use etiquette_using::experience::{Judgement, Log, Refined, counterexamples, judged, refined, text, without_luck};

use crate::Verdict;
use crate::arguments::{Common, Refine, TargetArguments};
use crate::destination::Destination;
use crate::failure::{Failure, warn};
use crate::limits::start_run;
use crate::source::{MAX_JSON_BYTES, display_name, read_interface, read_text};
use crate::target::{Target, read_target_until};
use crate::worked_out::work_out;

/// Runs the command.
pub fn run(options: &Refine, common: &Common) -> Result<Verdict, Failure> {
    check_options(options)?;
    let destination =
        options.destination.output.is_some().then(|| Destination::open(&options.destination)).transpose()?;
    let (outcome, enclosed) = read_interface(&options.interface)?;
    let written = read_text(&options.log, MAX_JSON_BYTES)?;
    let log = read_log(&options.log, &outcome, &written)?;
    let mut found = refined(&outcome, &log);
    let agrees = found.disagreements.is_empty();
    let mut judgements = None;
    if let Some(target) = options.target().filter(|_| !agrees) {
        let asked = ask(options, &target, &Seen { outcome: &outcome, log: &log, written: &written }, &found, common)?;
        found.outcome = asked.outcome;
        judgements = Some(asked.judgements);
    }
    Destination::Stdout.write(&text::render(&outcome, &log, &found, judgements.as_deref()))?;
    if let Some(destination) = destination {
        let kept = if agrees { enclosed } else { json::Enclosed::default() };
        destination.write(&json::render_enclosed(&found.outcome, &kept))?;
    }
    Ok(if agrees { Verdict::Done } else { Verdict::No })
}

fn check_options(options: &Refine) -> Result<(), Failure> {
    match options.work.java.only_for_classes().filter(|_| options.target.is_none()) {
        Some(option) => Err(Failure::new(format!("`{option}` is about the component, and none is named"))
            .help("name the class behind the interface, or leave the option out")),
        None if options.destination.force && options.destination.output.is_none() => {
            Err(Failure::new("`--force` is about a file, and none is named").help("name one with `--output`"))
        }
        None => Ok(()),
    }
}

fn read_log(path: &Path, outcome: &Outcome, text: &str) -> Result<Log, Failure> {
    Log::read(outcome.interface.alphabet(), text).map_err(|problem| {
        let place = format!("{}:{}:{}", display_name(path), problem.line, problem.column);
        Failure::new(format!("{place}: {}", problem.message)).help(problem.help)
    })
}

/// What was seen, and the interface that does not agree with it.
struct Seen<'a> {
    outcome: &'a Outcome,
    log: &'a Log,
    written: &'a str,
}

/// What the component says.
struct Asked {
    judgements: Vec<Judgement>,
    /// The interface that is worked out anew, and made to agree with what the component does not explain.
    outcome: Outcome,
}

fn ask(
    options: &Refine,
    arguments: &TargetArguments,
    seen: &Seen<'_>,
    found: &Refined,
    common: &Common,
) -> Result<Asked, Failure> {
    let mut run = start_run(&options.work.limits, common);
    let target = read_target_until(arguments, &run.interrupt())?;
    if target.component.name != seen.outcome.component {
        let message =
            format!("the interface is of `{}`, and this is `{}`", seen.outcome.component, target.component.name);
        return Err(Failure::new(message).help("name the component that the interface belongs to"));
    }
    if seen.outcome.guarantee.integers != options.work.numbers.integers.into() {
        return Err(Failure::new("one of the interface and the component has ideal integers, the other one has not")
            .help("name the `--integers` that the interface was worked out with"));
    }
    let judgements = judged(&target.component, seen.outcome, seen.log, &found.disagreements, &run);
    let anew = worked_out_anew(&target, seen, found, &mut run, common)?;
    let outcome = agreeing(options, &target, anew, seen, (&run, common))?;
    Ok(Asked { judgements, outcome })
}

/// Works the interface out; where no proof is found, by a learner that has to explain the words.
fn worked_out_anew(
    target: &Target,
    seen: &Seen<'_>,
    found: &Refined,
    run: &mut Run,
    common: &Common,
) -> Result<Outcome, Failure> {
    let unsupported = |why: String| Failure::new(format!("the interface can't be worked out anew: {why}"));
    let mut outcome = work_out(&target.component, run, common).map_err(unsupported)?;
    if !outcome.is_proved() {
        let slices = slices(&target.component);
        let log = counterexamples(&slices.exact.component, seen.outcome, seen.log, &found.disagreements);
        let learner = Guarded { log, ..Guarded::default() };
        let learned = synthesize_in_steps(&learner, &slices, run).map_err(|why| unsupported(why.to_string()))?;
        outcome = learned.0;
    }
    outcome.guarantee.assumptions.extend(target.assumptions.iter().cloned());
    target.limit(&mut outcome);
    Ok(outcome)
}

/// The new interface; what the component can't explain is learned from the log alone.
fn agreeing(
    options: &Refine,
    target: &Target,
    mut outcome: Outcome,
    seen: &Seen<'_>,
    (run, common): (&Run, &Common),
) -> Result<Outcome, Failure> {
    outcome.guarantee.integers = options.work.numbers.integers.into();
    let log = read_log(&options.log, &outcome, seen.written)?;
    let left = refined(&outcome, &log).disagreements;
    if left.is_empty() {
        return Ok(outcome);
    }
    let judgements = judged(&target.component, &outcome, &log, &left, run);
    let last = refined(&outcome, &without_luck(&log, &left, &judgements));
    if !last.disagreements.is_empty() {
        warn(
            "the component does not explain all of the log: the rest is learned from the log alone, and only tested",
            common,
        );
    }
    Ok(last.outcome)
}
