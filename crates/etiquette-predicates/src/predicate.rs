//! Predicates: boolean terms over the state variables, read from the component language, each error with its place.
//!
//! JIST's restriction (Section 4.1) is that a predicate is over return values or over the state, never both. Here
//! return values are observed exactly, as outcomes, so that predicates are about the state alone; one that asks for a
//! return value is refused with that reason.

use etiquette_component::{Component, Diagnostic, Scope, parse_condition};
use etiquette_logic::Term;

/// A boolean term over the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    /// As it was written, or as the component language writes it.
    pub text: String,
    /// The term, in the component's pool.
    pub term: Term,
}

impl Predicate {
    /// A predicate that was found, not written.
    pub fn found(component: &Component, term: Term) -> Self {
        Predicate { text: Scope::new(component, None).readable(term), term }
    }
}

/// A predicate that can't be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadPredicate {
    /// Which of them, by position.
    pub index: usize,
    /// What is wrong with it; places are in its text.
    pub problem: Diagnostic,
}

/// Reads predicates. One that means the same term as an earlier one is left out.
///
/// # Errors
/// The first that can't be read.
pub fn parse_predicates<S: AsRef<str>>(
    component: &mut Component,
    texts: &[S],
) -> Result<Vec<Predicate>, Box<BadPredicate>> {
    let mut predicates: Vec<Predicate> = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let text = text.as_ref();
        let term = parse_condition(component, text).map_err(|problem| {
            let problem = explain_return_values(component, text, problem);
            Box::new(BadPredicate { index, problem })
        })?;
        if predicates.iter().all(|known| known.term != term) {
            predicates.push(Predicate { text: text.trim().to_owned(), term });
        }
    }
    Ok(predicates)
}

/// Words by which people ask for what a call returned.
const RETURN_VALUES: [&str; 3] = ["return", "result", "outcome"];

/// Where the name that is not known stands for a return value, says so.
fn explain_return_values(component: &Component, text: &str, problem: Diagnostic) -> Diagnostic {
    let written = text.get(problem.span.range()).unwrap_or_default().trim_matches('`');
    let is_outcome = component.methods.iter().any(|method| method.outcomes.iter().any(|outcome| outcome == written));
    if !is_outcome && !RETURN_VALUES.contains(&written) {
        return problem;
    }
    Diagnostic::new(problem.span, format!("`{written}` is a return value, and a predicate is about the state"))
        .label("not a part of the state")
        .help("what a call returns is observed exactly, as its outcome: leave it out, and name state variables only")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn iterator() -> Component {
        let source = "component c { var cursor: i8 = 0; method next() -> ok | exhausted { return ok; } }";
        etiquette_component::parse(source, "c.component").expect("a component")
    }

    fn problem(text: &str) -> (usize, Diagnostic) {
        let found = parse_predicates(&mut iterator(), &["cursor == 0", text]).expect_err("a bad predicate");
        (found.index, found.problem)
    }

    #[test]
    fn equal_predicates_are_one() {
        let found = parse_predicates(&mut iterator(), &["cursor == 0", " cursor==0 "]).expect("predicates");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].text, "cursor == 0");
    }

    #[test]
    fn unknown_variables_are_located() {
        let (index, problem) = problem("0 < corsor");
        assert_eq!((index, problem.span.range()), (1, 4..10));
        assert!(problem.message.contains("no variable `corsor`"), "{problem:?}");
    }

    #[test]
    fn syntax_errors_are_located() {
        let (_, problem) = problem("cursor ==");
        assert!(problem.span.start >= 7, "{problem:?}");
    }

    #[test]
    fn numbers_are_no_predicates() {
        let (_, problem) = problem("cursor + 1");
        assert!(problem.message.contains("bool"), "{problem:?}");
    }

    #[test]
    fn return_values_are_not_mixed_with_the_state() {
        for text in ["cursor == 0 && result", "cursor == 0 && exhausted"] {
            let (_, problem) = problem(text);
            assert!(problem.message.contains("is a return value"), "{problem:?}");
            assert_eq!(problem.span.start, 15);
        }
    }
}
