//! Table 1 of *Generating Component Interfaces by Integrating Static and Symbolic Analysis, Learning, and Runtime
//! Monitoring* (ISoLA 2018), as printed.

use std::fmt;

/// The machine of the paper.
pub(super) const MACHINE: &str = "an i9-7960X, 32 GB for the JVM";

/// How far a check went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// So many calls.
    pub calls: u64,
    /// What the paper adds.
    pub remark: Remark,
}

/// What the paper adds to a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remark {
    /// Nothing.
    Plain,
    /// Still going when it was stopped.
    More,
    /// The memory was used up.
    OutOfMemory,
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.remark {
            Remark::Plain => write!(f, "{}", self.calls),
            Remark::More => write!(f, "> {}", self.calls),
            Remark::OutOfMemory => write!(f, "{}, out of memory", self.calls),
        }
    }
}

/// What the paper reports of one checker on one component.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Figures {
    /// It worked.
    Measured(Measured),
    /// It could not be used: no interpolants.
    NotApplicable,
    /// It did not finish.
    DidNotFinish,
}

impl Figures {
    /// The figures, if it worked.
    pub fn measured(&self) -> Option<&Measured> {
        match self {
            Figures::Measured(found) => Some(found),
            Figures::NotApplicable | Figures::DidNotFinish => None,
        }
    }
}

/// What came of a checker that worked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// The refined alphabet.
    pub calls: u64,
    /// The states of the interface, the error state and the one before construction included.
    pub states: u64,
    /// How far it went.
    pub depth: Depth,
    /// How long it took, where the paper says so.
    pub seconds: Option<f64>,
}

const fn figures(calls: u64, states: u64, depth: u64) -> Figures {
    remarked(calls, states, depth, Remark::Plain)
}

const fn more(calls: u64, states: u64, depth: u64) -> Figures {
    remarked(calls, states, depth, Remark::More)
}

const fn out_of_memory(calls: u64, states: u64, depth: u64) -> Figures {
    remarked(calls, states, depth, Remark::OutOfMemory)
}

const fn remarked(calls: u64, states: u64, depth: u64, remark: Remark) -> Figures {
    let depth = Depth { calls: depth, remark };
    Figures::Measured(Measured { calls, states, depth, seconds: None })
}

const fn finished(calls: u64, states: u64, depth: u64, minutes: u64) -> Figures {
    let depth = Depth { calls: depth, remark: Remark::Plain };
    Figures::Measured(Measured { calls, states, depth, seconds: Some(minutes as f64 * 60.0) })
}

/// A component of the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PublishedRow {
    /// The paper's name for it.
    pub component: &'static str,
    /// Our own: a folder of a corpus.
    pub case: &'static str,
    /// Whether it is measured twice, and this is the second time: the targets count the first.
    pub again: bool,
    /// The methods, with the constructor.
    pub methods: u64,
    /// `bounded`, `por`, `interpolation`, `search`.
    pub checks: [Figures; 4],
}

impl PublishedRow {
    /// The figures of the checker that tells most: the one that went on longest without being done for.
    pub fn settled(&self) -> Option<&Measured> {
        self.checks.iter().filter_map(Figures::measured).max_by_key(|found| (found.states, found.calls))
    }
}

const fn row(component: &'static str, case: &'static str, methods: u64, checks: [Figures; 4]) -> PublishedRow {
    PublishedRow { component, case, again: false, methods, checks }
}

const ALTERNATING_BIT: [Figures; 4] =
    [figures(7, 6, 160), figures(7, 6, 162), Figures::NotApplicable, finished(8, 6, 256, 63)];

/// The rows, in the order of the paper; the first component with ideal integers, too.
#[rustfmt::skip]
pub(crate) const PUBLISHED: [PublishedRow; 11] = [
    row("AltBit",    "java-corpus/AltBit",        3,  ALTERNATING_BIT),
    PublishedRow { again: true, ..row("AltBit, ideal integers", "corpus/alternating-bit-ideal", 3, ALTERNATING_BIT) },
    row("Stream",    "java-corpus/Stream",        5,  [figures(6, 4, 11),  figures(6, 4, 14),  more(6, 4, 272_000),      finished(6, 4, 2, 1)]),
    row("Signature", "java-corpus/Signature",     6,  [figures(6, 5, 11),  figures(6, 5, 12),  more(6, 5, 451_000),      finished(6, 5, 2, 1)]),
    row("IntMath",   "java-corpus/IntMath",       8,  [figures(11, 3, 10), figures(11, 3, 13), Figures::NotApplicable,   finished(11, 3, 1, 1)]),
    row("ACCMETER",  "java-corpus/Accelerometer", 9,  [figures(9, 5, 5),   figures(9, 5, 5),   more(9, 5, 9_200),        Figures::DidNotFinish]),
    row("CEV",       "java-corpus/Cev",           19, [figures(27, 34, 6), figures(27, 34, 6), out_of_memory(27, 34, 17), Figures::DidNotFinish]),
    row("CEV V2",    "java-corpus/CevV2",         20, [figures(21, 8, 4),  figures(21, 8, 4),  out_of_memory(21, 20, 18), finished(21, 20, 7, 13)]),
    row("Socket",    "java-corpus/WholeSocket",   49, [figures(57, 42, 5), figures(57, 42, 5), out_of_memory(57, 42, 7), finished(57, 42, 8, 19)]),
    row("KMAX1",     "java-corpus/Kmax1",         3,  [figures(4, 8, 11),  figures(4, 8, 11),  figures(4, 9, 109_821),   finished(4, 9, 12, 1)]),
    row("KMAX2",     "java-corpus/Kmax2",         4,  [figures(9, 7, 5),   figures(9, 7, 5),   Figures::NotApplicable,   finished(9, 8, 6, 1)]),
];
