//! What diagrams of states show, whatever draws them: boxes with lines of text, and arrows between them.

use etiquette_automata::StateId;
use etiquette_outcome::Outcome;

use crate::moves::{SETS, Way, is_dead_end, is_unexplored, moves};
use crate::names::Names;
use crate::notes::{doubtful_lines, label_lines, lines_with_sets, name_lines, wrapped};

/// The widest line of a label, in characters.
const LABEL_WIDTH: usize = 32;
/// The longest name of a state, in characters.
const NAME_LIMIT: usize = 48;

/// A state.
pub struct StateBox {
    pub state: StateId,
    pub id: String,
    /// Its name in lines.
    pub name: Vec<String>,
    /// Its label in lines, if it has one.
    pub label: Vec<String>,
    /// Its doubtful calls in lines, if it has any.
    pub doubtful: Vec<String>,
    pub is_dead_end: bool,
    pub is_unexplored: bool,
}

/// All events that lead from one state to another.
pub struct Arrow {
    pub from: String,
    pub to: String,
    /// The events in lines.
    pub label: Vec<String>,
    /// Whether the events are of doubtful calls, should they return.
    pub is_doubtful: bool,
}

/// The states of an outcome, in order.
pub fn boxes(outcome: &Outcome, names: &Names) -> Vec<StateBox> {
    let state_names = names.states(NAME_LIMIT);
    let state_box = |state: StateId| {
        let label = outcome.states.get(state.index()).and_then(|facts| facts.label.as_deref());
        StateBox {
            state,
            id: id(state),
            name: name_lines(&state_names[state.index()], LABEL_WIDTH),
            label: label.map(|label| label_lines(label, LABEL_WIDTH)).unwrap_or_default(),
            doubtful: doubtful_lines(outcome, names, state, LABEL_WIDTH),
            is_dead_end: is_dead_end(outcome, state),
            is_unexplored: is_unexplored(outcome, state),
        }
    };
    outcome.interface.states().map(state_box).collect()
}

/// The arrows of an outcome, in the order of the states that they begin in.
pub fn arrows(outcome: &Outcome, names: &Names) -> Vec<Arrow> {
    let from_state = |from: StateId| {
        let allowed = moves(outcome, names, from, Way::Allowed).into_iter().map(|found| (found, false));
        let doubtful = moves(outcome, names, from, Way::ShouldReturn).into_iter().map(|found| (found, true));
        // That a doubtful call changes nothing goes without saying.
        let doubtful = doubtful.filter(move |(found, _)| found.to != from);
        allowed.chain(doubtful).map(move |(found, is_doubtful)| {
            let events: Vec<&str> = found.events.iter().map(String::as_str).collect();
            let label = match events.iter().any(|event| event.contains(SETS)) {
                true => events.iter().flat_map(|event| lines_with_sets(event, LABEL_WIDTH)).collect(),
                false => wrapped(&events, ", ", LABEL_WIDTH),
            };
            Arrow { from: id(from), to: id(found.to), label, is_doubtful }
        })
    };
    outcome.interface.states().flat_map(from_state).collect()
}

/// The name of a state in the diagram's source.
pub fn id(state: StateId) -> String {
    format!("s{}", state.0)
}
