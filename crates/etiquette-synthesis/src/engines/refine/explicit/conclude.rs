//! From an abstraction that is visibly deterministic to the interface of the component.
//!
//! The interface is found on the abstraction. The words that are shown for its states and for what it forbids are found
//! on the component itself, which is explored only as far as that takes: an abstraction can do more than the component,
//! so its words may be ones that can't happen.

use std::collections::{BTreeMap, VecDeque};

use etiquette_automata::{EventId, Interface, StateId};
use etiquette_component::Component;
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use crate::engine::Unsupported;
use crate::engines::direct::explicit::explore;
use crate::engines::learn::explicit::learn_space;
use crate::engines::refine::Then;
use crate::readable::facts::{shared_steps, state_facts};
use crate::readable::grouping::Grouped;
use crate::readable::labels::labels;
use crate::spaces::explicit::space::BeliefSpace;
use crate::spaces::explicit::{Shaped, expanded_interface, shape};
use crate::spaces::space::{INITIAL, Space};
use etiquette_outcome::{Conclusion, Confidence, Outcome, Reason, Run, StopReason};

/// The outcome, if nothing stops it on the way, and if everything that is forbidden can be explained by a run of the
/// component.
pub(crate) fn conclude(
    component: &Component,
    abstraction: &Component,
    then: Then,
    run: &mut Run,
) -> Result<Option<Outcome>, Unsupported> {
    let mut real = BeliefSpace::new(component)?;
    let space = BeliefSpace::with_letters(abstraction, real.letters.clone())?;
    let Ok((space, interface, mut statistics)) = find_interface(space, then, run) else { return Ok(None) };
    let is_faithful = is_faithful(component, &space);
    if run.serial && !is_faithful {
        // Which outcomes can happen decides what leads to a dead end.
        return Ok(None);
    }
    let shaped = shape(&space, &interface, run);
    let Ok(grouped) = realizable(&mut real, shaped.grouped.clone(), run) else { return Ok(None) };
    statistics.insert("abstract states".into(), space.states.len() as u64);
    statistics.insert("component states".into(), real.states.len() as u64);
    let found = Concluded { space: &space, real: &real, shaped: Shaped { grouped, ..shaped }, is_faithful, statistics };
    Ok(Some(found.outcome(run)).filter(is_explained))
}

/// The interface of the abstraction over letters, and how it was found.
fn find_interface<'a>(
    mut space: BeliefSpace<'a>,
    then: Then,
    run: &mut Run,
) -> Result<(BeliefSpace<'a>, Interface, BTreeMap<String, u64>), StopReason> {
    match then {
        Then::Direct => {
            explore(&mut space, run)?;
            let interface = expanded_interface(&space);
            Ok((space, interface, BTreeMap::new()))
        }
        Then::Learn => {
            let learned = learn_space(space, run);
            match learned.stop {
                StopReason::Done => Ok((learned.space, learned.interface, learned.statistics)),
                stopped => Err(stopped),
            }
        }
    }
}

/// Whether every legal word can happen in the component: then it has as many don't-cares as the abstraction, none.
fn is_faithful(component: &Component, space: &BeliefSpace<'_>) -> bool {
    let has_one_outcome = component.methods.iter().all(|method| method.outcomes.len() == 1);
    has_one_outcome && !space.never_returns.contains(&true)
}

/// The part of the interface that words of the component lead to. Explores the component until each state was met, or
/// until there is no more to explore.
fn realizable(real: &mut BeliefSpace<'_>, grouped: Grouped, run: &mut Run) -> Result<Grouped, StopReason> {
    let mut met = vec![false; grouped.interface.state_count()];
    let mut missing = met.len();
    let start = (grouped.interface.initial(), INITIAL);
    let mut seen: HashSet<(StateId, u32), FxBuildHasher> = HashSet::from_iter([start]);
    let mut queue = VecDeque::from([start]);
    while let Some((state, node)) = queue.pop_front().filter(|_| missing > 0) {
        real.expand(node, run)?;
        missing -= usize::from(!std::mem::replace(&mut met[state.index()], true));
        for (_, _, next, target) in shared_steps(real, &grouped.interface, &grouped.letters, state, node) {
            if seen.insert((next, target)) {
                queue.push_back((next, target));
            }
        }
    }
    Ok(Grouped { interface: only_met(&grouped.interface, &met), letters: grouped.letters })
}

/// The interface without the states that were not met.
fn only_met(interface: &Interface, met: &[bool]) -> Interface {
    let mut kept = Interface::new(interface.alphabet().clone());
    let mut state_of = vec![None; met.len()];
    for state in interface.states().filter(|state| met[state.index()]) {
        let is_first = state_of.iter().all(Option::is_none);
        state_of[state.index()] = Some(if is_first { kept.initial() } else { kept.add_state() });
    }
    for state in interface.states() {
        let Some(from) = state_of[state.index()] else { continue };
        interface
            .alphabet()
            .call_ids()
            .filter(|&call| interface.allows(state, call))
            .for_each(|call| kept.allow(from, call));
        for event in (0..interface.alphabet().event_count()).map(EventId::from_index) {
            if let Some(to) = interface.next(state, event).and_then(|to| state_of[to.index()]) {
                kept.connect(from, event, to);
            }
        }
    }
    if let Some(initial) = state_of[interface.initial().index()] {
        kept.set_initial(initial);
    }
    kept
}

struct Concluded<'s, 'c> {
    /// Of the abstraction.
    space: &'s BeliefSpace<'c>,
    /// Of the component, as far as explored.
    real: &'s BeliefSpace<'c>,
    shaped: Shaped,
    is_faithful: bool,
    statistics: BTreeMap<String, u64>,
}

impl Concluded<'_, '_> {
    fn outcome(self, run: &Run) -> Outcome {
        let Grouped { interface, letters } = self.shaped.grouped;
        let labels = labels(self.space, &interface, &letters);
        let legal_but_forbidden = if run.serial { Reason::LeadsToDeadEnd } else { Reason::Unexplored };
        let conclusion = Conclusion {
            states: state_facts(self.real, &interface, &letters, labels, &legal_but_forbidden),
            safe: Confidence::Proved,
            permissive: Confidence::Proved,
            complete: self.is_faithful && self.shaped.is_complete,
            smallest: self.is_faithful && self.shaped.minimal,
            serial: run.serial,
            never_returns: self.space.never_returns.clone(),
            statistics: self.statistics,
            ..Conclusion::new("", interface, StopReason::Done)
        };
        conclusion.about(self.real.component)
    }
}

/// Whether there is a reason for everything that is forbidden. A call that never returns in the component, but only
/// fails where other values are hidden, has none.
fn is_explained(outcome: &Outcome) -> bool {
    let mut forbidden = outcome.states.iter().flat_map(|facts| &facts.forbidden);
    !forbidden.any(|forbidden| forbidden.reason == Reason::Unexplored)
}
