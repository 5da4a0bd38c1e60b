//! What is claimed about a class, in a form that can be held against a JVM.

use std::path::PathBuf;

use etiquette_automata::{CallId, Configuration, Interface, Simulator};
use etiquette_component::{Component, Letter, Type};
use etiquette_java::ErrorChoice;
use etiquette_java::classpath::ClassPath;
use etiquette_java::replay::{Argument, Observed, ReplayCall, Thrown};
use etiquette_learning::SplitMix64;
use etiquette_outcome::{Confidence, Forbidden, Outcome, Reason};

/// A class, and what is asked about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// The class's name.
    pub class: String,
    /// Where classes are.
    pub places: Vec<PathBuf>,
    /// The errors, as on the command line.
    pub errors: Vec<String>,
    /// The methods, as on the command line; none: all public ones.
    pub methods: Vec<String>,
    /// The objects beside the main one, as on the command line: `it=iterator()`.
    pub roles: Vec<String>,
    /// Whether the class may look into the objects that it is given: then a call may fail with some of them only.
    pub arguments_are_open: bool,
}

/// What the pipeline says about a class.
pub struct Claim {
    /// The result.
    pub outcome: Outcome,
    /// The component that it is of.
    pub component: Component,
    /// Where the component's class is found.
    pub classes: ClassPath,
    /// The internal name of the class.
    pub class: String,
    /// How many methods and constructors are asked about, whether or not the result covers them.
    pub offered: usize,
}

/// A call with arguments.
pub(super) struct PlayedCall {
    pub letter: Letter,
    /// The call of the interface that it belongs to, unless that depends on registers.
    call: Option<CallId>,
    /// The arguments as the interface knows them.
    arguments: Vec<u64>,
    /// As the JVM takes it.
    pub replay: ReplayCall,
}

/// Methods with more combinations of arguments are tried on some of them only.
const MOST_CALLS: usize = 10;

/// Longer arrays are not made.
const LONGEST_ARRAY: u64 = 1 << 16;

/// A claim with the calls that are tried.
pub(super) struct Subject<'a> {
    pub claim: &'a Claim,
    pub errors: Vec<ErrorChoice>,
    pub calls: Vec<PlayedCall>,
    walk: Simulator,
    arguments_are_open: bool,
}

impl<'a> Subject<'a> {
    /// Chooses calls. Those that the class does not have, or that no guard takes, are left out.
    ///
    /// # Errors
    /// What in the interface can't be read.
    pub fn new(claim: &'a Claim, asked: &Asked, random: &mut SplitMix64) -> Result<Self, String> {
        let values: Vec<String> = claim.component.enums.iter().flat_map(|known| known.values.clone()).collect();
        let walk = Simulator::with_values(&claim.outcome.interface, &values).map_err(|problem| problem.to_string())?;
        let errors = asked.errors.iter().map(|written| ErrorChoice::read(written)).collect();
        let mut guarded = claim.component.clone();
        let letters = letters(claim, random);
        let calls = letters.into_iter().filter_map(|letter| played_call(claim, &walk, &mut guarded, letter)).collect();
        Ok(Subject { claim, errors, calls, walk, arguments_are_open: asked.arguments_are_open })
    }

    pub fn interface(&self) -> &Interface {
        &self.claim.outcome.interface
    }

    /// Where every word begins.
    pub fn start(&self) -> Configuration {
        self.walk.start()
    }

    /// The call of the interface that is made.
    pub fn call(&self, at: &Configuration, call: &PlayedCall) -> Option<CallId> {
        let method = &self.claim.component.methods[call.letter.method].name;
        call.call.or_else(|| self.walk.call(at, method, &call.arguments))
    }

    /// Whether the interface allows it.
    pub fn allows(&self, at: &Configuration, call: &PlayedCall) -> Option<bool> {
        Some(self.interface().allows(at.state, self.call(at, call)?))
    }

    /// Where it leads with an outcome, by position, and a number that it returned.
    pub fn after(&self, at: &Configuration, call: &PlayedCall, ended: (usize, Option<i64>)) -> Option<Configuration> {
        let (outcome, result) = ended;
        self.walk.after_returning(at, self.call(at, call)?, &call.arguments, (outcome, result.map(|it| it as u64)))
    }

    /// The exception, if it is one that the class is asked about.
    pub fn error<'o>(&self, observed: &'o Observed) -> Option<&'o Thrown> {
        let Observed::Threw(thrown) = observed else { return None };
        Some(thrown).filter(|thrown| thrown.is_error(&self.errors, &[]))
    }

    /// Whether no accepted word may raise the error.
    pub fn claims_safe(&self) -> bool {
        self.claim.outcome.guarantee.safe == Confidence::Proved
    }

    /// Whether a call that is forbidden must raise the error, whatever the model leaves open. What the component chooses
    /// for itself may be chosen so that it does not, and what a client hands in may be such an object.
    pub fn must_fail(&self, at: &Configuration, word: &[&PlayedCall]) -> bool {
        let outcome = &self.claim.outcome;
        let has_object = |call: &&PlayedCall| call.replay.arguments.contains(&Argument::SomeObject);
        let is_certain = |found: &Forbidden| matches!(found.reason, Reason::Error { .. }) && found.doubt.is_none();
        word.last().and_then(|call| outcome.forbidden(at.state, self.call(at, call)?)).is_some_and(is_certain)
            && outcome.guarantee.permissive.but_for().is_some()
            && !self.claim.component.has_own_choices()
            && !(self.arguments_are_open && word.iter().any(has_object))
    }
}

