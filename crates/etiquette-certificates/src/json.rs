//! Certificates as JSON, to be kept beside the interface and checked again later.
//!
//! Terms are written in the component language, exactly, so that reading gives the same certificate back. Parts that
//! are large and occur often, or lie deep, get a name: the text is about as large as the terms are.

pub mod node;
mod read;
mod shared;
mod unreadable;
mod write;

pub use read::from_json;
pub use unreadable::Unreadable;
pub use write::to_json;

/// The keys and words that both directions use.
mod word {
    pub const NEVER_RETURNS: &str = "never returns";
    pub const CAN_FAIL: &str = "can fail";
    pub const HIT: &str = "hit";
    pub const SPREAD: &str = "spread";
    pub const DOUBTFUL: &str = "doubtful";
    pub const OPEN: &str = "open";
    pub const LABEL: &str = "label";
    pub const REGION: &str = "region";
    pub const SAME: &str = "same";
    pub const AT_MOST: &str = "at most";
    pub const AT_LEAST: &str = "at least";
    pub const ANY: &str = "any";
}
