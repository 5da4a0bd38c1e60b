//! Table 1 of the JIST paper, as printed, with our models of its classes and its predicates in our words.

/// What the paper reports of one row.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct JistFigures {
    /// The predicates that the user gave, over Java variables.
    pub predicates: u64,
    /// Those derived for the variables of Jimple.
    pub in_jimple: u64,
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
    [predicates, in_jimple, variables, membership, subset, superset]: [u64; 6],
    one_step_further: Option<bool>,
    seconds: f64,
    most_permissive: bool,
) -> JistFigures {
    JistFigures {
        predicates,
        in_jimple,
        variables,
        membership,
        subset,
        superset,
        one_step_further,
        seconds,
        most_permissive,
    }
}

const fn row(
    class: &'static str,
    source: &'static str,
    predicates: &'static [&'static str],
    figures: JistFigures,
) -> PublishedRow {
    PublishedRow { class, source, predicates, figures }
}

const STATES_OF_SIGNATURE: &[&str] = &["state == UNINITIALIZED", "state == SIGN", "state == VERIFY"];
const STATES_OF_ENTRY: &[&str] = &["state == IDLE", "state == ACTIVATING", "state == RUNNING", "state == HELD_DOWN"];
const ABOUT_ITERATOR: [&str; 3] = ["last_ret == -1", "cursor == -1", "expected_mod_count == 0"];

/// The rows, in the order of the paper.
#[rustfmt::skip]
pub(super) const PUBLISHED: [PublishedRow; 6] = [
    row("Signature",         SIGNATURE,           STATES_OF_SIGNATURE,                figures([3, 7, 24, 83, 3, 3],  None,        10.3,  true)),
    row("ServerTableEntry",  SERVER_TABLE_ENTRY,  STATES_OF_ENTRY,                    figures([5, 9, 25, 53, 3, 3],  None,        9.2,   true)),
    row("ListItr (1 pred.)", LIST_ITERATOR,       ABOUT_ITERATOR.split_at(1).0,       figures([1, 5, 20, 35, 1, 1],  Some(false), 5.2,   false)),
    row("ListItr (2 pred.)", LIST_ITERATOR,       ABOUT_ITERATOR.split_at(2).0,       figures([2, 17, 29, 288, 5, 2], None,        83.4,  true)),
    row("ListItr (3 pred.)", LIST_ITERATOR,       &ABOUT_ITERATOR,                    figures([3, 19, 31, 288, 5, 2], None,        101.8, true)),
    row("PipedOutputStream", PIPED_OUTPUT_STREAM, &["connected"],                     figures([1, 5, 19, 64, 2, 2],  Some(true),  6.0,   false)),
];
