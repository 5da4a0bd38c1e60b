//! Leaves out ways that numbers make impossible: an index that a loop keeps inside its array, a test whose answer an earlier one gave.
//!
//! An abstract interpretation with ranges and orders of terms ([`knowledge`]), first of the calls one after another, which finds what all of them
//! keep up (`count >= 0`, `from <= to`), then of each method from there. Exceptions that can't happen are gone afterwards, and with them most loops:
//! what no error depends on is dropped by slicing.

mod interval;
mod knowledge;
mod vocabulary;

use etiquette_component::{Action, Body, Component, Edge};
use etiquette_logic::{Symbol, to_signed};
use rustc_hash::FxHashSet;

use super::propagate::reverse_postorder;
use knowledge::{Knowledge, Reader};
use vocabulary::Vocabulary;

/// Ranges and orders are made wider from this pass on.
const EXACT_PASSES: usize = 2;
/// What takes longer to settle is given up: nothing is known about it.
const MAX_PASSES: usize = 24;
/// Larger methods are left as they are, and larger components are not asked what their calls keep up.
const MAX_EDGES: usize = 20_000;
const MAX_ALL_EDGES: usize = 60_000;

/// Leaves out edges that can't be taken; whether there were any.
pub(super) fn drop_impossible(component: &mut Component) -> bool {
    let vocabulary = Vocabulary::new(component);
    if vocabulary.is_empty() {
        return false;
    }
    let (constructors, methods): (Vec<usize>, Vec<usize>) =
        (0..component.methods.len()).partition(|&index| component.methods[index].constructor);
    let before = initial(component, &vocabulary);
    let between = kept_up(component, &vocabulary, (&constructors, &methods), &before).unwrap_or_default();
    let mut dropped = false;
    for (indices, entry) in [(constructors, &before), (methods, &between)] {
        for index in indices {
            dropped |= drop_edges(component, &vocabulary, index, entry);
        }
    }
    dropped
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
) -> Option<Knowledge> {
    if component.methods.iter().map(|method| method.body.edges.len()).sum::<usize>() > MAX_ALL_EDGES {
        return None;
    }
    let state: FxHashSet<Symbol> = component.variables.iter().map(|variable| variable.binding.symbol).collect();
    let after = |method: usize, entry: &Knowledge| -> Option<Option<Knowledge>> {
        let returned = Walk::new(component, vocabulary, method, entry).settled()?.returned;
        Some(returned.map(|known| known.about(vocabulary, &|symbol| state.contains(&symbol))))
    };
    let mut kept: Option<Knowledge> = None;
    for &constructor in constructors {
        add(component, &mut kept, after(constructor, before)?, false);
    }
    let mut kept = Some(kept?);
    for round in 0..MAX_PASSES {
        let mut changed = false;
        for &method in methods {
            let entry = kept.clone()?;
            changed |= add(component, &mut kept, after(method, &entry)?, round >= EXACT_PASSES);
        }
        if !changed {
            return kept;
        }
    }
    None
}

fn add(component: &Component, known: &mut Option<Knowledge>, other: Option<Knowledge>, widen: bool) -> bool {
    match (known, other) {
        (_, None) => false,
        (Some(known), Some(other)) => known.join(&component.terms, &other, widen),
        (unknown, other) => {
            *unknown = other;
            true
        }
    }
}

/// Leaves out the edges of a method that can't be taken, given what is known when it is called.
fn drop_edges(component: &mut Component, vocabulary: &Vocabulary, method: usize, entry: &Knowledge) -> bool {
    let always = component.terms.bool(true);
    let Some(settled) = Walk::new(component, vocabulary, method, entry).settled() else { return false };
    let edges = &mut component.methods[method].body.edges;
    let before = edges.len();
    let verdicts = settled.verdicts;
    let kept = edges.iter().zip(verdicts).filter_map(|(edge, verdict)| match (verdict, edge.action) {
        (Verdict::Impossible, _) => None,
        (Verdict::Certain, Action::Assume(_, to)) => Some(Edge { from: edge.from, action: Action::Assume(always, to) }),
        _ => Some(*edge),
    });
    *edges = kept.collect();
    edges.len() < before
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

/// Goes through a body until nothing changes.
struct Walk<'a> {
    reader: Reader<'a>,
    body: &'a Body,
    outgoing: Vec<Vec<usize>>,
    order: Vec<usize>,
    /// Whether several edges lead to the location.
    is_join: Vec<bool>,
    /// What is known where ways meet; elsewhere it is handed on.
    joins: Vec<Option<Knowledge>>,
}

