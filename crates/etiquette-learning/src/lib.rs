//! Active automata learning: learners that find a Moore machine (or DFA) by asking for outputs, and oracles as parts
//! that wrap each other.
//!
//! ```
//! use std::convert::Infallible;
//! use etiquette_learning::{KnownMachine, LStar, Machine, learn};
//!
//! // Words with a number of zeros that is divisible by three, over two letters.
//! let target = Machine::new(2, vec![true, false, false], |state, letter| (state + 1 - letter) % 3);
//! let zeros = |word: &[usize]| word.iter().filter(|&&letter| letter == 0).count();
//! let mut membership = |word: &[usize]| Ok::<_, Infallible>(zeros(word) % 3 == 0);
//! let Ok(mut learner) = LStar::new(2, &mut membership);
//! let learned = learn(&mut learner, &mut membership, &mut KnownMachine(&target), |_| ());
//! assert_eq!(learned, Ok(target));
//! ```

mod analysis;
mod answer;
pub mod dont_cares;
mod known;
mod learner;
mod lstar;
mod machine;
mod minimal;
mod nodes;
mod oracle;
mod random;
mod rows;
mod spanning;
mod ttt;

pub use answer::Answer;
pub use known::{KnownMachine, separating_word};
pub use learner::{Learner, LearningError, Round, learn};
pub use lstar::LStar;
pub use machine::Machine;
pub use minimal::minimise;
pub use nodes::{NodeTable, Steps};
pub use oracle::{EquivalenceOracle, MembershipOracle};
pub use random::{SplitMix64, random_machine, random_moore_machine};
pub use ttt::Ttt;
