//! From what was learned to an interface of what can happen, over guarded calls.

use etiquette_automata::{CallId, EventId, Interface, StateId};
use etiquette_component::Component;
use etiquette_learning::Machine;

use crate::readable::grouping::{Shape, letter_alphabet};
use crate::spaces::predicates::abstract_component::AbstractComponent;
use crate::spaces::predicates::check::allows;
use crate::spaces::predicates::letters::Letters;
use crate::spaces::predicates::pairs::Visit;

/// The part of the machine that can be reached beside the component; an outcome that can't happen leads nowhere.
pub(crate) fn shape(
    component: &mut Component,
    view: &AbstractComponent,
    machine: &Machine<bool>,
    visits: &[Visit],
    minimise: bool,
) -> Shape {
    let letters = &view.letters;
    let mut interface = empty(component, letters, machine);
    for visit in visits {
        let from = StateId::from_index(visit.place);
        for letter in 0..letters.all.len() {
            if view.is_in_order(visit.constructed, letter) && allows(machine, letters, visit.place, letter) {
                interface.allow(from, CallId::from_index(letter));
            }
        }
    }
    for visit in visits {
        let from = StateId::from_index(visit.place);
        for event in (0..letters.event_count()).filter(|&event| view.can_happen(visit.state, event)) {
            let to = machine.next(visit.place, event);
            if *machine.output_of(to) && interface.allows(from, CallId::from_index(letters.event(event).0)) {
                interface.connect(from, EventId::from_index(event), StateId::from_index(to));
            }
        }
    }
    Shape::of(component, &letters.all, &interface, minimise)
}

/// The whole of the machine, with outcomes that can't happen, too.
pub(crate) fn complete_shape(
    component: &mut Component,
    letters: &Letters,
    machine: &Machine<bool>,
    minimise: bool,
) -> Shape {
    let mut interface = empty(component, letters, machine);
    for place in (0..machine.states()).filter(|&place| *machine.output_of(place)) {
        let from = StateId::from_index(place);
        for letter in (0..letters.all.len()).filter(|&letter| allows(machine, letters, place, letter)) {
            interface.allow(from, CallId::from_index(letter));
            for event in letters.events_of(letter) {
                let to = StateId::from_index(machine.next(place, event));
                interface.connect(from, EventId::from_index(event), to);
            }
        }
    }
    Shape::of(component, &letters.all, &interface, minimise)
}

/// The states of the machine, with a call for each letter, and nothing allowed.
fn empty(component: &Component, letters: &Letters, machine: &Machine<bool>) -> Interface {
    let alphabet = letter_alphabet(component, letters.all.iter().map(|letter| letter.method));
    Interface::with_states(alphabet, machine.states(), StateId::from_index(machine.initial()))
}