fn played_call(claim: &Claim, walk: &Simulator, guarded: &mut Component, letter: Letter) -> Option<PlayedCall> {
    let method = guarded.methods[letter.method].clone();
    let interface = &claim.outcome.interface;
    let alphabet = interface.alphabet();
    let replay = ReplayCall::from_letter(&claim.classes, &claim.class, &claim.component, &letter).ok()?;
    let arguments = known_arguments(&claim.component, walk, &letter)?;
    if !interface.memory().is_empty() {
        return Some(PlayedCall { letter, call: None, arguments, replay });
    }
    let takes = |call: &CallId| {
        let call = alphabet.call(*call);
        let guard = call.guard_over(guarded, &method.parameters);
        call.method == method.name && guard.is_ok_and(|guard| letter.satisfies(guarded, guard))
    };
    let call = alphabet.call_ids().find(takes)?;
    Some(PlayedCall { letter, call: Some(call), arguments, replay })
}

/// The arguments of a letter in the terms of the interface, which names fewer values; `None` for a method that it does
/// not have.
fn known_arguments(component: &Component, walk: &Simulator, letter: &Letter) -> Option<Vec<u64>> {
    let method = &component.methods[letter.method];
    let calls = walk.interface().alphabet().calls();
    let call = calls.iter().find(|call| call.method == method.name)?;
    let known = call.parameters.iter().map(|parameter| {
        let position = method.parameters.iter().position(|known| known.name == parameter.name)?;
        let (ty, value) = (method.parameters[position].ty, letter.arguments[position]);
        Some(if matches!(ty, Type::Enum(_)) { walk.named(&component.value_name(ty, value)) } else { value })
    });
    known.collect()
}

fn letters(claim: &Claim, random: &mut SplitMix64) -> Vec<Letter> {
    let numbers = numbers_in_guards(&claim.outcome.interface);
    let mut letters = Vec::new();
    for (index, method) in claim.component.methods.iter().enumerate() {
        let values: Vec<Vec<u64>> =
            method.parameters.iter().map(|parameter| values(&claim.component, parameter.ty, &numbers)).collect();
        letters.extend(tuples(&values, random).into_iter().map(|arguments| Letter { method: index, arguments }));
    }
    letters
}

/// All combinations, or some of them where there are many.
fn tuples(values: &[Vec<u64>], random: &mut SplitMix64) -> Vec<Vec<u64>> {
    let count = values.iter().try_fold(1usize, |count, values| count.checked_mul(values.len()));
    let at = |mut position: usize| -> Vec<u64> {
        let digit = |values: &Vec<u64>| {
            let value = values[position % values.len()];
            position /= values.len();
            value
        };
        values.iter().map(digit).collect()
    };
    match count {
        Some(count) if count <= MOST_CALLS => (0..count).map(at).collect(),
        _ => {
            let mut chosen = || values.iter().map(|values| values[random.below(values.len())]).collect();
            (0..MOST_CALLS).map(|_| chosen()).collect()
        }
    }
}

fn values(component: &Component, ty: Type, numbers: &[i64]) -> Vec<u64> {
    match ty {
        Type::Bool => vec![0, 1],
        Type::LENGTH => {
            let lengths = numbers.iter().filter_map(|&number| u64::try_from(number).ok());
            lengths.filter(|length| *length <= LONGEST_ARRAY).chain([0, 1, 2, 7]).collect()
        }
        Type::Int { width, .. } => {
            let mask = u64::MAX >> (64 - width);
            let mut values: Vec<u64> = numbers.iter().map(|&number| number as u64 & mask).collect();
            values.extend([0, 1, 2, mask, 1 << (width - 1), mask >> 1]);
            values.sort_unstable();
            values.dedup();
            values
        }
        Type::Enum(index) => (0..component.enums[index].values.len() as u64).collect(),
    }
}

/// The numbers that guards compare arguments with, and their neighbours.
fn numbers_in_guards(interface: &Interface) -> Vec<i64> {
    let guards = interface.alphabet().calls().iter().map(|call| call.guard.to_string());
    let numbers = guards.flat_map(|guard| {
        let written: Vec<i64> =
            guard.split(|c: char| !c.is_ascii_digit()).filter_map(|text| text.parse().ok()).collect();
        written
    });
    numbers.flat_map(|number: i64| [number.saturating_sub(1), number, number.saturating_add(1), -number]).collect()
}
