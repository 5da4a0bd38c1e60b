//! What everything above speaks of: the calls of a component, and how they may follow each other.

mod construction;
mod details;
mod domains;
mod event;
mod guarded_call;
mod observers;
mod registers;

pub(crate) use details::INSTANCE_OF;
pub use details::{Detail, written_count};
pub use event::{Event, Letter, Word};
pub use guarded_call::{GuardedCall, MethodId};
pub use observers::observer_name;
pub use registers::{dotted, register_of, register_parameter};
