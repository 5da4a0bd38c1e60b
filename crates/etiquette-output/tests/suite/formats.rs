//! Properties of the formats on odd outcomes: well-formed, wrapped, and never a panic.

use etiquette_output::text::{self, TextOptions};
use etiquette_output::{Format, dot, mermaid, render, svg};

use crate::common;
use crate::common::generated::{any_outcome, connected_outcome};
use crate::common::xml;

#[test]
fn formats_are_found_by_name() {
    for format in Format::all() {
        assert_eq!(format.name().parse(), Ok(*format));
    }
    let error = "pdf".parse::<Format>().expect_err("no such format");
    assert_eq!(
        error.to_string(),
        "there is no format `pdf`; the formats are text, json, dot, svg, mermaid, plantuml, html, markdown, regex, jatyc, crysl, topl, jml, contract, smv, aut"
    );
}

#[test]
fn svg_is_well_formed() {
    for seed in 0..200 {
        let svg = svg::render(&any_outcome(seed));
        assert_eq!(xml::problem(&svg), None, "seed {seed}:\n{svg}");
    }
}

#[test]
fn the_check_finds_malformed_xml() {
    for text in ["<a>", "<a></b>", "<a b=c/>", "<a b=\"1\" b=\"2\"/>", "<a>&</a>", "<a"] {
        assert!(xml::problem(text).is_some(), "{text}");
    }
}

#[test]
fn pictures_of_many_sizes_can_be_drawn() {
    for states in [1, 2, 3, 5, 10, 30, 50, 200] {
        for density in [0, 5, 30] {
            let outcome = connected_outcome(states as u64, states, 6, density);
            assert_eq!(xml::problem(&svg::render(&outcome)), None);
        }
    }
}

#[test]
fn long_and_narrow_pictures_are_folded() {
    let svg = svg::render(&common::counter(50));
    let number = |name: &str| {
        let after = svg.split_once(&format!(" {name}=\"")).map_or("", |(_, after)| after);
        after.split('"').next().and_then(|number| number.parse::<i32>().ok())
    };
    let (width, height) = (number("width").expect("a width"), number("height").expect("a height"));
    assert!(height < 2 * width && width < 2 * height, "{width} x {height}");
}

#[test]
fn a_way_back_from_everywhere_is_drawn_as_jumps() {
    let svg = svg::render(&common::resettable_counter(20));
    assert_eq!(svg.matches("class=\"edge jump\"").count(), 18);
    assert!(!svg::render(&common::resettable_counter(4)).contains("class=\"edge jump\""));
}

#[test]
fn an_interface_without_calls_is_a_dead_end() {
    let outcome = common::Builder::new(Vec::new(), 1).outcome("Nothing", "Error", &[]);
    assert!(text::render(&outcome, &TextOptions::default()).contains("start  dead end: no call is allowed here\n"));
    assert_eq!(xml::problem(&svg::render(&outcome)), None);
    assert_eq!(etiquette_output::json::read(&etiquette_output::json::render(&outcome)), Ok(outcome));
}

#[test]
fn a_picture_says_what_it_shows() {
    let svg = svg::render(&common::device());
    assert!(svg.contains("role=\"img\" aria-label=\"Interface of device: 3 states, 5 calls, safe: proved"));
    assert!(svg.contains("acq_r is forbidden: acq_r() · acq_r() raises IllegalState at Source.java:10"));
}

#[test]
fn text_keeps_to_the_width() {
    for width in [60, 80, 100] {
        let options = TextOptions { width, ..TextOptions::default() };
        for outcome in [common::device(), common::list_iterator(), common::socket(), common::counter(50)] {
            let text = text::render(&outcome, &options);
            let too_wide = text.lines().find(|line| line.chars().count() > width);
            assert_eq!(too_wide, None, "{text}");
        }
    }
}

#[test]
fn colours_change_nothing_but_colours() {
    for outcome in [common::device(), common::socket(), common::many_calls()] {
        let plain = TextOptions::default();
        let colored = text::render(&outcome, &TextOptions { color: true, ..plain });
        assert!(colored.contains("\x1b[1m"));
        let mut stripped = String::new();
        for (position, part) in colored.split('\x1b').enumerate() {
            let start = if position == 0 { 0 } else { part.find('m').map_or(0, |end| end + 1) };
            stripped.push_str(&part[start..]);
        }
        assert_eq!(stripped, text::render(&outcome, &plain));
    }
}

#[test]
fn text_names_states_by_their_words() {
    let text = text::render(&common::counter(50), &TextOptions::default());
    assert!(text.contains("\nafter up ×49\n  allowed    down → after up ×48\n"));
}

#[test]
fn calls_that_change_nothing_are_listed_once() {
    let mut calls = vec![etiquette_automata::Call::simple("open")];
    let getters: Vec<String> = (0..6).map(|index| format!("get{index}")).collect();
    calls.extend(getters.iter().map(etiquette_automata::Call::simple));
    let mut builder = common::Builder::new(calls, 2).edges(&[(0, "open", 1)]);
    for getter in &getters {
        builder = builder.edges(&[(0, getter, 0), (1, getter, 1)]);
    }
    let text = text::render(&builder.outcome("Box", "Error", &[]), &TextOptions::default());
    assert_eq!(text.matches("get3").count(), 1, "{text}");
    assert!(text.contains("everywhere\n  allowed    get0, get1, get2, get3, get4, get5 → stays there\n"), "{text}");
}

#[test]
fn no_renderer_panics() {
    for seed in 0..200 {
        for format in Format::all() {
            let rendered = render(&any_outcome(seed), *format).expect("small interfaces can be written");
            assert!(rendered.text.ends_with('\n'), "seed {seed}, {format}");
        }
    }
}

#[test]
fn labels_in_dot_are_quoted() {
    let dot = dot::render(&common::socket());
    assert!(dot.starts_with("digraph \"org.example.net.Socket<\\\"TCP\\\" & 'TLS'>\" {\n"), "{dot}");
    for line in dot.lines() {
        let quotes = line.replace("\\\\", "").replace("\\\"", "").matches('"').count();
        assert_eq!(quotes % 2, 0, "{line}");
    }
}

#[test]
fn labels_in_mermaid_cannot_end_early() {
    for seed in 0..100 {
        let diagram = mermaid::render(&any_outcome(seed));
        for line in diagram.lines().filter(|line| line.contains(" as s")) {
            assert_eq!(line.matches('"').count(), 2, "{line}");
        }
        for line in diagram.lines().filter(|line| line.contains(" --> ")) {
            let label = line.split_once(" : ").map_or("", |(_, label)| label);
            assert!(!label.replace("<br/>", "").contains(['<', '>', ':', '"']), "{line}");
        }
    }
}
