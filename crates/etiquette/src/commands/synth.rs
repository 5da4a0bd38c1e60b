//! `etiquette synth`: the main job, from a component to its interface.
//!
//! What an engine calls proved is put before the checker first; what the checker does not accept is not called proved.

use etiquette_certificates::{smt_lib, to_json};
use etiquette_component::{Component, Slice};
use etiquette_outcome::{Outcome, Run, StopReason, without_dead_ends};
use etiquette_output::json::Enclosed;
use etiquette_synthesis::{Engine, synthesize_in_steps};

use super::{Finding, render_for, side_by_side};
use crate::Verdict;
use crate::arguments::{Common, DestinationArguments, EngineName, IntegersName, Synth};
use crate::confirm::{Confirmation, confirm, count_unchecked};
use crate::destination::Destination;
use crate::failure::{Failure, warn};
use crate::limits::start_run;
use crate::origin;
use crate::predicates::chosen_game;
use crate::progress;
use crate::source::display_name;
use crate::target::{Target, read_target_until};

/// Runs the command.
pub fn run(options: &Synth, common: &Common) -> Result<Verdict, Failure> {
    check_options(options)?;
    let places = Places::open(options)?;
    let mut run = start_run(&options.limits, common);
    let target = read_target_until(&options.target, &run.interrupt())?;
    run.minimise = !options.no_minimise;
    run.serial = options.serial;
    run.abstraction_limit = options.max_abstract_states;
    if let Some(parts) = side_by_side::parts(options, &target)? {
        return parts.run(options, &target, &mut run, places.result, common);
    }
    let (outcome, sliced, confirmation) = work_out(options, &target, &mut run, common)?;
    drop(run);
    let enclosed = enclosed(options, &outcome, &sliced.component, common);
    let finding = Finding { outcome: &outcome, enclosed: &enclosed };
    let text = render_for(&finding, options.format.0, &places.result, common)?;
    let has_certificate = places.write(&text, &outcome, common)?;
    report(&confirmation, common);
    target.advice_on_errors(&outcome).into_iter().for_each(|advice| warn(advice, common));
    Ok(if outcome.is_proved() && has_certificate { Verdict::Done } else { Verdict::Inconclusive })
}

/// Works out the interface and has it checked; gives the slice that it is of, too.
pub fn work_out(
    options: &Synth,
    target: &Target,
    run: &mut Run,
    common: &Common,
) -> Result<(Outcome, Slice, Confirmation), Failure> {
    let (mut outcome, sliced) = synthesize(options, target, run, common)?;
    let confirmation = check(options, &mut outcome, &sliced.component, run, common);
    target.limit(&mut outcome);
    if options.serial && !outcome.guarantee.serial {
        outcome = without_dead_ends(outcome);
    }
    if !outcome.is_proved() && options.target.numbers.integers == IntegersName::Wrap {
        outcome.statistics.insert("steps that can overflow".into(), target.overflowing_steps());
    }
    Ok((outcome, sliced, confirmation))
}

fn check_options(options: &Synth) -> Result<(), Failure> {
    if options.certificate.is_some() && !options.engine.makes_certificates() {
        let name = options.engine.engine().name();
        return Err(Failure::new(format!("the engine `{name}` makes no certificates"))
            .help("use `--engine certified` with `--certificate`"));
    }
    if let Some(option) = options.game.given().filter(|_| options.engine != EngineName::Game) {
        return Err(Failure::new(format!("`{option}` is about predicates, and only the engine `game` takes them"))
            .help("add `--engine game`"));
    }
    if options.scheme.is_some() && options.engine != EngineName::MayMust {
        return Err(Failure::new("`--scheme` is about the engine `maymust`").help("add `--engine maymust`"));
    }
    if options.full && options.engine != EngineName::Witness {
        return Err(Failure::new("`--full` is about the engine `witness`").help("add `--engine witness`"));
    }
    if let Some(option) = options.guarded.given().filter(|_| options.engine != EngineName::Guarded) {
        return Err(Failure::new(format!("`{option}` is about the engine `guarded`")).help("add `--engine guarded`"));
    }
    if options.chosen_engine().is_none() {
        let name = options.engine.engine().name();
        return Err(Failure::new(format!("the engine `{name}` has no version on decision diagrams"))
            .help("use `--engine direct`, `learn` or `refine` with `--representation bdd`"));
    }
    Ok(())
}

/// Where the result and the certificate go.
struct Places {
    result: Destination,
    certificate: Option<Destination>,
}

