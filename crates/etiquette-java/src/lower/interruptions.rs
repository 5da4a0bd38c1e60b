//! Exceptions that come in between when an error is as good as raised.
//!
//! `throw new IllegalStateException(format(…))` raises the error, unless `format` throws something else first. By the
//! letter of its code it nearly always might, and then no call would ever be known to fail. That it does not is taken
//! for granted, and said; so is that what nobody knows is not null there, such as a logger. What the JVM throws because
//! of an argument is not meant: the client has a say in that.

use etiquette_component::{Action, Body, Component, Edge, Location, Owner};
use etiquette_logic::{Symbol, Term};
use rustc_hash::FxHashSet;

use super::flow::{Flow, Point};
use super::model::About;

pub(super) const UNINTERRUPTED: &str = "while an exception is being raised, code that is not followed throws nothing of its own, and what is not known is not null";

/// A choice between an exception and going on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interruption {
    /// Where the exception is thrown.
    thrown: Location,
    /// Where it is not.
    going_on: Location,
    /// What decides; `None`: the model.
    condition: Option<Term>,
}

impl Interruption {
    pub fn new(failing: &Point, other: &Point) -> Self {
        Interruption { thrown: failing.location, going_on: other.location, condition: None }
    }

    pub fn if_null(failing: &Point, other: &Point, null: Term) -> Self {
        Interruption { condition: Some(null), ..Interruption::new(failing, other) }
    }
}

/// A body backwards.
struct Backwards<'a> {
    component: &'a Component,
    state: FxHashSet<Symbol>,
    /// The edges that lead to each location.
    into: Vec<Vec<Edge>>,
}

/// Where a value was made is looked for at no more places than this.
const MAX_PLACES: usize = 100;

impl<'a> Backwards<'a> {
    fn new(component: &'a Component, body: &Body) -> Self {
        let mut into = vec![Vec::new(); body.locations];
        for edge in &body.edges {
            edge.action.target().into_iter().for_each(|to: Location| into[to.index()].push(*edge));
        }
        Backwards { component, state: component.state_symbols().into_iter().collect(), into }
    }

    /// Whether the value of a term at a location comes from nothing but choices of the model.
    fn is_chosen_by_model(&self, term: Term, at: Location) -> bool {
        let mut pending: Vec<(Symbol, Location)> = self.read(term, at);
        let mut seen: FxHashSet<(Symbol, Location)> = FxHashSet::default();
        while let Some((symbol, at)) = pending.pop() {
            if !seen.insert((symbol, at)) {
                continue;
            }
            let into = &self.into[at.index()];
            if into.is_empty() || self.state.contains(&symbol) || seen.len() > MAX_PLACES {
                return false;
            }
            for edge in into {
                match edge.action {
                    Action::Havoc(written, owner, _) if written == symbol => match owner {
                        Owner::Model(_) => {}
                        Owner::Component => return false,
                    },
                    Action::Assign(written, value, _) if written == symbol => {
                        pending.extend(self.read(value, edge.from));
                    }
                    _ => pending.push((symbol, edge.from)),
                }
            }
        }
        true
    }

    fn read(&self, term: Term, at: Location) -> Vec<(Symbol, Location)> {
        self.component.terms.symbols_of(term).into_iter().map(|symbol| (symbol, at)).collect()
    }
}

impl Flow<'_, '_> {
    /// Leaves out exceptions behind which an error is raised in any case.
    pub fn leave_out_interruptions(&mut self) {
        let mut interruptions = std::mem::take(&mut self.interruptions);
        let backwards = Backwards::new(&self.model.component, &self.body);
        let is_models = |found: &Interruption| {
            found.condition.is_none_or(|condition| backwards.is_chosen_by_model(condition, found.going_on))
        };
        interruptions.retain(is_models);
        let raises = raises_in_any_case(&self.body, &interruptions);
        let is_left_out = |found: &&Interruption| raises[found.going_on.index()] && !raises[found.thrown.index()];
        let left_out: Vec<&Interruption> = interruptions.iter().filter(is_left_out).collect();
        if left_out.is_empty() {
            return;
        }
        let thrown: FxHashSet<Location> = left_out.iter().map(|found| found.thrown).collect();
        let going_on: FxHashSet<Location> = left_out.iter().map(|found| found.going_on).collect();
        let always = self.model.component.terms.bool(true);
        self.body.edges.retain(|edge| edge.action.target().is_none_or(|to| !thrown.contains(&to)));
        for edge in &mut self.body.edges {
            // Whoever makes the choice, it must not lead nowhere.
            if let Action::Assume(condition, to) = &mut edge.action
                && going_on.contains(to)
            {
                *condition = always;
            }
        }
        self.model.note(About::OtherCode, UNINTERRUPTED, None);
    }
}

/// The locations from which every way that ends does so with an error, if nothing interrupts it.
fn raises_in_any_case(body: &Body, interruptions: &[Interruption]) -> Vec<bool> {
    let interrupting: FxHashSet<Location> = interruptions.iter().map(|found| found.thrown).collect();
    let is_way = |edge: &&Edge| edge.action.target().is_none_or(|to| !interrupting.contains(&to));
    let ways: Vec<Edge> = body.edges.iter().filter(is_way).copied().collect();
    let fails = leading_to(&ways, body.locations, |action| matches!(action, Action::Error(_)));
    let returns = leading_to(&ways, body.locations, |action| matches!(action, Action::Return(_)));
    fails.into_iter().zip(returns).map(|(fails, returns)| fails && !returns).collect()
}

/// The locations from which some way leads to an end.
pub(super) fn leading_to(ways: &[Edge], locations: usize, is_end: impl Fn(Action) -> bool) -> Vec<bool> {
    let mut into: Vec<Vec<Location>> = vec![Vec::new(); locations];
    let mut pending = Vec::new();
    for edge in ways {
        match edge.action.target() {
            Some(to) => into[to.index()].push(edge.from),
            None if is_end(edge.action) => pending.push(edge.from),
            None => {}
        }
    }
    let mut found = vec![false; locations];
    while let Some(location) = pending.pop() {
        if !std::mem::replace(&mut found[location.index()], true) {
            pending.extend(&into[location.index()]);
        }
    }
    found
}
