//! What a client calls: a method, with a guard over its parameters where the alphabet has guarded calls.

use etiquette_component::{Binding, Component};
use etiquette_logic::{Node, Term};

/// A method with the arguments that a guard allows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// The method, by position.
    pub method: usize,
    /// A condition over its parameters, in the component's pool; `None` allows all arguments.
    pub guard: Option<Term>,
}

impl Call {
    /// A method with any arguments.
    pub fn of(method: usize) -> Self {
        Call { method, guard: None }
    }
}

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
