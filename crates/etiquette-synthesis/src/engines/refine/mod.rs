//! The refinement algorithm (*Three Algorithms for Interface Synthesis*, 2006, Algorithms 4 and 5).
//!
//! At first everything is hidden. If some word of the abstraction has a run in which the next call fails and one in
//! which it does not (Lemma 3 makes this one check do for safety and permissiveness), then one of the two is spurious,
//! or the component itself is not visibly deterministic. A spurious run shows which bits of which variables must be
//! seen. Once no word is mixed, the interface of the abstraction is that of the component (Lemma 2), and a simpler
//! algorithm finds it. Beyond the paper: outcomes, hidden choices, constructors; where the component is not visibly
//! deterministic, beliefs decide instead.

pub(crate) mod budgets;
pub(crate) mod control;
pub(crate) mod diagrams;
pub(crate) mod explicit;
pub(crate) mod gap;
pub(crate) mod hitting;
pub(crate) mod parts;
pub(crate) mod wording;

use etiquette_component::{Component, Visibility, hide, slice};

use crate::engine::{Engine, Unsupported};
use crate::engines::direct::diagrams::DirectSymbolic;
use crate::engines::direct::explicit::Direct;
use crate::engines::learn::diagrams::LearnSymbolic;
use crate::engines::refine::control::{End, Refined, refine};
use crate::engines::refine::diagrams::SymbolicStates;
use crate::engines::refine::explicit::ExplicitStates;
use crate::engines::refine::wording::Told;
use etiquette_outcome::{Outcome, Reason, Run};

/// Which algorithm finds the interface of the abstraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// The direct one, as in Algorithm 4.
    Direct,
    /// Learning, as the paper's conclusion proposes.
    Learn,
}

/// The refinement algorithm on explicit states.
pub struct Refine {
    /// How it ends.
    pub then: Then,
}

impl Engine for Refine {
    fn name(&self) -> &'static str {
        match self.then {
            Then::Direct => "refine",
            Then::Learn => "refine-learn",
        }
    }

    fn description(&self) -> &'static str {
        match self.then {
            Then::Direct => "hides variables and shows those that matter (refinement algorithm, 2006)",
            Then::Learn => "refine, then learn what the variables that matter give",
        }
    }

    fn supports(&self, component: &Component) -> Result<(), Unsupported> {
        crate::spaces::explicit::supports(component)
    }

    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported> {
        self.supports(component)?;
        let base = slice(component).component;
        let mut states = ExplicitStates::new(&base)?;
        let refined = refine(&base, &mut states, run)?;
        let outcome = match refined.is_enough(component, &base) {
            true => {
                let abstraction = states.abstraction(&refined.visibility).component;
                explicit::conclude(component, &abstraction, self.then, run)?
            }
            false => None,
        };
        let on_abstraction = outcome.is_some();
        let told = Told { engine: self.name(), base: &base, refined: &refined, on_abstraction };
        let outcome = outcome.map_or_else(|| Direct.synthesize(component, run), Ok)?;
        Ok(told.with(outcome))
    }
}

impl Refined {
    /// Whether the abstraction has the interface of the component. Where nothing is hidden any more, it is the slice of
    /// the component.
    fn is_enough(&self, component: &Component, base: &Component) -> bool {
        match self.end {
            End::Deterministic => true,
            End::EverythingShown => base.variables.len() < component.variables.len(),
            End::Mixed(_) | End::TooLarge | End::Stopped(_) => false,
        }
    }
}

/// The refinement algorithm on decision diagrams.
pub struct RefineSymbolic {
    /// How it ends.
    pub then: Then,
}

impl Engine for RefineSymbolic {
    fn name(&self) -> &'static str {
        match self.then {
            Then::Direct => "refine-bdd",
            Then::Learn => "refine-learn-bdd",
        }
    }

    fn description(&self) -> &'static str {
        match self.then {
            Then::Direct => "refine on sets of states as decision diagrams (refinement algorithm, symbolic, 2006)",
            Then::Learn => "the same, then learn what the variables that matter give",
        }
    }

    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported> {
        let base = slice(component).component;
        let mut states = SymbolicStates::new(&base, run);
        let refined = match &mut states {
            Ok(states) => refine(&base, states, run)?,
            Err(reason) => Refined::stopped(&base, *reason),
        };
        let mut outcome = match refined.is_enough(component, &base) {
            true => self.conclude(component, &base, &refined.visibility, run)?,
            false => None,
        };
        if let (Some(outcome), Ok(states)) = (&mut outcome, &states) {
            tell_real_errors(states, &base, outcome);
        }
        let on_abstraction = outcome.is_some();
        let told = Told { engine: self.name(), base: &base, refined: &refined, on_abstraction };
        let outcome = outcome.map_or_else(|| DirectSymbolic.synthesize(component, run), Ok)?;
        Ok(told.with(outcome))
    }
}

/// The component fails where its abstraction does, but perhaps with another error.
fn tell_real_errors(states: &SymbolicStates<'_>, base: &Component, outcome: &mut Outcome) {
    for forbidden in outcome.states.iter_mut().flat_map(|facts| &mut facts.forbidden) {
        let Reason::Error { witness, error, at } = &mut forbidden.reason else { continue };
        if let Some(site) = states.error_at_end(witness).and_then(|error| base.errors.get(error)) {
            (*error, *at) = (site.name.clone(), site.place.as_ref().map(ToString::to_string));
        }
    }
}

impl RefineSymbolic {
    /// The interface of the abstraction, if all of its words can happen in the component, too. Where a call has several
    /// outcomes, or may never return, that is not certain, and the words that are shown might be ones that can't.
    fn conclude(
        &self,
        component: &Component,
        base: &Component,
        visibility: &Visibility,
        run: &mut Run,
    ) -> Result<Option<Outcome>, Unsupported> {
        if component.methods.iter().any(|method| method.outcomes.len() > 1) {
            return Ok(None);
        }
        let abstraction = slice(&hide(base, visibility).component).component;
        let mut outcome = match self.then {
            Then::Direct => DirectSymbolic.on_abstraction(&abstraction, run),
            Then::Learn => LearnSymbolic.synthesize(&abstraction, run)?,
        };
        if let Some(states) = outcome.statistics.remove("component states") {
            outcome.statistics.insert("abstract states".into(), states);
        }
        Ok(Some(outcome).filter(|outcome| outcome.guarantee.assumptions.is_empty()))
    }
}
