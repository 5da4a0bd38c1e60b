//! Variables of a component: which are its state, and that they have values of their types.

use etiquette_component::{Binding, Component};
use etiquette_logic::{Node, Term};

/// The condition that all variables have values of their types.
pub(crate) fn domains<'a>(component: &mut Component, bindings: impl IntoIterator<Item = &'a Binding>) -> Term {
    let mut all = component.terms.bool(true);
    for binding in bindings {
        let term = component.terms.intern(Node::Symbol(binding.symbol));
        if let Some(constraint) = component.domain_constraint(binding.ty, term) {
            all = component.terms.and(all, constraint);
        }
    }
    all
}

/// The state variables.
pub(crate) fn state_bindings(component: &Component) -> Vec<Binding> {
    component.variables.iter().map(|variable| variable.binding.clone()).collect()
}
