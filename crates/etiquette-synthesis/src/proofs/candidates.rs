//! Candidate conditions for labels: what the source itself compares, what the experiments say, and simple facts about
//! each variable.
//!
//! They are ordered by how well they read; the search for labels prefers earlier ones. Being a candidate promises
//! nothing.

use etiquette_component::{Component, Summary, Type};
use etiquette_logic::{BinaryOp, Node, Sort, Symbol, Term, TermPool, evaluate, mask};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::proofs::budgets::candidates::{MAX_COMPARED, MAX_NUMBERS, MAX_SIZE, MAX_VALUES};
use crate::readable::guards::ordered;

/// A growing list without repetitions.
#[derive(Default)]
pub(crate) struct Candidates {
    pub terms: Vec<Term>,
    known: FxHashSet<Term>,
}

impl Candidates {
    /// The condition and its negation.
    pub fn add_both(&mut self, pool: &mut TermPool, term: Term) {
        self.add(pool, term);
        let not = pool.not(term);
        self.add(pool, not);
    }

    /// Whether the condition is there.
    pub fn contains(&self, term: Term) -> bool {
        self.known.contains(&term)
    }

    fn add(&mut self, pool: &TermPool, term: Term) {
        if !matches!(pool.node(term), Node::Bool(_)) && self.known.insert(term) {
            self.terms.push(term);
        }
    }
}

/// Conditions over these symbols that occur in the summaries, in order of their size.
pub(crate) fn mined(component: &mut Component, summaries: &[&Summary], symbols: &FxHashSet<Symbol>) -> Candidates {
    let roots: Vec<Term> = summaries.iter().flat_map(|summary| summary.terms()).collect();
    let pool = &mut component.terms;
    let mut atoms: Vec<(usize, Term)> = pool
        .reachable(&roots)
        .into_iter()
        .filter(|&term| pool.sort(term) == Sort::Bool && is_atom(pool, term))
        .filter_map(|term| Some((size_within(pool, term, symbols)?, term)))
        .collect();
    atoms.sort_unstable();
    let mut candidates = Candidates::default();
    for (_, atom) in atoms {
        candidates.add_both(pool, atom);
    }
    candidates
}

fn is_atom(pool: &TermPool, term: Term) -> bool {
    match pool.node(term) {
        Node::Symbol(_) => true,
        Node::Binary(op, _, _) => !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor),
        _ => false,
    }
}

/// The size of a term that has no other symbols than these, and at least one; `None` if it is too large.
fn size_within(pool: &TermPool, term: Term, symbols: &FxHashSet<Symbol>) -> Option<usize> {
    let parts = pool.reachable(&[term]);
    let mut found = parts.iter().filter_map(|&part| pool.as_symbol(part)).peekable();
    found.peek()?;
    (parts.len() <= MAX_SIZE && found.all(|symbol| symbols.contains(&symbol))).then_some(parts.len())
}

/// Facts about single variables and pairs of them, with numbers that occur in the source and in samples.
pub(crate) fn simple(
    component: &mut Component,
    summaries: &[&Summary],
    bindings: &[(Symbol, Type)],
    seen: &FxHashMap<Symbol, Vec<u64>>,
    candidates: &mut Candidates,
) {
    let numbers = numbers(component, summaries);
    for &(symbol, ty) in bindings {
        match ty {
            Type::Bool => {
                let variable = component.terms.symbol(symbol);
                candidates.add_both(&mut component.terms, variable);
            }
            Type::Enum(index) => {
                values(component, symbol, ty, 0..component.enums[index].values.len() as u64, candidates)
            }
            Type::Int { width, .. } => {
                let mut constants = numbers.get(&width).cloned().unwrap_or_default();
                constants.extend(seen.get(&symbol).into_iter().flatten());
                constants.dedup();
                constants.truncate(MAX_NUMBERS);
                values(component, symbol, ty, constants.iter().copied(), candidates);
                bounds(component, symbol, ty, &constants, candidates);
            }
        }
    }
    pairs(component, bindings, candidates);
}

/// Equal to a value, or different from it.
fn values(
    component: &mut Component,
    symbol: Symbol,
    ty: Type,
    values: impl IntoIterator<Item = u64>,
    candidates: &mut Candidates,
) {
    let sort = component.sort(ty);
    let pool = &mut component.terms;
    let variable = pool.symbol(symbol);
    for value in values {
        let constant = pool.constant(sort, value);
        let equal = pool.equal(variable, constant);
        candidates.add_both(pool, equal);
    }
}

