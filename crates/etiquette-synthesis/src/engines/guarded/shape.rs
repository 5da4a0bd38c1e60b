//! From a conjecture to the interface that is shown: without outcomes that can't happen, as small as that allows,
//! letters that no state tells apart taken together.
//!
//! What can't happen is known from the labels of a proof. Without a proof every outcome is taken to be possible.

use etiquette_automata::{CallId, Interface};
use etiquette_component::{BlockEnd, Component, Summary};
use etiquette_logic::{Answer, Solver, Term};

use crate::engines::guarded::conjecture::Conjecture;
use crate::readable::grouping::Shape;

/// Shapes a conjecture; `labels` say what holds in each of its states.
pub(crate) fn shape(
    component: &mut Component,
    summaries: &[Summary],
    conjecture: &Conjecture,
    labels: Option<&[Term]>,
    minimise: bool,
) -> Shape {
    let interface = match labels {
        Some(labels) => possible(component, summaries, conjecture, labels),
        None => conjecture.interface.clone(),
    };
    Shape::of(component, &conjecture.calls, &interface, minimise)
}

/// The conjecture without the outcomes that can't happen.
fn possible(component: &mut Component, summaries: &[Summary], conjecture: &Conjecture, labels: &[Term]) -> Interface {
    let old = &conjecture.interface;
    let mut new = Interface::with_states(old.alphabet().clone(), old.state_count(), old.initial());
    let mut solver = Solver::new();
    for state in old.states() {
        for call in old.alphabet().call_ids().filter(|&call| old.allows(state, call)) {
            new.allow(state, call);
            for (outcome, event) in old.alphabet().events_of(call).enumerate() {
                let label = labels[state.index()];
                if let Some(to) = old.next(state, event)
                    && can_happen(component, summaries, conjecture, (label, call, outcome), &mut solver)
                {
                    new.connect(state, event, to);
                }
            }
        }
    }
    new
}

fn can_happen(
    component: &mut Component,
    summaries: &[Summary],
    conjecture: &Conjecture,
    (label, call, outcome): (Term, CallId, usize),
    solver: &mut Solver,
) -> bool {
    let class = conjecture.calls[call.index()];
    let summary = &summaries[class.method];
    if !summary.is_loop_free() {
        return true;
    }
    let domain = component.call_domains(class.method);
    let returning = summary.blocks.iter().filter(|block| block.to == BlockEnd::Returned(outcome));
    let returning: Vec<Term> = returning.map(|block| block.condition).collect();
    let returns = component.terms.any(returning);
    solver.check(&component.terms, &[label, class.guard, domain, returns]) != Answer::Unsat
}
