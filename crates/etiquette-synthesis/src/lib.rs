//! Engines that work out the temporal interface of a component.

mod outcome;

pub use outcome::{Assumption, Confidence, Forbidden, Guarantee, Integers, Outcome, Reason, StateFacts, StopReason};
