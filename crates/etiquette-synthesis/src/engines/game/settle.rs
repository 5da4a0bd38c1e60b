//! The superset query exactly: is there a word of `U` that the conjecture does not accept? By a belief construction with antichains, which the paper leaves
//! out for its cost.
//!
//! Of two beliefs in one state of the conjecture only the smaller one is followed: whatever is safe from the larger one is safe from it.

use std::collections::VecDeque;

use etiquette_learning::Machine;

use crate::spaces::pairs::Word;
use crate::spaces::predicates::class::{AbstractClass, Belief};
use etiquette_outcome::{Run, StopReason};

/// A belief in a state of the conjecture.
struct Node {
    belief: Belief,
    place: usize,
    from: Option<(usize, usize)>,
}

/// A shortest word that is in `U` and that the conjecture does not accept; `None` if there is none.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn word_missing(
    class: &mut AbstractClass,
    machine: &Machine<bool>,
    run: &mut Run,
) -> Result<Option<Word>, StopReason> {
    let mut nodes = vec![Node { belief: class.start(), place: machine.initial(), from: None }];
    // For each state of the conjecture the smallest beliefs so far.
    let mut smallest: Vec<Vec<Belief>> = vec![Vec::new(); machine.states()];
    smallest[machine.initial()].push(class.start());
    let mut queue = VecDeque::from([0]);
    while let Some(index) = queue.pop_front() {
        run.tick()?;
        for event in 0..machine.alphabet() {
            let Some(belief) = class.step(&nodes[index].belief.clone(), event, run)? else { continue };
            let place = machine.next(nodes[index].place, event);
            if !*machine.output_of(place) {
                return Ok(Some(word_to(&nodes, index, event)));
            }
            if enter(&mut smallest[place], &belief) {
                queue.push_back(nodes.len());
                nodes.push(Node { belief, place, from: Some((index, event)) });
                run.report("settle", nodes.len() as u64, "beliefs");
            }
        }
    }
    Ok(None)
}

/// Enters a belief unless a smaller one is there; larger ones go.
fn enter(smallest: &mut Vec<Belief>, belief: &Belief) -> bool {
    if smallest.iter().any(|known| is_within(known, belief)) {
        return false;
    }
    smallest.retain(|known| !is_within(belief, known));
    smallest.push(belief.clone());
    true
}

fn is_within(small: &Belief, large: &Belief) -> bool {
    small.constructed == large.constructed && is_subset(&small.states, &large.states)
}

/// Whether all numbers of a sorted list are in another.
pub(crate) fn is_subset(small: &[u32], large: &[u32]) -> bool {
    small.len() <= large.len() && small.iter().all(|state| large.binary_search(state).is_ok())
}

fn word_to(nodes: &[Node], mut index: usize, last: usize) -> Word {
    let mut word = vec![last];
    while let Some((before, event)) = nodes[index].from {
        word.push(event);
        index = before;
    }
    word.reverse();
    word
}
