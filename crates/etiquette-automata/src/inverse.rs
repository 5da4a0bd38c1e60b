//! The transitions of an interface backwards, in compressed rows: for each event and state the states that lead there.
//!
//! Two flat arrays and no vector per state, so that a million states stay cheap.

use crate::interface::{Interface, NO_STATE};

/// For each event and target the sources, in ascending order.
pub(crate) struct Inverse {
    state_count: usize,
    /// For event `e` and state `q`, the sources are `sources[first[e * n + q]..first[e * n + q + 1]]`.
    first: Vec<u32>,
    sources: Vec<u32>,
}

impl Inverse {
    pub(crate) fn of(interface: &Interface) -> Self {
        let (state_count, events) = (interface.state_count(), interface.alphabet().event_count());
        let mut first = vec![0u32; state_count * events + 1];
        for_each_transition(interface, |_, event, to| first[event * state_count + to] += 1);
        let total = exclusive_sums(&mut first);
        let mut sources = vec![0; total as usize];
        for_each_transition(interface, |from, event, to| {
            let place = &mut first[event * state_count + to];
            sources[*place as usize] = from as u32;
            *place += 1;
        });
        // Filling moved each start to the start of the following row: move them back by one row.
        first.rotate_right(1);
        first[0] = 0;
        Inverse { state_count, first, sources }
    }

    /// The states from which the event leads to the state.
    pub(crate) fn sources(&self, event: usize, to: usize) -> &[u32] {
        let row = event * self.state_count + to;
        &self.sources[self.first[row] as usize..self.first[row + 1] as usize]
    }
}

fn for_each_transition(interface: &Interface, mut visit: impl FnMut(usize, usize, usize)) {
    for from in 0..interface.state_count() {
        for (event, &to) in interface.next_row(from).iter().enumerate() {
            if to != NO_STATE {
                visit(from, event, to as usize);
            }
        }
    }
}

/// Replaces each count by the sum of the counts before it; returns the sum of all.
fn exclusive_sums(counts: &mut [u32]) -> u32 {
    let mut sum = 0;
    for count in counts {
        sum += std::mem::replace(count, sum);
    }
    sum
}
