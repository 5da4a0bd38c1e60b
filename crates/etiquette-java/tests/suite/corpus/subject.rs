//! The cases made ready: lowered, checked, sliced, and with the expectation judged by a simulation.

use std::sync::{Arc, OnceLock};

use etiquette_automata::{Comparison, Interface, Realizable, compare};
use etiquette_component::{Action, Component, check, slice, split_results};
use etiquette_java::class::Class;
use etiquette_java::classpath::ClassPath;
use etiquette_java::jdk::Jdk;
use etiquette_java::lower;
use etiquette_outcome::{Limits, Outcome, Run, StopReason};
use etiquette_synthesis::engines;

use super::belief::Simulator;
use super::case::Case;
use super::expected::expected_interface;
use super::letters::Letters;
use super::say;
use super::values::letters;
use super::walk::{Demand, walk};

/// Enough for every case that is not said to be beyond the explicit engines.
const MOST_STATES: u64 = 20_000;

/// As many values of a hidden choice as the explicit engines try.
const MOST_CHOICES: u64 = 65_536;

/// So that a case that an engine is not done with fails instead of hanging.
const MOST_STEPS: u64 = 200_000;

/// Enough to notice that a case is no longer beyond the engines.
const FEW_STEPS: u64 = 20_000;

/// Operations on decision diagrams come one by one; hardly any case that they can decide takes more.
const STEPS_ON_DIAGRAMS: u64 = 100_000;

/// Here a single operation on decision diagrams takes a while, and none of it leads to an answer.
const BEYOND_DIAGRAMS: [&str; 3] = ["IntMath", "ListIndex", "ListItr"];

/// Enough to find no answer there.
const FEW_STEPS_ON_DIAGRAMS: u64 = 6_000;

/// What these engines take they must decide; for others it is no failure to stop where these have an answer.
const MUST_DECIDE: [&str; 2] = ["direct", "learn"];

/// A case with everything that the checks need.
pub struct Subject {
    pub case: Case,
    pub classes: ClassPath,
    pub class: Arc<Class>,
    /// Sliced, and with one outcome where outcomes tell a client nothing, as the command line does it.
    pub component: Component,
    pub letters: Letters,
    /// The expected interface, over letters.
    pub expected: Interface,
    answers: OnceLock<Result<Vec<Outcome>, String>>,
}

impl Subject {
    /// Lowers the case's class and reads its expectation.
    ///
    /// # Errors
    /// What is wrong.
    pub fn new(case: Case, jdk: &Jdk) -> Result<Self, String> {
        let classes =
            ClassPath::open(std::slice::from_ref(&case.folder), Some(jdk)).map_err(|error| error.to_string())?;
        let name = classes.resolve_name(case.text("class")).map_err(|error| error.to_string())?;
        let class = classes.load(&name).map_err(|error| error.to_string())?;
        let lowered = lower(&classes, &case.request(), &class).map_err(|error| format!("not lowered: {error:?}"))?;
        check(&lowered.component).map_err(|broken| format!("malformed: {broken:?}"))?;
        let split = split_results(&lowered.component, &case.results())?;
        let mut sliced = slice(&split);
        sliced.merge_untelling_outcomes();
        check(&sliced.component).map_err(|broken| format!("malformed when sliced: {broken:?}"))?;
        let component = sliced.component;
        let letters = letters(&case, &component);
        let expected = expected_interface(&case, &component, &letters);
        Ok(Subject { case, classes, class, component, letters, expected, answers: OnceLock::new() })
    }

    /// Why no engine can decide the case yet.
    pub fn limit(&self) -> Option<&str> {
        self.case.optional_text("engine-limit")
    }

    /// The answers of all engines that can take the component, worked out once for all tests.
    ///
    /// # Errors
    /// No engine can, or one has no answer.
    pub fn answers(&self) -> Result<&[Outcome], String> {
        self.answers.get_or_init(|| self.work_out()).as_deref().map_err(String::clone)
    }

