//! What a call does, if its hidden choices are made in a given way.
//!
//! With all choices made a run is a function of the state and the arguments, so "it fails" or "it returns there" is a
//! condition that can be negated. A run that comes by a cut point is given up as one that does neither.
//!
//! Choices of the model are not made here: what is claimed has to hold whatever they are, so they stay free.

use std::collections::BTreeMap;

use etiquette_component::{Action, Component, Location, Owner};
use etiquette_logic::{Symbol, Term};

use crate::certificate::Choice;
use crate::flow::{Uncut, between_cuts, outgoing};
use crate::plain::{self, Values};
use crate::runs::End;
use crate::scope::{domain, domain_of, zero_locals};

/// A call whose runs are given up at cut points.
#[derive(Clone, Copy)]
pub struct CutCall<'a> {
    /// Its method.
    pub method: usize,
    /// The condition on its arguments.
    pub guard: Term,
    /// The cut points.
    pub cuts: &'a [Location],
}

/// A choice of the model in a run whose other choices are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FreeChoice {
    /// What stands for its value.
    pub symbol: Symbol,
    /// What it is about, by position in [`Component::gaps`].
    pub gap: u32,
    /// That it is a value of its type.
    pub domain: Option<Term>,
    /// A value with which the run does what is claimed, if the certificate names one: it tells on which choices a claim
    /// depends that does not hold for all of them.
    pub given: Term,
}

/// A condition on state, parameters and choices of the model.
#[derive(Clone, Debug)]
pub struct Fate {
    /// The condition.
    pub condition: Term,
    /// The choices of the model.
    pub free: Vec<FreeChoice>,
}

/// The condition on state and parameters under which a call with these choices fails. Where the choices replace
/// arguments, they must be in the guard.
///
/// # Errors
/// Where a cycle has no cut point.
pub fn fails(component: &mut Component, call: CutCall, valuation: &[(Choice, Term)]) -> Result<Fate, Uncut> {
    let (ends, free) = ends(component, call, valuation)?;
    let failed = ends.into_iter().filter(|(end, _)| *end == End::Failed).map(|(_, (taken, _))| taken);
    Ok(Fate { condition: plain::any(&mut component.terms, failed), free })
}

/// The condition on state and parameters under which a call with these choices returns with the outcome, in a state
/// where the condition `then` on the state variables holds.
///
/// # Errors
/// Where a cycle has no cut point.
pub fn returns(
    component: &mut Component,
    call: CutCall,
    valuation: &[(Choice, Term)],
    outcome: usize,
    then: Term,
) -> Result<Fate, Uncut> {
    let (mut ends, free) = ends(component, call, valuation)?;
    ends.retain(|(end, _)| *end == End::Returned(outcome));
    let pool = &mut component.terms;
    let mut ways = Vec::new();
    for (_, (taken, values)) in ends {
        let holds = plain::replace(pool, then, &values);
        ways.push(plain::and(pool, taken, holds));
    }
    Ok(Fate { condition: plain::any(pool, ways), free })
}

/// Where a call may end, and the choices of the model on which that depends.
type Ends = (Vec<(End, Way)>, Vec<FreeChoice>);

/// Where the call with these choices ends; at most one of them is where it does.
fn ends(component: &mut Component, call: CutCall, valuation: &[(Choice, Term)]) -> Result<Ends, Uncut> {
    let CutCall { method, guard, cuts } = call;
    let order = between_cuts(&component.methods[method].body, Location::ENTRY, cuts)?;
    let made = valuation.iter().copied().collect();
    let outgoing = outgoing(&component.methods[method].body);
    let mut run =
        Run { component, method, made, outgoing, arriving: BTreeMap::new(), ends: Vec::new(), free: Vec::new() };
    let beginning = run.begin(guard);
    run.arriving.insert(Location::ENTRY, vec![beginning]);
    for location in order {
        if let Some(ways) = run.arriving.remove(&location) {
            let (reached, values) = run.join(ways);
            run.leave(location, reached, &values);
        }
    }
    Ok((run.ends, run.free))
}

/// When the run is somewhere, and the values then.
type Way = (Term, Values);

struct Run<'a> {
    component: &'a mut Component,
    method: usize,
    made: BTreeMap<Choice, Term>,
    outgoing: Vec<Vec<usize>>,
    arriving: BTreeMap<Location, Vec<Way>>,
    ends: Vec<(End, Way)>,
    free: Vec<FreeChoice>,
}

