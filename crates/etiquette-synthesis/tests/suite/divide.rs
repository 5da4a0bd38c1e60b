//! A component taken apart: a word is legal for the whole exactly if each part agrees, on all words of a few calls.

use std::collections::VecDeque;

use etiquette_automata::{EventId, Interface, StateId};
use etiquette_component::{Component, parse};
use etiquette_outcome::Run;
use etiquette_synthesis::{Direct, Engine, divide_by_error, divide_by_state};

const LAMPS: &str = "component lamps { var left: bool = false; var right: u2 = 0; var on: bool = true;
    method press_left() -> bool { left = !left; return left; }
    method read_left() { if (!left || !on) { error Dark; } }
    method press_right() { if (right == 3) { error Worn; } right = right + 1; }
    method read_right() { if (right == 0) { error Dark; } if (!on) { error Off; } } }";

fn interface(component: &Component) -> Interface {
    Direct.synthesize(component, &mut Run::default()).expect("a small component").interface
}

/// The event of a part with the same name, if the part has it.
fn event_in(part: &Interface, name: &str) -> Option<EventId> {
    let alphabet = part.alphabet();
    (0..alphabet.event_count()).map(EventId::from_index).find(|&event| alphabet.event_name(event) == name)
}

/// All pairs of a state of the whole and states of the parts agree on what is allowed; so many pairs there are.
fn agreeing_pairs(whole: &Interface, parts: &[Interface]) -> usize {
    type Pair = (StateId, Vec<StateId>);
    let start: Pair = (whole.initial(), parts.iter().map(Interface::initial).collect());
    let (mut seen, mut queue) = (vec![start.clone()], VecDeque::from([start]));
    while let Some((state, states)) = queue.pop_front() {
        for event in (0..whole.alphabet().event_count()).map(EventId::from_index) {
            let name = whole.alphabet().event_name(event);
            let call = whole.alphabet().call_of(event);
            let found: Vec<Option<EventId>> = parts.iter().map(|part| event_in(part, &name)).collect();
            let allowed = parts.iter().zip(&states).zip(&found).all(|((part, &state), event)| {
                event.is_none_or(|event| part.allows(state, part.alphabet().call_of(event)))
            });
            assert_eq!(allowed, whole.allows(state, call), "{name} in {state:?} and {states:?}");
            let Some(next) = whole.next(state, event) else { continue };
            let after = parts.iter().zip(&states).zip(&found).map(|((part, &state), event)| match event {
                Some(event) => part.next(state, *event).expect("what the whole can do, the part can"),
                None => state,
            });
            let pair = (next, after.collect());
            if !seen.contains(&pair) {
                seen.push(pair.clone());
                queue.push_back(pair);
            }
        }
    }
    seen.len()
}

fn together(component: &Component, parts: &[Component]) -> usize {
    let parts: Vec<Interface> = parts.iter().map(interface).collect();
    agreeing_pairs(&interface(component), &parts)
}

#[test]
fn parts_by_state_interleave_to_the_whole() {
    let component = parse(LAMPS, "lamps.component").expect("a component");
    let parts = divide_by_state(&component);
    assert_eq!(parts.len(), 2);
    assert_eq!(together(&component, &parts), 2 * 4);
}

#[test]
fn constructors_are_in_step_in_all_parts() {
    let constructors =
        "new Dark() { } new Bright() -> fine | dim { left = true; right = right + 2; on = left; return dim; }
        new Never() { on = false; error Broken; }";
    let source = LAMPS.replace("method press_left", &format!("{constructors} method press_left"));
    let component = parse(&source, "lamps.component").expect("a component");
    let parts = divide_by_state(&component);
    assert_eq!(parts.len(), 2);
    assert!(together(&component, &parts) > 2 * 4);
}

#[test]
fn parts_by_error_intersect_to_the_whole() {
    let component = parse(LAMPS, "lamps.component").expect("a component");
    let parts = divide_by_error(&component);
    assert_eq!(parts.len(), 3);
    assert!(together(&component, &parts) >= 8);
}
