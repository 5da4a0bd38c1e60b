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

mod auto;
mod beside;
mod certified;
mod determinism;
mod direct;
mod divide;
mod engine;
mod explicit;
mod game;
mod grouping;
mod guarded;
mod hierarchy;
mod interpolant;
mod learn;
mod maymust;
mod refine;
mod spelling;
mod steps;
mod symbolic;
mod valuations;
mod witness;

pub use auto::Auto;
pub use certified::Certified;
pub use determinism::{Determinism, Disagreement, visible_determinism};
pub use direct::Direct;
pub use divide::{divide_by_error, divide_by_state};
pub use engine::{Engine, Unsupported, engine, engines};
pub use etiquette_predicates::{BadPredicate, Granularity, Precision, parse_predicates};
pub use game::{Game, check_word};
pub use guarded::{Check, Guarded, LearningAlgorithm, LoggedCall};
pub use hierarchy::{Fidelity, Unfit, interface_program, limit_guarantee, only_shows_what_happens};
pub use learn::Learn;
pub use maymust::{MayMust, Scheme};
pub use refine::{Refine, RefineSymbolic, Then};
pub use steps::synthesize_in_steps;
pub use symbolic::{DirectSymbolic, LearnSymbolic};
pub use witness::{Witness, WitnessEdge, WitnessGraph, WitnessNode};
