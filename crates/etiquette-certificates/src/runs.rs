//! All runs of a method from one cut point to the next, as one condition for each end.
//!
//! A run takes an edge if it comes by where the edge starts, the edge is open, and the edge is picked. Where edges can
//! be open at the same time, a truth value of its own for each says whether it is picked; more than one may be. Where
//! ways meet, the first that is taken counts. So, read backwards from an end, the ways that count are a run, and every
//! run is found by picking its edges and no others.

use std::collections::BTreeMap;

use etiquette_component::{Action, Component, Location};
use etiquette_logic::{BinaryOp, Node, Sort, Term, TermPool, UnaryOp};

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
    pub condition: Term,
    /// The values at the end.
    pub values: Values,
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
    let mut piece = Piece { component, method, cuts, arriving: BTreeMap::new(), ends: BTreeMap::new() };
    let beginning = piece.beginning(start);
    piece.arriving.insert(start, vec![beginning]);
    for location in order {
        let ways = piece.arriving.remove(&location).unwrap_or_default();
        let here = piece.meet(&ways);
        piece.leave(&outgoing[location.index()], &here);
    }
    let ends = std::mem::take(&mut piece.ends);
    Ok(ends.into_iter().map(|(end, ways)| (end, piece.meet(&ways))).collect())
}

struct Piece<'a> {
    component: &'a mut Component,
    method: usize,
    cuts: &'a [Location],
    /// The ways into each location that were found so far.
    arriving: BTreeMap<Location, Vec<Runs>>,
    ends: BTreeMap<End, Vec<Runs>>,
}

impl Piece<'_> {
    /// At a cut point everything has its own value; a call begins with its locals zero.
    fn beginning(&mut self, start: Location) -> Runs {
        let is_call = start == Location::ENTRY && !self.cuts.contains(&start);
        let values = if is_call { zero_locals(self.component, self.method) } else { Values::default() };
        Runs { condition: self.component.terms.bool(true), values }
    }

    /// Where ways meet, the values are those of the first that is taken.
    fn meet(&mut self, ways: &[Runs]) -> Runs {
        let pool = &mut self.component.terms;
        let condition = plain::any(pool, ways.iter().map(|way| way.condition));
        let mut values = Values::default();
        for symbol in plain::changed(ways.iter().map(|way| &way.values)) {
            let mut found = ways.iter().rev().map(|way| (way.condition, way.values.get(&symbol)));
            let own = pool.symbol(symbol);
            let last = found.next().and_then(|(_, value)| value.copied()).unwrap_or(own);
            let value = found.fold(last, |rest, (taken, value)| plain::ite(pool, taken, *value.unwrap_or(&own), rest));
            values.insert(symbol, value);
        }
        Runs { condition, values }
    }

    fn leave(&mut self, edges: &[usize], here: &Runs) {
        let decided = self.are_exclusive(edges);
        for &edge in edges {
            let action = self.component.methods[self.method].body.edges[edge].action;
            let mut way = self.follow(action, here);
            if !decided {
                let picked = self.component.terms.new_variable(format!("edge {edge} is picked"), Sort::Bool);
                way.condition = plain::and(&mut self.component.terms, way.condition, picked);
            }
            match end_of(action, self.cuts) {
                Ok(end) => self.ends.entry(end).or_default().push(way),
                Err(target) => self.arriving.entry(target).or_default().push(way),
            }
        }
    }

    /// Whether at most one of the edges is ever open, as far as one can see at a glance: it is alone, or there are two
    /// conditions of which one is the other's negation.
    fn are_exclusive(&self, edges: &[usize]) -> bool {
        let body = &self.component.methods[self.method].body;
        let pool = &self.component.terms;
        match edges.iter().map(|edge| body.edges[*edge].action).collect::<Vec<_>>()[..] {
            [] | [_] => true,
            [Action::Assume(a, _), Action::Assume(b, _)] => negates(pool, a, b) || negates(pool, b, a),
            _ => false,
        }
    }

    /// The way along an edge.
    fn follow(&mut self, action: Action, here: &Runs) -> Runs {
        let mut way = here.clone();
        let demand = match action {
            Action::Assume(condition, _) => Some(plain::replace(&mut self.component.terms, condition, &here.values)),
            Action::Assign(symbol, value, _) => {
                let value = plain::replace(&mut self.component.terms, value, &here.values);
                way.values.insert(symbol, value);
                None
            }
            Action::Havoc(symbol, ..) => {
                let pool = &mut self.component.terms;
                let chosen =
                    pool.new_variable(format!("{} as chosen", pool.symbol_name(symbol)), pool.symbol_sort(symbol));
                way.values.insert(symbol, chosen);
                domain_of(self.component, self.method, symbol, chosen)
            }
            Action::Return(_) | Action::Error(_) => None,
        };
        way.condition = plain::all(&mut self.component.terms, [way.condition].into_iter().chain(demand));
        way
    }
}

/// Whether the first condition is the second one's negation, by its form alone. The negation of a comparison is a
/// comparison.
fn negates(pool: &TermPool, a: Term, b: Term) -> bool {
    match (pool.node(a), pool.node(b)) {
        (Node::Unary(UnaryOp::Not, negated), _) => negated == b,
        (Node::Binary(BinaryOp::SignedLess, x, y), Node::Binary(BinaryOp::SignedLessEqual, v, w))
        | (Node::Binary(BinaryOp::UnsignedLess, x, y), Node::Binary(BinaryOp::UnsignedLessEqual, v, w)) => {
            (x, y) == (w, v)
        }
        _ => false,
    }
}

/// The end that an edge leads to, or the location where the run goes on.
fn end_of(action: Action, cuts: &[Location]) -> Result<End, Location> {
    match action {
        Action::Return(outcome) => Ok(End::Returned(outcome)),
        Action::Error(_) => Ok(End::Failed),
        Action::Assume(_, to) | Action::Assign(_, _, to) | Action::Havoc(_, _, to) if cuts.contains(&to) => {
            Ok(End::At(to))
        }
        Action::Assume(_, to) | Action::Assign(_, _, to) | Action::Havoc(_, _, to) => Err(to),
    }
}
