//! A version of an interface: read from JSON, or worked out on the spot as `synth` does.

use std::path::Path;

use etiquette_component::Component;
use etiquette_outcome::Outcome;
use etiquette_synthesis::Auto;

use super::{Confirmation, Context};
use crate::arguments::{Common, LimitArguments, Registers, TargetArguments};
use crate::failure::{Failure, warn};
use crate::limits::start_run;
use crate::source::{display_name, read_interface};

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
    let mut context = Context { registers: Registers::Auto, ..Context::new(&mut run, common) };
    let target = context.read(arguments)?;
    let found = context.synthesize(&Auto, &target).map_err(|unsupported| {
        let subject = display_name(&arguments.target);
        Failure::new(format!("the interface of {subject} can't be worked out: {unsupported}"))
            .help(target.help_with_values())
    })?;
    if let Confirmation::Rejected(why) = &found.confirmation {
        warn(&format!("the checker does not accept a proof, so it does not count: {why}"), common);
    }
    let component = target.with_results_of(&found.outcome.interface)?.component;
    Ok(Version { outcome: found.outcome, component: Some(component) })
}
