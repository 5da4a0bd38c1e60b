//! Where a component begins that is a class: with its static fields as the class's initialiser leaves them.
//!
//! The initialiser is lowered like a method. Where it comes to constants, these are the initial values. Where it does
//! not (it asks for something that is not known), it becomes what it is on a JVM: the first part of whatever is called
//! first. That it may throw is looked at elsewhere ([`super::initialisers`]); here only runs matter that return.

use std::collections::{BTreeMap, BTreeSet};

use etiquette_component::{Action, Binding, Body, Component, Edge, Location, Method, RETURNED, Type, Variable};
use etiquette_logic::{Node, Symbol, Term, UnaryOp, evaluate};

use super::flow::{Context, Flow};
use super::heap::Heap;
use super::interruptions::leading_to;
use super::model::Model;
use super::world::World;
use super::{LowerError, Stop};

/// An initialiser that takes more steps than this is not run beforehand.
const MAX_STEPS: usize = 10_000;

/// The variable that says whether the class was initialised.
const INITIALISED: &str = "initialised";

/// The initialiser of a class, with the ways only that return.
pub(super) struct Initialiser {
    body: Body,
    locals: Vec<Binding>,
}

/// What is known of variables: one that is not there has its initial value.
type Values = BTreeMap<Symbol, Option<u64>>;

impl Flow<'_, '_> {
    /// Whether a method is the initialiser of the class that is the component.
    pub fn is_class_initialiser(&self, context: &Context) -> bool {
        let component = &self.model.heap.objects[Heap::RECEIVER].class;
        self.model.heap.is_of_class()
            && context.class.name == component.name
            && component.initialiser() == Some(context.method)
    }
}

/// Lowers the initialiser of the class, if that is the component and has one.
pub(super) fn lower_initialiser(world: &World<'_>, model: &mut Model) -> Result<Option<Initialiser>, Stop> {
    let class = model.heap.objects[Heap::RECEIVER].class.clone();
    let Some(method) = class.initialiser().filter(|_| model.heap.is_of_class()) else { return Ok(None) };
    let code = world.code(&class, method)?;
    let mut effort = world.most_effort();
    loop {
        let (before, errors) = (model.mark(), model.component.errors.len());
        let mut flow = Flow::new(world, model, effort);
        let point = flow.begin(&class, method, code.clone());
        flow.go_on(point, 0);
        let ended = flow.run();
        let returned = flow.outcome(RETURNED);
        let Flow { body, locals, .. } = flow;
        match (ended, effort.less()) {
            (Ok(()), _) => {
                model.component.errors.truncate(errors);
                model.may_be_unusable = body.edges.iter().any(|edge| is_thrown(edge, returned));
                return Ok(Some(Initialiser::returning(&mut model.component, body, locals, returned)));
            }
            (Err(Stop::Error(LowerError::TooLarge(_))), Some(less)) => effort = less,
            (Err(stop), _) => return Err(stop),
        }
        model.reset(before);
    }
}

fn is_thrown(edge: &Edge, returned: usize) -> bool {
    edge.action.target().is_none() && edge.action != Action::Return(returned)
}

impl Initialiser {
    /// Leaves out all that does not return. Where a choice decides about that, it is taken to be made in the right way,
    /// so that nothing depends on it.
    fn returning(component: &mut Component, body: Body, locals: Vec<Binding>, returned: usize) -> Self {
        let comes_back = |action| action == Action::Return(returned);
        let leads_back = leading_to(&body.edges, body.locations, comes_back);
        let is_kept = |edge: &Edge| edge.action.target().map_or(comes_back(edge.action), |to| leads_back[to.index()]);
        let (kept, left_out): (Vec<Edge>, Vec<Edge>) = body.edges.into_iter().partition(is_kept);
        let decided: BTreeSet<Location> = left_out.iter().map(|edge| edge.from).collect();
        let (always, state) = (component.terms.bool(true), component.state_symbols());
        let is_choice = |term: Term| !component.terms.symbols_of(term).iter().any(|symbol| state.contains(symbol));
        let edges = kept.into_iter().map(|edge| match edge.action {
            Action::Assume(condition, to) if decided.contains(&edge.from) && is_choice(condition) => {
                Edge { action: Action::Assume(always, to), ..edge }
            }
            _ => edge,
        });
        Initialiser { body: Body { locations: body.locations, edges: edges.collect() }, locals }
    }

    /// Makes the component begin with its class initialised.
    pub fn begin(&self, world: &World<'_>, model: &mut Model) -> Result<(), Stop> {
        let Some(values) = self.values(&model.component) else { return run_first(world, model) };
        for variable in &mut model.component.variables {
            variable.initial = values.get(&variable.binding.symbol).copied().flatten().or(variable.initial);
        }
        Ok(())
    }

