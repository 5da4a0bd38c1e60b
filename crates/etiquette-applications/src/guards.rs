//! The guards of a method's calls, read as terms over shared parameters, so that argument values can be told apart
//! without a component.
//!
//! An interface names parameters and types, and no more: numbers and truth values are what they are, and everything
//! else has the values that the guards name, and one more that stands for all the others.

use etiquette_automata::{Arguments, Call, CallId, Interface, OTHER, Register, UnreadGuard};
use etiquette_component::{Binding, Component, Detail, Guard, Type, register_of, within_range, written_count};
use etiquette_logic::{Answer, Node, Solver, Term, evaluate, mask};

/// The guards of a method.
#[derive(Clone, Debug)]
pub struct Guards {
    arguments: Arguments,
    conditions: Vec<Result<Term, String>>,
}

/// Whether a number may overflow in an interface: in a guard, or in what a call sets a register to where its guard holds.
/// What can't be read may.
pub fn may_overflow(interface: &Interface) -> bool {
    let alphabet = interface.alphabet();
    let memory = interface.memory();
    let overflows = |call: CallId| {
        let own = || memory.all_updates().filter(|(_, event, _)| alphabet.call_of(*event) == call);
        let written = alphabet.call(call);
        let values: Vec<(&Call, &Guard)> = own().map(|(_, _, update)| (written, &update.value)).collect();
        let mut guards = Guards::with_registers(&[written], &memory.registers, &values);
        let values = own().map(|(_, _, update)| guards.new_value(written, &update.value, update.register));
        match values.collect::<Result<Vec<Term>, String>>() {
            Ok(values) => guards.conditions[0].is_err() || guards.overflow(0, &values).is_some(),
            Err(_) => true,
        }
    };
    !memory.is_empty() && alphabet.call_ids().any(overflows)
}

/// An argument as a program sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A number.
    Number(i128),
    /// A truth value.
    Bool(bool),
    /// A value with a name: `null`, a constant of an enum, a text in quotation marks, or `object` for all others.
    Named(String),
}

impl Guards {
    /// Reads the guards of calls that belong to the same method.
    pub fn of(calls: &[&Call]) -> Guards {
        Guards::read(calls, Arguments::of(calls))
    }

    /// The same, where the guards may speak of registers. The calls set some of them to `values`.
    pub fn with_registers(calls: &[&Call], registers: &[Register], values: &[(&Call, &Guard)]) -> Guards {
        Guards::read(calls, Arguments::with_registers(calls, registers, values))
    }

    fn read(calls: &[&Call], mut arguments: Arguments) -> Guards {
        let conditions = calls.iter().map(|call| arguments.guard(call).map_err(unread)).collect();
        Guards { arguments, conditions }
    }

    /// What one of the calls sets a register to.
    ///
    /// # Errors
    /// Why it can't be read.
    pub fn new_value(&mut self, call: &Call, value: &Guard, register: usize) -> Result<Term, String> {
        let ty = self.registers()[register].ty;
        self.arguments.value(call, value, ty).map_err(unread)
    }

    /// When a call of this position, or a value that it sets, is beyond the range of numbers.
    pub fn overflow(&mut self, position: usize, values: &[Term]) -> Option<Term> {
        let Arguments { component, parameters, results } = &mut self.arguments;
        let parameters: &[Binding] = &[&parameters[..], &results[..]].concat();
        let condition = *self.conditions[position].as_ref().ok()?;
        let guard = within_range(component, parameters, condition);
        let values: Vec<Term> = values.iter().map(|value| within_range(component, parameters, *value)).collect();
        let terms = &mut component.terms;
        let (guard, values) = (terms.not(guard), terms.all(values));
        let beyond = terms.not(values);
        let called = terms.and(condition, beyond);
        let overflow = terms.or(guard, called);
        let is_possible = Solver::new().check(terms, &[overflow]) != Answer::Unsat;
        is_possible.then_some(overflow)
    }

