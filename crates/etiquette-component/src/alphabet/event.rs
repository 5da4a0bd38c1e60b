//! Calls with argument values, and what a client sees of them.

use etiquette_logic::{Term, evaluate};

use crate::alphabet::{GuardedCall, MethodId};
use crate::component::Component;

/// A method with argument values.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Letter {
    /// The method.
    pub method: MethodId,
    /// The values of its parameters.
    pub arguments: Vec<u64>,
}

/// A call that returned: a letter of some alphabet, and the outcome. Letters are calls with argument values, calls with
/// guards, or numbers of either.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Event<L = Letter> {
    /// The call.
    pub letter: L,
    /// The outcome, by position.
    pub outcome: usize,
}

/// Calls that returned, one after the other.
pub type Word<L = Letter> = Vec<Event<L>>;

impl Letter {
    /// Whether a condition over the method's parameters holds for the arguments.
    pub fn satisfies(&self, component: &Component, condition: Term) -> bool {
        let parameters = &component.methods[self.method].parameters;
        let value = |symbol| {
            let position = parameters.iter().position(|parameter| parameter.symbol == symbol);
            position.and_then(|position| self.arguments.get(position).copied()).unwrap_or(0)
        };
        evaluate(&component.terms, condition, value) != 0
    }
}

impl GuardedCall {
    /// A method with any arguments.
    pub fn any(method: MethodId) -> Self {
        GuardedCall { method, guard: Term::TRUE }
    }

    /// Whether it stands for the letter.
    pub fn contains(&self, component: &Component, letter: &Letter) -> bool {
        self.method == letter.method && letter.satisfies(component, self.guard)
    }
}
