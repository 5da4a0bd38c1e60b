//! Words of a component, run on the class that it was made from, in a JVM.

use etiquette_component::Component;
use etiquette_java::jdk::Jdk;
use etiquette_java::replay::{Jvm, Observed, ReplayCall, ReplayError, Word};
use etiquette_using::concrete::{ConcreteWord, Ending};

use crate::arguments::TargetArguments;
use crate::failure::Failure;
use crate::java;

/// A JVM with the class.
pub struct Replay {
    jvm: Jvm,
    opened: java::Opened,
    assertions: bool,
}

impl Replay {
    /// Starts a JVM for the class that the target is.
    pub fn start(arguments: &TargetArguments) -> Result<Replay, Failure> {
        let opened = java::open(arguments)?;
        let jdk = Jdk::find(arguments.java.jdk.as_deref()).map_err(|error| Failure::new(error.to_string()))?;
        let jvm = Jvm::start(&jdk, &opened.places).map_err(failed)?;
        let assertions = arguments.java.errors.iter().any(|error| error == "assert");
        Ok(Replay { jvm, opened, assertions })
    }

    /// What is seen of each call of a word.
    pub fn run(&mut self, component: &Component, word: &ConcreteWord) -> Result<Vec<Observed>, Failure> {
        let mut letters: Vec<(usize, &[u64])> =
            word.events.iter().map(|event| (event.method, &event.arguments[..])).collect();
        if let Ending::Failed { method, arguments, .. } = &word.ending {
            letters.push((*method, arguments));
        }
        let (classes, class) = (&self.opened.classes, &self.opened.class.name);
        let calls = letters
            .into_iter()
            .map(|(method, arguments)| ReplayCall::from_letter(classes, class, component, method, arguments));
        let calls = calls.collect::<Result<_, _>>().map_err(failed)?;
        self.jvm.run(&Word { calls, assertions: self.assertions }).map_err(failed)
    }
}

fn failed(error: ReplayError) -> Failure {
    Failure::new(format!("the word can't be replayed: {error}"))
        .help("leave `--replay` out, or name a full JDK with `--jdk`")
}
