//! What pages and pictures of larger outcomes must show, said by the outcome and not by a file that nobody would read:
//! every call in every state, every reason, every edge.

use std::collections::BTreeSet;

use etiquette_outcome::{Outcome, Reason};
use etiquette_output::{Format, json, render, svg};

use crate::common;

fn outcomes() -> [Outcome; 4] {
    [common::list_iterator(), common::socket(), common::resettable_counter(8), common::many_calls()]
}

fn rendered(outcome: &Outcome, format: Format) -> String {
    render(outcome, format).expect("small interfaces can be written in every format").text
}

/// The kinds of cells that the table must have, a row for each call.
fn expected_table(outcome: &Outcome) -> Vec<Vec<&'static str>> {
    let interface = &outcome.interface;
    let kind = |state, call| match outcome.reason(state, call) {
        _ if interface.allows(state, call) => "yes",
        Some(Reason::Unexplored) => "unknown",
        _ => "no",
    };
    let row = |call| interface.states().map(|state| kind(state, call)).collect();
    interface.alphabet().call_ids().map(row).collect()
}

#[test]
fn a_page_tells_every_call_in_every_state() {
    for outcome in outcomes() {
        let page = rendered(&outcome, Format::Html);
        let rows = page.lines().filter(|line| line.starts_with("<tr><th scope=\"row\">"));
        let found: Vec<Vec<&str>> = rows.map(kinds).collect();
        assert_eq!(found, expected_table(&outcome), "{}", outcome.component);
    }
}

/// The kinds of the cells in a row.
fn kinds(row: &str) -> Vec<&str> {
    row.split("<td class=\"").skip(1).filter_map(|cell| cell.split('"').next()).collect()
}

#[test]
fn pages_have_a_part_for_each_state_and_the_picture() {
    for outcome in outcomes() {
        let page = rendered(&outcome, Format::Html);
        for state in outcome.interface.states() {
            assert_eq!(page.matches(&format!("<article id=\"s{}\">", state.0)).count(), 1, "{}", outcome.component);
        }
        assert!(page.contains(svg::render(&outcome).trim_end()), "{}: the picture is missing", outcome.component);
        let headings = rendered(&outcome, Format::Markdown).lines().filter(|line| line.starts_with("### ")).count();
        assert_eq!(headings, outcome.interface.state_count(), "{}", outcome.component);
    }
}

#[test]
fn every_error_is_explained_in_every_page_and_picture() {
    for outcome in outcomes() {
        let shown = [Format::Html, Format::Svg, Format::Markdown, Format::Json, Format::Dot]
            .map(|format| rendered(&outcome, format));
        let reasons = outcome.states.iter().flat_map(|facts| &facts.forbidden).map(|forbidden| &forbidden.reason);
        let places: BTreeSet<&str> = reasons.filter_map(place).collect();
        assert!(!places.is_empty());
        for place in places {
            assert!(shown.iter().all(|text| text.contains(place)), "{}: {place}", outcome.component);
        }
    }
}

fn place(reason: &Reason) -> Option<&str> {
    match reason {
        Reason::Error { at, .. } => at.as_deref(),
        _ => None,
    }
}

#[test]
fn pictures_have_a_box_for_each_state() {
    for outcome in outcomes() {
        let picture = svg::render(&outcome);
        assert_eq!(
            picture.matches("<g class=\"state").count(),
            outcome.interface.state_count(),
            "{}",
            outcome.component
        );
        assert_eq!(picture.matches("class=\"state initial").count(), 1, "{}", outcome.component);
    }
}

#[test]
fn diagrams_have_an_edge_wherever_an_event_leads() {
    for outcome in outcomes() {
        let interface = &outcome.interface;
        let events = || interface.alphabet().call_ids().flat_map(|call| interface.alphabet().events_of(call));
        let edges = interface.states().flat_map(|from| {
            events().filter_map(move |event| interface.next(from, event)).map(move |to| (from.0, to.0))
        });
        let edges: BTreeSet<(u32, u32)> = edges.collect();
        for (format, arrow) in [(Format::Dot, " -> "), (Format::Mermaid, " --> "), (Format::Plantuml, " --> ")] {
            assert_eq!(drawn(&rendered(&outcome, format), arrow), edges, "{}, {format}", outcome.component);
        }
    }
}

/// Pairs of states with an arrow between them, in lines such as `s0 -> s1 [label="open"];`.
fn drawn(diagram: &str, arrow: &str) -> BTreeSet<(u32, u32)> {
    let number = |text: &str| text.trim().strip_prefix('s')?.parse::<u32>().ok();
    let edge = |line: &str| {
        let (from, to) = line.split_once(arrow)?;
        Some((number(from)?, number(to.split([' ', ';', ':']).next()?)?))
    };
    diagram.lines().filter_map(edge).collect()
}

#[test]
fn json_is_read_back() {
    for outcome in outcomes() {
        assert_eq!(json::read(&json::render(&outcome)).as_ref(), Ok(&outcome), "{}", outcome.component);
    }
}
