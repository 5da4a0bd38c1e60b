//! `etiquette bench objects`: protocols of several objects, one after the other.

use std::time::{Duration, Instant};

use etiquette_bench::{GROUPS, Group, ObjectsReport, ObjectsRow, Step, processor_time};
use etiquette_synthesis::Auto;

use super::{rendered, steps};
use crate::Verdict;
use crate::arguments::{Bench, Common, JavaArguments, LimitArguments, ModelArguments, Registers, TargetArguments};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::limits::start_run;
use crate::pipeline::{Context, LeavingOut};

/// How long a group may take.
const LIMIT: Duration = Duration::from_secs(10);

/// Runs the suite.
pub fn run(options: &Bench, destination: Destination, common: &Common) -> Result<Verdict, Failure> {
    let groups = if options.quick { &GROUPS[..1] } else { &GROUPS[..] };
    let mut step = steps(common);
    let mut rows = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        step(&Step { number, total: groups.len(), what: group.name });
        rows.push(row(group, common)?);
    }
    destination.write(&rendered(&ObjectsReport::new(options.quick, rows), options.format))?;
    Ok(Verdict::Done)
}

/// What `synth` says about a group.
fn row(group: &Group, common: &Common) -> Result<ObjectsRow, Failure> {
    let (began, processor) = (Instant::now(), processor_time());
    let mut run = start_run(&LimitArguments::of_time(Some(LIMIT)), common);
    let may_leave_out = LeavingOut::Anything;
    let mut context =
        Context { may_idealise: true, may_leave_out, registers: Registers::Auto, ..Context::new(&mut run, common) };
    let target = context.read(&arguments(group))?;
    let found = context.synthesize(&Auto, &target).map_err(|unsupported| Failure::new(unsupported.to_string()))?;
    let times = (began.elapsed(), processor_time().saturating_sub(processor));
    let covered = found.target.component.methods.len();
    Ok(ObjectsRow::new(group, (times.0.as_secs_f64(), times.1.as_secs_f64()), (&found.outcome, covered)))
}

fn arguments(group: &Group) -> TargetArguments {
    let java = JavaArguments {
        roles: group.roles.iter().map(|role| (*role).to_owned()).collect(),
        errors: vec![group.error.to_owned()],
        ..JavaArguments::default()
    };
    TargetArguments { target: group.class.into(), model: ModelArguments { java, ..ModelArguments::default() } }
}
