//! What everything above speaks of: the calls of a component, and how they may follow each other.

mod construction;
mod domains;
mod guarded_call;

pub use guarded_call::{GuardedCall, MethodId};
