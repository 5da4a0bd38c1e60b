//! Returned numbers.
//!
//! A call that returns a number ends with the outcome `ok`, and a local variable holds the number. Where later calls
//! depend on it, outcomes tell numbers apart instead ([`crate::split_results`]), and the name of such an outcome says
//! which numbers it is about: `-1`, `result > 0`, or `other` for all that no other one is about.

use etiquette_logic::evaluate;

use crate::alphabet::register_of;
use crate::component::{Binding, Component, Method, Type};
use crate::guard::Guard;

/// What conditions and values call the returned number.
pub const RESULT: &str = "result";
/// The outcome of a call that returned, where there is nothing more to tell.
pub const RETURNED: &str = "ok";
/// The outcome for numbers that no other outcome is about.
pub const OTHER: &str = "other";

/// Whether a name of an outcome says something of a returned number.
pub fn is_about_number(outcome: &str) -> bool {
    outcome == OTHER || own_condition(outcome).is_some()
}

/// The condition on the result that an outcome's name is.
fn own_condition(outcome: &str) -> Option<String> {
    if outcome.parse::<i128>().is_ok() {
        return Some(format!("{RESULT} == {outcome}"));
    }
    // Most names are plain words.
    let mentions_result = || outcome.contains(RESULT) && outcome != RESULT;
    (mentions_result() && holds(&outcome.into(), 0).is_some()).then(|| outcome.to_owned())
}

/// Whether a condition on the result, and nothing else, holds of a number; `None` if it is no such condition.
fn holds(condition: &Guard, number: i64) -> Option<bool> {
    let mut component = Component::new(RESULT);
    let ty = Type::Int { width: 64, signed: true };
    let symbol = component.terms.new_symbol(RESULT, component.sort(ty));
    let scope = [Binding { name: RESULT.into(), ty, symbol }];
    let condition = condition.over(&mut component, &scope).ok()?;
    Some(evaluate(&component.terms, condition, |_| number as u64) != 0)
}

/// The condition on the result under which a call ends with one of these outcomes, by position; `None` where the result
/// does not decide.
pub fn condition_of_outcome(outcomes: &[String], outcome: usize) -> Option<Guard> {
    let name = &outcomes[outcome];
    if name != OTHER {
        return own_condition(name).map(Guard::from);
    }
    let excluded = outcomes.iter().filter_map(|other| match other.parse::<i128>() {
        Ok(number) => Some(format!("{RESULT} != {number}")),
        Err(_) => own_condition(other).map(|condition| format!("!({condition})")),
    });
    let excluded: Vec<String> = excluded.collect();
    (!excluded.is_empty()).then(|| excluded.join(" && ").into())
}

/// The outcome of a call that returned this number, by position; `None` where there is none.
pub fn outcome_of_number(outcomes: &[String], number: i64) -> Option<usize> {
    let is_told = |outcome: &usize| {
        condition_of_outcome(outcomes, *outcome).is_some_and(|condition| holds(&condition, number) == Some(true))
    };
    (0..outcomes.len()).find(is_told).or_else(|| outcomes.iter().position(|outcome| outcome == RETURNED))
}

impl Method {
    /// What holds the number that a call returns, where it returns one: whenever it ends with an outcome for which
    /// [`Method::returns_number`] says so.
    pub fn result(&self) -> Option<&Binding> {
        self.locals.iter().find(|local| Some(local.symbol) == self.result)
    }

    /// What `result` means in a value that a call which ends with this outcome, by position, sets a register to; `None`
    /// where no number is returned, or where a parameter or a register has that name.
    pub fn result_in_values(&self, outcome: usize) -> Option<Binding> {
        let is_taken = |name: &str| name == RESULT || register_of(name) == Some(RESULT);
        let result = self.result().filter(|_| self.returns_number(outcome))?;
        let is_free = self.parameters.iter().all(|known| !is_taken(&known.name));
        is_free.then(|| Binding { name: RESULT.into(), ..result.clone() })
    }

    /// Whether a call that ends with this outcome, by position, returned a number.
    pub fn returns_number(&self, outcome: usize) -> bool {
        let name = &self.outcomes[outcome];
        self.result().is_some() && (name == RETURNED || is_about_number(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(all: &[&str]) -> Vec<String> {
        all.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn outcomes_say_which_numbers_they_are_about() {
        let outcomes = names(&["-1", "result > 5 && result < 9", "IOException", "other"]);
        let told = |number: i64| outcome_of_number(&outcomes, number);
        assert_eq!([-1, 6, 5, 9, 0].map(told), [Some(0), Some(1), Some(3), Some(3), Some(3)]);
        let written = |outcome: usize| condition_of_outcome(&outcomes, outcome).map(|it| it.to_string());
        assert_eq!(written(0).as_deref(), Some("result == -1"));
        assert_eq!(written(2), None);
        assert_eq!(written(3).as_deref(), Some("result != -1 && !(result > 5 && result < 9)"));
    }

    #[test]
    fn where_numbers_are_not_told_apart_all_are_alike() {
        assert_eq!(outcome_of_number(&names(&["IOException", "ok"]), 7), Some(1));
        assert_eq!(outcome_of_number(&names(&["true", "false"]), 7), None);
        assert_eq!(condition_of_outcome(&names(&["other", "ok"]), 0), None, "it is a name as any other there");
        assert!(["result", "results", "result > limit", "no result"].iter().all(|name| !is_about_number(name)));
    }
}
