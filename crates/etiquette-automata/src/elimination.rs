//! From an interface to a regular expression by state elimination, cheapest state first (Delgado and Morais 2004).
//!
//! Elimination can blow up exponentially, so the result is limited in size.

use std::collections::BTreeMap;
use std::fmt;

use crate::access::AccessWords;
use crate::interface::{EventId, Interface, StateId};
use crate::regex::Regex;

/// Which words of an interface to describe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// All accepted words; each prefix of an accepted word is one too.
    PrefixClosed,
    /// The words that lead back to the initial state, as papers like to write it: `(acquire read* release)*`.
    ToInitial,
}

/// The regular expression would have more nodes than the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// The limit that was given.
    pub limit: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the regular expression has more than {} parts", self.limit)
    }
}

impl std::error::Error for TooLarge {}

/// A regular expression for the words of an interface, at most `limit` nodes large. Minimise first for a short one.
pub fn regular_expression(interface: &Interface, language: Language, limit: usize) -> Result<Regex, TooLarge> {
    if interface.state_count() > limit {
        return Err(TooLarge { limit });
    }
    let attempt = |order| Graph::of(interface, language, limit).into_regex(order);
    match (attempt(Order::FarthestFirst), attempt(Order::Cheapest)) {
        (Ok(structured), Ok(short)) if 3 * structured.size() <= 4 * short.size() => Ok(structured),
        (structured, short) => short.or(structured),
    }
}

/// In which order states are eliminated. Neither is always better, so both are tried, and the first wins unless it
/// is longer by more than a third.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// The initial state last, those far away from it first: shows what happens between two visits of a state.
    FarthestFirst,
    Cheapest,
}

/// Extra nodes, with the states of the interface after them.
const START: usize = 0;
const END: usize = 1;
const FIRST_STATE: usize = 2;

fn node_of(state: &StateId) -> usize {
    state.index() + FIRST_STATE
}

/// An automaton whose edges are expressions.
struct Graph {
    edges: Vec<BTreeMap<usize, Regex>>,
    /// The nodes with an edge to each node.
    sources: Vec<Vec<usize>>,
    /// The states that are not eliminated, those far away from the initial one first.
    remaining: Vec<usize>,
    limit: usize,
}

impl Graph {
    fn of(interface: &Interface, language: Language, limit: usize) -> Self {
        let nodes = interface.state_count() + FIRST_STATE;
        let access = AccessWords::of(interface);
        let mut graph = Graph {
            edges: vec![BTreeMap::new(); nodes],
            sources: vec![Vec::new(); nodes],
            remaining: access.reachable().iter().rev().map(node_of).collect(),
            limit,
        };
        graph.add(START, node_of(&interface.initial()), Regex::Empty);
        for &state in access.reachable() {
            let node = node_of(&state);
            for event in (0..interface.alphabet().event_count()).map(EventId::from_index) {
                if let Some(to) = interface.next(state, event) {
                    graph.add(node, node_of(&to), Regex::Event(event));
                }
            }
            if language == Language::PrefixClosed || state == interface.initial() {
                graph.add(node, END, Regex::Empty);
            }
        }
        graph
    }

    fn add(&mut self, from: usize, to: usize, label: Regex) {
        let old = self.edges[from].remove(&to);
        if old.is_none() {
            self.sources[to].push(from);
        }
        self.edges[from].insert(to, old.unwrap_or(Regex::Nothing).or(label));
    }

    fn into_regex(mut self, order: Order) -> Result<Regex, TooLarge> {
        while let Some(state) = self.state_to_eliminate(order) {
            self.eliminate(state)?;
        }
        Ok(self.edges[START].remove(&END).unwrap_or(Regex::Nothing))
    }

    fn state_to_eliminate(&self, order: Order) -> Option<usize> {
        let mut states = self.remaining.iter().copied();
        match order {
            Order::FarthestFirst => states.next(),
            Order::Cheapest => states.min_by_key(|&state| self.cost(state)),
        }
    }

    /// By how much labels grow: each incoming one is copied for each way out, and so on.
    fn cost(&self, state: usize) -> usize {
        let incoming = self.sources[state].iter().filter(|&&from| from != state);
        let incoming: Vec<usize> = incoming.map(|&from| self.edges[from][&state].size()).collect();
        let outgoing = self.edges[state].iter().filter(|&(&to, _)| to != state);
        let outgoing: Vec<usize> = outgoing.map(|(_, label)| label.size()).collect();
        let around = self.edges[state].get(&state).map_or(0, Regex::size);
        incoming.iter().sum::<usize>() * outgoing.len().saturating_sub(1)
            + outgoing.iter().sum::<usize>() * incoming.len().saturating_sub(1)
            + around * (incoming.len() * outgoing.len()).saturating_sub(1)
    }

    fn eliminate(&mut self, state: usize) -> Result<(), TooLarge> {
        self.remaining.retain(|&other| other != state);
        let mut outgoing = std::mem::take(&mut self.edges[state]);
        let around = outgoing.remove(&state).unwrap_or(Regex::Nothing).repeat();
        for &to in outgoing.keys() {
            self.sources[to].retain(|&from| from != state);
        }
        let mut sources = std::mem::take(&mut self.sources[state]);
        sources.retain(|&from| from != state);
        for from in sources {
            let label = self.edges[from].remove(&state).unwrap_or(Regex::Nothing);
            let before = label.then(around.clone());
            for (&to, after) in &outgoing {
                self.add_limited(from, to, before.clone().then(after.clone()))?;
            }
        }
        Ok(())
    }

    fn add_limited(&mut self, from: usize, to: usize, label: Regex) -> Result<(), TooLarge> {
        self.add(from, to, label);
        match self.edges[from][&to].size() > self.limit {
            true => Err(TooLarge { limit: self.limit }),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Language, TooLarge, regular_expression};
    use crate::interface::{Alphabet, Call, EventId, Interface, StateId};

    /// Figure 1 of the 2006 paper.
    fn device_controller() -> Interface {
        let names = ["acq_r", "acq_rw", "read", "write", "rel"];
        let mut controller = Interface::new(Alphabet::new(names.map(Call::simple).to_vec()));
        let [acq_r, acq_rw, read, write, rel] = [0, 1, 2, 3, 4].map(EventId);
        let (reading, writing) = (controller.add_state(), controller.add_state());
        for (event, to) in [(acq_r, reading), (acq_rw, writing)] {
            controller.connect(StateId(0), event, to);
            controller.connect(to, read, to);
            controller.connect(to, rel, StateId(0));
        }
        controller.connect(writing, write, writing);
        controller
    }

    #[test]
    fn the_device_controller_reads_as_in_the_paper() {
        let controller = device_controller();
        let show = |language| {
            let regex = regular_expression(&controller, language, 100);
            regex.map(|regex| regex.display(controller.alphabet()).to_string())
        };
        let back = "(acq_r read* rel | acq_rw (read | write)* rel)*";
        assert_eq!(show(Language::ToInitial), Ok(back.into()));
        let all = format!("{back} (acq_r read* | acq_rw (read | write)*)?");
        assert_eq!(show(Language::PrefixClosed), Ok(all));
    }

    #[test]
    fn too_large_is_a_value() {
        let small_limit = regular_expression(&device_controller(), Language::ToInitial, 5);
        assert_eq!(small_limit, Err(TooLarge { limit: 5 }));
    }
}
