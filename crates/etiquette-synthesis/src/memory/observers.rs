//! Guards over registers in the class's own words: `!isEmpty()` for `count > 0`.
//!
//! An observer, or its negation, is tried in the place of the whole guard, and else of each part that speaks of
//! registers; one that returns a number is compared with zero, or stands for a register, or for what it returns. What is
//! tried is shown to say the same before it is said.

use std::sync::Arc;

use etiquette_automata::{Call, CallId, Interface, Observer};
use etiquette_certificates::{Limits, Observers};
use etiquette_component::{Component, Expression, ExpressionKind, Guard, Span, Type};
use etiquette_outcome::{Outcome, Run};

use super::updates::type_name;

/// How hard each question is tried; what is not known is not said.
const CONFLICTS: u64 = 2_000;
/// Guards with more parts about registers than this are left as they are.
const MOST_PARTS: usize = 6;

/// Says guards that speak of registers with pure observers where these say the same. Observers are asked about the
/// component as it was read: what they return is mostly sliced away.
pub fn say_with_observers(outcome: &mut Outcome, component: &Component, run: &Run) {
    let interface = outcome.interface.clone();
    let Some(evidence) = outcome.evidence.as_ref().filter(|_| !interface.memory().is_empty()) else { return };
    let limits = Limits { interrupt: Some(Arc::new(run.interrupt())), conflicts: Some(CONFLICTS) };
    let about = (&evidence.component, &evidence.certificate);
    let Some(mut observers) = Observers::new(component, &interface, about, &limits) else { return };
    let mut memory = interface.memory().clone();
    memory.observers = told(&mut observers, component, &interface);
    outcome.interface.set_memory(memory.clone());
    let (literals, numbers) = (literals(&observers), named(&observers, false));
    let mut words = Words { interface: &interface, observers, literals, numbers, told: memory.observers };
    for call in interface.alphabet().call_ids() {
        outcome.interface.set_observed(call, words.for_guard(call));
    }
}

/// The names of observers that return a truth value, or those of others, the shortest first.
fn named(observers: &Observers<'_>, truth_values: bool) -> Vec<String> {
    let is_meant = |(_, ty): &(&str, Type)| (*ty == Type::Bool) == truth_values;
    let mut names: Vec<String> = observers.names().filter(is_meant).map(|(name, _)| name.to_owned()).collect();
    names.sort_by_key(String::len);
    names
}

/// Observers and their negations, and numbers compared with zero, the simplest first.
fn literals(observers: &Observers<'_>) -> Vec<String> {
    let names = named(observers, true);
    let negated: Vec<String> = names.iter().map(|name| format!("!{name}")).collect();
    let numbers = named(observers, false).into_iter();
    let compared = numbers.flat_map(|name| [format!("{name} > 0"), format!("{name} == 0")]);
    names.into_iter().chain(negated).chain(compared).collect()
}

/// What observers return, where that is something simple over registers.
fn told(observers: &mut Observers<'_>, component: &Component, interface: &Interface) -> Vec<Observer> {
    let names: Vec<(String, Type)> = observers.names().map(|(name, ty)| (name.to_owned(), ty)).collect();
    let (conditions, numbers) = (conditions(interface), simple_numbers(interface));
    let told = |(name, ty): (String, Type)| {
        let mut candidates = if ty == Type::Bool { conditions.iter() } else { numbers.iter() };
        let value = candidates.find(|value| observers.returns(&name, value).is_ok())?;
        Some(Observer { name, ty: type_name(component, ty), value: value.clone() })
    };
    names.into_iter().filter_map(told).collect()
}

/// A register, or how much more one is than another.
fn simple_numbers(interface: &Interface) -> Vec<Guard> {
    let names = interface.memory().registers.iter().map(|register| register.name.clone());
    let differences = pairs(interface).map(|(one, other)| format!("{one} - {other}"));
    names.chain(differences).map(Guard::from).collect()
}

/// Comparisons of registers with zero and each other, and what guards ask of registers alone.
fn conditions(interface: &Interface) -> Vec<Guard> {
    let names = interface.memory().registers.iter().map(|register| &register.name);
    let with_zero = names.flat_map(|name| ["==", ">", "<", "!=", "<=", ">="].map(|is| format!("{name} {is} 0")));
    let compared =
        pairs(interface).flat_map(|(one, other)| ["==", "<", "!=", "<="].map(|is| format!("{one} {is} {other}")));
    let asked = interface.alphabet().calls().iter().filter(|call| call.parameters.is_empty());
    let asked = asked.map(|call| call.guard.text().to_owned());
    with_zero.chain(compared).chain(asked).map(Guard::from).collect()
}

