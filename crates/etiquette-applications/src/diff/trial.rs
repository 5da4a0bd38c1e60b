//! Tries the words of a comparison on the components that the interfaces were made from, where they are there.
//!
//! The version that allows the last call must let the whole word through, and must not be able to fail along it; the
//! other one must be able to fail at the last call. Every run that this rests on was found by a checker and made again
//! by the interpreter. Words of an interface need not be able to happen, so that a difference between interfaces is not
//! always one between components.

use etiquette_automata::{CallId, EventId, Interface};
use etiquette_component::{Component, GuardedCall, parse_value};
use etiquette_logic::{Symbol, Term};
use etiquette_outcome::{Outcome, Reason, Run};

use super::findings::{Change, Diff, Side};
use super::letters::Letters;
use crate::arena::{Arena, Found, Goal};
use crate::classes::{Classes, arguments_are};
use crate::tied::Tied;
use crate::unfold::{Steps, unfold};
use crate::verify::{subject, with_results};

/// What came of trying a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trial {
    /// All versions whose components are there do what their interfaces say. None need be there.
    Agrees(Vec<Side>),
    /// A version does something else: as a sentence.
    Disagrees(String),
    /// It is not known what a version does: as a sentence.
    Unknown(String),
}

/// The components of two versions, as far as they are there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Components<'a> {
    /// That of the old version.
    pub old: Option<&'a Component>,
    /// That of the new version.
    pub new: Option<&'a Component>,
}

/// Tries all words; what is not confirmed is not certain any more.
pub(super) fn try_all(
    diff: &mut Diff,
    letters: &Letters,
    (old, new): (&Outcome, &Outcome),
    components: Components<'_>,
    run: &Run,
) {
    let ground = |component: &Component, interface: &Interface, other: &Interface| {
        let looks_at_results = other.memory().looks_at_results();
        let subject = if looks_at_results { with_results } else { subject };
        let subject = subject(component, interface, &run.interrupt());
        Ground::new(&subject, interface, run)
    };
    let mut grounds = Grounds {
        letters,
        old: components.old.map(|component| ground(component, &old.interface, &new.interface)),
        new: components.new.map(|component| ground(component, &new.interface, &old.interface)),
    };
    for (changes, allowing) in [(&mut diff.forbidden, Side::Old), (&mut diff.legal, Side::New)] {
        for change in changes {
            change.trial = grounds.try_word(change, allowing);
            change.certain &= matches!(change.trial, Trial::Agrees(_));
        }
    }
    let unconfirmed = diff.forbidden.iter().filter_map(|change| match &change.trial {
        Trial::Agrees(_) => None,
        Trial::Disagrees(why) | Trial::Unknown(why) => {
            Some(format!("`{}` is not confirmed: {why}", change.written_word().join(" · ")))
        }
    });
    diff.open.extend(unconfirmed);
}

struct Grounds<'a> {
    letters: &'a Letters,
    old: Option<Result<Ground, String>>,
    new: Option<Result<Ground, String>>,
}

impl Grounds<'_> {
    fn try_word(&mut self, change: &Change, allowing: Side) -> Trial {
        let mut tried = Vec::new();
        for side in [Side::Old, Side::New] {
            let ground = if side == Side::Old { &mut self.old } else { &mut self.new };
            let trial = match ground {
                None => continue,
                Some(_) if side != allowing && !is_about_failing(change) => continue,
                Some(Err(why)) => Trial::Unknown(why.clone()),
                Some(Ok(ground)) => ground.try_word(&of_side(self.letters, change, side), side, side == allowing),
            };
            match trial {
                Trial::Agrees(sides) => tried.extend(sides),
                other => return other,
            }
        }
        Trial::Agrees(tried)
    }
}

/// Whether the last call is forbidden because it fails, and not because of what comes before or after it.
fn is_about_failing(change: &Change) -> bool {
    matches!(change.reason, None | Some(Reason::Error { .. }))
}

/// A call as one version has it.
struct Made {
    call: CallId,
    arguments: Vec<String>,
    result: Option<String>,
    /// What the client saw; `None` for the last call, which is about any.
    event: Option<EventId>,
}

fn of_side(letters: &Letters, change: &Change, side: Side) -> Vec<Made> {
    let made = |&(letter, event): &(usize, Option<usize>)| {
        let letter = &letters.letters[letter];
        let event = event.map(|event| &letter.events[event]);
        let (call, event) = match side {
            Side::Old => (letter.old, event.map(|event| event.0)),
            Side::New => (letter.new, event.map(|event| event.1)),
        };
        Made { call, arguments: letter.arguments.clone(), result: letter.result.clone(), event }
    };
    change.path.iter().map(made).collect()
}

/// A version's component, with its interface.
struct Ground {
    arena: Arena,
    tied: Tied,
}

impl Ground {
    fn new(subject: &Component, interface: &Interface, run: &Run) -> Result<Ground, String> {
        let mut arena = Arena::new(subject, run.interrupt());
        let tied = Tied::new(&mut arena.component, interface).map_err(|misfit| misfit.to_string())?;
        Ok(Ground { arena, tied })
    }

