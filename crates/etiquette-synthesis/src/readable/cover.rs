//! Conditions made short, for people to read.
//!
//! The condition and its negation are both covered with prime implicants over the atomic conditions at hand, and the
//! shorter cover is kept: as cases (`a && b || c`), or as exceptions (`a && (b || c)`). What comes out means the same
//! wherever the assumption holds.

use crate::readable::budgets::cover::{MAX_ATOMS, MAX_CONFLICTS, MAX_CONJUNCTIONS};
use etiquette_logic::{Answer, Solver, Term, TermPool};
use etiquette_predicates::atoms;

pub(crate) type Conjunction = Vec<Term>;

/// A condition that is the same where the solver's assertions hold, and shorter if one is found.
pub(crate) fn tidied(terms: &mut TermPool, assumed: &mut Solver, condition: Term) -> Term {
    let mut atoms = atoms(terms, &[condition]);
    if atoms.len() < 2 || atoms.len() > MAX_ATOMS {
        return condition;
    }
    // What is said of several parameters at once is given up first.
    atoms.sort_by_key(|&atom| std::cmp::Reverse((terms.symbols_of(atom).len(), terms.reachable(&[atom]).len())));
    let cases = cover(terms, assumed, condition, &atoms);
    if let Some([case]) = cases.as_deref() {
        // What is said of several parameters at once is told last.
        return terms.all(case.iter().rev().copied());
    }
    let negation = terms.not(condition);
    let exceptions = cover(terms, assumed, negation, &atoms);
    match (cases, exceptions) {
        (Some(cases), Some(exceptions)) if length(&cases) < length(&exceptions) => any_of(terms, cases),
        (_, Some(exceptions)) => none_of(terms, exceptions),
        (Some(cases), None) => any_of(terms, cases),
        (None, None) => condition,
    }
}

/// A solver under whose assertion conditions are made shorter.
pub(crate) fn assuming(terms: &TermPool, assumed: Term) -> Solver {
    let mut solver = Solver::new();
    solver.keep_past_checks();
    solver.set_conflict_limit(Some(MAX_CONFLICTS));
    solver.assert(terms, assumed);
    solver
}

fn length(cover: &[Conjunction]) -> usize {
    cover.iter().map(Vec::len).sum()
}

/// One of the conjunctions holds.
pub(crate) fn any_of(terms: &mut TermPool, cases: Vec<Conjunction>) -> Term {
    let cases: Vec<Term> = cases.into_iter().map(|case| terms.all(case)).collect();
    terms.any(cases)
}

/// None of the conjunctions holds: one of the literals of each is wrong.
pub(crate) fn none_of(terms: &mut TermPool, exceptions: Vec<Conjunction>) -> Term {
    let mut clauses = Vec::new();
    for exception in exceptions {
        let wrong: Vec<Term> = exception.into_iter().map(|literal| terms.not(literal)).collect();
        clauses.push(terms.any(wrong));
    }
    terms.all(clauses)
}

/// Conjunctions of literals, none superfluous and none with a superfluous literal, that hold together exactly where the
/// condition does.
fn cover(terms: &mut TermPool, assumed: &mut Solver, condition: Term, atoms: &[Term]) -> Option<Vec<Conjunction>> {
    let outside = terms.not(condition);
    let mut rest = vec![condition];
    let mut found: Vec<Conjunction> = Vec::new();
    loop {
        match assumed.check(terms, &rest) {
            Answer::Unsat => return Some(irredundant(terms, assumed, found)),
            Answer::Sat if found.len() < MAX_CONJUNCTIONS => {}
            _ => return None,
        }
        let mut literals = literals_of_model(terms, assumed, atoms);
        literals.push(outside);
        if assumed.check(terms, &literals) != Answer::Unsat {
            return None;
        }
        let core = assumed.minimize_core(terms).to_vec();
        let conjunction: Conjunction = core.into_iter().filter(|&literal| literal != outside).collect();
        let holds = terms.all(conjunction.iter().copied());
        rest.push(terms.not(holds));
        found.push(conjunction);
    }
}

fn literals_of_model(terms: &mut TermPool, model: &Solver, atoms: &[Term]) -> Vec<Term> {
    let values: Vec<bool> = atoms.iter().map(|&atom| model.value(terms, atom) != 0).collect();
    atoms.iter().zip(values).map(|(&atom, holds)| if holds { atom } else { terms.not(atom) }).collect()
}

/// Leaves out what the others cover.
pub(crate) fn irredundant(terms: &mut TermPool, assumed: &mut Solver, mut found: Vec<Conjunction>) -> Vec<Conjunction> {
    let mut place = 0;
    while place < found.len() {
        let mut others = found.clone();
        let mut question = others.remove(place);
        let covered = any_of(terms, others.clone());
        question.push(terms.not(covered));
        match assumed.check(terms, &question) {
            Answer::Unsat => found = others,
            _ => place += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use etiquette_component::{Component, Scope, parse, parse_condition};

    use super::*;

    fn component() -> Component {
        let text = "component c { enum Ref { null, object } var o: i32 = 0; var l: i32 = 0; var r: Ref = null; method m() { } }";
        parse(text, "test").expect("the component is well-formed")
    }

    fn tidy(text: &str) -> String {
        let mut component = component();
        let condition = parse_condition(&mut component, text).expect("the condition is well-formed");
        let always = component.terms.bool(true);
        let mut assumed = assuming(&component.terms, always);
        let short = tidied(&mut component.terms, &mut assumed, condition);
        let mut solver = Solver::new();
        let differs = component.terms.xor(short, condition);
        assert_eq!(solver.check(&component.terms, &[differs]), Answer::Unsat, "`{text}` means something else now");
        Scope::new(&component, None).readable(short)
    }

    #[test]
    fn what_is_said_twice_is_said_once() {
        let long = "!(o >= 0 && r == null || l < 0 && o >= 0 && r != null || o >= 0 && r == null || o < 0)";
        assert_eq!(tidy(long), "r != null && o >= 0 && l >= 0");
    }

    #[test]
    fn cases_stay_cases_where_they_are_shorter() {
        assert_eq!(tidy("o == 1 && l == 2 || o == 1 && l != 2 || r == null && o != 1"), "r == null || o == 1");
    }

    #[test]
    fn sums_are_kept_where_they_matter() {
        assert_eq!(
            tidy("o >= 0 && l >= 0 && o + l <= 9 || o >= 0 && l >= 0 && o + l <= 9 && r == null"),
            "o >= 0 && l >= 0 && o + l <= 9"
        );
    }
}
