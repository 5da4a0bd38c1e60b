//! The cases on the real JVM: what the interface forbids must fail there, what it accepts must not.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_component::{Letter, read_event_at};
use etiquette_java::replay::{Jvm, Observed, ReplayCall, Thrown, Word};
use etiquette_java::{ErrorChoice, Request};
use etiquette_outcome::{Outcome, Reason};

use super::subject::Subject;
use super::{check_every_case, excuse, say};

const WORDS: usize = 20;
const LONGEST: usize = 12;
/// How many calls are tried in each state.
const CALLS: usize = 150;

/// A case with a JVM that runs it.
struct Real<'a> {
    subject: &'a Subject,
    request: Request,
    jvm: &'a mut Jvm,
    /// What was seen of each word: engines come upon the same ones.
    seen: HashMap<Vec<ReplayCall>, Vec<Observed>>,
    /// How often something else was seen than the model foresaw, with a hidden choice to explain it.
    inconclusive: Cell<usize>,
}

/// A call that an engine wrote, with the outcome where that is written.
type ReadEvent = (Letter, Option<String>);

/// A word that an engine wrote: its events, and the calls that they stand for.
type ReadWord = (Vec<ReadEvent>, Vec<ReplayCall>);

/// Witnesses, then every call in every state, then words at random. Where no engine has an answer yet, the expectation
/// stands in for it.
#[test]
fn the_jvm_does_what_the_interface_says() {
    let started: RefCell<Option<Jvm>> = RefCell::default();
    check_every_case(|subject, jdk| {
        let mut jvm = match started.take() {
            Some(jvm) => jvm,
            None => Jvm::start(jdk, &[]).map_err(|error| error.to_string())?,
        };
        let checked = excuse(&subject.case, Real::new(subject, &mut jvm)?.check());
        started.replace(Some(jvm));
        checked
    });
}

/// The same numbers every time (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }
}

impl Drop for Real<'_> {
    fn drop(&mut self) {
        if self.inconclusive.get() > 0 {
            say(format_args!(
                "{}: {} words met another hidden choice",
                self.subject.case.name,
                self.inconclusive.get()
            ));
        }
    }
}

impl<'a> Real<'a> {
    fn new(subject: &'a Subject, jvm: &'a mut Jvm) -> Result<Self, String> {
        jvm.look_at(std::slice::from_ref(&subject.case.folder)).map_err(|error| error.to_string())?;
        Ok(Real { subject, request: subject.case.request(), jvm, seen: HashMap::new(), inconclusive: Cell::new(0) })
    }

    fn check(&mut self) -> Result<(), String> {
        let subject = self.subject;
        let answers = if subject.limit().is_some() { &[] } else { subject.answers()? };
        for outcome in answers {
            let checked = self.check_witnesses(outcome).and_then(|()| self.check_states(outcome));
            checked.map_err(|problem| format!("{}: {problem}", outcome.engine))?;
        }
        let interface = match answers.last() {
            Some(outcome) => subject.letters.spread(&subject.component, &outcome.interface)?,
            None => subject.expected.clone(),
        };
        let mut random = Random(1);
        (0..WORDS).try_for_each(|_| self.stroll(&interface, &mut random))
    }

    fn call(&self, letter: &Letter) -> Result<ReplayCall, String> {
        let Subject { classes, class, component, .. } = self.subject;
        ReplayCall::from_letter(classes, &class.name, component, letter).map_err(|error| error.to_string())
    }

    fn run(&mut self, calls: &[ReplayCall]) -> Result<Vec<Observed>, String> {
        if let Some(seen) = self.seen.get(calls) {
            return Ok(seen.clone());
        }
        let assertions = self.request.errors.contains(&ErrorChoice::Assertions);
        let word = Word { calls: calls.to_vec(), assertions };
        let observed = self.jvm.run(&word).map_err(|error| error.to_string())?;
        self.seen.insert(word.calls, observed.clone());
        Ok(observed)
    }

