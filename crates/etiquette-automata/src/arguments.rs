//! The arguments of a method as far as an interface knows them: a component made up for the guards of its calls.
//!
//! An interface names parameters and types, and no more: numbers and truth values are what they are, and everything
//! else has the values that the guards name, and one more that stands for all the others.

use etiquette_component::{Binding, Component, Detail, Enumeration, Type};
use etiquette_logic::Term;

use crate::interface::{Call, UnreadGuard};

/// The value that stands for all that no guard names.
pub const OTHER: &str = "object";

/// The parameters that calls of a method share, as terms.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The component that holds the terms.
    pub component: Component,
    /// The parameters.
    pub parameters: Vec<Binding>,
}

impl Arguments {
    /// The arguments of calls that belong to the same method. Their parameters have the same types; the names may
    /// differ.
    pub fn of(calls: &[&Call]) -> Arguments {
        let mut component = Component::new("guards");
        component.enums.push(Enumeration { name: "values".into(), values: named_values(calls) });
        let bind = |parameter: crate::Parameter| {
            let is_length = matches!(Detail::read(&parameter.name), Some((_, Detail::Length)));
            let ty = if is_length { Type::LENGTH } else { argument_type(&parameter.ty) };
            let sort = component.sort(ty);
            Binding { name: parameter.name.clone(), ty, symbol: component.terms.new_symbol(&parameter.name, sort) }
        };
        let parameters = shared_parameters(calls).into_iter().map(bind).collect();
        Arguments { component, parameters }
    }

    /// The guard of one of the calls.
    ///
    /// # Errors
    /// Why it has no meaning here.
    pub fn guard(&mut self, call: &Call) -> Result<Term, UnreadGuard> {
        call.guard_over(&mut self.component, &self.parameters)
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
fn shared_parameters(calls: &[&Call]) -> Vec<crate::Parameter> {
    let Some(first) = calls.first() else { return Vec::new() };
    let mut parameters = first.written_parameters().to_vec();
    for (index, argument) in first.written_parameters().iter().enumerate() {
        for detail in Detail::ALL {
            let own = |call: &&Call| {
                let own = detail.name_for(&call.written_parameters().get(index)?.name);
                call.parameters.iter().find(|parameter| parameter.name == own).cloned()
            };
            let found = calls.iter().find_map(own);
            parameters.extend(found.map(|known| crate::Parameter { name: detail.name_for(&argument.name), ..known }));
        }
    }
    parameters
}

fn named_values(calls: &[&Call]) -> Vec<String> {
    let mut values = vec![OTHER.to_owned(), "null".to_owned()];
    for call in calls {
        let is_parameter = |name: &str| call.parameters.iter().any(|parameter| parameter.name == name);
        for name in call.guard.names().into_iter().filter(|name| !is_parameter(name)) {
            if !values.iter().any(|known| known == name) {
                values.push(name.to_owned());
            }
        }
    }
    values
}
