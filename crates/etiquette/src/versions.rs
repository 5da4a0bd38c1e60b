//! A version of an interface: read from JSON, or worked out on the spot as `synth` does.

use std::path::Path;

use etiquette_component::Component;
use etiquette_outcome::{Outcome, StopReason};
use etiquette_synthesis::{Auto, synthesize_in_steps};

use crate::arguments::{Common, LimitArguments, TargetArguments};
use crate::confirm::{Confirmation, confirm};
use crate::failure::{Failure, warn};
use crate::limits::start_run;
use crate::progress;
use crate::source::{display_name, read_interface};
use crate::target::read_target_until;

/// An interface, and the component if it was worked out.
pub struct Version {
    pub outcome: Outcome,
    pub component: Option<Component>,
}

/// Whether the path names an interface, and nothing has to be worked out.
pub fn is_interface(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "json")
}

/// Reads an interface, or works out that of a target.
pub fn read_version(arguments: &TargetArguments, limits: &LimitArguments, common: &Common) -> Result<Version, Failure> {
    match is_interface(&arguments.target) {
        true => read_interface(&arguments.target).map(|(outcome, _)| Version { outcome, component: None }),
        false => work_out(arguments, limits, common),
    }
}

fn work_out(arguments: &TargetArguments, limits: &LimitArguments, common: &Common) -> Result<Version, Failure> {
    let mut run = start_run(limits, common);
    let target = read_target_until(arguments, &run.interrupt())?;
    let slices = target.slices();
    let found = synthesize_in_steps(&Auto, &slices, &mut run).map_err(|unsupported| {
        let subject = display_name(&arguments.target);
        Failure::new(format!("the interface of {subject} can't be worked out: {unsupported}"))
            .help(target.help_with_values())
    });
    let (mut outcome, slice) = found?;
    outcome.guarantee.assumptions.extend(target.assumptions.iter().cloned());
    outcome.guarantee.integers = arguments.numbers.integers.into();
    let mut show = progress::messages(common);
    let watch = &mut |done: usize, total: usize| show(&format!("check: {done} of {total} obligations"));
    match confirm(&mut outcome, &slice.component, run.interrupt(), watch) {
        Confirmation::Rejected(why) => {
            warn(&format!("the checker does not accept a proof, so it does not count: {why}"), common)
        }
        Confirmation::Unfinished(_) => outcome.stop = run.look().err().unwrap_or(StopReason::TimeLimit),
        Confirmation::Accepted | Confirmation::NothingToCheck => {}
    }
    target.limit(&mut outcome);
    Ok(Version { outcome, component: Some(target.component) })
}
