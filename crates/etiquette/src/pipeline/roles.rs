//! Interfaces over several objects: first of the methods that leave nothing open, then of the others, a few at a time.
//!
//! An object that others look at has many methods, and the protocol is in a few of them. What is left open in the others
//! (what an element says, how much of a list goes) would be part of every question; one that ends without an answer would
//! take all the rest with it. A method with which there is no answer is not covered.
//!
//! Objects mostly tell by a count of changes whether another one has changed. With numbers that wrap around, no finite
//! interface is right about that, so those that do not overflow are asked about soon.

use std::collections::BTreeSet;

use etiquette_component::{
    ANOTHER, Action, Body, Component, Edge, Location, Method, NO_SUCH_OBJECT, Owner, Slices, asked_by_errors, is_number,
};
use etiquette_logic::Symbol;
use etiquette_outcome::{Forbidden, Outcome, Reason};
use etiquette_synthesis::{synthesize_forgetting_numbers, synthesize_soon};

use super::registers::Attempt;
use super::{Context, Found, LeavingOut, Target};

/// How much is tried: most numbers forgotten, for so many steps, or nothing forgotten.
#[derive(Clone, Copy)]
enum Way {
    FewNumbers(u64),
    AsItIs(u64),
}

/// What is tried with numbers as they are, or that do not overflow, and then to add more methods.
const FEW_NUMBERS: Way = Way::FewNumbers(40_000);
const WRAPPING: Way = Way::AsItIs(2_000);
const IDEAL: Way = Way::AsItIs(20_000);
const MORE: Way = Way::FewNumbers(12_000);
/// A method that has few steps.
const SHORT: usize = 26;
/// How often more methods are tried.
const MOST_ATTEMPTS: usize = 3;

