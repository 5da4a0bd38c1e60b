//! Every class of a JDK module is lowered, or refused with a reason: no panic, no hang.
//!
//! All of `java.base` takes minutes: `cargo test --release -p etiquette-java --test robustness -- --ignored --nocapture`.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use etiquette_java::classpath::ClassPath;
use etiquette_java::jdk::Jdk;
use etiquette_java::{LowerError, Request, lower};

/// What became of one class.
fn lower_class(classes: &ClassPath, name: &str) -> String {
    let class = match classes.load(name) {
        Ok(class) => class,
        Err(error) => return format!("does not load: {error}"),
    };
    match catch_unwind(AssertUnwindSafe(|| lower(classes, &Request::new(name), &class))) {
        Err(_) => format!("PANIC in {name}"),
        Ok(Ok(lowered)) => match etiquette_component::check(&lowered.component) {
            Ok(()) => "lowered".into(),
            Err(broken) => format!("MALFORMED {name}: {}", broken[0]),
        },
        Ok(Err(LowerError::Refused { message, .. })) => message.split(": ").nth(1).unwrap_or("refused").into(),
        Ok(Err(LowerError::Malformed(_))) => "unsupported code".into(),
        Ok(Err(LowerError::TooLarge)) => "too large when calls are followed".into(),
    }
}

fn run(names: &[String], classes: &ClassPath) -> BTreeMap<String, usize> {
    let mut table = BTreeMap::new();
    for name in names {
        let started = Instant::now();
        let verdict = lower_class(classes, name);
        let took = started.elapsed();
        if took > Duration::from_secs(2) {
            println!("{name}: {verdict} after {took:?}");
        }
        *table.entry(verdict).or_insert(0) += 1;
    }
    table
}

fn check_share(of: usize) {
    let Ok(jdk) = Jdk::find(None) else { return println!("skipped: no JDK was found") };
    let image = jdk.open().expect("the JDK's classes can be read");
    let names = image.class_names();
    let chosen: Vec<String> = names.into_iter().filter(|name| name.starts_with("java/")).step_by(of).collect();
    let classes = ClassPath::open(&[], Some(&jdk)).expect("the JDK's classes can be read");
    let table = run(&chosen, &classes);
    for (verdict, count) in &table {
        println!("{count:6}  {verdict}");
    }
    assert!(!table.keys().any(|verdict| verdict.starts_with("PANIC") || verdict.starts_with("MALFORMED")));
}

#[test]
fn a_sample_of_the_jdk_is_lowered_or_refused() {
    check_share(200);
}

#[test]
#[ignore = "takes minutes"]
fn the_jdk_is_lowered_or_refused() {
    check_share(1);
}
