//! The text form of components: `.component` files.
//!
//! Lexer, parser, typing, lowering; the inverse is [`crate::print`]. See `docs/component-language.md` for the language.

mod ast;
mod calls;
mod expressions;
mod flow;
mod held;
mod inline;
pub(crate) mod lexer;
mod lower;
pub(crate) mod parser;
mod roles;
mod statements;
mod transplant;
mod typing;

use crate::component::{Binding, Component, Type};
use crate::diagnostic::{Diagnostic, Span};
use etiquette_logic::Term;
use std::path::Path;

pub use ast::{Expression, ExpressionKind};
pub use held::{HeldFile, HeldFiles, Misread, Refusal, SourceFiles, parse_holding};

/// Larger sources are refused: no component that people or our own printers write comes near.
pub const MAX_SOURCE_BYTES: usize = 16 << 20;

/// Reads a component that holds no others ([`parse_holding`] reads those that do). `file` is the name by which places
/// in the source are given.
///
/// ```
/// let source = "component lamp { var on: bool = false; method switch_on() { assert !on; on = true; } }";
/// let lamp = etiquette_component::parse(source, "lamp.component").unwrap();
/// assert_eq!(lamp.methods[0].name, "switch_on");
/// ```
///
/// # Errors
/// Everything that is wrong with the source, each with its place; never empty.
pub fn parse(text: &str, file: &str) -> Result<Component, Vec<Diagnostic>> {
    held::read_holding(text, Path::new(file), file, &mut held::NoFiles).map_err(|misread| misread.problems)
}

fn too_large(text: &str) -> Result<(), Vec<Diagnostic>> {
    if text.len() <= MAX_SOURCE_BYTES {
        return Ok(());
    }
    let message = format!("the source has {} bytes, more than the {MAX_SOURCE_BYTES} that are read", text.len());
    Err(vec![Diagnostic::new(Span::default(), message)])
}

/// Reads a condition over the component's state variables.
///
/// # Errors
/// What is wrong with it, with its place in `text`.
pub fn parse_condition(component: &mut Component, text: &str) -> Result<Term, Diagnostic> {
    parse_value(component, &[], Type::Bool, text)
}

/// Reads an expression of a type over the component's state variables and whatever else is in scope, as parameters are
/// in a method. Where names clash, the first in scope is meant, and the state variables come last.
///
/// # Errors
/// What is wrong with it, with its place in `text`.
pub fn parse_value(component: &mut Component, scope: &[Binding], ty: Type, text: &str) -> Result<Term, Diagnostic> {
    term_of(component, scope, ty, &parser::parse_expression(text)?)
}

/// An expression of a type as a term, over the component's state variables and whatever else is in scope.
pub(crate) fn term_of(
    component: &mut Component,
    scope: &[Binding],
    ty: Type,
    expression: &Expression,
) -> Result<Term, Diagnostic> {
    typing::Typing { component, scope }.check(expression, ty)
}
