//! Words of a component, run on the class that it was made from, in a JVM.

use etiquette_applications::concrete::{ConcreteWord, Ending};
use etiquette_component::{ANOTHER, Component, Letter, Method, read_event_at};
use etiquette_java::ErrorChoice;
use etiquette_java::jdk::Jdk;
use etiquette_java::replay::{Jvm, Observed, ReplayCall, ReplayError, Thrown, Word};
use etiquette_outcome::OnJvm;

use crate::arguments::TargetArguments;
use crate::failure::Failure;
use crate::java;

/// A JVM with the class.
pub struct Replay {
    jvm: Jvm,
    opened: java::Opened,
    assertions: bool,
    errors: Vec<ErrorChoice>,
    outcomes: Vec<String>,
}

/// What a JVM made of a word.
pub struct Replayed {
    /// What was seen of each call that was made.
    pub seen: Vec<Observed>,
    /// The first call, by position, that did not end as the component has it.
    pub differs_at: Option<usize>,
}

impl Replayed {
    /// What was seen, as text.
    pub fn written(&self) -> Vec<String> {
        self.seen.iter().map(ToString::to_string).collect()
    }
}

/// How a call of a word must end.
#[derive(Clone, Copy)]
enum Expected<'a> {
    /// With one of the outcomes of its method.
    Outcome(&'a Method, usize),
    /// With an error of this name.
    Error(&'a str),
}

impl Replay {
    /// Starts a JVM for the class that the target is.
    pub fn start(arguments: &TargetArguments) -> Result<Replay, Failure> {
        let opened = java::open(arguments)?;
        let jdk = Jdk::find(arguments.model.java.jdk.as_deref()).map_err(|error| Failure::new(error.to_string()))?;
        let jvm = Jvm::start(&jdk, &opened.places).map_err(failed)?;
        let errors = java::errors(&arguments.model.java);
        let assertions = errors.contains(&ErrorChoice::Assertions);
        Ok(Replay { jvm, opened, assertions, errors, outcomes: arguments.model.java.outcomes.clone() })
    }

    /// Makes the calls of a word, and compares how each of them ends.
    pub fn run(&mut self, component: &Component, word: &ConcreteWord) -> Result<Replayed, Failure> {
        let mut letters: Vec<&Letter> = word.events.iter().map(|event| &event.letter).collect();
        if let Ending::Failed { letter, .. } = &word.ending {
            letters.push(letter);
        }
        let seen = self.observe(component, &letters)?;
        let expected = expected(component, word);
        let differs = |position: &usize| match seen.get(*position) {
            Some(seen) => !self.agrees(expected[*position], seen),
            None => true,
        };
        let differs_at = (0..expected.len()).find(differs);
        Ok(Replayed { seen, differs_at })
    }

    /// Makes the calls of a word that is said to end with an error, as it is written.
    pub fn try_witness(&mut self, component: &Component, witness: &[String], error: &str) -> Result<OnJvm, Failure> {
        let written = match read_written(component, witness) {
            Ok(written) => written,
            Err(why) => return Ok(OnJvm::NotMade(why)),
        };
        let letters: Vec<&Letter> = written.iter().map(|known| &known.letter).collect();
        let seen = self.observe(component, &letters)?;
        Ok(self.judged(component, &written, &seen, error))
    }

    fn judged(&self, component: &Component, written: &[Written], seen: &[Observed], error: &str) -> OnJvm {
        for (Written { letter, outcome, result }, seen) in written.iter().zip(seen) {
            let method = &component.methods[letter.method];
            match (seen, outcome) {
                (Observed::NotReturned | Observed::NotMade(_), _) => return OnJvm::NotMade(seen.to_string()),
                (Observed::Threw(thrown), _) if self.is_error(thrown, method) => {}
                (Observed::Number(number), _) if result.is_some_and(|expected| expected != *number) => {
                    let call = component.written_call(letter.method, &letter.arguments);
                    return OnJvm::NotMade(format!("`{call}` returned {number}"));
                }
                (seen, Some(outcome)) if !self.agrees(Expected::Outcome(method, *outcome), seen) => {
                    let call = component.written_call(letter.method, &letter.arguments);
                    return OnJvm::NotMade(format!("`{call}` ended with {seen}"));
                }
                _ => {}
            }
        }
        let fails = |(known, seen): (&Written, &Observed)| {
            let method = &component.methods[known.letter.method];
            matches!(seen, Observed::Threw(thrown) if self.is_error(thrown, method))
        };
        match (written.iter().zip(seen).position(fails), seen.last()) {
            (Some(call), _) if call + 1 < written.len() => {
                OnJvm::NotMade(format!("call {} of it raises {} already", call + 1, seen[call]))
            }
            (_, Some(last)) if self.agrees(Expected::Error(error), last) => OnJvm::Raised,
            (_, Some(last)) if component.has_own_choices() => {
                OnJvm::NotMade(format!("it ended with {last}, which time, chance or input may decide"))
            }
            (_, Some(last)) if written.iter().any(|known| known.leaves_result_open(component)) => {
                OnJvm::NotMade(format!("it ended with {last}, which what calls return may decide"))
            }
            (_, Some(last)) if written.iter().any(|known| known.is_of_another(component)) => {
                OnJvm::NotMade(format!("it ended with {last}, which the state of another object may decide"))
            }
            (_, Some(last)) => OnJvm::Differs(format!("it ended with {last}")),
            (_, None) => OnJvm::NotMade("no word was written down".into()),
        }
    }

    fn agrees(&self, expected: Expected<'_>, seen: &Observed) -> bool {
        match (expected, seen) {
            (Expected::Error(name), Observed::Threw(thrown)) => thrown.is_a(name),
            (Expected::Error(_), _) | (_, Observed::NotReturned | Observed::NotMade(_)) => false,
            (Expected::Outcome(method, _), Observed::Threw(thrown)) if self.is_error(thrown, method) => false,
            // A client can't tell these apart by anything that makes a difference later.
            (Expected::Outcome(method, _), _) if method.outcomes.len() == 1 || method.free_outcomes => true,
            (Expected::Outcome(method, outcome), seen) => seen.outcome(&method.outcomes) == Some(outcome),
        }
    }

    /// Whether an exception is an error, and not one that the method has among its outcomes.
    fn is_error(&self, thrown: &Thrown, method: &Method) -> bool {
        let simple = thrown.class.rsplit(['.', '$']).next().unwrap_or(&thrown.class);
        thrown.is_error(&self.errors, &self.outcomes) && !method.outcomes.iter().any(|outcome| outcome == simple)
    }

    fn observe(&mut self, component: &Component, letters: &[&Letter]) -> Result<Vec<Observed>, Failure> {
        let (classes, class) = (&self.opened.classes, &self.opened.class.name);
        let calls = letters.iter().map(|letter| ReplayCall::from_letter(classes, class, component, letter));
        let calls = calls.collect::<Result<_, _>>().map_err(failed)?;
        self.jvm.run(&Word { calls, assertions: self.assertions }).map_err(failed)
    }
}

/// A call with argument values, and the outcome or the returned number where one is written.
pub struct Written {
    pub letter: Letter,
    pub outcome: Option<usize>,
    result: Option<i64>,
}

impl Written {
    /// Whether it is called on an object that plays no role.
    fn is_of_another(&self, component: &Component) -> bool {
        component.methods[self.letter.method].name.starts_with(ANOTHER)
    }

    /// Whether the call returns a number that may be any.
    fn leaves_result_open(&self, component: &Component) -> bool {
        self.result.is_none() && component.methods[self.letter.method].result().is_some()
    }
}

/// The calls of a word as an engine wrote it; why it can't be read, otherwise.
pub fn read_written(component: &Component, word: &[String]) -> Result<Vec<Written>, String> {
    let read = |text: &String| {
        let event = read_event_at(component, text, 0).map_err(|problem| problem.message)?;
        let [reading] = &event.readings[..] else { return Err(format!("several methods are written `{text}`")) };
        let arguments = reading.arguments.iter().copied().collect::<Option<_>>();
        let arguments = arguments.ok_or_else(|| format!("`{text}` has no argument values"))?;
        let letter = Letter { method: reading.method, arguments };
        Ok(Written { letter, outcome: reading.outcome, result: event.result })
    };
    word.iter().map(read).collect()
}

fn expected<'a>(component: &'a Component, word: &ConcreteWord) -> Vec<Expected<'a>> {
    let returned =
        word.events.iter().map(|event| Expected::Outcome(&component.methods[event.letter.method], event.outcome));
    let failed = match word.ending {
        Ending::Failed { error, .. } => Some(Expected::Error(&component.errors[error].name)),
        Ending::Returned => None,
    };
    returned.chain(failed).collect()
}

fn failed(error: ReplayError) -> Failure {
    Failure::new(format!("the word can't be replayed: {error}"))
        .help("leave `--replay` out, or name a full JDK with `--jdk`")
}

/// There is nothing to be run.
pub fn no_class_to_replay() -> Failure {
    Failure::new("`--replay` is about Java classes, and this is none").help("leave it out")
}
