//! Whether an interface that is the most permissive one of the abstract class is so for the component itself, too.
//!
//! The paper's answer is about the abstraction, where a call that *may* fail counts as one that fails. Here it must: from every state of the valuation
//! (strong property), or from one that some run must have reached (beliefs of must transitions beside those of may transitions).

use std::collections::VecDeque;
use std::rc::Rc;

use etiquette_learning::Machine;

use crate::engines::game::product::allows;
use crate::engines::game::settle::is_subset;
use crate::spaces::pairs::Visit;
use crate::spaces::predicates::class::{AbstractClass, stopped};
use etiquette_outcome::{Run, StopReason};

/// Pairs of beliefs that are looked at.
const MOST_BELIEFS: usize = 20_000;

/// Whether every word that the component can do, and that the interface does not accept, really fails.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn is_permissive(
    class: &mut AbstractClass,
    machine: &Machine<bool>,
    visits: &[Visit],
    run: &mut Run,
) -> Result<bool, StopReason> {
    Ok(every_state_fails(class, machine, visits, run)? || some_run_fails(class, machine, run)?)
}

fn must_fail(class: &mut AbstractClass, state: u32, method: usize, run: &mut Run) -> Result<bool, StopReason> {
    run.look()?;
    let valuation = class.valuation(state).clone();
    class.abstraction.must_fail(method, &valuation).map_err(|interrupted| stopped(run, interrupted))
}

/// The methods that are forbidden there although the rules of construction allow them.
fn forbidden(class: &AbstractClass, machine: &Machine<bool>, constructed: bool, place: usize) -> Vec<usize> {
    let methods = 0..class.component().methods.len();
    let in_order = methods.filter(|&method| class.is_in_order(constructed, method));
    in_order.filter(|&method| !allows(machine, &class.events, place, method)).collect()
}

/// The strong property with *must*.
fn every_state_fails(
    class: &mut AbstractClass,
    machine: &Machine<bool>,
    visits: &[Visit],
    run: &mut Run,
) -> Result<bool, StopReason> {
    for visit in visits {
        for method in forbidden(class, machine, visit.constructed, visit.place) {
            if !must_fail(class, visit.state, method, run)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Where the component may be, and of which valuations it must have a state, after a word.
#[derive(Clone)]
struct Node {
    place: usize,
    constructed: bool,
    may: Rc<[u32]>,
    must: Rc<[u32]>,
}

impl Node {
    /// Whether whatever goes wrong from the other goes wrong from this, too.
    fn is_worse_than(&self, other: &Node) -> bool {
        (self.place, self.constructed) == (other.place, other.constructed)
            && is_subset(&other.may, &self.may)
            && is_subset(&self.must, &other.must)
    }
}

/// Whether, after every word of the interface, each forbidden call must fail in some run.
fn some_run_fails(class: &mut AbstractClass, machine: &Machine<bool>, run: &mut Run) -> Result<bool, StopReason> {
    let start = class.start();
    let (may, must) = (Rc::clone(&start.states), Rc::clone(&start.states));
    let start = Node { place: machine.initial(), constructed: start.constructed, may, must };
    let mut worst = vec![start.clone()];
    let mut queue = VecDeque::from([start]);
    let mut entered = 1;
    while let Some(node) = queue.pop_front() {
        for method in forbidden(class, machine, node.constructed, node.place) {
            if !one_must_fail(class, &node, method, run)? {
                return Ok(false);
            }
        }
        for event in 0..machine.alphabet() {
            let Some(next) = step(class, machine, &node, event, run)? else { continue };
            if worst.iter().any(|known| known.is_worse_than(&next)) {
                continue;
            }
            worst.retain(|known| !next.is_worse_than(known));
            worst.push(next.clone());
            queue.push_back(next);
            entered += 1;
        }
        if entered > MOST_BELIEFS {
            return Ok(false);
        }
    }
    Ok(true)
}

fn one_must_fail(class: &mut AbstractClass, node: &Node, method: usize, run: &mut Run) -> Result<bool, StopReason> {
    for &state in node.must.iter() {
        if must_fail(class, state, method, run)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The node after an event that the interface accepts; `None` if it does not, or the event can't happen.
fn step(
    class: &mut AbstractClass,
    machine: &Machine<bool>,
    node: &Node,
    event: usize,
    run: &mut Run,
) -> Result<Option<Node>, StopReason> {
    let place = machine.next(node.place, event);
    let (method, outcome) = class.events.split(event);
    if !*machine.output_of(place) || !class.is_in_order(node.constructed, method) {
        return Ok(None);
    }
    let mut may = Vec::new();
    let mut must = Vec::new();
    for &state in node.may.iter() {
        let moves = class.moves(state, method, run)?;
        may.extend_from_slice(&moves.next[outcome]);
        for &target in moves.next[outcome].iter().filter(|_| node.must.binary_search(&state).is_ok()) {
            let (from, to) = (class.valuation(state).clone(), class.valuation(target).clone());
            let answer = class.abstraction.must_step(method, &from, outcome, &to);
            if answer.map_err(|interrupted| stopped(run, interrupted))? {
                must.push(target);
            }
        }
    }
    let sorted = |mut states: Vec<u32>| -> Rc<[u32]> {
        states.sort_unstable();
        states.dedup();
        states.into()
    };
    let (may, must) = (sorted(may), sorted(must));
    Ok((!may.is_empty()).then_some(Node { place, constructed: true, may, must }))
}

/// Whether from every pair each outcome of each allowed call must be possible: then all words of the interface can happen.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn every_word_can_happen(
    class: &mut AbstractClass,
    machine: &Machine<bool>,
    visits: &[Visit],
    run: &mut Run,
) -> Result<bool, StopReason> {
    for visit in visits {
        for event in 0..machine.alphabet() {
            if !*machine.output_of(machine.next(visit.place, event)) {
                continue;
            }
            run.look()?;
            let (method, outcome) = class.events.split(event);
            let valuation = class.valuation(visit.state).clone();
            let answer = class.abstraction.must_return(method, &valuation, outcome);
            if !answer.map_err(|interrupted| stopped(run, interrupted))? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
