//! What the papers measured, as it stands in their tables.

mod symbolic;

use crate::families::{self, Instance};
pub use symbolic::{Paper, PublishedTime, published_times};

/// What a paper reports of one algorithm on one system.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Published {
    /// Seconds on explicit states; `None`: more than [`TIME_LIMIT`].
    pub explicit: Option<f64>,
    /// Seconds with decision diagrams; `None`: more than [`TIME_LIMIT`].
    pub symbolic: Option<f64>,
    /// The states of the automaton that it gives.
    pub states: u64,
}

/// A row of Table 1 of *Three Algorithms for Interface Synthesis* (2006).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ThreeAlgorithms {
    /// The system and its size.
    pub system: System,
    /// The direct algorithm.
    pub direct: Published,
    /// The learning algorithm.
    pub learning: Published,
    /// The refinement algorithm.
    pub refinement: Published,
}

/// A system of the 2006 paper by its number of boolean variables, the error variable included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum System {
    /// One variable is for the error, the others hold the value.
    Counter(u32),
    /// One variable is for the error, one for validity, the others hold the location.
    BitArray(u32),
    /// Three variables are flags, the others hold the location.
    DeviceManager(u32),
    /// The exponents of the lengths of header and data.
    DataStream(u32, u32),
}

impl System {
    /// The component.
    pub fn instance(self) -> Instance {
        match self {
            System::Counter(variables) => families::counter(variables - 1),
            System::BitArray(variables) => families::bit_array(variables - 2),
            System::DeviceManager(variables) => families::device_manager(variables - 3),
            System::DataStream(header, data) => families::data_stream(header, data),
        }
    }
}

/// The machine behind the times of the 2006 paper.
pub const THREE_ALGORITHMS_MACHINE: &str = "3.0 GHz Pentium IV, 1 GB";

/// The seconds after which the 2006 paper gave up, shown there as a dash.
pub const TIME_LIMIT: f64 = 1800.0;

/// Stands for the dash.
const DASH: f64 = f64::INFINITY;

const fn published(explicit: f64, symbolic: f64, states: u64) -> Published {
    Published {
        explicit: if explicit == DASH { None } else { Some(explicit) },
        symbolic: if symbolic == DASH { None } else { Some(symbolic) },
        states,
    }
}

const fn row(
    system: System,
    direct: (f64, f64, u64),
    learning: (f64, f64, u64),
    refinement: (f64, f64, u64),
) -> ThreeAlgorithms {
    ThreeAlgorithms {
        system,
        direct: published(direct.0, direct.1, direct.2),
        learning: published(learning.0, learning.1, learning.2),
        refinement: published(refinement.0, refinement.1, refinement.2),
    }
}

/// Table 1 of the 2006 paper: explicit time, symbolic time and states of the direct, learning and refinement algorithm.
///
/// The first data stream is printed as 14(2,12), but its 1,028 states are those of h = 2 and d = 10.
#[rustfmt::skip]
pub const THREE_ALGORITHMS: [ThreeAlgorithms; 20] = [
    row(System::Counter(9),          (0.005, 0.09, 256),    (DASH, DASH, 256),      (1.01, 0.25, 256)),
    row(System::Counter(10),         (0.01, 0.22, 512),     (DASH, DASH, 512),      (3.92, 0.69, 512)),
    row(System::Counter(11),         (0.02, 0.48, 1024),    (DASH, DASH, 1024),     (16.60, 2.16, 1024)),
    row(System::Counter(12),         (0.04, 1.11, 2048),    (DASH, DASH, 2048),     (69.1, 8.29, 2048)),
    row(System::Counter(13),         (0.09, 2.54, 4096),    (DASH, DASH, 4096),     (310.1, 30.64, 4096)),
    row(System::BitArray(12),        (0.04, 0.96, 1026),    (6.72, 83.13, 2),       (0.09, 0.01, 2)),
    row(System::BitArray(14),        (0.14, 4.91, 4098),    (108.84, 1589.25, 2),   (0.39, 0.04, 2)),
    row(System::BitArray(15),        (0.30, 11.02, 8194),   (455.96, DASH, 2),      (0.80, 0.08, 2)),
    row(System::BitArray(16),        (0.63, 25.04, 16386),  (DASH, DASH, 2),        (1.61, 0.17, 2)),
    row(System::BitArray(17),        (1.33, 55.50, 32770),  (DASH, DASH, 2),        (3.28, 0.29, 2)),
    row(System::DeviceManager(14),   (0.21, 5.57, 4097),    (5.05, 1.48, 3),        (0.91, 0.09, 3)),
    row(System::DeviceManager(15),   (0.45, 12.55, 8193),   (10.60, 3.32, 3),       (1.83, 0.19, 3)),
    row(System::DeviceManager(16),   (0.90, 28.33, 16385),  (22.32, 7.70, 3),       (3.76, 0.45, 3)),
    row(System::DeviceManager(17),   (1.91, 62.90, 32769),  (47.82, 18.76, 3),      (7.68, 1.25, 3)),
    row(System::DeviceManager(18),   (3.95, 134.96, 65537), (105.23, 44.38, 3),     (15.66, 1.86, 3)),
    row(System::DataStream(2, 10),   (0.04, 0.88, 1028),    (0.48, 0.64, 2),        (9.75, 1.09, 257)),
    row(System::DataStream(4, 12),   (0.14, 4.52, 4112),    (2.08, 3.07, 2),        (10.24, 1.18, 257)),
    row(System::DataStream(8, 13),   (0.31, 10.42, 8448),   (4.34, 7.03, 2),        (1.25, 0.14, 33)),
    row(System::DataStream(13, 13),  (0.55, 20.54, 16384),  (4.38, 9.28, 2),        (1.52, 0.11, 2)),
    row(System::DataStream(13, 15),  (1.58, 64.35, 40960),  (19.30, 41.98, 2),      (4.59, 0.31, 5)),
];

/// The rows of the 2006 paper to run: of each family the smallest, in a hurry.
pub(crate) fn three_algorithms_rows(quick: bool) -> Vec<ThreeAlgorithms> {
    let every = if quick { 5 } else { 1 };
    THREE_ALGORITHMS.iter().step_by(every).copied().collect()
}
