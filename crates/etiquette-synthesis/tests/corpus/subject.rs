//! The cases made ready, and the ways to run every engine on every one of them.

use etiquette_automata::{Comparison, Interface, Realizable, compare};
use etiquette_component::{Component, slice};
use etiquette_synthesis::{Engine, Outcome, Run, engines};

use crate::belief::Simulator;
use crate::case::{Case, all_cases};
use crate::expected::expected_interface;
use crate::letters::Letters;
use crate::walk::{Demand, walk};

/// A case that is not refused, with everything that the checks need.
pub struct Subject {
    pub case: Case,
    pub component: Component,
    pub letters: Letters,
    /// The expected interface, over letters.
    pub expected: Interface,
    /// The same, unfolded so far that exactly the events that can't be realized are missing.
    pub realizable: Interface,
    sliced: Component,
}

/// An engine's answer.
pub struct Answer<'a> {
    /// The component that the engine was given: the case's own, or its slice.
    pub component: &'a Component,
    pub is_sliced: bool,
    pub outcome: Outcome,
    /// The interface over letters.
    pub spread: Interface,
}

impl Subject {
    fn new(case: Case) -> Self {
        let component = case.component();
        let letters = Letters::of(&component);
        let expected = expected_interface(&case, &component, &letters);
        let sliced = slice(&component).component;
        let judged = if needs_slice(&case) { &sliced } else { &component };
        let walked = walk(&mut Simulator::new(judged), &letters, &expected, Demand::SafeAndPermissive);
        let walked = walked.unwrap_or_else(|problem| panic!("{}: the expectation is wrong: {problem}", case.name));
        let realizable = walked.realizable.unwrap_or_else(|| panic!("{}: too large to be walked through", case.name));
        Subject { case, component, letters, expected, realizable, sliced }
    }

    /// The component as it is, unless that would never end, and its slice.
    fn variants(&self) -> Vec<(&Component, bool)> {
        let mut variants = vec![(&self.component, false), (&self.sliced, true)];
        variants.retain(|(_, is_sliced)| *is_sliced || !needs_slice(&self.case));
        variants
    }

    fn answer<'a>(
        &self,
        engine: &dyn Engine,
        component: &'a Component,
        is_sliced: bool,
        run: &mut Run,
    ) -> Result<Answer<'a>, String> {
        let outcome = engine.synthesize(component, run).map_err(|unsupported| unsupported.to_string())?;
        let spread = self.letters.spread(&self.component, &outcome.interface)?;
        Ok(Answer { component, is_sliced, outcome, spread })
    }
}

fn needs_slice(case: &Case) -> bool {
    case.flag("needs-slice") == Some(true)
}

/// All cases that are not refused.
pub fn subjects() -> Vec<Subject> {
    let accepted = all_cases().into_iter().filter(|case| case.refusal().is_none());
    accepted.map(Subject::new).collect()
}

/// Checks every engine's answer on every case, as it is and sliced. Where a case lists the check among its known bugs, it
/// must fail at least once: a bug that was fixed is to be taken off the list.
pub fn check_every_answer(
    name: &str,
    run: impl Fn() -> Run,
    check: impl Fn(&Subject, &Answer<'_>) -> Result<(), String>,
) {
    let mut failures = Vec::new();
    let mut checked = 0;
    for subject in subjects() {
        let mut own_failures = Vec::new();
        for engine in engines() {
            for (component, is_sliced) in subject.variants() {
                if engine.supports(component).is_err() {
                    continue;
                }
                checked += 1;
                let answer = subject.answer(engine.as_ref(), component, is_sliced, &mut run());
                if let Err(problem) = answer.and_then(|answer| check(&subject, &answer)) {
                    let sliced = if is_sliced { ", sliced" } else { "" };
                    own_failures.push(format!("{}, {}{sliced}: {problem}", subject.case.name, engine.name()));
                }
            }
        }
        match subject.case.list("known-bugs").contains(&name) {
            false => failures.extend(own_failures),
            true if own_failures.is_empty() => failures.push(format!("{}: no longer a known bug", subject.case.name)),
            true => {}
        }
    }
    assert!(failures.is_empty(), "{name}:\n{}\n", failures.join("\n"));
    assert!(checked > 0, "no engine supports any case");
}

/// Compares an interface over letters with one in which exactly the events that can't be realized are missing. (Two that
/// were made smaller by don't-cares can't be compared with each other: each may have made something else of them.)
///
/// # Errors
/// A shortest realizable word that tells them apart.
pub fn same_language(left: &Interface, realizable: &Interface) -> Result<(), String> {
    match compare(left, realizable, Realizable::Ignore) {
        Ok(Comparison::Equal) => Ok(()),
        Ok(Comparison::Different(difference)) => {
            Err(format!("only the {:?} side accepts: {}", difference.side, difference.describe(left.alphabet())))
        }
        Err(mismatch) => Err(mismatch.to_string()),
    }
}

/// An error with this text unless the condition holds.
pub fn demand(condition: bool, text: impl FnOnce() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(text()) }
}
