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

/// A class of the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PublishedRow {
    /// The paper's name for it.
    pub class: &'static str,
    /// Its folder in the Java corpus.
    pub case: &'static str,
    pub states: usize,
    /// `wp`, `wp+craig`, `refine-may`, `learn-reuse`.
    pub schemes: [Option<Figures>; 4],
}

/// Predicates, iterations and seconds of each scheme.
type Schemes = [(u64, u64, f64); 4];

const fn figures((predicates, iterations, seconds): (u64, u64, f64)) -> Option<Figures> {
    if predicates == 0 { None } else { Some(Figures { predicates, iterations, seconds }) }
}

const fn row(class: &'static str, case: &'static str, states: usize, [wp, craig, may, reuse]: Schemes) -> PublishedRow {
    PublishedRow { class, case, states, schemes: [figures(wp), figures(craig), figures(may), figures(reuse)] }
}

/// Stands for a scheme that did not finish.
const DASH: (u64, u64, f64) = (0, 0, 0.0);

/// The rows, in the order of the paper.
#[rustfmt::skip]
pub(crate) const PUBLISHED: [PublishedRow; 9] = [
    row("ListItr",            "ListItr",            2,  [(12, 5, 40.6),    (7, 6, 42.2),     (8, 4, 39.3),   (6, 1, 12.7)]),
    row("Signature",          "Signature",          3,  [(8, 9, 72.7),     (5, 6, 42.9),     (7, 4, 33.2),   (5, 1, 16.6)]),
    row("ServerTableEntry",   "ServerTableEntry",   3,  [(10, 10, 98.1),   (6, 7, 64.9),     (10, 5, 51.3),  (7, 1, 19.2)]),
    row("PipedOutputStream",  "PipedOutputStream",  2,  [(4, 5, 16.4),     (2, 3, 11.4),     (2, 3, 11.6),   (2, 1, 7.4)]),
    row("read-write-acq",     "ReadWriteAcq",       4,  [(6, 6, 122.8),    (4, 5, 75.4),     (7, 5, 74.3),   (6, 1, 31.1)]),
    row("Socket",             "Socket",             6,  [(25, 5, 468.5),   (13, 5, 272.9),   (13, 5, 228.0), (12, 1, 65.8)]),
    row("TransactionManager", "TransactionManager", 4,  [(15, 8, 138.6),   (9, 7, 103.5),    (9, 4, 76.9),   (9, 1, 30.4)]),
    row("NASA-Ascent",        "CevAscent",          5,  [(34, 14, 1685.6), (20, 14, 1433.9), (20, 6, 712.4), (20, 1, 75.6)]),
    row("NASA-Complete",      "CevMission",         14, [DASH,             DASH,             DASH,           (74, 1, 3115.6)]),
];
