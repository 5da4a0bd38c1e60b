//! Disagreements put before the component: is the interface wrong, or was it luck, or does the component not tell the
//! whole truth?

use etiquette_automata::Interface;
use etiquette_component::{Component, Event, Letter, Method, Type};
use etiquette_logic::mask;
use etiquette_outcome::Run;
use etiquette_synthesis::LoggedCall;

use super::log::{Ended, Log, SeenCall};
use super::walk::{Difference, Disagreement};
use crate::arena::{Arena, Found};
use crate::classes::only;
use crate::concrete::Seen;
use crate::guards::Argument;
use crate::verify::{failure_after, is_legal, subject};

/// What the component says to a disagreement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// The interface is wrong: what it forbids is legal, or what it allows can fail.
    InterfaceIsWrong,
    /// The interface is right: the call worked this time, and can fail by this word.
    CanFail(Vec<String>),
    /// The component never does what was seen: something that was taken for granted about it is not so.
    ComponentDiffers,
    /// It is not known, and why.
    Unknown(String),
}

/// Longer words are not put before the component one by one; the interface that is worked out anew is compared with
/// them all the same.
const LONGEST: usize = 200;

/// What the component says to each disagreement.
pub(super) fn judge(
    component: &Component,
    interface: &Interface,
    log: &Log,
    found: &[Disagreement],
    run: &Run,
) -> Vec<Judgement> {
    let mut arena = Arena::new(&subject(component, interface, &run.interrupt()), run.interrupt());
    found.iter().map(|one| judge_one(&mut arena, interface, log, one)).collect()
}

fn judge_one(arena: &mut Arena, interface: &Interface, log: &Log, one: &Disagreement) -> Judgement {
    let calls = &log.words[one.word].calls[..=one.position];
    if calls.len() > LONGEST {
        return Judgement::Unknown(format!("the word has more than {LONGEST} calls"));
    }
    let Some(events) = events(&arena.component, interface, calls) else {
        return Judgement::Unknown("the component has no such calls".into());
    };
    if !begins_rightly(&arena.component, &events) {
        return Judgement::Unknown("its constructor was not seen".into());
    }
    let returned = calls.iter().map(|seen| seen.result.map(|number| number as u64));
    let seen: Vec<Seen> =
        events.iter().zip(returned).map(|(event, result)| Seen { result, ..event.clone().into() }).collect();
    let (last, before) = match events.split_last() {
        Some(parts) => parts,
        None => return Judgement::Unknown("the word is empty".into()),
    };
    match &one.difference {
        Difference::Failed(_) => {
            let last = only(&mut arena.component, &last.letter);
            match failure_after(arena, &seen[..before.len()], &[last]) {
                Found::By(_) => Judgement::InterfaceIsWrong,
                Found::Never => Judgement::ComponentDiffers,
                Found::Unknown(why) => Judgement::Unknown(why),
            }
        }
        Difference::Worked | Difference::Unforeseen(_) => match is_legal(arena, &seen) {
            Found::Never => Judgement::InterfaceIsWrong,
            Found::By(word) => Judgement::CanFail(word.written(&arena.component)),
            Found::Unknown(why) => Judgement::Unknown(why),
        },
    }
}

/// Whether a word begins with a constructor, if there are any: without one, the component does nothing at all.
fn begins_rightly(component: &Component, events: &[Event]) -> bool {
    let constructs = |event: &Event| component.methods[event.letter.method].constructor;
    !component.has_constructors() || events.first().is_some_and(constructs)
}

fn events(component: &Component, interface: &Interface, calls: &[SeenCall]) -> Option<Vec<Event>> {
    calls.iter().map(|seen| event(component, interface, seen)).collect()
}

fn event(component: &Component, interface: &Interface, seen: &SeenCall) -> Option<Event> {
    let name = &interface.alphabet().call(seen.method).method;
    let method = component.methods.iter().position(|method| method.name == *name)?;
    let known = &component.methods[method];
    let arguments = values(component, known, &seen.arguments)?;
    let outcome = match &seen.ended {
        Ended::Outcome(outcome) => known.outcomes.iter().position(|known| known == outcome),
        Ended::Error(_) => Some(0),
    };
    let single = (known.outcomes.len() == 1).then_some(0);
    Some(Event { letter: Letter { method, arguments }, outcome: outcome.or(single)? })
}

fn values(component: &Component, method: &Method, arguments: &[Argument]) -> Option<Vec<u64>> {
    if method.parameters.len() != arguments.len() {
        return None;
    }
    let pairs = method.parameters.iter().zip(arguments);
    pairs.map(|(parameter, argument)| value(component, parameter.ty, argument)).collect()
}

fn value(component: &Component, ty: Type, argument: &Argument) -> Option<u64> {
    match (ty, argument) {
        (Type::Bool, Argument::Bool(value)) => Some(u64::from(*value)),
        (Type::Int { width, .. }, Argument::Number(number)) => Some(*number as u64 & mask(width)),
        (Type::Enum(index), Argument::Named(name)) => {
            let values = &component.enums[index].values;
            let position = |name: &str| values.iter().position(|value| value == name);
            position(name).or_else(|| position("object")).map(|position| position as u64)
        }
        _ => None,
    }
}

/// The words of disagreements, as the learner takes them; those that the component has no calls for are left out.
pub(super) fn counterexamples(
    component: &Component,
    interface: &Interface,
    log: &Log,
    found: &[Disagreement],
) -> Vec<Vec<LoggedCall>> {
    let logged = |event: Event| LoggedCall {
        method: component.methods[event.letter.method].name.clone(),
        arguments: event.letter.arguments,
    };
    let words =
        found.iter().filter_map(|one| events(component, interface, &log.words[one.word].calls[..=one.position]));
    let whole = words.filter(|events| begins_rightly(component, events));
    whole.map(|events| events.into_iter().map(logged).collect()).collect()
}
