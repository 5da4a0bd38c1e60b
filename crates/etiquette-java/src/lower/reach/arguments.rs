//! Sets of positions of a call's arguments. Searches through all code that a call may run keep one for each method.

/// Positions of arguments. A call has at most 255, its receiver included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub(in super::super) struct Arguments([u64; 4]);

impl Arguments {
    /// Adds a position.
    pub fn insert(&mut self, position: usize) {
        self.0[position / 64] |= 1 << (position % 64);
    }

    /// Whether a position is among them.
    pub fn contains(&self, position: usize) -> bool {
        self.0.get(position / 64).is_some_and(|word| word >> (position % 64) & 1 != 0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Arguments::default()
    }
}

impl FromIterator<usize> for Arguments {
    fn from_iter<T: IntoIterator<Item = usize>>(positions: T) -> Self {
        let mut made = Arguments::default();
        positions.into_iter().for_each(|position| made.insert(position));
        made
    }
}
