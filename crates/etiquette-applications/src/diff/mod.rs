//! What changed between two versions of an interface: which calls became forbidden, which became legal, each with a
//! shortest word.
//!
//! Calls are matched by name and parameter types, and by argument values where guards differ. The two automata are then
//! walked side by side, breadth first, along the events that can happen in both; where one of them has registers, the
//! checkers look for the words (`registers.rs`). Where the components are there, each
//! word is tried on them. A difference that rests on something that was not proved, or that a component does not show,
//! is left open.
//!
//! ```
//! use etiquette_output::json;
//! use etiquette_applications::diff::{Verdict, diff};
//!
//! let version = |guard: &str, other: &str| json::read(&format!(r#"{{
//!   "etiquette": 1, "component": "meter", "errors": ["Jam"],
//!   "guarantee": {{"safe": "proved", "permissive": "proved"}},
//!   "calls": [
//!     {{"id": "pay#1", "method": "pay", "params": [{{"name": "coins", "type": "int"}}], "guard": "{guard}"}},
//!     {{"id": "pay#2", "method": "pay", "params": [{{"name": "coins", "type": "int"}}], "guard": "{other}"}}],
//!   "initial": 0,
//!   "states": [{{"label": null, "allowed": ["pay#1"], "forbidden": [{{"call": "pay#2"}}],
//!     "next": [{{"call": "pay#1", "outcome": "ok", "to": 0}}]}}],
//!   "stop": "done"}}"#));
//! let old = version("coins >= 3", "coins < 3")?;
//! let new = version("coins >= 5", "coins < 5")?;
//! let found = diff(&old, &new)?;
//! assert_eq!(found.verdict(), Verdict::Breaking);
//! assert_eq!(found.forbidden[0].written_word(), ["pay(3)"]);
//! assert_eq!(diff(&new, &old)?.verdict(), Verdict::Compatible);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod arguments;
mod findings;
pub mod json;
pub(crate) mod letters;
pub mod markdown;
mod outcomes;
mod registers;
mod search;
pub mod text;
mod trial;
pub mod witness;

pub use findings::{CallChange, Change, Diff, ErrorChange, GuardChange, OutcomeChange, Side, Step, Verdict};

pub use trial::{Components, Trial};

use etiquette_automata::StateId;
use etiquette_outcome::{Outcome, Run};

use letters::Letters;
use search::{PairSearch, Walked};

/// Compares two versions by their interfaces alone.
///
/// # Errors
/// They can't be compared: one of them leaves out dead ends, or numbers overflow in one and not in the other, or
/// something in one of them has no meaning.
pub fn diff(old: &Outcome, new: &Outcome) -> Result<Diff, Incomparable> {
    diff_tried(old, new, Components::default(), &Run::default())
}

/// Compares two versions, and tries what was found on the components that are there, for as long as the run lasts.
///
/// # Errors
/// As for [`diff`].
pub fn diff_tried(old: &Outcome, new: &Outcome, components: Components<'_>, run: &Run) -> Result<Diff, Incomparable> {
    comparable(old, new)?;
    let (letters, walked) = walked(old, new, run)?;
    let mut found = findings::collect(old, new, &letters, &walked);
    trial::try_all(&mut found, &letters, (old, new), components, run);
    Ok(found)
}

fn walked(old: &Outcome, new: &Outcome, run: &Run) -> Result<(Letters, Walked), Incomparable> {
    if [old, new].iter().any(|version| !version.interface.memory().is_empty()) {
        return registers::walked(old, new, run);
    }
    let letters = Letters::new(old.interface.alphabet(), new.interface.alphabet());
    let walked = PairSearch::new(old, new, &letters).run();
    Ok((letters, walked))
}

fn comparable(old: &Outcome, new: &Outcome) -> Result<(), Incomparable> {
    if old.guarantee.integers != new.guarantee.integers {
        return Err(Incomparable(
            "numbers overflow in one of them and not in the other; work both out with the same `--integers`".into(),
        ));
    }
    if old.guarantee.serial != new.guarantee.serial {
        return Err(Incomparable(
            "dead ends are pruned in one of them only; work both out with `--serial`, or both without".into(),
        ));
    }
    Ok(())
}

/// Why two interfaces can't be compared, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incomparable(String);

impl std::fmt::Display for Incomparable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the interfaces can't be compared: {}", self.0)
    }
}

impl std::error::Error for Incomparable {}

/// A state of each version.
type Pair = (StateId, StateId);
