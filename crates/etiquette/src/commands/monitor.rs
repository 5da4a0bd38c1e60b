//! `etiquette monitor`: code that keeps clients to an interface.

mod shape;

use std::path::PathBuf;

use etiquette_applications::monitor::java::JavaOptions;
use etiquette_applications::monitor::{self, NoMonitor, java, rust};
use etiquette_outcome::Outcome;

use crate::Verdict;
use crate::arguments::{Common, Monitor, MonitorLanguage, first_given};
use crate::destination::Destination;
use crate::failure::{Failure, warn};
use crate::pipeline::{is_interface, read_version};
use shape::Seen;

/// Runs the command.
pub fn run(options: &Monitor, common: &Common) -> Result<Verdict, Failure> {
    check_options(options)?;
    let early = options.output_dir.is_none().then(|| Destination::open(&options.destination)).transpose()?;
    let target = options.work.target(options.interface.clone());
    let outcome = read_version(&target, &options.work.limits, common)?.outcome;
    let made = written(options, &outcome)?;
    made.losses.iter().for_each(|loss| warn(loss, common));
    let destination = match (early, &options.output_dir) {
        (None, Some(folder)) => Destination::open_in(folder, &made.path, options.destination.force, "--output-dir")?,
        (early, _) => early.unwrap_or(Destination::Stdout),
    };
    destination.write(&made.source)?;
    Ok(Verdict::Done)
}

fn check_options(options: &Monitor) -> Result<(), Failure> {
    let is_java = options.to == MonitorLanguage::Java;
    let given = first_given(&[
        ("--style", options.style.is_some()),
        ("--warn-doubtful", options.warn_doubtful),
        ("--name", options.name.is_some()),
        ("--package", options.package.is_some()),
        ("--class", options.class.is_some()),
    ]);
    match given.filter(|_| !is_java) {
        Some(option) => {
            Err(Failure::new(format!("`{option}` is about Java monitors")).help("leave it out, or use `--to java`"))
        }
        None => Ok(()),
    }
}

fn written(options: &Monitor, outcome: &Outcome) -> Result<monitor::Monitor, Failure> {
    match options.to {
        MonitorLanguage::Rust => rust::typestate(outcome).map_err(|why| no_rust(outcome, &why)),
        MonitorLanguage::RustDynamic => rust::dynamic(outcome).map_err(|why| no_rust(outcome, &why)),
        MonitorLanguage::Java => java_monitor(options, outcome),
    }
}

fn no_rust(outcome: &Outcome, why: &NoMonitor) -> Failure {
    let help = match outcome.roles.is_empty() {
        true => "make an interface with other registers, or with `--registers none`",
        false => "use `--to java`, or make an interface of one object, without `--with`",
    };
    Failure::new(format!("there is no Rust monitor for `{}`: {why}", outcome.component)).help(help)
}

fn java_monitor(options: &Monitor, outcome: &Outcome) -> Result<monitor::Monitor, Failure> {
    let mut target = options.work.target(class_target(options, outcome)?);
    // The class itself is looked at, and not what holds all of the objects.
    target.model.java.roles.clear();
    let calls = outcome.interface.alphabet().calls().iter().filter(|call| !call.constructor);
    let wanted: Vec<&str> = calls.map(|call| call.method.split('(').next().unwrap_or_default()).collect();
    let Seen { shape, notes } = shape::read(&target, options.package.as_deref(), &wanted, outcome.roles.first())?;
    let java_options = JavaOptions {
        name: options.name.clone(),
        package: options.package.clone(),
        style: options.style,
        warn_doubtful: options.warn_doubtful,
    };
    let made = java::monitor(outcome, &shape, &java_options).map_err(|why| {
        Failure::new(format!("there is no Java monitor for `{}`: {why}", outcome.component)).help(
            "use another `--style`, or work the interface out with `--methods` and `--new` for what clients can call",
        )
    })?;
    Ok(monitor::Monitor { losses: made.losses.into_iter().chain(notes).collect(), ..made })
}

/// Where the class is: a monitor has to know the types of results, which an interface does not tell.
fn class_target(options: &Monitor, outcome: &Outcome) -> Result<PathBuf, Failure> {
    if let Some(class) = &options.class {
        return Ok(class.clone());
    }
    let is_component = options.interface.extension().is_some_and(|extension| extension == "component");
    if is_component || !outcome.interface.alphabet().calls().iter().any(|call| call.constructor) {
        return Err(Failure::new(format!("`{}` is no Java class", outcome.component))
            .help("use `--to rust`, or name the class with `--class` whose objects are meant; calls of static methods can't be watched in Java"));
    }
    match is_interface(&options.interface) {
        false => Ok(options.interface.clone()),
        true => Ok(PathBuf::from(&outcome.component)),
    }
}
