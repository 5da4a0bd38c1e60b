//! Guards on parameters: do they hold for the arguments of a call, as far as these are known?
//!
//! A guard is read as an expression over the parameters. What can't be read (constants of enums, strings) is not
//! decided, and so is neither true nor false: the caller has to expect both.

use etiquette_automata::{Arguments, Call, OTHER};
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
            // Nothing is known about details of arguments, which stand behind these.
            Condition::Term(condition) if arguments.len() == self.written => self.solve(condition, arguments),
            _ => Truth::Unknown,
        }
    }

    fn solve(&mut self, condition: Term, arguments: &[Argument]) -> Truth {
        if let Some(truth) = self.known.get(arguments) {
            return *truth;
        }
        let facts: Vec<Term> = (0..arguments.len()).filter_map(|index| self.fact(index, arguments[index])).collect();
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

    /// That a parameter has the value of its argument.
    fn fact(&mut self, parameter: usize, argument: Argument) -> Option<Term> {
        let value = match argument {
            Argument::Unknown => return None,
            Argument::Number(number) => number as u64,
            Argument::Null => self.arguments.named("null"),
            Argument::Object => self.arguments.named(OTHER),
        };
        Some(self.arguments.equal(parameter, value))
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
    fn references_are_null_or_not() {
        let mut given = guard("java.lang.String", "p != null");
        assert_eq!(given.decide(&[Argument::Null]), Truth::No);
        assert_eq!(given.decide(&[Argument::Object]), Truth::Yes);
        assert_eq!(guard("Mode", "p == STRICT").decide(&[Argument::Object]), Truth::Unknown);
    }
}
