//! `etiquette diff`: what changed between two versions of an interface.

mod archives;
mod replay;
mod witnesses;

use etiquette_applications::diff::{self, Components, diff_tried, json, markdown, text};
use serde_json::json;

use crate::Verdict;
use crate::arguments::{Common, Diff, DiffFormat, LimitArguments};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::given_interface::as_asked_by;
use crate::limits::start_run;
use crate::pipeline::{Version, is_interface, read_version};
use archives::is_archive;

/// Runs the command.
pub fn run(options: &Diff, common: &Common) -> Result<Verdict, Failure> {
    check_options(options)?;
    let destination = Destination::open(&options.destination.among_others(true))?;
    match (is_archive(&options.old), is_archive(&options.new)) {
        (true, true) if options.replay => Err(Failure::new("`--replay` is about single classes, and these are many")
            .help("name a class, and where it is with `--old-classpath` and `--new-classpath`")),
        (true, true) => archives::run(options, destination, common),
        (false, false) => run_single(options, destination, common),
        _ => Err(Failure::new("one version has many classes, and the other is a single one")
            .help("compare two jars or folders, or name the class with `--old-classpath` and `--new-classpath`")),
    }
}

fn check_options(options: &Diff) -> Result<(), Failure> {
    let both_are_read = is_interface(&options.old) && is_interface(&options.new);
    if let Some(option) = options.work.model.java.only_for_classes().filter(|_| both_are_read) {
        return Err(Failure::new(format!(
            "`{option}` is about how an interface is worked out, and both are there already"
        ))
        .help("leave it out, or name the classes in place of the interfaces"));
    }
    if options.destination.force && options.destination.output.is_none() && options.witness_dir.is_none() {
        return Err(Failure::new("`--force` is about files, and none is named")
            .help("name one with `--output`, or a folder with `--witness-dir`"));
    }
    Ok(())
}

fn run_single(options: &Diff, destination: Destination, common: &Common) -> Result<Verdict, Failure> {
    let limits = &options.work.limits;
    let (old, new) = (options.old_target(options.old.clone()), options.new_target(options.new.clone()));
    let old = read_version(&as_asked_by(Some(&options.new), &old), limits, common)?;
    let new = read_version(&as_asked_by(Some(&options.old), &new), limits, common)?;
    let mut found = compared(&old, &new, limits, common)?;
    if options.replay {
        replay::replay(options, &mut found, (&old, &new))?;
    }
    witnesses::write(options, std::slice::from_ref(&found), common)?;
    let written = match options.format {
        DiffFormat::Text => text::render(&found),
        DiffFormat::Markdown => markdown::render(&found),
        DiffFormat::Json => single_json(&found),
    };
    destination.write(&written)?;
    Ok(verdict(found.verdict()))
}

/// Compares two versions, and tries what was found for as long as one of them may take to be worked out.
fn compared(old: &Version, new: &Version, limits: &LimitArguments, common: &Common) -> Result<diff::Diff, Failure> {
    let components = Components { old: old.component.as_ref(), new: new.component.as_ref() };
    let found = diff_tried(&old.outcome, &new.outcome, components, &start_run(limits, common));
    found.map_err(|why| Failure::new(why.to_string()))
}

fn single_json(found: &diff::Diff) -> String {
    let mut value = json!({"etiquette": 1});
    if let (Some(all), serde_json::Value::Object(fields)) = (value.as_object_mut(), json::value(found)) {
        all.extend(fields);
    }
    format!("{value:#}\n")
}

fn verdict(found: diff::Verdict) -> Verdict {
    match found {
        diff::Verdict::Compatible => Verdict::Done,
        diff::Verdict::Breaking => Verdict::No,
        diff::Verdict::Open => Verdict::Inconclusive,
    }
}
