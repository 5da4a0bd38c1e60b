//! Static orders of the variables of decision diagrams, compared: how many nodes and how much time the reachable states take.

use etiquette_symbolic::{Effort, Options, Order, Strategy, SymbolicComponent};

use crate::families::{Instance, bit_array, counter, data_stream, device_manager};
use crate::samples::timed;

/// One system with all orders.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderRow {
    /// The system.
    pub system: String,
    /// For each of [`ORDERS`] the nodes in the table and the seconds; `None`: it did not fit.
    pub orders: Vec<Option<(usize, f64)>>,
}

/// The orders and their names.
pub(super) const ORDERS: [(&str, Order); 3] =
    [("as declared", Order::Declared), ("by fan-in", Order::FanIn), ("FORCE", Order::Force)];

/// Builds the diagrams and finds the reachable states with each order.
pub(super) fn measure(quick: bool) -> Vec<OrderRow> {
    let bits = if quick { 6 } else { 24 };
    let systems = [counter(bits), bit_array(bits), device_manager(bits), data_stream(bits / 2, bits)];
    let row = |system: &Instance| OrderRow {
        system: system.name.clone(),
        orders: ORDERS.iter().map(|(_, order)| reach(system, *order)).collect(),
    };
    systems.iter().map(row).collect()
}

fn reach(system: &Instance, order: Order) -> Option<(usize, f64)> {
    let options = Options { order, ..Options::default() };
    let component = system.component();
    let (nodes, seconds) = timed(|| {
        let symbolic = SymbolicComponent::new(&component, &options, || false).ok()?;
        symbolic.reachable(Strategy::Auto, Effort::UNBOUNDED).ok()?;
        Some(symbolic.diagrams.node_count())
    });
    Some((nodes?, seconds))
}
