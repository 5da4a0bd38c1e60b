//! The arguments of a method as far as an interface knows them: a component made up for the guards of its calls.
//!
//! An interface names parameters and types, and no more: numbers and truth values are what they are, and everything
//! else has the values that the guards name, and one more that stands for all the others.

use etiquette_component::{
    Binding, Component, Detail, Enumeration, Guard, RESULT, Type, register_of, register_parameter,
};
use etiquette_logic::Term;

use crate::interface::{Call, Parameter, UnreadGuard};
use crate::memory::Register;

/// The value that stands for all that no guard names.
pub const OTHER: &str = "object";

/// The value that stands for the object whose method is called.
pub const ITSELF: &str = "this";

/// The parameters that calls of a method share, as terms.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The component that holds the terms.
    pub component: Component,
    /// The parameters, and behind them the registers.
    pub parameters: Vec<Binding>,
    /// What stands for the number that a call returns, of each type that registers are set to.
    pub results: Vec<Binding>,
}

impl Arguments {
    /// The arguments of calls that belong to the same method. Their parameters have the same types; the names may
    /// differ.
    pub fn of(calls: &[&Call]) -> Arguments {
        Arguments::with_registers(calls, &[], &[])
    }

    /// The same, with registers behind the parameters. The calls set some of them to `values`.
    pub fn with_registers(calls: &[&Call], registers: &[Register], values: &[(&Call, &Guard)]) -> Arguments {
        let mut component = Component::new("guards");
        let guards = calls.iter().map(|&call| (call, &call.guard));
        let expressions = guards.chain(values.iter().copied()).map(|(call, expression)| (Some(call), expression));
        let values = named_values(expressions, registers);
        component.enums.push(Enumeration { name: "values".into(), values });
        let bind = |parameter: Parameter| {
            // A register that holds the length of an array is a number as any other.
            let is_parameter = register_of(&parameter.name).is_none();
            let is_length = is_parameter && matches!(Detail::read(&parameter.name), Some((_, Detail::Length)));
            let ty = if is_length { Type::LENGTH } else { argument_type(&parameter.ty) };
            let sort = component.sort(ty);
            Binding { name: parameter.name.clone(), ty, symbol: component.terms.new_symbol(&parameter.name, sort) }
        };
        let known = registers
            .iter()
            .map(|register| Parameter { name: register_parameter(&register.name), ty: register.ty.clone() });
        let parameters = shared_parameters(calls).into_iter().chain(known).map(bind).collect();
        Arguments { component, parameters, results: Vec::new() }
    }

    /// The guard of one of the calls.
    ///
    /// # Errors
    /// Why it has no meaning here.
    pub fn guard(&mut self, call: &Call) -> Result<Term, UnreadGuard> {
        call.guard_over(&mut self.component, &self.parameters)
    }

    /// What one of the calls sets a register of this type to.
    ///
    /// # Errors
    /// Why it has no meaning here.
    pub fn value(&mut self, call: &Call, value: &Guard, ty: Type) -> Result<Term, UnreadGuard> {
        let mut scope = call.scope(&self.parameters)?;
        if value.names().contains(&RESULT) {
            scope.extend(self.result(&scope, ty));
        }
        value.value_over(&mut self.component, &scope, ty).map_err(|problem| UnreadGuard::Unreadable {
            guard: value.clone(),
            method: call.method.clone(),
            problem,
        })
    }

    /// What `result` means in a value of a type: a number of that type, unless something else is called so.
    fn result(&mut self, scope: &[Binding], ty: Type) -> Option<Binding> {
        let is_free = scope.iter().all(|known| known.name != RESULT) && matches!(ty, Type::Int { .. });
        if !is_free {
            return None;
        }
        let known = self.results.iter().find(|known| known.ty == ty).cloned();
        Some(known.unwrap_or_else(|| {
            let symbol = self.component.terms.new_symbol(RESULT, self.component.sort(ty));
            self.results.push(Binding { name: RESULT.into(), ty, symbol });
            self.results[self.results.len() - 1].clone()
        }))
    }

    /// The names of the values that are neither numbers nor truth values; each is stored as its position.
    pub fn values(&self) -> &[String] {
        &self.component.enums[0].values
    }

    /// The value with a name. What no guard names is told from nothing else.
    pub fn named(&self, name: &str) -> u64 {
        self.values().iter().position(|value| value == name).unwrap_or(0) as u64
    }

    /// That a parameter has a value.
    pub fn equal(&mut self, parameter: usize, value: u64) -> Term {
        let terms = &mut self.component.terms;
        let symbol = terms.symbol(self.parameters[parameter].symbol);
        let constant = terms.constant(terms.sort(symbol), value);
        terms.equal(symbol, constant)
    }

    /// That every parameter has a value of its type.
    pub fn domains(&mut self) -> Vec<Term> {
        let component = &mut self.component;
        let domain = |binding: &Binding| {
            let symbol = component.terms.symbol(binding.symbol);
            component.domain_constraint(binding.ty, symbol)
        };
        self.parameters.iter().filter_map(domain).collect()
    }
}

/// The type of a parameter, by its name in Java or in the component language. Whatever is no number and no truth value
/// has named values.
pub fn argument_type(written: &str) -> Type {
    Type::of_source(written).unwrap_or(Type::Enum(0))
}

/// The parameters of the first call, with details that any of the calls asks for.
fn shared_parameters(calls: &[&Call]) -> Vec<Parameter> {
    let Some(first) = calls.first() else { return Vec::new() };
    let mut parameters = first.written_parameters().to_vec();
    for (index, argument) in first.written_parameters().iter().enumerate() {
        for call in calls {
            let Some(own) = call.written_parameters().get(index) else { continue };
            for (known, detail) in call.details_of(&own.name) {
                let name = detail.name_for(&argument.name);
                if parameters.iter().all(|parameter| parameter.name != name) {
                    parameters.push(Parameter { name, ty: known.ty.clone() });
                }
            }
        }
    }
    parameters
}

/// The values that expressions of calls name, and one for all the others.
pub(crate) fn named_values<'a>(
    expressions: impl Iterator<Item = (Option<&'a Call>, &'a Guard)>,
    registers: &[Register],
) -> Vec<String> {
    let mut values = vec![OTHER.to_owned(), "null".to_owned()];
    for (call, expression) in expressions {
        let is_parameter = |name: &str| call.is_some_and(|call| call.parameters.iter().any(|known| known.name == name));
        let is_register = |name: &str| {
            registers.iter().any(|register| register.name == name || register_parameter(&register.name) == name)
        };
        for name in expression.names() {
            let is_value = !is_parameter(name) && !is_register(name) && name != RESULT;
            if is_value && !values.iter().any(|known| known == name) {
                values.push(name.to_owned());
            }
        }
    }
    values
}
