//! Minimisation by Hopcroft's algorithm on a refinable partition, in `O(events * n log n)`.
//!
//! Two states are the same if after every word they allow the same calls and the same outcomes can happen: here an
//! outcome that cannot happen is an observation of its own (`merge_compatible` uses such don't-cares instead). The
//! result is canonical: interfaces with equal languages give equal values.
//!
//! What an event sets registers to is an observation, too, as it is written: states are merged only if they go on in the
//! same way whatever the registers are. With registers the result is neither the smallest nor canonical.

use crate::interface::{EventId, Interface, NO_STATE, StateId};
use crate::inverse::Inverse;
use crate::order::number_breadth_first;
use crate::partition::Partition;
use crate::quotient::quotient;

/// The result of [`minimise`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Minimised {
    /// The smallest equivalent interface, its states in breadth-first order.
    pub interface: Interface,
    /// For each state of the input its state in the result, `None` where it cannot be reached.
    pub class_of: Vec<Option<StateId>>,
}

/// The smallest interface with the same language, in canonical order; with registers, one with no more states.
pub fn minimise(interface: &Interface) -> Minimised {
    let reachable = number_breadth_first(interface);
    let classes = coarsest_stable_partition(&reachable.interface);
    let merged = number_breadth_first(&quotient(&reachable.interface, &classes));
    let class_of = |state: StateId| merged.number_of[classes[state.index()] as usize];
    Minimised {
        class_of: reachable.number_of.iter().map(|&state| class_of(state?)).collect(),
        interface: merged.interface,
    }
}

/// For each state its class of states that no word tells apart.
fn coarsest_stable_partition(interface: &Interface) -> Vec<u32> {
    let inverse = Inverse::of(interface);
    let mut partition = partition_by_observation(interface);
    let mut waiting = all_but_the_largest(&partition);
    let mut splitter = Vec::new();
    while let Some(block) = waiting.pop() {
        splitter.clear();
        splitter.extend_from_slice(partition.elements_of(block));
        for event in 0..interface.alphabet().event_count() {
            mark_sources(&inverse, event, &splitter, &mut partition);
            // The new block is the smaller half. If the other half waits, both do now; if it doesn't, it has been
            // used as a part of a larger splitter before, and the smaller half is enough.
            partition.split(|new| waiting.push(new));
        }
    }
    partition.into_block_of()
}

/// The blocks to begin with. All states together split nothing any more, since observation tells where events are
/// defined; so the sources of one block are what those of all others leave.
fn all_but_the_largest(partition: &Partition) -> Vec<u32> {
    let blocks = 0..partition.block_count() as u32;
    let largest = blocks.clone().max_by_key(|&block| partition.elements_of(block).len());
    blocks.filter(|block| Some(*block) != largest).collect()
}

fn mark_sources(inverse: &Inverse, event: usize, targets: &[u32], partition: &mut Partition) {
    for &to in targets {
        for &from in inverse.sources(event, to as usize) {
            partition.mark(from);
        }
    }
}

/// States are in one block if they allow the same calls, the same events have next states, and these set registers to
/// the same.
fn partition_by_observation(interface: &Interface) -> Partition {
    let mut partition = Partition::new(interface.state_count());
    for call in interface.alphabet().call_ids() {
        split_by(&mut partition, interface, |state| interface.allowed_row(state)[call.index()]);
    }
    for event in 0..interface.alphabet().event_count() {
        split_by(&mut partition, interface, |state| interface.next_row(state)[event] != NO_STATE);
        for states in interface.memory().states_by_updates(EventId::from_index(event)) {
            states.iter().for_each(|state| partition.mark(state.0));
            partition.split(|_| ());
        }
    }
    partition
}

fn split_by(partition: &mut Partition, interface: &Interface, observe: impl Fn(usize) -> bool) {
    let states = 0..interface.state_count();
    if states.clone().all(&observe) {
        return;
    }
    for state in states.filter(|&state| observe(state)) {
        partition.mark(state as u32);
    }
    partition.split(|_| ());
}

#[cfg(test)]
mod tests {
    use super::minimise;
    use crate::interface::{Alphabet, Call, CallId, Interface, StateId};
    use crate::memory::{Memory, Register, Update};

