//! Words with argument values: calls as they are really made.
//!
//! They come from the checkers, and are run on the interpreter before anybody is told of them.

use etiquette_component::{Component, Event, Exit, Interpreter, Letter, Location};

/// What a client sees of a call that returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The call.
    pub letter: Letter,
    /// The outcome, by position.
    pub outcome: usize,
    /// The number that came back, where somebody looks at it.
    pub result: Option<u64>,
}

impl From<Event> for Seen {
    fn from(Event { letter, outcome }: Event) -> Self {
        Seen { letter, outcome, result: None }
    }
}

impl Seen {
    /// The call as people write it, with the number that came back, or with the outcome where there are several.
    pub fn written(&self, component: &Component) -> String {
        let Seen { letter, outcome, result } = self;
        match component.methods[letter.method].result().zip(*result) {
            Some((returned, number)) => {
                let call = component.written_call(letter.method, &letter.arguments);
                format!("{call} -> {}", component.value_name(returned.ty, number))
            }
            None => component.written_event(&Event { letter: letter.clone(), outcome: *outcome }),
        }
    }
}

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

impl Ending {
    /// The call that fails, if one does.
    pub fn letter(&self) -> Option<&Letter> {
        match self {
            Ending::Returned => None,
            Ending::Failed { letter, .. } => Some(letter),
        }
    }
}

/// A word that can happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConcreteWord {
    /// The calls that returned.
    pub events: Vec<Seen>,
    /// How it ends.
    pub ending: Ending,
    /// The state of the component at first.
    pub initial: Vec<u64>,
    /// Values of hidden choices in each of its calls, as far as they are known, with the places where they are made.
    pub choices: Vec<Vec<(Location, u64)>>,
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
    /// The calls as people write them, with what came back where that is known.
    pub fn written(&self, component: &Component) -> Vec<String> {
        let mut written: Vec<String> = self.events.iter().map(|event| event.written(component)).collect();
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
        let mut runner = Runner { interpreter, hints: &[] };
        let happens = self.happens_on(&mut runner);
        *steps = runner.interpreter.steps_left;
        happens
    }

    fn hints(&self, call: usize) -> &[(Location, u64)] {
        self.choices.get(call).map_or(&[], Vec::as_slice)
    }

    fn happens_on<'a>(&'a self, runner: &mut Runner<'a>) -> bool {
        let mut states = vec![self.initial.clone()];
        for (position, event) in self.events.iter().enumerate() {
            runner.hints = self.hints(position);
            let wanted = (Exit::Returned(event.outcome), event.result);
            states = runner.after(&states, &event.letter, wanted, MOST_STATES);
        }
        runner.hints = self.hints(self.events.len());
        match &self.ending {
            Ending::Returned => !states.is_empty(),
            Ending::Failed { letter, error } => {
                !runner.after(&states, letter, (Exit::Failed(*error), None), 1).is_empty()
            }
        }
    }
}

/// How a call ends, and what it returns, where that matters.
type Ended = (Exit, Option<u64>);

struct Runner<'a> {
    interpreter: Interpreter,
    hints: &'a [(Location, u64)],
}

impl Runner<'_> {
    /// The states after a call that ends like this, and returns that, if it matters; some, if there are more than
    /// `most`.
    fn after(&mut self, states: &[Vec<u64>], letter: &Letter, wanted: Ended, most: usize) -> Vec<Vec<u64>> {
        let mut found = Vec::new();
        for state in states {
            self.results(state, letter, wanted, &mut |after| {
                if !found.contains(&after) {
                    found.push(after);
                }
                found.len() < most
            });
        }
        found
    }

    /// Runs the call again and again, each time with the next sequence of choices, for as long as `visit` wants more.
    fn results(&mut self, state: &[u64], letter: &Letter, wanted: Ended, visit: &mut impl FnMut(Vec<u64>) -> bool) {
        let mut script = Script { hints: self.hints, taken: Vec::new(), position: 0 };
        for _ in 0..MOST_WAYS {
            let mut after = state.to_vec();
            script.position = 0;
            let Letter { method, arguments } = letter;
            let exit = self.interpreter.call(&mut after, *method, arguments, &mut |at, last| script.choose(at, last));
            let returned = wanted.1.is_none_or(|number| self.interpreter.result(*method) == Some(number));
            if exit == wanted.0 && returned && !visit(after) {
                return;
            }
            if self.interpreter.steps_left == 0 || !script.advance() {
                return;
            }
        }
    }
}

/// A sequence of choices: for each the values that are left to try, the present one at the end.
struct Script<'a> {
    hints: &'a [(Location, u64)],
    taken: Vec<(Location, Vec<u64>)>,
    position: usize,
}

/// A call that makes more choices than this is given up.
const MOST_CHOICES: usize = 1000;

impl Script<'_> {
    fn choose(&mut self, at: Location, last: u64) -> Option<u64> {
        if self.position == self.taken.len() {
            if self.position == MOST_CHOICES {
                return None;
            }
            self.taken.push((at, self.values(at, last)));
        }
        self.position += 1;
        self.taken[self.position - 1].1.last().copied()
    }

    /// What is tried at a place, the hint first.
    fn values(&self, at: Location, last: u64) -> Vec<u64> {
        let mut values: Vec<u64> = match last < FEW_VALUES {
            true => (0..=last).collect(),
            false => self.hints.iter().map(|(_, value)| *value).chain([last, 1, 0]).collect(),
        };
        values.retain(|&value| value <= last);
        values.sort_unstable_by_key(|&value| std::cmp::Reverse(value));
        values.dedup();
        if let Some(hint) = self.hint(at) {
            values.sort_by_key(|&value| value == hint.min(last));
        }
        values
    }

    /// What was chosen at a place when it was passed as often as this time; at the latest time, if that is not known.
    fn hint(&self, at: Location) -> Option<u64> {
        let before = self.taken.iter().filter(|(place, _)| *place == at).count();
        let mut there = self.hints.iter().filter(|(place, _)| *place == at).map(|(_, value)| *value);
        there.clone().nth(before).or_else(|| there.next_back())
    }

    /// Goes on to the next sequence; `false` after the last one.
    fn advance(&mut self) -> bool {
        self.taken.truncate(self.position);
        while let Some((_, values)) = self.taken.last_mut() {
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