    /// Whether a value that depends on what a call returns may be beyond the range of numbers.
    pub fn may_overflow(&mut self, value: Term) -> bool {
        let Arguments { component, parameters, results } = &mut self.arguments;
        let known: Vec<Binding> = parameters.iter().chain(results.iter()).cloned().collect();
        let within = within_range(component, &known, value);
        let beyond = component.terms.not(within);
        Solver::new().check(&component.terms, &[beyond]) != Answer::Unsat
    }

    /// What stands for the number that a call returns, of each type that registers are set to.
    pub fn results(&self) -> &[Binding] {
        &self.arguments.results
    }

    /// Whether a value depends on what a call returns.
    pub fn looks_at_result(&self, value: Term) -> bool {
        let symbols = self.component().terms.symbols_of(value);
        self.results().iter().any(|known| symbols.contains(&known.symbol))
    }

    /// That one of these conditions holds.
    pub fn any(&mut self, conditions: Vec<Term>) -> Term {
        self.arguments.component.terms.any(conditions)
    }

    /// The conditions, in the order of the calls; where one can't be read, why.
    pub fn conditions(&self) -> &[Result<Term, String>] {
        &self.conditions
    }

    /// The component that holds the terms.
    pub fn component(&self) -> &Component {
        &self.arguments.component
    }

    /// The parameters that the terms are over, and behind them the registers.
    pub fn parameters(&self) -> &[Binding] {
        &self.arguments.parameters
    }

    /// The registers that the terms are over.
    pub fn registers(&self) -> &[Binding] {
        let is_register = |known: &Binding| register_of(&known.name).is_some();
        let count = self.parameters().iter().filter(|known| is_register(known)).count();
        &self.parameters()[self.parameters().len() - count..]
    }

    /// The names of values that the guards compare a parameter with, `object` aside.
    pub fn names_of(&self, parameter: usize) -> Vec<String> {
        let terms = &self.component().terms;
        let roots: Vec<Term> = self.conditions.iter().flatten().copied().collect();
        let mut found: Vec<u64> = Vec::new();
        for term in terms.reachable(&roots) {
            let Node::Binary(etiquette_logic::BinaryOp::Equal, a, b) = terms.node(term) else { continue };
            for (one, other) in [(a, b), (b, a)] {
                let is_parameter = terms.as_symbol(one) == Some(self.parameters()[parameter].symbol);
                found.extend(terms.as_constant(other).filter(|_| is_parameter));
            }
        }
        found.sort_unstable();
        found.dedup();
        let names = found.iter().filter_map(|&value| self.arguments.values().get(value as usize));
        names.filter(|name| *name != OTHER).cloned().collect()
    }

    /// Which call these arguments belong to, by position; `None` if no guard holds for sure.
    pub fn call_of(&self, arguments: &[Argument]) -> Option<usize> {
        if let [Ok(only)] = self.conditions[..]
            && self.component().terms.as_constant(only) == Some(1)
        {
            return Some(0);
        }
        let values: Vec<u64> = self.values(arguments)?;
        let value = |symbol| {
            let position = self.parameters().iter().position(|parameter| parameter.symbol == symbol);
            position.and_then(|position| values.get(position).copied()).unwrap_or(0)
        };
        self.conditions.iter().position(|condition| {
            condition.as_ref().is_ok_and(|&term| evaluate(&self.component().terms, term, value) != 0)
        })
    }

    /// The values of all parameters; `None` where one of them is not known.
    fn values(&self, arguments: &[Argument]) -> Option<Vec<u64>> {
        argument_values(self.parameters(), arguments, |name| self.arguments.named(name))
    }

    /// Whether a term depends on what an argument says.
    pub fn asks_arguments(&self, term: Term) -> bool {
        let symbols = self.component().terms.symbols_of(term);
        let asks = |known: &&Binding| matches!(Detail::read(&known.name), Some((_, Detail::Observer(_))));
        self.parameters().iter().filter(asks).any(|known| symbols.contains(&known.symbol))
    }

    /// Whether the guards are known to hold for all arguments between them.
    pub fn cover_all(&self) -> bool {
        let mut arguments = self.arguments.clone();
        let mut conditions = arguments.domains();
        for condition in &self.conditions {
            let Ok(condition) = condition else { return false };
            conditions.push(arguments.component.terms.not(*condition));
        }
        Solver::new().check(&arguments.component.terms, &conditions) == Answer::Unsat
    }
}

