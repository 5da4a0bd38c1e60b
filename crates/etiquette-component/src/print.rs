//! The component as text, in the language that [`crate::parse`] reads; bodies as graphs, the form that every body has.
//!
//! Parsing what is printed gives the component back, to the letter of each term.

use std::borrow::Cow;
use std::fmt::Write;

use etiquette_logic::{Infix, Notation, Style, Symbol, Term, Vocabulary};

use crate::alphabet::{Detail, dotted};
use crate::component::{Action, Binding, Component, Enumeration, ErrorSite, Gap, Method, Owner, Place, Type, Variable};
use crate::passes::signed_number;
use crate::results::RETURNED;
use crate::roles::{Role, field_of_object};
use crate::syntax::lexer::is_plain_word;
use crate::syntax::parser::KEYWORDS;

/// The component as text.
pub fn print(component: &Component) -> String {
    let mut out = String::new();
    writeln!(out, "component {} {{", quoted(&component.name)).expect("writing to a string");
    for item in items(component) {
        for line in item.lines() {
            writeln!(out, "  {line}").expect("writing to a string");
        }
    }
    out.push_str("}\n");
    out
}

/// A name as the language writes it: in backticks where it is no plain word.
pub fn quoted(name: &str) -> Cow<'_, str> {
    if is_plain_word(name) && !KEYWORDS.contains(&name) {
        return name.into();
    }
    let escaped = name.replace('\\', "\\\\").replace('`', "\\`").replace('\n', "\\n");
    format!("`{escaped}`").into()
}

/// A value of an enum as terms write it: what is in a field as in the source, `this.owner`, unless that is read as a
/// detail.
pub fn value_in_term(value: &str) -> Cow<'_, str> {
    match field_of_object(value).filter(|field| Detail::behind_dot(field).is_none()) {
        Some(_) => dotted(value),
        None => quoted(value),
    }
}

fn text(content: &str) -> String {
    format!("\"{}\"", content.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// How a component's terms are written in the scope of a method, or of the component alone.
pub struct Scope<'a> {
    component: &'a Component,
    method: Option<&'a Method>,
    enums: Vec<Vec<String>>,
}

impl<'a> Scope<'a> {
    /// The scope of a method, or of the component alone.
    pub fn new(component: &'a Component, method: Option<&'a Method>) -> Self {
        let names = |values: &[String]| values.iter().map(|value| value_in_term(value).into_owned()).collect();
        let enums = component.enums.iter().map(|found| names(&found.values)).collect();
        Scope { component, method, enums }
    }

    /// The term exactly, to be parsed again.
    pub fn exact(&self, term: Term) -> String {
        Infix::new(&self.component.terms, self).style(Style::Exact).print(term)
    }

    /// A value to be assigned to the symbol, to be parsed again.
    pub fn exact_value(&self, symbol: Symbol, value: Term) -> String {
        Infix::new(&self.component.terms, self).style(Style::Exact).print_as(value, self.notation(symbol))
    }

    /// A value to be assigned to the symbol, for people.
    pub fn readable_value(&self, symbol: Symbol, value: Term) -> String {
        Infix::new(&self.component.terms, self).style(Style::Readable).print_as(value, self.notation(symbol))
    }

    /// The term for people.
    pub fn readable(&self, term: Term) -> String {
        Infix::new(&self.component.terms, self).style(Style::Readable).print(term)
    }
}

impl Vocabulary for Scope<'_> {
    fn notation(&self, symbol: Symbol) -> Notation<'_> {
        match self.component.binding(self.method, symbol).map(|binding| binding.ty) {
            Some(Type::Enum(index)) => Notation::Named(&self.enums[index]),
            Some(Type::Int { signed: false, .. }) => Notation::Unsigned,
            _ => Notation::Signed,
        }
    }

    fn is_int(&self, symbol: Symbol) -> bool {
        self.component.binding(self.method, symbol).is_some_and(Binding::is_length)
    }

    fn sign_of(&self, symbol: Symbol) -> Option<Cow<'_, str>> {
        let binding = self.component.binding(self.method, symbol)?;
        signed_number(self.component, binding).map(|number| dotted(number))
    }

    fn readable_name(&self, symbol: Symbol) -> Cow<'_, str> {
        match (self.component.binding(self.method, symbol), self.method) {
            (Some(binding), Some(method)) => method.readable_name(binding),
            (Some(binding), None) => dotted(&binding.name),
            (None, _) => self.name(symbol),
        }
    }

    fn name(&self, symbol: Symbol) -> Cow<'_, str> {
        match self.component.binding(self.method, symbol) {
            Some(binding) => quoted(&binding.name),
            None => quoted(self.component.terms.symbol_name(symbol)),
        }
    }
}

fn items(component: &Component) -> Vec<String> {
    let scope = Scope::new(component, None);
    let enums = component.enums.iter().map(print_enum);
    let variables = component.variables.iter().map(|variable| print_variable(component, variable));
    let mut items: Vec<String> = enums.chain(variables).collect();
    if !component.is_true(component.initially) {
        items.push(format!("initially {};", scope.exact(component.initially)));
    }
    items.extend(component.roles.iter().map(print_role));
    items.extend(component.methods.iter().map(|method| print_method(component, method)));
    items
}

