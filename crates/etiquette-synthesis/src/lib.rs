//! Engines that work out the temporal interface of a component.
//!
//! ```
//! use etiquette_outcome::Run;
//! use etiquette_synthesis::{Direct, Engine};
//!
//! let source = "component lamp {
//!     var on: bool = false;
//!     method press() { on = !on; }
//!     method read_by() { assert on; }
//! }";
//! let lamp = etiquette_component::parse(source, "lamp.component").unwrap();
//! let outcome = Direct.synthesize(&lamp, &mut Run::default()).unwrap();
//! assert_eq!(outcome.interface.state_count(), 2);
//! assert!(outcome.guarantee.minimal);
//! ```

mod determinism;
mod divide;
mod doubtful;
mod engine;
mod engines;
mod forgetting;
mod hierarchy;
mod memory;
mod proofs;
mod readable;
mod refinement;
mod spaces;
mod steps;

pub use divide::{divide_around_shared, divide_by_error, divide_by_state};
pub use engine::{Engine, Unsupported, engine, engines};
pub use engines::auto::Auto;
pub use engines::certified::Certified;
pub use engines::direct::diagrams::DirectSymbolic;
pub use engines::direct::explicit::Direct;
pub use engines::game::{Game, offered_words::check_word};
pub use engines::guarded::{Guarded, LearningAlgorithm, check::Check, log::LoggedCall};
pub use engines::learn::diagrams::LearnSymbolic;
pub use engines::learn::explicit::Learn;
pub use engines::maymust::{AnyTime, MayMust, Scheme};
pub use engines::refine::{Refine, RefineSymbolic, Then};
pub use engines::witness::Witness;
pub use engines::witness::graph::{WitnessEdge, WitnessGraph, WitnessNode};
pub use etiquette_predicates::{BadPredicate, Granularity, Precision, parse_predicates};
pub use forgetting::synthesize_forgetting_numbers;
pub use hierarchy::happening::only_shows_what_happens;
pub use hierarchy::program::{Signatures, Unfit, bare_interface_program, interface_program};
pub use hierarchy::{Fidelity, limit_guarantee};
pub use memory::{
    Unexposed, WithRegisters, say_with_observers, synthesize_with_registers, synthesize_with_these_registers,
};
pub use proofs::certificate::all_outcomes_can_happen;
pub use steps::{look_behind_doubts, loops_taken_to_end, synthesize_in_steps, synthesize_or_forget, synthesize_soon};