    fn try_word(&mut self, word: &[Made], side: Side, is_allowed: bool) -> Trial {
        let line = match self.line(word) {
            Ok(line) => line,
            Err(why) => return Trial::Unknown(why),
        };
        let unfolded = match unfold(&self.arena.component, &line.classes, &line) {
            Ok(unfolded) => unfolded,
            Err(problem) => return Trial::Unknown(problem.to_string()),
        };
        let failure = self.arena.search(&line.classes, &unfolded, Goal::Failure);
        let ends = unfolded.states_with(|&position| position == word.len());
        let end = match (is_allowed, &failure) {
            (true, Found::Never) => Some(self.arena.search(&line.classes, &unfolded, Goal::States(&ends))),
            _ => None,
        };
        judged(word.len(), side, is_allowed, failure, end)
    }

    /// The automaton of the word alone.
    fn line(&mut self, word: &[Made]) -> Result<Line, String> {
        let mut conditions = Vec::new();
        let mut outcomes = Vec::new();
        let mut state = Some(self.tied.interface().initial());
        let (mut updates, mut results) = (Vec::new(), Vec::new());
        for made in word {
            let set = state.zip(made.event).map(|(state, event)| self.tied.registers().updates(state, event));
            updates.push(set.unwrap_or_default());
            state = state.zip(made.event).and_then(|(state, event)| self.tied.interface().next(state, event));
            let calls = self.tied.calls(made.call);
            let guard = self.with_arguments(calls, &made.arguments);
            conditions.push(GuardedCall { guard, ..calls });
            results.push(self.result(calls.method, made));
            let all = 0..self.arena.component.methods[calls.method].outcomes.len();
            outcomes.push(made.event.map_or_else(|| all.collect(), |event| self.tied.outcomes(event)));
        }
        let classes = Classes::of(&mut self.arena.component, &conditions).map_err(|problem| problem.to_string())?;
        Ok(Line { outcomes, classes, registers: self.tied.registers().at_first(), updates, results })
    }

    /// The number that a call must return, where that is known.
    fn result(&mut self, method: usize, made: &Made) -> Option<u64> {
        let component = &mut self.arena.component;
        let ty = component.methods[method].result()?.ty;
        let number = parse_value(component, &[], ty, made.result.as_deref()?).ok()?;
        component.terms.as_constant(number)
    }

    /// The guard, and that the arguments are these. A value that has no name in the component stands for any that the
    /// guard lets through.
    fn with_arguments(&mut self, calls: GuardedCall, written: &[String]) -> Term {
        let component = &mut self.arena.component;
        let types: Vec<_> = component.methods[calls.method].parameters.iter().map(|parameter| parameter.ty).collect();
        let value = |(&ty, text): (&etiquette_component::Type, &String)| {
            let term = parse_value(component, &[], ty, text).ok()?;
            component.terms.as_constant(term)
        };
        let values: Vec<Option<u64>> = types.iter().zip(written).map(value).collect();
        let given = arguments_are(component, calls.method, &values);
        component.terms.and(calls.guard, given)
    }
}

/// What a version does, as against what its interface says.
fn judged(length: usize, side: Side, is_allowed: bool, failure: Found, end: Option<Found>) -> Trial {
    let version = if side == Side::Old { "old" } else { "new" };
    match (is_allowed, failure, end) {
        (_, Found::Unknown(why), _) | (true, _, Some(Found::Unknown(why))) => {
            Trial::Unknown(format!("it is not known what the {version} version does: {why}"))
        }
        (true, Found::By(word), _) => {
            Trial::Disagrees(format!("call {} of it fails in the {version} version", word.events.len() + 1))
        }
        (true, Found::Never, Some(Found::By(_))) => Trial::Agrees(vec![side]),
        (true, Found::Never, _) => Trial::Disagrees(format!("it can't happen in the {version} version")),
        (false, Found::By(word), _) if word.events.len() + 1 == length => Trial::Agrees(vec![side]),
        (false, Found::By(word), _) => {
            Trial::Disagrees(format!("call {} of it fails in the {version} version already", word.events.len() + 1))
        }
        (false, Found::Never, _) => {
            Trial::Disagrees(format!("its last call does not fail after it in the {version} version"))
        }
    }
}

/// The automaton of a single word.
struct Line {
    /// For each call the outcomes of the component's method that are meant.
    outcomes: Vec<Vec<usize>>,
    /// The conditions are those of the calls.
    classes: Classes,
    /// The registers of the interface, and what each call sets them to.
    registers: Vec<(Symbol, u64)>,
    updates: Vec<Vec<(Symbol, Term)>>,
    /// The numbers that calls return, where these are known.
    results: Vec<Option<u64>>,
}

impl Steps for Line {
    type State = usize;

    fn start(&self) -> usize {
        0
    }

    fn step(&self, &position: &usize, class: usize) -> Option<Vec<Option<usize>>> {
        let meant = self.outcomes.get(position).filter(|_| self.classes.is_within(class, position))?;
        let count = meant.iter().max().map_or(0, |last| last + 1);
        Some((0..count).map(|outcome| meant.contains(&outcome).then_some(position + 1)).collect())
    }

    fn returned(&self, &position: &usize, _class: usize, _outcome: usize) -> Option<u64> {
        self.results.get(position).copied().flatten()
    }

    fn registers(&self) -> Vec<(Symbol, u64)> {
        self.registers.clone()
    }

    fn updates(&self, &position: &usize, _class: usize, _outcome: usize) -> Vec<(Symbol, Term)> {
        self.updates.get(position).cloned().unwrap_or_default()
    }
}