    fn most_steps(&self, engine: &str) -> u64 {
        match engine.ends_with("-bdd") {
            true if BEYOND_DIAGRAMS.contains(&self.case.name.as_str()) => FEW_STEPS_ON_DIAGRAMS,
            true => STEPS_ON_DIAGRAMS,
            false if self.limit().is_some() => FEW_STEPS,
            false => MOST_STEPS,
        }
    }

    fn work_out(&self) -> Result<Vec<Outcome>, String> {
        let mut answers = Vec::new();
        let mut refusals = Vec::new();
        for engine in engines() {
            let steps = self.most_steps(engine.name());
            let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
            match engine.synthesize(&self.component, &mut Run::new(limits).with_step_limit(steps)) {
                Ok(outcome) if outcome.stop == StopReason::Done => answers.push(outcome),
                Ok(outcome) if MUST_DECIDE.contains(&engine.name()) => {
                    return Err(format!("{}: stopped: {}", engine.name(), outcome.stop));
                }
                // Not decided is no wrong answer, where another engine has one.
                Ok(outcome) => refusals.push(format!("{}: stopped: {}", engine.name(), outcome.stop)),
                Err(refusal) => refusals.push(refusal.to_string()),
            }
        }
        if answers.is_empty() {
            return Err(refusals.join("; "));
        }
        for stopped in refusals.iter().filter(|reason| reason.contains(": stopped: ")) {
            say(format_args!("{}: {stopped}", self.case.name));
        }
        Ok(answers)
    }

    /// The expected interface, unfolded so far that exactly the events that can't be realized are missing.
    ///
    /// # Errors
    /// A shortest word on which the expectation and the component disagree.
    pub fn realizable(&self) -> Result<Interface, String> {
        if self.has_wide_choices() {
            return Ok(self.expected.clone());
        }
        let mut simulator = Simulator::new(&self.component);
        let walked = walk(&mut simulator, &self.letters, &self.expected, Demand::SafeAndPermissive)?;
        walked.realizable.ok_or_else(|| "too large to be walked through".into())
    }

    /// Whether hidden choices have too many values to try them all. Then the expectation itself is compared, and only
    /// the JVM judges it.
    fn has_wide_choices(&self) -> bool {
        let Component { variables, methods, .. } = &self.component;
        let initial =
            variables.iter().filter(|variable| variable.initial.is_none()).map(|variable| variable.binding.ty);
        let chosen = methods.iter().flat_map(|method| {
            let havoc = method.body.edges.iter().filter(|edge| matches!(edge.action, Action::Havoc(..)));
            let symbols = havoc.filter_map(|edge| edge.action.written());
            symbols.filter_map(|symbol| self.component.binding(Some(method), symbol)).map(|binding| binding.ty)
        });
        let is_wide = |ty| self.component.value_count(ty).is_none_or(|count| count > MOST_CHOICES);
        initial.chain(chosen).any(is_wide)
    }

    /// Compares an engine's answer with the expectation.
    ///
    /// # Errors
    /// A shortest word that tells them apart.
    pub fn compare(&self, outcome: &Outcome, realizable: &Interface) -> Result<(), String> {
        let spread = self.letters.spread(&self.component, &outcome.interface)?;
        match compare(&spread, realizable, Realizable::Ignore).map_err(|mismatch| mismatch.to_string())? {
            Comparison::Equal => {}
            Comparison::Different(difference) => {
                let text = difference.describe(spread.alphabet());
                return Err(format!(
                    "only the {:?} side (left: found, right: expected) accepts {text}",
                    difference.side
                ));
            }
        }
        let (found, wanted) = (outcome.interface.state_count(), self.case.number("minimal-states"));
        if outcome.guarantee.minimal && Some(found) != wanted {
            return Err(format!("{found} states, not {wanted:?}"));
        }
        Ok(())
    }
}
