//! Guards over registers in the class's own words: `!isEmpty()` for `count > 0`.
//!
//! An observer, or its negation, is tried in the place of the whole guard, and else of each part that speaks of
//! registers; one that returns a number is compared with zero, or stands for a register. What is tried is shown to say the
//! same before it is said.

use std::sync::Arc;

use etiquette_automata::{Call, CallId, Interface};
use etiquette_certificates::{Limits, Observers};
use etiquette_component::{Component, Expression, ExpressionKind, Guard, Span, Type};
use etiquette_outcome::{Outcome, Run};

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
    let Some(observers) = Observers::new(component, &interface, about, &limits) else { return };
    let (literals, numbers) = (literals(&observers), named(&observers, false));
    let mut words = Words { interface: &interface, observers, literals, numbers };
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

struct Words<'a> {
    interface: &'a Interface,
    observers: Observers<'a>,
    literals: Vec<String>,
    /// Observers that return numbers.
    numbers: Vec<String>,
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
            text = said.or_else(|| self.with_number(call, &text, &part))?;
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
