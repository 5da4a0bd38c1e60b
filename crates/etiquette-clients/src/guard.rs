//! Guards on parameters: do they hold for the arguments of a call, as far as these are known?
//!
//! A guard is read as an expression over the parameters. What can't be read (constants of enums, strings) is not decided, and so is
//! neither true nor false: the caller has to expect both.

use etiquette_automata::Call;
use etiquette_component::{Binding, Component, Enumeration, Type, parse_value};
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

/// The guard of a call.
#[derive(Debug)]
pub struct Guard {
    component: Component,
    parameters: Vec<Binding>,
    /// `None`: it always holds.
    condition: Option<Option<Term>>,
    known: FxHashMap<Vec<Argument>, Truth>,
}

impl Guard {
    /// The guard of a call.
    pub fn new(call: &Call) -> Guard {
        let mut component = Component::new("guard");
        component.enums.push(Enumeration { name: "Ref".into(), values: vec!["null".into(), "object".into()] });
        let bind = |parameter: &etiquette_automata::Parameter| {
            let ty = parameter_type(&parameter.ty);
            let sort = component.sort(ty);
            let symbol = component.terms.new_symbol(&parameter.name, sort);
            Binding { name: parameter.name.clone(), ty, symbol }
        };
        let parameters: Vec<Binding> = call.parameters.iter().map(bind).collect();
        // What a guard says about floating-point numbers is not decided here.
        let is_exact = call.parameters.iter().all(|parameter| !matches!(parameter.ty.as_str(), "float" | "double"));
        let read = |component: &mut Component| parse_value(component, &parameters, Type::Bool, &call.guard).ok();
        let condition = (call.guard != "true").then(|| is_exact.then(|| read(&mut component)).flatten());
        Guard { component, parameters, condition, known: FxHashMap::default() }
    }

    /// Whether it holds for arguments.
    pub fn decide(&mut self, arguments: &[Argument]) -> Truth {
        match self.condition {
            None => Truth::Yes,
            Some(None) => Truth::Unknown,
            Some(Some(_)) if arguments.len() != self.parameters.len() => Truth::Unknown,
            Some(Some(condition)) => self.solve(condition, arguments),
        }
    }

    fn solve(&mut self, condition: Term, arguments: &[Argument]) -> Truth {
        if let Some(truth) = self.known.get(arguments) {
            return *truth;
        }
        let mut facts: Vec<Term> = Vec::new();
        for (binding, argument) in self.parameters.clone().iter().zip(arguments) {
            facts.extend(self.fact(binding, *argument));
        }
        let negated = self.component.terms.not(condition);
        let possible = |wanted: Term| {
            let assumed: Vec<Term> = facts.iter().copied().chain([wanted]).collect();
            Solver::new().check(&self.component.terms, &assumed) != Answer::Unsat
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
    fn fact(&mut self, binding: &Binding, argument: Argument) -> Option<Term> {
        let value = match argument {
            Argument::Unknown => return None,
            Argument::Number(number) => number as u64,
            Argument::Null => 0,
            Argument::Object => 1,
        };
        let terms = &mut self.component.terms;
        let symbol = terms.symbol(binding.symbol);
        let sort = terms.sort(symbol);
        let constant = match binding.ty {
            Type::Bool => terms.bool(value & 1 == 1),
            _ => terms.bits(sort.width(), value & etiquette_logic::mask(sort.width())),
        };
        Some(terms.equal(symbol, constant))
    }
}

fn parameter_type(written: &str) -> Type {
    let int = |width, signed| Type::Int { width, signed };
    match written {
        "boolean" => Type::Bool,
        "byte" => int(8, true),
        "short" => int(16, true),
        "char" => int(16, false),
        "int" | "float" => int(32, true),
        "long" | "double" => int(64, true),
        _ => Type::Enum(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use etiquette_automata::Parameter;

    fn guard(ty: &str, text: &str) -> Guard {
        let parameters = vec![Parameter { name: "p".into(), ty: ty.into() }];
        Guard::new(&Call { parameters, guard: text.into(), ..Call::simple("m") })
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
