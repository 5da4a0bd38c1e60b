//! The order of construction: if there are constructors, the first call of every word is one, and no later call is.

use crate::alphabet::MethodId;
use crate::component::Component;

impl Component {
    /// Whether the object is constructed by an event of its own.
    pub fn has_constructors(&self) -> bool {
        self.methods.iter().any(|method| method.constructor)
    }

    /// Whether the order of construction allows a call of the method, as the first call of a word or as a later one.
    pub fn may_call(&self, method: MethodId, first: bool) -> bool {
        self.methods[method].constructor == (first && self.has_constructors())
    }
}
