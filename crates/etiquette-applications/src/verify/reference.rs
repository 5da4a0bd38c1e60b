//! The interface that an engine works out of the same component, for comparison: made once, and only where nothing
//! simpler decides.
//!
//! What is proved of it holds of an interface that accepts no more, or no less. Two interfaces are compared without the
//! component, whose loops may keep a checker busy for ever.

use etiquette_automata::Interface;
use etiquette_component::Component;
use etiquette_outcome::{Confidence, Outcome, Run};

use super::WorkOut;
use crate::arena::{Found, Patience};
use crate::compare::{Excess, Missing};
use crate::diff::letters::matched_methods;

/// An interface to compare with.
pub(super) struct Reference<'a> {
    work_out: WorkOut<'a>,
    component: Component,
    found: Option<Result<Outcome, String>>,
}

impl<'a> Reference<'a> {
    /// The one of a component.
    pub fn of(component: &Component, work_out: WorkOut<'a>) -> Self {
        Reference { work_out, component: component.clone(), found: None }
    }

    /// What an engine found, or why there is nothing to compare with.
    pub fn outcome(&mut self, run: &mut Run) -> &Result<Outcome, String> {
        let Reference { work_out, component, found } = self;
        found.get_or_insert_with(|| {
            work_out(run, component)
                .map_err(|why| format!("no interface could be worked out to compare it with: {why}"))
        })
    }

    /// Whether it is seen at once that an interface accepts nothing but what the reference proves to be legal. Gives the
    /// engine's name.
    pub fn shows_safe(&mut self, given: &Interface, run: &mut Run) -> Option<String> {
        let reference = self.outcome(run).as_ref().ok().filter(|found| found.guarantee.safe == Confidence::Proved)?;
        accepts_all_of(given, &reference.interface, Missing::Impossible, run).then(|| reference.engine.clone())
    }

    /// Whether it is seen at once that an interface accepts everything that the reference proves to be legal. Gives the
    /// engine's name.
    pub fn shows_permissive(&mut self, given: &Interface, run: &mut Run) -> Option<String> {
        let reference = self.outcome(run).as_ref().ok().filter(|found| found.is_proved())?;
        accepts_all_of(&reference.interface, given, Missing::Refused, run).then(|| reference.engine.clone())
    }
}

/// Whether `other` accepts all words of `one`, whatever returned numbers there are.
fn accepts_all_of(one: &Interface, other: &Interface, missing: Missing, run: &Run) -> bool {
    if [one, other].iter().any(|interface| interface.memory().looks_at_results()) {
        return false;
    }
    let methods = matched_methods(one.alphabet(), other.alphabet());
    let excess = Excess::new(one, other, &methods, Vec::new(), run);
    excess.is_ok_and(|excess| excess.where_missing_is(missing).word_with(Patience::Glance, None) == Found::Never)
}
