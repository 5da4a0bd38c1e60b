//! What the errors depend on: a fixpoint over variables, branches and outcomes (see the module above for the meaning).

use std::collections::BTreeSet;

use etiquette_logic::{Answer, Solver, Symbol, Term, TermPool};

use super::cone::{Cone, Flows};
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
    pub decides_return: Vec<bool>,
    /// Locations at which several edges may be open at once: a hidden choice.
    pub hidden_choice: Vec<bool>,
    /// For each location: the branches at which it is decided whether it is reached, and itself if it is one.
    pub deciding: Vec<Vec<usize>>,
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

impl Relevance {
    /// `None` if it is to stop first.
    pub fn of_errors(component: &Component, precision: Precision, is_over: IsOver<'_>) -> Option<Self> {
        let (shapes, mut cone) = cone_of_errors(component, precision, is_over)?;
        if precision == Precision::WithResults {
            let telling = results_that_tell(component, is_over)?;
            cone.symbols.extend(telling.iter().filter_map(|(method, _)| component.methods[*method].result));
            cone.close(&Flows::new(component, &shapes), is_over)?;
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
    let shapes: Vec<MethodShape> = component.methods.iter().map(shape).collect();
    let flows = Flows::new(component, &shapes);
    let mut cone = Cone { errors: true, ..Cone::default() };
    cone.close(&flows, is_over)?;
    if precision != Precision::Coarse {
        let methods = component.methods.iter().zip(&shapes);
        let legal: Vec<MethodShape> = methods.map(|(method, shape)| shape.of_legal_calls(method)).collect();
        let legal = Flows::new(component, &legal);
        while let Some(outcomes) = telling_outcomes(component, &legal, &cone, is_over)? {
            cone.outcomes.extend(outcomes);
            cone.close(&flows, is_over)?;
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
    let (flows, open) = (Flows::new(component, &shapes), symbols_left_open(component));
    let mut telling = Vec::new();
    for (index, method) in component.methods.iter().enumerate() {
        let Some(result) = method.result else { continue };
        let mut cone = Cone { symbols: BTreeSet::from([result]), ..Cone::default() };
        cone.close(&flows, is_over)?;
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
    flows: &Flows<'_>,
    errors: &Cone,
    is_over: IsOver<'_>,
) -> Option<Option<BTreeSet<usize>>> {
    let candidates = (0..component.methods.len()).filter(|index| component.methods[*index].outcomes.len() > 1);
    let mut telling = BTreeSet::new();
    for index in candidates.filter(|index| !errors.outcomes.contains(index)) {
        let mut cone = Cone { outcomes: BTreeSet::from([index]), ..Cone::default() };
        cone.close(flows, is_over)?;
        if cone.shares_with(errors, flows.shapes) {
            telling.insert(index);
        }
    }
    Some((!telling.is_empty()).then_some(telling))
}

impl MethodShape {
    fn new(component: &Component, method: &Method, precision: Precision, is_over: IsOver<'_>) -> Self {
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
        let deciding = deciding(&graph, &post_dominator, (&outgoing, &decides_return));
        MethodShape { graph, outgoing, post_dominator, decides_return, hidden_choice, deciding }
    }

    /// The same method without the ways that end in an error whatever is chosen. A legal call never takes them, so an
    /// outcome tells nothing by not having been such an error.
    fn of_legal_calls(&self, method: &Method) -> MethodShape {
        let doomed = doomed(&self.outgoing);
        let is_legal = |edge: &Edge| match edge.action {
            Action::Error(_) => false,
            action => action.target().is_none_or(|to| !doomed[to.index()]),
        };
        let edges = method.body.edges.iter().copied().filter(is_legal).collect();
        let body = Body { locations: method.body.locations, edges };
        let graph = FlowGraph::new(&body);
        let post_dominator = graph.post_dominators();
        let (outgoing, decides_return) = (body.outgoing(), self.decides_return.clone());
        let deciding = deciding(&graph, &post_dominator, (&outgoing, &decides_return));
        let hidden_choice = self.hidden_choice.clone();
        MethodShape { graph, outgoing, post_dominator, decides_return, hidden_choice, deciding }
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

/// For each location, the branches at which it is decided whether it is reached, and itself if it is one. What decides
/// about these is not repeated: it is found there.
fn deciding(
    graph: &FlowGraph,
    post_dominator: &[usize],
    (outgoing, decides_return): (&[Vec<Edge>], &[bool]),
) -> Vec<Vec<usize>> {
    let mut deciding = vec![Vec::new(); outgoing.len()];
    for (branch, edges) in outgoing.iter().enumerate() {
        // The ways that part here may do something on their first step.
        if edges.len() > 1 || decides_return[branch] {
            deciding[branch].push(branch);
        }
        if graph.successors[branch].len() > 1 {
            for &next in &graph.successors[branch] {
                let decided = std::iter::successors(Some(next), |&location| Some(post_dominator[location]));
                let decided = decided.take_while(|&location| location != post_dominator[branch]);
                decided.for_each(|location| deciding[location].push(branch));
            }
        }
    }
    deciding
}

/// What is said once it is to stop does not count.
fn deciding_return(component: &Component, graph: &FlowGraph, outgoing: &[Vec<Edge>], is_over: IsOver<'_>) -> Vec<bool> {
    let reaching = graph.reaching_end();
    let on_cycle = graph.on_cycles();
    let mut terms = component.terms.clone();
    (0..outgoing.len())
        .map(|location| {
            let edges = &outgoing[location];
            let conditional = edges.iter().any(|edge| matches!(edge.action, Action::Assume(..)));
            !reaching[location]
                || (edges.len() > 1 && on_cycle[location])
                || (conditional && (is_over() || can_block(component, &mut terms, edges)))
        })
        .collect()
}

/// Whether all edges are closed somewhere is not worth more than this: a product that must not overflow can take forever.
const CONFLICTS_IF_BLOCKED: u64 = 200;

/// Whether no edge might be open.
fn can_block(component: &Component, terms: &mut TermPool, edges: &[Edge]) -> bool {
    if edges.iter().any(|edge| !matches!(edge.action, Action::Assume(..))) {
        return false;
    }
    let conditions: Vec<Term> = edges.iter().filter_map(|edge| edge.action.term()).collect();
    if are_complements(terms, edges) || conditions.iter().any(|&condition| component.is_true(condition)) {
        return false;
    }
    let any = terms.any(conditions);
    let none = terms.not(any);
    let mut solver = Solver::new();
    solver.set_conflict_limit(Some(CONFLICTS_IF_BLOCKED));
    solver.assert(terms, none);
    solver.check(terms, &[]) != Answer::Unsat
}
