//! The cases made ready, and the ways to run every engine on every one of them. Each engine's usual answer on each case
//! is worked out once, whichever test asks for it first.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

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
    pub sliced: Component,
    pub letters: Letters,
    /// The expected interface, over letters.
    pub expected: Interface,
    /// The same, unfolded so far that exactly the events that can't be realized are missing.
    pub realizable: Interface,
    usual: OnceLock<Vec<Answered>>,
    limited: Mutex<HashMap<String, Arc<OnceLock<Outcome>>>>,
}

/// What came of an engine on one variant of a case.
struct Answered {
    engine: String,
    is_sliced: bool,
    answer: Result<Answer, String>,
}

/// An engine's answer.
pub struct Answer {
    /// The component that the engine was given: the case's own, or its slice.
    pub component: &'static Component,
    pub is_sliced: bool,
    pub outcome: Outcome,
    /// The interface over the subject's letters.
    pub spread: Interface,
    /// The subject's letters, and those in the words that the outcome shows.
    pub letters: Letters,
    /// The interface over these.
    pub spread_further: Interface,
}

impl Answer {
    /// Whether it was found on an abstraction, in which words can happen that can't in the component. Then not
    /// everything is claimed.
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
        Subject {
            case,
            component,
            sliced,
            letters,
            expected,
            realizable,
            usual: OnceLock::new(),
            limited: Mutex::default(),
        }
    }

    /// The component as it is and its slice, for engines that go through all states only where that comes to an end.
    fn variants(&'static self, engine: &dyn Engine) -> Vec<(&'static Component, bool)> {
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

    /// What every engine that supports it makes of the case, as it is and sliced.
    fn answers(&'static self, run: impl Fn() -> Run) -> Vec<Answered> {
        let mut answers = Vec::new();
        for engine in engines() {
            for (component, is_sliced) in self.variants(engine.as_ref()) {
                if engine.supports(component).is_ok() {
                    let answer = self.answer(engine.as_ref(), component, is_sliced, &mut run());
                    answers.push(Answered { engine: engine.name().into(), is_sliced, answer });
                }
            }
        }
        answers
    }

    /// The same without any limits, which many tests look at.
    fn usual_answers(&'static self) -> &'static [Answered] {
        self.usual.get_or_init(|| self.answers(Run::default))
    }

    /// What an engine makes of the component as it is, without any limits.
    pub fn usual_outcome(&'static self, engine: &str) -> Option<&'static Outcome> {
        let mut answers = self.usual_answers().iter().filter(|answered| !answered.is_sliced);
        answers.find(|answered| answered.engine == engine)?.answer.as_ref().ok().map(|answer| &answer.outcome)
    }

    /// What an engine that may not come to an end makes of the slice within so many steps. Worked out once for each way
    /// to set up the engine.
    pub fn within_steps(&self, engine: &(impl Engine + Debug), steps: u64) -> Outcome {
        let cell = Arc::clone(
            self.limited.lock().expect("no test panics here").entry(format!("{engine:?}, {steps}")).or_default(),
        );
        let work = || engine.synthesize(&self.sliced, &mut Run::default().with_step_limit(steps));
        cell.get_or_init(|| work().expect("every component is taken")).clone()
    }

    fn answer(
        &self,
        engine: &dyn Engine,
        component: &'static Component,
        is_sliced: bool,
        run: &mut Run,
    ) -> Result<Answer, String> {
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

/// Whether there are too many states even in the slice. The expectation must then be full, so that nothing of it can't
/// be realized.
pub fn is_unbounded(case: &Case) -> bool {
    assert!(case.flag("unbounded") != Some(true) || case.flag("full") == Some(true), "{}: not full", case.name);
    case.flag("unbounded") == Some(true)
}

/// All cases that are not refused, and that can be decided at all.
pub fn subjects() -> &'static [Subject] {
    static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
        let decided = |case: &Case| case.refusal().is_none() && case.flag("any-time") != Some(true);
        all_cases().into_iter().filter(decided).map(Subject::new).collect()
    });
    &SUBJECTS
}

/// Checks every engine's usual answer on every case, as it is and sliced.
pub fn check_usual_answers(name: &str, check: impl Fn(&Subject, &Answer) -> Result<(), String>) {
    check_all(name, |subject, judge| subject.usual_answers().iter().for_each(judge), check);
}

/// The same for answers of runs that are not the usual ones.
pub fn check_every_answer(name: &str, run: impl Fn() -> Run, check: impl Fn(&Subject, &Answer) -> Result<(), String>) {
    check_all(name, |subject, judge| subject.answers(&run).iter().for_each(judge), check);
}

/// Checks all answers. Where a case lists the check among its known bugs, it must fail at least once: a bug that was
/// fixed is to be taken off the list.
fn check_all(
    name: &str,
    with_answers: impl Fn(&'static Subject, &mut dyn FnMut(&Answered)),
    check: impl Fn(&Subject, &Answer) -> Result<(), String>,
) {
    let mut failures = Vec::new();
    let mut checked = 0;
    for subject in starting_anywhere(name) {
        let mut own_failures = Vec::new();
        with_answers(subject, &mut |Answered { engine, is_sliced, answer }| {
            checked += 1;
            if let Err(problem) = answer.as_ref().map_err(String::clone).and_then(|answer| check(subject, answer)) {
                let sliced = if *is_sliced { ", sliced" } else { "" };
                own_failures.push(format!("{}, {engine}{sliced}: {problem}", subject.case.name));
            }
        });
        match subject.case.list("known-bugs").contains(&name) {
            false => failures.extend(own_failures),
            true if own_failures.is_empty() => failures.push(format!("{}: no longer a known bug", subject.case.name)),
            true => {}
        }
    }
    assert!(failures.is_empty(), "{name}:\n{}\n", failures.join("\n"));
    assert!(checked > 0, "no engine supports any case");
}

/// All cases; tests that run at the same time begin with different ones, so that they don't wait for each other's
/// answers.
fn starting_anywhere(name: &str) -> impl Iterator<Item = &'static Subject> {
    let count = subjects().len();
    let first = name.bytes().map(usize::from).sum::<usize>() % count.max(1);
    subjects().iter().cycle().skip(first).take(count)
}

/// Compares an interface over letters with one in which exactly the events that can't be realized are missing. (Two
/// that were made smaller by don't-cares can't be compared with each other: each may have made something else of them.)
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
