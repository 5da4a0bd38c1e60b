//! A system as constrained Horn clauses in SMT-LIB 2 (logic `HORN`): satisfiable exactly if no bad state can be
//! reached.
//!
//! One predicate `Reached` over the variables; a clause for the initial states, one for each step, and one for bad
//! states.

use std::fmt::Write;

use etiquette_logic::{Symbol, Term, TermPool, expression, sort_text};
use rustc_hash::FxHashMap;

use super::names::plain_name;
use crate::system::{Step, System};

/// The name of the predicate.
pub(super) const PREDICATE: &str = "Reached";

/// The system as constrained Horn clauses, with the question at the end.
pub fn to_horn_clauses(pool: &TermPool, system: &System, bad: Term) -> String {
    let mut text = String::from("; satisfiable: no bad state can be reached\n(set-logic HORN)\n");
    let sorts: Vec<String> = system.variables.iter().map(|&symbol| sort_text(pool.symbol_sort(symbol))).collect();
    let _ = writeln!(text, "(declare-fun {PREDICATE} ({}) Bool)", sorts.join(" "));
    let here = reached(system, |symbol| name(pool, symbol));
    text += &clause(pool, &system.variables, &written(pool, system.initial), &here);
    for step in &system.steps {
        text += &step_clause(pool, system, step, &here);
    }
    text += &clause(pool, &system.variables, &format!("(and {here} {})", written(pool, bad)), "false");
    text + "(check-sat)\n"
}

fn step_clause(pool: &TermPool, system: &System, step: &Step, here: &str) -> String {
    let updates: FxHashMap<Symbol, Term> = step.updates.iter().copied().collect();
    let there = reached(system, |symbol| {
        updates.get(&symbol).map_or_else(|| name(pool, symbol), |&value| written(pool, value))
    });
    let bound = [&system.variables[..], &step.inputs].concat();
    clause(pool, &bound, &format!("(and {here} {})", written(pool, step.condition)), &there)
}

fn clause(pool: &TermPool, bound: &[Symbol], body: &str, head: &str) -> String {
    let declared =
        bound.iter().map(|&symbol| format!("({} {})", name(pool, symbol), sort_text(pool.symbol_sort(symbol))));
    let implication = format!("(=> {body} {head})");
    match bound.is_empty() {
        true => format!("(assert {implication})\n"),
        false => format!("(assert (forall ({}) {implication}))\n", declared.collect::<Vec<_>>().join(" ")),
    }
}

/// The predicate of a value for each variable.
fn reached(system: &System, value: impl Fn(Symbol) -> String) -> String {
    let values: Vec<String> = system.variables.iter().map(|&symbol| value(symbol)).collect();
    match values.is_empty() {
        true => PREDICATE.into(),
        false => format!("({PREDICATE} {})", values.join(" ")),
    }
}

fn written(pool: &TermPool, term: Term) -> String {
    expression(pool, term, &|symbol| name(pool, symbol))
}

fn name(pool: &TermPool, symbol: Symbol) -> String {
    format!("|{}|", plain_name(pool, symbol))
}
