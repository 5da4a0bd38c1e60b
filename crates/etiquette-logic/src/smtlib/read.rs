//! Reads back what solvers print: the definition of a function over booleans and bit-vectors, as in a model.
//!
//! Only what a term can express is read; everything else, quantifiers among it, is an [`Unreadable`] and never a guess.
//! Nesting is bounded, so that no output can overflow the stack.

mod operators;
mod tree;

use std::fmt;

use rustc_hash::FxHashMap;

use crate::term::{Sort, Term, TermPool};
use tree::Tree;

/// Why a text can't be read as a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable(pub String);

impl fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

fn unreadable<T>(what: impl Into<String>) -> Result<T, Unreadable> {
    Err(Unreadable(what.into()))
}

/// Finds `(define-fun name (…) … body)` in a text, and gives the body with the arguments in place of the parameters.
///
/// ```
/// use etiquette_logic::{Sort, TermPool, read_function};
/// let mut pool = TermPool::new();
/// let x = pool.new_variable("x", Sort::Bits(8));
/// let model = "((define-fun Small ((a (_ BitVec 8))) Bool (bvult a #x0a)))";
/// let ten = pool.bits(8, 10);
/// assert_eq!(read_function(&mut pool, model, "Small", &[x]), Ok(pool.unsigned_less(x, ten)));
/// ```
pub fn read_function(pool: &mut TermPool, text: &str, name: &str, arguments: &[Term]) -> Result<Term, Unreadable> {
    let trees = tree::read(text)?;
    let Some((parameters, body)) = trees.iter().find_map(|tree| find_definition(tree, name)) else {
        return unreadable(format!("there is no definition of `{name}`"));
    };
    let mut scope = Scope::default();
    if parameters.len() != arguments.len() {
        return unreadable(format!("`{name}` does not have {} parameters", arguments.len()));
    }
    for (parameter, &argument) in parameters.iter().zip(arguments) {
        scope.bind(parameter_name(parameter, pool.sort(argument))?, argument);
    }
    term(pool, body, &mut scope)
}

/// The parameters and the body of a definition, which may be one of several in a list.
fn find_definition<'a, 'b>(tree: &'a Tree<'b>, name: &str) -> Option<(&'a [Tree<'b>], &'a Tree<'b>)> {
    let Tree::List(items) = tree else { return None };
    match &items[..] {
        [Tree::Atom("define-fun"), Tree::Atom(found), Tree::List(parameters), _, body] if *found == name => {
            Some((parameters, body))
        }
        _ => items.iter().filter(|item| matches!(item, Tree::List(_))).find_map(|item| match item {
            Tree::List(parts) if parts.first() == Some(&Tree::Atom("define-fun")) => find_definition(item, name),
            _ => None,
        }),
    }
}

fn parameter_name<'a>(parameter: &Tree<'a>, expected: Sort) -> Result<&'a str, Unreadable> {
    match parameter {
        Tree::List(parts) => match &parts[..] {
            [Tree::Atom(name), sort] if sort.to_string() == super::sort_text(expected) => Ok(name),
            _ => unreadable(format!("the parameter {parameter} is not of the sort {}", super::sort_text(expected))),
        },
        Tree::Atom(_) => unreadable(format!("the parameter {parameter} has no sort")),
    }
}

/// What names stand for; the last of equal names counts.
#[derive(Default)]
struct Scope<'a> {
    values: FxHashMap<&'a str, Vec<Term>>,
}

impl<'a> Scope<'a> {
    fn bind(&mut self, name: &'a str, value: Term) {
        self.values.entry(name).or_default().push(value);
    }

    fn release(&mut self, name: &'a str) {
        if let Some(values) = self.values.get_mut(name) {
            values.pop();
        }
    }

    fn value(&self, name: &str) -> Option<Term> {
        self.values.get(name)?.last().copied()
    }
}

fn term<'a>(pool: &mut TermPool, tree: &Tree<'a>, scope: &mut Scope<'a>) -> Result<Term, Unreadable> {
    match tree {
        Tree::Atom(atom) => match scope.value(atom) {
            Some(value) => Ok(value),
            None => operators::constant(pool, atom),
        },
        Tree::List(items) => match &items[..] {
            [Tree::Atom("_"), Tree::Atom(value), Tree::Atom(width)] => operators::decimal(pool, value, width),
            [Tree::Atom("let"), Tree::List(bindings), body] => with_bindings(pool, bindings, body, scope),
            [head, operands @ ..] => {
                let read = operands.iter().map(|operand| term(pool, operand, scope));
                let operands = read.collect::<Result<Vec<Term>, Unreadable>>()?;
                operators::apply(pool, head, &operands)
            }
            [] => unreadable("an empty list"),
        },
    }
}

fn with_bindings<'a>(
    pool: &mut TermPool,
    bindings: &[Tree<'a>],
    body: &Tree<'a>,
    scope: &mut Scope<'a>,
) -> Result<Term, Unreadable> {
    let mut bound = Vec::new();
    for binding in bindings {
        let Tree::List(parts) = binding else { return unreadable(format!("the binding {binding}")) };
        let [Tree::Atom(name), value] = &parts[..] else { return unreadable(format!("the binding {binding}")) };
        bound.push((*name, term(pool, value, scope)?));
    }
    bound.iter().for_each(|&(name, value)| scope.bind(name, value));
    let result = term(pool, body, scope);
    bound.iter().for_each(|&(name, _)| scope.release(name));
    result
}
