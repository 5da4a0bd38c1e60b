//! Splits local variables that serve several purposes one after the other.
//!
//! A web is a set of assignments and the uses that they reach. Compilers reuse registers, so one variable often holds several webs;
//! giving each a variable of its own lets slicing, which goes by variables, tell them apart.

use etiquette_logic::{Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::component::{Action, Binding, Component};

/// Beyond this many locations the analysis costs more than it brings.
const MAX_LOCATIONS: usize = 20_000;

/// Gives every web of every local variable of a method a variable of its own.
pub fn split_locals(component: &mut Component, method: usize) {
    if component.methods[method].body.locations > MAX_LOCATIONS {
        return;
    }
    let occurrences = Occurrences::of(component, method);
    for local in component.methods[method].locals.clone() {
        if occurrences.written.get(&local.symbol).is_some_and(|written| written.len() > 1) {
            let webs = Webs::find(component, method, local.symbol, &occurrences);
            webs.rename(component, method, &local, &occurrences);
        }
    }
}

/// Where variables are read and written: edges by position.
struct Occurrences {
    read: FxHashMap<Symbol, Vec<usize>>,
    written: FxHashMap<Symbol, Vec<usize>>,
    outgoing: Vec<Vec<usize>>,
}

impl Occurrences {
    fn of(component: &Component, method: usize) -> Self {
        let body = &component.methods[method].body;
        let mut found = Occurrences {
            read: FxHashMap::default(),
            written: FxHashMap::default(),
            outgoing: vec![Vec::new(); body.locations],
        };
        for (index, edge) in body.edges.iter().enumerate() {
            found.outgoing[edge.from.index()].push(index);
            for symbol in edge.action.term().map(|term| component.terms.symbols_of(term)).unwrap_or_default() {
                found.read.entry(symbol).or_default().push(index);
            }
            if let Some(symbol) = edge.action.written() {
                found.written.entry(symbol).or_default().push(index);
            }
        }
        found
    }

    fn reads(&self, symbol: Symbol) -> &[usize] {
        self.read.get(&symbol).map_or(&[], Vec::as_slice)
    }

    fn writes(&self, symbol: Symbol) -> &[usize] {
        self.written.get(&symbol).map_or(&[], Vec::as_slice)
    }
}

/// The webs of one variable. Assignments are edges by position; one more stands for the value at the entry.
struct Webs {
    parent: FxHashMap<usize, usize>,
    /// For each edge that reads the variable, an assignment that reaches it.
    reached_by: FxHashMap<usize, usize>,
}

/// The value at the entry.
const ENTRY: usize = usize::MAX;

impl Webs {
    fn find(component: &Component, method: usize, symbol: Symbol, occurrences: &Occurrences) -> Self {
        let edges = &component.methods[method].body.edges;
        let mut webs = Webs { parent: FxHashMap::default(), reached_by: FxHashMap::default() };
        let reads: FxHashSet<usize> = occurrences.reads(symbol).iter().copied().collect();
        let mut spread = |assignment: usize, start: usize| {
            let mut seen = FxHashSet::default();
            let mut pending = vec![start];
            while let Some(location) = pending.pop() {
                if !seen.insert(location) {
                    continue;
                }
                for &index in &occurrences.outgoing[location] {
                    if reads.contains(&index) {
                        webs.reach(assignment, index);
                    }
                    if edges[index].action.written() != Some(symbol) {
                        pending.extend(edges[index].action.target().map(|to| to.index()));
                    }
                }
            }
        };
        spread(ENTRY, 0);
        for &index in occurrences.writes(symbol) {
            if let Some(to) = edges[index].action.target() {
                spread(index, to.index());
            }
        }
        webs
    }

    fn reach(&mut self, assignment: usize, read: usize) {
        let other = *self.reached_by.entry(read).or_insert(assignment);
        let (a, b) = (self.root(assignment), self.root(other));
        // The entry's web keeps the variable; otherwise the smallest position stands for its web, whatever the order.
        let (keep, join) = if a == ENTRY || (b != ENTRY && a < b) { (a, b) } else { (b, a) };
        if keep != join {
            self.parent.insert(join, keep);
        }
    }

    fn root(&self, mut assignment: usize) -> usize {
        while let Some(&parent) = self.parent.get(&assignment) {
            assignment = parent;
        }
        assignment
    }

    fn rename(&self, component: &mut Component, method: usize, local: &Binding, occurrences: &Occurrences) {
        let mut touched: Vec<usize> = [occurrences.reads(local.symbol), occurrences.writes(local.symbol)].concat();
        touched.sort_unstable();
        touched.dedup();
        let mut variables = FxHashMap::from_iter([(ENTRY, local.symbol)]);
        for index in touched {
            let action = component.methods[method].body.edges[index].action;
            let mut variable = |web: usize| self.variable(web, &mut variables, component, method, local);
            let read = self.reached_by.get(&index).map(|&web| variable(web));
            let written = (action.written() == Some(local.symbol)).then(|| variable(index));
            let renamed = rename_action(component, action, local.symbol, read, written);
            component.methods[method].body.edges[index].action = renamed;
        }
    }

    /// The variable of a web: the old one for the entry's, new ones for the rest.
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
