//! Hierarchy (FSE 2005, Section 6): a component that another one holds is replaced by its interface, as a program.
//!
//! [`interface_program`] is the paper's `IntfP.W`. What is said of the holder then depends on how well the interface
//! tells what the held component does: [`Fidelity`] says that, and [`limit_guarantee`] takes back what does not follow.
//! Proposition 9 claims more than is kept here; see `docs/decisions/0011-witness.md` for a component on which it fails.

pub(crate) mod budgets;
pub(crate) mod happening;
pub(crate) mod program;

use etiquette_outcome::{Confidence, Guarantee, Outcome};

/// How well an interface tells what its component does, from worst to best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fidelity {
    /// Nothing that it allows fails. It may forbid what is legal, and allow what can't happen.
    Safe,
    /// It allows what is legal and nothing else. Some of that may never happen.
    Full,
    /// The same, and all that it allows can happen.
    Exact,
}

impl Fidelity {
    /// That of an interface of which no more is known than what it says itself; `None` where it is not known to be
    /// safe.
    pub fn claimed(outcome: &Outcome) -> Option<Self> {
        let Guarantee { safe, permissive, full, serial, .. } = outcome.guarantee;
        let is_full = full && !serial && permissive == Confidence::Proved;
        (safe == Confidence::Proved).then_some(if is_full { Fidelity::Full } else { Fidelity::Safe })
    }
}

/// Takes back what does not follow for a holder whose held components were replaced by their interfaces, the worst of
/// which has this fidelity.
///
/// A run that only the interface can do may end in an error of the holder itself. If the holder has none, and the
/// interface is full, then the same words are legal.
pub fn limit_guarantee(guarantee: &mut Guarantee, held: Fidelity, holder_has_errors: bool) {
    match held {
        Fidelity::Exact => {}
        Fidelity::Full if !holder_has_errors => guarantee.minimal &= guarantee.full,
        Fidelity::Full | Fidelity::Safe => {
            guarantee.permissive = Confidence::NotEstablished;
            (guarantee.full, guarantee.minimal) = (false, false);
        }
    }
}
