//! A conversation about one object: calls come one by one, and after each it is said what may be called now.
//!
//! Where a call has several outcomes that can happen, the one that was seen has to be told, and so has a number that
//! a register is set to. A call that is not legal is explained, and not made.

use super::{Explainer, Explanation, Problem};

/// A conversation.
pub struct Session {
    explainer: Explainer,
    /// The events so far, as they are read again.
    events: Vec<String>,
}

/// What is said to a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The calls were made: where that leads, and what may be called now.
    Made {
        /// The state, by name.
        state: String,
        /// The names of the registers with their values there.
        registers: Vec<(String, String)>,
        /// What may be called.
        allowed: Vec<String>,
    },
    /// A call is not legal, and was not made.
    NotMade(Box<Explanation>),
    /// The call may have several outcomes: which one is seen?
    WhichOutcome(Vec<String>),
    /// The call returned a number that a register is set to: which one is seen?
    WhichNumber(String),
    /// The word so far.
    Word(Vec<String>),
    /// What can be said.
    Help,
    /// The line can't be read, with the text that was tried.
    Unreadable(Problem, String),
    /// The end.
    End,
}

impl Session {
    /// A conversation about a new object.
    pub fn new(explainer: Explainer) -> Self {
        Session { explainer, events: Vec::new() }
    }

    /// What may be called now. Before the first call, of a component without constructors, in the initial state.
    pub fn now(&mut self) -> Reply {
        if self.events.is_empty() {
            let place = self.explainer.tied.start();
            return Reply::Made {
                state: self.explainer.name(place.state),
                registers: self.explainer.registers(&place),
                allowed: self.explainer.allowed(&place),
            };
        }
        match self.explainer.explain(&self.events.join(", ")) {
            Ok(told) => Reply::Made { state: told.state, registers: told.registers, allowed: told.allowed },
            Err(problem) => Reply::Unreadable(problem, self.events.join(", ")),
        }
    }

    /// Takes a line: a command, or calls.
    pub fn say(&mut self, line: &str) -> Reply {
        match line.trim() {
            "" => self.now(),
            "quit" | "exit" => Reply::End,
            "help" | "?" => Reply::Help,
            "word" => Reply::Word(self.events.clone()),
            "back" => {
                self.events.pop();
                self.now()
            }
            calls => self.call(calls),
        }
    }

    fn call(&mut self, calls: &str) -> Reply {
        // Read by itself first, so that the place of a mistake is one in the line.
        let written = match etiquette_component::read_word(&self.explainer.component, calls) {
            Ok(written) => written,
            Err(problem) => return Reply::Unreadable(Problem::Word(problem), calls.to_owned()),
        };
        for event in written {
            let text = &calls[event.span.range()];
            if let Some(reply) = self.make(text, event.outcome.is_some()) {
                return reply;
            }
        }
        self.now()
    }

    /// Makes one call; a reply where it can't be made, or its outcome is not known.
    fn make(&mut self, call: &str, has_outcome: bool) -> Option<Reply> {
        let told = match self.told(call) {
            Ok(told) => told,
            Err(problem) => return Some(Reply::Unreadable(problem, call.to_owned())),
        };
        if !told.is_legal() {
            return Some(Reply::NotMade(Box::new(told)));
        }
        if !has_outcome && told.steps.last().is_some_and(|step| step.returned) {
            return Some(Reply::WhichNumber(call.to_owned()));
        }
        if !has_outcome {
            let outcomes = self.possible_outcomes(call);
            if outcomes.len() > 1 {
                return Some(Reply::WhichOutcome(outcomes));
            }
        }
        self.events = told.steps.into_iter().map(|step| step.written).collect();
        None
    }

    fn told(&mut self, call: &str) -> Result<Explanation, Problem> {
        let so_far: Vec<&str> = self.events.iter().map(String::as_str).chain([call]).collect();
        self.explainer.explain(&so_far.join(", "))
    }

    /// The outcomes that the call can have now, as calls to be said.
    fn possible_outcomes(&mut self, call: &str) -> Vec<String> {
        let component = &self.explainer.arena.component;
        let Ok(read) = etiquette_component::read_word(component, call) else { return Vec::new() };
        let methods = read.iter().flat_map(|event| event.readings.iter().map(|reading| reading.method));
        let mut outcomes: Vec<String> = methods.flat_map(|method| component.methods[method].outcomes.clone()).collect();
        outcomes.dedup();
        let said = outcomes.into_iter().map(|outcome| format!("{call} -> {outcome}"));
        said.filter(|said| self.told(said).is_ok_and(|told| told.is_legal())).collect()
    }
}
