//! What something depends on: variables, branches and outcomes, closed under dependence by a worklist.

use std::collections::BTreeSet;

use etiquette_logic::Symbol;
use rustc_hash::FxHashMap;

use super::IsOver;
use super::relevance::MethodShape;
use crate::component::{Action, Component, Edge};

/// A set of things that something depends on.
#[derive(Clone, Default)]
pub(super) struct Cone {
    pub symbols: BTreeSet<Symbol>,
    /// Method and location of relevant branches.
    pub branches: BTreeSet<(usize, usize)>,
    /// Methods whose choice of outcome is relevant.
    pub outcomes: BTreeSet<usize>,
    /// Whether errors are.
    pub errors: bool,
}

/// A method and a location in it.
type At = (usize, usize);

/// Where values come from and go to in all methods.
pub(super) struct Flows<'a> {
    pub shapes: &'a [MethodShape],
    /// Where variables get their values, and what is read there.
    writes: FxHashMap<Symbol, Vec<(At, Vec<Symbol>)>>,
    /// What the conditions at a location ask.
    asked: FxHashMap<At, Vec<Symbol>>,
    /// Where methods end in an error, and where they return.
    failing: Vec<At>,
    returning: Vec<At>,
    /// What the variables are at first depends on each other.
    initially: Vec<Symbol>,
}

impl<'a> Flows<'a> {
    pub fn new(component: &Component, shapes: &'a [MethodShape]) -> Self {
        let initially = component.terms.symbols_of(component.initially).into_iter().collect();
        let (writes, asked) = (FxHashMap::default(), FxHashMap::default());
        let mut flows = Flows { shapes, writes, asked, failing: Vec::new(), returning: Vec::new(), initially };
        for (method, shape) in shapes.iter().enumerate() {
            for (location, edges) in shape.outgoing.iter().enumerate() {
                edges.iter().for_each(|edge| flows.add(component, (method, location), edge));
            }
        }
        flows
    }

    fn add(&mut self, component: &Component, at: At, edge: &Edge) {
        let symbols = |term| component.terms.symbols_of(term);
        match edge.action {
            Action::Error(_) => self.failing.push(at),
            Action::Return(_) => self.returning.push(at),
            Action::Havoc(symbol, ..) => self.writes.entry(symbol).or_default().push((at, Vec::new())),
            Action::Assign(symbol, value, _) => {
                self.writes.entry(symbol).or_default().push((at, symbols(value).into_iter().collect()));
            }
            Action::Assume(condition, _) => self.asked.entry(at).or_default().extend(symbols(condition)),
        }
    }
}

impl Cone {
    pub fn shares_with(&self, other: &Cone, shapes: &[MethodShape]) -> bool {
        let hidden = |&(method, location): &At| shapes[method].hidden_choice[location];
        self.symbols.intersection(&other.symbols).next().is_some()
            || self.branches.intersection(&other.branches).any(hidden)
    }

    /// Adds everything that the cone depends on; `None` if it is to stop first.
    pub fn close(&mut self, flows: &Flows<'_>, is_over: IsOver<'_>) -> Option<()> {
        let seen = flows.shapes.iter().map(|shape| vec![false; shape.outgoing.len()]).collect();
        let (symbols, locations) = (self.symbols.iter().copied().collect(), Vec::new());
        let mut closing = Closing { cone: self, flows, seen, symbols, locations };
        closing.begin();
        loop {
            if is_over() {
                return None;
            }
            if let Some(at) = closing.locations.pop() {
                closing.add_what_decides(at);
            } else {
                let Some(symbol) = closing.symbols.pop() else { return Some(()) };
                closing.add_what_makes(symbol);
            }
        }
    }
}

/// A cone on its way to being closed.
struct Closing<'a, 'f> {
    cone: &'a mut Cone,
    flows: &'a Flows<'f>,
    /// The locations, by method, at which something relevant is known to happen.
    seen: Vec<Vec<bool>>,
    /// Relevant symbols and such locations that were not looked at yet.
    symbols: Vec<Symbol>,
    locations: Vec<At>,
}

impl Closing<'_, '_> {
    /// Adds what the cone says for itself, and what is always relevant: whether calls return.
    fn begin(&mut self) {
        let flows = self.flows;
        for (method, shape) in flows.shapes.iter().enumerate() {
            let deciding = (0..shape.outgoing.len()).filter(|location| shape.decides_return[*location]);
            deciding.for_each(|location| self.matter((method, location)));
        }
        if self.cone.errors {
            flows.failing.iter().for_each(|at| self.matter(*at));
        }
        let outcomes = self.cone.outcomes.clone();
        flows.returning.iter().filter(|(method, _)| outcomes.contains(method)).for_each(|at| self.matter(*at));
    }

    /// Something relevant happens at a location.
    fn matter(&mut self, at: At) {
        if !std::mem::replace(&mut self.seen[at.0][at.1], true) {
            self.locations.push(at);
        }
    }

    fn add(&mut self, symbol: Symbol) {
        if self.cone.symbols.insert(symbol) {
            self.symbols.push(symbol);
        }
    }

    /// Adds the branches that decide whether a location is reached, and those that decide about these.
    fn add_what_decides(&mut self, (method, location): At) {
        let flows = self.flows;
        for &branch in &flows.shapes[method].deciding[location] {
            if self.cone.branches.insert((method, branch)) {
                flows.asked.get(&(method, branch)).into_iter().flatten().for_each(|symbol| self.add(*symbol));
            }
            self.matter((method, branch));
        }
    }

    fn add_what_makes(&mut self, symbol: Symbol) {
        let flows = self.flows;
        if flows.initially.contains(&symbol) {
            flows.initially.iter().for_each(|other| self.add(*other));
        }
        for (at, read) in flows.writes.get(&symbol).into_iter().flatten() {
            self.matter(*at);
            read.iter().for_each(|symbol| self.add(*symbol));
        }
    }
}
