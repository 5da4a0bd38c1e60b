//! What is exported is read again: the same language where the format can express it, otherwise less, and the export
//! says so.
//!
//! Over the interfaces of the whole corpus. Words are compared with their argument values; outcomes that can't happen
//! are not followed.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::LazyLock;

use etiquette_applications::classes::Classes;
use etiquette_applications::reading::{ReadInterface, read_expression, read_order, read_protocol};
use etiquette_applications::tied::{Tied, View};
use etiquette_applications::unfold::Steps;
use etiquette_automata::StateId;
use etiquette_component::{Component, GuardedCall};
use etiquette_outcome::{Limits, Outcome, Run, StopReason};
use etiquette_output::{Format, Rendered, json, render};

use crate::common;

/// What takes more looks at the limits than this is not worked out at once.
const MOST_STEPS: u64 = 20_000;

type Case = (String, Component, Outcome);

/// The components of the corpus whose interfaces are worked out at once.
static CORPUS: LazyLock<Vec<Case>> = LazyLock::new(corpus);

fn corpus() -> Vec<Case> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let folders = std::fs::read_dir(folder).expect("a corpus").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        folders.map(|folder| folder.join("component.component")).filter(|file| file.is_file()).collect();
    files.sort();
    files.into_iter().filter_map(worked_out).collect()
}

fn worked_out(file: PathBuf) -> Option<Case> {
    let name = file.parent()?.file_name()?.to_string_lossy().into_owned();
    let text = std::fs::read_to_string(&file).expect("a readable file");
    // One case is there to be refused.
    let component = etiquette_component::parse(&text, "component.component").ok()?;
    let limits = Limits { states: Some(20_000), ..Limits::default() };
    let outcome = common::work_out(&component, &mut Run::new(limits).with_step_limit(MOST_STEPS)).ok()?;
    (outcome.stop == StopReason::Done).then_some((name, component, outcome))
}

/// How the language that was read differs from the one that was written.
#[derive(Debug, PartialEq, Eq)]
enum Difference {
    None,
    /// Some words are gone.
    Less,
}

/// Compares what was read with what was written. A word that only the former has is an error.
fn compare(component: &Component, written: &Outcome, read: &ReadInterface, about: &str) -> Difference {
    let mut component = component.clone();
    let one = Tied::new(&mut component, &written.interface).expect(about);
    let other = Tied::new(&mut component, &read.interface).expect(about);
    let own: Vec<GuardedCall> = one.conditions().collect();
    let conditions: Vec<GuardedCall> = own.iter().copied().chain(other.conditions()).collect();
    let classes = Classes::of(&mut component, &conditions).expect(about);
    let views = (one.over(&classes, 0).expect(about), other.over(&classes, own.len()).expect(about));
    let constructs = |class: usize| component.methods[classes.list()[class].method].constructor;
    walk(&views, &classes, about, &constructs)
}

/// Walks both side by side. That an object must not be made in some way can't be said in every format; then the text
/// says so.
fn walk(
    (one, other): &(View<'_>, View<'_>),
    classes: &Classes,
    about: &str,
    constructs: &dyn Fn(usize) -> bool,
) -> Difference {
    let mut difference = Difference::None;
    let mut open: Vec<(StateId, StateId)> = vec![(one.start(), other.start())];
    let mut seen = BTreeSet::from_iter(open.iter().copied());
    while let Some((left, right)) = open.pop() {
        for class in 0..classes.list().len() {
            let (left, right) = match (one.step(&left, class), other.step(&right, class)) {
                (Some(left), Some(right)) => (left, right),
                (None, Some(_))
                    if constructs(class) && about.contains("must not be called, which can't be said here") =>
                {
                    difference = Difference::Less;
                    continue;
                }
                (None, Some(_)) => panic!("{about}: what was read allows more"),
                (Some(_), None) => {
                    difference = Difference::Less;
                    continue;
                }
                (None, None) => continue,
            };
            for pair in left.into_iter().zip(right) {
                match pair {
                    (Some(left), Some(right)) if seen.insert((left, right)) => open.push((left, right)),
                    (Some(_), None) => difference = Difference::Less,
                    _ => {}
                }
            }
        }
    }
    difference
}

/// What an export of an interface has lost, beside types that nobody knows.
fn lost(rendered: &Rendered) -> bool {
    rendered.losses.iter().any(|loss| !loss.contains("stands for return types"))
}

type Reader = fn(&Component, &str) -> Result<ReadInterface, etiquette_component::Diagnostic>;

/// Writes and reads all interfaces of the corpus. Gives the numbers of those that came back as they were, and of those
/// that came back with less.
fn round_trips(format: Format, read: Reader) -> (usize, usize) {
    let (mut same, mut less) = (0, 0);
    for (name, component, outcome) in CORPUS.iter() {
        let Ok(rendered) = render(outcome, format) else { continue };
        let about = format!("{name} as {format:?}\n{}", rendered.text);
        let again = read(component, &rendered.text).unwrap_or_else(|problem| panic!("{problem:?}\n{about}"));
        match compare(component, outcome, &again, &about) {
            Difference::None => same += 1,
            Difference::Less => {
                assert!(lost(&rendered), "nothing is said to be lost: {about}");
                less += 1;
            }
        }
    }
    (same, less)
}

#[test]
fn regular_expressions_come_back_as_they_were() {
    let (same, less) = round_trips(Format::Regex, read_expression);
    assert_eq!(less, 0);
    assert!(same > 40, "{same}");
}

#[test]
fn protocols_come_back_or_say_what_is_lost() {
    let (same, less) = round_trips(Format::Jatyc, read_protocol);
    assert!(same > 20 && less > 5, "{same} {less}");
}

#[test]
fn rules_come_back_or_say_what_is_lost() {
    let (same, less) = round_trips(Format::Crysl, read_order);
    assert!(same > 15 && less > 5, "{same} {less}");
}

#[test]
fn json_comes_back_as_it_was() {
    for (name, _, outcome) in CORPUS.iter() {
        let again = json::read(&json::render(outcome)).expect("our own JSON");
        assert_eq!(again.interface, outcome.interface, "{name}");
        assert_eq!(again.guarantee, outcome.guarantee, "{name}");
    }
}
