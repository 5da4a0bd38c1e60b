//! `etiquette synth`: the main job, from a component to its interface.

use etiquette_synthesis::{Outcome, StopReason};

use super::render_for;
use crate::Verdict;
use crate::arguments::{Common, Synth};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::limits::start_run;
use crate::source::display_name;
use crate::target::read_target;

/// Runs the command.
pub fn run(options: &Synth, common: &Common) -> Result<Verdict, Failure> {
    let target = read_target(&options.target)?;
    let destination = Destination::open(&options.destination)?;
    let sliced = target.slice();
    let engine = options.engine.engine();
    let mut run = start_run(&options.limits, common);
    run.minimise = !options.no_minimise;
    run.serial = options.serial;
    let mut outcome = engine.synthesize(&sliced.component, &mut run).map_err(|unsupported| {
        Failure::new(format!(
            "the engine `{}` can't take {}: {unsupported}",
            engine.name(),
            display_name(&options.target.target)
        ))
        .help(target.help_with_values())
    })?;
    drop(run);
    outcome.guarantee.assumptions.extend(target.assumptions);
    outcome.statistics.insert("variables dropped".into(), sliced.dropped.len() as u64);
    finish(outcome, options, destination, common)
}

fn finish(outcome: Outcome, options: &Synth, destination: Destination, common: &Common) -> Result<Verdict, Failure> {
    let text = render_for(&outcome, options.format.0, &destination, common);
    destination.write(&text)?;
    Ok(if outcome.stop == StopReason::Done { Verdict::Done } else { Verdict::Inconclusive })
}