impl Places {
    fn open(options: &Synth) -> Result<Self, Failure> {
        let DestinationArguments { output, force } = &options.destination;
        let force_is_for_certificate = options.certificate.is_some() && output.is_none();
        let result = DestinationArguments { output: output.clone(), force: *force && !force_is_for_certificate };
        let certificate = options.certificate.clone();
        let certificate = certificate.map(|path| DestinationArguments { output: Some(path), force: *force });
        Ok(Places {
            result: Destination::open(&result)?,
            certificate: certificate.map(|arguments| Destination::open(&arguments)).transpose()?,
        })
    }

    /// Writes both; says whether nothing that was asked for is missing.
    fn write(self, text: &str, outcome: &Outcome, common: &Common) -> Result<bool, Failure> {
        self.result.write(text)?;
        let Some(destination) = self.certificate else { return Ok(true) };
        let Some(evidence) = &outcome.evidence else {
            warn("no certificate was written: there is no proof to write down", common);
            return Ok(false);
        };
        let script = smt_lib(&evidence.component, &outcome.interface, &evidence.certificate);
        let script =
            script.map_err(|malformed| Failure::new(format!("the certificate can't be written: {malformed}")))?;
        destination.write(&script)?;
        Ok(true)
    }
}

/// Works out the interface; gives the slice that it is of, too. Engines that make no proofs have no use for a coarse slice.
fn synthesize(options: &Synth, target: &Target, run: &mut Run, common: &Common) -> Result<(Outcome, Slice), Failure> {
    let mut slices = target.slices();
    if options.serial || !options.engine.certifies() {
        slices.coarse = None;
    }
    let (game, guarded);
    let engine: &dyn Engine = match options.engine {
        EngineName::Game => {
            game = chosen_game(&options.game, &target.component, &slices.exact, common)?;
            &game
        }
        EngineName::Guarded => {
            guarded = options.guarded.engine();
            &guarded
        }
        _ => options.chosen_engine().unwrap_or_else(|| options.engine.engine()),
    };
    let found = synthesize_in_steps(engine, &slices, run).map_err(|unsupported| {
        let subject = display_name(&options.target.target);
        Failure::new(format!("the engine `{}` can't take {subject}: {unsupported}", engine.name()))
            .help(target.help_with_values())
    });
    let (mut outcome, slice) = found?;
    outcome.guarantee.assumptions.extend(target.assumptions.iter().cloned());
    outcome.guarantee.integers = options.target.numbers.integers.into();
    outcome.statistics.insert("variables dropped".into(), slice.dropped.len() as u64);
    Ok((outcome, slice.clone()))
}

fn check(options: &Synth, outcome: &mut Outcome, component: &Component, run: &Run, common: &Common) -> Confirmation {
    if options.no_check {
        count_unchecked(outcome);
        return Confirmation::NothingToCheck;
    }
    let mut show = progress::messages(common);
    let watch = &mut |done: usize, total: usize| show(&format!("check: {done} of {total} obligations"));
    let confirmation = confirm(outcome, component, run.interrupt(), watch);
    if matches!(confirmation, Confirmation::Unfinished(_)) {
        outcome.stop = run.look().err().unwrap_or(StopReason::TimeLimit);
    }
    confirmation
}

/// Says what the checker did not accept. The result says so, too, but not why.
pub fn report(confirmation: &Confirmation, common: &Common) {
    match confirmation {
        Confirmation::Rejected(why) => {
            let what = "this is an error of the program: its checker does not accept the proof that it found";
            Failure::new(format!("{what}: {why}")).help("please report it, with the input").print(common);
        }
        Confirmation::Unfinished(why) => warn(&format!("the proof could not be checked: {why}"), common),
        Confirmation::Accepted | Confirmation::NothingToCheck => {}
    }
}

/// What JSON keeps beside the outcome.
fn enclosed(options: &Synth, outcome: &Outcome, component: &Component, common: &Common) -> Enclosed {
    let source = Some(origin::source(&options.target, component));
    let written = outcome
        .evidence
        .as_ref()
        .map(|evidence| to_json(&evidence.component, &outcome.interface, &evidence.certificate));
    match written.transpose() {
        Ok(certificate) => Enclosed { source, certificate },
        Err(unreadable) => {
            warn(&format!("the certificate can't be kept in JSON: {unreadable}"), common);
            Enclosed { source, certificate: None }
        }
    }
}
