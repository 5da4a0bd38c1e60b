//! Which order of the variables gives the fewest nodes, found by trying.
//!
//! What a comparison of two far words costs shows when it is built. So the component is built with the first order,
//! which keeps words that are computed with each other together; if the result is small, that is good enough. Else it
//! is built with each of the others, too, in a small table, and the smallest result wins. An order that does not fit
//! there is out.

use etiquette_component::Component;

use crate::component::{Interrupt, SymbolicComponent};
use crate::diagrams::{Capacity, Fallible, Halt};
use crate::layout::{Layout, declared};
use crate::order::{Order, arrangements};
use crate::prepared::Prepared;

/// The table of a trial.
const TRIAL: Capacity = Capacity { nodes: 1 << 15, results: 1 << 13 };
/// With so few nodes no other order is worth a trial.
const SMALL: usize = 1000;

/// How to build a component, but for its layout.
pub(crate) struct Plan<'a> {
    pub component: &'a Component,
    pub prepared: &'a Prepared,
    pub capacity: Capacity,
    pub interrupt: &'a Interrupt,
}

impl Plan<'_> {
    /// The component in this order.
    pub fn build(&self, order: Order) -> Fallible<SymbolicComponent> {
        let arrangements = arrangements(self.prepared, declared(self.prepared), order);
        let mut layouts = arrangements.into_iter().map(|bits| Layout::new(self.prepared, bits)).collect::<Vec<_>>();
        let first = fitting(self.with(layouts.remove(0), self.capacity))?;
        let size = first.as_ref().map_or(usize::MAX, size);
        let better = if size > SMALL { self.smallest(layouts, size)? } else { None };
        match (better, first) {
            (Some(layout), _) => self.with(layout, self.capacity),
            (None, Some(first)) => Ok(first),
            (None, None) => Err(Halt::NodeTableFull),
        }
    }

    fn with(&self, layout: Layout, capacity: Capacity) -> Fallible<SymbolicComponent> {
        SymbolicComponent::build(self.component, self.prepared, layout, capacity, self.interrupt)
    }

    /// The layout with the fewest nodes, if there is one with fewer than this.
    fn smallest(&self, layouts: Vec<Layout>, mut smallest: usize) -> Fallible<Option<Layout>> {
        let mut best = None;
        for layout in layouts {
            let size = fitting(self.with(layout.clone(), TRIAL))?.as_ref().map_or(usize::MAX, size);
            if size < smallest {
                (smallest, best) = (size, Some(layout));
            }
        }
        Ok(best)
    }
}

/// `None`: it does not fit into the table.
fn fitting(built: Fallible<SymbolicComponent>) -> Fallible<Option<SymbolicComponent>> {
    match built {
        Err(Halt::NodeTableFull) => Ok(None),
        built => built.map(Some),
    }
}

/// The number of nodes that are in use.
fn size(built: &SymbolicComponent) -> usize {
    built.diagrams.collect_garbage();
    built.diagrams.node_count()
}
