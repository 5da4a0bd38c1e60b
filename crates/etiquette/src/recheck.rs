//! What an interface says beside its certificate, worked out anew: what it takes for granted, which calls it calls
//! doubtful, its witnesses and the errors in them, *full* and *minimal*.
//!
//! The checker of certificates sees none of it, and a reader believes all of it.

use std::sync::Arc;

use etiquette_applications::concrete::MOST_STEPS;
use etiquette_applications::explain::{Explainer, Problem, state_names};
use etiquette_automata::{CallId, minimise};
use etiquette_certificates::{Certificate, Limits, NotObserved, Observers};
use etiquette_component::{Component, Guard, Slice, Slices, summarise};
use etiquette_outcome::{
    Assumption, AssumptionKind, Confidence, NotCovered, Outcome, Reason, Run, termination_assumptions,
};
use etiquette_synthesis::{all_outcomes_can_happen, loops_taken_to_end};

use crate::claims::Mismatch;
use crate::pipeline::Target;
use crate::witnesses;

/// An interface with what it was made from.
pub struct Subject<'a> {
    pub outcome: &'a Outcome,
    pub target: &'a Target,
    /// What the interface may have been made from.
    pub slices: &'a Slices,
    /// The slice that the certificate is about.
    pub component: &'a Component,
    pub certificate: &'a Certificate,
}

impl Subject<'_> {
    /// The first thing that is not as it is said.
    pub fn mismatch(&self, run: &Run) -> Option<Mismatch> {
        self.other_coverage()
            .or_else(|| self.unsaid_assumption())
            .or_else(|| self.other_verdict())
            .or_else(|| self.unknown_error())
            .map(Mismatch::Differs)
            .or_else(|| self.false_observation(run))
            .or_else(|| self.false_witness(run))
            .or_else(|| self.false_flag(run))
    }

    /// A method that is not covered, and is not said to be so, or the other way round.
    fn other_coverage(&self) -> Option<String> {
        let [said, found] = [&self.outcome.not_covered, &self.target.not_covered];
        let only = |these: &[NotCovered], those: &[NotCovered]| {
            these.iter().find(|one| !those.contains(one)).map(|one| one.method.clone())
        };
        let unsaid = only(found, said).map(|method| format!("it does not say that `{method}` is not covered"));
        unsaid.or_else(|| only(said, found).map(|method| format!("`{method}` is said not to be covered, and is")))
    }

    /// Something that has to be taken for granted, and is not listed.
    fn unsaid_assumption(&self) -> Option<String> {
        let listed = &self.outcome.guarantee.assumptions;
        // That integers are ideal is compared before; files of earlier releases say it there only.
        let needed = self.assumptions().into_iter().filter(|assumption| assumption.kind != AssumptionKind::Overflow);
        let unsaid = needed.into_iter().find(|assumption| !is_listed(listed, assumption))?;
        let at = unsaid.at.map(|at| format!(" ({at})")).unwrap_or_default();
        Some(format!("it does not say that it takes this for granted: {}{at}", unsaid.text))
    }

    fn assumptions(&self) -> Vec<Assumption> {
        let mut component = self.component.clone();
        let methods = 0..component.methods.len();
        let loops: Vec<bool> = methods.map(|method| !summarise(&mut component, method).is_loop_free()).collect();
        let mut found = self.target.assumptions.clone();
        found.extend(termination_assumptions(self.component, &loops));
        let Slices { coarse, exact } = self.slices;
        let is_this =
            |slice: &Slice| etiquette_component::print(&slice.component) == etiquette_component::print(self.component);
        if let Some(coarse) = coarse.as_ref().filter(|coarse| is_this(coarse) && !is_this(exact)) {
            found.extend(loops_taken_to_end(&exact.component, &coarse.component));
        }
        found
    }

    /// Why calls are forbidden, over all states.
    fn reasons(&self) -> impl Iterator<Item = &Reason> {
        self.outcome.states.iter().flat_map(|facts| &facts.forbidden).map(|found| &found.reason)
    }

    /// A call that is said to fail for certain without being shown to, or the other way round.
    fn other_verdict(&self) -> Option<String> {
        for (state, facts) in self.outcome.interface.states().zip(&self.outcome.states) {
            for forbidden in facts.forbidden.iter().filter(|found| matches!(found.reason, Reason::Error { .. })) {
                let is_shown = !self.certificate.leaves_open(state, forbidden.call);
                if self.component.has_gaps() && is_shown == forbidden.doubt.is_some() {
                    let call = self.outcome.interface.alphabet().call(forbidden.call);
                    let said = if is_shown {
                        "doubtful, and is shown to fail"
                    } else {
                        "forbidden for certain, and is not shown to fail"
                    };
                    return Some(format!("`{call}` in state {} is said to be {said}", state.0));
                }
            }
        }
        None
    }

    /// An error, or a place of one, that the component does not have.
    fn unknown_error(&self) -> Option<String> {
        let known = |error: &str, at: Option<&String>| {
            self.target.component.errors.iter().any(|site| {
                site.name == error && (at.is_none() || site.place.as_ref().map(ToString::to_string).as_ref() == at)
            })
        };
        let unknown = |reason: &Reason| match reason {
            Reason::Error { error, at, .. } if !known(error, at.as_ref()) => {
                let at = at.as_ref().map(|at| format!(" at {at}")).unwrap_or_default();
                Some(format!("nothing raises {error}{at}"))
            }
            _ => None,
        };
        self.reasons().filter_map(unknown).next()
    }

    /// Observers that are not known to say the same as a guard.
    fn false_observation(&self, run: &Run) -> Option<Mismatch> {
        let interface = &self.outcome.interface;
        let observed =
            |call: CallId| interface.alphabet().call(call).observed.as_ref().map(|observed| (call, observed));
        let said: Vec<(CallId, &Guard)> = interface.alphabet().call_ids().filter_map(observed).collect();
        let told = &interface.memory().observers;
        if said.is_empty() && told.is_empty() {
            return None;
        }
        let limits = Limits { interrupt: Some(Arc::new(run.interrupt())), conflicts: None };
        let about = (self.component, self.certificate);
        let Some(mut observers) = Observers::new(&self.target.component, interface, about, &limits) else {
            return Some(Mismatch::Unclear("observers can't be asked: the slice has other variables".into()));
        };
        let not_the_same = said.into_iter().find_map(|(call, observed)| {
            let problem = observers.say_the_same(call, observed).err()?;
            let call = interface.alphabet().call(call);
            let same = format!("the same as the guard `{}` of `{}`", call.guard, call.method);
            Some(not_observed(problem, observed.text(), &same))
        });
        not_the_same.or_else(|| {
            told.iter().find_map(|known| {
                let problem = observers.returns(&known.name, &known.value).err()?;
                Some(not_observed(problem, &known.name, &format!("what `{}` is", known.value)))
            })
        })
    }

    /// A witness that does not fail.
    fn false_witness(&self, run: &Run) -> Option<Mismatch> {
        let names = state_names(self.outcome);
        let interface = &self.outcome.interface;
        if !interface.memory().is_empty() {
            return self.unconfirmed_witness();
        }
        let mut explainer = match Explainer::new(&self.target.component, interface, names, run) {
            Ok(explainer) => explainer,
            Err(misfit) => return Some(Mismatch::Differs(misfit.to_string())),
        };
        let witnesses = self.reasons().filter_map(|reason| match reason {
            // A word that is too long, or can't happen as it was found, is not written down.
            Reason::Error { witness, .. } => Some(witness).filter(|witness| !witness.is_empty()),
            _ => None,
        });
        // Behind doubtful calls the interface accepts no words, but the interpreter follows them.
        let behind = interface.looks_behind_doubts();
        let is_run =
            |witness: &[String]| behind && witnesses::fails(&self.target.component, witness, &mut { MOST_STEPS });
        witnesses.filter_map(|witness| fails(&mut explainer, witness).filter(|_| !is_run(witness))).next()
    }

    /// A witness of an interface with registers that the interpreter does not confirm.
    fn unconfirmed_witness(&self) -> Option<Mismatch> {
        let component = self.slices.exact.as_called();
        let unconfirmed = |reason: &Reason| match reason {
            Reason::Error { witness, .. } if !witness.is_empty() => {
                let fails = witnesses::fails(component, witness, &mut { MOST_STEPS });
                (!fails).then(|| Mismatch::Unclear(format!("the witness `{}` was not confirmed", witness.join(" · "))))
            }
            _ => None,
        };
        self.reasons().filter_map(unconfirmed).next()
    }

    /// *Full* or *minimal*, wrongly.
    fn false_flag(&self, run: &Run) -> Option<Mismatch> {
        let (guarantee, interface) = (&self.outcome.guarantee, &self.outcome.interface);
        let is_permissive = guarantee.permissive == Confidence::Proved;
        let is_smallest = || minimise(interface).interface.state_count() == interface.state_count();
        if guarantee.minimal && !(is_permissive && is_smallest()) {
            return Some(Mismatch::Differs("it is said to be minimal, and is not".into()));
        }
        let can_be_full =
            is_permissive && !guarantee.serial && interface.is_complete() && !self.component.has_free_outcomes();
        if guarantee.full && !can_be_full {
            return Some(Mismatch::Differs("it is said to be full, and is not".into()));
        }
        let interrupt = Arc::new(run.interrupt());
        let is_full = || all_outcomes_can_happen(self.component, interface, self.certificate, interrupt);
        (guarantee.full && !is_full()).then(|| Mismatch::Unclear("it is not known whether it is full".into()))
    }
}

