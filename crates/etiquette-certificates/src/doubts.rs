//! Which forbidden calls are forbidden only because of choices of the model.
//!
//! An engine proves that a call can fail by naming hidden choices with which it does. Where these are the model's, the
//! class itself may be one with which it does not fail: then the call is doubtful, and this finds out on which of the
//! choices it depends.

use std::collections::{BTreeMap, BTreeSet};

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_component::Component;
use etiquette_logic::{Answer, Solver, Symbol, evaluate};

use crate::certificate::{Certificate, Proof, Source};
use crate::check::{Limits, solver};
use crate::obligations::{Obligation, ObligationKind, Part, obligations};

/// A forbidden call that is not shown to fail whatever the model leaves open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// The interface's state.
    pub state: StateId,
    /// The call that is forbidden there.
    pub call: CallId,
    /// What it depends on, by position in [`Component::gaps`].
    pub gaps: Vec<u32>,
}

/// Parts of a certificate that do not hold for all choices of the model, and the gaps on which they depend.
type Broken = BTreeMap<Part, BTreeSet<u32>>;

/// Makes a forbidden call doubtful if its proof rests on choices of the model.
pub fn settle_doubts(
    component: &Component,
    interface: &Interface,
    certificate: &mut Certificate,
    limits: &Limits,
) -> Vec<Doubt> {
    if !component.has_gaps() {
        return Vec::new();
    }
    let mut component = component.clone();
    // What does not fit is for the checker to refuse.
    let Ok(found) = obligations(&mut component, interface, certificate) else { return Vec::new() };
    let mut broken = Broken::new();
    let mut solver = solver(limits);
    for obligation in found.iter().filter(|found| found.kind == ObligationKind::Permissive && !found.free.is_empty()) {
        if let Some(gaps) = depends_on(&component, obligation, &mut solver) {
            broken.entry(obligation.part).or_default().extend(gaps);
        }
    }
    break_dependents(certificate, &mut broken);
    let doubts = take_back(certificate, &broken);
    drop_broken(certificate, &broken);
    doubts
}

/// The gaps that decide whether what is to be shown holds; `None` if it always does.
fn depends_on(component: &Component, obligation: &Obligation, solver: &mut Solver) -> Option<BTreeSet<u32>> {
    match solver.check(&component.terms, &[obligation.formula]) {
        Answer::Unsat => None,
        Answer::Unknown(_) => Some(obligation.free.iter().map(|choice| choice.gap).collect()),
        Answer::Sat => Some(blamed(component, obligation, solver)),
    }
}

/// Starts from values with which the claim fails, and gives the choices one after the other the value that the
/// certificate names. Those that can't have it are to blame; all of them, if the certificate names none.
fn blamed(component: &Component, obligation: &Obligation, solver: &Solver) -> BTreeSet<u32> {
    let pool = &component.terms;
    let symbols = pool.symbols_of(obligation.formula);
    let mut values: BTreeMap<Symbol, u64> =
        symbols.into_iter().map(|symbol| (symbol, solver.symbol_value(symbol))).collect();
    let value = |values: &BTreeMap<Symbol, u64>, symbol: Symbol| values.get(&symbol).copied().unwrap_or_default();
    let mut gaps = BTreeSet::new();
    for choice in &obligation.free {
        let given = evaluate(pool, choice.given, |symbol| value(&values, symbol));
        let found = values.insert(choice.symbol, given);
        if evaluate(pool, obligation.formula, |symbol| value(&values, symbol)) == 0 {
            values.insert(choice.symbol, found.unwrap_or_default());
            gaps.insert(choice.gap);
        }
    }
    if gaps.is_empty() { obligation.free.iter().map(|choice| choice.gap).collect() } else { gaps }
}

/// Whatever rests on a broken part is broken, too.
fn break_dependents(certificate: &Certificate, broken: &mut Broken) {
    while let Some((part, gaps)) = newly_broken(certificate, broken) {
        broken.insert(part, gaps);
    }
}

fn newly_broken(certificate: &Certificate, broken: &Broken) -> Option<(Part, BTreeSet<u32>)> {
    // A spread is shown with the others at hand, so they stand or fall together.
    let spread = broken.iter().find(|(part, _)| matches!(part, Part::Spread(_))).map(|(_, gaps)| gaps);
    let regions = certificate.regions.iter().enumerate().flat_map(|(index, region)| {
        region.arrivals.iter().filter_map(move |arrival| match arrival.source {
            Source::Region(source) => Some((Part::Region(index), Part::Region(source))),
            Source::Label => None,
        })
    });
    let calls = certificate.forbidden.iter().filter_map(|found| match found.proof {
        Proof::Hit { region, .. } => Some((Part::Forbidden(found.state, found.call), Part::Region(region))),
        _ => None,
    });
    let by_region = regions.chain(calls).filter_map(|(part, source)| Some((part, broken.get(&source)?)));
    let by_spread = certificate.forbidden.iter().filter_map(|found| match found.proof {
        Proof::Spread { .. } => Some((Part::Forbidden(found.state, found.call), spread?)),
        _ => None,
    });
    let mut dependents = by_region.chain(by_spread).filter(|(part, _)| !broken.contains_key(part));
    dependents.next().map(|(part, gaps)| (part, gaps.clone()))
}

fn take_back(certificate: &mut Certificate, broken: &Broken) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    for found in &mut certificate.forbidden {
        if let Some(gaps) = broken.get(&Part::Forbidden(found.state, found.call)) {
            found.proof = Proof::Doubtful;
            doubts.push(Doubt { state: found.state, call: found.call, gaps: gaps.iter().copied().collect() });
        }
    }
    doubts
}

/// Removes regions and spreads that do not hold; nothing rests on them any more.
fn drop_broken(certificate: &mut Certificate, broken: &Broken) {
    if broken.keys().any(|part| matches!(part, Part::Spread(_))) {
        certificate.spreads.clear();
    }
    let is_kept = |index: usize| !broken.contains_key(&Part::Region(index));
    let moved = |index: usize| (0..index).filter(|&before| is_kept(before)).count();
    let regions = std::mem::take(&mut certificate.regions).into_iter().enumerate();
    certificate.regions = regions.filter(|(index, _)| is_kept(*index)).map(|(_, region)| region).collect();
    for arrival in certificate.regions.iter_mut().flat_map(|region| &mut region.arrivals) {
        if let Source::Region(source) = &mut arrival.source {
            *source = moved(*source);
        }
    }
    for found in &mut certificate.forbidden {
        if let Proof::Hit { region, .. } = &mut found.proof {
            *region = moved(*region);
        }
    }
}
