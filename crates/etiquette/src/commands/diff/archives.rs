//! Two jars or folders: every public class that is in both and can be constructed is worked out and compared, one after
//! the other.
//!
//! A class that can't be made into a component, or not in time, is listed with the reason: nothing is known of it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use etiquette_applications::diff::{Diff as Found, Verdict as FoundVerdict, json, markdown, text};
use etiquette_java::class::Access;
use etiquette_java::classpath::ClassPath;
use etiquette_java::descriptor::source_name;
use etiquette_java::jdk::Jdk;
use etiquette_outcome::Outcome;
use serde_json::json;

use super::{compared, witnesses};
use crate::Verdict;
use crate::arguments::{Common, Diff, DiffFormat, TargetArguments};
use crate::class_path;
use crate::destination::Destination;
use crate::failure::Failure;
use crate::java_failure::unreadable;
use crate::pipeline::read_version;
use crate::progress;

/// How long a class may take where nothing is said.
const USUAL_TIME: Duration = Duration::from_secs(10);

/// Whether a path has many classes.
pub fn is_archive(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    matches!(extension, "jar" | "zip") || path.is_dir()
}

/// What became of the classes.
#[derive(Default)]
struct Report {
    /// Classes with protocols that were compared.
    compared: Vec<Found>,
    /// Classes in which everything is always legal, in both versions.
    without_protocol: usize,
    /// Classes of which nothing is known, and why.
    skipped: Vec<(String, String)>,
    only_old: Vec<String>,
    only_new: Vec<String>,
}

/// Compares all classes.
pub fn run(options: &Diff, destination: Destination, common: &Common) -> Result<Verdict, Failure> {
    let old = classes(&options.old, &options.old_target(options.old.clone()))?;
    let new = classes(&options.new, &options.new_target(options.new.clone()))?;
    let missing =
        |these: &[String], those: &[String]| these.iter().filter(|name| !those.contains(name)).cloned().collect();
    let mut report = Report { only_old: missing(&old, &new), only_new: missing(&new, &old), ..Report::default() };
    let both: Vec<&String> = old.iter().filter(|name| new.contains(name)).collect();
    let mut show = progress::messages(common);
    for (index, class) in both.iter().enumerate() {
        show(&format!("class {} of {}: {class}", index + 1, both.len()));
        report.add(options, class, common)?;
    }
    drop(show);
    witnesses::write(options, &report.compared, common)?;
    destination.write(&report.written(options.format))?;
    Ok(report.verdict())
}

/// The public classes of a jar or folder that can be constructed, by the names that sources use.
fn classes(path: &Path, target: &TargetArguments) -> Result<Vec<String>, Failure> {
    let jdk = Jdk::find(target.model.java.jdk.as_deref()).ok();
    let own = ClassPath::open(&[path.to_owned()], None).map_err(|error| unreadable(&error))?;
    let names = own.class_names();
    let classes = ClassPath::open(&[path.to_owned()], jdk.as_ref()).map_err(|error| unreadable(&error))?;
    let is_meant = |name: &&String| {
        let Ok(class) = classes.load(name) else { return true };
        class.access.has(Access::PUBLIC) && !class.access.has(Access::ABSTRACT) && !class.access.has(Access::INTERFACE)
    };
    Ok(names.iter().filter(is_meant).map(|name| source_name(name)).collect())
}

/// The target with the archive in front of its class path.
fn in_archive(mut target: TargetArguments, archive: &Path) -> Result<TargetArguments, Failure> {
    let listed = target.model.java.classpath.iter().flat_map(|listed| class_path::entries(listed));
    let entries = std::iter::once(archive.to_owned()).chain(listed);
    let joined = std::env::join_paths(entries)
        .map_err(|_| Failure::new(format!("{} can't stand in a class path", archive.display())).help("rename it"))?;
    target.model.java.classpath = Some(joined);
    Ok(target)
}

