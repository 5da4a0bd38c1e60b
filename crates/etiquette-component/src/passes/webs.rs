//! Splits local variables that serve several purposes one after the other.
//!
//! A web is a set of assignments and the uses that they reach. Compilers reuse registers, so one variable often holds
//! several webs; giving each a variable of its own lets slicing, which goes by variables, tell them apart.

use etiquette_logic::{Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use super::IsOver;
use crate::component::{Action, Binding, Component};

/// Beyond this many locations the analysis costs more than it brings.
const MAX_LOCATIONS: usize = 20_000;

/// Gives every web of every local variable of every method a variable of its own.
pub(super) fn split_locals(component: &mut Component, is_over: IsOver<'_>) {
    (0..component.methods.len()).take_while(|_| !is_over()).for_each(|method| split_locals_of(component, method));
}

fn split_locals_of(component: &mut Component, method: usize) {
    if component.methods[method].body.locations > MAX_LOCATIONS {
        return;
    }
    let occurrences = Occurrences::of(component, method);
    let result = component.methods[method].result;
    for local in component.methods[method].locals.clone() {
        // What is returned is read when the call is over.
        if result != Some(local.symbol)
            && occurrences.written.get(&local.symbol).is_some_and(|written| written.len() > 1)
        {
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
    incoming: Vec<Vec<usize>>,
}

impl Occurrences {
    fn of(component: &Component, method: usize) -> Self {
        let body = &component.methods[method].body;
        let mut found = Occurrences {
            read: FxHashMap::default(),
            written: FxHashMap::default(),
            outgoing: vec![Vec::new(); body.locations],
            incoming: vec![Vec::new(); body.locations],
        };
        for (index, edge) in body.edges.iter().enumerate() {
            found.outgoing[edge.from.index()].push(index);
            if let Some(to) = edge.action.target() {
                found.incoming[to.index()].push(index);
            }
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

/// The webs of one variable: the connected parts of where it is live.
///
/// All assignments that reach a location where the variable is live reach a common use from there, so they are of one
/// web; hence each such location belongs to one web, and neighbours to the same. This takes time in the live part of
/// the method only.
struct Webs {
    /// A location nearer to the one that stands for the web, for each location where the variable is live.
    parent: FxHashMap<usize, usize>,
}

/// The web that holds the value at the entry.
const ENTRY: usize = usize::MAX;

impl Webs {
    fn find(component: &Component, method: usize, symbol: Symbol, occurrences: &Occurrences) -> Self {
        let edges = &component.methods[method].body.edges;
        let mut webs = Webs { parent: FxHashMap::default() };
        let mut pending: Vec<usize> = Vec::new();
        for &index in occurrences.reads(symbol) {
            webs.enter(edges[index].from.index(), &mut pending);
        }
        while let Some(location) = pending.pop() {
            for &index in &occurrences.incoming[location] {
                if edges[index].action.written() != Some(symbol) {
                    let before = edges[index].from.index();
                    webs.enter(before, &mut pending);
                    webs.join(before, location);
                }
            }
        }
        webs
    }

    /// Notes that the variable is live at a location.
    fn enter(&mut self, location: usize, pending: &mut Vec<usize>) {
        self.parent.entry(location).or_insert_with(|| {
            pending.push(location);
            location
        });
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        // The smallest location stands for its web, so that the entry does wherever it can.
        self.parent.insert(one.max(other), one.min(other));
    }

    fn root(&mut self, location: usize) -> usize {
        let mut root = location;
        while self.parent[&root] != root {
            root = self.parent[&root];
        }
        let mut next = location;
        while next != root {
            next = self.parent.insert(next, root).unwrap_or(root);
        }
        root
    }

    /// The web of the value that a location sees.
    fn at(&mut self, location: usize) -> Option<usize> {
        let root = self.parent.contains_key(&location).then(|| self.root(location))?;
        Some(if root == 0 { ENTRY } else { root })
    }

    /// The web that an assignment belongs to; one that nothing uses has a web of its own.
    fn of_assignment(&mut self, index: usize, action: Action, locations: usize) -> usize {
        let web = action.target().and_then(|to| self.at(to.index()));
        web.unwrap_or(locations + index)
    }

    fn rename(mut self, component: &mut Component, method: usize, local: &Binding, occurrences: &Occurrences) {
        let locations = component.methods[method].body.locations;
        let mut touched: Vec<usize> = [occurrences.reads(local.symbol), occurrences.writes(local.symbol)].concat();
        touched.sort_unstable();
        touched.dedup();
        let reads: FxHashSet<usize> = occurrences.reads(local.symbol).iter().copied().collect();
        let mut variables = FxHashMap::from_iter([(ENTRY, local.symbol)]);
        for index in touched {
            let edge = component.methods[method].body.edges[index];
            let action = edge.action;
            let seen = self.at(edge.from.index()).filter(|_| reads.contains(&index));
            let assigned = self.of_assignment(index, action, locations);
            let mut variable = |web: usize| variable_of(web, &mut variables, component, method, local);
            let read = seen.map(&mut variable);
            let written = (action.written() == Some(local.symbol)).then(|| variable(assigned));
            let renamed = rename_action(component, action, local.symbol, read, written);
            component.methods[method].body.edges[index].action = renamed;
        }
    }
}

/// The variable of a web: the old one for the entry's, new ones for the rest.
fn variable_of(
    web: usize,
    variables: &mut FxHashMap<usize, Symbol>,
    component: &mut Component,
    method: usize,
    local: &Binding,
) -> Symbol {
    let count = variables.len();
    *variables.entry(web).or_insert_with(|| {
        let name = format!("{}~{count}", local.name);
        let sort = component.sort(local.ty);
        let symbol = component.terms.new_symbol(&name, sort);
        component.methods[method].locals.push(Binding { name, ty: local.ty, symbol });
        symbol
    })
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
        Action::Havoc(symbol, owner, to) => Action::Havoc(written.unwrap_or(symbol), owner, to),
        ends => ends,
    }
}
