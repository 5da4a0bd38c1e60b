//! Outcomes that tell returned numbers apart.
//!
//! A number that a call returns may tell a client what the component chose: `read` returns -1, and from then on nothing
//! may be read. This pass splits the outcome `ok` by conditions on the result; what comes out is an ordinary component
//! with more outcomes, which every engine takes. Any split is sound, since it only says more of what a client sees;
//! which ones are worth trying is told by [`telling_results`], and which of them matter shows when the interface is
//! found ([`NumberOutcomes::merged`]).

mod classes;
mod telling;

use etiquette_logic::{Answer, Node, Solver, Term, UnaryOp};

use crate::component::{Action, Binding, Body, Component, Edge, Location, Method, Type};
use crate::guard::Guard;
use crate::results::{RESULT, RETURNED, condition_of_outcome, is_about_number};

pub use classes::NumberOutcomes;
pub use telling::telling_results;

/// The component in which calls of some methods end with outcomes that tell returned numbers apart, as these names say:
/// pairs of a method's name and names of outcomes.
///
/// # Errors
/// Why outcomes can't tell the numbers of a method apart, as a sentence.
pub fn split_results(component: &Component, wanted: &[(String, Vec<String>)]) -> Result<Component, String> {
    let mut split = component.clone();
    for (name, outcomes) in wanted {
        let method = split.methods.iter().position(|method| method.name == *name);
        let method = method.ok_or_else(|| format!("there is no method `{name}`"))?;
        split_method(&mut split, method, outcomes)?;
    }
    Ok(split)
}

/// What outcomes of some methods say of returned numbers, where these are not told apart in the component.
pub fn results_told_by<'a>(
    component: &Component,
    methods: impl IntoIterator<Item = (&'a str, &'a [String])>,
) -> Vec<(String, Vec<String>)> {
    let mut told: Vec<(String, Vec<String>)> = Vec::new();
    for (name, outcomes) in methods {
        let method = component.methods.iter().find(|method| method.name == name);
        let returns = |method: &Method| method.result().is_some() && method.outcomes.iter().any(|it| it == RETURNED);
        let about: Vec<String> = outcomes.iter().filter(|outcome| is_about_number(outcome)).cloned().collect();
        if method.is_some_and(returns) && !about.is_empty() && told.iter().all(|(known, _)| known != name) {
            told.push((name.to_owned(), about));
        }
    }
    told
}

fn split_method(component: &mut Component, index: usize, outcomes: &[String]) -> Result<(), String> {
    let method = &component.methods[index];
    let name = method.name.clone();
    let result = method.result().cloned().ok_or_else(|| format!("`{name}` returns no number"))?;
    let Some(returned) = method.outcomes.iter().position(|outcome| outcome == RETURNED) else {
        return Err(format!("outcomes of `{name}` tell numbers apart already"));
    };
    let conditions = conditions(component, &result, outcomes).map_err(|problem| format!("`{name}`: {problem}"))?;
    let method = &mut component.methods[index];
    method.outcomes.splice(returned..=returned, outcomes.iter().cloned());
    split_returns(component, index, returned, &conditions);
    Ok(())
}

/// The conditions of all outcomes but the last one, which is for what is left.
fn conditions(component: &mut Component, result: &Binding, outcomes: &[String]) -> Result<Vec<Term>, String> {
    let scope = [Binding { name: RESULT.into(), ..result.clone() }];
    let read = |component: &mut Component, outcome: usize| {
        let condition = condition_of_outcome(outcomes, outcome).unwrap_or_else(Guard::always);
        let read = condition.over(component, &scope);
        read.map_err(|problem| format!("the outcome `{}` can't be read: {}", outcomes[outcome], problem.message))
    };
    let all = (0..outcomes.len()).map(|outcome| read(component, outcome)).collect::<Result<Vec<Term>, String>>()?;
    let (ty, value) = (result.ty, component.terms.symbol(result.symbol));
    match tells_apart(component, (ty, value), &all) {
        true => Ok(all),
        false => Err(format!("each number must have one of the outcomes `{}`, and no two", outcomes.join("`, `"))),
    }
}

/// Whether exactly one of the conditions holds of every number.
fn tells_apart(component: &mut Component, (ty, value): (Type, Term), conditions: &[Term]) -> bool {
    let domain = component.domain_constraint(ty, value);
    let terms = &mut component.terms;
    let mut questions = Vec::new();
    for (position, &one) in conditions.iter().enumerate() {
        questions.extend(conditions[..position].iter().map(|&other| terms.and(one, other)));
    }
    let any = terms.any(conditions.to_vec());
    questions.push(terms.not(any));
    questions.into_iter().all(|question| {
        let mut solver = Solver::new();
        domain.into_iter().chain([question]).for_each(|term| solver.assert(terms, term));
        solver.check(terms, &[]) == Answer::Unsat
    })
}

