//! Section 5 of the FSE 2005 paper: it has no table, only what is said in the text.

/// The machine of the paper.
pub(crate) const MACHINE: &str = "3 GHz, 512 MB";

/// The seconds in which every one of the classes was done.
pub(crate) const MOST_SECONDS: f64 = 30.0;

/// A class that the text speaks of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PublishedRow {
    /// The paper's name for it.
    pub class: &'static str,
    /// Its folder in the Java corpus.
    pub case: &'static str,
    /// The exception that is the error.
    pub error: &'static str,
    /// The states of the witness graph, where the text says so.
    pub states: Option<usize>,
    /// The predicates that keep track of the state, where the text says so.
    pub predicates: Option<u64>,
}

const fn row(case: &'static str, error: &'static str, states: Option<usize>, predicates: Option<u64>) -> PublishedRow {
    PublishedRow { class: case, case, error, states, predicates }
}

/// The classes, in the order of the text.
pub(crate) const PUBLISHED: [PublishedRow; 4] = [
    row("Signature", "SignatureException", Some(3), None),
    row("ServerTableEntry", "INTERNAL", None, None),
    row("ListItr", "IllegalStateException", None, None),
    row("Socket", "SocketException", None, Some(6)),
];
