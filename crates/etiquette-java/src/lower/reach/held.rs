//! Of which classes the objects are that a field holds.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::super::world::World;
use super::Program;
use super::program::{Kind, Token};

/// What a field holds, as far as code was read.
pub(in super::super) struct Held {
    /// Classes of objects that are made for it.
    pub classes: BTreeSet<String>,
    /// Whether there are no others.
    pub is_all: bool,
}

impl World<'_> {
    /// What a field holds, by the class that declares it and its name.
    pub fn held(&self, declaring: &str, field: &str) -> Option<Rc<Held>> {
        let program = self.program().ok()??;
        let held = || Rc::new(program.held(self, declaring, field));
        Some(self.held.recall((declaring.to_owned(), field.to_owned()), held))
    }
}

impl Program {
    fn held(&self, world: &World<'_>, declaring: &str, field: &str) -> Held {
        let key = self.names.known(declaring).zip(self.names.known(field));
        let node = key.and_then(|key| self.fields.get(&key));
        let tokens: &[Token] = node.map(|node| self.nodes[*node].tokens.as_slice()).unwrap_or_default();
        let made = |token: &Token| match self.kind(*token) {
            Kind::Made(class, _) => Some(self.names.text(class).to_string()),
            _ => None,
        };
        let classes: BTreeSet<String> = tokens.iter().filter_map(made).collect();
        let is_all = tokens.iter().all(|token| made(token).is_some()) && self.are_writers_read(world, declaring, field);
        Held { classes, is_all }
    }

    /// Whether all methods were read that give a field an object, and that are in classes which may if it is private.
    fn are_writers_read(&self, world: &World<'_>, declaring: &str, field: &str) -> bool {
        let Some(class) = world.class(declaring) else { return false };
        let nest = world.nest(&class);
        nest.iter().all(|class| {
            let writers = (0..class.methods.len()).filter(|index| world.may_write(class, *index, declaring, field));
            writers
                .into_iter()
                .all(|index| self.method(&class.name, index).is_some_and(|method| self.methods[method].body.is_some()))
        })
    }
}