/// For each variable: that it has the one number, or one of the few, that were seen. Where there is no gap between a few,
/// bounds say it better.
pub(crate) fn few_values(component: &mut Component, bindings: &[(Symbol, Type)], states: &[Vec<u64>]) -> Vec<Term> {
    let mut found = Vec::new();
    for (place, &(symbol, ty)) in bindings.iter().enumerate() {
        let mut values: Vec<u64> = states.iter().map(|state| state[place]).collect();
        values.sort_unstable();
        values.dedup();
        let has_gap = values.windows(2).any(|pair| pair[0] + 1 != pair[1]);
        let is_better_listed = has_gap && values.len() <= MAX_VALUES || values.len() == 1;
        if matches!(ty, Type::Int { .. }) && is_better_listed {
            let sort = component.sort(ty);
            let pool = &mut component.terms;
            let variable = pool.symbol(symbol);
            let constants: Vec<Term> = values.into_iter().map(|value| pool.constant(sort, value)).collect();
            let equal: Vec<Term> = constants.into_iter().map(|constant| pool.equal(variable, constant)).collect();
            found.push(pool.any(equal));
        }
    }
    found
}

/// For each two integers of one type: that one is the other's neighbour, where it always was.
pub(crate) fn neighbours(component: &mut Component, bindings: &[(Symbol, Type)], states: &[Vec<u64>]) -> Vec<Term> {
    let mut found = Vec::new();
    for (place, &(symbol, ty)) in bindings.iter().enumerate() {
        let Type::Int { width, .. } = ty else { continue };
        for (other, _) in bindings.iter().enumerate().filter(|(_, binding)| binding.1 == ty) {
            let is_next = |state: &Vec<u64>| state[place] == state[other].wrapping_add(1) & mask(width);
            if !states.is_empty() && states.iter().all(is_next) {
                let pool = &mut component.terms;
                let (variable, below, one) = (pool.symbol(symbol), pool.symbol(bindings[other].0), pool.bits(width, 1));
                let above = pool.add(below, one);
                found.push(pool.equal(variable, above));
            }
        }
    }
    found
}

/// At most, or at least, a value.
pub(crate) fn bounds(component: &mut Component, symbol: Symbol, ty: Type, values: &[u64], candidates: &mut Candidates) {
    let Type::Int { width, signed } = ty else { return };
    let pool = &mut component.terms;
    let variable = pool.symbol(symbol);
    for &value in values {
        let constant = pool.bits(width, value);
        for (a, b) in [(variable, constant), (constant, variable)] {
            let less = ordered(pool, a, b, signed);
            candidates.add_both(pool, less);
        }
    }
}

/// Integers of one type compared with each other.
fn pairs(component: &mut Component, bindings: &[(Symbol, Type)], candidates: &mut Candidates) {
    let integers: Vec<(Symbol, Type)> =
        bindings.iter().copied().filter(|(_, ty)| matches!(ty, Type::Int { .. })).collect();
    if integers.len() > MAX_COMPARED {
        return;
    }
    let pool = &mut component.terms;
    for (index, &(one, ty)) in integers.iter().enumerate() {
        for &(other, other_ty) in &integers[..index] {
            let Type::Int { signed, .. } = ty else { continue };
            if ty != other_ty {
                continue;
            }
            let (a, b) = (pool.symbol(one), pool.symbol(other));
            let equal = pool.equal(a, b);
            candidates.add_both(pool, equal);
            for (a, b) in [(a, b), (b, a)] {
                let less = ordered(pool, a, b, signed);
                candidates.add_both(pool, less);
            }
        }
    }
}

/// The constants of each width that are compared with or assigned to something, small ones first, and zero.
fn numbers(component: &Component, summaries: &[&Summary]) -> FxHashMap<u32, Vec<u64>> {
    let pool = &component.terms;
    let roots: Vec<Term> = summaries.iter().flat_map(|summary| summary.terms()).collect();
    let mut found: FxHashMap<u32, Vec<u64>> = FxHashMap::default();
    for term in pool.reachable(&roots) {
        if let Node::Bits { width, value } = pool.node(term) {
            found.entry(width).or_default().push(value);
        }
    }
    for (width, values) in &mut found {
        values.push(0);
        values.sort_unstable_by_key(|&value| distance_from_zero(value, *width));
        values.dedup();
    }
    found
}

fn distance_from_zero(value: u64, width: u32) -> (u64, u64) {
    (value.min(value.wrapping_neg() & mask(width)), value)
}

/// Whether the condition holds in a state.
pub(crate) fn holds_in(component: &Component, term: Term, state: &FxHashMap<Symbol, u64>) -> bool {
    evaluate(&component.terms, term, |symbol| state.get(&symbol).copied().unwrap_or(0)) != 0
}
