//! Table 1 of the JIST paper, as printed, with our models of its classes and its predicates in our words.

/// What the paper reports of one row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct JistFigures {
    /// The predicates that the user gave, over Java variables.
    pub predicates: u64,
    /// The variables of the model for NuSMV.
    pub variables: u64,
    /// Membership queries.
    pub membership: u64,
    /// Subset queries.
    pub subset: u64,
    /// Superset queries.
    pub superset: u64,
    /// Whether OneStepFurther found a counterexample; none if it was not needed.
    pub one_step_further: Option<bool>,
    /// The running time.
    pub seconds: f64,
    /// Whether the tool says that the interface is the most permissive one.
    pub most_permissive: bool,
}

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PublishedRow {
    pub class: &'static str,
    /// Our model.
    pub source: &'static str,
    pub predicates: &'static [&'static str],
    pub figures: JistFigures,
}

const SIGNATURE: &str = include_str!("../../../../corpus/signature/component.component");
const SERVER_TABLE_ENTRY: &str = include_str!("../../../../corpus/server-table-entry/component.component");
const LIST_ITERATOR: &str = include_str!("../../../../corpus/list-iterator-of-2004/component.component");
const PIPED_OUTPUT_STREAM: &str = include_str!("../../../../corpus/piped-output-stream-unknown/component.component");

const fn figures(
    [predicates, variables, membership, subset, superset]: [u64; 5],
    one_step_further: Option<bool>,
    seconds: f64,
    most_permissive: bool,
) -> JistFigures {
    JistFigures { predicates, variables, membership, subset, superset, one_step_further, seconds, most_permissive }
}

/// The rows, in the order of the paper.
pub(super) const PUBLISHED: [PublishedRow; 6] = [
    PublishedRow {
        class: "Signature",
        source: SIGNATURE,
        predicates: &["state == UNINITIALIZED", "state == SIGN", "state == VERIFY"],
        figures: figures([3, 24, 83, 3, 3], None, 10.3, true),
    },
    PublishedRow {
        class: "ServerTableEntry",
        source: SERVER_TABLE_ENTRY,
        predicates: &["state == IDLE", "state == ACTIVATING", "state == RUNNING", "state == HELD_DOWN"],
        figures: figures([5, 25, 53, 3, 3], None, 9.2, true),
    },
    PublishedRow {
        class: "ListItr (1 pred.)",
        source: LIST_ITERATOR,
        predicates: &["last_ret == -1"],
        figures: figures([1, 20, 35, 1, 1], Some(false), 5.2, false),
    },
    PublishedRow {
        class: "ListItr (2 pred.)",
        source: LIST_ITERATOR,
        predicates: &["last_ret == -1", "cursor == -1"],
        figures: figures([2, 29, 288, 5, 2], None, 83.4, true),
    },
    PublishedRow {
        class: "ListItr (3 pred.)",
        source: LIST_ITERATOR,
        predicates: &["last_ret == -1", "cursor == -1", "expected_mod_count == 0"],
        figures: figures([3, 31, 288, 5, 2], None, 101.8, true),
    },
    PublishedRow {
        class: "PipedOutputStream",
        source: PIPED_OUTPUT_STREAM,
        predicates: &["connected"],
        figures: figures([1, 19, 64, 2, 2], Some(true), 6.0, false),
    },
];
