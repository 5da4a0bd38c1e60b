//! Parts that share methods: a socket as its input and its output, each with `connect` and `close` (FSE 2005,
//! Section 5).
//!
//! What the errors of a method depend on is a set of variables. A part is one of the largest of these sets, with the
//! methods that change it or fail because of it. A word is legal if, for every part, its calls of the part's methods
//! are: up to the first call that fails in the whole, the part's variables are what they are in the whole, so the call
//! fails in the part that has its errors, too; and what is legal in the whole fails in no part. That takes a component
//! whose state follows from the calls, so that calls that a part leaves out tell a client nothing about it.

use std::collections::BTreeSet;

use etiquette_component::{Action, Component, slice};

use super::follows_from_arguments;

/// Names of state variables.
type State = BTreeSet<String>;

/// The parts, in the order of the methods whose errors they are about; the component itself if there is one only, or
/// if its state does not follow from the calls.
pub fn divide_around_shared(component: &Component) -> Vec<Component> {
    let whole = || vec![component.clone()];
    if !component.methods.iter().all(|method| follows_from_arguments(component, method)) {
        return whole();
    }
    let failing: Vec<usize> = (0..component.methods.len()).filter(|&method| raises_errors(component, method)).collect();
    let asked: Vec<State> = failing.iter().map(|&method| state(&only_errors_of(component, &[method]))).collect();
    let largest = largest(&asked);
    if largest.len() < 2 {
        return whole();
    }
    let mut errors: Vec<Vec<usize>> = vec![Vec::new(); largest.len()];
    for (&method, asked) in failing.iter().zip(&asked) {
        let fits: Vec<usize> = (0..largest.len()).filter(|&part| asked.is_subset(&largest[part])).collect();
        let changes = |part: &&usize| changes(component, method, &largest[**part]);
        let sharing: Vec<usize> = fits.iter().filter(changes).copied().collect();
        // Where it changes nothing of a part, one that tells of its errors is enough.
        let parts = if sharing.is_empty() { &fits[..1] } else { &sharing[..] };
        parts.iter().for_each(|&part| errors[part].push(method));
    }
    errors.iter().map(|methods| part(component, methods)).collect()
}

fn raises_errors(component: &Component, method: usize) -> bool {
    component.methods[method].body.edges.iter().any(|edge| matches!(edge.action, Action::Error(_)))
}

/// The component in which only these methods fail. What the others do instead does not matter: a word in which they
/// fail is refused by the part that has their errors.
fn only_errors_of(component: &Component, methods: &[usize]) -> Component {
    let mut part = component.clone();
    let others = part.methods.iter_mut().enumerate().filter(|(index, _)| !methods.contains(index));
    for edge in others.flat_map(|(_, method)| &mut method.body.edges) {
        if matches!(edge.action, Action::Error(_)) {
            edge.action = Action::Return(0);
        }
    }
    part
}

/// The variables that the errors depend on.
fn state(component: &Component) -> State {
    slice(component).component.variables.iter().map(|variable| variable.binding.name.clone()).collect()
}

/// Those that are in no other one, in their order, each once.
fn largest(sets: &[State]) -> Vec<State> {
    let is_largest = |set: &&State| !sets.iter().any(|other| *set != other && set.is_subset(other));
    let mut found: Vec<State> = Vec::new();
    for set in sets.iter().filter(is_largest) {
        if !found.contains(set) {
            found.push(set.clone());
        }
    }
    found
}

fn changes(component: &Component, method: usize, state: &State) -> bool {
    let written = component.methods[method].body.edges.iter().filter_map(|edge| edge.action.written());
    let is_in = |symbol| {
        component.variables.iter().any(|known| known.binding.symbol == symbol && state.contains(&known.binding.name))
    };
    component.methods[method].constructor || written.into_iter().any(is_in)
}

