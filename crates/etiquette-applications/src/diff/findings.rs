//! What a comparison found, in the words of its calls: changes with their words, and what follows for clients.

use etiquette_automata::{Alphabet, Call, CallId};
use etiquette_component::Guard;
use etiquette_outcome::{Assumption, Confidence, OnJvm, Outcome, Reason, granted_by_rank};

use super::letters::{Letters, plain_name};
use super::outcomes::only_in_one;
use super::search::{Walked, error};
use super::trial::Trial;

/// One of the two versions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    /// The old one.
    Old,
    /// The new one.
    New,
}

/// All differences of two versions.
#[derive(Clone, PartialEq, Debug)]
pub struct Diff {
    /// The old component's name.
    pub old: String,
    /// The new component's name.
    pub new: String,
    /// Calls that were legal and are forbidden now, those with shorter words first.
    pub forbidden: Vec<Change>,
    /// Calls that were forbidden and are legal now, those with shorter words first.
    pub legal: Vec<Change>,
    /// Calls that were forbidden and still are, but raise another error now, those with shorter words first.
    pub errors: Vec<ErrorChange>,
    /// Methods that clients could call and that are gone.
    pub removed: Vec<CallChange>,
    /// Methods that are new.
    pub added: Vec<CallChange>,
    /// Methods whose arguments are told apart in another way.
    pub guards: Vec<GuardChange>,
    /// Methods with other outcomes.
    pub outcomes: Vec<OutcomeChange>,
    /// Why the answer is not certain, as sentences.
    pub open: Vec<String>,
    /// What was taken for granted about a version, and so for the comparison.
    pub assumptions: Vec<(Side, Assumption)>,
    /// The number of pairs of states that were looked at.
    pub pairs: usize,
}

/// What follows for clients.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Whatever was legal still is.
    Compatible,
    /// Something that was legal is forbidden.
    Breaking,
    /// Not enough was proved to tell.
    Open,
}

/// A call that one version allows after a word, and the other forbids.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The method, as in its signature.
    pub method: String,
    /// The call as the old version has it, with its guard.
    pub old_call: String,
    /// The call as the new version has it.
    pub new_call: String,
    /// A shortest word that both versions accept.
    pub word: Vec<Step>,
    /// The call itself.
    pub call: Step,
    /// The number of places where this is so, i.e. pairs of states.
    pub places: usize,
    /// Why the version that forbids it does.
    pub reason: Option<Reason>,
    /// Whether that version does not know whether it fails: it depends on what is not modelled.
    pub doubtful: bool,
    /// Whether the difference rests on what was proved alone, and nothing that was tried speaks against it.
    pub certain: bool,
    /// What came of trying the word on the components.
    pub trial: Trial,
    /// What a JVM made of it, if it was asked: the last call must raise the error in the version that forbids it, and
    /// must not in the other.
    pub on_jvm: Option<OnJvm>,
    /// The word and the call, as letters with the positions of their events.
    pub(super) path: Vec<(usize, Option<usize>)>,
}

/// A call with argument values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The method's name, without types.
    pub method: String,
    /// Whether it constructs the object.
    pub constructor: bool,
    /// The parameters' types.
    pub types: Vec<String>,
    /// The arguments.
    pub arguments: Vec<String>,
    /// The outcome, or the number that came back, where it tells something.
    pub outcome: Option<String>,
}

/// A call that raises another error than before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorChange {
    /// The call as the new version has it.
    pub call: String,
    /// A shortest word, with the call at its end.
    pub word: Vec<Step>,
    /// The error of the old version.
    pub old: String,
    /// The error of the new version.
    pub new: String,
    /// The number of places where this is so.
    pub places: usize,
}

/// A method that only one version has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallChange {
    /// The method, as in its signature.
    pub call: String,
    /// A shortest word after which it may be called; `None` where it never may, along words that both versions accept.
    pub word: Option<Vec<Step>>,
}

/// A method whose guards are others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuardChange {
    /// The method.
    pub method: String,
    /// The guards of the old version.
    pub old: Vec<String>,
    /// The guards of the new version.
    pub new: Vec<String>,
}

/// A method whose outcomes are others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutcomeChange {
    /// The method.
    pub method: String,
    /// Outcomes that are gone.
    pub removed: Vec<String>,
    /// Outcomes that are new: words that go on after them were not compared.
    pub added: Vec<String>,
}

impl Diff {
    /// What follows for clients.
    pub fn verdict(&self) -> Verdict {
        let is_gone = self.removed.iter().any(|removed| removed.word.is_some());
        if is_gone || self.forbidden.iter().any(|change| change.certain) {
            Verdict::Breaking
        } else if self.forbidden.is_empty() && self.open.is_empty() {
            Verdict::Compatible
        } else {
            Verdict::Open
        }
    }
}

impl Change {
    /// Adds what a JVM made of it. What it does not confirm is not certain any more.
    pub fn set_on_jvm(&mut self, tried: OnJvm) {
        self.certain &= !matches!(tried, OnJvm::Differs(_));
        self.on_jvm = Some(tried);
    }

