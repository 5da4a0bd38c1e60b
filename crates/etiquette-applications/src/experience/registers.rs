//! Words of a log walked through an interface with registers: which call is made depends on their values.
//!
//! What an object was made with, or what a call returned, may be needed and not be in the log. Then the word is followed
//! up to there.

use std::collections::BTreeSet;

use etiquette_automata::{CallId, Configuration, Interface, Simulator, StateId, Unreadable};

use super::log::{Ended, SeenCall, SeenWord};
use super::walk::{Difference, Disagreement};
use crate::guards::argument_values;

/// An interface that logs are walked through.
pub(super) struct Walker {
    walk: Simulator,
}

/// How a walk ends.
enum End {
    /// In agreement with the word.
    Agrees,
    /// Where the log does not tell what the interface depends on.
    Untold,
    Differs(Disagreement),
}

/// What came of all words.
#[derive(Default)]
pub(super) struct Walked {
    pub disagreements: Vec<Disagreement>,
    /// The words whose first values are not known.
    pub unplaced: usize,
    /// The words that could not be followed to their end.
    pub untold: usize,
    /// The calls that worked, each with the state in which it was made.
    pub worked: BTreeSet<(StateId, CallId)>,
}

impl Walker {
    pub fn new(interface: &Interface) -> Result<Walker, Unreadable> {
        Ok(Walker { walk: Simulator::new(interface)? })
    }

    pub fn walked(&self, words: &[SeenWord]) -> Walked {
        let mut walked = Walked::default();
        for (index, word) in words.iter().enumerate() {
            if !self.is_placed(word) {
                walked.unplaced += 1;
                continue;
            }
            match self.follow(index, word, &mut walked.worked) {
                End::Agrees => {}
                End::Untold => walked.untold += 1,
                End::Differs(found) => walked.disagreements.push(found),
            }
        }
        walked
    }

    /// Where there are constructors, they set registers.
    fn is_placed(&self, word: &SeenWord) -> bool {
        let alphabet = self.walk.interface().alphabet();
        let constructs = |seen: &SeenCall| alphabet.call(seen.method).constructor;
        alphabet.calls().iter().all(|call| !call.constructor) || word.calls.first().is_none_or(constructs)
    }

    fn follow(&self, word: usize, seen: &SeenWord, worked: &mut BTreeSet<(StateId, CallId)>) -> End {
        let interface = self.walk.interface();
        let mut at = self.walk.start();
        for (position, seen) in seen.calls.iter().enumerate() {
            let Some((arguments, call)) = self.call(&at, seen) else { return End::Untold };
            let allowed = call.filter(|&call| interface.allows(at.state, call));
            let difference = match (allowed, &seen.ended) {
                (None, Ended::Error(_)) => return End::Agrees,
                (None, Ended::Outcome(_)) => Difference::Worked,
                (Some(_), Ended::Error(error)) => Difference::Failed(error.clone()),
                (Some(call), Ended::Outcome(outcome)) => {
                    let outcomes = &interface.alphabet().call(call).outcomes;
                    let single = (outcomes.len() == 1).then_some(0);
                    let known = outcomes.iter().position(|known| known == outcome).or(single);
                    let event = |outcome: usize| interface.alphabet().event(call, outcome);
                    match known.filter(|&outcome| interface.next(at.state, event(outcome)).is_some()) {
                        None => Difference::Unforeseen(outcome.clone()),
                        Some(outcome) => {
                            let returned = (outcome, seen.result.map(|number| number as u64));
                            let next = self.walk.after_returning(&at, call, &arguments, returned);
                            let Some(next) = next else { return End::Untold };
                            worked.insert((at.state, call));
                            at = next;
                            continue;
                        }
                    }
                }
            };
            let registers = self.walk.written(&at);
            return End::Differs(Disagreement { word, position, state: at.state, call, difference, registers });
        }
        End::Agrees
    }

    /// The arguments of a call, and which call of the interface they make it; `None` where the log does not tell.
    fn call(&self, at: &Configuration, seen: &SeenCall) -> Option<(Vec<u64>, Option<CallId>)> {
        let parameters = self.walk.parameters(seen.method);
        let arguments = argument_values(parameters, &seen.arguments, |name| self.walk.named(name))?;
        let method = &self.walk.interface().alphabet().call(seen.method).method;
        let call = self.walk.call(at, method, &arguments);
        Some((arguments, call))
    }
}
