//! Component states, each kept once in as few bits as the variables' types need.

use etiquette_component::Component;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Where a variable's bits are found in a packed state.
#[derive(Clone, Copy, Debug)]
struct Slot {
    word: usize,
    shift: u32,
    width: u32,
}

/// All states met so far, by number.
#[derive(Debug)]
pub(crate) struct StateStore {
    slots: Vec<Slot>,
    /// Words in a packed state.
    stride: usize,
    words: Vec<u64>,
    index: HashTable<u32>,
    packed: Vec<u64>,
}

impl StateStore {
    pub fn new(component: &Component) -> Self {
        let mut slots = Vec::new();
        let (mut word, mut shift) = (0, 0);
        for variable in &component.variables {
            let width = component.sort(variable.binding.ty).width();
            if shift + width > u64::BITS {
                (word, shift) = (word + 1, 0);
            }
            slots.push(Slot { word, shift, width });
            shift += width;
        }
        let stride = word + 1;
        StateStore { slots, stride, words: Vec::new(), index: HashTable::new(), packed: vec![0; stride] }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.words.len() / self.stride
    }

    /// The number of a state; a new one if it was not met before.
    pub fn intern(&mut self, state: &[u64]) -> u32 {
        self.packed.fill(0);
        for (slot, value) in self.slots.iter().zip(state) {
            self.packed[slot.word] |= value << slot.shift;
        }
        let (stride, words, packed) = (self.stride, &mut self.words, &self.packed[..]);
        let hash = hash_of(packed);
        let at =
            |words: &[u64], number: u32| number as usize * stride..number as usize * stride + stride.min(words.len());
        // Word by word: nearly always there is one.
        let found = self.index.find(hash, |&number| words[at(words, number)].iter().eq(packed));
        if let Some(&number) = found {
            return number;
        }
        let number = u32::try_from(words.len() / stride).expect("the state limit is below 2^32");
        words.extend_from_slice(packed);
        let words = &*words;
        self.index.insert_unique(hash, number, |&number| hash_of(&words[at(words, number)]));
        number
    }

    /// Writes the values of a state's variables.
    pub fn unpack(&self, number: u32, state: &mut [u64]) {
        let start = number as usize * self.stride;
        for (slot, value) in self.slots.iter().zip(state) {
            *value = (self.words[start + slot.word] >> slot.shift) & etiquette_logic::mask(slot.width);
        }
    }
}

/// Word by word: all states have equally many.
fn hash_of(words: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    words.iter().for_each(|&word| hasher.write_u64(word));
    hasher.finish()
}
