//! What a client calls: a method, with a guard over its parameters where the alphabet has guarded calls.

use etiquette_logic::Term;

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