    /// States count from 0 to `states - 1`; `down` is forbidden at 0 and `up` at the top.
    fn counter(states: usize) -> Interface {
        let mut counter = Interface::new(Alphabet::new(vec![Call::simple("up"), Call::simple("down")]));
        let up = counter.alphabet().event(CallId(0), 0);
        let down = counter.alphabet().event(CallId(1), 0);
        for below in 0..states - 1 {
            let above = counter.add_state();
            counter.connect(StateId::from_index(below), up, above);
            counter.connect(above, down, StateId::from_index(below));
        }
        counter
    }

    #[test]
    fn keeps_a_counter_as_it_is() {
        let counter = counter(100);
        assert_eq!(minimise(&counter).interface, counter);
    }

    #[test]
    fn merges_equal_states_and_drops_unreachable_ones() {
        let mut twice = Interface::new(Alphabet::new(vec![Call::simple("flip")]));
        let flip = twice.alphabet().event(CallId(0), 0);
        let (second, lost) = (twice.add_state(), twice.add_state());
        twice.connect(StateId(0), flip, second);
        twice.connect(second, flip, StateId(0));
        twice.connect(lost, flip, second);
        let small = minimise(&twice);
        assert_eq!(small.interface.state_count(), 1);
        assert_eq!(small.class_of, [Some(StateId(0)), Some(StateId(0)), None]);
    }

    #[test]
    fn an_outcome_that_cannot_happen_is_an_observation() {
        let calls = vec![Call::simple("read").with_outcomes(["some", "none"])];
        let mut reader = Interface::new(Alphabet::new(calls));
        let (some, none) = (reader.alphabet().event(CallId(0), 0), reader.alphabet().event(CallId(0), 1));
        let end = reader.add_state();
        reader.connect(StateId(0), some, StateId(0));
        reader.connect(StateId(0), none, end);
        reader.connect(end, none, end);
        assert_eq!(minimise(&reader).interface, reader);
    }

    /// Two rounds of a counter: the second one says the same in other states, but for what it sets.
    fn counting(second: &str) -> Interface {
        let calls = ["count < 3", "count >= 3"].map(|guard| Call { guard: guard.into(), ..Call::simple("up") });
        let mut counting = Interface::with_states(Alphabet::new(calls.to_vec()), 3, StateId(0));
        let up = counting.alphabet().event(CallId(0), 0);
        let mut memory =
            Memory::new(vec![Register { name: "count".into(), ty: "int".into(), initial: Some("0".into()) }]);
        for (from, to, value) in [(0, 1, "count + 1"), (1, 0, second), (2, 0, "count + 1")] {
            counting.connect(StateId(from), up, StateId(to));
            memory.set(StateId(from), up, vec![Update { register: 0, value: value.into() }]);
        }
        counting.set_memory(memory);
        counting
    }

    #[test]
    fn what_registers_are_set_to_is_kept_and_tells_states_apart() {
        let same = minimise(&counting("count + 1"));
        assert_eq!(same.class_of, [Some(StateId(0)), Some(StateId(0)), None]);
        assert_eq!(same.interface.memory().registers, counting("count + 1").memory().registers);
        let up = same.interface.alphabet().event(CallId(0), 0);
        assert_eq!(same.interface.updates(StateId(0), up)[0].value.text(), "count + 1");
        let other = minimise(&counting("count + 2")).interface;
        assert_eq!(other.state_count(), 2);
        assert_eq!(other.updates(StateId(1), up)[0].value.text(), "count + 2");
        assert_eq!(minimise(&other).interface, other);
    }

    /// Where an event sets nothing, that is told from setting something.
    #[test]
    fn setting_nothing_is_told_from_setting_something() {
        let mut silent = counting("count + 1");
        let up = silent.alphabet().event(CallId(0), 0);
        let mut memory = Memory::new(silent.memory().registers.clone());
        memory.set(StateId(1), up, silent.updates(StateId(1), up).to_vec());
        silent.set_memory(memory);
        assert_eq!(minimise(&silent).interface.state_count(), 2);
    }

    #[test]
    #[ignore = "a measurement: run with --release --ignored --nocapture"]
    fn speed_of_a_million_states() {
        let counter = counter(1 << 20);
        let start = std::time::Instant::now();
        let small = minimise(&counter);
        println!("minimised {} states in {:?}", small.interface.state_count(), start.elapsed());
        assert_eq!(small.interface.state_count(), 1 << 20);
    }
}
