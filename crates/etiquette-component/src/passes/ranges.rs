//! Leaves out ways that numbers make impossible: an index that a loop keeps inside its array, a test whose answer an
//! earlier one gave.
//!
//! An abstract interpretation with ranges and orders of terms ([`knowledge`]), first of the calls one after another,
//! which finds what all of them keep up (`count >= 0`, `from <= to`), then of each method from there. Exceptions that
//! can't happen are gone afterwards, and with them most loops: what no error depends on is dropped by slicing.

mod interval;
mod knowledge;
mod vocabulary;

use etiquette_logic::{Symbol, to_signed};
use rustc_hash::FxHashSet;

use super::IsOver;
use super::dataflow::{Walk, add, constructors_and_methods};
use crate::component::{Action, Component, Edge};
use knowledge::{Knowledge, Reader};
use vocabulary::Vocabulary;

/// Ranges and orders are made wider from this pass on.
const EXACT_PASSES: usize = 2;
/// What takes longer to settle is given up: nothing is known about it.
const MAX_PASSES: usize = 24;
/// Larger methods are left as they are, and larger components are not asked what their calls keep up.
const MAX_EDGES: usize = 20_000;
const MAX_ALL_EDGES: usize = 60_000;

/// Leaves out edges that can't be taken.
pub(super) fn drop_impossible(component: &mut Component, is_over: IsOver<'_>) {
    let vocabulary = Vocabulary::new(component);
    if vocabulary.is_empty() {
        return;
    }
    let (constructors, methods) = constructors_and_methods(component);
    let before = initial(component, &vocabulary);
    let between = kept_up(component, &vocabulary, (&constructors, &methods), &before, is_over).unwrap_or_default();
    for (indices, entry) in [(constructors, &before), (methods, &between)] {
        for index in indices.into_iter().take_while(|_| !is_over()) {
            drop_edges(component, &vocabulary, index, entry);
        }
    }
}

/// What is known before an object is constructed.
fn initial(component: &Component, vocabulary: &Vocabulary) -> Knowledge {
    let mut known = Knowledge::default();
    for variable in &component.variables {
        let (symbol, sort) = (variable.binding.symbol, component.terms.symbol_sort(variable.binding.symbol));
        if let Some(value) = variable.initial {
            known.set(vocabulary, symbol, to_signed(value, sort.width()));
        }
    }
    known
}

/// What every constructor establishes and every method keeps up; `None` if that is not found out.
fn kept_up(
    component: &Component,
    vocabulary: &Vocabulary,
    (constructors, methods): (&[usize], &[usize]),
    before: &Knowledge,
    is_over: IsOver<'_>,
) -> Option<Knowledge> {
    if component.methods.iter().map(|method| method.body.edges.len()).sum::<usize>() > MAX_ALL_EDGES {
        return None;
    }
    let state: FxHashSet<Symbol> = component.variables.iter().map(|variable| variable.binding.symbol).collect();
    let after = |method: usize, entry: &Knowledge| -> Option<Option<Knowledge>> {
        if is_over() {
            return None;
        }
        let returned = settle(component, vocabulary, method, entry)?.returned;
        Some(returned.map(|known| known.about(vocabulary, &|symbol| state.contains(&symbol))))
    };
    let mut kept: Option<Knowledge> = None;
    for &constructor in constructors {
        if let Some(returned) = after(constructor, before)? {
            add(&mut kept, returned, |known, other| known.join(&component.terms, other, false));
        }
    }
    let mut kept = kept?;
    for round in 0..MAX_PASSES {
        let mut changed = false;
        for &method in methods {
            let returned = after(method, &kept)?;
            changed |= returned.is_some_and(|other| kept.join(&component.terms, &other, round >= EXACT_PASSES));
        }
        if !changed {
            return Some(kept);
        }
    }
    None
}

/// Leaves out the edges of a method that can't be taken, given what is known when it is called.
fn drop_edges(component: &mut Component, vocabulary: &Vocabulary, method: usize, entry: &Knowledge) {
    let always = component.terms.bool(true);
    let Some(settled) = settle(component, vocabulary, method, entry) else { return };
    let edges = &mut component.methods[method].body.edges;
    let kept = edges.iter().zip(settled.verdicts).filter_map(|(edge, verdict)| match (verdict, edge.action) {
        (Verdict::Impossible, _) => None,
        (Verdict::Certain, Action::Assume(_, to)) => Some(Edge { from: edge.from, action: Action::Assume(always, to) }),
        _ => Some(*edge),
    });
    *edges = kept.collect();
}

