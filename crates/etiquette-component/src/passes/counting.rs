//! Loops that count, as what they come to: `while (level > 0) level--;` is `if (level > 0) level = 0;`.
//!
//! How often such a loop goes round is guessed from its condition: one side of a comparison moves by one each time, the
//! other one stays. That gives a value for each variable that the loop changes. The guess is proved by induction over
//! the rounds before it is used, and so is that the loop ends: the values agree with the last round, another round
//! before makes no difference to them, and the number of rounds that are left shrinks. Whoever checks a proof about the
//! result makes the result again, and so this proof, too.

use etiquette_logic::{Answer, BinaryOp, Node, Solver, Symbol, Term, TermPool, UnaryOp};
use rustc_hash::FxHashMap;

use super::IsOver;
use crate::component::{Action, Body, Component, Edge, Location};

/// A round of more steps than this is not looked at.
const MAX_STEPS: usize = 24;
/// The most ways round that are followed from one place.
const MAX_WAYS: usize = 64;
/// How hard the solver tries to prove a guess.
const CONFLICTS: u64 = 2_000;

/// The component with what loops that count come to in their place. The same calls return and fail, from the same
/// states and with the same results.
pub fn without_counting_loops(component: &Component, is_over: IsOver<'_>) -> Component {
    let mut done = component.clone();
    for method in 0..done.methods.len() {
        while !is_over() && replace_one(&mut done, method) {}
    }
    done
}

/// Replaces one loop of a method; whether there was one.
fn replace_one(component: &mut Component, method: usize) -> bool {
    let mut body = component.methods[method].body.clone();
    for head in meetings(&body) {
        for path in ways_round(&body, head) {
            let sum = round(&mut component.terms, &body, &path).and_then(|round| sum(&mut component.terms, &round));
            if let Some(sum) = sum {
                put(&mut component.terms, &mut body, head, &path, &sum);
                component.methods[method].body = body;
                return true;
            }
        }
    }
    false
}

/// Where ways meet: every loop begins at such a place.
fn meetings(body: &Body) -> Vec<Location> {
    let incoming = incoming(body);
    (0..body.locations).filter(|&location| incoming[location] > 1).map(|location| Location(location as u32)).collect()
}

/// How many edges lead to each location; the start of the body is a way in of its own.
fn incoming(body: &Body) -> Vec<usize> {
    let mut incoming = vec![0; body.locations];
    incoming[Location::ENTRY.index()] = 1;
    body.edges.iter().filter_map(|edge| edge.action.target()).for_each(|to| incoming[to.index()] += 1);
    incoming
}

/// The ways from a location back to it through locations to which nothing else leads, as edges.
fn ways_round(body: &Body, head: Location) -> Vec<Vec<usize>> {
    let incoming = incoming(body);
    let from = |location: Location| (0..body.edges.len()).filter(move |&edge| body.edges[edge].from == location);
    let mut pending: Vec<Vec<usize>> = from(head).map(|edge| vec![edge]).collect();
    let mut found = Vec::new();
    for _ in 0..MAX_WAYS {
        let Some(path) = pending.pop() else { break };
        let last = path.last().and_then(|&edge| body.edges[edge].action.target());
        match last {
            Some(to) if to == head => found.push(path),
            Some(to) if incoming[to.index()] == 1 && path.len() < MAX_STEPS => {
                pending.extend(from(to).map(|edge| [&path[..], &[edge]].concat()));
            }
            _ => {}
        }
    }
    found
}

/// What one round does, over the values at its beginning.
struct Round {
    /// When there is a round.
    condition: Term,
    /// What changes.
    after: FxHashMap<Symbol, Term>,
    /// The same in the order in which it changes first.
    changed: Vec<Symbol>,
}

/// The round along a path, unless it may be left where it may go on: then there is no telling how often it is taken.
fn round(terms: &mut TermPool, body: &Body, path: &[usize]) -> Option<Round> {
    let mut round = Round { condition: terms.bool(true), after: FxHashMap::default(), changed: Vec::new() };
    for &step in path {
        let Edge { from, action } = body.edges[step];
        let others = body.edges.iter().enumerate().filter(|(index, edge)| edge.from == from && *index != step);
        let others: Vec<Action> = others.map(|(_, edge)| edge.action).collect();
        match action {
            Action::Assume(condition, _) => {
                let condition = terms.substitute(condition, &round.after);
                round.condition = terms.and(round.condition, condition);
                for other in others {
                    let Action::Assume(leaving, _) = other else { return None };
                    let leaving = terms.substitute(leaving, &round.after);
                    is_impossible(terms, &[round.condition, leaving]).then_some(())?;
                }
            }
            Action::Assign(symbol, value, _) if others.is_empty() => {
                let value = terms.substitute(value, &round.after);
                if round.after.insert(symbol, value).is_none() {
                    round.changed.push(symbol);
                }
            }
            _ => return None,
        }
    }
    Some(round)
}

/// What all rounds come to, if there is one.
struct Sum {
    condition: Term,
    /// In an order in which each value may be computed from what was not assigned before.
    values: Vec<(Symbol, Term)>,
}

fn sum(terms: &mut TermPool, round: &Round) -> Option<Sum> {
    terms.conjuncts(round.condition).into_iter().find_map(|part| {
        let count = Count::guess(terms, round, part)?;
        let values = values(terms, round, &count)?;
        is_proved(terms, round, &count, &values).then_some(Sum { condition: round.condition, values })
    })
}

