//! Argument values that two guards have in common, found by the solver.
//!
//! Guards are texts over the parameters, in the component language. An interface does not list the values of a type with named values, so
//! they are taken from the guards, and one more stands for all the others.

use etiquette_automata::Call;
use etiquette_component::{Binding, Component, Enumeration, Type, parse_value};
use etiquette_logic::{Answer, Solver, Term};

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

/// The value that stands for all that no guard names.
pub(crate) const OTHER: &str = "object";

/// Numbers that read well, tried first.
const PLAIN_NUMBERS: [i64; 4] = [0, 1, 2, -1];

/// Argument values that satisfy both guards. The calls have the same parameter types; the parameters' names may differ.
pub(super) fn common(old: &Call, new: &Call) -> Common {
    if old.parameters.is_empty() {
        return Common::Values(Vec::new());
    }
    let mut question = Question::new(old, new);
    let old_guard = question.read(old);
    let new_guard = question.read(new);
    match (old_guard, new_guard) {
        (Ok(old_guard), Ok(new_guard)) => question.solve(&[old_guard, new_guard]),
        (Err(why), _) | (_, Err(why)) => Common::Unclear(why),
    }
}

struct Question {
    component: Component,
    parameters: Vec<Binding>,
    /// What parameters are tried with first, by type.
    preferred: Vec<i64>,
}

impl Question {
    fn new(old: &Call, new: &Call) -> Self {
        let mut component = Component::new("guards");
        let mut values = vec![OTHER.to_string(), "null".to_string()];
        for value in [old, new].into_iter().flat_map(named_values) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        component.enums.push(Enumeration { name: "values".into(), values });
        let bind = |(index, parameter): (usize, &etiquette_automata::Parameter)| {
            let ty = type_of(&parameter.ty);
            let sort = component.sort(ty);
            Binding { name: format!("argument {index}"), ty, symbol: component.terms.new_symbol("argument", sort) }
        };
        let parameters: Vec<Binding> = old.parameters.iter().enumerate().map(bind).collect();
        let numbers = [old, new].into_iter().flat_map(|call| numbers(&call.guard));
        let near = numbers.flat_map(|number| [number, number.saturating_add(1), number.saturating_sub(1)]);
        let preferred = PLAIN_NUMBERS.into_iter().chain(near).collect();
        Question { component, parameters, preferred }
    }

    /// A call's guard, over the shared parameters.
    fn read(&mut self, call: &Call) -> Result<Term, String> {
        let names = call.parameters.iter().map(|parameter| parameter.name.clone());
        let scope: Vec<Binding> =
            self.parameters.iter().zip(names).map(|(binding, name)| Binding { name, ..binding.clone() }).collect();
        parse_value(&mut self.component, &scope, Type::Bool, &call.guard).map_err(|problem| {
            format!("the guard `{}` of `{}` can't be read: {}", call.guard, call.method, problem.message)
        })
    }

    fn solve(&mut self, guards: &[Term]) -> Common {
        let mut solver = Solver::new();
        let mut fixed = guards.to_vec();
        for binding in self.parameters.clone() {
            let term = self.component.terms.symbol(binding.symbol);
            fixed.extend(self.component.domain_constraint(binding.ty, term));
        }
        match solver.check(&self.component.terms, &fixed) {
            Answer::Unsat => return Common::Nothing,
            Answer::Unknown(_) => return Common::Unclear("the solver does not know whether guards overlap".into()),
            Answer::Sat => {}
        }
        let parameters = self.parameters.clone();
        let values = parameters.iter().map(|binding| {
            let value = self.value(&mut solver, &mut fixed, binding);
            self.component.value_name(binding.ty, value)
        });
        Common::Values(values.collect())
    }

    /// A value for a parameter, one that reads well if possible; it is fixed from then on.
    fn value(&mut self, solver: &mut Solver, fixed: &mut Vec<Term>, binding: &Binding) -> u64 {
        let sort = self.component.sort(binding.ty);
        let mask = u64::MAX >> (64 - sort.width().clamp(1, 64));
        let term = self.component.terms.symbol(binding.symbol);
        let candidates: Vec<u64> = self.preferred.iter().map(|&number| number as u64 & mask).collect();
        for candidate in candidates {
            let equal = self.equal(term, binding, candidate);
            fixed.push(equal);
            if solver.check(&self.component.terms, fixed) == Answer::Sat {
                return candidate;
            }
            fixed.pop();
        }
        // The conditions hold together, so there is a model.
        let value = match solver.check(&self.component.terms, fixed) {
            Answer::Sat => solver.value(&self.component.terms, term),
            _ => 0,
        };
        let equal = self.equal(term, binding, value);
        fixed.push(equal);
        value
    }

    fn equal(&mut self, term: Term, binding: &Binding, value: u64) -> Term {
        let sort = self.component.sort(binding.ty);
        let constant = self.component.terms.constant(sort, value);
        self.component.terms.equal(term, constant)
    }
}

/// The type of a parameter, by its name in Java or in the component language. Whatever is no number and no truth value has named values.
pub(crate) fn type_of(written: &str) -> Type {
    let int = |width, signed| Type::Int { width, signed };
    match written {
        "bool" | "boolean" => Type::Bool,
        "byte" => int(8, true),
        "short" => int(16, true),
        "char" => int(16, false),
        "int" => int(32, true),
        "long" => int(64, true),
        other => {
            let width =
                other.get(1..).and_then(|width| width.parse::<u32>().ok()).filter(|width| (1..=64).contains(width));
            match (other.as_bytes().first(), width) {
                (Some(b'i'), Some(width)) => int(width, true),
                (Some(b'u'), Some(width)) => int(width, false),
                _ => Type::Enum(0),
            }
        }
    }
}

/// The words of a guard: names, texts in quotation marks or backticks, and numbers.
fn words(guard: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = guard.chars().peekable();
    while let Some(first) = rest.next() {
        let mut word = String::from(first);
        if matches!(first, '"' | '`') {
            let mut escaped = false;
            for next in rest.by_ref() {
                word.push(next);
                if next == first && !escaped {
                    break;
                }
                escaped = next == '\\' && !escaped;
            }
        } else if first.is_alphanumeric() || first == '_' || first == '$' {
            while let Some(&next) = rest.peek().filter(|next| next.is_alphanumeric() || matches!(next, '_' | '$' | '.'))
            {
                word.push(next);
                rest.next();
            }
        } else {
            continue;
        }
        words.push(word);
    }
    words
}

/// The values that a guard names.
pub(crate) fn named_values(call: &Call) -> Vec<String> {
    let is_name = |word: &String| !word.starts_with(|c: char| c.is_ascii_digit());
    let is_value = |word: &String| {
        !matches!(word.as_str(), "true" | "false") && call.parameters.iter().all(|parameter| parameter.name != *word)
    };
    let values = words(&call.guard).into_iter().filter(is_name).filter(is_value);
    values
        .map(|word| word.strip_prefix('`').and_then(|word| word.strip_suffix('`')).map_or(word.clone(), str::to_string))
        .collect()
}

/// The numbers in a guard; those with a minus sign in front are found without it.
fn numbers(guard: &str) -> Vec<i64> {
    let found = words(guard).into_iter().filter_map(|word| word.parse::<i64>().ok());
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
