//! Every format of one small outcome, and those formats of two more that people read line by line, compared with files
//! that are small enough to be looked at. `UPDATE_GOLDEN=1 cargo test -p etiquette-output` rewrites them.
//! `structure.rs` says what larger pages and pictures must show.

use std::path::Path;

use etiquette_outcome::Outcome;
use etiquette_output::{Format, render};

use crate::common;

/// What is checked on one outcome only: the files of others would be too long to be looked at.
const ONLY_ONCE: [Format; 3] = [Format::Html, Format::Svg, Format::Json];

#[test]
fn device() {
    check("device", &common::device(), |_| true);
}

#[test]
fn list_iterator() {
    check("list_iterator", &common::list_iterator(), |format| !ONLY_ONCE.contains(&format));
}

#[test]
fn socket() {
    check("socket", &common::socket(), |format| !ONLY_ONCE.contains(&format));
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let outcomes = [common::device(), common::socket(), common::resettable_counter(8), common::many_calls()];
    for (outcome, format) in
        outcomes.iter().flat_map(|outcome| Format::all().iter().map(move |format| (outcome, *format)))
    {
        let found = render(outcome, format);
        assert!(found.is_ok(), "small interfaces can be written in every format");
        assert_eq!(found, render(outcome, format));
    }
}

fn check(name: &str, outcome: &Outcome, is_checked: impl Fn(Format) -> bool) {
    for format in Format::all().iter().copied().filter(|format| is_checked(*format)) {
        let found = render(outcome, format).expect("small interfaces can be written in every format").text;
        let found = match format {
            // The picture has a file of its own.
            Format::Html => without(&without(&found, "style"), "svg"),
            Format::Svg => without(&found, "style"),
            _ => found,
        };
        compare(&format!("{name}.{}", extension(format)), &found);
    }
}

/// The text without what is inside elements of this name: nobody reads a style sheet line by line.
fn without(text: &str, element: &str) -> String {
    let (open, close) = (format!("<{element}"), format!("</{element}>"));
    let mut parts = text.split(&open);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| {
        let rest = part.split_once(&close).map_or("", |(_, rest)| rest);
        format!("{kept}{open}>…{close}{rest}")
    })
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