/// Whether some call is forbidden in some state for a better reason than construction.
fn has_protocol(outcome: &Outcome) -> bool {
    let interface = &outcome.interface;
    let alphabet = interface.alphabet();
    let has_constructors = alphabet.calls().iter().any(|call| call.constructor);
    interface.states().any(|state| {
        let is_before = has_constructors && state == interface.initial();
        let is_telling = |call: &etiquette_automata::CallId| alphabet.call(*call).constructor == is_before;
        alphabet.call_ids().filter(is_telling).any(|call| !interface.allows(state, call))
    })
}

impl Report {
    fn add(&mut self, options: &Diff, class: &str, common: &Common) -> Result<(), Failure> {
        let quiet = Common { quiet: true, ..*common };
        let mut limits = options.work.limits.clone();
        limits.timeout = limits.timeout.or(Some(USUAL_TIME));
        let old = in_archive(options.old_target(PathBuf::from(class)), &options.old)?;
        let new = in_archive(options.new_target(PathBuf::from(class)), &options.new)?;
        let read = |target: &TargetArguments| read_version(target, &limits, &quiet);
        match read(&old).and_then(|old| Ok((old, read(&new)?))) {
            Ok((old, new)) => {
                let found = compared(&old, &new, &limits, &quiet)?;
                // A method may be gone where everything was always legal.
                let is_telling = found.verdict() != FoundVerdict::Compatible;
                match is_telling || has_protocol(&old.outcome) || has_protocol(&new.outcome) {
                    true => self.compared.push(found),
                    false => self.without_protocol += 1,
                }
            }
            Err(failure) => self.skipped.push((class.to_owned(), failure.summary())),
        }
        Ok(())
    }

    fn verdict(&self) -> Verdict {
        let has = |wanted: FoundVerdict| self.compared.iter().any(|found| found.verdict() == wanted);
        match () {
            () if has(FoundVerdict::Breaking) => Verdict::No,
            () if has(FoundVerdict::Open) || !self.skipped.is_empty() => Verdict::Inconclusive,
            () => Verdict::Done,
        }
    }

    fn written(&self, format: DiffFormat) -> String {
        match format {
            DiffFormat::Json => format!("{:#}\n", self.json()),
            DiffFormat::Text => self.joined(text::render, ""),
            DiffFormat::Markdown => self.joined(markdown::render, "- "),
        }
    }

    fn json(&self) -> serde_json::Value {
        let skipped: Vec<_> = self.skipped.iter().map(|(class, why)| json!({"class": class, "why": why})).collect();
        json!({
            "etiquette": 1,
            "classes": self.compared.iter().map(json::value).collect::<Vec<_>>(),
            "without protocol": self.without_protocol,
            "skipped": skipped,
            "only in old": self.only_old,
            "only in new": self.only_new,
        })
    }

    /// The classes that changed, or may have, one after the other, and the numbers at the end.
    fn joined(&self, render: impl Fn(&Found) -> String, bullet: &str) -> String {
        let is_shown = |found: &&Found| {
            found.verdict() != FoundVerdict::Compatible || !found.legal.is_empty() || !found.added.is_empty()
        };
        let mut written: Vec<String> = self.compared.iter().filter(is_shown).map(render).collect();
        written.push(self.summary(bullet));
        written.join("\n")
    }

    fn summary(&self, bullet: &str) -> String {
        let count = |wanted: FoundVerdict| self.compared.iter().filter(|found| found.verdict() == wanted).count();
        let mut text = format!(
            "{} classes with a protocol in both: {} compatible, {} breaking, {} open; {} without a protocol\n",
            self.compared.len(),
            count(FoundVerdict::Compatible),
            count(FoundVerdict::Breaking),
            count(FoundVerdict::Open),
            self.without_protocol
        );
        let lists = [("only in the old version", &self.only_old), ("only in the new version", &self.only_new)];
        for (what, names) in lists.iter().filter(|(_, names)| !names.is_empty()) {
            let _ = writeln!(text, "{bullet}{what}: {}", names.join(", "));
        }
        for (class, why) in &self.skipped {
            let _ = writeln!(text, "{bullet}nothing is known of {class}: {why}");
        }
        text
    }
}
