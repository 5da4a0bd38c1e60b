//! Conditions and values as JML writes them, which is as Java does.

use etiquette_automata::{Call, ITSELF, Interface, OTHER};
use etiquette_component::{Detail, Expression, ExpressionKind, Guard, RESULT, Span, field_of_object};

use super::names::{Ghosts, is_path};
use crate::labels::identifier;

/// What conversions of the component language are in Java.
const CASTS: [(&str, &str); 5] =
    [("i8", "(byte) "), ("i16", "(short) "), ("i32", "(int) "), ("i64", "(long) "), ("u16", "(char) ")];

/// A guard, or a value, with ghost fields for registers; `None` where Java has no words for it.
pub fn in_java(interface: &Interface, ghosts: &Ghosts, call: &Call, written: &Guard) -> Option<String> {
    let mut edits: Vec<(Span, String)> = Vec::new();
    let mut pending: Vec<&Expression> = written.alternatives()?.into_iter().flatten().collect();
    while let Some(expression) = pending.pop() {
        match &expression.kind {
            ExpressionKind::Name(name) => {
                edits.extend(renamed(interface, ghosts, call, name).map(|new| (expression.span, new)));
            }
            ExpressionKind::Number(value) if *value > i32::MAX as u64 => {
                edits.push((Span { start: expression.span.end, end: expression.span.end }, "L".into()));
            }
            ExpressionKind::Call(function, arguments) => {
                // The length of an array is converted where it is read; nobody writes that.
                if arguments.first().is_some_and(|argument| argument.span != function.span) {
                    let (_, cast) = CASTS.iter().find(|(name, _)| *name == function.text)?;
                    edits.push((function.span, (*cast).into()));
                }
                pending.extend(arguments);
            }
            // `object` is whatever is not null, where guards of the method do not ask for the object itself.
            ExpressionKind::Binary(sign @ ("==" | "!="), one, other)
                if is_other(call, other) && !asks_for_itself(interface, call) =>
            {
                let opposite = if *sign == "==" { " != null" } else { " == null" };
                edits.push((Span { start: one.span.end, end: other.span.end }, opposite.into()));
                pending.push(one);
            }
            _ => pending.extend(expression.parts()),
        }
    }
    Some(edited(written.text(), edits))
}

/// Whether an expression means any object that no guard has a name for.
fn is_other(call: &Call, expression: &Expression) -> bool {
    let is_parameter = call.parameters.iter().any(|parameter| parameter.name == OTHER);
    matches!(&expression.kind, ExpressionKind::Name(name) if name == OTHER && !is_parameter)
}

/// Whether a guard of the same method asks if an argument is the object itself, or the one in a field.
fn asks_for_itself(interface: &Interface, call: &Call) -> bool {
    let mut calls = interface.alphabet().calls().iter().filter(|other| other.method == call.method);
    let is_meant = |name: &&str| *name == ITSELF || field_of_object(name).is_some();
    calls.any(|other| other.guard.names().iter().any(is_meant))
}

/// Whether a name means what the call returned.
pub fn is_result(call: &Call, name: &str) -> bool {
    name == RESULT && call.parameters.iter().all(|parameter| parameter.name != RESULT)
}

/// What a name is called in Java, if that is something else.
fn renamed(interface: &Interface, ghosts: &Ghosts, call: &Call, name: &str) -> Option<String> {
    if let Some(register) = interface.memory().meant_by(call, name) {
        return Some(ghosts.register(call, register));
    }
    if is_result(call, name) {
        return Some(format!("\\{RESULT}"));
    }
    match Detail::read(name) {
        Some((argument, Detail::Value)) => Some(argument.to_owned()),
        Some((argument, Detail::Instance(class))) => {
            Some(Detail::Instance(&class.replace('$', ".")).name_for(argument))
        }
        Some((argument, Detail::Observer(call))) => Some(Detail::Observer(call).name_for(argument)),
        _ => (!is_path(name)).then(|| identifier(name)),
    }
}

/// The text with replacements, which do not overlap.
fn edited(text: &str, mut edits: Vec<(Span, String)>) -> String {
    edits.sort_by_key(|(span, _)| span.start);
    let mut result = text.to_owned();
    for (span, new) in edits.into_iter().rev() {
        result.replace_range(span.range(), &new);
    }
    result
}