/// Two registers each, in both orders.
fn pairs(interface: &Interface) -> impl Iterator<Item = (&str, &str)> {
    let names = || interface.memory().registers.iter().map(|register| register.name.as_str());
    names().flat_map(move |one| names().filter(move |other| *other != one).map(move |other| (one, other)))
}

struct Words<'a> {
    interface: &'a Interface,
    observers: Observers<'a>,
    literals: Vec<String>,
    /// Observers that return numbers.
    numbers: Vec<String>,
    /// Observers of which it is known what they return.
    told: Vec<Observer>,
}

/// A part of a guard that speaks of registers, and where it names them.
struct Part {
    span: Span,
    registers: Vec<Span>,
}

impl Words<'_> {
    /// The guard without registers.
    fn for_guard(&mut self, call: CallId) -> Option<Guard> {
        let guard = &self.interface.alphabet().call(call).guard;
        let mut parts = self.parts_about_registers(self.interface.alphabet().call(call))?;
        if parts.is_empty() || parts.len() > MOST_PARTS {
            return None;
        }
        let whole = Span { start: 0, end: guard.text().len() };
        if let Some(observed) = self.with_literal(call, guard.text(), whole) {
            return Some(observed.into());
        }
        // From the last to the first, so that the places of the others stay as they are.
        parts.sort_by_key(|part| part.span.start);
        let mut text = guard.text().to_owned();
        for part in parts.into_iter().rev() {
            let said = self.with_literal(call, &text, part.span);
            let said = said.or_else(|| self.with_number(call, &text, &part));
            text = said.or_else(|| self.with_returned(call, &text, &part))?;
        }
        Some(text.into())
    }

    /// The text with an observer in the place of the only register in a part, where that says the same as the guard.
    fn with_number(&mut self, call: CallId, text: &str, part: &Part) -> Option<String> {
        let [register] = part.registers[..] else { return None };
        let with = |name: &String| format!("{}{name}{}", &text[..register.start], &text[register.end..]);
        let mut candidates = self.numbers.iter().map(with);
        candidates.find(|candidate| self.observers.say_the_same(call, &candidate.as_str().into()).is_ok())
    }

    /// The text with an observer in the place of what it returns, `n <= room()` for `n <= limit - count`, where that says
    /// the same as the guard, and leaves no register in the part.
    fn with_returned(&mut self, call: CallId, text: &str, part: &Part) -> Option<String> {
        let Part { span, registers } = part;
        let (before, it, after) = (&text[..span.start], &text[span.range()], &text[span.end..]);
        let with = |known: &Observer| format!("{before}{}{after}", it.replacen(known.value.text(), &known.name, 1));
        let of_all = self.told.iter().filter(|known| known.value.names().len() == registers.len());
        let mut candidates = of_all.map(with).filter(|candidate| candidate != text);
        candidates.find(|candidate| self.observers.say_the_same(call, &candidate.as_str().into()).is_ok())
    }

    /// The text with a literal in the place of a part, where that says the same as the guard.
    fn with_literal(&mut self, call: CallId, text: &str, part: Span) -> Option<String> {
        let with = |literal: &String| format!("{}{literal}{}", &text[..part.start], &text[part.end..]);
        let mut candidates = self.literals.iter().map(with);
        candidates.find(|candidate| self.observers.say_the_same(call, &candidate.as_str().into()).is_ok())
    }

    /// Where the guard speaks of registers.
    fn parts_about_registers(&self, call: &Call) -> Option<Vec<Part>> {
        let part = |part: &Expression| {
            let registers = self.registers_in(call, part);
            Part { span: with_parentheses(call.guard.text(), part.span), registers }
        };
        let parts = call.guard.alternatives()?.into_iter().flatten().map(part);
        Some(parts.filter(|part| !part.registers.is_empty()).collect())
    }

    fn registers_in(&self, call: &Call, part: &Expression) -> Vec<Span> {
        let (mut found, mut pending) = (Vec::new(), vec![part]);
        while let Some(expression) = pending.pop() {
            match &expression.kind {
                ExpressionKind::Name(name) if self.interface.memory().meant_by(call, name).is_some() => {
                    found.push(expression.span);
                }
                _ => pending.extend(expression.parts()),
            }
        }
        found
    }
}

/// The place of an expression with the parentheses that it stands in.
fn with_parentheses(text: &str, mut span: Span) -> Span {
    while text[..span.start].ends_with('(') && text[span.end..].starts_with(')') {
        span = Span { start: span.start - 1, end: span.end + 1 };
    }
    span
}
