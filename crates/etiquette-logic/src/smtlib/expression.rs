//! A term as one closed SMT-LIB 2 expression, for places where definitions can't stand beside it, as under a
//! quantifier.

use rustc_hash::FxHashMap;

use super::syntax::term_text;
use crate::term::{Symbol, Term, TermPool};

/// The term as an expression. `name` gives the symbols their text; parts that occur more than once are bound by `let`,
/// so that the expression is as large as the shared term.
pub fn expression(pool: &TermPool, term: Term, name: &dyn Fn(Symbol) -> String) -> String {
    let mut bound: FxHashMap<Term, String> = FxHashMap::default();
    let mut text = String::new();
    for part in shared_parts(pool, term) {
        let value = written(pool, part, &bound, name);
        let variable = format!("${}", part.index());
        text.push_str(&format!("(let (({variable} {value})) "));
        bound.insert(part, variable);
    }
    text.push_str(&written(pool, term, &bound, name));
    text.push_str(&")".repeat(bound.len()));
    text
}

fn written(pool: &TermPool, term: Term, bound: &FxHashMap<Term, String>, name: &dyn Fn(Symbol) -> String) -> String {
    term_text(pool, term, &|part| bound.get(&part).cloned().or_else(|| pool.as_symbol(part).map(name)))
}

/// The compound parts that occur more than once, operands before what is built from them.
fn shared_parts(pool: &TermPool, term: Term) -> Vec<Term> {
    let parts = pool.reachable(&[term]);
    let uses = pool.count_uses(&parts);
    let compound = |part: &Term| pool.node(*part).operands().next().is_some();
    parts.into_iter().filter(compound).filter(|part| uses.get(part).is_some_and(|&count| count > 1)).collect()
}
