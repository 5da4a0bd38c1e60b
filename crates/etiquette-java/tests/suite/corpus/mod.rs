//! Every case of the Java corpus: lowered, decided by every engine that can, compared with the expectation, and
//! replayed on the JVM.
//!
//! Adding a case needs no code here: see `java-corpus/README.md`. Exceptions belong to the JDK, so without one the
//! cases are skipped.

pub mod case;
mod guarded;
mod jvm;
mod predicates;
mod subject;
mod values;

// The judge over the engines, shared with the corpus of components.
#[allow(dead_code)]
#[path = "../../../../etiquette-synthesis/tests/suite/corpus/belief.rs"]
mod belief;
#[allow(dead_code)]
#[path = "../../../../etiquette-synthesis/tests/suite/corpus/evidence.rs"]
mod evidence;
#[path = "../../../../etiquette-synthesis/tests/suite/corpus/expected.rs"]
mod expected;
#[allow(dead_code)]
#[path = "../../../../etiquette-synthesis/tests/suite/corpus/letters.rs"]
mod letters;
#[allow(dead_code)]
#[path = "../../../../etiquette-synthesis/tests/suite/corpus/walk.rs"]
mod walk;

use std::fmt::Display;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use etiquette_java::jdk::Jdk;
use etiquette_outcome::Outcome;

use crate::skipped::skipped;
use case::{Case, all_cases};
use evidence::check_evidence;
use subject::Subject;

/// Only cases whose name contains this are looked at; for work on a single one.
const FILTER: &str = "ETIQUETTE_CASE";

/// Says something that is seen although the test passes: the line goes around the capturing of output.
pub fn say(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The cases that are asked for.
fn cases() -> Vec<Case> {
    let wanted = std::env::var(FILTER).unwrap_or_default();
    let mut cases = all_cases();
    cases.retain(|case| case.name.contains(&wanted));
    cases
}

/// The cases that are asked for, lowered once for all tests.
fn subjects(jdk: &Jdk) -> &'static [(String, Result<Subject, String>)] {
    static SUBJECTS: OnceLock<Vec<(String, Result<Subject, String>)>> = OnceLock::new();
    SUBJECTS.get_or_init(|| cases().into_iter().map(|case| (case.name.clone(), Subject::new(case, jdk))).collect())
}

/// Runs a check on every case and reports all that fail.
pub fn check_every_case(check: impl Fn(&Subject, &Jdk) -> Result<(), String>) {
    let jdk = match Jdk::find(None) {
        Ok(jdk) => jdk,
        Err(error) => return skipped(error),
    };
    let mut failures = Vec::new();
    for (name, subject) in subjects(&jdk) {
        let checked = || subject.as_ref().map_err(String::clone).and_then(|subject| check(subject, &jdk));
        match catch_unwind(AssertUnwindSafe(checked)) {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => failures.push(format!("{name}: {problem}")),
            Err(_) => failures.push(format!("{name}: panicked, see above")),
        }
    }
    assert!(failures.is_empty(), "{} failed:\n{}\n", failures.len(), failures.join("\n"));
}

#[test]
fn every_case_is_described() {
    let readme = include_str!("../../../../../java-corpus/README.md");
    let cases = all_cases();
    assert!(!cases.is_empty(), "the corpus is empty");
    for case in cases {
        let texts = ["title", "origin", "about", "class", "initial"].map(|key| case.text(key));
        assert!(texts.iter().all(|text| !text.trim().is_empty()), "{}: an empty text", case.name);
        assert!(!case.list("tags").is_empty(), "{}: no tags", case.name);
        assert_eq!(case.number("minimal-states"), Some(case.states().len()), "{}: minimal-states", case.name);
        let row = format!("| `{}` |", case.name);
        assert!(readme.contains(&row), "{}: java-corpus/README.md has no row that starts with {row}", case.name);
    }
}

#[test]
fn engines_find_the_expected_interface() {
    check_every_case(|subject, _| {
        let decided = match subject.limit() {
            Some(limit) => check_limit(subject, limit),
            None => check_decided(subject),
        };
        if subject.case.optional_text("known-bug").is_some() && decided.is_ok() {
            return Err("no longer a known bug".into());
        }
        excuse(&subject.case, decided)
    });
}

/// A failure that the case knows of is said, but is none.
pub fn excuse(case: &Case, checked: Result<(), String>) -> Result<(), String> {
    match (case.optional_text("known-bug"), checked) {
        (Some(bug), Err(problem)) => {
            say(format_args!("known bug: {}: {bug}: {problem}", case.name));
            Ok(())
        }
        (_, checked) => checked,
    }
}

/// A case that no engine can decide yet: it was lowered, and the expectation makes sense.
fn check_limit(subject: &Subject, limit: &str) -> Result<(), String> {
    say(format_args!("not yet decided: {}: {limit}", subject.case.name));
    match subject.answers() {
        Ok(_) => Err("an engine decides it: take `engine-limit` away".into()),
        Err(_) => Ok(()),
    }
}

fn check_decided(subject: &Subject) -> Result<(), String> {
    let answers = subject.answers()?;
    let realizable = subject.realizable().map_err(|problem| format!("expectation and model differ: {problem}"))?;
    for outcome in answers {
        let compared = subject.compare(outcome, &realizable);
        let checked = compared.and_then(|()| check_evidence(&subject.component, &subject.letters, outcome));
        checked.map_err(|problem| format!("{}: {problem}", outcome.engine))?;
    }
    check_doubts(subject, answers)
}

/// Calls are doubtful where the case says so, and nowhere else.
fn check_doubts(subject: &Subject, answers: &[Outcome]) -> Result<(), String> {
    let Some(outcome) = answers.iter().find(|outcome| outcome.evidence.is_some()) else { return Ok(()) };
    match (subject.case.optional_text("doubtful"), outcome.doubtful()) {
        (None, 0) => Ok(()),
        (Some(_), 0) => Err("nothing is doubtful any more: take `doubtful` away".into()),
        (None, calls) => Err(format!("{calls} calls are doubtful")),
        (Some(_), _) => Ok(()),
    }
}
