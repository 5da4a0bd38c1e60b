//! Splits local variables that serve several purposes one after the other.
//!
//! A web is a set of assignments and the uses that they reach. Compilers reuse registers, so one variable often holds several webs;
//! giving each a variable of its own lets slicing, which goes by variables, tell them apart.

use etiquette_logic::{Symbol, Term};
use rustc_hash::FxHashMap;

use crate::component::{Action, Binding, Component, Edge};

/// Beyond this many locations the analysis costs more than it brings.
const MAX_LOCATIONS: usize = 20_000;

/// Gives every web of every local variable of a method a variable of its own.
pub fn split_locals(component: &mut Component, method: usize) {
    if component.methods[method].body.locations > MAX_LOCATIONS {
        return;
    }
    for local in component.methods[method].locals.clone() {
        let webs = Webs::find(component, method, local.symbol);
        webs.rename(component, method, &local);
    }
}

/// The webs of one variable. Assignments are edges by position; one more stands for the value at the entry.
struct Webs {
    parent: Vec<usize>,
    /// For each edge that uses the variable, an assignment that reaches it.
    reached_by: FxHashMap<usize, usize>,
    entry: usize,
}

impl Webs {
    fn find(component: &Component, method: usize, symbol: Symbol) -> Self {
        let edges = &component.methods[method].body.edges;
        let uses: Vec<bool> = edges.iter().map(|edge| reads(component, edge, symbol)).collect();
        let mut outgoing = vec![Vec::new(); component.methods[method].body.locations];
        for (index, edge) in edges.iter().enumerate() {
            outgoing[edge.from.index()].push(index);
        }
        let entry = edges.len();
        let mut webs = Webs { parent: (0..=entry).collect(), reached_by: FxHashMap::default(), entry };
        webs.spread(entry, 0, edges, &outgoing, &uses, symbol);
        for (index, edge) in edges.iter().enumerate() {
            if edge.action.written() == Some(symbol) {
                let to = edge.action.target().map_or(0, |to| to.index());
                webs.spread(index, to, edges, &outgoing, &uses, symbol);
            }
        }
        webs
    }

    /// Follows the value of an assignment up to the next ones.
    fn spread(
        &mut self,
        assignment: usize,
        start: usize,
        edges: &[Edge],
        outgoing: &[Vec<usize>],
        uses: &[bool],
        symbol: Symbol,
    ) {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut pending = vec![start];
        while let Some(location) = pending.pop() {
            if !seen.insert(location) {
                continue;
            }
            for &index in &outgoing[location] {
                if uses[index] {
                    let other = *self.reached_by.entry(index).or_insert(assignment);
                    self.unite(assignment, other);
                }
                if edges[index].action.written() != Some(symbol) {
                    pending.extend(edges[index].action.target().map(|to| to.index()));
                }
            }
        }
    }

    fn root(&self, mut assignment: usize) -> usize {
        while self.parent[assignment] != assignment {
            assignment = self.parent[assignment];
        }
        assignment
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        // The entry's web keeps the variable, and so do the smallest positions: the result does not depend on the order.
        let (keep, join) = if a == self.entry || (b != self.entry && a < b) { (a, b) } else { (b, a) };
        self.parent[join] = keep;
    }

    fn rename(&self, component: &mut Component, method: usize, local: &Binding) {
        let edges = component.methods[method].body.edges.clone();
        let mut variables: FxHashMap<usize, Symbol> = FxHashMap::default();
        variables.insert(self.root(self.entry), local.symbol);
        let mut renamed = Vec::with_capacity(edges.len());
        for (index, edge) in edges.iter().enumerate() {
            let read =
                self.reached_by.get(&index).map(|&web| self.variable(web, &mut variables, component, method, local));
            let written = (edge.action.written() == Some(local.symbol))
                .then(|| self.variable(index, &mut variables, component, method, local));
            renamed.push(Edge {
                from: edge.from,
                action: rename_action(component, edge.action, local.symbol, read, written),
            });
        }
        component.methods[method].body.edges = renamed;
    }

    /// The variable of a web: the old one for the first, new ones for the rest.
    fn variable(
        &self,
        web: usize,
        variables: &mut FxHashMap<usize, Symbol>,
        component: &mut Component,
        method: usize,
        local: &Binding,
    ) -> Symbol {
        let count = variables.len();
        *variables.entry(self.root(web)).or_insert_with(|| {
            let name = format!("{}~{count}", local.name);
            let sort = component.sort(local.ty);
            let symbol = component.terms.new_symbol(&name, sort);
            component.methods[method].locals.push(Binding { name, ty: local.ty, symbol });
            symbol
        })
    }
}

fn reads(component: &Component, edge: &Edge, symbol: Symbol) -> bool {
    edge.action.term().is_some_and(|term| component.terms.symbols_of(term).contains(&symbol))
}

fn rename_action(
    component: &mut Component,
    action: Action,
    old: Symbol,
    read: Option<Symbol>,
    written: Option<Symbol>,
) -> Action {
    let mut renamed = |term: Term| match read.filter(|new| *new != old) {
        Some(new) => {
            let replacement = component.terms.symbol(new);
            component.terms.substitute(term, &FxHashMap::from_iter([(old, replacement)]))
        }
        None => term,
    };
    match action {
        Action::Assume(condition, to) => Action::Assume(renamed(condition), to),
        Action::Assign(symbol, value, to) => Action::Assign(written.unwrap_or(symbol), renamed(value), to),
        Action::Havoc(symbol, to) => Action::Havoc(written.unwrap_or(symbol), to),
        ends => ends,
    }
}
