//! The smallest machine with the same outputs, by Moore's partition refinement: simple, and fast enough for tests and
//! for machines that were learned (which are minimal anyway).

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::machine::Machine;

/// The smallest equivalent machine, its states numbered breadth first.
pub fn minimise<O: Clone + Eq + Hash>(machine: &Machine<O>) -> Machine<O> {
    let class_of = classes(machine);
    let mut number: FxHashMap<u32, usize> = FxHashMap::from_iter([(class_of[machine.initial()], 0)]);
    let mut order = vec![machine.initial()];
    let mut position = 0;
    while position < order.len() {
        for letter in 0..machine.alphabet() {
            let to = machine.next(order[position], letter);
            number.entry(class_of[to]).or_insert_with(|| {
                order.push(to);
                order.len() - 1
            });
        }
        position += 1;
    }
    let outputs = order.iter().map(|&state| machine.output_of(state).clone()).collect();
    Machine::new(machine.alphabet(), outputs, |state, letter| number[&class_of[machine.next(order[state], letter)]])
}

/// For each state its class of states with the same outputs after every word.
fn classes<O: Clone + Eq + Hash>(machine: &Machine<O>) -> Vec<u32> {
    let (mut class_of, mut count) = number_keys((0..machine.states()).map(|state| machine.output_of(state)));
    loop {
        let successors = |state: usize| (0..machine.alphabet()).map(move |letter| machine.next(state, letter));
        let key = |state: usize| -> Vec<u32> {
            let next_classes = successors(state).map(|to| class_of[to]);
            std::iter::once(class_of[state]).chain(next_classes).collect()
        };
        let (finer, finer_count) = number_keys((0..machine.states()).map(key));
        if finer_count == count {
            return class_of;
        }
        (class_of, count) = (finer, finer_count);
    }
}

/// Numbers keys in the order of their first occurrence; also returns how many there are.
fn number_keys<K: Eq + Hash>(keys: impl Iterator<Item = K>) -> (Vec<u32>, usize) {
    let mut numbers: FxHashMap<K, u32> = FxHashMap::default();
    let numbered = keys.map(|key| {
        let fresh = numbers.len() as u32;
        *numbers.entry(key).or_insert(fresh)
    });
    let numbered: Vec<u32> = numbered.collect();
    let count = numbers.len();
    (numbered, count)
}
