//! Components through predicates: abstract states by number, what a word may and must lead to, and what is made of it.
//!
//! [`abstract_component`] answers what a letter does, [`pairs`] and [`check`] go through it beside a conjecture,
//! [`bounds`] determinises it. From there [`interface`], [`facts`] and [`conclude`] lead to an outcome.

pub(crate) mod abstract_component;
pub(crate) mod bounds;
pub(crate) mod check;
pub(crate) mod conclude;
pub(crate) mod exact;
pub(crate) mod facts;
pub(crate) mod interface;
pub(crate) mod letters;
pub(crate) mod pairs;
pub(crate) mod realizable;
