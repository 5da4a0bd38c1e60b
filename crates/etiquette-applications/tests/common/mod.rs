//! What the tests share: the examples, and an engine.
#![allow(dead_code, reason = "not every test needs all of it")]

use std::path::PathBuf;

use etiquette_component::{Component, slices};
use etiquette_outcome::{Outcome, Run};
use etiquette_synthesis::{Auto, synthesize_in_steps};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// A component from its source.
pub fn component(source: &str) -> Component {
    etiquette_component::parse(source, "c.component").expect("a component")
}

/// An example by name.
pub fn example(name: &str) -> Component {
    let file = format!("{name}.component");
    let text = std::fs::read_to_string(folder().join(&file)).expect("a readable file");
    etiquette_component::parse(&text, &file).expect("a component")
}

/// All examples that have an interface of a sensible size.
pub fn examples() -> Vec<(&'static str, Component)> {
    let names = ["file", "queue", "sensor", "iterator", "lock", "connection", "stream", "transaction"];
    names.into_iter().map(|name| (name, example(name))).collect()
}

/// The interface that an engine works out.
pub fn work_out(component: &Component, run: &mut Run) -> Result<Outcome, String> {
    let slices = slices(component);
    synthesize_in_steps(&Auto, &slices, run).map(|(outcome, _)| outcome).map_err(|problem| problem.to_string())
}
