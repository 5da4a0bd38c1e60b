//! Runs of a method, edge by edge, straight from the definition of a body.

use std::collections::{BTreeMap, BTreeSet};

use etiquette_certificates::Choice;
use etiquette_component::{Action, Component, Location};
use etiquette_logic::{Symbol, evaluate};

/// The value of each variable that the method sees.
pub type Values = BTreeMap<Symbol, u64>;

/// Where an edge leads.
pub enum Step {
    To(Location, Values),
    Returned(usize),
    Failed,
}

/// The values when a call begins.
pub fn entry(component: &Component, method: usize, state: &[u64], arguments: &[u64]) -> Values {
    let found = &component.methods[method];
    let variables = component.variables.iter().map(|variable| variable.binding.symbol).zip(state.iter().copied());
    let parameters = found.parameters.iter().map(|binding| binding.symbol).zip(arguments.iter().copied());
    let locals = found.locals.iter().map(|binding| (binding.symbol, 0));
    variables.chain(parameters).chain(locals).collect()
}

/// The steps from a location, with the choice that each takes.
pub fn steps(component: &Component, method: usize, at: Location, values: &Values) -> Vec<(Vec<(Choice, u64)>, Step)> {
    let found = &component.methods[method];
    let value = |term| evaluate(&component.terms, term, |symbol| values[&symbol]);
    let mut steps = Vec::new();
    for (index, edge) in found.body.edges.iter().enumerate().filter(|(_, edge)| edge.from == at) {
        let taken = vec![(Choice::Edge(index), 1)];
        let with = |symbol, value| {
            let mut values = values.clone();
            values.insert(symbol, value);
            values
        };
        match edge.action {
            Action::Assume(condition, to) if value(condition) == 1 => steps.push((taken, Step::To(to, values.clone()))),
            Action::Assume(..) => {}
            Action::Assign(symbol, term, to) => steps.push((taken, Step::To(to, with(symbol, value(term))))),
            Action::Havoc(symbol, _, to) => {
                let ty = component.binding(Some(found), symbol).unwrap().ty;
                for value in 0..component.value_count(ty).unwrap() {
                    let choices = vec![(Choice::Edge(index), 1), (Choice::Value(index), value)];
                    steps.push((choices, Step::To(to, with(symbol, value))));
                }
            }
            Action::Return(outcome) => steps.push((taken, Step::Returned(outcome))),
            Action::Error(_) => steps.push((taken, Step::Failed)),
        }
    }
    steps
}

/// The targets of back edges of a depth-first walk.
pub fn loop_heads(component: &Component, method: usize) -> Vec<Location> {
    fn visit(
        outgoing: &[Vec<Location>],
        at: Location,
        open: &mut BTreeSet<Location>,
        done: &mut BTreeSet<Location>,
        heads: &mut BTreeSet<Location>,
    ) {
        open.insert(at);
        for next in &outgoing[at.index()] {
            if open.contains(next) {
                heads.insert(*next);
            } else if !done.contains(next) {
                visit(outgoing, *next, open, done, heads);
            }
        }
        open.remove(&at);
        done.insert(at);
    }
    let body = &component.methods[method].body;
    let targets =
        |edges: &Vec<etiquette_component::Edge>| edges.iter().filter_map(|edge| edge.action.target()).collect();
    let outgoing: Vec<Vec<Location>> = body.outgoing().iter().map(targets).collect();
    let mut heads = BTreeSet::new();
    visit(&outgoing, Location::ENTRY, &mut BTreeSet::new(), &mut BTreeSet::new(), &mut heads);
    heads.into_iter().collect()
}

/// All values with which runs come by each location.
pub fn arrivals(component: &Component, method: usize, entries: Vec<Values>) -> BTreeMap<Location, BTreeSet<Values>> {
    let mut found: BTreeMap<Location, BTreeSet<Values>> = BTreeMap::new();
    let mut pending: Vec<(Location, Values)> = entries.into_iter().map(|values| (Location::ENTRY, values)).collect();
    while let Some((at, values)) = pending.pop() {
        if !found.entry(at).or_default().insert(values.clone()) {
            continue;
        }
        for (_, step) in steps(component, method, at, &values) {
            if let Step::To(to, values) = step {
                pending.push((to, values));
            }
        }
    }
    found
}

/// The choices of a run that fails before it comes by one of the cuts; the first that is found.
pub fn failing_choices(
    component: &Component,
    method: usize,
    entry: &Values,
    cuts: &[Location],
) -> Option<Vec<(Choice, u64)>> {
    choices_to(component, method, entry, cuts, |step, _| matches!(step, Step::Failed))
}

/// The choices of a run to a step that is wanted, which also depends on the values before it, before the run comes by
/// one of the cuts; the first that is found.
pub fn choices_to(
    component: &Component,
    method: usize,
    entry: &Values,
    cuts: &[Location],
    is_wanted: impl Fn(&Step, &Values) -> bool,
) -> Option<Vec<(Choice, u64)>> {
    let mut pending = vec![(Location::ENTRY, entry.clone(), Vec::new())];
    while let Some((at, values, made)) = pending.pop() {
        if cuts.contains(&at) {
            continue;
        }
        for (choices, step) in steps(component, method, at, &values) {
            let made: Vec<(Choice, u64)> = made.iter().copied().chain(choices).collect();
            match step {
                step if is_wanted(&step, &values) => return Some(made),
                Step::To(to, values) => pending.push((to, values, made)),
                Step::Returned(_) | Step::Failed => {}
            }
        }
    }
    None
}
