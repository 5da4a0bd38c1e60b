//! What the explicit engines share: the belief space of a component with finitely many states, and the way from it to
//! an outcome.

pub(crate) mod initial;
pub(crate) mod letters;
pub(crate) mod results;
pub(crate) mod space;
pub(crate) mod states;

use std::collections::BTreeMap;

use etiquette_automata::{
    CallId, EventId, Interface, StateId, merge_compatible, minimise, number_breadth_first, serialise,
};
use etiquette_component::{Component, MethodId};

use crate::engine::Unsupported;
use crate::readable::facts::state_facts;
use crate::readable::grouping::{Grouped, letter_alphabet};
use crate::spaces::space::{INITIAL, Space, Verdict};
use etiquette_outcome::{Conclusion, Confidence, Outcome, Reason, Run, StopReason};

/// Whether the explicit engines can take the component. How many states it has shows only on the way.
pub(crate) fn supports(component: &Component) -> Result<(), Unsupported> {
    letters::Letters::of(component)?;
    letters::check_choices(component)
}

/// Finds the labels of an interface over calls, given the letters that each call stands for.
pub(crate) type Labelling<S> = fn(&S, &Interface, &[Vec<usize>]) -> Vec<Option<String>>;

/// What an explicit engine found, before it is put into words.
pub(crate) struct Found<'s, S> {
    pub engine: &'static str,
    pub space: &'s S,
    /// Over the letters of the space.
    pub interface: Interface,
    /// How its states are labelled.
    pub labels: Labelling<S>,
    pub stop: StopReason,
    pub statistics: BTreeMap<String, u64>,
}

/// The interface of the expanded part of the space, over letters. A call that may lead out of it is forbidden.
pub(crate) fn expanded_interface(space: &impl Space) -> Interface {
    let mut interface = Interface::new(letter_alphabet(space.component(), space.letters().methods()));
    let nodes: Vec<u32> = (0..space.node_count() as u32).filter(|&node| space.is_expanded(node)).collect();
    let mut state_of = vec![StateId(u32::MAX); space.node_count()];
    for (index, &node) in nodes.iter().enumerate() {
        state_of[node as usize] = if index == 0 { interface.initial() } else { interface.add_state() };
    }
    for &node in &nodes {
        for letter in 0..space.letters().len() {
            connect_letter(space, &mut interface, node, letter, &state_of);
        }
    }
    interface
}

fn connect_letter(space: &impl Space, interface: &mut Interface, node: u32, letter: usize, state_of: &[StateId]) {
    let targets = || space.letters().events(letter).filter_map(|event| Some((event, space.next(node, event)?)));
    let explored = targets().all(|(_, target)| space.is_expanded(target));
    if space.verdict(node, letter) != Verdict::Legal || !explored {
        return;
    }
    let from = state_of[node as usize];
    interface.allow(from, CallId::from_index(letter));
    for (event, target) in targets() {
        interface.connect(from, EventId::from_index(event), state_of[target as usize]);
    }
}

/// The number of calls up to which every legal word stays inside the expanded part of the space.
fn complete_depth(space: &impl Space) -> u64 {
    let mut seen = vec![false; space.node_count()];
    let mut level = vec![INITIAL];
    seen[INITIAL as usize] = true;
    let mut depth = 0u64;
    while level.iter().all(|&node| space.is_expanded(node)) && !level.is_empty() {
        depth += 1;
        let targets =
            level.iter().flat_map(|&node| (0..space.letters().event_count()).map(move |event| space.next(node, event)));
        level = targets.flatten().filter(|&target| !std::mem::replace(&mut seen[target as usize], true)).collect();
    }
    depth.saturating_sub(1)
}

/// Prunes and minimises as the run asks for, finds guards and facts, and says what is guaranteed.
pub(crate) fn conclude<S: Space>(found: Found<'_, S>, run: &mut Run) -> Outcome {
    let Shaped { grouped, minimal, is_complete } = shape(found.space, &found.interface, run);
    let Grouped { interface, letters } = grouped;
    let done = found.stop == StopReason::Done;
    let legal_but_forbidden = if run.serial && done { Reason::LeadsToDeadEnd } else { Reason::Unexplored };
    let labels = (found.labels)(found.space, &interface, &letters);
    let component = found.space.component();
    let states = state_facts(found.space, &interface, &letters, labels, &legal_but_forbidden);
    let explored = if done { Confidence::Proved } else { Confidence::ProvedUpTo(complete_depth(found.space)) };
    Conclusion {
        states,
        safe: Confidence::Proved,
        permissive: explored,
        complete: is_complete,
        smallest: minimal,
        serial: run.serial,
        never_returns: found.space.never_returns().to_vec(),
        statistics: found.statistics,
        ..Conclusion::new(found.engine, interface, found.stop)
    }
    .about(component)
}

/// An interface in its final shape.
pub(crate) struct Shaped {
    /// Over calls with guards.
    pub grouped: Grouped,
    /// Whether no smaller one exists.
    pub minimal: bool,
    /// Whether every outcome of an allowed call can happen.
    pub is_complete: bool,
}

/// Prunes and minimises an interface over the letters of the space, as the run asks for, and groups the letters.
pub(crate) fn shape(space: &impl Space, interface: &Interface, run: &mut Run) -> Shaped {
    run.report("minimise", interface.state_count() as u64, "states");
    let small = shrink(interface, run);
    // Asked before merging, which gives don't-cares somewhere to lead to.
    let is_complete = small.is_complete();
    let (merged, minimal) = if run.minimise {
        let merged = merge_compatible(&small);
        (merged.interface, merged.minimal)
    } else {
        (small, false)
    };
    let methods: Vec<MethodId> = space.letters().methods().collect();
    let mut grouped = Grouped::new(space.component(), &methods, &merged);
    for call in grouped.divided() {
        let letters = &grouped.letters[call.index()];
        grouped.interface.set_guard(call, space.guard(methods[letters[0]], letters).into());
    }
    Shaped { grouped, minimal, is_complete }
}

/// The interface without dead ends, if the run asks for that, and with as few states as it asks for. Dead ends go
/// before don't-cares are made use of: merging may lead an outcome that can't happen into one, or out of one.
fn shrink(interface: &Interface, run: &Run) -> Interface {
    let pruned = run.serial.then(|| {
        let serial = serialise(interface).interface;
        serial.unwrap_or_else(|| Interface::new(interface.alphabet().clone()))
    });
    let interface = pruned.as_ref().unwrap_or(interface);
    match run.minimise {
        true => minimise(interface).interface,
        // When stopped early, what lies behind a call that is forbidden for that reason can't be reached.
        false => number_breadth_first(interface).interface,
    }
}
