//! `etiquette check`: does client code obey interfaces?

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use etiquette_clients::{Protocol, Report, Verdict as Answer, check, read_suppressions, render};
use etiquette_component::NO_SUCH_OBJECT;
use etiquette_java::classpath::{ClassPath, DEFAULT_RELEASE, DirectorySource, open_entry};
use etiquette_outcome::{Confidence, Forbidden, Outcome, Reason};

use crate::Verdict;
use crate::arguments::{Check, CheckFormat, Common};
use crate::class_path;
use crate::destination::Destination;
use crate::failure::{Failure, warn};
use crate::java::find_jdk;
use crate::java_failure::{missing_file, unreadable, unreadable_class_file};
use crate::source::{display_name, read_interface, read_text};

/// The largest file of suppressions that is read.
const MAX_SUPPRESSION_BYTES: usize = 1 << 24;

/// Runs the command.
pub fn run(options: &Check, common: &Common) -> Result<Verdict, Failure> {
    let destination = Destination::open(&options.destination)?;
    let protocols = options.interfaces.iter().map(|written| protocol(written)).collect::<Result<Vec<_>, _>>()?;
    let suppressions = suppressions(options)?;
    let (classes, names) = client(options)?;
    let report = check(&classes, &names, &protocols).suppress(&suppressions);
    refuse_strangers(&report, &protocols)?;
    if options.format != CheckFormat::Text {
        tell(&report, common);
    }
    destination.write(&rendered(&report, options))?;
    Ok(match report.verdict() {
        Answer::Obeys => Verdict::Done,
        Answer::Violates => Verdict::No,
        Answer::May => Verdict::Inconclusive,
    })
}

fn rendered(report: &Report, options: &Check) -> String {
    match options.format {
        CheckFormat::Text => render::text(report),
        CheckFormat::Json => render::json(report),
        CheckFormat::Sarif => render::sarif(report, &options.source_root),
        CheckFormat::Github => render::github(report, &options.source_root),
    }
}

/// Says what formats for programs have no place for.
fn tell(report: &Report, common: &Common) {
    for gap in report.gaps.iter().chain(&report.unreadable) {
        warn(gap, common);
    }
    for component in &report.unused_interfaces {
        warn(&format!("no call in the client is one of the interface of `{component}`"), common);
    }
}

/// A check in which no interface has anything to say would look like a success.
fn refuse_strangers(report: &Report, protocols: &[Protocol]) -> Result<(), Failure> {
    if report.unused_interfaces.len() < protocols.len() {
        return Ok(());
    }
    let names = report.unused_interfaces.join("`, `");
    let mut message = format!("the client makes no calls that the interface of `{names}` is about");
    for gap in &report.gaps {
        message.push_str(&format!("\n  missing: {gap}"));
    }
    let help = match protocols.iter().any(Protocol::has_constructors) {
        true => {
            "is it the right interface? `--interface FILE=TYPE` applies it to all objects of a type, and `--classpath` names where classes are"
        }
        false => {
            "only calls on objects are checked: if the interface is one of static methods, try the words with `explain`; if not, `--interface FILE=TYPE` applies it to all objects of a type"
        }
    };
    Err(Failure::new(message).help(help))
}

/// Reads `FILE` or `FILE=TYPE`.
fn protocol(written: &OsStr) -> Result<Protocol, Failure> {
    let text = written.to_string_lossy();
    let (file, applies_to) = match text.rsplit_once('=') {
        Some((file, ty)) if !Path::new(written).exists() => (Path::new(file), Some(ty.to_owned())),
        _ => (Path::new(written), None),
    };
    let (outcome, _) = read_interface(file)?;
    let protocol = from_outcome(&outcome);
    Ok(match applies_to {
        Some(ty) => protocol.for_type(&ty),
        None => protocol,
    })
}

/// An interface with the reasons that are known for what it forbids.
fn from_outcome(outcome: &Outcome) -> Protocol {
    let protocol = Protocol::new(&outcome.component, outcome.interface.clone());
    let mut protocol = protocol.with_roles(outcome.roles.clone());
    if outcome.guarantee.safe == Confidence::NotEstablished {
        protocol = protocol.not_established();
    }
    for (state, facts) in outcome.interface.states().zip(&outcome.states) {
        if let Some(label) = facts.label.as_ref().filter(|_| outcome.guarantee.safe == Confidence::Proved) {
            protocol = protocol.with_label(state, label);
        }
        for forbidden in &facts.forbidden {
            protocol = protocol.with_reason(state, forbidden.call, reason(forbidden));
        }
    }
    protocol
}

fn reason(forbidden: &Forbidden) -> etiquette_clients::Reason {
    let (text, unexplored) = match &forbidden.reason {
        Reason::Error { error, at: Some(at), .. } => (format!("{error} at {at}"), false),
        Reason::Error { error, at: None, .. } => (error.clone(), false),
        Reason::NotThere => (NO_SUCH_OBJECT.to_owned(), false),
        Reason::Unexplored => (String::new(), true),
        _ => (String::new(), false),
    };
    etiquette_clients::Reason { text, unexplored, doubtful: forbidden.doubt.is_some() }
}

fn suppressions(options: &Check) -> Result<Vec<etiquette_clients::Suppression>, Failure> {
    let Some(path) = &options.suppress else { return Ok(Vec::new()) };
    let text = read_text(path, MAX_SUPPRESSION_BYTES)?;
    read_suppressions(&text)
        .map_err(|error| Failure::new(format!("{}:{}: {}", display_name(path), error.line, error.message)))
}

/// The classes of the client, and all that can be seen.
fn client(options: &Check) -> Result<(ClassPath, Vec<String>), Failure> {
    let jdk = find_jdk(options.jdk.as_deref())?;
    let release = jdk.as_ref().and_then(|jdk| jdk.release).unwrap_or(DEFAULT_RELEASE);
    let mut names = BTreeSet::new();
    let mut entries: Vec<PathBuf> = Vec::new();
    for path in &options.client {
        let (entry, found) = client_entry(path, release)?;
        names.extend(found);
        entries.push(entry);
    }
    entries.extend(options.classpath.iter().flat_map(|listed| class_path::entries(listed)));
    let classes = ClassPath::open(&entries, jdk.as_ref()).map_err(|error| unreadable(&error))?;
    Ok((classes, names.into_iter().collect()))
}

/// The entry of the class path that a part of the client stands for, and the names of its classes.
fn client_entry(path: &Path, release: u32) -> Result<(PathBuf, Vec<String>), Failure> {
    if !path.exists() {
        return Err(missing_file(path));
    }
    if path.extension().is_some_and(|extension| extension == "class") {
        let (source, name) = DirectorySource::of_class_file(path).map_err(|error| unreadable_class_file(&error))?;
        return Ok((source.root().to_owned(), vec![name]));
    }
    let names = open_entry(path, release).map_err(|error| unreadable(&error))?.class_names();
    if names.is_empty() {
        return Err(Failure::new(format!("{} has no classes", display_name(path)))
            .help("name a class file, a folder in which packages begin, or a jar"));
    }
    Ok((path.to_owned(), names))
}
