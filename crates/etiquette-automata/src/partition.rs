//! A refinable partition of `0..n` (Valmari and Lehtinen 2008): mark elements, then split every touched block at once.
//!
//! Marking takes constant time and splitting a block takes time in its marked elements. The smaller half of a split
//! gets the new number, which is what Hopcroft's algorithm needs.

/// A partition of `0..n` into numbered blocks.
pub(crate) struct Partition {
    /// All elements, those of a block next to each other, its marked ones first.
    elements: Vec<u32>,
    /// Where each element is in `elements`.
    location: Vec<u32>,
    block_of: Vec<u32>,
    blocks: Vec<Block>,
    /// The blocks with marked elements.
    touched: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Block {
    start: u32,
    end: u32,
    marked: u32,
}

impl Partition {
    /// A single block of `count` elements, at least one.
    pub(crate) fn new(count: usize) -> Self {
        let end = u32::try_from(count).expect("fewer than 2^32 elements");
        Partition {
            elements: (0..end).collect(),
            location: (0..end).collect(),
            block_of: vec![0; count],
            blocks: vec![Block { start: 0, end, marked: 0 }],
            touched: Vec::new(),
        }
    }

    pub(crate) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The elements of a block, in no particular order.
    pub(crate) fn elements_of(&self, block: u32) -> &[u32] {
        let block = self.blocks[block as usize];
        &self.elements[block.start as usize..block.end as usize]
    }

    /// For each element its block.
    pub(crate) fn into_block_of(self) -> Vec<u32> {
        self.block_of
    }

    /// Marks an element; marking it twice does no harm.
    pub(crate) fn mark(&mut self, element: u32) {
        let number = self.block_of[element as usize];
        let block = &mut self.blocks[number as usize];
        let (from, to) = (self.location[element as usize], block.start + block.marked);
        if from < to {
            return;
        }
        if block.marked == 0 {
            self.touched.push(number);
        }
        block.marked += 1;
        let other = self.elements[to as usize];
        self.elements.swap(from as usize, to as usize);
        self.location[element as usize] = to;
        self.location[other as usize] = from;
    }

    /// Splits each block with marked and unmarked elements, unmarks all, and calls `on_new` with each new block.
    pub(crate) fn split(&mut self, mut on_new: impl FnMut(u32)) {
        while let Some(touched) = self.touched.pop() {
            if let Some(new) = self.split_block(touched) {
                on_new(new);
            }
        }
    }

    fn split_block(&mut self, number: u32) -> Option<u32> {
        let block = &mut self.blocks[number as usize];
        let middle = block.start + std::mem::take(&mut block.marked);
        if middle == block.end {
            return None;
        }
        let (start, end) = if middle - block.start <= block.end - middle {
            (std::mem::replace(&mut block.start, middle), middle)
        } else {
            (middle, std::mem::replace(&mut block.end, middle))
        };
        let new = self.blocks.len() as u32;
        self.blocks.push(Block { start, end, marked: 0 });
        for &element in &self.elements[start as usize..end as usize] {
            self.block_of[element as usize] = new;
        }
        Some(new)
    }
}
