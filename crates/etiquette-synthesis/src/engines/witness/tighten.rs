//! `Tighten` (Section 4): whether each event either can't happen after a word that leads to a node, or must be able to
//! (P5).
//!
//! A safe and permissive graph that is tight accepts exactly the legal words (Proposition 6). The paper asks it of all
//! states of a label; here it is enough that one of those that some run must be in can do the event.

use crate::engines::witness::build_interface::Checked;
use crate::spaces::predicates::abstract_component::{AbstractComponent, Knowledge};
use crate::spaces::predicates::bounds::Bounding;
use crate::spaces::predicates::check::{Trace, allows};
use crate::spaces::predicates::exact::refused;
use etiquette_outcome::{Run, StopReason};

/// A word after which an event neither must be possible nor can't be: the calls, and the outcome of the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LooseEnd {
    pub trace: Trace,
    pub outcome: usize,
}

/// The first event that is not tight.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn loose_end(
    view: &mut AbstractComponent,
    graph: &Bounding,
    run: &mut Run,
) -> Result<Option<LooseEnd>, StopReason> {
    for (node, knowledge) in &graph.nodes {
        if knowledge.may.is_empty() {
            continue;
        }
        for letter in 0..view.letters.all.len() {
            if !allows(&graph.machine, &view.letters, *node, letter) {
                continue;
            }
            if let Some(outcome) = loose_outcome(view, knowledge, letter, run)? {
                let visit = graph.visits.states().iter().position(|visit| visit.place == *node);
                let word = visit.map(|visit| graph.visits.word_to(visit)).unwrap_or_default();
                return Ok(Some(LooseEnd { trace: Trace { word, letter }, outcome }));
            }
        }
    }
    Ok(None)
}

fn loose_outcome(
    view: &mut AbstractComponent,
    knowledge: &Knowledge,
    letter: usize,
    run: &mut Run,
) -> Result<Option<usize>, StopReason> {
    for (outcome, event) in view.letters.events_of(letter).enumerate() {
        run.tick()?;
        let can_happen = !view.after(knowledge, event, run)?.may.is_empty();
        if can_happen && !view.must_happen(knowledge, event, run)? {
            return Ok(Some(outcome));
        }
    }
    Ok(None)
}

/// Whether the graph accepts exactly the legal words, as far as the abstractions can tell.
pub(crate) fn is_tight(view: &mut AbstractComponent, graph: &Bounding, checked: &mut Checked, run: &mut Run) -> bool {
    matches!(loose_end(view, graph, run), Ok(None)) && matches!(refuses_only_errors(graph, checked, run), Ok(true))
}

/// A call that never returns is refused by no word that can happen, but is legal all the same.
fn refuses_only_errors(graph: &Bounding, checked: &mut Checked, run: &mut Run) -> Result<bool, StopReason> {
    let Checked { view, pairs } = checked;
    for (node, knowledge) in pairs.iter() {
        for letter in refused(view, &graph.machine, knowledge.constructed, *node) {
            if !view.certainly_fails(knowledge, letter, run)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
