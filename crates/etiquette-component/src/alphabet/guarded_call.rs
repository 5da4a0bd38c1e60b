//! A method with a class of its arguments.

use etiquette_logic::Term;

/// A method, by its position in [`Component::methods`](crate::Component::methods).
pub type MethodId = usize;

/// A method with the arguments that a guard allows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GuardedCall {
    /// The method.
    pub method: MethodId,
    /// A condition over its parameters, in the component's pool.
    pub guard: Term,
}