impl Run<'_> {
    /// The run begins where the arguments are values of their types and in the guard.
    fn begin(&mut self, guard: Term) -> Way {
        let mut values = Values::default();
        let mut needs = Vec::new();
        for (index, parameter) in self.component.methods[self.method].parameters.clone().iter().enumerate() {
            if let Some(&argument) = self.made.get(&Choice::Argument(index)) {
                needs.extend(domain(self.component, parameter.ty, argument));
                values.insert(parameter.symbol, argument);
            }
        }
        needs.push(plain::replace(&mut self.component.terms, guard, &values));
        values.extend(zero_locals(self.component, self.method));
        (plain::all(&mut self.component.terms, needs), values)
    }

    /// One way at most is taken, so the values can be told apart by it.
    fn join(&mut self, ways: Vec<Way>) -> Way {
        let pool = &mut self.component.terms;
        let reached = plain::any(pool, ways.iter().map(|(taken, _)| *taken));
        let mut joined = Values::default();
        for symbol in plain::changed(ways.iter().map(|(_, values)| values)) {
            let mut value = plain::value(pool, &ways[0].1, symbol);
            for (taken, values) in &ways[1..] {
                let other = plain::value(pool, values, symbol);
                value = plain::ite(pool, *taken, other, value);
            }
            joined.insert(symbol, value);
        }
        (reached, joined)
    }

    fn leave(&mut self, location: Location, reached: Term, values: &Values) {
        let edges = std::mem::take(&mut self.outgoing[location.index()]);
        let taken = self.selection(&edges, values);
        for (edge, picked) in edges.into_iter().zip(taken) {
            let taken = plain::and(&mut self.component.terms, reached, picked);
            self.follow(edge, taken, values.clone());
        }
    }

    /// For each edge when it is the one that is taken: the first open one that is preferred, or else the first open
    /// one.
    fn selection(&mut self, edges: &[usize], values: &Values) -> Vec<Term> {
        let open: Vec<Term> = edges.iter().map(|edge| self.is_open(*edge, values)).collect();
        let preferred: Vec<Term> =
            edges.iter().zip(&open).map(|(edge, open)| self.is_preferred(*edge, *open)).collect();
        let pool = &mut self.component.terms;
        let mut none = pool.bool(true);
        let mut taken = Vec::new();
        for conditions in [preferred, open] {
            for condition in conditions {
                taken.push(plain::and(pool, none, condition));
                let not = plain::not(pool, condition);
                none = plain::and(pool, none, not);
            }
        }
        let plainly = taken.split_off(edges.len());
        taken.into_iter().zip(plainly).map(|(a, b)| plain::or(pool, a, b)).collect()
    }

    fn is_open(&mut self, edge: usize, values: &Values) -> Term {
        match self.component.methods[self.method].body.edges[edge].action {
            Action::Assume(condition, _) => plain::replace(&mut self.component.terms, condition, values),
            _ => self.component.terms.bool(true),
        }
    }

    fn is_preferred(&mut self, edge: usize, open: Term) -> Term {
        match self.made.get(&Choice::Edge(edge)) {
            Some(&wish) => plain::and(&mut self.component.terms, wish, open),
            None => self.component.terms.bool(false),
        }
    }

    fn follow(&mut self, edge: usize, mut taken: Term, mut values: Values) {
        let action = self.component.methods[self.method].body.edges[edge].action;
        match action {
            Action::Assume(..) => {}
            Action::Assign(symbol, value, _) => {
                let value = plain::replace(&mut self.component.terms, value, &values);
                values.insert(symbol, value);
            }
            Action::Havoc(symbol, Owner::Model(gap), _) => {
                let value = self.left_free(edge, symbol, gap);
                values.insert(symbol, value);
            }
            Action::Havoc(symbol, Owner::Component, _) => {
                let value = self.chosen(edge, symbol);
                let possible = domain_of(self.component, self.method, symbol, value);
                taken = plain::all(&mut self.component.terms, possible.into_iter().chain([taken]));
                values.insert(symbol, value);
            }
            Action::Return(outcome) => return self.ends.push((End::Returned(outcome), (taken, values))),
            Action::Error(_) => return self.ends.push((End::Failed, (taken, values))),
        }
        if let Some(target) = action.target() {
            self.arriving.entry(target).or_default().push((taken, values));
        }
    }

    /// A run comes by an edge once at most, so one symbol stands for the value there.
    fn left_free(&mut self, edge: usize, symbol: Symbol, gap: u32) -> Term {
        let given = self.chosen(edge, symbol);
        let pool = &mut self.component.terms;
        let name = format!("{} as it may be", pool.symbol_name(symbol));
        let free = pool.new_symbol(name, pool.symbol_sort(symbol));
        let value = pool.symbol(free);
        let domain = domain_of(self.component, self.method, symbol, value);
        self.free.push(FreeChoice { symbol: free, gap, domain, given });
        value
    }

    fn chosen(&mut self, edge: usize, symbol: Symbol) -> Term {
        let sort = self.component.terms.symbol_sort(symbol);
        let made = self.made.get(&Choice::Value(edge)).copied();
        made.unwrap_or_else(|| self.component.terms.constant(sort, 0))
    }
}
