//! A call taken apart by its arguments, where some worked and others failed in the same state.
//!
//! What lies between two numbers that worked is taken to work, unless something there failed; other values only if they
//! were seen. The rest is taken to fail: that is the safe side.

use etiquette_automata::{Alphabet, Call, CallId, Interface, argument_type};
use etiquette_component::{Guard, Type};

use crate::guards::Argument;

/// A guard with more alternatives than this is of no use.
const MOST_ALTERNATIVES: usize = 20;

/// The condition that holds for arguments that worked, and for none that failed.
pub(super) fn condition(call: &Call, worked: &[&[Argument]], failed: &[&[Argument]]) -> Option<String> {
    if worked.is_empty() || call.parameters.is_empty() || worked.iter().any(|arguments| failed.contains(arguments)) {
        return None;
    }
    let is_number = matches!(&call.parameters[..], [only] if matches!(argument_type(&only.ty), Type::Int { .. }));
    let mut alternatives = match is_number {
        true => ranges(&call.parameters[0].name, &numbers(worked), &numbers(failed)),
        false => worked.iter().map(|arguments| exactly(call, arguments)).collect(),
    };
    alternatives.sort();
    alternatives.dedup();
    (alternatives.len() <= MOST_ALTERNATIVES).then(|| alternatives.join(" || "))
}

fn numbers(tuples: &[&[Argument]]) -> Vec<i128> {
    let number = |arguments: &&[Argument]| match arguments.first() {
        Some(Argument::Number(number)) => Some(*number),
        _ => None,
    };
    let mut numbers: Vec<i128> = tuples.iter().filter_map(number).collect();
    numbers.sort_unstable();
    numbers
}

/// The ranges between numbers that worked without one that failed.
fn ranges(name: &str, worked: &[i128], failed: &[i128]) -> Vec<String> {
    let mut found: Vec<(i128, i128)> = Vec::new();
    for &number in worked {
        match found.last_mut() {
            Some((_, high)) if !failed.iter().any(|bad| (*high..=number).contains(bad)) => *high = number,
            _ => found.push((number, number)),
        }
    }
    let written = |(low, high): (i128, i128)| match low == high {
        true => format!("({name} == {low})"),
        false => format!("({low} <= {name} && {name} <= {high})"),
    };
    found.into_iter().map(written).collect()
}

fn exactly(call: &Call, arguments: &[Argument]) -> String {
    let pairs = call.parameters.iter().zip(arguments).map(|(parameter, argument)| match argument {
        Argument::Number(number) => format!("{} == {number}", parameter.name),
        Argument::Bool(value) => format!("{} == {value}", parameter.name),
        Argument::Named(name) if name.starts_with('"') => format!("{} == `{name}`", parameter.name),
        Argument::Named(name) => format!("{} == {name}", parameter.name),
    });
    format!("({})", pairs.collect::<Vec<_>>().join(" && "))
}

/// The interface with the call taken apart: it keeps what fulfils the condition, and a new call at the end has the
/// rest.
pub(super) fn split(interface: &Interface, call: CallId, condition: &str) -> Interface {
    let mut calls = interface.alphabet().calls().to_vec();
    calls[call.index()].observed = None;
    let mut rest = calls[call.index()].clone();
    let guard = |own: &Guard, condition: String| match own.is_always() {
        true => Guard::from(condition),
        false => Guard::from(format!("({own}) && {condition}")),
    };
    // A single alternative stands in parentheses of its own.
    let condition = if condition.contains(" || ") { format!("({condition})") } else { condition.to_string() };
    rest.guard = guard(&rest.guard, format!("!{condition}"));
    rest.id = free_id(&calls, &rest.method);
    let kept = &mut calls[call.index()];
    kept.guard = guard(&kept.guard, condition);
    calls.push(rest);
    let mut new = Interface::new(Alphabet::new(calls));
    (1..interface.state_count()).for_each(|_| _ = new.add_state());
    new.set_initial(interface.initial());
    for state in interface.states() {
        for from in interface.alphabet().call_ids() {
            copy(interface, &mut new, (state, from), from);
        }
        let last = CallId::from_index(interface.alphabet().calls().len());
        copy(interface, &mut new, (state, call), last);
    }
    new
}

fn copy(old: &Interface, new: &mut Interface, (state, from): (etiquette_automata::StateId, CallId), to: CallId) {
    if !old.allows(state, from) {
        return;
    }
    new.allow(state, to);
    for (outcome, event) in old.alphabet().events_of(from).enumerate() {
        if let Some(next) = old.next(state, event) {
            let event = new.alphabet().event(to, outcome);
            new.connect(state, event, next);
        }
    }
}

fn free_id(calls: &[Call], method: &str) -> String {
    let mut number = 1;
    while calls.iter().any(|call| call.id == format!("{method}#{number}")) {
        number += 1;
    }
    format!("{method}#{number}")
}

#[cfg(test)]
mod tests {
    use super::condition;
    use crate::guards::Argument;
    use etiquette_automata::{Call, Parameter};

    #[test]
    fn numbers_between_those_that_worked_are_taken_to_work() {
        let parameters = vec![Parameter { name: "p".into(), ty: "int".into() }];
        let call = Call { parameters, ..Call::simple("m") };
        let tuples =
            |numbers: &[i128]| numbers.iter().map(|&number| vec![Argument::Number(number)]).collect::<Vec<_>>();
        let of = |worked: &[i128], failed: &[i128]| {
            let (worked, failed) = (tuples(worked), tuples(failed));
            let worked: Vec<&[Argument]> = worked.iter().map(Vec::as_slice).collect();
            let failed: Vec<&[Argument]> = failed.iter().map(Vec::as_slice).collect();
            condition(&call, &worked, &failed)
        };
        assert_eq!(of(&[7, 50, 5], &[3]).as_deref(), Some("(5 <= p && p <= 50)"));
        assert_eq!(of(&[5, 50], &[9]).as_deref(), Some("(p == 5) || (p == 50)"));
        assert_eq!(of(&[5], &[5]), None, "the same arguments worked and failed");
    }
}