impl Context<'_> {
    /// The interface of a component of several objects, where one with few states is found soon.
    pub(super) fn synthesize_with_roles(&mut self, target: &Target) -> Option<Found> {
        if target.component.roles.is_empty() || target.outcomes_are_given || self.run.serial {
            return None;
        }
        let ideal = target.idealised().filter(|_| self.may_idealise);
        let ideal = ideal.as_ref();
        let asks_numbers = self.slices(target).exact.component.errors_ask_numbers();
        let first = if asks_numbers { ideal.unwrap_or(target) } else { target };
        let ways = [(first, FEW_NUMBERS), (target, WRAPPING), (ideal.unwrap_or(target), IDEAL)];
        // Of methods that somebody chose there are few; where nothing is forgotten, more is proved.
        if self.may_leave_out != LeavingOut::Anything {
            let certain = ways[1..].iter().find_map(|(target, way)| self.certainly(target, *way));
            if let Some(certain) = certain.or_else(|| self.certainly_with_registers(target)) {
                return Some(certain);
            }
        }
        let (target, first) =
            ways.into_iter().find_map(|(target, way)| Some((target, self.begin_with(target, way)?)))?;
        Some(self.with_more_methods(target, first))
    }

    /// The interface of the methods that leave little open: those that neither fail by a choice of the model nor hide one,
    /// nor whether they have changed what is counted; if that takes too long or leaves calls in doubt, the short ones of them, or those without any choice.
    fn begin_with(&mut self, target: &Target, way: Way) -> Option<Found> {
        if self.may_leave_out != LeavingOut::Anything {
            return self.attempt(target, way);
        }
        let slices = self.slices(target);
        let counted = counted(&slices.exact.component);
        let hiding = slices.exact.component.methods.iter().filter(|method| hides_change(method, &counted));
        let hiding: Vec<&str> = hiding.map(|method| method.name.as_str()).collect();
        let is_open = |method: &Method| leaves_open(method) || hiding.contains(&method.name.as_str());
        let is_long = |method: &Method| is_open(method) || chooses(&method.body) && method.body.edges.len() > SHORT;
        let selections: [&dyn Fn(&Method) -> bool; 4] =
            [&is_open, &is_long, &|method| chooses(&method.body), &|_| false];
        let mut best: Option<Found> = None;
        for is_open in selections {
            let fewer = target.without_methods(&open_methods(&slices, is_open));
            let found = Some(fewer).filter(Target::makes_all_roles).and_then(|fewer| self.attempt(&fewer, way));
            let tells_enough =
                |found: &Found| best.as_ref().is_none_or(|best| tells_as_much(&found.outcome, &best.outcome));
            best = found.filter(tells_enough).or(best);
            if best.as_ref().is_some_and(|best| best.outcome.doubtful() == 0) {
                break;
            }
        }
        best
    }

    /// What was found, or an interface with registers that leaves nothing in doubt where the other one does.
    pub(super) fn or_with_certain_registers(&mut self, target: &Target, found: Found) -> Found {
        // Of chosen methods it was looked for in the beginning.
        if found.outcome.doubtful() == 0 || self.may_leave_out != LeavingOut::Anything {
            return found;
        }
        let fewer = target.without_methods(&open_methods(&self.slices(target), leaves_open));
        let with = self.certainly_with_registers(target);
        let with = with.or_else(|| fewer.makes_all_roles().then(|| self.certainly_with_registers(&fewer))?);
        with.unwrap_or(found)
    }

    fn certainly_with_registers(&mut self, target: &Target) -> Option<Found> {
        match self.synthesize_with_registers(target) {
            Attempt::Found(with) if with.outcome.doubtful() == 0 => Some(*with),
            _ => None,
        }
    }

    fn certainly(&mut self, target: &Target, way: Way) -> Option<Found> {
        self.attempt(target, way).filter(|found| found.outcome.doubtful() == 0)
    }

    fn attempt(&mut self, target: &Target, way: Way) -> Option<Found> {
        let slices = self.slices(target);
        let found = match way {
            Way::FewNumbers(steps) => synthesize_forgetting_numbers(&slices, steps, self.run),
            Way::AsItIs(steps) => synthesize_soon(&slices, steps, self.run),
        };
        let found = self.found(target, found?)?;
        (found.outcome.is_settled() && tells_of_errors(&found.outcome)).then_some(found)
    }

    /// The same with as many of the methods that were left out as leave the others what they were.
    fn with_more_methods(&mut self, all: &Target, first: Found) -> Found {
        let mut kept = first.target.method_names();
        let mut found = first;
        let missing: Vec<String> = all.method_names().into_iter().filter(|name| !kept.contains(name)).collect();
        let mut waiting: Vec<Vec<String>> = Some(missing).filter(|missing| !missing.is_empty()).into_iter().collect();
        let mut attempts = 0;
        while let Some(added) = waiting.pop().filter(|_| attempts < MOST_ATTEMPTS && self.run.look().is_ok()) {
            attempts += 1;
            let is_left_out = |name: &String| !kept.contains(name) && !added.contains(name);
            let left_out: Vec<String> = all.method_names().into_iter().filter(is_left_out).collect();
            match self.attempt(&all.without_methods(&left_out), MORE) {
                Some(more) if is_better(&more.outcome, &found.outcome) => {
                    kept.extend(added);
                    found = more;
                }
                _ if added.len() > 1 => {
                    let (first, second) = added.split_at(added.len() / 2);
                    waiting.extend([second.to_vec(), first.to_vec()]);
                }
                _ => {}
            }
        }
        found
    }
}

impl Target {
    fn method_names(&self) -> Vec<String> {
        self.component.methods.iter().map(|method| method.name.clone()).collect()
    }

    /// Whether objects can still be brought into every role.
    fn makes_all_roles(&self) -> bool {
        let names = self.method_names();
        self.component.roles.iter().all(|role| role.made_by.iter().any(|maker| names.contains(maker)))
    }
}

/// Whether more methods leave no more in doubt, or tell of more calls that are allowed in one state and fail in another.
fn is_better(more: &Outcome, known: &Outcome) -> bool {
    more.doubtful() <= known.doubtful() || more.telling_calls().count() > known.telling_calls().count()
}

/// Whether an interface of fewer methods tells of as many calls that are allowed in one state and fail in another.
fn tells_as_much(fewer: &Outcome, known: &Outcome) -> bool {
    fewer.telling_calls().count() >= known.telling_calls().count()
}

