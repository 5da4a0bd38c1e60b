//! Words of a component, run on the class that it was made from, in a JVM.

use etiquette_applications::concrete::{ConcreteWord, Ending};
use etiquette_component::{Component, Letter, Method};
use etiquette_java::ErrorChoice;
use etiquette_java::jdk::Jdk;
use etiquette_java::replay::{Jvm, Observed, ReplayCall, ReplayError, Word};

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
        let errors: Vec<ErrorChoice> =
            arguments.model.java.errors.iter().map(|written| ErrorChoice::read(written)).collect();
        let assertions = errors.contains(&ErrorChoice::Assertions);
        Ok(Replay { jvm, opened, assertions, errors, outcomes: arguments.model.java.outcomes.clone() })
    }

    /// Makes the calls of a word, and compares how each of them ends.
    pub fn run(&mut self, component: &Component, word: &ConcreteWord) -> Result<Replayed, Failure> {
        let seen = self.observe(component, word)?;
        let expected = expected(component, word);
        let differs = |position: &usize| match seen.get(*position) {
            Some(seen) => !self.agrees(expected[*position], seen),
            None => true,
        };
        let differs_at = (0..expected.len()).find(differs);
        Ok(Replayed { seen, differs_at })
    }

    fn agrees(&self, expected: Expected<'_>, seen: &Observed) -> bool {
        match (expected, seen) {
            (Expected::Error(name), Observed::Threw(thrown)) => thrown.is_a(name),
            (Expected::Error(_), _) | (_, Observed::NotReturned | Observed::NotMade(_)) => false,
            (Expected::Outcome(..), Observed::Threw(thrown)) if thrown.is_error(&self.errors, &self.outcomes) => false,
            // A client can't tell these apart by anything that makes a difference later.
            (Expected::Outcome(method, _), _) if method.outcomes.len() == 1 || method.free_outcomes => true,
            (Expected::Outcome(method, outcome), seen) => seen.outcome(&method.outcomes) == Some(outcome),
        }
    }

    fn observe(&mut self, component: &Component, word: &ConcreteWord) -> Result<Vec<Observed>, Failure> {
        let mut letters: Vec<&Letter> = word.events.iter().map(|event| &event.letter).collect();
        if let Ending::Failed { letter, .. } = &word.ending {
            letters.push(letter);
        }
        let (classes, class) = (&self.opened.classes, &self.opened.class.name);
        let calls = letters.into_iter().map(|letter| ReplayCall::from_letter(classes, class, component, letter));
        let calls = calls.collect::<Result<_, _>>().map_err(failed)?;
        self.jvm.run(&Word { calls, assertions: self.assertions }).map_err(failed)
    }
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
