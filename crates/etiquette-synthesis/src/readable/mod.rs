//! Results put into words for people: short guards, labels, grouped calls, spelled-out words.

pub(crate) mod budgets;
pub(crate) mod cover;
pub(crate) mod facts;
pub(crate) mod grouping;
pub(crate) mod guards;
pub(crate) mod labels;
pub(crate) mod ranges;
pub(crate) mod spelling;
pub(crate) mod values;