/// The values of all parameters; `None` where one of them is not known. Details of arguments stand behind these.
pub fn argument_values(
    parameters: &[Binding],
    arguments: &[Argument],
    named: impl Fn(&str) -> u64,
) -> Option<Vec<u64>> {
    let names = parameters.iter().map(|parameter| parameter.name.as_str());
    let (written, details) = parameters.split_at(written_count(names));
    if arguments.len() != written.len() {
        return None;
    }
    let own = written.iter().zip(arguments).map(|(parameter, argument)| value(parameter.ty, argument, &named));
    let details = details.iter().map(|known| {
        let (of, kind) = Detail::read(&known.name)?;
        let position = written.iter().position(|parameter| parameter.name == of)?;
        detail(kind, known.ty, &arguments[position])
    });
    own.chain(details).collect()
}

/// What is known of an argument beside whether it is null. Nothing depends on it where it is.
fn detail(kind: Detail<'_>, ty: Type, argument: &Argument) -> Option<u64> {
    match (kind, argument) {
        (_, Argument::Named(name)) => (name == "null").then_some(0),
        (Detail::Value, argument) => value(ty, argument, |_| 0),
        (Detail::Length | Detail::Instance(_) | Detail::Observer(_), _) => None,
    }
}

fn value(ty: Type, argument: &Argument, named: impl Fn(&str) -> u64) -> Option<u64> {
    match (ty, argument) {
        (Type::Bool, Argument::Bool(value)) => Some(u64::from(*value)),
        (Type::Int { width, .. }, Argument::Number(number)) => Some(*number as u64 & mask(width)),
        (Type::Enum(_), Argument::Named(name)) => Some(named(name)),
        (Type::Enum(_), _) => Some(0),
        _ => None,
    }
}

fn unread(problem: UnreadGuard) -> String {
    match problem {
        UnreadGuard::Unreadable { problem, .. } => format!("it can't be read: {}", problem.message),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Argument, Guards};
    use etiquette_automata::{Call, Parameter};

    fn call(ty: &str, guard: &str) -> Call {
        let parameters = vec![Parameter { name: "p".into(), ty: ty.into() }];
        Call { parameters, guard: guard.into(), ..Call::simple("m") }
    }

    #[test]
    fn arguments_find_their_call() {
        let (small, large) = (call("byte", "(i32(p) & 1) == 0 && p < 3"), call("byte", "p >= 3"));
        let guards = Guards::of(&[&small, &large]);
        let of = |number| guards.call_of(&[Argument::Number(number)]);
        assert_eq!((of(-2), of(1), of(3)), (Some(0), None, Some(1)));
        assert_eq!(guards.call_of(&[]), None, "an argument is missing");
    }

    #[test]
    fn boxes_have_a_number_in_them() {
        let boxed = |guard: &str| {
            let mut call = call("java.lang.Integer", guard);
            call.parameters.push(Parameter { name: "p.value".into(), ty: "int".into() });
            call
        };
        let (small, other) = (boxed("p != null && p.value < 3"), boxed("p == null || p.value >= 3"));
        let guards = Guards::of(&[&small, &other]);
        let of = |number| guards.call_of(&[Argument::Number(number)]);
        let named = |name: &str| guards.call_of(&[Argument::Named(name.into())]);
        assert_eq!((of(0), of(-1), of(3)), (Some(0), Some(0), Some(1)));
        assert_eq!((named("null"), named("object")), (Some(1), None), "a log may not say which number it was");
    }

    #[test]
    fn what_no_guard_names_is_some_object() {
        let (null, other) = (call("Mode", "p == null || p == READ"), call("Mode", "p != null && p != READ"));
        let guards = Guards::of(&[&null, &other]);
        let of = |name: &str| guards.call_of(&[Argument::Named(name.into())]);
        assert_eq!((of("null"), of("READ"), of("WRITE"), of("object")), (Some(0), Some(0), Some(1), Some(1)));
        assert_eq!(guards.names_of(0), ["null", "READ"]);
        assert!(guards.cover_all() && !Guards::of(&[&null]).cover_all());
    }
}
