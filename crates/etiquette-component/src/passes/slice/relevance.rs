//! What the errors depend on: a fixpoint over variables, branches and outcomes (see the module above for the meaning).

use std::collections::BTreeSet;

use etiquette_logic::{Answer, Solver, Symbol, Term};

use super::{IsOver, Precision};
use crate::component::{Action, Body, Component, Edge, Method};
use crate::graph::{FlowGraph, are_complements};

/// The facts about one method that don't change during the fixpoint.
pub(super) struct MethodShape {
    pub graph: FlowGraph,
    pub outgoing: Vec<Vec<Edge>>,
    pub post_dominator: Vec<usize>,
    /// Locations that decide whether the call returns at all: conditions in loops, conditions that can block, dead
    /// ends.
    decides_return: Vec<bool>,
    /// Locations at which several edges may be open at once: a hidden choice.
    hidden_choice: Vec<bool>,
    /// For each location: those reached from it before its post-dominator.
    region: Vec<Vec<usize>>,
}

/// What is relevant in one method.
pub(super) struct MethodRelevance {
    pub shape: MethodShape,
    /// Branching locations whose conditions are kept.
    pub branches: Vec<bool>,
    /// Whether the outcomes are told apart.
    pub outcomes: bool,
}

/// What the errors depend on.
pub(super) struct Relevance {
    pub symbols: BTreeSet<Symbol>,
    pub methods: Vec<MethodRelevance>,
}

/// A set of things that something depends on.
#[derive(Clone, Default)]
struct Cone {
    symbols: BTreeSet<Symbol>,
    /// Method and location of relevant branches.
    branches: BTreeSet<(usize, usize)>,
    /// Methods whose choice of outcome is relevant.
    outcomes: BTreeSet<usize>,
    /// Whether errors are.
    errors: bool,
}

impl Relevance {
    /// `None` if it is to stop first.
    pub fn of_errors(component: &Component, precision: Precision, is_over: IsOver<'_>) -> Option<Self> {
        let (shapes, mut cone) = cone_of_errors(component, precision, is_over)?;
        if precision == Precision::WithResults {
            let telling = results_that_tell(component, is_over)?;
            cone.symbols.extend(telling.iter().filter_map(|(method, _)| component.methods[*method].result));
            cone.close(component, &shapes, is_over)?;
        }
        let methods = shapes.into_iter().enumerate().map(|(index, shape)| {
            let branches =
                (0..shape.outgoing.len()).map(|location| cone.branches.contains(&(index, location))).collect();
            MethodRelevance { shape, branches, outcomes: cone.outcomes.contains(&index) }
        });
        Some(Relevance { methods: methods.collect(), symbols: cone.symbols })
    }

    /// Whether the term has a relevant symbol.
    pub fn mentions(&self, component: &Component, term: Term) -> bool {
        component.terms.symbols_of(term).iter().any(|symbol| self.symbols.contains(symbol))
    }
}

/// The shapes of all methods, and what the errors depend on; `None` if it is to stop first.
fn cone_of_errors(
    component: &Component,
    precision: Precision,
    is_over: IsOver<'_>,
) -> Option<(Vec<MethodShape>, Cone)> {
    let shape = |method: &Method| MethodShape::new(component, method, precision, is_over);
    let shapes = component.methods.iter().map(shape).collect::<Option<Vec<MethodShape>>>()?;
    let mut cone = Cone { errors: true, ..Cone::default() };
    cone.close(component, &shapes, is_over)?;
    if precision != Precision::Coarse {
        let methods = component.methods.iter().zip(&shapes);
        let legal = |(method, shape): (&Method, &MethodShape)| shape.of_legal_calls(method, is_over);
        let legal = methods.map(legal).collect::<Option<Vec<MethodShape>>>()?;
        while let Some(outcomes) = telling_outcomes(component, &legal, &cone, is_over)? {
            cone.outcomes.extend(outcomes);
            cone.close(component, &shapes, is_over)?;
        }
    }
    Some((shapes, cone))
}

/// The methods, by position, whose returned number depends on a choice that errors depend on, too, with all that it
/// depends on; `None` if it is to stop first. A number for which more of the state would have to be kept is not worth
/// it.
pub(in crate::passes) fn results_that_tell(
    component: &Component,
    is_over: IsOver<'_>,
) -> Option<Vec<(usize, BTreeSet<Symbol>)>> {
    if component.methods.iter().all(|method| method.result.is_none()) {
        return Some(Vec::new());
    }
    let (shapes, errors) = cone_of_errors(component, Precision::Exact, is_over)?;
    let open = symbols_left_open(component);
    let mut telling = Vec::new();
    for (index, method) in component.methods.iter().enumerate() {
        let Some(result) = method.result else { continue };
        let mut cone = Cone { symbols: BTreeSet::from([result]), ..Cone::default() };
        cone.close(component, &shapes, is_over)?;
        let is_kept = |symbol: &Symbol| errors.symbols.contains(symbol);
        let mut state = component.variables.iter().map(|variable| variable.binding.symbol);
        let costs_nothing = state.all(|symbol| !cone.symbols.contains(&symbol) || is_kept(&symbol));
        let shares_choice = cone.symbols.intersection(&open).any(is_kept)
            || cone.branches.intersection(&errors.branches).any(|&(one, at)| shapes[one].hidden_choice[at]);
        if costs_nothing && shares_choice {
            telling.push((index, cone.symbols));
        }
    }
    Some(telling)
}

