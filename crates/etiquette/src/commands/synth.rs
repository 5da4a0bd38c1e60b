//! `etiquette synth`: the main job, from a component to its interface.
//!
//! What an engine calls proved is put before the checker first; what the checker does not accept is not called proved.

use etiquette_certificates::{smt_lib, to_json};
use etiquette_component::{Component, Slice, summarise};
use etiquette_output::json::Enclosed;
use etiquette_synthesis::{Assumption, Engine, Outcome, Run, StopReason, without_dead_ends};

use super::{Finding, render_for};
use crate::Verdict;
use crate::arguments::{Common, DestinationArguments, EngineName, IntegersName, Synth};
use crate::confirm::{Confirmation, confirm, count_unchecked, is_conclusive};
use crate::destination::Destination;
use crate::failure::{Failure, warn};
use crate::limits::start_run;
use crate::origin;
use crate::predicates::chosen_game;
use crate::progress;
use crate::source::display_name;
use crate::target::{Target, read_target};

/// Runs the command.
pub fn run(options: &Synth, common: &Common) -> Result<Verdict, Failure> {
    check_options(options)?;
    let target = read_target(&options.target)?;
    let places = Places::open(options)?;
    let mut run = start_run(&options.limits, common);
    run.minimise = !options.no_minimise;
    run.serial = options.serial;
    run.abstraction_limit = options.max_abstract_states;
    let (mut outcome, sliced) = synthesize_in_steps(options, &target, &mut run, common)?;
    let confirmation = check(options, &mut outcome, &sliced.component, &run, common);
    drop(run);
    if options.serial && !outcome.guarantee.serial {
        outcome = without_dead_ends(outcome);
    }
    if !is_conclusive(&outcome) && options.target.integers == IntegersName::Wrap {
        outcome.statistics.insert("steps that can overflow".into(), target.overflowing_steps());
    }
    let enclosed = enclosed(options, &outcome, &sliced.component, common);
    let finding = Finding { outcome: &outcome, enclosed: &enclosed };
    let text = render_for(&finding, options.format.0, &places.result, common);
    let has_certificate = places.write(&text, &outcome, common)?;
    report(&confirmation, common);
    Ok(if is_conclusive(&outcome) && has_certificate { Verdict::Done } else { Verdict::Inconclusive })
}

fn check_options(options: &Synth) -> Result<(), Failure> {
    if options.certificate.is_some() && !options.engine.certifies() {
        let name = options.engine.engine().name();
        return Err(Failure::new(format!("the engine `{name}` makes no certificates"))
            .help("use `--engine certified` with `--certificate`"));
    }
    if let Some(option) = options.game.given().filter(|_| options.engine != EngineName::Game) {
        return Err(Failure::new(format!("`{option}` is about predicates, and only the engine `game` takes them"))
            .help("add `--engine game`"));
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

/// Tries a coarse slice first, where there is one and the engine proves what it says: what is proved of it holds of the component as well.
fn synthesize_in_steps(
    options: &Synth,
    target: &Target,
    run: &mut Run,
    common: &Common,
) -> Result<(Outcome, Slice), Failure> {
    let mut slices = target.slices();
    let exact = slices.pop().expect("at least the exact slice");
    if let Some(coarse) = slices.pop().filter(|_| options.engine.certifies() && !options.serial) {
        run.thorough = false;
        let outcome = synthesize_with(&etiquette_synthesis::Certified, options, target, &coarse, run)?;
        run.thorough = true;
        if is_conclusive(&outcome) {
            let ended = loops_taken_to_end(&exact.component, &coarse.component);
            let mut outcome = with_assumptions(outcome, ended);
            // Which outcomes can happen is not known any more.
            outcome.guarantee.full = false;
            if options.engine == EngineName::Auto {
                outcome.engine.push_str(" (auto: outcomes make no difference)");
            }
            return Ok((outcome, coarse));
        }
    }
    let outcome = match options.engine {
        EngineName::Game => {
            let game = chosen_game(&options.game, &target.component, &exact, common)?;
            synthesize_with(&game, options, target, &exact, run)?
        }
        _ => {
            let engine = options.chosen_engine().unwrap_or_else(|| options.engine.engine());
            synthesize_with(engine, options, target, &exact, run)?
        }
    };
    Ok((outcome, exact))
}

fn with_assumptions(mut outcome: Outcome, more: Vec<Assumption>) -> Outcome {
    outcome.guarantee.assumptions.extend(more);
    outcome
}

/// Methods whose loops are not in the coarse slice: there, a call is taken to return.
fn loops_taken_to_end(exact: &Component, coarse: &Component) -> Vec<Assumption> {
    let loops = |component: &Component| -> Vec<bool> {
        let mut component = component.clone();
        (0..component.methods.len()).map(|method| !summarise(&mut component, method).is_loop_free()).collect()
    };
    let methods = exact.methods.iter().zip(loops(exact).into_iter().zip(loops(coarse)));
    let ended = methods.filter(|(_, (before, after))| *before && !after);
    let assumption = |name: &str| Assumption {
        text: format!("loops in `{name}` that no error depends on come to an end"),
        at: Some(name.into()),
    };
    ended.map(|(method, _)| assumption(&method.name)).collect()
}

fn synthesize_with(
    engine: &dyn Engine,
    options: &Synth,
    target: &Target,
    sliced: &Slice,
    run: &mut Run,
) -> Result<Outcome, Failure> {
    let mut outcome = engine.synthesize(&sliced.component, run).map_err(|unsupported| {
        Failure::new(format!(
            "the engine `{}` can't take {}: {unsupported}",
            engine.name(),
            display_name(&options.target.target)
        ))
        .help(target.help_with_values())
    })?;
    outcome.guarantee.assumptions.extend(target.assumptions.iter().cloned());
    outcome.guarantee.integers = options.target.integers.into();
    outcome.statistics.insert("variables dropped".into(), sliced.dropped.len() as u64);
    Ok(outcome)
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
fn report(confirmation: &Confirmation, common: &Common) {
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
