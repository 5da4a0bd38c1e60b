//! Words with argument values: calls as they are really made.
//!
//! They come from the checkers, and are run on the interpreter before anybody is told of them.

use etiquette_component::{Component, Exit, Interpreter, Letter, Word};

/// How a word ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All of its calls returned.
    Returned,
    /// One more call fails.
    Failed {
        /// The call.
        letter: Letter,
        /// The error, by position in the component.
        error: usize,
    },
}

/// A word that can happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConcreteWord {
    /// The calls that returned.
    pub events: Word,
    /// How it ends.
    pub ending: Ending,
    /// The state of the component at first.
    pub initial: Vec<u64>,
    /// Values of hidden choices on the way, as far as they are known.
    pub choices: Vec<u64>,
}

/// The most states that are followed when a word is run.
const MOST_STATES: usize = 256;

/// The most ways through one call that are tried.
const MOST_WAYS: usize = 20_000;

/// The most steps that running a word takes: a second or so.
pub const MOST_STEPS: u64 = 10_000_000;

/// Where a hidden choice has no more values than this, all of them are tried; otherwise those that are known from the
/// word.
const FEW_VALUES: u64 = 32;

impl ConcreteWord {
    /// The calls as people write them, with outcomes where there are several.
    pub fn written(&self, component: &Component) -> Vec<String> {
        let mut written: Vec<String> = self.events.iter().map(|event| component.written_event(event)).collect();
        if let Ending::Failed { letter, .. } = &self.ending {
            written.push(component.written_call(letter.method, &letter.arguments));
        }
        written
    }

    /// Whether the interpreter can run the word as it says, with some of the hidden choices.
    pub fn happens(&self, component: &Component) -> bool {
        self.happens_within(component, &mut { MOST_STEPS })
    }

    /// The same, within a number of steps, from which those that it takes are taken off.
    pub fn happens_within(&self, component: &Component, steps: &mut u64) -> bool {
        let mut interpreter = Interpreter::new(component);
        interpreter.steps_left = *steps;
        let mut runner = Runner { interpreter, hints: &self.choices };
        let happens = self.happens_on(&mut runner);
        *steps = runner.interpreter.steps_left;
        happens
    }

    fn happens_on(&self, runner: &mut Runner<'_>) -> bool {
        let mut states = vec![self.initial.clone()];
        for event in &self.events {
            states = runner.after(&states, &event.letter, Exit::Returned(event.outcome));
        }
        match &self.ending {
            Ending::Returned => !states.is_empty(),
            Ending::Failed { letter, error } => !runner.after(&states, letter, Exit::Failed(*error)).is_empty(),
        }
    }
}

struct Runner<'a> {
    interpreter: Interpreter,
    hints: &'a [u64],
}

impl Runner<'_> {
    /// The states after a call that ends like this.
    fn after(&mut self, states: &[Vec<u64>], letter: &Letter, wanted: Exit) -> Vec<Vec<u64>> {
        let mut found = Vec::new();
        for state in states {
            self.results(state, letter, wanted, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found.truncate(MOST_STATES);
        found
    }

    /// Runs the call again and again, each time with the next sequence of choices.
    fn results(&mut self, state: &[u64], letter: &Letter, wanted: Exit, found: &mut Vec<Vec<u64>>) {
        let mut script = Script { hints: self.hints, taken: Vec::new(), position: 0 };
        for _ in 0..MOST_WAYS {
            let mut after = state.to_vec();
            script.position = 0;
            let Letter { method, arguments } = letter;
            let exit = self.interpreter.call(&mut after, *method, arguments, &mut |last| script.choose(last));
            if exit == wanted {
                found.push(after);
            }
            if self.interpreter.steps_left == 0 || !script.advance() {
                return;
            }
        }
    }
}

/// A sequence of choices: for each the values that are left to try, the present one at the end.
struct Script<'a> {
    hints: &'a [u64],
    taken: Vec<Vec<u64>>,
    position: usize,
}

/// A call that makes more choices than this is given up.
const MOST_CHOICES: usize = 1000;

impl Script<'_> {
    fn choose(&mut self, last: u64) -> Option<u64> {
        if self.position == self.taken.len() {
            if self.position == MOST_CHOICES {
                return None;
            }
            self.taken.push(self.values(last));
        }
        self.position += 1;
        self.taken[self.position - 1].last().copied()
    }

    fn values(&self, last: u64) -> Vec<u64> {
        if last < FEW_VALUES {
            return (0..=last).rev().collect();
        }
        let known = self.hints.iter().copied().chain([last, 1, 0]).filter(|&value| value <= last);
        let mut values: Vec<u64> = known.collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Goes on to the next sequence; `false` after the last one.
    fn advance(&mut self) -> bool {
        self.taken.truncate(self.position);
        while let Some(values) = self.taken.last_mut() {
            values.pop();
            if !values.is_empty() {
                return true;
            }
            self.taken.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_takes_too_many_steps_is_given_up() {
        let spin = "component spin { method run() {
            var left: u64 = 1000; while (left > 0) { left = left - 1; } assert false; } }";
        let component = etiquette_component::parse(spin, "spin.component").expect("a component");
        let ending = Ending::Failed { letter: Letter { method: 0, arguments: Vec::new() }, error: 0 };
        let word = ConcreteWord { events: Vec::new(), ending, initial: Vec::new(), choices: Vec::new() };
        let (mut few, mut many) = (100, 100_000);
        assert!(!word.happens_within(&component, &mut few) && few == 0);
        assert!(word.happens_within(&component, &mut many) && many < 99_000);
    }
}
