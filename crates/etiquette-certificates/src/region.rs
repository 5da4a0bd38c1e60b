//! All runs of a method from one cut point to the next, as one relation.
//!
//! Each edge has a truth value, "the run takes it". A taken edge has one before it that is taken too, back to the cut point, and its
//! action relates the values on both sides. Read backwards from an end, a model is a run, and every run is a model. Hidden choices need no
//! names: whatever satisfies the relation can be chosen.

use std::collections::{BTreeMap, BTreeSet};

use etiquette_component::{Action, Component, Location};
use etiquette_logic::{Sort, Term};

use crate::flow::{Uncut, between_cuts, outgoing};
use crate::plain::{self, Values};
use crate::scope::{domain_of, zero_locals};

/// Where runs from a cut point end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// At a cut point.
    At(Location),
    /// With an outcome of the method.
    Returned(usize),
    /// With an error, whichever it is.
    Failed,
}

/// The runs to one end.
#[derive(Clone, Debug)]
pub struct Runs {
    /// Satisfiable, for given values at the start, exactly if there is such a run.
    pub relation: Term,
    /// The values at the end.
    pub values: Values,
}

/// One way into a location or an end: an edge, when it is taken.
struct Way {
    from: Location,
    taken: Term,
    /// What follows if it is taken.
    demand: Term,
    values: Values,
}

/// What is known at a location.
struct Place {
    /// Whether the run comes by: one of the edges that lead here is taken.
    reached: Term,
    values: Values,
    /// What ties the location to those before it.
    demands: Vec<Term>,
    before: Vec<Location>,
}

/// The runs of a method from `start` to each end, by end.
///
/// # Errors
/// Where a cycle has no cut point.
pub fn runs(
    component: &mut Component,
    method: usize,
    start: Location,
    cuts: &[Location],
) -> Result<BTreeMap<End, Runs>, Uncut> {
    let order = between_cuts(&component.methods[method].body, start, cuts)?;
    let outgoing = outgoing(&component.methods[method].body);
    let mut region = Region { component, method, cuts, outgoing, arriving: BTreeMap::new(), ends: BTreeMap::new() };
    let mut places: BTreeMap<Location, Place> = BTreeMap::new();
    for location in order {
        let place = if location == start { region.beginning(start) } else { region.join(location) };
        region.leave(location, &place);
        places.insert(location, place);
    }
    Ok(region.finish(&places))
}

struct Region<'a> {
    component: &'a mut Component,
    method: usize,
    cuts: &'a [Location],
    /// The edges of each location, by position in the body.
    outgoing: Vec<Vec<usize>>,
    arriving: BTreeMap<Location, Vec<Way>>,
    ends: BTreeMap<End, Vec<Way>>,
}

impl Region<'_> {
    /// At a cut point everything has its own value; a call begins with its locals zero.
    fn beginning(&mut self, start: Location) -> Place {
        let is_call = start == Location::ENTRY && !self.cuts.contains(&start);
        let values = if is_call { zero_locals(self.component, self.method) } else { Values::default() };
        let reached = self.component.terms.bool(true);
        Place { reached, values, demands: Vec::new(), before: Vec::new() }
    }

    fn join(&mut self, location: Location) -> Place {
        let ways = self.arriving.remove(&location).unwrap_or_default();
        self.meet(&ways, &location.0.to_string())
    }

    /// Where ways meet, a variable on which they differ gets a new name.
    fn meet(&mut self, ways: &[Way], name: &str) -> Place {
        let pool = &mut self.component.terms;
        let reached = plain::any(pool, ways.iter().map(|way| way.taken));
        let mut demands: Vec<Term> = ways.iter().map(|way| way.demand).collect();
        let mut values = Values::default();
        for symbol in plain::changed(ways.iter().map(|way| &way.values)) {
            let found: Vec<Term> = ways.iter().map(|way| plain::value(pool, &way.values, symbol)).collect();
            if found.windows(2).all(|pair| pair[0] == pair[1]) {
                values.insert(symbol, found[0]);
                continue;
            }
            let fresh = pool.new_variable(format!("{}@{name}", pool.symbol_name(symbol)), pool.symbol_sort(symbol));
            for (way, value) in ways.iter().zip(found) {
                let same = plain::equal(pool, fresh, value);
                demands.push(plain::implies(pool, way.taken, same));
            }
            values.insert(symbol, fresh);
        }
        Place { reached, values, demands, before: ways.iter().map(|way| way.from).collect() }
    }

    fn leave(&mut self, location: Location, place: &Place) {
        for index in std::mem::take(&mut self.outgoing[location.index()]) {
            let action = self.component.methods[self.method].body.edges[index].action;
            let way = self.way(location, index, action, place);
            match end_of(action, self.cuts) {
                Ok(end) => self.ends.entry(end).or_default().push(way),
                Err(target) => self.arriving.entry(target).or_default().push(way),
            }
        }
    }

    fn way(&mut self, from: Location, index: usize, action: Action, place: &Place) -> Way {
        let taken = self.component.terms.new_variable(format!("edge {index} from {}", from.0), Sort::Bool);
        let mut values = place.values.clone();
        let mut needs = vec![place.reached];
        match action {
            Action::Assume(condition, _) => {
                needs.push(plain::replace(&mut self.component.terms, condition, &place.values));
            }
            Action::Assign(symbol, value, _) => {
                values.insert(symbol, plain::replace(&mut self.component.terms, value, &place.values));
            }
            Action::Havoc(symbol, _) => {
                let pool = &mut self.component.terms;
                let name = format!("{} chosen at {}", pool.symbol_name(symbol), from.0);
                let chosen = pool.new_variable(name, pool.symbol_sort(symbol));
                needs.extend(domain_of(self.component, self.method, symbol, chosen));
                values.insert(symbol, chosen);
            }
            Action::Return(_) | Action::Error(_) => {}
        }
        let pool = &mut self.component.terms;
        let needed = plain::all(pool, needs);
        let demand = plain::implies(pool, taken, needed);
        Way { from, taken, demand, values }
    }

    fn finish(mut self, places: &BTreeMap<Location, Place>) -> BTreeMap<End, Runs> {
        let ends = std::mem::take(&mut self.ends);
        let runs = ends.into_iter().map(|(end, ways)| {
            let place = self.meet(&ways, "end");
            let demands = demands_before(places, &place);
            let relation = plain::all(&mut self.component.terms, demands.into_iter().chain([place.reached]));
            (end, Runs { relation, values: place.values })
        });
        runs.collect()
    }
}

/// What ties a place to the start, all the way back; what lies beside has no say.
fn demands_before(places: &BTreeMap<Location, Place>, end: &Place) -> Vec<Term> {
    let mut behind: Vec<Location> = end.before.clone();
    let mut involved: BTreeSet<Location> = BTreeSet::new();
    while let Some(location) = behind.pop() {
        if involved.insert(location) {
            behind.extend(&places[&location].before);
        }
    }
    let earlier = involved.iter().flat_map(|location| places[location].demands.iter().copied());
    earlier.chain(end.demands.iter().copied()).collect()
}

/// The end that an edge leads to, or the location where the run goes on.
fn end_of(action: Action, cuts: &[Location]) -> Result<End, Location> {
    match action {
        Action::Return(outcome) => Ok(End::Returned(outcome)),
        Action::Error(_) => Ok(End::Failed),
        Action::Assume(_, to) | Action::Assign(_, _, to) | Action::Havoc(_, to) if cuts.contains(&to) => {
            Ok(End::At(to))
        }
        Action::Assume(_, to) | Action::Assign(_, _, to) | Action::Havoc(_, to) => Err(to),
    }
}
