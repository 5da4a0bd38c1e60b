//! What an engine returns: an interface with its guarantee, its evidence and the reason why the engine stopped; and one
//! run of an engine, with its limits. Engines make outcomes; whatever shows or uses them depends on this crate, and on
//! no engine.

mod conclusion;
mod doubts;
mod missing;
mod outcome;
mod run;
mod serial;
mod telling;
mod unexplored;

pub use conclusion::{Conclusion, termination_assumptions};
pub use outcome::{
    Assumption, AssumptionKind, Confidence, Evidence, Forbidden, Guarantee, Integers, NotCovered, OnJvm, Outcome,
    Reason, StateFacts, StopReason, granted_by_rank,
};
pub use run::{Limits, Progress, Run, Stage, USUAL_ABSTRACTION_LIMIT};
pub use serial::without_dead_ends;
pub use unexplored::{empty_interface, unexplored};
