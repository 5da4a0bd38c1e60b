//! `etiquette refine`: an interface made to agree with a monitor's log.

use std::path::Path;

use etiquette_applications::experience::{
    Disagreement, Judgement, Log, Refined, counterexamples, judged, refined, text, without_luck,
};
use etiquette_automata::Unreadable;
use etiquette_outcome::Outcome;
use etiquette_output::json::{Enclosed, render_enclosed};
use etiquette_synthesis::{Auto, Guarded, Unsupported};

use crate::Verdict;
use crate::arguments::{Common, Refine, Registers, TargetArguments};
use crate::destination::Destination;
use crate::failure::{Failure, warn};
use crate::limits::start_run;
use crate::pipeline::{Context, Found, Target};
use crate::source::{MAX_JSON_BYTES, display_name, read_interface, read_text};

/// Runs the command.
pub fn run(options: &Refine, common: &Common) -> Result<Verdict, Failure> {
    check_options(options)?;
    let destination =
        options.destination.output.is_some().then(|| Destination::open(&options.destination)).transpose()?;
    let (outcome, mut enclosed) = read_interface(&options.interface)?;
    let written = read_text(&options.log, MAX_JSON_BYTES)?;
    let log = read_log(&options.log, &outcome, &written)?;
    let mut found = refined(&outcome, &log).map_err(|problem| unreadable(&options.interface, &problem))?;
    let agrees = found.disagreements.is_empty();
    let mut judgements = None;
    if !agrees {
        enclosed = Enclosed::default();
    }
    if let Some(arguments) = options.target().filter(|_| !agrees) {
        let (outcome, log, written, disagreements) = (&outcome, &log, written.as_str(), &found.disagreements[..]);
        let question = Question { options, arguments, outcome, log, written, disagreements };
        let asked = question.ask(common)?;
        (found.outcome, found.stuck, enclosed) = (asked.outcome, asked.stuck, asked.enclosed);
        judgements = Some(asked.judgements);
    }
    Destination::Stdout.write(&text::render(&outcome, &log, &found, judgements.as_deref()))?;
    if let Some(destination) = destination {
        destination.write(&render_enclosed(&found.outcome, &enclosed))?;
    }
    Ok(if agrees { Verdict::Done } else { Verdict::No })
}

fn check_options(options: &Refine) -> Result<(), Failure> {
    match options.work.model.java.only_for_classes().filter(|_| options.target.is_none()) {
        Some(option) => Err(Failure::new(format!("`{option}` is about the component, and none is named"))
            .help("name the class behind the interface, or leave the option out")),
        None if options.destination.force && options.destination.output.is_none() => {
            Err(Failure::new("`--force` is about a file, and none is named").help("name one with `--output`"))
        }
        None => Ok(()),
    }
}

fn unreadable(path: &Path, problem: &Unreadable) -> Failure {
    Failure::new(format!("{}: {problem}", display_name(path)))
        .help("interfaces are written by `etiquette synth … --format json`")
}

fn read_log(path: &Path, outcome: &Outcome, text: &str) -> Result<Log, Failure> {
    Log::read(outcome.interface.alphabet(), text).map_err(|problem| {
        let place = format!("{}:{}:{}", display_name(path), problem.line, problem.column);
        Failure::new(format!("{place}: {}", problem.message)).help(problem.help)
    })
}

/// What the component is asked: which interface does not agree with which log, and where.
struct Question<'a> {
    options: &'a Refine,
    arguments: TargetArguments,
    outcome: &'a Outcome,
    log: &'a Log,
    /// The log as it was read.
    written: &'a str,
    disagreements: &'a [Disagreement],
}

/// What the component says.
struct Asked {
    judgements: Vec<Judgement>,
    /// The interface that is worked out anew, and made to agree with what the component does not explain.
    outcome: Outcome,
    /// What could not be made to agree.
    stuck: Vec<Disagreement>,
    enclosed: Enclosed,
}

impl Question<'_> {
    fn ask(&self, common: &Common) -> Result<Asked, Failure> {
        let mut run = start_run(&self.options.work.limits, common);
        let mut context = Context::new(&mut run, common);
        let target = context.read(&self.arguments)?;
        self.refuse_strangers(&target)?;
        let has_registers = !self.outcome.interface.memory().is_empty();
        let target = if has_registers { target } else { target.with_results_of(&self.outcome.interface)? };
        let judgements = judged(&target.component, self.outcome, self.log, self.disagreements, context.run);
        let found = self
            .synthesize(&target, &mut context)
            .map_err(|why| Failure::new(format!("the interface can't be worked out anew: {why}")))?;
        let (found, enclosed) = self.agreeing(&target, found, &context)?;
        Ok(Asked { judgements, outcome: found.outcome, stuck: found.stuck, enclosed })
    }

    fn refuse_strangers(&self, target: &Target) -> Result<(), Failure> {
        let (recorded, found) = (&self.outcome.component, &target.component.name);
        if recorded != found {
            return Err(Failure::new(format!("the interface is of `{recorded}`, and this is `{found}`"))
                .help("name the component that the interface belongs to"));
        }
        if self.outcome.guarantee.integers != target.integers {
            return Err(Failure::new(
                "one of the interface and the component has ideal integers, the other one has not",
            )
            .help("name the `--integers` that the interface was worked out with"));
        }
        Ok(())
    }

    /// Works the interface out; where no proof is found, by a learner that has to explain the words.
    fn synthesize(&self, target: &Target, context: &mut Context<'_>) -> Result<Found, Unsupported> {
        if !self.outcome.interface.memory().is_empty() {
            context.registers = Registers::Auto;
            return context.synthesize(&Auto, target);
        }
        let found = context.synthesize_as_given(&Auto, target)?;
        if found.outcome.is_proved() {
            return Ok(found);
        }
        let component = target.slices().exact.component;
        let log = counterexamples(&component, self.outcome, self.log, self.disagreements);
        context.coarse_first = false;
        context.synthesize_as_given(&Guarded { log, ..Guarded::default() }, target)
    }

    /// The new interface; what the component can't explain is learned from the log alone, and then there is no proof to
    /// enclose.
    fn agreeing(&self, target: &Target, found: Found, context: &Context<'_>) -> Result<(Refined, Enclosed), Failure> {
        let log = read_log(&self.options.log, &found.outcome, self.written)?;
        let unread = |problem| unreadable(&self.options.interface, &problem);
        let left = refined(&found.outcome, &log).map_err(unread)?.disagreements;
        let judgements = judged(&target.component, &found.outcome, &log, &left, context.run);
        let last = refined(&found.outcome, &without_luck(&log, &left, &judgements)).map_err(unread)?;
        if last.disagreements.is_empty() {
            let enclosed = found.enclosed(&self.arguments, context.common);
            return Ok((last, enclosed));
        }
        warn(
            "the component does not explain all of the log: the rest is learned from the log alone, and only tested",
            context.common,
        );
        Ok((last, Enclosed::default()))
    }
}
