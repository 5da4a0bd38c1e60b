//! What always holds of some variables between calls: comparisons with zero and with each other.
//!
//! Of all such comparisons, those that do not hold at first, or after some call, are dropped until the rest is inductive
//! (Houdini). With them, guards need not tell apart what never happens.

use std::collections::BTreeMap;

use etiquette_component::{Binding, Block, BlockEnd, Component, Location, Summary, Type, initial_condition, summarise};
use etiquette_logic::{Answer, Solver, Substitution, Symbol, Term};

use etiquette_outcome::Run;

/// How hard each question is tried; what is not known is not relied on.
const CONFLICTS: u64 = 20_000;
/// The most variables that are compared with each other.
const MOST_COMPARED: usize = 12;

/// Conditions on these variables that hold between any two calls.
pub fn invariants(component: &mut Component, names: &[String], run: &Run) -> Vec<Term> {
    let candidates = candidates(component, names);
    if candidates.is_empty() {
        return Vec::new();
    }
    let (arcs, asked) = arcs(component);
    let mut alive: BTreeMap<Place, Vec<Term>> = BTreeMap::new();
    for place in arcs.iter().flat_map(|arc| [arc.to, arc.from]) {
        let asked = if let Place::Loop(method, _) = place { asked[method].clone() } else { Vec::new() };
        alive.entry(place).or_insert_with(|| [&candidates[..], &asked].concat());
    }
    alive.insert(Place::Start, vec![initial_condition(component)]);
    let mut solvers: Vec<Solver> = arcs.iter().map(|arc| solver(component, arc, run)).collect();
    while run.look().is_ok() {
        let mut dropped = false;
        for (arc, solver) in arcs.iter().zip(&mut solvers) {
            dropped |= keep_implied(component, arc, solver, &mut alive);
        }
        if !dropped {
            return alive.remove(&Place::Between).unwrap_or_default();
        }
    }
    Vec::new()
}

/// Where conditions may hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Before construction, or before the first call where there are no constructors.
    Start,
    Between,
    /// At a loop head of a method, by position.
    Loop(usize, Location),
}

struct Arc {
    from: Place,
    to: Place,
    condition: Term,
    updates: Vec<(Symbol, Term)>,
}

/// What calls do between places, failing aside, and what each method asks before it comes to its loops: that may still
/// hold there, `n <= count` where a loop only clears what is behind `n`.
fn arcs(component: &mut Component) -> (Vec<Arc>, Vec<Vec<Term>>) {
    let always = component.terms.bool(true);
    let (mut arcs, mut asked) = (Vec::new(), Vec::new());
    if !component.has_constructors() {
        arcs.push(Arc { from: Place::Start, to: Place::Between, condition: always, updates: Vec::new() });
    }
    for method in 0..component.methods.len() {
        let summary = summarise(component, method);
        let begins = if component.methods[method].constructor { Place::Start } else { Place::Between };
        if summary.comes_back_to_entry() {
            let to = Place::Loop(method, Location::ENTRY);
            arcs.push(Arc { from: begins, to, condition: always, updates: Vec::new() });
        }
        arcs.extend(arcs_of(&summary, method, begins));
        asked.push(asked_before_loops(component, &summary));
    }
    (arcs, asked)
}

/// The parts of conditions on the way to loops that do not depend on hidden choices.
fn asked_before_loops(component: &Component, summary: &Summary) -> Vec<Term> {
    let terms = &component.terms;
    let comes = |block: &&Block| block.from == Location::ENTRY && matches!(block.to, BlockEnd::At(_));
    let parts = summary.blocks.iter().filter(comes).flat_map(|block| terms.conjuncts(block.condition));
    let is_choice = |symbol: Symbol| summary.choices.iter().any(|choice| choice.symbol == symbol);
    let mut asked: Vec<Term> = parts.filter(|part| !terms.symbols_of(*part).into_iter().any(is_choice)).collect();
    asked.dedup();
    asked
}

fn arcs_of(summary: &Summary, method: usize, begins: Place) -> impl Iterator<Item = Arc> {
    let is_begin = |from: Location| from == Location::ENTRY && !summary.comes_back_to_entry();
    summary.blocks.iter().filter_map(move |block| {
        let from = if is_begin(block.from) { begins } else { Place::Loop(method, block.from) };
        let to = match block.to {
            BlockEnd::At(location) => Place::Loop(method, location),
            BlockEnd::Returned(_) => Place::Between,
            BlockEnd::Failed(_) => return None,
        };
        Some(Arc { from, to, condition: block.condition, updates: block.updates.clone() })
    })
}

fn solver(component: &Component, arc: &Arc, run: &Run) -> Solver {
    let mut solver = Solver::new();
    solver.set_interrupt(run.interrupt());
    solver.set_conflict_limit(Some(CONFLICTS));
    solver.assert(&component.terms, arc.condition);
    solver
}

/// Drops what need not hold after an arc; says whether there was any.
fn keep_implied(
    component: &mut Component,
    arc: &Arc,
    solver: &mut Solver,
    alive: &mut BTreeMap<Place, Vec<Term>>,
) -> bool {
    let before = alive[&arc.from].clone();
    let mut after = Substitution::from_iter(arc.updates.iter().copied());
    let mut kept = alive[&arc.to].clone();
    kept.retain(|&candidate| {
        let then = after.apply(&mut component.terms, candidate);
        if before.contains(&then) {
            return true;
        }
        let broken = component.terms.not(then);
        let question: Vec<Term> = before.iter().copied().chain([broken]).collect();
        solver.check(&component.terms, &question) == Answer::Unsat
    });
    let dropped = kept.len() < alive[&arc.to].len();
    alive.insert(arc.to, kept);
    dropped
}

/// `0 <= x`, `-1 <= x`, `x <= y` and `x < y`.
fn candidates(component: &mut Component, names: &[String]) -> Vec<Term> {
    let is_signed = |binding: &Binding| matches!(binding.ty, Type::Int { signed: true, .. });
    let named = component.state_bindings().into_iter().filter(|known| names.contains(&known.name) && is_signed(known));
    let compared: Vec<Binding> = named.take(MOST_COMPARED).collect();
    let terms = &mut component.terms;
    let mut found = Vec::new();
    for one in &compared {
        let symbol = terms.symbol(one.symbol);
        let sort = terms.symbol_sort(one.symbol);
        for least in [0, u64::MAX] {
            let least = terms.constant(sort, least & etiquette_logic::mask(sort.width()));
            found.push(terms.signed_less_equal(least, symbol));
        }
        for other in compared.iter().filter(|other| other.ty == one.ty && other.symbol != one.symbol) {
            let other = terms.symbol(other.symbol);
            found.extend([terms.signed_less_equal(symbol, other), terms.signed_less(symbol, other)]);
        }
    }
    found
}

/// Those that say anything the others don't.
pub fn irredundant(component: &mut Component, mut conditions: Vec<Term>) -> Vec<Term> {
    let mut position = 0;
    while position < conditions.len() {
        let others: Vec<Term> = conditions.iter().copied().filter(|other| *other != conditions[position]).collect();
        let not = component.terms.not(conditions[position]);
        let question: Vec<Term> = others.iter().copied().chain([not]).collect();
        match Solver::new().check(&component.terms, &question) {
            Answer::Unsat => conditions = others,
            _ => position += 1,
        }
    }
    conditions
}
