//! Every proof is put before the checker of certificates before it is called one.
//!
//! The checker shares no code with the engines. What it does not accept is taken back: then the guarantee says that
//! nothing is established, whatever the engine thought.

use std::sync::Arc;

use etiquette_certificates::{Checked, Failure, Limits, Reason, check_watched, has_its_registers, obligations};
use etiquette_component::{Component, print};
use etiquette_outcome::{Confidence, Evidence, Guarantee, Outcome, StopReason};

use super::Context;
use crate::progress;

/// What the checker says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Confirmation {
    /// There is no certificate to look at.
    NothingToCheck,
    /// All that is claimed is so.
    Accepted,
    /// Something that is claimed is not so: an error of the program itself.
    Rejected(String),
    /// It could not be finished.
    Unfinished(String),
}

/// The number by which the outcome says how many formulas were checked.
pub const CHECKED: &str = "obligations checked";
/// The same for those that nobody looked at.
const UNCHECKED: &str = "obligations unchecked";

/// Has a proof checked, if that is wanted, and counts what is not looked at otherwise.
pub fn check(context: &Context<'_>, outcome: &mut Outcome, component: &Component) -> Confirmation {
    if !context.check_proofs {
        count_unchecked(outcome);
        return Confirmation::NothingToCheck;
    }
    let watch = &mut progress::obligations("check", context.common);
    let confirmation = confirm(outcome, component, context.run.interrupt(), watch);
    if matches!(confirmation, Confirmation::Unfinished(_)) {
        outcome.stop = context.run.look().err().unwrap_or(StopReason::TimeLimit);
    }
    confirmation
}

/// Has the outcome's certificate checked against the component that the engine was given.
fn confirm(
    outcome: &mut Outcome,
    component: &Component,
    interrupt: impl Fn() -> bool + Send + Sync + 'static,
    watch: &mut dyn FnMut(usize, usize),
) -> Confirmation {
    let Some(evidence) = outcome.evidence.take() else { return Confirmation::NothingToCheck };
    let limits = Limits { interrupt: Some(Arc::new(interrupt)), conflicts: None };
    let found = judge(outcome, &evidence, component, &limits, watch);
    match found {
        Ok(checked) => {
            outcome.statistics.insert(CHECKED.into(), checked.obligations as u64);
            outcome.evidence = Some(evidence);
            Confirmation::Accepted
        }
        Err(failure) => {
            take_back(&mut outcome.guarantee);
            refused(&failure)
        }
    }
}

/// Says how much there would be to check.
fn count_unchecked(outcome: &mut Outcome) {
    let Some(evidence) = &outcome.evidence else { return };
    let mut component = evidence.component.clone();
    let found = obligations(&mut component, &outcome.interface, &evidence.certificate);
    outcome.statistics.insert(UNCHECKED.into(), found.map_or(0, |found| found.len() as u64));
}

/// Checks that the certificate is about the given component, and shows what is claimed.
fn judge(
    outcome: &Outcome,
    evidence: &Evidence,
    component: &Component,
    limits: &Limits,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Checked, Failure> {
    if print(&evidence.component) != print(component) {
        let what = "the certificate is about the component that was given".into();
        return Err(Failure { what, reason: Reason::Malformed });
    }
    has_its_registers(component, &outcome.interface)
        .map_err(|malformed| Failure { what: malformed.to_string(), reason: Reason::Malformed })?;
    let checked = check_watched(&evidence.component, &outcome.interface, &evidence.certificate, limits, watch);
    if outcome.guarantee.safe == Confidence::Proved {
        checked.safe.clone()?;
    }
    if let Some(doubtful) = outcome.guarantee.permissive.but_for() {
        checked.permissive.clone()?;
        if checked.doubtful as u64 != doubtful {
            let what = format!("{doubtful} calls are doubtful, and no others");
            return Err(Failure { what, reason: Reason::NotClaimed });
        }
    }
    Ok(checked)
}

fn take_back(guarantee: &mut Guarantee) {
    (guarantee.safe, guarantee.permissive) = (Confidence::NotEstablished, Confidence::NotEstablished);
    (guarantee.full, guarantee.minimal) = (false, false);
}

fn refused(failure: &Failure) -> Confirmation {
    match failure.reason {
        Reason::Unknown(_) => Confirmation::Unfinished(failure.to_string()),
        _ => Confirmation::Rejected(failure.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Confirmation, confirm};
    use etiquette_component::Component;
    use etiquette_outcome::{Confidence, Outcome, Run};
    use etiquette_synthesis::{Certified, Engine};

    const LOCK: &str = "component lock { var held: bool = false;
        method acquire() { assert !held; held = true; } method release() { assert held; held = false; } }";

    fn proved(source: &str) -> (Outcome, Component) {
        let component = etiquette_component::parse(source, "lock.component").expect("a component");
        let outcome = Certified.synthesize(&component, &mut Run::default()).expect("every component is taken");
        (outcome, component)
    }

    fn look(outcome: &mut Outcome, component: &Component) -> Confirmation {
        confirm(outcome, component, || false, &mut |_, _| ())
    }

    #[test]
    fn a_proof_is_accepted() {
        let (mut outcome, component) = proved(LOCK);
        assert_eq!(look(&mut outcome, &component), Confirmation::Accepted);
        assert!(outcome.statistics["obligations checked"] > 0 && outcome.evidence.is_some());
    }

    #[test]
    fn a_label_that_does_not_hold_takes_the_guarantee_back() {
        let (mut outcome, component) = proved(LOCK);
        let evidence = outcome.evidence.as_mut().expect("a certificate");
        evidence.certificate.labels.reverse();
        assert!(matches!(look(&mut outcome, &component), Confirmation::Rejected(_)));
        assert_eq!(outcome.guarantee.safe, Confidence::NotEstablished);
        assert_eq!(outcome.guarantee.permissive, Confidence::NotEstablished);
        assert!(!outcome.guarantee.minimal && outcome.evidence.is_none());
    }

    #[test]
    fn a_certificate_about_another_component_is_none() {
        let (mut outcome, _) = proved(LOCK);
        let (_, other) = proved(&LOCK.replace("assert !held;", ""));
        assert!(matches!(look(&mut outcome, &other), Confirmation::Rejected(_)));
    }

    #[test]
    fn a_check_that_is_cut_short_establishes_nothing() {
        let (mut outcome, component) = proved(
            "component product { var limit: i32 = 1000;
                method pay(a: i32, b: i32) { assert !(a > 3 && a < 90 && b > 3 && b < 90 && a * b == 8051); } }",
        );
        let found = confirm(&mut outcome, &component, || true, &mut |_, _| ());
        assert_eq!(found == Confirmation::Accepted, outcome.guarantee.safe == Confidence::Proved, "{found:?}");
        assert_eq!(found == Confirmation::Accepted, outcome.evidence.is_some(), "{found:?}");
    }
}
