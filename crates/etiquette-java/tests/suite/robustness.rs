//! Every class of the JDK's `java.base` is lowered, or refused with a reason: no panic, no hang, no malformed
//! component.
//!
//! All of it takes minutes: `cargo test --release -p etiquette-java --test suite robustness -- --ignored --nocapture`.
//! With `ETIQUETTE_CLASSES=sun.nio` only classes whose names begin so are looked at. The normal test run takes a
//! sample.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use etiquette_java::classpath::{ClassPath, ClassSource, JimageSource, JmodSource};
use etiquette_java::jdk::Jdk;
use etiquette_java::{LowerError, Request, lower};

use crate::common::computing_time;
use crate::skipped::skipped;

/// Lowering one class may not take longer than this in a release build.
const PATIENCE: Duration = Duration::from_secs(30);

/// The reason of classes that have a method that is too large.
const TOO_LARGE: &str = "too large even if no call is followed";

/// As many classes are looked at side by side.
const THREADS: usize = 2;

/// What became of one class.
#[derive(Clone, Debug)]
struct Verdict {
    class: String,
    reason: String,
    took: Duration,
    /// The locations of its component.
    locations: usize,
}

impl Verdict {
    fn is_broken(&self) -> bool {
        self.reason.starts_with("PANIC") || self.reason.starts_with("MALFORMED")
    }
}

fn examine(classes: &ClassPath, name: &str) -> Verdict {
    let ((reason, locations), took) = computing_time(|| lower_class(classes, name));
    Verdict { class: name.replace('/', "."), reason, took, locations }
}

fn lower_class(classes: &ClassPath, name: &str) -> (String, usize) {
    let class = match classes.load(name) {
        Ok(class) => class,
        Err(error) => return (format!("does not load: {error}"), 0),
    };
    match catch_unwind(AssertUnwindSafe(|| lower(classes, &Request::new(name), &class))) {
        Err(_) => (format!("PANIC in {name}"), 0),
        Ok(Ok(lowered)) => {
            let locations = lowered.component.methods.iter().map(|method| method.body.locations).sum();
            match etiquette_component::check(&lowered.component) {
                Ok(()) => ("lowered".into(), locations),
                Err(broken) => (format!("MALFORMED {name}: {}", broken[0]), locations),
            }
        }
        Ok(Err(error)) => (refusal(&error), 0),
    }
}

/// The reason without what differs from class to class.
fn refusal(error: &LowerError) -> String {
    match error {
        LowerError::Refused { message, .. } => message.split('`').skip(2).collect::<String>().trim().to_owned(),
        LowerError::Malformed(message) => {
            format!("unsupported code: {}", message.rsplit(": ").next().unwrap_or_default())
        }
        LowerError::TooLarge(_) => TOO_LARGE.into(),
    }
}

/// Looks at classes in parallel; the verdicts are in the order of the names.
fn examine_all(names: &[String], classes: &ClassPath) -> Vec<Verdict> {
    let next = AtomicUsize::new(0);
    let verdicts = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let verdict = examine(classes, name);
                    verdicts.lock().expect("examining does not panic").push(verdict);
                }
            });
        }
    });
    let mut verdicts = verdicts.into_inner().expect("examining does not panic");
    verdicts.sort_by(|a, b| a.class.cmp(&b.class));
    verdicts
}

/// How many classes there are for each reason, then the ten slowest, then all that are too large.
fn table(verdicts: &[Verdict], took: Duration) -> String {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for verdict in verdicts {
        *reasons.entry(&verdict.reason).or_default() += 1;
    }
    let mut counts: Vec<(&str, usize)> = reasons.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let mut slowest: Vec<&Verdict> = verdicts.iter().collect();
    slowest.sort_by_key(|verdict| std::cmp::Reverse(verdict.took));
    let mut lines = vec!["| classes | what became of them |".to_owned(), "| ---: | --- |".to_owned()];
    lines.extend(counts.iter().map(|(reason, count)| format!("| {count} | {reason} |")));
    let computed: Duration = verdicts.iter().map(|verdict| verdict.took).sum();
    let (took, computed) = (took.as_secs_f64(), computed.as_secs_f64());
    lines.push(format!("\n{} classes in {took:.0} s, {computed:.0} s of computing.\n", verdicts.len()));
    lines.extend(["| slowest | seconds | locations |".to_owned(), "| --- | ---: | ---: |".to_owned()]);
    lines.extend(
        slowest.iter().take(10).map(|verdict| {
            format!("| `{}` | {:.2} | {} |", verdict.class, verdict.took.as_secs_f64(), verdict.locations)
        }),
    );
    let large: Vec<&Verdict> = verdicts.iter().filter(|verdict| verdict.reason == TOO_LARGE).collect();
    if !large.is_empty() {
        lines.extend(["\n| too large | seconds |".to_owned(), "| --- | ---: |".to_owned()]);
        lines
            .extend(large.iter().map(|verdict| format!("| `{}` | {:.2} |", verdict.class, verdict.took.as_secs_f64())));
    }
    lines.join("\n")
}

/// The most memory that this process had, as Linux counts it.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(format!(
        "Peak memory:{}.",
        line.trim_start_matches("VmHWM:").split_whitespace().fold(String::new(), |text, word| text + " " + word)
    ))
}

/// The internal names of the classes of `java.base`.
fn names_of_java_base(jdk: &Jdk) -> Vec<String> {
    if jdk.image().is_file() {
        return JimageSource::open(&jdk.image()).expect("a readable JDK").class_names_of("java.base");
    }
    let jmod: &Path = &jdk.home.join("jmods/java.base.jmod");
    JmodSource::open_file(jmod).expect("a readable JDK").class_names()
}

fn check_share(of: usize) {
    let Ok(jdk) = Jdk::find(None) else { return skipped("no JDK was found") };
    let wanted = std::env::var("ETIQUETTE_CLASSES").unwrap_or_default().replace('.', "/");
    let mut names = names_of_java_base(&jdk);
    names.retain(|name| name.starts_with(&wanted));
    let names: Vec<String> = names.into_iter().step_by(of).collect();
    let classes = ClassPath::open(&[], Some(&jdk)).expect("the JDK's classes can be read");
    let started = Instant::now();
    let verdicts = examine_all(&names, &classes);
    println!("{}", table(&verdicts, started.elapsed()));
    println!("\n{}", peak_memory().unwrap_or_default());
    let broken: Vec<&Verdict> = verdicts.iter().filter(|verdict| verdict.is_broken()).collect();
    assert!(broken.is_empty(), "{broken:#?}");
    let hanging: Vec<&Verdict> = verdicts.iter().filter(|verdict| verdict.took > PATIENCE).collect();
    assert!(hanging.is_empty(), "{hanging:#?}");
}

#[test]
fn a_sample_of_the_jdk_is_lowered_or_refused() {
    check_share(400);
}

#[test]
#[ignore = "takes minutes"]
fn java_base_is_lowered_or_refused() {
    check_share(1);
}
