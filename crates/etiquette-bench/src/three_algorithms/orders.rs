//! Static orders of the variables of decision diagrams, compared: how many nodes and how much time the reachable states
//! take.

use etiquette_symbolic::{Effort, Options, Order, SymbolicComponent};

use crate::families::{Instance, bit_array, counter, data_stream, device_manager};
use crate::samples::timed;

/// One system with all orders.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderRow {
    /// The system.
    pub system: String,
    /// For each of the orders the nodes in the table and the seconds; `None`: it did not fit.
    pub orders: Vec<Option<(usize, f64)>>,
}

/// The orders and their names.
pub(super) const ORDERS: [(&str, Order); 4] = [
    ("as declared", Order::Declared),
    ("by fan-in", Order::FanIn),
    ("FORCE", Order::Force),
    ("the best of these", Order::Best),
];

/// Builds the diagrams and finds the reachable states with each order.
pub(super) fn measure(quick: bool) -> Vec<OrderRow> {
    let bits = if quick { 6 } else { 24 };
    let systems = [
        counter(bits),
        bit_array(bits),
        device_manager(bits),
        data_stream(bits / 2, bits),
        window(bits / 4),
        pipeline(bits / 3),
    ];
    let row = |system: &Instance| OrderRow {
        system: system.name.clone(),
        orders: ORDERS.iter().map(|(_, order)| reach(system, *order)).collect(),
    };
    systems.iter().map(row).collect()
}

/// The paper's systems have one number each. Here there are three, of which two are compared, and those are not
/// declared next to each other.
fn window(bits: u32) -> Instance {
    let last = (1u64 << bits) - 1;
    let source = format!(
        "component window {{
  var low: u{bits} = 0; var mark: u{bits} = 0; var high: u{bits} = 0;
  method grow() {{ assert high != {last}; high = high + 1; }}
  method shrink() {{ assert low < high; low = low + 1; }}
  method keep() {{ mark = low; }}
  method back() {{ low = mark; }}
}}"
    );
    Instance { name: format!("window, 3 numbers of {bits} bits"), source }
}

/// Flags are handed on, and a number is compared with the argument of a call.
fn pipeline(bits: u32) -> Instance {
    let source = format!(
        "component pipeline {{
  var a: bool = false; var b: bool = false; var c: bool = false; var d: bool = false; var count: u{bits} = 0;
  method put() {{ assert !a; a = true; }}
  method turn() {{ assert !d; d = c; c = b; b = a; a = false; }}
  method take() {{ assert d; d = false; count = count + 1; }}
  method check(limit: u{bits}) {{ assert count <= limit; }}
}}"
    );
    Instance { name: format!("pipeline, 4 flags and {bits} bits"), source }
}

fn reach(system: &Instance, order: Order) -> Option<(usize, f64)> {
    let options = Options { order, ..Options::default() };
    let component = system.component();
    let (nodes, seconds) = timed(|| {
        let symbolic = SymbolicComponent::new(&component, &options, || false).ok()?;
        symbolic.reachable(Effort::UNBOUNDED).ok()?;
        Some(symbolic.diagrams.node_count())
    });
    Some((nodes?, seconds))
}
