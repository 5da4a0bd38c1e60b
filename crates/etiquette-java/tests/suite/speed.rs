//! How long it takes to open the JDK's index, and then to read and lower each class of the corpus.
//!
//! `cargo test --release -p etiquette-java --test suite speed -- --ignored --nocapture` prints the table and holds it
//! against what is promised.

use std::time::Duration;

use etiquette_java::classpath::ClassPath;
use etiquette_java::jdk::Jdk;
use etiquette_java::{Lowered, lower};

use crate::common::computing_time;
use crate::corpus::case::{Case, all_cases};
use crate::skipped::skipped;

const MOST_FOR_INDEX: Duration = Duration::from_millis(300);
const MOST_FOR_CLASS: Duration = Duration::from_millis(50);

/// The times of one case.
struct Times {
    name: String,
    /// Opening the class path, the JDK's index included.
    index: Duration,
    /// Finding, reading and lowering the class.
    class: Duration,
    locations: usize,
}

fn measure(case: &Case, jdk: &Jdk) -> Times {
    let (opened, index) = computing_time(|| ClassPath::open(std::slice::from_ref(&case.folder), Some(jdk)));
    let classes = opened.expect("readable classes");
    let (lowered, class) = computing_time(|| lowered(case, &classes));
    let locations = lowered.component.methods.iter().map(|method| method.body.locations).sum();
    Times { name: case.name.clone(), index, class, locations }
}

fn lowered(case: &Case, classes: &ClassPath) -> Lowered {
    let name = classes.resolve_name(case.text("class")).expect("a class of the case");
    let class = classes.load(&name).expect("a readable class");
    lower(classes, &case.request(), &class).expect("a component")
}

/// The fastest of a few runs: what else the machine does is not ours.
fn best_of(runs: usize, case: &Case, jdk: &Jdk) -> Times {
    let runs: Vec<Times> = (0..runs).map(|_| measure(case, jdk)).collect();
    let index = runs.iter().map(|times| times.index).min().unwrap_or_default();
    let fastest = runs.into_iter().min_by_key(|times| times.class).expect("at least one run");
    Times { index, ..fastest }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[test]
#[ignore = "says something only in release builds"]
fn classes_are_lowered_in_time() {
    let Ok(jdk) = Jdk::find(None) else { return skipped("no JDK was found") };
    println!("| case | JDK index, ms | reading and lowering, ms | locations |\n| --- | ---: | ---: | ---: |");
    let mut late = Vec::new();
    for case in all_cases() {
        let times = best_of(3, &case, &jdk);
        let (index, class) = (milliseconds(times.index), milliseconds(times.class));
        println!("| `{}` | {index:.1} | {class:.1} | {} |", times.name, times.locations);
        if times.index > MOST_FOR_INDEX || times.class > MOST_FOR_CLASS {
            late.push(times.name);
        }
    }
    assert!(late.is_empty(), "too slow: {late:?}");
}
