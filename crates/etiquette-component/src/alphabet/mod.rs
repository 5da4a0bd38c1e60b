//! What everything above speaks of: the calls of a component, and how they may follow each other.

mod construction;
mod details;
mod domains;
mod event;
mod guarded_call;

pub use details::{Detail, parameter_name, written_count};
pub use event::{Event, Letter, Word};
pub use guarded_call::{GuardedCall, MethodId};