/// The variables whose value is chosen at first, or in calls.
fn symbols_left_open(component: &Component) -> BTreeSet<Symbol> {
    let at_first = component.variables.iter().filter(|variable| variable.initial.is_none());
    let edges = component.methods.iter().flat_map(|method| &method.body.edges);
    let chosen = edges.filter_map(|edge| match edge.action {
        Action::Havoc(symbol, ..) => Some(symbol),
        _ => None,
    });
    at_first.map(|variable| variable.binding.symbol).chain(chosen).collect()
}

/// The methods whose outcome depends on something that the errors depend on too, if there are any that are not kept
/// yet; nothing at all if it is to stop first.
fn telling_outcomes(
    component: &Component,
    shapes: &[MethodShape],
    errors: &Cone,
    is_over: IsOver<'_>,
) -> Option<Option<BTreeSet<usize>>> {
    let candidates = (0..shapes.len()).filter(|index| component.methods[*index].outcomes.len() > 1);
    let mut telling = BTreeSet::new();
    for index in candidates.filter(|index| !errors.outcomes.contains(index)) {
        let mut cone = Cone { outcomes: BTreeSet::from([index]), ..Cone::default() };
        cone.close(component, shapes, is_over)?;
        if cone.shares_with(errors, shapes) {
            telling.insert(index);
        }
    }
    Some((!telling.is_empty()).then_some(telling))
}

impl Cone {
    fn shares_with(&self, other: &Cone, shapes: &[MethodShape]) -> bool {
        let hidden = |&(method, location): &(usize, usize)| shapes[method].hidden_choice[location];
        self.symbols.intersection(&other.symbols).next().is_some()
            || self.branches.intersection(&other.branches).any(hidden)
    }

    /// Adds everything that the cone depends on; `None` if it is to stop first.
    fn close(&mut self, component: &Component, shapes: &[MethodShape], is_over: IsOver<'_>) -> Option<()> {
        loop {
            let before = (self.symbols.len(), self.branches.len());
            let initially = component.terms.symbols_of(component.initially);
            if initially.iter().any(|symbol| self.symbols.contains(symbol)) {
                self.symbols.extend(initially);
            }
            for (index, shape) in shapes.iter().enumerate() {
                if is_over() {
                    return None;
                }
                self.add_branches(index, shape);
                self.add_symbols(component, index, shape);
            }
            if before == (self.symbols.len(), self.branches.len()) {
                return Some(());
            }
        }
    }

    fn add_branches(&mut self, method: usize, shape: &MethodShape) {
        let matters: Vec<bool> =
            (0..shape.outgoing.len()).map(|location| self.matters(method, shape, location)).collect();
        for (location, region) in shape.region.iter().enumerate() {
            let open = shape.outgoing[location].len() > 1 || shape.decides_return[location];
            // The ways that part here may do something on their first step.
            if open && (matters[location] || region.iter().any(|&inside| matters[inside])) {
                self.branches.insert((method, location));
            }
        }
    }

    /// Whether something relevant happens at the location itself.
    fn matters(&self, method: usize, shape: &MethodShape, location: usize) -> bool {
        shape.decides_return[location]
            || shape.outgoing[location].iter().any(|edge| match edge.action {
                Action::Error(_) => self.errors,
                Action::Return(_) => self.outcomes.contains(&method),
                Action::Assign(symbol, ..) | Action::Havoc(symbol, ..) => self.symbols.contains(&symbol),
                Action::Assume(..) => false,
            })
    }

    fn add_symbols(&mut self, component: &Component, method: usize, shape: &MethodShape) {
        for (location, edges) in shape.outgoing.iter().enumerate() {
            for edge in edges {
                let read = match edge.action {
                    Action::Assume(condition, _) if self.branches.contains(&(method, location)) => condition,
                    Action::Assign(symbol, value, _) if self.symbols.contains(&symbol) => value,
                    _ => continue,
                };
                self.symbols.extend(component.terms.symbols_of(read));
            }
        }
    }
}