    /// The values that it leaves, if they are the same in all runs, or no method asks for them.
    fn values(&self, component: &Component) -> Option<Values> {
        let mut edges: Vec<Vec<Action>> = vec![Vec::new(); self.body.locations];
        for edge in &self.body.edges {
            edges[edge.from.index()].push(edge.action);
        }
        let mut values: Values = self.locals.iter().map(|local| (local.symbol, None)).collect();
        let mut at = Location::ENTRY;
        for _ in 0..MAX_STEPS {
            let action = only_way(component, &values, &edges[at.index()])?;
            match action {
                Action::Return(_) => return is_known_enough(component, &values).then_some(values),
                Action::Assign(symbol, term, _) => drop(values.insert(symbol, value(component, &values, term))),
                Action::Havoc(symbol, ..) => drop(values.insert(symbol, None)),
                Action::Assume(..) | Action::Error(_) => {}
            }
            at = action.target()?;
        }
        None
    }

    /// Makes it the beginning of a method, unless it was run before.
    fn put_before(&self, method: &mut Method, (is_done, is_not_done): (Term, Term), (flag, yes): (Symbol, Term)) {
        let own = Location(1);
        let first = Location(own.0 + method.body.locations as u32);
        let moved = |edge: &Edge, by: Location| {
            let to = |location: Location| Location(location.0 + by.0);
            let action = edge.action.target().map_or(edge.action, |target| edge.action.with_target(to(target)));
            Edge { from: to(edge.from), action }
        };
        let entry = [(is_done, own), (is_not_done, first)]
            .map(|(condition, to)| Edge { from: Location::ENTRY, action: Action::Assume(condition, to) });
        let initialising = self.body.edges.iter().map(|edge| match moved(edge, first) {
            Edge { from, action: Action::Return(_) } => Edge { from, action: Action::Assign(flag, yes, own) },
            other => other,
        });
        let rest = method.body.edges.iter().map(|edge| moved(edge, own));
        let edges = entry.into_iter().chain(rest).chain(initialising).collect();
        let new = self.locals.iter().filter(|local| !method.locals.contains(local)).cloned().collect::<Vec<_>>();
        method.body = Body { locations: 1 + method.body.locations + self.body.locations, edges };
        method.locals.extend(new);
    }
}

/// Makes the initialiser the beginning of each method. It is lowered for each, as no two methods share variables.
fn run_first(world: &World<'_>, model: &mut Model) -> Result<(), Stop> {
    let mut name = INITIALISED.to_owned();
    while model.component.variables.iter().any(|known| known.binding.name == name) {
        name.push('\'');
    }
    let binding = model.bind(name, Type::Bool);
    let is_initialised = model.component.terms.symbol(binding.symbol);
    let is_not = model.component.terms.intern(Node::Unary(UnaryOp::Not, is_initialised));
    let always = model.component.terms.bool(true);
    for method in 0..model.component.methods.len() {
        let Some(initialiser) = lower_initialiser(world, model)? else { return Ok(()) };
        let method = &mut model.component.methods[method];
        initialiser.put_before(method, (is_initialised, is_not), (binding.symbol, always));
    }
    model.component.variables.push(Variable { binding, initial: Some(0) });
    Ok(())
}

/// The only action that can be taken; `None` if there are several.
fn only_way(component: &Component, values: &Values, actions: &[Action]) -> Option<Action> {
    let is_possible = |action: &&Action| match action {
        Action::Assume(condition, _) => value(component, values, *condition) != Some(0),
        _ => true,
    };
    let mut possible = actions.iter().filter(is_possible);
    possible.next().copied().filter(|_| possible.next().is_none())
}

/// The value of a term, if all that it asks for is known.
fn value(component: &Component, values: &Values, term: Term) -> Option<u64> {
    let initial = |symbol: Symbol| {
        let found = component.variables.iter().find(|variable| variable.binding.symbol == symbol);
        found.and_then(|variable| variable.initial)
    };
    let known = |symbol: Symbol| values.get(&symbol).copied().unwrap_or_else(|| initial(symbol));
    let is_known = component.terms.symbols_of(term).into_iter().all(|symbol| known(symbol).is_some());
    is_known.then(|| evaluate(&component.terms, term, |symbol| known(symbol).unwrap_or_default()))
}

/// Whether all is known that methods ask for.
fn is_known_enough(component: &Component, values: &Values) -> bool {
    let is_read = |symbol: Symbol| component.methods.iter().any(|method| component.reads(method, symbol));
    let mut variables = component.variables.iter().map(|variable| variable.binding.symbol);
    variables.all(|symbol| values.get(&symbol) != Some(&None) || !is_read(symbol))
}