    /// The word with the call at its end, as text.
    pub fn written_word(&self) -> Vec<String> {
        self.word.iter().chain([&self.call]).map(Step::to_string).collect()
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}({})", self.method, self.arguments.join(", "))?;
        self.outcome.iter().try_for_each(|outcome| write!(f, " -> {outcome}"))
    }
}

/// Puts what the search found into words.
pub(super) fn collect(old: &Outcome, new: &Outcome, letters: &Letters, walked: &Walked) -> Diff {
    let collector = Collector { old, new, letters, walked };
    Diff {
        old: old.component.clone(),
        new: new.component.clone(),
        forbidden: collector.changes(Side::Old),
        legal: collector.changes(Side::New),
        errors: collector.error_changes(),
        removed: collector.call_changes(&letters.removed, Side::Old),
        added: collector.call_changes(&letters.added, Side::New),
        guards: collector.guard_changes(),
        outcomes: collector.outcome_changes(),
        open: collector.open(),
        assumptions: assumptions(old, new),
        pairs: walked.pairs,
    }
}

struct Collector<'a> {
    old: &'a Outcome,
    new: &'a Outcome,
    letters: &'a Letters,
    walked: &'a Walked,
}

impl Collector<'_> {
    fn old_alphabet(&self) -> &Alphabet {
        self.old.interface.alphabet()
    }

    fn new_alphabet(&self) -> &Alphabet {
        self.new.interface.alphabet()
    }

    /// The calls that one side allows alone.
    fn changes(&self, side: Side) -> Vec<Change> {
        let mut found: Vec<(usize, usize, usize)> = self
            .walked
            .found
            .iter()
            .filter(|((_, of), _)| *of == side)
            .map(|(&(letter, _), found)| (found.pair, letter, found.places))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(pair, letter, places)| self.change(side, pair, letter, places)).collect()
    }

    fn change(&self, side: Side, pair: usize, letter: usize, places: usize) -> Change {
        let (old_state, new_state) = self.walked.places[pair].0;
        let found = &self.letters.letters[letter];
        let (forbidding, state, call) = match side {
            Side::Old => (self.new, new_state, found.new),
            Side::New => (self.old, old_state, found.old),
        };
        let reason = forbidding.reason(state, call).cloned();
        let doubtful = forbidding.doubt(state, call).is_some();
        Change {
            method: signature(self.new_alphabet().call(found.new)),
            old_call: self.old_alphabet().call(found.old).to_string(),
            new_call: self.new_alphabet().call(found.new).to_string(),
            word: self.word(pair),
            call: self.step(letter, None),
            places,
            certain: self.is_certain(side, doubtful, reason.as_ref()),
            doubtful,
            reason,
            trial: Trial::Agrees(Vec::new()),
            on_jvm: None,
            path: self.path(pair, letter),
        }
    }

    fn error_changes(&self) -> Vec<ErrorChange> {
        let found = self.walked.other_errors.iter();
        let mut found: Vec<_> = found.map(|(&letter, found)| (found.pair, letter, found.places)).collect();
        found.sort_unstable();
        let change = |(pair, letter, places): (usize, usize, usize)| {
            let (old_state, new_state) = self.walked.places[pair].0;
            let call = &self.letters.letters[letter];
            Some(ErrorChange {
                call: self.new_alphabet().call(call.new).to_string(),
                word: self.word(pair).into_iter().chain([self.step(letter, None)]).collect(),
                old: error(self.old, old_state, call.old)?.to_string(),
                new: error(self.new, new_state, call.new)?.to_string(),
                places,
            })
        };
        found.into_iter().filter_map(change).collect()
    }

    /// What is allowed must be known to be legal, and what is forbidden known to fail.
    fn is_certain(&self, side: Side, doubtful: bool, reason: Option<&Reason>) -> bool {
        let (allowing, forbidding) = match side {
            Side::Old => (self.old, self.new),
            Side::New => (self.new, self.old),
        };
        allowing.guarantee.safe == Confidence::Proved
            && forbidding.guarantee.permissive.but_for().is_some()
            && !doubtful
            && reason != Some(&Reason::Unexplored)
            && self.letters.unclear.is_empty()
    }

    fn word(&self, pair: usize) -> Vec<Step> {
        self.walked.places[pair].1.iter().map(|&(letter, event)| self.step(letter, Some(event))).collect()
    }

    fn path(&self, pair: usize, last: usize) -> Vec<(usize, Option<usize>)> {
        let word = self.walked.places[pair].1.iter().map(|&(letter, event)| (letter, Some(event)));
        word.chain([(last, None)]).collect()
    }

    fn step(&self, letter: usize, event: Option<usize>) -> Step {
        let found = &self.letters.letters[letter];
        let call = self.new_alphabet().call(found.new);
        let outcome = event.and_then(|event| found.result.clone().or_else(|| found.events[event].2.clone()));
        Step { outcome, ..step(call, found.arguments.clone()) }
    }

    /// The methods that only one side has, each once.
    fn call_changes(&self, calls: &[CallId], side: Side) -> Vec<CallChange> {
        let outcome = if side == Side::Old { self.old } else { self.new };
        let alphabet = outcome.interface.alphabet();
        let mut changes: Vec<CallChange> = Vec::new();
        for &id in calls {
            let call = alphabet.call(id);
            let written = signature(call);
            let word = self.walked.alone.get(&(id, side)).map(|&pair| {
                let last = step(call, vec!["…".into(); call.written_parameters().len()]);
                self.word(pair).into_iter().chain([last]).collect::<Vec<_>>()
            });
            match changes.iter_mut().find(|known| known.call == written) {
                Some(known) if shorter(word.as_ref(), known.word.as_ref()) => known.word = word,
                Some(_) => {}
                None => changes.push(CallChange { call: written, word }),
            }
        }
        changes
    }

    fn guard_changes(&self) -> Vec<GuardChange> {
        let guards = |alphabet: &Alphabet, calls: &[CallId]| {
            calls.iter().map(|&id| alphabet.call(id).guard.to_string()).collect::<Vec<_>>()
        };
        // With registers, letters are those of the words that were found.
        let has_registers = [self.old, self.new].iter().any(|version| !version.interface.memory().is_empty());
        let change = |(old, new): &(Vec<CallId>, Vec<CallId>)| {
            // Each call meets one of the other side only where the guards mean the same.
            let letters = self.letters.letters.iter().filter(|letter| old.contains(&letter.old)).count();
            let is_met = letters == old.len() && letters == new.len();
            let method = signature(self.old_alphabet().call(old[0]));
            let (old, new) = (guards(self.old_alphabet(), old), guards(self.new_alphabet(), new));
            let is_same = if has_registers { old == new } else { is_met };
            (!is_same).then_some(GuardChange { method, old, new })
        };
        self.letters.shared.iter().filter_map(change).collect()
    }

    fn outcome_changes(&self) -> Vec<OutcomeChange> {
        let change = |(old, new): &(Vec<CallId>, Vec<CallId>)| {
            let (old, new) = (self.old_alphabet().call(old[0]), self.new_alphabet().call(new[0]));
            let (removed, added) = only_in_one(&old.outcomes, &new.outcomes);
            let is_change = !removed.is_empty() || !added.is_empty();
            is_change.then(|| OutcomeChange { method: signature(old), removed, added })
        };
        self.letters.shared.iter().filter_map(change).collect()
    }

    /// Nothing breaks if all that was legal was in the old interface, and all that is in the new one is legal.
    fn open(&self) -> Vec<String> {
        let mut open = Vec::new();
        if self.old.guarantee.permissive != Confidence::Proved {
            let confidence = self.old.guarantee.permissive;
            open.push(format!(
                "the old version may have more legal words than its interface has (permissive: {confidence})"
            ));
        }
        if self.new.guarantee.safe != Confidence::Proved {
            let confidence = self.new.guarantee.safe;
            open.push(format!("the new version's interface may have words that fail (safe: {confidence})"));
        }
        if self.forbidden_is_uncertain() {
            let uncertain = self.changes(Side::Old).into_iter().filter(|change| !change.certain);
            open.push(match uncertain.into_iter().all(|change| change.doubtful) {
                true => {
                    "a call that was allowed is doubtful now: whether it fails depends on what is not modelled".into()
                }
                false => {
                    "a call that was allowed is no longer, but not everything that this rests on was proved".into()
                }
            });
        }
        let mut unclear = self.letters.unclear.clone();
        unclear.sort();
        unclear.dedup();
        open.extend(unclear);
        open.extend(self.walked.unknown.iter().cloned());
        open
    }

    fn forbidden_is_uncertain(&self) -> bool {
        self.changes(Side::Old).iter().any(|change| !change.certain)
    }
}

/// What was taken for granted, of the old version first.
fn assumptions(old: &Outcome, new: &Outcome) -> Vec<(Side, Assumption)> {
    let of = |side: Side, version: &Outcome| {
        let granted = granted_by_rank(&version.guarantee.assumptions).into_iter();
        granted.map(|assumption| (side, assumption.clone())).collect::<Vec<_>>()
    };
    [of(Side::Old, old), of(Side::New, new)].concat()
}

/// The method as in its signature.
fn signature(call: &Call) -> String {
    Call { guard: Guard::always(), observed: None, ..call.clone() }.to_string()
}

fn step(call: &Call, arguments: Vec<String>) -> Step {
    let types = call.written_parameters().iter().map(|parameter| parameter.ty.clone()).collect();
    Step { method: plain_name(call).to_string(), constructor: call.constructor, types, arguments, outcome: None }
}

/// Whether a word is shorter than another; any word is shorter than none.
fn shorter(one: Option<&Vec<Step>>, other: Option<&Vec<Step>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.len() < other.len(),
        (Some(_), None) => true,
        _ => false,
    }
}