/// Whether an edge can be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Impossible,
    Certain,
    Possible,
}

/// What a method was found to do.
struct Settled {
    verdicts: Vec<Verdict>,
    /// What is known whenever it returns; `None` if it never does.
    returned: Option<Knowledge>,
}

/// Goes through a method until nothing changes; `None` if that takes too long.
fn settle(component: &Component, vocabulary: &Vocabulary, method: usize, entry: &Knowledge) -> Option<Settled> {
    let (body, reader) = (&component.methods[method].body, Reader { terms: &component.terms, vocabulary });
    if body.edges.len() > MAX_EDGES {
        return None;
    }
    let mut walk = Walk::new(body, entry);
    for pass in 0..MAX_PASSES {
        let mut settled = Settled { verdicts: vec![Verdict::Impossible; body.edges.len()], returned: None };
        let look = |edge: usize, action: Action, known: &Knowledge| {
            let (verdict, after) = step(&reader, known, action);
            settled.verdicts[edge] = verdict;
            let after = after?;
            if let Action::Return(_) = action {
                add(&mut settled.returned, after.clone(), |known, other| known.join(reader.terms, other, false));
            }
            Some(after)
        };
        if !walk.pass(look, |known, other| known.join(reader.terms, other, pass >= EXACT_PASSES)) {
            return Some(settled);
        }
    }
    None
}

/// Whether an edge can be taken, and what is known behind it.
fn step(reader: &Reader<'_>, known: &Knowledge, action: Action) -> (Verdict, Option<Knowledge>) {
    let mut after = known.clone();
    let mut verdict = Verdict::Possible;
    match action {
        Action::Assume(condition, _) => match known.truth(reader.terms, condition) {
            Some(false) => return (Verdict::Impossible, None),
            Some(true) => verdict = Verdict::Certain,
            None => after.learn(reader, condition, true),
        },
        Action::Assign(symbol, value, _) => after.assign(reader, symbol, value),
        Action::Havoc(symbol, ..) => after.forget(reader, symbol),
        _ => {}
    }
    if after.impossible { (Verdict::Impossible, None) } else { (verdict, Some(after)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    const BUFFER: &str = "component buffer {
        var size: i32 = 0;
        var used: i32 = 0;
        new make(n: i32) { if (n < 0) { error Negative; } size = n; }
        method fill() { var i: i32 = 0; while (i < size) { if (u32(size) <= u32(i)) { error Outside; } i = i + 1; } }
        method overfill() { var i: i32 = 0; while (i <= size) { if (u32(size) <= u32(i)) { error Outside; } i = i + 1; } }
        method put() { if (used < size) { if (used < 0) { error Negative; } used = used + 1; } }
        method read(at: i32) { if (u32(size) <= u32(at)) { error Outside; } }
    }";

    /// Whether an error can still be reached in a method, by its edges alone.
    fn can_fail(component: &Component, name: &str) -> bool {
        let position = component
            .methods
            .iter()
            .position(|method| method.name.trim_start_matches("new ") == name)
            .expect("the method");
        let vocabulary = Vocabulary::new(component);
        let settled = settle(component, &vocabulary, position, &Knowledge::default()).expect("an end");
        let edges = component.methods[position].body.edges.iter().zip(settled.verdicts);
        let mut reached = edges.filter(|(_, verdict)| *verdict != Verdict::Impossible);
        reached.any(|(edge, _)| matches!(edge.action, Action::Error(_)))
    }

    #[test]
    fn errors_stay_exactly_where_numbers_allow_them() {
        let mut component = parse(BUFFER, "buffer.component").expect("a component");
        let failing = |component: &Component| {
            let all = ["make", "fill", "overfill", "put", "read"].into_iter();
            all.filter(|name| can_fail(component, name)).collect::<Vec<&str>>()
        };
        assert!(failing(&component).contains(&"put"), "what calls keep up is not known from one call alone");
        drop_impossible(&mut component, &|| false);
        assert_eq!(failing(&component), ["make", "overfill", "read"]);
    }
}
