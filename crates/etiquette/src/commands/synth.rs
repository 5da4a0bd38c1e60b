//! `etiquette synth`: the main job, from a component to its interface.
//!
//! What an engine calls proved is put before the checker first; what the checker does not accept is not called proved.

use std::path::PathBuf;

use etiquette_certificates::smt_lib;
use etiquette_outcome::Outcome;
use etiquette_synthesis::Engine;

use super::{labelings, render_for, split};
use crate::Verdict;
use crate::arguments::{Common, EngineName, Numbers, Registers, Synth};
use crate::destination::Destination;
use crate::failure::{Failure, warn};
use crate::limits::start_run;
use crate::pipeline::{Context, Found, LeavingOut, Target, read_class};
use crate::predicates::{chosen_game, results_asked};
use crate::replay::no_class_to_replay;
use crate::source::display_name;
use crate::witnesses;

/// Runs the command.
pub fn run(options: &Synth, common: &Common) -> Result<Verdict, Failure> {
    check_options(options)?;
    if options.replay && read_class(&options.target)?.is_none() {
        return Err(no_class_to_replay());
    }
    let places = Places::open(options)?;
    if options.labelings {
        return labelings::run(options, places.result, common);
    }
    let mut run = start_run(&options.limits, common);
    run.minimise = !options.no_minimise;
    run.serial = options.serial;
    run.abstraction_limit = options.max_abstract_states;
    let coarse_first = options.engine.certifies();
    let may_idealise = coarse_first && !options.serial && options.target.model.integers == Numbers::Auto;
    let java = &options.target.model.java;
    let may_leave_out = match (coarse_first && !options.serial, java.methods.is_empty(), java.constructors.is_empty()) {
        (true, true, true) => LeavingOut::Anything,
        (true, false, true) => LeavingOut::Constructors,
        _ => LeavingOut::Nothing,
    };
    let check_proofs = !options.no_check;
    let registers = if coarse_first && !options.serial { options.registers.clone() } else { Registers::None };
    let mut context =
        Context { run: &mut run, common, coarse_first, check_proofs, may_idealise, may_leave_out, registers };
    let target = context.read(&options.target)?;
    if let Some(parts) = split::parts(options, &target)? {
        return parts.run(options, &target, &mut context, places.result);
    }
    let mut found = synthesize(options, &target, &mut context)?;
    let parts = split::side_by_side(options, &target, &found.outcome, &mut context, &places.result)?;
    drop(run);
    if options.replay {
        witnesses::replay(&mut found.outcome, found.slice.as_called(), &options.target)?;
    }
    let enclosed = found.enclosed(&options.target, common);
    let text = match parts {
        Some(parts) => parts,
        None => render_for(&found.outcome, &enclosed, options.format, &places.result, common)?,
    };
    let has_certificate = places.write(&text, &found.outcome, common)?;
    found.report_confirmation(common);
    target.advice(&found.outcome).into_iter().for_each(|advice| warn(advice, common));
    Ok(if found.outcome.is_proved() && has_certificate { Verdict::Done } else { Verdict::Inconclusive })
}

/// Works out the interface with the engine that was asked for.
pub fn synthesize(options: &Synth, target: &Target, context: &mut Context<'_>) -> Result<Found, Failure> {
    if let Registers::Named(names) = &context.registers.clone() {
        return context.synthesize_with(target, names);
    }
    let asked = results_asked(&options.game, target)?;
    let (target, game) = asked.as_ref().map_or((target, &options.game), |(target, game)| (target, game));
    let engine: Box<dyn Engine> = match options.engine {
        EngineName::Game => Box::new(chosen_game(game, target, context.common)?),
        _ => options.chosen_engine().unwrap_or_else(|| options.engine.engine()),
    };
    // Outcomes that were asked for are the ones that there are.
    let synthesize = if asked.is_some() { Context::synthesize_as_given } else { Context::synthesize };
    synthesize(context, engine.as_ref(), target).map_err(|unsupported| {
        let subject = display_name(&options.target.target);
        Failure::new(format!("the engine `{}` can't take {subject}: {unsupported}", engine.name()))
            .help(target.help_with_values())
    })
}

fn check_options(options: &Synth) -> Result<(), Failure> {
    let (name, _) = options.engine.described();
    if options.certificate.is_some() && !options.engine.makes_certificates() {
        return Err(Failure::new(format!("the engine `{name}` makes no certificates"))
            .help("use `--engine certified` with `--certificate`"));
    }
    if matches!(options.registers, Registers::Named(_)) && (!options.engine.certifies() || options.serial) {
        return Err(Failure::new("registers are for the engines `auto` and `certified`, and not for `--serial`")
            .help("leave `--registers` out, or the other option"));
    }
    let predicates = "is about predicates, and only the engine `game` takes them";
    let only_for = [
        (options.game.given(), EngineName::Game, predicates),
        (options.scheme.map(|_| "--scheme"), EngineName::MayMust, "is about the engine `maymust`"),
        (options.bound.map(|_| "--bound"), EngineName::MayMust, "is about the engine `maymust`"),
        (options.full.then_some("--full"), EngineName::Witness, "is about the engine `witness`"),
        (options.labelings.then_some("--labelings"), EngineName::Witness, "is about the engine `witness`"),
        (options.guarded.given(), EngineName::Guarded, "is about the engine `guarded`"),
    ];
    for (given, engine, about) in only_for {
        if let Some(option) = given.filter(|_| options.engine != engine) {
            return Err(
                Failure::new(format!("`{option}` {about}")).help(format!("add `--engine {}`", engine.described().0))
            );
        }
    }
    if options.chosen_engine().is_none() {
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
        let certificate = options.certificate.as_ref();
        let open = |path: &PathBuf| Destination::open(&options.destination.other(path));
        Ok(Places {
            result: Destination::open(&options.destination.among_others(certificate.is_some()))?,
            certificate: certificate.map(open).transpose()?,
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
