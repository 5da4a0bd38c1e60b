//! Random words, played on a JVM and held against what is claimed.

use std::collections::BTreeSet;
use std::fmt;

use etiquette_automata::Configuration;
use etiquette_java::replay::{Jvm, Observed, ReplayError, Word};
use etiquette_learning::SplitMix64;

use super::claim::{PlayedCall, Subject};

/// The longest word has one call more.
const LONGEST: usize = 14;

/// Each word that does not return costs seconds: after so many of them the class is left alone.
const MOST_UNRETURNED: usize = 8;

/// How something that was claimed is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wrong {
    /// A call is allowed, and raises the error.
    AllowedFails,
    /// A call is forbidden for certain, and does not raise the error.
    ForbiddenReturns,
    /// A call ends in a way that is said to be impossible.
    OutcomeLeftOut,
    /// The program panics over the class.
    Panics,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wrong::AllowedFails => "an allowed call fails",
            Wrong::ForbiddenReturns => "a forbidden call does not fail",
            Wrong::OutcomeLeftOut => "an outcome that is left out happens",
            Wrong::Panics => "the program panics",
        })
    }
}

/// A word that shows that a claim is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// How it is wrong.
    pub wrong: Wrong,
    /// The calls.
    pub word: Vec<String>,
    /// What the JVM did, call by call.
    pub seen: Vec<String>,
}

/// What came of playing words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Played {
    /// Words that were run.
    pub words: usize,
    /// Calls in them that were compared.
    pub calls: usize,
    /// Words that ended early because a call could not be made or did not return.
    pub cut_short: usize,
    /// Those of them in which a call did not return.
    pub unreturned: usize,
    pub contradiction: Option<Contradiction>,
}

/// Plays words until one contradicts the claim, and leaves out of that what it can do without. The same word is not
/// played twice.
pub(super) fn play(
    subject: &Subject<'_>,
    jvm: &mut Jvm,
    words: usize,
    random: &mut SplitMix64,
) -> Result<Played, ReplayError> {
    let mut played = Played::default();
    let mut known = BTreeSet::new();
    for _ in 0..words {
        let word = random_word(subject, random);
        if word.is_empty() || !known.insert(word.clone()) {
            continue;
        }
        if let Some(found) = play_word(subject, jvm, &word, &mut played)? {
            played.contradiction = Some(shortest(subject, jvm, word, found));
            break;
        }
        if played.unreturned == MOST_UNRETURNED {
            break;
        }
    }
    Ok(played)
}

fn play_word(
    subject: &Subject<'_>,
    jvm: &mut Jvm,
    word: &[usize],
    played: &mut Played,
) -> Result<Option<Contradiction>, ReplayError> {
    let calls: Vec<&PlayedCall> = word.iter().map(|&index| &subject.calls[index]).collect();
    let replayed = calls.iter().map(|call| call.replay.clone()).collect();
    let seen = jvm.run(&Word { calls: replayed, assertions: false })?;
    played.words += 1;
    Ok(Judge { subject, calls: &calls, played }.judge(&seen))
}

/// Leaves calls out of a word, one at a time, for as long as it is wrong in the same way.
fn shortest(subject: &Subject<'_>, jvm: &mut Jvm, mut word: Vec<usize>, mut found: Contradiction) -> Contradiction {
    word.truncate(found.word.len());
    let mut position = 0;
    while position < word.len() {
        let mut shorter = word.clone();
        shorter.remove(position);
        match play_word(subject, jvm, &shorter, &mut Played::default()) {
            Ok(Some(other)) if other.wrong == found.wrong => (word, found) = (shorter, other),
            _ => position += 1,
        }
    }
    found
}

/// Mostly allowed calls, as far as that can be said before their outcomes are known, and doubtful ones of which it is
/// claimed what is true after them; then perhaps a forbidden one.
fn random_word(subject: &Subject<'_>, random: &mut SplitMix64) -> Vec<usize> {
    let mut reached = vec![subject.start()];
    let mut word = Vec::new();
    for _ in 0..1 + random.below(LONGEST) {
        let mut possible = fitting(subject, word.is_empty(), &reached, true);
        let doubtful = fitting(subject, word.is_empty(), &reached, false);
        possible
            .extend(doubtful.into_iter().filter(|&call| !after(subject, &reached, &subject.calls[call]).is_empty()));
        let Some(&chosen) = pick(&possible, random) else { break };
        word.push(chosen);
        reached = after(subject, &reached, &subject.calls[chosen]);
    }
    let forbidden = fitting(subject, word.is_empty(), &reached, false);
    word.extend(pick(&forbidden, random));
    word
}