/// Whether an assumption is in a list; files without kinds are read as if all were about code that was not followed.
fn is_listed(listed: &[Assumption], found: &Assumption) -> bool {
    let of_any_kind = Assumption { kind: AssumptionKind::NotFollowed, ..found.clone() };
    listed.contains(found) || found.kind != AssumptionKind::Value && listed.contains(&of_any_kind)
}

/// What is wrong with a witness.
fn fails(explainer: &mut Explainer, witness: &[String]) -> Option<Mismatch> {
    let word = witness.join(", ");
    let wrong = |what: &str| format!("the witness `{}` {what}", witness.join(" · "));
    match explainer.failure_at_end(&word) {
        Ok(Some(_)) => None,
        Ok(None) => Some(Mismatch::Differs(wrong("does not fail"))),
        Err(Problem::Word(problem)) => Some(Mismatch::Differs(wrong(&format!("can't be read: {}", problem.message)))),
        Err(Problem::Unknown(why)) => Some(Mismatch::Unclear(wrong(&format!("could not be followed: {why}")))),
    }
}

/// What is said where observers are not known to say what they should.
fn not_observed(problem: NotObserved, observed: &str, what: &str) -> Mismatch {
    match problem {
        NotObserved::Differs => Mismatch::Differs(format!("`{observed}` does not say {what}")),
        NotObserved::Unreadable(why) => Mismatch::Differs(format!("`{observed}` does not say {what}: {why}")),
        NotObserved::Undecided => Mismatch::Unclear(format!("it is not known whether `{observed}` says {what}")),
    }
}
