//! Components through predicates: abstract states by number, what a word may and must lead to.

pub(crate) mod class;
pub(crate) mod letters;
pub(crate) mod valuations;
pub(crate) mod view;
