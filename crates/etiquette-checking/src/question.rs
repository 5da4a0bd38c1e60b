//! The question that all checkers answer, and the forms of an answer.

use etiquette_logic::{Interrupt, Term, TermPool, UnknownReason};

use crate::system::{System, Trace};

/// Can a state with `bad` be reached?
pub struct Question<'a> {
    /// Owns the terms of the system.
    pub pool: &'a mut TermPool,
    /// The system.
    pub system: &'a System,
    /// What should never hold; over the system's variables.
    pub bad: Term,
    /// Facts over the variables that hold in every reachable state, and whose conjunction every step preserves. The
    /// checkers build on them without looking: a wrong fact makes a wrong answer.
    pub known: &'a [Term],
    /// When to give up.
    pub limits: Limits,
}

/// When to give up.
#[derive(Clone)]
pub struct Limits {
    /// The most steps of the runs that [`bounded`](crate::bounded()) and [`k_induction`](crate::k_induction) look at.
    pub depth: usize,
    /// The most frames of [`pdr`](crate::pdr()).
    pub frames: usize,
    /// The most states of [`explicit`](crate::explicit()).
    pub states: usize,
    /// The most conflicts of a single query.
    pub conflicts: Option<u64>,
    /// Asked often; once it says `true`, the checker ends.
    pub interrupt: Option<Interrupt>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { depth: 100, frames: 10_000, states: 1 << 16, conflicts: None, interrupt: None }
    }
}

impl Limits {
    /// Whether the hook asks to stop.
    pub(crate) fn interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|interrupt| interrupt())
    }
}

/// The answer to a [`Question`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A bad state is never reached, and here is why.
    Holds {
        /// Conditions over the variables. Their conjunction holds initially, is kept by every step, and excludes bad
        /// states. The facts that were known are among them.
        invariant: Vec<Term>,
    },
    /// A bad state is never reached, but the argument is not an invariant: it is about runs of this many steps. By
    /// k-induction, or because no run is longer.
    HoldsByDepth(usize),
    /// A bad state is reached by this run.
    Reached(Trace),
    /// The checker gave up.
    Unknown(Unknown),
}

/// Why a checker gave up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unknown {
    /// No run of at most this many steps reaches a bad state; longer ones were not looked at.
    Depth(usize),
    /// The limit on frames was reached. No run of at most this many steps reaches a bad state.
    Frames(usize),
    /// The system has too many states, or too many inputs, to go through them one by one.
    TooLarge,
    /// A query took more conflicts than allowed.
    Conflicts,
    /// The interrupt hook asked to stop.
    Interrupted,
    /// An outside program gave an answer that could not be confirmed.
    NotConfirmed,
}

impl From<UnknownReason> for Unknown {
    fn from(reason: UnknownReason) -> Self {
        match reason {
            UnknownReason::ConflictLimit => Unknown::Conflicts,
            UnknownReason::Interrupted | UnknownReason::TimeLimit | UnknownReason::GaveUp => Unknown::Interrupted,
        }
    }
}
