//! Random minimal machines, and the small deterministic source of random numbers (SplitMix64) behind them.
//!
//! The same seed gives the same machine on every platform.

use crate::machine::Machine;
use crate::minimal::minimise;

/// SplitMix64 (Steele, Lea, Flood 2014): a seed and a few operations.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A source that depends on nothing but the seed.
    pub fn new(seed: u64) -> Self {
        SplitMix64(seed)
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which must not be zero.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A random word of the given length over `0..alphabet`.
    pub fn word(&mut self, length: usize, alphabet: usize) -> Vec<usize> {
        (0..length).map(|_| self.below(alphabet)).collect()
    }
}

/// A random minimal DFA with exactly this many states, all of which can be reached.
pub fn random_machine(states: usize, alphabet: usize, seed: u64) -> Machine<bool> {
    let machine = random_moore_machine(states, alphabet, 2, seed);
    let outputs = (0..states).map(|state| *machine.output_of(state) == 1).collect();
    Machine::new(alphabet, outputs, |state, letter| machine.next(state, letter))
}

/// A random minimal Moore machine with exactly this many states and outputs from `0..outputs`.
pub fn random_moore_machine(states: usize, alphabet: usize, outputs: usize, seed: u64) -> Machine<usize> {
    assert!(states > 0 && outputs > 0, "a machine has a state with an output");
    assert!(
        states == 1 || (alphabet > 0 && outputs > 1),
        "no minimal machine has {states} states over {alphabet} letters and {outputs} outputs"
    );
    let mut random = SplitMix64::new(seed);
    loop {
        let candidate = random_reachable(states, alphabet, outputs, &mut random);
        if minimise(&candidate).states() == states {
            return candidate;
        }
    }
}

/// Every state but the first gets an edge from an earlier one, which makes it reachable; all other edges are free.
fn random_reachable(states: usize, alphabet: usize, outputs: usize, random: &mut SplitMix64) -> Machine<usize> {
    let labels = (0..states).map(|_| random.below(outputs)).collect();
    let mut next: Vec<usize> = (0..states * alphabet).map(|_| random.below(states)).collect();
    let mut free: Vec<usize> = (0..alphabet.min(next.len())).collect();
    for state in 1..states {
        let edge = free.swap_remove(random.below(free.len()));
        next[edge] = state;
        free.extend(state * alphabet..(state + 1) * alphabet);
    }
    Machine::new(alphabet, labels, |state, letter| next[state * alphabet + letter])
}

#[cfg(test)]
mod tests {
    use super::{SplitMix64, random_machine};

    #[test]
    fn follows_the_published_sequence() {
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn machines_depend_on_the_seed_only() {
        assert_eq!(random_machine(20, 3, 7), random_machine(20, 3, 7));
        assert_ne!(random_machine(20, 3, 7), random_machine(20, 3, 8));
    }
}