fn print_enum(found: &Enumeration) -> String {
    let values: Vec<Cow<'_, str>> = found.values.iter().map(|value| quoted(value)).collect();
    format!("enum {} {{ {} }}", quoted(&found.name), values.join(", "))
}

fn print_role(role: &Role) -> String {
    let makers: Vec<Cow<'_, str>> = role.made_by.iter().map(|maker| quoted(maker)).collect();
    let made_by = if makers.is_empty() { String::new() } else { format!(" made by {}", makers.join(", ")) };
    format!("role {}: {}{made_by};", quoted(&role.name), quoted(&role.ty))
}

fn print_variable(component: &Component, variable: &Variable) -> String {
    let ty = variable.binding.ty;
    let initial = match (variable.initial, ty) {
        (None, _) => "*".to_owned(),
        (Some(value), Type::Enum(_)) => quoted(&component.value_name(ty, value)).into_owned(),
        (Some(value), _) => component.value_name(ty, value),
    };
    format!("var {} = {initial};", print_binding(component, &variable.binding))
}

fn print_binding(component: &Component, binding: &Binding) -> String {
    format!("{}: {}", quoted(&binding.name), quoted(&component.type_name(binding.ty)))
}

fn print_method(component: &Component, method: &Method) -> String {
    let scope = Scope::new(component, Some(method));
    let parameters: Vec<String> = method.parameters.iter().map(|binding| print_binding(component, binding)).collect();
    let mut out = match method.name.strip_prefix("new ") {
        Some(name) if method.constructor => format!("new {}", quoted(name)),
        _ => format!("method {}", quoted(&method.name)),
    };
    write!(out, "({}){} graph {{", parameters.join(", "), print_outcomes(component, method))
        .expect("writing to a string");
    for binding in &method.locals {
        write!(out, "\n  var {};", print_binding(component, binding)).expect("writing to a string");
    }
    for edge in &method.body.edges {
        write!(out, "\n  {}{}", edge.from.0, print_action(&scope, method, edge.action)).expect("writing to a string");
    }
    out.push_str("\n}");
    out
}

fn print_outcomes(component: &Component, method: &Method) -> String {
    if let Some(result) = returned_as_it_is(method) {
        let named = |name: &String| if name == RETURNED { component.type_name(result.ty) } else { quoted(name).into() };
        return format!(" -> {}", method.outcomes.iter().map(named).collect::<Vec<_>>().join(" | "));
    }
    match &method.outcomes[..] {
        [only] if only == "ok" => String::new(),
        [yes, no] if yes == "true" && no == "false" => " -> bool".into(),
        outcomes => match component.enums.iter().find(|found| found.values == outcomes) {
            Some(found) => format!(" -> {}", quoted(&found.name)),
            None => format!(" -> {}", outcomes.iter().map(|name| outcome_name(name)).collect::<Vec<_>>().join(" | ")),
        },
    }
}

/// What holds the number that the method returns, where outcomes do not tell numbers apart.
fn returned_as_it_is(method: &Method) -> Option<&Binding> {
    method.result().filter(|_| method.outcomes.iter().any(|name| name == RETURNED))
}

/// `true` and `false` are plain names among outcomes.
fn outcome_name(name: &str) -> Cow<'_, str> {
    if matches!(name, "true" | "false") { name.into() } else { quoted(name) }
}

fn print_action(scope: &Scope<'_>, method: &Method, action: Action) -> String {
    match action {
        Action::Assume(condition, to) => format!(" -> {}: assume {};", to.0, scope.exact(condition)),
        Action::Assign(symbol, value, to) => {
            format!(" -> {}: {} = {};", to.0, scope.name(symbol), scope.exact_value(symbol, value))
        }
        Action::Havoc(symbol, Owner::Component, to) => format!(" -> {}: {} = *;", to.0, scope.name(symbol)),
        Action::Havoc(symbol, Owner::Model(gap), to) => {
            let Gap { what, place } = &scope.component.gaps[gap as usize];
            format!(" -> {}: {} = ?{};", to.0, scope.name(symbol), described(what.as_deref(), place.as_ref()))
        }
        Action::Return(outcome) => match returned_as_it_is(method) {
            Some(result) if method.outcomes[outcome] == RETURNED => format!(": return {};", quoted(&result.name)),
            _ => format!(": return {};", outcome_name(&method.outcomes[outcome])),
        },
        Action::Error(error) => format!(": error{};", print_error(&scope.component.errors[error])),
    }
}

fn print_error(error: &ErrorSite) -> String {
    format!(" {}{}", quoted(&error.name), described(error.message.as_deref(), error.place.as_ref()))
}

/// `"text" @ "File.java":12`, with a space before each.
fn described(content: Option<&str>, place: Option<&Place>) -> String {
    let content = content.map(|content| format!(" {}", text(content))).unwrap_or_default();
    let place = place.map(|place| format!(" @ {}:{}", text(&place.file), place.line)).unwrap_or_default();
    content + &place
}
