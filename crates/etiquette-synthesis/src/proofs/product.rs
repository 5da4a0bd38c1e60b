//! The product of component and hypothesis put before a checker, and what it says as conditions on the places of the
//! proof.

use std::sync::Arc as Shared;

use etiquette_automata::{CallId, StateId};
use etiquette_checking::{Limits, Product, Question, Story, Unknown, Verdict, bounded};
use etiquette_component::{Component, Summary};
use etiquette_logic::{Symbol, Term};

use crate::proofs::budgets::prove::{BOUNDED_DEPTH, FRAMES};
use crate::proofs::obligations::{Claim, Obligations, Place};
use crate::spaces::solver::beliefs::Words;
use etiquette_outcome::{Run, StopReason};

/// The phase in which only short words are looked at.
pub(crate) const SHORT_WORDS: &str = "look at short words";

/// What answers whether a bad state of the product can be reached.
pub(crate) type Checker = fn(Question<'_>) -> Verdict;

/// What the checkers say about the product.
pub(crate) enum Checked {
    /// It holds, with these conditions for each place.
    Holds(Vec<Vec<Term>>),
    Refuted(Story, Vec<u64>),
    Open(u64),
}

/// Asks the checkers about the product.
pub(crate) fn check_product(
    words: &mut Words,
    summaries: &[Summary],
    claim: &Claim<'_>,
    (obligations, alive): (&Obligations, &[Vec<Term>]),
    (checker, phase): (Checker, &'static str),
    run: &mut Run,
) -> Result<Checked, StopReason> {
    let component = words.component();
    let mut open: Vec<(StateId, CallId)> = claim.open.iter().copied().collect();
    open.sort_unstable();
    let product = Product::with_open(component, summaries, claim.interface, claim.calls, claim.instances, &open);
    let mut known = product.known.clone();
    known.extend(known_labels(component, &product, obligations, alive));
    let symbols = component.state_symbols();
    let limits = Limits {
        depth: BOUNDED_DEPTH,
        frames: FRAMES,
        interrupt: Some(Shared::new(run.interrupt())),
        ..Limits::default()
    };
    run.report(phase, product.system.steps.len() as u64, "steps");
    let pool = &mut component.terms;
    let verdict = checker(Question { pool, system: &product.system, bad: product.bad, known: &known, limits });
    Ok(match verdict {
        Verdict::Holds { invariant } => Checked::Holds(lemmas(component, &product, obligations, &invariant)),
        Verdict::Reached(trace) => {
            let before = &trace.states[trace.states.len() - 2];
            let place = |symbol: Symbol| product.system.variables.iter().position(|&other| other == symbol);
            let state = symbols.iter().map(|&symbol| place(symbol).map_or(0, |place| before[place])).collect();
            Checked::Refuted(product.story(&trace), state)
        }
        Verdict::HoldsByDepth(_) => Checked::Open(0),
        Verdict::Unknown(Unknown::Depth(steps) | Unknown::Frames(steps)) => {
            // With loops, a call takes any number of steps.
            let calls = if summaries.iter().all(Summary::is_loop_free) { steps } else { 0 };
            Checked::Open(calls as u64)
        }
        Verdict::Unknown(_) => {
            run.look()?;
            Checked::Open(0)
        }
    })
}

/// The number of calls up to which component and hypothesis do not differ, as far as short words tell.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn depth_without_difference(words: &mut Words, claim: &Claim<'_>, run: &mut Run) -> Result<u64, StopReason> {
    let summaries = words.executor.summaries.clone();
    let obligations = Obligations::new(words.component(), &summaries, claim);
    let nothing = vec![Vec::new(); obligations.places.len()];
    let checked = check_product(words, &summaries, claim, (&obligations, &nothing), (bounded, SHORT_WORDS), run)?;
    Ok(match checked {
        Checked::Refuted(story, _) => story.word.len() as u64,
        Checked::Open(calls) => calls,
        Checked::Holds(_) => 0,
    })
}

/// What the elimination found, as conditions on the product. Only without loops: labels inside of calls have no
/// counterpart there.
fn known_labels(
    component: &mut Component,
    product: &Product,
    obligations: &Obligations,
    alive: &[Vec<Term>],
) -> Vec<Term> {
    if obligations.places.iter().any(|place| matches!(place, Place::Inside(..))) {
        return Vec::new();
    }
    let terms = &mut component.terms;
    let (state, status) = (terms.symbol(product.state), terms.symbol(product.status));
    let (state_sort, status_sort) = (terms.sort(state), terms.sort(status));
    let fine = terms.constant(status_sort, 0);
    let is_fine = terms.equal(status, fine);
    let mut known = Vec::new();
    for (place, conditions) in obligations.places.iter().zip(alive) {
        let Place::Between(at) = *place else { continue };
        let number = terms.constant(state_sort, at.index() as u64);
        let here = terms.equal(state, number);
        let here = terms.and(here, is_fine);
        for &condition in conditions {
            known.push(terms.implies(here, condition));
        }
    }
    known
}

/// What an invariant of the product says at each place.
fn lemmas(
    component: &mut Component,
    product: &Product,
    obligations: &Obligations,
    invariant: &[Term],
) -> Vec<Vec<Term>> {
    let pool = &mut component.terms;
    let label = |place: &Place| match *place {
        Place::Between(state) => product.label(pool, invariant, state),
        Place::Inside(state, call, location) => product.loop_label(pool, invariant, state, call, location),
    };
    let labels: Vec<Term> = obligations.places.iter().map(label).collect();
    labels.into_iter().map(|label| component.terms.conjuncts(label)).collect()
}
