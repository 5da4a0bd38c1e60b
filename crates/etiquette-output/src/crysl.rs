//! The interface as a CrySL rule: events with labels, and their order as a regular expression.
//!
//! CrySL has neither outcomes nor guards that depend on what was called before; what they would tell apart is forbidden
//! unless it is legal in every case. Arguments that are never legal are ruled out by constraints. Nested expressions
//! are always put in parentheses, since readers of CrySL disagree on what binds more.

use std::fmt::Write;

use etiquette_automata::{Alphabet, Call, Language, Regex, regular_expression};
use etiquette_component::{Expression, ExpressionKind};
use etiquette_outcome::Outcome;

use crate::labels::{identifier, unique};
use crate::regex::MAX_PARTS;
use crate::rendered::{Inexpressible, Rendered, comments, one_line};
use crate::weaker::{Expressible, Weaker, weaker};

/// The outcome as a rule.
pub fn render(outcome: &Outcome) -> Result<Rendered, Inexpressible> {
    let expressible = Expressible {
        guards: &|_| false,
        restrictions: &|call| constraints(call).is_some(),
        outcomes: &|_| false,
        constructors: true,
    };
    let Weaker { interface, losses } = weaker(outcome, &expressible)?;
    let order = regular_expression(&interface, Language::PrefixClosed, MAX_PARTS)
        .map_err(|error| Inexpressible::new(error.to_string()))?;
    let facts = crate::text::summary(outcome).join(" · ");
    let mut text = format!("// {}: {}\n", one_line(&outcome.component), one_line(&facts));
    text.push_str(&comments("//", &losses));
    let _ = writeln!(text, "SPEC {}\n", class_name(&outcome.component));
    write_events(&mut text, interface.alphabet(), &outcome.component);
    let _ = writeln!(text, "ORDER\n  {}", Order { alphabet: interface.alphabet() }.written(&order));
    write_constraints(&mut text, interface.alphabet());
    Ok(Rendered { text, losses })
}

fn class_name(component: &str) -> String {
    component
        .split('.')
        .map(|part| if is_name(part) { part.to_string() } else { identifier(part) })
        .collect::<Vec<_>>()
        .join(".")
}

fn is_name(part: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$');
    part.starts_with(is_letter) && part.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}

/// The objects that are passed, a name for each parameter, and the events with their labels.
fn write_events(text: &mut String, alphabet: &Alphabet, component: &str) {
    let objects = object_names(alphabet);
    let _ = writeln!(text, "OBJECTS");
    for (call, names) in alphabet.calls().iter().zip(&objects) {
        for (parameter, name) in call.written_parameters().iter().zip(names) {
            let _ = writeln!(text, "  {} {name};", type_name(&parameter.ty));
        }
    }
    let _ = writeln!(text, "\nEVENTS");
    for (index, (call, names)) in alphabet.calls().iter().zip(&objects).enumerate() {
        let _ = writeln!(text, "  {}: {}({});", label(index, call), event_name(call, component), names.join(", "));
    }
    text.push('\n');
}

/// What must hold of arguments whenever a method is called.
fn write_constraints(text: &mut String, alphabet: &Alphabet) {
    let objects = object_names(alphabet);
    let mut lines = Vec::new();
    for (call, names) in alphabet.calls().iter().zip(&objects) {
        let object = |word: String| match call.parameters.iter().position(|parameter| parameter.name == word) {
            Some(position) => names[position].clone(),
            None => word,
        };
        let comparisons = constraints(call).unwrap_or_default().into_iter();
        lines.extend(comparisons.map(|comparison| format!("  {};\n", comparison.map(object).join(" "))));
    }
    if !lines.is_empty() {
        let _ = write!(text, "\nCONSTRAINTS\n{}", lines.concat());
    }
}

/// A guard as comparisons that all must hold, of parameters with parameters and numbers; `None` where it is something
/// else.
fn constraints(call: &Call) -> Option<Vec<[String; 3]>> {
    let [comparisons] = &call.guard.alternatives()?[..] else { return None };
    let comparison = |part: &&Expression| {
        let (left, sign, right) = part.as_comparison()?;
        Some([value(call, left)?, sign.into(), value(call, right)?])
    };
    comparisons.iter().map(comparison).collect()
}

/// A parameter, or a number without a sign.
fn value(call: &Call, expression: &Expression) -> Option<String> {
    match &expression.kind {
        ExpressionKind::Number(number) => u32::try_from(*number).ok().map(|number| number.to_string()),
        ExpressionKind::Name(name) => {
            call.written_parameters().iter().any(|known| known.name == *name).then(|| name.clone())
        }
        _ => None,
    }
}

/// For each call the names of its parameters, none twice in the rule.
fn object_names(alphabet: &Alphabet) -> Vec<Vec<String>> {
    let parameters = alphabet.calls().iter().flat_map(|call| call.written_parameters());
    let names = parameters.map(|parameter| identifier(&parameter.name)).collect();
    let mut names = unique(names).into_iter().map(|name| identifier(&name.replace(" #", "")));
    alphabet.calls().iter().map(|call| names.by_ref().take(call.written_parameters().len()).collect()).collect()
}

fn type_name(ty: &str) -> String {
    let (element, dimensions) = ty.split_at(ty.trim_end_matches("[]").len());
    class_name(element) + dimensions
}

/// The label of an event: a letter for order, and the method's name.
fn label(index: usize, call: &Call) -> String {
    let plain = call.method.split('(').next().unwrap_or_default();
    format!("{}_{}", identifier(plain.trim_start_matches("new ")), index + 1)
}

/// What CrySL calls the event: constructors have the class's simple name.
fn event_name(call: &Call, component: &str) -> String {
    let plain = call.method.split('(').next().unwrap_or_default();
    match call.constructor {
        true => identifier(component.rsplit(['.', '$']).next().unwrap_or(component)),
        false if is_name(plain) => plain.to_string(),
        false => identifier(plain),
    }
}

struct Order<'a> {
    alphabet: &'a Alphabet,
}

impl Order<'_> {
    fn written(&self, regex: &Regex) -> String {
        match regex {
            // CrySL has no empty expression; a rule about nothing orders nothing.
            Regex::Nothing | Regex::Empty => String::new(),
            Regex::Sequence(parts) => self.list(parts, ", "),
            Regex::Choice(parts) => self.list(parts, " | "),
            other => self.part(other),
        }
    }

    fn list(&self, parts: &[Regex], separator: &str) -> String {
        parts.iter().map(|part| self.part(part)).collect::<Vec<_>>().join(separator)
    }

    /// Something that can stand anywhere.
    fn part(&self, regex: &Regex) -> String {
        match regex {
            Regex::Event(event) => {
                let call = self.alphabet.call_of(*event);
                label(call.index(), self.alphabet.call(call))
            }
            Regex::Repeat(inner) => self.repeated(inner) + "*",
            Regex::Optional(inner) => self.repeated(inner) + "?",
            nested => format!("({})", self.written(nested)),
        }
    }

    /// Something that a sign can follow.
    fn repeated(&self, regex: &Regex) -> String {
        match regex {
            Regex::Event(_) => self.part(regex),
            nested => format!("({})", self.written(nested)),
        }
    }
}
