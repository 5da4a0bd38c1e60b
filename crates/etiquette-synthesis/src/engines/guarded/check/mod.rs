//! Ways to check a conjecture: does it ever disagree with the component?
//!
//! The question is reachability on the product of component and conjecture. The checkers differ in what they can
//! establish: some look at words up to a number of calls only, others prove. A new one is a file that implements
//! [`Checker`], and a name in [`Check`].

pub(crate) mod bounded;
pub(crate) mod entailment;
pub(crate) mod explore;
pub(crate) mod external;
pub(crate) mod interpolation;
pub(crate) mod partial_order;
pub(crate) mod property_directed;
pub(crate) mod search;

use etiquette_checking::{Product, Trace};
use etiquette_component::Component;
use etiquette_logic::Term;

use crate::engines::guarded::check::bounded::Bounded;
use crate::engines::guarded::check::external::External;
use crate::engines::guarded::check::interpolation::Interpolation;
use crate::engines::guarded::check::partial_order::PartialOrder;
use crate::engines::guarded::check::property_directed::PropertyDirected;
use crate::engines::guarded::check::search::Search;
use crate::engines::guarded::conjecture::Conjecture;
use etiquette_outcome::{Run, StopReason};

/// How conjectures are checked, by the names of the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Check {
    /// Bounded exploration: the paper's Algorithm 1.
    Bounded,
    /// The same with partial order reduction.
    PartialOrder,
    /// Bounded exploration that remembers safe states by interpolation: Algorithm 2.
    Interpolation,
    /// Symbolic search: Algorithm 3.
    Search,
    /// Property-directed reachability, which the paper does not have.
    #[default]
    PropertyDirected,
    /// Another program: z3's Spacer, if it is installed.
    External,
}

impl Check {
    /// All of them, in the order of the paper.
    pub const ALL: [Check; 6] = [
        Check::Bounded,
        Check::PartialOrder,
        Check::Interpolation,
        Check::Search,
        Check::PropertyDirected,
        Check::External,
    ];

    /// The name by which it is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Check::Bounded => "bounded",
            Check::PartialOrder => "por",
            Check::Interpolation => "interpolation",
            Check::Search => "search",
            Check::PropertyDirected => "pdr",
            Check::External => "external",
        }
    }

    /// One line about it.
    pub const fn description(self) -> &'static str {
        match self {
            Check::Bounded => "explores all words up to a depth (Algorithm 1)",
            Check::PartialOrder => "the same, but calls that commute in one order only",
            Check::Interpolation => "explores up to a depth, and remembers safe states by interpolation (Algorithm 2)",
            Check::Search => "symbolic search until nothing new is reached (Algorithm 3)",
            Check::PropertyDirected => "property-directed reachability: proves, whatever the depth",
            Check::External => "asks another program, z3's Spacer; what it says is checked again",
        }
    }

    /// The depth of the search where nobody says how deep it should be; `None`: as deep as it takes.
    const fn usual_depth(self) -> Option<u64> {
        match self {
            Check::Bounded | Check::PartialOrder => Some(4),
            Check::Interpolation => Some(100),
            Check::Search | Check::PropertyDirected | Check::External => None,
        }
    }

    /// Why it can't be used here; `None` if it can.
    pub fn missing(self) -> Option<String> {
        match self {
            Check::External => external::missing(),
            _ => None,
        }
    }

    fn checker(self) -> &'static dyn Checker {
        match self {
            Check::Bounded => &Bounded,
            Check::PartialOrder => &PartialOrder,
            Check::Interpolation => &Interpolation,
            Check::Search => &Search,
            Check::PropertyDirected => &PropertyDirected,
            Check::External => &External,
        }
    }
}

/// A conjecture and the component side by side.
pub(crate) struct Question<'a> {
    /// Owns the terms.
    pub component: &'a mut Component,
    pub conjecture: &'a Conjecture,
    pub product: &'a Product,
    /// The most calls in a row.
    pub depth: Option<u64>,
    /// Counts the steps that are followed, by checkers that follow single ones.
    pub followed: &'a mut u64,
}

/// What a checker found.
pub(crate) enum Found {
    /// They never disagree. Conditions over the product's variables say why, if they could be written down.
    Proved(Option<Vec<Term>>),
    /// They disagree at the end of this run.
    Difference(Trace),
    /// They agree on all words of at most so many calls, and the checker ended there.
    UpTo(u64, StopReason),
}

/// A way to check a conjecture.
pub(crate) trait Checker {
    /// Whether component and conjecture ever disagree. Limits of the run end the search early.
    fn check(&self, question: Question<'_>, run: &mut Run) -> Found;
}

/// Checks a conjecture in the chosen way, up to a depth if one is given.
pub(crate) fn check(way: Check, mut question: Question<'_>, run: &mut Run) -> Found {
    let asked = question.depth.or(run.limits().depth);
    question.depth = asked.or(way.usual_depth());
    way.checker().check(question, run)
}
