//! Temporal interfaces as automata: what they are, and what can be done with them without knowing any component.
//!
//! ```
//! use etiquette_automata::{Alphabet, Call, CallId, Comparison, Interface, Realizable, compare, minimise};
//!
//! // `open` and `close` in turn, written with four states although two are enough.
//! let mut door = Interface::new(Alphabet::new(vec![Call::simple("open"), Call::simple("close")]));
//! let open = door.alphabet().event(CallId(0), 0);
//! let close = door.alphabet().event(CallId(1), 0);
//! let [first, second, third] = [door.add_state(), door.add_state(), door.add_state()];
//! door.connect(door.initial(), open, first);
//! door.connect(first, close, second);
//! door.connect(second, open, third);
//! door.connect(third, close, door.initial());
//!
//! let small = minimise(&door).interface;
//! assert_eq!(small.state_count(), 2);
//! assert_eq!(compare(&door, &small, Realizable::Strict), Ok(Comparison::Equal));
//! ```

mod access;
mod arguments;
mod clique;
mod coarsen;
mod compare;
mod compatible;
mod elimination;
mod folding;
mod incompatible;
mod interface;
mod intersection;
mod inverse;
mod matching;
mod memory;
mod minimise;
mod order;
mod partition;
mod quotient;
mod reached;
mod regex;
mod relabel;
mod serialise;
mod simulate;
mod words;

pub use access::AccessWords;
pub use arguments::{Arguments, ITSELF, OTHER, argument_type};
pub use coarsen::{Coarse, TooManySets, View, coarsen};
pub use compare::{Comparison, Difference, Differences, Extra, Realizable, Side, compare, differences, not_included};
pub use compatible::{Merged, merge_compatible};
pub use elimination::{Language, TooLarge, regular_expression};
pub use interface::{Alphabet, Call, CallId, EventId, Interface, Parameter, StateId, UnreadGuard};
pub use intersection::{Intersection, intersection};
pub use matching::{AlphabetMismatch, Matching};
pub use memory::{Memory, Observer, Register, Update};
pub use minimise::{Minimised, minimise};
pub use order::{Numbered, number_breadth_first};
pub use reached::{Reached, TooManyStates, write_out};
pub use regex::{DisplayRegex, Regex};
pub use relabel::{with_calls, with_calls_left};
pub use serialise::{Serialised, serialise};
pub use simulate::{Configuration, Simulator, Unreadable, values_in};
pub use words::{AcceptedWords, accepted_words};