    /// The exception, if it is one that the case calls an error.
    fn error<'o>(&self, observed: &'o Observed) -> Option<&'o Thrown> {
        let Observed::Threw(thrown) = observed else { return None };
        Some(thrown).filter(|thrown| thrown.is_error(&self.request.errors, &self.request.outcomes))
    }

    fn check_witnesses(&mut self, outcome: &Outcome) -> Result<(), String> {
        let reasons = outcome.states.iter().flat_map(|facts| &facts.forbidden);
        for forbidden in reasons {
            if let Reason::Error { witness, error, at } = &forbidden.reason {
                self.check_witness(witness, error, at.as_deref())
                    .map_err(|problem| format!("{witness:?}: {problem}"))?;
            }
        }
        Ok(())
    }

    fn check_states(&mut self, outcome: &Outcome) -> Result<(), String> {
        let interface = self.subject.letters.spread(&self.subject.component, &outcome.interface)?;
        for (state, facts) in interface.states().zip(&outcome.states) {
            let Some(access) = self.access(&facts.access)? else { continue };
            for allowed in [true, false] {
                let letters = self.letters(&interface, state, allowed);
                for &letter in letters.iter().step_by(letters.len().div_ceil(CALLS).max(1)) {
                    let text = &self.subject.letters.letters[letter].text;
                    let checked = self.check_letter(&interface, state, &access, letter, allowed);
                    checked.map_err(|problem| format!("after {:?}: {text} {problem}", facts.access))?;
                }
            }
        }
        Ok(())
    }

    fn check_letter(
        &mut self,
        interface: &Interface,
        state: StateId,
        access: &[ReplayCall],
        letter: usize,
        allowed: bool,
    ) -> Result<(), String> {
        let mut calls = access.to_vec();
        calls.push(self.letter_call(letter)?);
        if !allowed {
            return self.check_forbidden(&calls);
        }
        let observed = self.run(&calls)?;
        let last = observed.last().ok_or("nothing was run")?;
        self.follow(interface, state, letter, last).map(|_| ())
    }

    /// A word that an engine wrote, unless it can be read in several ways.
    fn read_word(&self, word: &[String]) -> Result<Option<ReadWord>, String> {
        let mut events = Vec::new();
        for text in word {
            let unreadable = || format!("{text} is not readable");
            let event = read_event_at(&self.subject.component, text, 0).map_err(|_| unreadable())?;
            match &event.readings[..] {
                [reading] => {
                    let arguments = reading.arguments.iter().copied().collect::<Option<_>>().ok_or_else(unreadable)?;
                    events.push((Letter { method: reading.method, arguments }, event.outcome));
                }
                _ => {
                    say(format_args!(
                        "{}: not replayed, since overloads are written alike: {text}",
                        self.subject.case.name
                    ));
                    return Ok(None);
                }
            }
        }
        let calls = events.iter().map(|(letter, _)| self.call(letter)).collect::<Result<_, _>>()?;
        Ok(Some((events, calls)))
    }

    /// The calls of a word, unless the JVM takes another way.
    fn access(&mut self, word: &[String]) -> Result<Option<Vec<ReplayCall>>, String> {
        let component = &self.subject.component;
        let Some((events, calls)) = self.read_word(word)? else { return Ok(None) };
        let observed = self.run(&calls)?;
        let agrees = |((letter, outcome), observed): (&ReadEvent, &Observed)| {
            let outcomes = &component.methods[letter.method].outcomes;
            let seen = observed.outcome(outcomes).map(|seen| &outcomes[seen]);
            outcome.is_none() || outcome.as_ref() == seen
        };
        if events.iter().zip(&observed).all(agrees) && observed.len() == calls.len() {
            return Ok(Some(calls));
        }
        self.inconclusive(format!("{word:?} does not happen: {observed:?}"))?;
        Ok(None)
    }

    fn check_witness(&mut self, witness: &[String], error: &str, at: Option<&str>) -> Result<(), String> {
        let component = &self.subject.component;
        let Some((events, calls)) = self.read_word(witness)? else { return Ok(()) };
        let observed = self.run(&calls)?;
        for ((letter, outcome), observed) in events.iter().zip(&observed) {
            let outcomes = &component.methods[letter.method].outcomes;
            let seen = observed.outcome(outcomes).map(|outcome| outcomes[outcome].as_str());
            let wanted = outcome.as_deref();
            if wanted.is_some() && seen != wanted {
                return self.inconclusive(format!("{observed} instead of {wanted:?}"));
            }
        }
        let last = observed.last().ok_or("nothing was run")?;
        match self.error(last) {
            Some(thrown) if observed.len() == events.len() => {
                // A stack trace tells where an exception was made; ours, where it is thrown.
                let kept = self.subject.case.list("tags").contains(&"kept-exception");
                check_error(thrown, error, at.filter(|_| !kept))
            }
            _ => self.inconclusive(format!("ends with {last}, not with {error}")),
        }
    }

    /// Something that a hidden choice explains, if the case says that there are any.
    fn inconclusive(&self, problem: String) -> Result<(), String> {
        if !self.subject.case.has_hidden_choices() {
            return Err(problem);
        }
        self.inconclusive.set(self.inconclusive.get() + 1);
        Ok(())
    }

    /// Runs one random word that the interface accepts, and at its end a call that it forbids.
    fn stroll(&mut self, interface: &Interface, random: &mut Random) -> Result<(), String> {
        let mut state = interface.initial();
        let mut calls: Vec<ReplayCall> = Vec::new();
        let mut text: Vec<&str> = Vec::new();
        let length = 1 + random.below(LONGEST);
        for _ in 0..length {
            let Some(&letter) = random.choose(&self.letters(interface, state, true)) else { break };
            calls.push(self.letter_call(letter)?);
            text.push(&self.subject.letters.letters[letter].text);
            let observed = self.run(&calls)?;
            let Some(last) = observed.last().filter(|_| observed.len() == calls.len()) else { return Ok(()) };
            match self.follow(interface, state, letter, last).map_err(|problem| format!("{text:?}: {problem}"))? {
                Some(next) => state = next,
                None => return Ok(()),
            }
        }
        let Some(&letter) = random.choose(&self.letters(interface, state, false)) else { return Ok(()) };
        calls.push(self.letter_call(letter)?);
        text.push(&self.subject.letters.letters[letter].text);
        self.check_forbidden(&calls).map_err(|problem| format!("{text:?}: {problem}"))
    }

    /// The state after a call that the interface allows, unless it does not return.
    fn follow(
        &self,
        interface: &Interface,
        state: StateId,
        letter: usize,
        observed: &Observed,
    ) -> Result<Option<StateId>, String> {
        if self.error(observed).is_some() {
            return Err(format!("is accepted, but really ends with {observed}"));
        }
        if let Observed::NotReturned | Observed::NotMade(_) = observed {
            say(format_args!("{}: a call {observed}", self.subject.case.name));
            return Ok(None);
        }
        let outcomes = &self.subject.component.methods[self.subject.letters.letters[letter].method].outcomes;
        let unforeseen = || format!("really ends with {observed}, which the model does not know there");
        let outcome = observed.outcome(outcomes).ok_or_else(unforeseen)?;
        let event = interface.alphabet().event(CallId::from_index(letter), outcome);
        interface.next(state, event).ok_or_else(unforeseen).map(Some)
    }

    fn check_forbidden(&mut self, calls: &[ReplayCall]) -> Result<(), String> {
        let observed = self.run(calls)?;
        match observed.last() {
            Some(last) if self.error(last).is_some() => Ok(()),
            Some(Observed::NotMade(_)) | None => Ok(()),
            Some(last) => self.inconclusive(format!("is forbidden, but really ends with {last}")),
        }
    }

    fn letter_call(&self, letter: usize) -> Result<ReplayCall, String> {
        let letter = &self.subject.letters.letters[letter];
        self.call(&Letter { method: letter.method, arguments: letter.arguments.clone() })
    }

    /// The letters that are allowed in a state, or forbidden there because they fail.
    fn letters(&self, interface: &Interface, state: StateId, allowed: bool) -> Vec<usize> {
        let is_first = state == interface.initial();
        let letters = &self.subject.letters.letters;
        let constructs = |letter: usize| self.subject.component.methods[letters[letter].method].constructor;
        (0..letters.len())
            .filter(|&letter| interface.allows(state, CallId::from_index(letter)) == allowed)
            .filter(|&letter| constructs(letter) == is_first)
            .collect()
    }
}

fn check_error(thrown: &Thrown, error: &str, at: Option<&str>) -> Result<(), String> {
    if thrown.class != error {
        return Err(format!("really raises {}, not {error}", thrown.class));
    }
    let places = [&thrown.raised_at, &thrown.at].map(|place| place.as_ref().map(ToString::to_string));
    match at {
        Some(at) if !places.iter().flatten().any(|place| place == at) => {
            Err(format!("{error} is really raised at {places:?}, not at {at}"))
        }
        _ => Ok(()),
    }
}
