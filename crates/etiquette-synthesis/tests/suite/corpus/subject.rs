//! The cases made ready, and the ways to run every engine on every one of them.

use etiquette_automata::{Comparison, Interface, Realizable, compare};
use etiquette_component::{Component, slice};
use etiquette_outcome::{Outcome, Reason, Run};
use etiquette_synthesis::{Engine, engines};

use super::belief::Simulator;
use super::case::{Case, all_cases};
pub use super::evidence::demand;
use super::expected::expected_interface;
use super::letters::Letters;
use super::walk::{Demand, walk};

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
    /// The interface over the subject's letters.
    pub spread: Interface,
    /// The subject's letters, and those in the words that the outcome shows.
    pub letters: Letters,
    /// The interface over these.
    pub spread_further: Interface,
}

impl Answer<'_> {
    /// Whether it was found on an abstraction, in which words can happen that can't in the component. Then not everything is claimed.
    pub fn is_abstract(&self) -> bool {
        let has_outcomes = self.component.methods.iter().any(|method| method.outcomes.len() > 1);
        let may_not_return = !self.outcome.guarantee.assumptions.is_empty();
        self.outcome.engine.starts_with("refine") && (has_outcomes || may_not_return)
    }
}

impl Subject {
    fn new(case: Case) -> Self {
        let component = case.component();
        let letters = Letters::with_arguments(&component, &case.arguments());
        let expected = expected_interface(&case, &component, &letters);
        let sliced = slice(&component).component;
        let judged = if needs_slice(&case) { &sliced } else { &component };
        let walked = walk(&mut Simulator::new(judged), &letters, &expected, Demand::SafeAndPermissive);
        let walked = walked.unwrap_or_else(|problem| panic!("{}: the expectation is wrong: {problem}", case.name));
        let realizable = match is_unbounded(&case) {
            true => Some(expected.clone()),
            false => walked.realizable,
        };
        let realizable = realizable.unwrap_or_else(|| panic!("{}: too large to be walked through", case.name));
        Subject { case, component, letters, expected, realizable, sliced }
    }

    /// The component as it is and its slice, for engines that go through all states only where that comes to an end.
    fn variants(&self, engine: &dyn Engine) -> Vec<(&Component, bool)> {
        let mut variants = vec![(&self.component, false), (&self.sliced, true)];
        if engine.name() != "certified" {
            variants.retain(|(_, is_sliced)| *is_sliced || !needs_slice(&self.case));
            variants.retain(|_| !is_unbounded(&self.case));
        }
        if engine.name().ends_with("-bdd") {
            // Wide domains may need more nodes or guards than there is room for; which do is told only by trying.
            variants.retain(|(component, _)| etiquette_synthesis::Direct.supports(component).is_ok());
        }
        variants.retain(|_| !self.case.list("undecided").contains(&engine.name()));
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
        let mut arguments = self.case.arguments();
        arguments.values.extend(shown_numbers(&outcome));
        let letters = Letters::with_arguments(&self.component, &arguments);
        let spread_further = letters.spread(&self.component, &outcome.interface)?;
        Ok(Answer { component, is_sliced, outcome, spread, letters, spread_further })
    }
}

/// The numbers in the words that an outcome shows.
fn shown_numbers(outcome: &Outcome) -> Vec<i64> {
    let witnesses =
        outcome.states.iter().flat_map(|facts| &facts.forbidden).filter_map(|forbidden| match &forbidden.reason {
            Reason::Error { witness, .. } => Some(witness),
            _ => None,
        });
    let words = outcome.states.iter().map(|facts| &facts.access).chain(witnesses);
    let texts = words.flatten().flat_map(|call| call.split(|c: char| !c.is_ascii_digit() && c != '-'));
    texts.filter_map(|text| text.parse().ok()).collect()
}

fn needs_slice(case: &Case) -> bool {
    case.flag("needs-slice") == Some(true)
}

/// Whether there are too many states even in the slice. The expectation must then be full, so that nothing of it can't be realized.
pub fn is_unbounded(case: &Case) -> bool {
    assert!(case.flag("unbounded") != Some(true) || case.flag("full") == Some(true), "{}: not full", case.name);
    case.flag("unbounded") == Some(true)
}

/// All cases that are not refused, and that can be decided at all.
pub fn subjects() -> Vec<Subject> {
    let decided = |case: &Case| case.refusal().is_none() && case.flag("any-time") != Some(true);
    let accepted = all_cases().into_iter().filter(decided);
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
            for (component, is_sliced) in subject.variants(engine.as_ref()) {
                if engine.supports(component).is_err() {
                    continue;
                }
                checked += 1;
                let answer = subject.answer(engine.as_ref(), component, is_sliced, &mut run());
                let result = answer.and_then(|answer| check(&subject, &answer));
                if let Err(problem) = result {
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
