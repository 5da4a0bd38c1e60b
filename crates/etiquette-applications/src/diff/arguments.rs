//! Argument values that two guards have in common, found by the solver.
//!
//! An interface does not list the values of a type with named values, so they are taken from the guards, and one more
//! stands for all the others.

use etiquette_automata::{Arguments, Call, ITSELF, OTHER};
use etiquette_component::Detail;
use etiquette_logic::{Answer, Solver, Term, mask};

/// What two guards have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Common {
    /// These argument values, as a call writes them.
    Values(Vec<String>),
    /// Nothing.
    Nothing,
    /// It is not known, and why.
    Unclear(String),
}

/// Numbers that read well, tried first.
const PLAIN_NUMBERS: [i64; 4] = [0, 1, 2, -1];

/// Argument values that satisfy both guards. The calls have the same parameter types; the parameters' names may differ.
pub(super) fn common(old: &Call, new: &Call) -> Common {
    if old.parameters.is_empty() {
        return Common::Values(Vec::new());
    }
    let mut question = Question::new(old, new);
    match (question.arguments.guard(old), question.arguments.guard(new)) {
        (Ok(old_guard), Ok(new_guard)) => question.solve(&[old_guard, new_guard]),
        (Err(why), _) | (_, Err(why)) => Common::Unclear(why.to_string()),
    }
}

struct Question {
    arguments: Arguments,
    /// What parameters are tried with first, by type.
    preferred: Vec<i64>,
    /// The types of the arguments that a client writes.
    types: Vec<String>,
}

impl Question {
    fn new(old: &Call, new: &Call) -> Self {
        let numbers = [old, new].into_iter().flat_map(numbers);
        let near = numbers.flat_map(|number| [number, number.saturating_add(1), number.saturating_sub(1)]);
        let preferred = PLAIN_NUMBERS.into_iter().chain(near).collect();
        let types = old.written_parameters().iter().map(|parameter| parameter.ty.replace('$', ".")).collect();
        Question { arguments: Arguments::of(&[old, new]), preferred, types }
    }

    fn solve(&mut self, guards: &[Term]) -> Common {
        let mut solver = Solver::new();
        let mut fixed = guards.to_vec();
        fixed.extend(self.arguments.domains());
        match solver.check(&self.arguments.component.terms, &fixed) {
            Answer::Unsat => return Common::Nothing,
            Answer::Unknown(_) => return Common::Unclear("the solver does not know whether guards overlap".into()),
            Answer::Sat => {}
        }
        let values = (0..self.arguments.parameters.len()).map(|parameter| {
            let value = self.value(&mut solver, &mut fixed, parameter);
            self.arguments.component.value_name(self.arguments.parameters[parameter].ty, value)
        });
        let values: Vec<String> = values.collect();
        Common::Values((0..self.types.len()).map(|index| self.written(&values, index)).collect())
    }

    /// An argument as a call writes it: an array with its length, the number in a box, an object with its classes.
    fn written(&self, values: &[String], index: usize) -> String {
        let parameters = &self.arguments.parameters;
        let known =
            parameters.iter().zip(values).filter_map(|(known, value)| Some((Detail::read(&known.name)?, value)));
        let has_details = !["null", ITSELF].contains(&values[index].as_str());
        let own = known.filter(|((of, _), _)| *of == parameters[index].name && has_details);
        let own: Vec<(Detail<'_>, &String)> = own.map(|((_, detail), value)| (detail, value)).collect();
        match own.first() {
            Some((Detail::Length, length)) => {
                format!("new {}", self.types[index].replacen("[]", &format!("[{length}]"), 1))
            }
            Some((Detail::Value, value)) => (*value).clone(),
            Some((Detail::Instance(_) | Detail::Observer(_), _)) => {
                let known = own.iter().map(|(detail, value)| (*detail, (*value).clone()));
                Detail::in_braces(OTHER, &known.collect::<Vec<_>>())
            }
            None => values[index].clone(),
        }
    }

    /// A value for a parameter, one that reads well if possible; it is fixed from then on.
    fn value(&mut self, solver: &mut Solver, fixed: &mut Vec<Term>, parameter: usize) -> u64 {
        let component = &mut self.arguments.component;
        let binding = &self.arguments.parameters[parameter];
        let bits = mask(component.sort(binding.ty).width().max(1));
        let term = component.terms.symbol(binding.symbol);
        for &number in &self.preferred {
            let candidate = number as u64 & bits;
            fixed.push(self.arguments.equal(parameter, candidate));
            if solver.check(&self.arguments.component.terms, fixed) == Answer::Sat {
                return candidate;
            }
            fixed.pop();
        }
        // The conditions hold together, so there is a model.
        let terms = &self.arguments.component.terms;
        let value = match solver.check(terms, fixed) {
            Answer::Sat => solver.value(terms, term),
            _ => 0,
        };
        fixed.push(self.arguments.equal(parameter, value));
        value
    }
}

/// The numbers in a guard; those with a minus sign in front are found without it.
fn numbers(call: &Call) -> Vec<i64> {
    let found = call.guard.numbers().into_iter().filter_map(|number| i64::try_from(number).ok());
    found.flat_map(|number| if number == 0 { vec![0] } else { vec![number, -number] }).collect()
}

#[cfg(test)]
mod tests {
    use super::{Common, common};
    use etiquette_automata::{Call, Parameter};

    fn call(parameters: &[(&str, &str)], guard: &str) -> Call {
        let parameter = |(name, ty): &(&str, &str)| Parameter { name: (*name).into(), ty: (*ty).into() };
        Call { parameters: parameters.iter().map(parameter).collect(), guard: guard.into(), ..Call::simple("m") }
    }

    fn values(values: &[&str]) -> Common {
        Common::Values(values.iter().map(|value| (*value).to_string()).collect())
    }

    #[test]
    fn guards_over_numbers_are_compared_by_value() {
        let old = call(&[("p", "int")], "3 <= p && p <= 50");
        assert_eq!(common(&old, &call(&[("q", "int")], "q < 4")), values(&["3"]));
        assert_eq!(common(&old, &call(&[("q", "int")], "q < 3 || q > 50")), Common::Nothing);
        assert_eq!(common(&old, &call(&[("q", "int")], "true")), values(&["3"]));
        assert_eq!(common(&call(&[("p", "byte")], "p < -5"), &call(&[("p", "byte")], "p > -7")), values(&["-6"]));
    }

    #[test]
    fn named_values_come_from_the_guards() {
        let reference = |guard| call(&[("key", "java.lang.Object")], guard);
        assert_eq!(common(&reference("key == null"), &reference("true")), values(&["null"]));
        assert_eq!(common(&reference("key != null"), &reference("key != null")), values(&["object"]));
        assert_eq!(common(&reference("key != null"), &reference("key == null")), Common::Nothing);
        let mode = |guard| call(&[("mode", "Mode")], guard);
        assert_eq!(common(&mode("mode == READ || mode == WRITE"), &mode("mode != READ")), values(&["WRITE"]));
    }

    #[test]
    fn several_parameters_are_chosen_together() {
        let pair = |guard| call(&[("a", "u4"), ("on", "bool")], guard);
        assert_eq!(common(&pair("a > 2 && on"), &pair("a < 4 || !on")), values(&["3", "true"]));
    }

    #[test]
    fn an_unreadable_guard_is_unclear() {
        let odd = call(&[("p", "int")], "p is fine");
        assert!(matches!(common(&odd, &call(&[("p", "int")], "true")), Common::Unclear(_)));
    }
}
