//! Abstract states by number: the valuations that were met, in the order in which they were.

use etiquette_predicates::Valuation;
use rustc_hash::FxHashMap;

/// Valuations, numbered from 0.
#[derive(Default)]
pub(crate) struct Valuations {
    all: Vec<Valuation>,
    numbers: FxHashMap<Valuation, u32>,
}

impl Valuations {
    /// The number of a valuation, a new one if it was not met before.
    pub fn number(&mut self, valuation: Valuation) -> u32 {
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(valuation.clone()).or_insert(next);
        if number == next {
            self.all.push(valuation);
        }
        number
    }

    /// The valuation with this number.
    pub fn get(&self, number: u32) -> &Valuation {
        &self.all[number as usize]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }
}