/// The calls that are allowed somewhere, or forbidden somewhere.
fn fitting(subject: &Subject<'_>, is_first: bool, reached: &[Configuration], is_allowed: bool) -> Vec<usize> {
    let component = &subject.claim.component;
    let fits = |call: &PlayedCall| {
        component.may_call(call.letter.method, is_first)
            && reached.iter().any(|at| subject.allows(at, call) == Some(is_allowed))
    };
    (0..subject.calls.len()).filter(|&index| fits(&subject.calls[index])).collect()
}

fn pick<'a>(items: &'a [usize], random: &mut SplitMix64) -> Option<&'a usize> {
    if items.is_empty() { None } else { items.get(random.below(items.len())) }
}

/// Numbers that calls may return, for those who make up words.
const RESULTS: [i64; 3] = [0, 1, 5];

fn after(subject: &Subject<'_>, reached: &[Configuration], call: &PlayedCall) -> Vec<Configuration> {
    let outcomes = subject.claim.component.methods[call.letter.method].outcomes.len();
    let ended = |outcome: usize| RESULTS.map(|result| (outcome, Some(result)));
    let events = |at: &Configuration| -> Vec<Configuration> {
        (0..outcomes).flat_map(ended).filter_map(|ended| subject.after(at, call, ended)).collect()
    };
    let mut next: Vec<Configuration> = reached.iter().flat_map(events).collect();
    next.sort_unstable();
    next.dedup();
    next
}

/// Goes through the interface with what was seen.
struct Judge<'a> {
    subject: &'a Subject<'a>,
    calls: &'a [&'a PlayedCall],
    played: &'a mut Played,
}

impl Judge<'_> {
    fn judge(&mut self, seen: &[Observed]) -> Option<Contradiction> {
        let mut at = self.subject.start();
        for (position, observed) in seen.iter().enumerate() {
            if let Observed::NotReturned | Observed::NotMade(_) = observed {
                self.played.cut_short += 1;
                self.played.unreturned += usize::from(*observed == Observed::NotReturned);
                return None;
            }
            self.played.calls += 1;
            match self.step(&at, position, observed) {
                Ok(Some(next)) => at = next,
                Ok(None) => return None,
                Err(wrong) => return Some(self.contradiction(wrong, position, seen)),
            }
        }
        None
    }

    /// The configuration after a call; none where nothing more is claimed.
    fn step(&self, at: &Configuration, position: usize, observed: &Observed) -> Result<Option<Configuration>, Wrong> {
        let (subject, call) = (self.subject, self.calls[position]);
        let fails = subject.error(observed).is_some();
        if subject.allows(at, call) != Some(true) {
            let must_fail = subject.must_fail(at, &self.calls[..=position]);
            return match fails {
                false if must_fail => Err(Wrong::ForbiddenReturns),
                // What is true after a doubtful call that returned is claimed, if anything is.
                false if !self.makes_none(call, observed) && !is_exhaustion(observed) => {
                    Ok(self.next(at, call, observed))
                }
                _ => Ok(None),
            };
        }
        match (fails, subject.claims_safe()) {
            (true, true) => return Err(Wrong::AllowedFails),
            (true, false) => return Ok(None),
            // A constructor that fails makes no object, and nothing is claimed about what can't be called.
            (false, _) if self.makes_none(call, observed) || is_exhaustion(observed) => return Ok(None),
            (false, _) => {}
        }
        match self.next(at, call, observed) {
            None if subject.claims_safe() => Err(Wrong::OutcomeLeftOut),
            next => Ok(next),
        }
    }

    fn makes_none(&self, call: &PlayedCall, observed: &Observed) -> bool {
        let makes = self.subject.claim.component.methods[call.letter.method].constructor;
        makes && matches!(observed, Observed::Threw(_) | Observed::Null)
    }

    fn next(&self, at: &Configuration, call: &PlayedCall, observed: &Observed) -> Option<Configuration> {
        let made = self.subject.call(at, call)?;
        let outcome = observed.outcome(&self.subject.interface().alphabet().call(made).outcomes)?;
        self.subject.after(at, call, (outcome, observed.result()))
    }

    fn contradiction(&self, wrong: Wrong, position: usize, seen: &[Observed]) -> Contradiction {
        let component = &self.subject.claim.component;
        let written = |call: &&PlayedCall| component.written_call(call.letter.method, &call.letter.arguments);
        Contradiction {
            wrong,
            word: self.calls[..=position].iter().map(written).collect(),
            seen: seen[..=position].iter().map(ToString::to_string).collect(),
        }
    }
}

/// That memory or the stack suffices is part of what is asked.
fn is_exhaustion(observed: &Observed) -> bool {
    matches!(observed, Observed::Threw(thrown) if thrown.is_a("java.lang.VirtualMachineError"))
}
