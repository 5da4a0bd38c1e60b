//! Certificates: why an interface is safe and permissive, as formulas that anyone can check again.
//!
//! A [`Certificate`] gives each state of an interface a label over the component's variables. [`obligations`] turns it
//! into formulas that must all be unsatisfiable, [`check`] asks our own solver, [`smt_lib`] writes them down for any
//! other. This crate is the judge of the engines, so it shares no code with them: it has an encoding of its own, and
//! builds terms to the letter, without the simplifier.

mod certificate;
mod check;
mod chosen;
mod doubts;
mod export;
mod flow;
mod json;
mod obligations;
mod observers;
mod plain;
mod runs;
mod scope;
mod wellformed;

pub use certificate::{
    Arrival, Certificate, Choice, ForbiddenProof, LoopLabel, Order, Proof, Region, Return, Source, Spread, Valuation,
};
pub use check::{Checked, Failure, Limits, Reason, check, check_watched};
pub use chosen::FreeChoice;
pub use doubts::{Doubt, settle_doubts};
pub use export::{script, smt_lib};
pub use json::{Unreadable, from_json, node as json_node, to_json};
pub use obligations::{Obligation, ObligationKind, Part, obligations};
pub use observers::{NotObserved, Observers};
pub use wellformed::{Malformed, has_its_registers};