impl MethodShape {
    /// `None` if it is to stop first.
    fn new(component: &Component, method: &Method, precision: Precision, is_over: IsOver<'_>) -> Option<Self> {
        let graph = FlowGraph::new(&method.body);
        let outgoing = method.body.outgoing();
        let post_dominator = graph.post_dominators();
        // A constructor that fails makes no object: without what decides that, every word would begin with something
        // that can't happen.
        let decides_return = match precision {
            _ if method.constructor => deciding_return(component, &graph, &outgoing, is_over),
            Precision::Exact | Precision::WithResults => deciding_return(component, &graph, &outgoing, is_over),
            Precision::Coarse => graph.reaching_end().iter().take(outgoing.len()).map(|reaching| !reaching).collect(),
        };
        let hidden_choice =
            outgoing.iter().map(|edges| edges.len() > 1 && !are_complements(&component.terms, edges)).collect();
        let region = regions(&graph, &post_dominator, is_over)?;
        Some(MethodShape { graph, outgoing, post_dominator, decides_return, hidden_choice, region })
    }
}

impl MethodShape {
    /// The same method without the ways that end in an error whatever is chosen. A legal call never takes them, so an
    /// outcome tells nothing by not having been such an error.
    fn of_legal_calls(&self, method: &Method, is_over: IsOver<'_>) -> Option<MethodShape> {
        let doomed = doomed(&self.outgoing);
        let is_legal = |edge: &Edge| match edge.action {
            Action::Error(_) => false,
            action => action.target().is_none_or(|to| !doomed[to.index()]),
        };
        let edges = method.body.edges.iter().copied().filter(is_legal).collect();
        let body = Body { locations: method.body.locations, edges };
        let graph = FlowGraph::new(&body);
        let post_dominator = graph.post_dominators();
        let region = regions(&graph, &post_dominator, is_over)?;
        Some(MethodShape {
            outgoing: body.outgoing(),
            decides_return: self.decides_return.clone(),
            hidden_choice: self.hidden_choice.clone(),
            graph,
            post_dominator,
            region,
        })
    }
}

/// The locations from which every way ends in an error.
fn doomed(outgoing: &[Vec<Edge>]) -> Vec<bool> {
    let mut doomed = vec![false; outgoing.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (location, edges) in outgoing.iter().enumerate() {
            let fails = |edge: &Edge| match edge.action {
                Action::Error(_) => true,
                action => action.target().is_some_and(|to| doomed[to.index()]),
            };
            if !doomed[location] && !edges.is_empty() && edges.iter().all(fails) {
                doomed[location] = true;
                changed = true;
            }
        }
    }
    doomed
}

/// The regions of all locations; `None` if it is to stop first: in a large method they take long.
fn regions(graph: &FlowGraph, post_dominator: &[usize], is_over: IsOver<'_>) -> Option<Vec<Vec<usize>>> {
    let of = |location: usize| (!is_over()).then(|| region(graph, location, post_dominator[location]));
    (0..graph.end()).map(of).collect()
}

fn region(graph: &FlowGraph, location: usize, post_dominator: usize) -> Vec<usize> {
    if graph.successors[location].len() < 2 && post_dominator != graph.end() {
        return Vec::new();
    }
    let mut reached = graph.postorder(location, |node| node == post_dominator);
    reached.retain(|&node| node != graph.end() && node != post_dominator);
    reached
}

/// What is said once it is to stop does not count.
fn deciding_return(component: &Component, graph: &FlowGraph, outgoing: &[Vec<Edge>], is_over: IsOver<'_>) -> Vec<bool> {
    let reaching = graph.reaching_end();
    let on_cycle = graph.on_cycles();
    (0..outgoing.len())
        .map(|location| {
            let edges = &outgoing[location];
            let conditional = edges.iter().any(|edge| matches!(edge.action, Action::Assume(..)));
            !reaching[location]
                || (edges.len() > 1 && on_cycle[location])
                || (conditional && (is_over() || can_block(component, edges)))
        })
        .collect()
}

/// Whether all edges are closed somewhere is not worth more than this: a product that must not overflow can take forever.
const CONFLICTS_IF_BLOCKED: u64 = 200;

/// Whether no edge might be open.
fn can_block(component: &Component, edges: &[Edge]) -> bool {
    if edges.iter().any(|edge| !matches!(edge.action, Action::Assume(..))) {
        return false;
    }
    let conditions: Vec<Term> = edges.iter().filter_map(|edge| edge.action.term()).collect();
    if are_complements(&component.terms, edges) || conditions.iter().any(|&condition| component.is_true(condition)) {
        return false;
    }
    let mut terms = component.terms.clone();
    let any = terms.any(conditions);
    let none = terms.not(any);
    let mut solver = Solver::new();
    solver.set_conflict_limit(Some(CONFLICTS_IF_BLOCKED));
    solver.assert(&terms, none);
    solver.check(&terms, &[]) != Answer::Unsat
}