/// The part that has the errors of these methods.
fn part(component: &Component, errors: &[usize]) -> Component {
    let mut part = slice(&only_errors_of(component, errors)).component;
    let kept: State = part.variables.iter().map(|variable| variable.binding.name.clone()).collect();
    let belongs: Vec<bool> = (0..component.methods.len())
        .map(|method| errors.contains(&method) || changes(component, method, &kept))
        .collect();
    let mut belongs = belongs.into_iter();
    part.methods.retain(|_| belongs.next().unwrap_or_default());
    super::without_unused_errors(&mut part);
    part
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::engines::certified::Certified;
    use etiquette_automata::{EventId, Interface, StateId};
    use etiquette_outcome::Run;

    const SOCKET: &str = "component socket { var connected: bool = false; var closed: bool = false;
        var in_shut: bool = false; var out_shut: bool = false;
        method connect() { if (closed || connected) { error SocketException; } connected = true; }
        method read() { if (closed || !connected || in_shut) { error SocketException; } }
        method shutIn() { if (closed || !connected || in_shut) { error SocketException; } in_shut = true; }
        method write() { if (closed || !connected || out_shut) { error SocketException; } }
        method shutOut() { if (closed || !connected || out_shut) { error SocketException; } out_shut = true; }
        method close() { closed = true; }
        method size(n: u8) { if (n > 9) { error Size; } } }";

    fn component(source: &str) -> Component {
        etiquette_component::parse(source, "test.component").unwrap_or_else(|problems| panic!("{problems:#?}"))
    }

    fn interface(component: &Component) -> Interface {
        let outcome = Certified.synthesize(component, &mut Run::default()).expect("every component is taken");
        assert!(outcome.is_proved(), "{}", outcome.engine);
        outcome.interface
    }

    fn methods(component: &Component) -> Vec<&str> {
        component.methods.iter().map(|method| method.name.as_str()).collect()
    }

    #[test]
    fn a_socket_comes_apart_into_input_and_output_around_what_they_share() {
        let parts = divide_around_shared(&component(SOCKET));
        let names: Vec<Vec<&str>> = parts.iter().map(methods).collect();
        assert_eq!(
            names,
            [vec!["connect", "read", "shutIn", "close", "size"], vec!["connect", "write", "shutOut", "close"]]
        );
        assert!(parts.iter().all(|part| etiquette_component::check(part).is_ok()));
    }

    /// An event of the whole in a part that has the method with the same guard. There is one outcome.
    fn event_in(whole: &Interface, part: &Interface, event: EventId) -> Option<EventId> {
        let wanted = whole.alphabet().call(whole.alphabet().call_of(event));
        let same = part.alphabet().call_ids().find(|&known| {
            let known = part.alphabet().call(known);
            known.method == wanted.method && known.guard == wanted.guard
        })?;
        Some(part.alphabet().event(same, 0))
    }

    /// Whether, from these states on, the whole allows what all parts allow that have the call.
    fn agree(whole: (&Interface, StateId), parts: &[(&Interface, StateId)], calls: usize) -> bool {
        let (interface, state) = whole;
        let alphabet = interface.alphabet();
        calls == 0
            || alphabet.call_ids().all(|call| {
                let event = alphabet.event(call, 0);
                let shared = |(part, state): &(&Interface, StateId)| {
                    event_in(interface, part, event).map(|event| part.allows(*state, part.alphabet().call_of(event)))
                };
                let allowed = parts.iter().filter_map(shared).all(|allowed| allowed);
                if interface.allows(state, call) != allowed {
                    return false;
                }
                let Some(next) = interface.next(state, event).filter(|_| allowed) else { return true };
                let mut parts = parts.to_vec();
                for (part, state) in &mut parts {
                    let next = event_in(interface, part, event).and_then(|event| part.next(*state, event));
                    *state = next.unwrap_or(*state);
                }
                agree((interface, next), &parts, calls - 1)
            })
    }

    #[test]
    fn what_all_parts_allow_is_what_the_whole_allows() {
        let whole = interface(&component(SOCKET));
        let parts: Vec<Interface> = divide_around_shared(&component(SOCKET)).iter().map(interface).collect();
        let starts: Vec<(&Interface, StateId)> = parts.iter().map(|part| (part, part.initial())).collect();
        assert!(agree((&whole, whole.initial()), &starts, 5));
        assert!(parts.iter().all(|part| part.state_count() < whole.state_count()));
    }

    #[test]
    fn what_does_not_follow_from_the_calls_stays_whole() {
        for open in [
            "var open: bool = *;",
            "var open: bool = false; method toggle() { choose { open = true; } or { open = false; } }",
        ] {
            let source = SOCKET.replace("var out_shut", &format!("{open} var out_shut"));
            let source = source.replace("method size", "method ask() -> bool { return open; } method size");
            assert_eq!(divide_around_shared(&component(&source)).len(), 1, "{open}");
        }
    }
}