/// How often a loop goes round.
struct Count {
    rounds: Term,
    /// The side of the comparison that moves, and where it stops.
    moving: Term,
    last: Term,
}

impl Count {
    /// From one comparison of the loop's condition.
    fn guess(terms: &mut TermPool, round: &Round, comparison: Term) -> Option<Count> {
        let (sides, beyond) = match terms.node(comparison) {
            Node::Binary(BinaryOp::SignedLess | BinaryOp::UnsignedLess, one, other) => ([one, other], 0),
            Node::Binary(BinaryOp::SignedLessEqual | BinaryOp::UnsignedLessEqual, one, other) => ([one, other], 1),
            Node::Unary(UnaryOp::Not, equal) => match terms.node(equal) {
                Node::Binary(BinaryOp::Equal, one, other) => ([one, other], 0),
                _ => return None,
            },
            _ => return None,
        };
        let [one, other] = sides;
        [(one, other), (other, one)].into_iter().find_map(|(moving, bound)| {
            let width = terms.sort(moving).width();
            let stays = terms.substitute(bound, &round.after) == bound;
            let next = terms.substitute(moving, &round.after);
            let (step, beyond) = (terms.bits(width, 1), terms.bits(width, beyond));
            let (up, down) = (terms.add(moving, step), terms.sub(moving, step));
            let (last, rounds) = match next {
                _ if !stays => return None,
                _ if next == up => {
                    let last = terms.add(bound, beyond);
                    (last, terms.sub(last, moving))
                }
                _ if next == down => {
                    let last = terms.sub(bound, beyond);
                    (last, terms.sub(moving, last))
                }
                _ => return None,
            };
            Some(Count { rounds, moving, last })
        })
    }
}

/// What each variable is in the end, those that the count is computed from last; one of these at most.
fn values(terms: &mut TermPool, round: &Round, count: &Count) -> Option<Vec<(Symbol, Term)>> {
    let counted = terms.symbols_of(count.rounds);
    let (last, first): (Vec<Symbol>, Vec<Symbol>) = round.changed.iter().partition(|symbol| counted.contains(symbol));
    if last.len() > 1 {
        return None;
    }
    let order = first.into_iter().chain(last);
    order.map(|symbol| Some((symbol, value(terms, round, count, symbol)?))).collect()
}

/// A variable in the end: what every round gives it, or what it has at first and a multiple of the rounds.
fn value(terms: &mut TermPool, round: &Round, count: &Count, symbol: Symbol) -> Option<Term> {
    let (before, after) = (terms.symbol(symbol), round.after[&symbol]);
    if before == count.moving {
        return Some(count.last);
    }
    if let Node::Binary(BinaryOp::Add, one, offset) = terms.node(count.moving)
        && one == before
        && terms.as_constant(offset).is_some()
    {
        return Some(terms.sub(count.last, offset));
    }
    if terms.symbols_of(after).iter().all(|read| !round.after.contains_key(read)) {
        return Some(after);
    }
    let step = match terms.node(after) {
        Node::Binary(BinaryOp::Add, one, step) if one == before && terms.as_constant(step).is_some() => step,
        _ => return None,
    };
    if terms.sort(step) != terms.sort(count.rounds) {
        return None;
    }
    let grown = terms.mul(count.rounds, step);
    Some(terms.add(before, grown))
}

/// The induction: the values are those after the last round, a round before makes no difference to them, and rounds
/// become fewer.
fn is_proved(terms: &mut TermPool, round: &Round, count: &Count, values: &[(Symbol, Term)]) -> bool {
    let again = terms.substitute(round.condition, &round.after);
    let over = terms.not(again);
    let (mut as_last, mut as_before) = (terms.bool(true), terms.bool(true));
    for &(symbol, value) in values {
        let same = terms.equal(value, round.after[&symbol]);
        as_last = terms.and(as_last, same);
        let later = terms.substitute(value, &round.after);
        let same = terms.equal(later, value);
        as_before = terms.and(as_before, same);
    }
    let left = terms.substitute(count.rounds, &round.after);
    let fewer = terms.unsigned_less(left, count.rounds);
    let [not_last, not_before, not_fewer] = [as_last, as_before, fewer].map(|holds| terms.not(holds));
    [[over, not_last], [again, not_before], [again, not_fewer]]
        .iter()
        .all(|&[when, wrong]| is_impossible(terms, &[round.condition, when, wrong]))
}

fn is_impossible(terms: &TermPool, conditions: &[Term]) -> bool {
    let mut solver = Solver::new();
    solver.set_conflict_limit(Some(CONFLICTS));
    solver.check(terms, conditions) == Answer::Unsat
}

/// Puts what the rounds come to in front of a last look at the loop, from which no way leads back.
fn put(terms: &mut TermPool, body: &mut Body, head: Location, path: &[usize], sum: &Sum) {
    let rest = body.new_location();
    body.edges.iter_mut().filter(|edge| edge.from == head).for_each(|edge| edge.from = rest);
    if let Some(&back) = path.last() {
        body.edges.remove(back);
    }
    let none = terms.not(sum.condition);
    let mut next = rest;
    for &(symbol, value) in sum.values.iter().rev() {
        let from = body.new_location();
        body.edges.push(Edge { from, action: Action::Assign(symbol, value, next) });
        next = from;
    }
    body.edges.push(Edge { from: head, action: Action::Assume(sum.condition, next) });
    body.edges.push(Edge { from: head, action: Action::Assume(none, rest) });
}
