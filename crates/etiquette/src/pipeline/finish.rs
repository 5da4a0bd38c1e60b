//! The last stage: what the engine can't know about its result, and what is kept beside it.

use etiquette_certificates::to_json;
use etiquette_component::Slice;
use etiquette_outcome::{Integers, Outcome, without_dead_ends};
use etiquette_output::json::{Enclosed, Source};

use super::{Found, Target, UNDECIDED};
use crate::arguments::{Common, Numbers, TargetArguments};
use crate::failure::warn;
use crate::origin;

/// Adds what the target says to an outcome of its slice.
pub fn finish(mut outcome: Outcome, target: &Target, slice: &Slice, serial: bool) -> Outcome {
    outcome.guarantee.assumptions.extend(target.assumptions.iter().cloned());
    outcome.not_covered.clone_from(&target.not_covered);
    outcome.guarantee.integers = target.integers;
    outcome.error_choice.clone_from(&target.error_choice);
    outcome.statistics.insert("variables dropped".into(), slice.dropped.len() as u64);
    target.replacements.limit_claims(&mut outcome, &target.component);
    if serial && !outcome.guarantee.serial {
        outcome = without_dead_ends(outcome);
    }
    if !outcome.is_settled() && target.integers == Integers::Wrap {
        outcome.statistics.insert("steps that can overflow".into(), target.overflowing_steps());
    }
    outcome.without_missing_objects()
}

/// The arguments that ask for what was found.
fn with_integers(arguments: &TargetArguments, integers: Integers) -> TargetArguments {
    let mut arguments = arguments.clone();
    if integers == Integers::Ideal {
        arguments.model.integers = Numbers::Ideal;
    }
    arguments
}

impl Found {
    /// What JSON keeps beside the outcome, so that `certify` can check it again.
    pub fn enclosed(&self, arguments: &TargetArguments, common: &Common) -> Enclosed {
        let arguments = &with_integers(arguments, self.outcome.guarantee.integers);
        let undecided = self.outcome.not_covered.iter().filter(|found| found.why == UNDECIDED);
        let left_out = undecided.map(|found| found.method.clone()).collect();
        let source = Some(Source { left_out, ..origin::source(arguments, &self.slice) });
        let evidence = self.outcome.evidence.as_ref();
        let written =
            evidence.map(|evidence| to_json(&evidence.component, &self.outcome.interface, &evidence.certificate));
        let certificate = written.transpose().unwrap_or_else(|unreadable| {
            warn(&format!("the certificate can't be kept in JSON: {unreadable}"), common);
            None
        });
        Enclosed { source, certificate }
    }
}
