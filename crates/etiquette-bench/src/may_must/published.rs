//! Table 1 of the CAV 2010 paper, as printed.

/// What the paper reports of one scheme on one class.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figures {
    /// The predicates that were discovered.
    pub predicates: u64,
    /// How often learning began.
    pub iterations: u64,
    /// The running time.
    pub seconds: f64,
}

const fn figures(predicates: u64, iterations: u64, seconds: f64) -> Option<Figures> {
    Some(Figures { predicates, iterations, seconds })
}

/// A class of the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PublishedRow {
    /// The paper's name for it.
    pub class: &'static str,
    /// Its folder in the Java corpus.
    pub case: &'static str,
    pub states: usize,
    /// `wp`, `wp+craig`, `refine-may`, `learn-reuse`.
    pub schemes: [Option<Figures>; 4],
}

const fn row(class: &'static str, case: &'static str, states: usize, schemes: [Option<Figures>; 4]) -> PublishedRow {
    PublishedRow { class, case, states, schemes }
}

/// The rows, in the order of the paper.
pub(super) const PUBLISHED: [PublishedRow; 9] = [
    row("ListItr", "ListItr", 2, [figures(12, 5, 40.6), figures(7, 6, 42.2), figures(8, 4, 39.3), figures(6, 1, 12.7)]),
    row(
        "Signature",
        "Signature",
        3,
        [figures(8, 9, 72.7), figures(5, 6, 42.9), figures(7, 4, 33.2), figures(5, 1, 16.6)],
    ),
    row(
        "ServerTableEntry",
        "ServerTableEntry",
        3,
        [figures(10, 10, 98.1), figures(6, 7, 64.9), figures(10, 5, 51.3), figures(7, 1, 19.2)],
    ),
    row(
        "PipedOutputStream",
        "PipedOutputStream",
        2,
        [figures(4, 5, 16.4), figures(2, 3, 11.4), figures(2, 3, 11.6), figures(2, 1, 7.4)],
    ),
    row(
        "read-write-acq",
        "ReadWriteAcq",
        4,
        [figures(6, 6, 122.8), figures(4, 5, 75.4), figures(7, 5, 74.3), figures(6, 1, 31.1)],
    ),
    row(
        "Socket",
        "Socket",
        6,
        [figures(25, 5, 468.5), figures(13, 5, 272.9), figures(13, 5, 228.0), figures(12, 1, 65.8)],
    ),
    row(
        "TransactionManager",
        "TransactionManager",
        4,
        [figures(15, 8, 138.6), figures(9, 7, 103.5), figures(9, 4, 76.9), figures(9, 1, 30.4)],
    ),
    row(
        "NASA-Ascent",
        "CevAscent",
        5,
        [figures(34, 14, 1685.6), figures(20, 14, 1433.9), figures(20, 6, 712.4), figures(20, 1, 75.6)],
    ),
    row("NASA-Complete", "CevMission", 14, [None, None, None, figures(74, 1, 3115.6)]),
];
