//! The initial states as a condition.

use etiquette_logic::{Node, Term};

use crate::component::Component;

/// The condition that holds exactly in the initial states: initial values, valid enum values, and
/// [`Component::initially`].
pub fn initial_condition(component: &mut Component) -> Term {
    let mut condition = component.initially;
    for index in 0..component.variables.len() {
        let variable = component.variables[index].clone();
        let term = component.terms.intern(Node::Symbol(variable.binding.symbol));
        let part = match variable.initial {
            Some(value) => {
                let sort = component.sort(variable.binding.ty);
                let value = component.terms.constant(sort, value);
                Some(component.terms.equal(term, value))
            }
            None => component.domain_constraint(variable.binding.ty, term),
        };
        if let Some(part) = part {
            condition = component.terms.and(condition, part);
        }
    }
    condition
}
