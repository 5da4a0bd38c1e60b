//! Guards on parameters: do they hold for the arguments of a call, as far as these are known?
//!
//! A guard is read as an expression over the parameters. What can't be read (constants of enums, strings) is not
//! decided, and so is neither true nor false: the caller has to expect both.

use etiquette_automata::{Arguments, Call, OTHER};
use etiquette_component::{Detail, Type};
use etiquette_logic::{Answer, Solver, Term};
use rustc_hash::FxHashMap;

/// What is known about an argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Argument {
    /// Nothing.
    Unknown,
    /// This number; booleans are 0 and 1.
    Number(i64),
    /// The null reference.
    Null,
    /// An object, whichever.
    Object,
}

/// Whether a condition holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Truth {
    Yes,
    No,
    Unknown,
}

/// The guard of a call, with what is known about it.
#[derive(Debug)]
pub struct GuardDecider {
    arguments: Arguments,
    /// How many arguments a client writes.
    written: usize,
    condition: Condition,
    known: FxHashMap<Vec<Argument>, Truth>,
}

#[derive(Clone, Copy, Debug)]
enum Condition {
    Always,
    Undecided,
    Term(Term),
}

impl GuardDecider {
    /// Decides the guard of a call.
    pub fn new(call: &Call) -> GuardDecider {
        let mut arguments = Arguments::of(&[call]);
        // What a guard says about floating-point numbers, or named values other than null, is not decided here.
        let is_exact = arguments.values().len() == 2
            && call.parameters.iter().all(|parameter| !matches!(parameter.ty.as_str(), "float" | "double"));
        let condition = match call.guard.is_always() {
            true => Condition::Always,
            false if is_exact => arguments.guard(call).map_or(Condition::Undecided, Condition::Term),
            false => Condition::Undecided,
        };
        GuardDecider { arguments, written: call.written_parameters().len(), condition, known: FxHashMap::default() }
    }

    /// Whether it holds for arguments.
    pub fn decide(&mut self, arguments: &[Argument]) -> Truth {
        match self.condition {
            Condition::Always => Truth::Yes,
            // Details of arguments stand behind these.
            Condition::Term(condition) if arguments.len() == self.written => self.solve(condition, arguments),
            _ => Truth::Unknown,
        }
    }

    fn solve(&mut self, condition: Term, arguments: &[Argument]) -> Truth {
        if let Some(truth) = self.known.get(arguments) {
            return *truth;
        }
        let facts: Vec<Term> = (0..arguments.len()).flat_map(|index| self.facts(index, arguments[index])).collect();
        let terms = &mut self.arguments.component.terms;
        let negated = terms.not(condition);
        let possible = |wanted: Term| {
            let assumed: Vec<Term> = facts.iter().copied().chain([wanted]).collect();
            Solver::new().check(terms, &assumed) != Answer::Unsat
        };
        let truth = match (possible(condition), possible(negated)) {
            (true, false) => Truth::Yes,
            (false, true) => Truth::No,
            _ => Truth::Unknown,
        };
        self.known.insert(arguments.to_vec(), truth);
        truth
    }

    /// That a parameter has the value of its argument; that of a box is an object with a number in it.
    fn facts(&mut self, parameter: usize, argument: Argument) -> Vec<Term> {
        let object = self.arguments.named(OTHER);
        let (value, inside) = match argument {
            Argument::Unknown => return Vec::new(),
            Argument::Number(number) if self.is_reference(parameter) => (object, Some(number as u64)),
            Argument::Number(number) => (number as u64, None),
            Argument::Null => (self.arguments.named("null"), None),
            Argument::Object => (object, None),
        };
        let box_value = inside.zip(self.boxed(parameter));
        let mut facts = vec![self.arguments.equal(parameter, value)];
        facts.extend(box_value.map(|(value, position)| self.arguments.equal(position, value)));
        facts
    }

    fn is_reference(&self, parameter: usize) -> bool {
        matches!(self.arguments.parameters[parameter].ty, Type::Enum(_))
    }

    /// The parameter that stands for the number in a box.
    fn boxed(&self, parameter: usize) -> Option<usize> {
        let name = Detail::Value.name_for(&self.arguments.parameters[parameter].name);
        self.arguments.parameters.iter().position(|known| known.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use etiquette_automata::Parameter;

    fn guard(ty: &str, text: &str) -> GuardDecider {
        let parameters = vec![Parameter { name: "p".into(), ty: ty.into() }];
        GuardDecider::new(&Call { parameters, guard: text.into(), ..Call::simple("m") })
    }

    #[test]
    fn constants_decide_and_others_do_not() {
        let mut small = guard("int", "0 < p && p < 20");
        assert_eq!(small.decide(&[Argument::Number(7)]), Truth::Yes);
        assert_eq!(small.decide(&[Argument::Number(-1)]), Truth::No);
        assert_eq!(small.decide(&[Argument::Unknown]), Truth::Unknown);
    }

    #[test]
    fn boxes_have_a_number_in_them() {
        let parameters = [("p", "java.lang.Integer"), ("p.value", "int")];
        let parameters = parameters.map(|(name, ty)| Parameter { name: name.into(), ty: ty.into() }).to_vec();
        let guard = "p != null && p.value > 3".into();
        let mut large = GuardDecider::new(&Call { parameters, guard, ..Call::simple("m") });
        assert_eq!(large.decide(&[Argument::Number(7)]), Truth::Yes);
        assert_eq!(large.decide(&[Argument::Number(3)]), Truth::No);
        assert_eq!(large.decide(&[Argument::Null]), Truth::No);
        assert_eq!(large.decide(&[Argument::Object]), Truth::Unknown);
        assert_eq!(guard_of_box().decide(&[Argument::Number(0)]), Truth::Yes);
    }

    /// Nothing is said about the number: zero is no null.
    fn guard_of_box() -> GuardDecider {
        guard("java.lang.Integer", "p != null")
    }

    #[test]
    fn references_are_null_or_not() {
        let mut given = guard("java.lang.String", "p != null");
        assert_eq!(given.decide(&[Argument::Null]), Truth::No);
        assert_eq!(given.decide(&[Argument::Object]), Truth::Yes);
        assert_eq!(guard("Mode", "p == STRICT").decide(&[Argument::Object]), Truth::Unknown);
    }
}
