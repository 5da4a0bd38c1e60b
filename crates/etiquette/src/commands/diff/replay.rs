//! The words of a comparison on both versions of a class, in a JVM.

use etiquette_applications::diff::{Change, Diff};
use etiquette_outcome::{OnJvm, Reason};

use crate::arguments::{self, TargetArguments};
use crate::failure::Failure;
use crate::pipeline::{Version, read_class};
use crate::replay::{Replay, no_class_to_replay};

/// A version that can be run.
struct Running<'a> {
    version: &'a Version,
    jvm: Replay,
}

/// Runs the words of all changes that are about an error. What is not confirmed is left open.
pub fn replay(options: &arguments::Diff, found: &mut Diff, (old, new): (&Version, &Version)) -> Result<(), Failure> {
    let mut old = Running::start(old, &options.old_target(options.old.clone()))?;
    let mut new = Running::start(new, &options.new_target(options.new.clone()))?;
    for change in &mut found.forbidden {
        try_change(change, &mut old, &mut new)?;
    }
    for change in &mut found.legal {
        try_change(change, &mut new, &mut old)?;
    }
    let differs = |change: &Change| match &change.on_jvm {
        Some(OnJvm::Differs(what)) => {
            Some(format!("`{}` is not so on a JVM: {what}", change.written_word().join(" · ")))
        }
        _ => None,
    };
    found.open.extend(found.forbidden.iter().filter_map(differs));
    Ok(())
}

/// The last call must raise the error in the version that forbids it, and must not in the other.
fn try_change(change: &mut Change, allowing: &mut Running<'_>, forbidding: &mut Running<'_>) -> Result<(), Failure> {
    let Some(Reason::Error { error, .. }) = change.reason.clone() else { return Ok(()) };
    let word = change.written_word();
    let tried = match (forbidding.raises(&word, &error)?, allowing.raises(&word, &error)?) {
        (OnJvm::Raised, OnJvm::Raised) => OnJvm::Differs("both versions raise the error".into()),
        (OnJvm::Raised, OnJvm::NotMade(why)) => OnJvm::NotMade(why),
        (tried, _) => tried,
    };
    change.set_on_jvm(tried);
    Ok(())
}

impl Running<'_> {
    fn start<'a>(version: &'a Version, target: &TargetArguments) -> Result<Running<'a>, Failure> {
        match version.component.is_some() && read_class(target)?.is_some() {
            true => Ok(Running { version, jvm: Replay::start(target)? }),
            false => Err(no_class_to_replay()),
        }
    }

    fn raises(&mut self, word: &[String], error: &str) -> Result<OnJvm, Failure> {
        match &self.version.component {
            Some(component) => self.jvm.try_witness(component, word, error),
            None => Err(no_class_to_replay()),
        }
    }
}