/// Whether a call is known to raise an error other than that there is no object: all that raises any may be left out.
fn tells_of_errors(outcome: &Outcome) -> bool {
    let is_error = |found: &Forbidden| matches!(&found.reason, Reason::Error { error, .. } if error != NO_SUCH_OBJECT);
    outcome.all_forbidden().any(|found| found.doubt.is_none() && is_error(found))
}

/// The methods that leave something open, calls on other objects aside: whatever these do is to be reckoned with.
fn open_methods(slices: &Slices, is_open: impl Fn(&Method) -> bool) -> Vec<String> {
    let exact = &slices.exact.component;
    // Choices that only decide what a call returns are not in the coarse slice, but neither are the outcomes.
    let coarse = &slices.coarse.as_ref().unwrap_or(&slices.exact).component;
    let open = exact.methods.iter().zip(&coarse.methods).filter(|(method, coarse)| {
        let decisive = Method { outcomes: method.outcomes.clone(), ..(*coarse).clone() };
        !method.name.starts_with(ANOTHER) && is_open(&decisive)
    });
    open.map(|(method, _)| method.name.clone()).collect()
}

/// Whether a method may fail by a choice of the model, or hides one.
fn leaves_open(method: &Method) -> bool {
    may_fail_by_choice(&method.body) || hides_choice(method)
}

/// Whether the model chooses anything, or there are loops.
fn chooses(body: &Body) -> bool {
    body.has_loops() || body.edges.iter().any(is_choice)
}

/// Whether the state that a call leaves behind is by a choice of the model of which its outcome tells nothing.
fn hides_choice(method: &Method) -> bool {
    let known: Vec<_> = method.parameters.iter().chain(&method.locals).map(|known| known.symbol).collect();
    let mut written = method.body.edges.iter().filter_map(|edge| edge.action.written());
    method.outcomes.len() == 1
        && !method.constructor
        && method.body.edges.iter().any(is_choice)
        && written.any(|symbol| !known.contains(&symbol))
}

/// The numbers that errors ask at first hand.
fn counted(component: &Component) -> BTreeSet<Symbol> {
    let asked = asked_by_errors(component);
    let numbers = component.variables.iter().filter(|variable| is_number(variable));
    let counted = numbers.filter(|variable| asked.contains(variable.binding.name.as_str()));
    counted.map(|variable| variable.binding.symbol).collect()
}

/// Whether a call may end in the same outcome if it has written one of these variables and if it has not: `poll` returns
/// null where there is nothing to take, and where null was taken.
fn hides_change(method: &Method, counted: &BTreeSet<Symbol>) -> bool {
    let outgoing = method.body.outgoing();
    let mut waiting = vec![(Location::ENTRY, false)];
    let (mut seen, mut ends) = (BTreeSet::new(), BTreeSet::new());
    while let Some((location, is_written)) = waiting.pop() {
        if !seen.insert((location, is_written)) {
            continue;
        }
        for edge in &outgoing[location.index()] {
            let is_written = is_written || edge.action.written().is_some_and(|symbol| counted.contains(&symbol));
            waiting.extend(edge.action.target().map(|target| (target, is_written)));
            if let Action::Return(outcome) = edge.action {
                ends.insert((outcome, is_written));
            }
        }
    }
    !method.constructor && ends.iter().any(|(outcome, is_written)| *is_written && ends.contains(&(*outcome, false)))
}

/// Whether an error may be raised behind a choice of the model, or there are loops with such choices.
fn may_fail_by_choice(body: &Body) -> bool {
    let outgoing = body.outgoing();
    let mut waiting: Vec<Location> =
        body.edges.iter().filter(|edge| is_choice(edge)).filter_map(|edge| edge.action.target()).collect();
    let has_open_loops = !waiting.is_empty() && body.has_loops();
    let mut seen = vec![false; outgoing.len()];
    let mut fails = false;
    while let Some(location) = waiting.pop() {
        if !std::mem::replace(&mut seen[location.index()], true) {
            let edges = &outgoing[location.index()];
            fails |= edges.iter().any(|edge| matches!(edge.action, Action::Error(_)));
            waiting.extend(edges.iter().filter_map(|edge| edge.action.target()));
        }
    }
    fails || has_open_loops
}

fn is_choice(edge: &Edge) -> bool {
    matches!(edge.action, Action::Havoc(_, Owner::Model(_), _))
}