impl<'a> Walk<'a> {
    fn new(component: &'a Component, vocabulary: &'a Vocabulary, method: usize, entry: &Knowledge) -> Self {
        let body = &component.methods[method].body;
        let mut outgoing = vec![Vec::new(); body.locations];
        let mut incoming = vec![0_usize; body.locations];
        // The start of the body is a way in of its own.
        incoming[0] = 1;
        for (index, edge) in body.edges.iter().enumerate() {
            outgoing[edge.from.index()].push(index);
            if let Some(to) = edge.action.target() {
                incoming[to.index()] += 1;
            }
        }
        let order = reverse_postorder(&body.edges, &outgoing);
        let mut joins = vec![None; body.locations];
        joins[0] = Some(entry.clone());
        let is_join = incoming.iter().map(|&count| count > 1).collect();
        Walk { reader: Reader { terms: &component.terms, vocabulary }, body, outgoing, order, is_join, joins }
    }

    /// What is known when nothing changes any more; `None` if that takes too long.
    fn settled(mut self) -> Option<Settled> {
        if self.body.edges.len() > MAX_EDGES {
            return None;
        }
        for pass in 0..MAX_PASSES {
            let mut settled = Settled { verdicts: vec![Verdict::Impossible; self.body.edges.len()], returned: None };
            if !self.pass(pass >= EXACT_PASSES, &mut settled) {
                return Some(settled);
            }
        }
        None
    }

    /// Goes through the body once; whether less is known somewhere than before.
    fn pass(&mut self, widen: bool, settled: &mut Settled) -> bool {
        let mut changed = false;
        let mut handed_on: Vec<Option<Knowledge>> = vec![None; self.outgoing.len()];
        for position in 0..self.order.len() {
            let location = self.order[position];
            let met = self.is_join[location] || location == 0;
            let arrived = if met { self.joins[location].clone() } else { handed_on[location].take() };
            let Some(known) = arrived else { continue };
            for edge in self.outgoing[location].clone() {
                let action = self.body.edges[edge].action;
                let (verdict, after) = self.step(&known, action);
                settled.verdicts[edge] = verdict;
                match (action.target(), after) {
                    (_, None) => {}
                    (None, Some(after)) => self.end(action, after, settled),
                    (Some(to), Some(after)) if self.is_join[to.index()] => {
                        changed |= self.join(to.index(), after, widen)
                    }
                    (Some(to), after) => handed_on[to.index()] = after,
                }
            }
        }
        changed
    }

    /// What is known behind an edge; `None` if it can't be taken.
    fn step(&self, known: &Knowledge, action: Action) -> (Verdict, Option<Knowledge>) {
        let mut after = known.clone();
        let mut verdict = Verdict::Possible;
        match action {
            Action::Assume(condition, _) => match known.truth(self.reader.terms, condition) {
                Some(false) => return (Verdict::Impossible, None),
                Some(true) => verdict = Verdict::Certain,
                None => after.learn(&self.reader, condition, true),
            },
            Action::Assign(symbol, value, _) => after.assign(&self.reader, symbol, value),
            Action::Havoc(symbol, _) => after.forget(&self.reader, symbol),
            _ => {}
        }
        if after.impossible { (Verdict::Impossible, None) } else { (verdict, Some(after)) }
    }

    fn end(&self, action: Action, known: Knowledge, settled: &mut Settled) {
        if !matches!(action, Action::Return(_)) {
            return;
        }
        match &mut settled.returned {
            Some(returned) => drop(returned.join(self.reader.terms, &known, false)),
            unknown => *unknown = Some(known),
        }
    }

    fn join(&mut self, location: usize, known: Knowledge, widen: bool) -> bool {
        match &mut self.joins[location] {
            Some(already) => already.join(self.reader.terms, &known, widen),
            unknown => {
                *unknown = Some(known);
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use etiquette_component::parse;

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
        let settled = Walk::new(component, &vocabulary, position, &Knowledge::default()).settled().expect("an end");
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
        assert!(drop_impossible(&mut component));
        assert_eq!(failing(&component), ["make", "overfill", "read"]);
    }
}