/// Puts a test of the result in the place of every return with the outcome; the new outcomes stand where it stood.
fn split_returns(component: &mut Component, index: usize, returned: usize, conditions: &[Term]) {
    let Component { terms, methods, .. } = component;
    let always = terms.bool(true);
    let negated: Vec<Term> = conditions.iter().map(|&it| negation(terms, it)).collect();
    let body = &mut methods[index].body;
    let before = std::mem::take(&mut body.edges);
    let outgoing = |from: Location| before.iter().filter(|edge| edge.from == from).count();
    for Edge { from, action } in before.iter().copied() {
        match action {
            Action::Return(outcome) if outcome == returned => {
                let start = if outgoing(from) == 1 { from } else { body.step(from, always) };
                add_tests(body, start, returned, conditions.iter().zip(&negated));
            }
            Action::Return(outcome) if outcome > returned => {
                body.edges.push(Edge { from, action: Action::Return(outcome + conditions.len() - 1) });
            }
            _ => body.edges.push(Edge { from, action }),
        }
    }
}

fn add_tests<'a>(
    body: &mut Body,
    start: Location,
    first: usize,
    tests: impl ExactSizeIterator<Item = (&'a Term, &'a Term)>,
) {
    let last = tests.len() - 1;
    let mut here = start;
    for (position, (&holds, &fails)) in tests.enumerate() {
        let outcome = Action::Return(first + position);
        if position == last {
            body.edges.push(Edge { from: here, action: outcome });
            return;
        }
        let inside = body.step(here, holds);
        here = body.step(here, fails);
        body.edges.push(Edge { from: inside, action: outcome });
    }
}

impl Body {
    /// A new location behind a condition.
    fn step(&mut self, from: Location, condition: Term) -> Location {
        let to = self.new_location();
        self.edges.push(Edge { from, action: Action::Assume(condition, to) });
        to
    }
}

/// The negation, literally: two edges of which one is the other's negation are known to be no hidden choice.
fn negation(terms: &mut etiquette_logic::TermPool, condition: Term) -> Term {
    match terms.node(condition) {
        Node::Bool(value) => terms.bool(!value),
        Node::Unary(UnaryOp::Not, inner) => inner,
        _ => terms.intern(Node::Unary(UnaryOp::Not, condition)),
    }
}

#[cfg(test)]
mod tests {
    use super::split_results;
    use crate::{Exit, Interpreter, check, parse};

    const READER: &str = "component reader { var at_end: bool = false;
        method read() -> i32 | closed {
            if (at_end) { return closed; }
            var c: i32 = *;
            at_end = c == -1;
            return c;
        } }";

    fn split(outcomes: &[&str]) -> Result<crate::Component, String> {
        let component = parse(READER, "reader.component").expect("a component");
        let outcomes = outcomes.iter().map(|outcome| (*outcome).to_owned()).collect();
        split_results(&component, &[("read".to_owned(), outcomes)])
    }

    #[test]
    fn outcomes_follow_from_the_result() {
        let split = split(&["-1", "result > 0", "other"]).expect("every number has one outcome");
        assert!(check(&split).is_ok());
        assert_eq!(split.methods[0].outcomes, ["-1", "result > 0", "other", "closed"]);
        let mut interpreter = Interpreter::new(&split);
        let mut outcome =
            |at_end: u64, chosen: u64| match interpreter.call(&mut [at_end], 0, &[], &mut |_, _| Some(chosen)) {
                Exit::Returned(outcome) => split.methods[0].outcomes[outcome].clone(),
                other => format!("{other:?}"),
            };
        assert_eq!(outcome(0, 0xffff_ffff), "-1");
        assert_eq!(outcome(0, 7), "result > 0");
        assert_eq!(outcome(0, 0xffff_fff0), "other");
        assert_eq!(outcome(1, 0), "closed");
    }

    #[test]
    fn every_number_must_have_one_outcome() {
        for wrong in [&["-1"][..], &["-1", "result < 0", "other"], &["result < 0", "result > 0"]] {
            let refused = split(wrong).map(|_| ()).expect_err("it is refused");
            assert!(refused.contains("each number must have one"), "{refused}");
        }
        assert!(split(&["result > true", "other"]).is_err());
    }
}
