//! The witness graph with its two labelings (Section 2.3), and the tight one of Section 4, for people and for other programs.
//!
//! The first two labelings are closed under every call. The safe one keeps clear of what can fail in an accepted call (P3), the
//! permissive one has nothing that can return from a refused one (P4); where the component is not visibly
//! deterministic, some run of it fails.

use etiquette_component::{Component, Scope};
use etiquette_logic::Term;

use crate::engines::witness::Labeling;
use crate::engines::witness::build_interface::region;
use crate::spaces::predicates::abstract_component::AbstractComponent;
use crate::spaces::predicates::bounds::Bounding;
use crate::spaces::predicates::check::allows;

/// A witness graph: its first node is the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WitnessGraph {
    /// The nodes that accept, in the order in which they were met.
    pub nodes: Vec<WitnessNode>,
}

/// A node of a witness graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WitnessNode {
    /// What the safe labeling says; `false` where no word that can happen leads.
    pub safe: String,
    /// What the permissive labeling says; none if the graph is not known to be permissive.
    pub permissive: Option<String>,
    /// Of what the safe labeling allows for, the part in which some run must be, from which every event that is accepted
    /// can happen; none if the graph is not known to be tight.
    pub tight: Option<String>,
    /// What is accepted, and where it leads.
    pub edges: Vec<WitnessEdge>,
    /// The methods that are refused, with some arguments at least.
    pub refused: Vec<String>,
}

/// An event that is accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WitnessEdge {
    /// The method.
    pub method: String,
    /// The arguments with which it leads there, as a condition on them.
    pub guard: String,
    /// The outcome.
    pub outcome: String,
    /// The position of the next node.
    pub to: usize,
}

/// The graph, with the permissive labeling if there is one.
pub(crate) fn witness_graph(
    component: &mut Component,
    view: &AbstractComponent,
    graph: &Bounding,
    permissive: &Labeling,
    is_tight: bool,
) -> WitnessGraph {
    let mut nodes = Vec::new();
    for (place, knowledge) in &graph.nodes {
        let safe = region(component, view, &knowledge.may);
        let tight = is_tight.then(|| region(component, view, &knowledge.must));
        let impossible = component.terms.bool(false);
        let known = permissive.get(place).copied().unwrap_or(impossible);
        let label = |term: Term| Scope::new(component, None).readable(term);
        nodes.push(WitnessNode {
            safe: label(safe),
            permissive: (!permissive.is_empty()).then(|| label(known)),
            tight: tight.map(label),
            edges: edges(component, view, graph, *place),
            refused: refused(component, view, graph, *place),
        });
    }
    WitnessGraph { nodes }
}

fn edges(component: &Component, view: &AbstractComponent, graph: &Bounding, place: usize) -> Vec<WitnessEdge> {
    let mut found = Vec::new();
    for event in 0..view.letters.event_count() {
        let next = graph.machine.next(place, event);
        let Some(to) = graph.nodes.iter().position(|(node, _)| *node == next) else { continue };
        let (letter, outcome) = view.letters.event(event);
        let letter = &view.letters.all[letter];
        let method = &component.methods[letter.method];
        found.push(WitnessEdge {
            method: method.name.clone(),
            guard: Scope::new(component, Some(method)).readable(letter.guard),
            outcome: method.outcomes[outcome].clone(),
            to,
        });
    }
    found
}

fn refused(component: &Component, view: &AbstractComponent, graph: &Bounding, place: usize) -> Vec<String> {
    let letters = 0..view.letters.all.len();
    let refused = letters.filter(|&letter| !allows(&graph.machine, &view.letters, place, letter));
    let mut names: Vec<String> =
        refused.map(|letter| component.methods[view.letters.all[letter].method].name.clone()).collect();
    names.dedup();
    names
}
