//! Every format of a few outcomes, compared with files; `UPDATE_GOLDEN=1 cargo test -p etiquette-output` rewrites them.

use std::path::Path;

use etiquette_outcome::Outcome;
use etiquette_output::{Format, render};

use crate::common;

#[test]
fn device() {
    check("device", &common::device());
}

#[test]
fn list_iterator() {
    check("list_iterator", &common::list_iterator());
}

#[test]
fn socket() {
    check("socket", &common::socket());
}

#[test]
fn resettable_counter() {
    check("resettable_counter", &common::resettable_counter(8));
}

#[test]
fn many_calls() {
    check("many_calls", &common::many_calls());
}

fn check(name: &str, outcome: &Outcome) {
    for format in Format::all() {
        let found = render(outcome, *format);
        assert_eq!(found, render(outcome, *format), "the same input gives the same bytes");
        let found = found.expect("small interfaces can be written in every format");
        compare(&format!("{name}.{}", extension(*format)), &found.text);
    }
}

fn extension(format: Format) -> &'static str {
    match format {
        Format::Text => "txt",
        Format::Mermaid => "mmd",
        Format::Plantuml => "puml",
        Format::Markdown => "md",
        Format::Jatyc => "protocol",
        other => other.name(),
    }
}

fn compare(file: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, found).expect("golden files can be written");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let first_difference = expected.lines().zip(found.lines()).position(|(one, other)| one != other);
    assert!(
        expected == found,
        "{file} differs (first at line {:?}); run with UPDATE_GOLDEN=1 if that is right, and look at the change",
        first_difference.map(|line| line + 1)
    );
}
