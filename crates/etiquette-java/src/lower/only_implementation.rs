//! The class whose objects an interface means, where there is only one: a module that has an interface and a single
//! class behind it, made by a static method of the interface, hides the class's name from its users.

use std::sync::Arc;

use super::world::World;
use crate::class::{Access, Class};
use crate::hierarchy::Answer;

impl World<'_> {
    /// The only class of an interface's module, directory or jar that implements it and has objects.
    pub fn only_implementation(&self, interface: &Class) -> Option<Arc<Class>> {
        if !interface.access.has(Access::INTERFACE) {
            return None;
        }
        let beside = self.class_path().names_beside(&interface.name).into_iter();
        let loaded = beside.filter_map(|name| self.class(&name));
        let mut found = loaded.filter(|class| {
            !class.access.has(Access::ABSTRACT) && self.is_subclass(&class.name, &interface.name) == Answer::Yes
        });
        let only = found.next()?;
        found.next().is_none().then_some(only)
    }
}
