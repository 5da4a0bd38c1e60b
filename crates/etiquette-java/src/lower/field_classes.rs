//! Classes of objects in fields, where the user says them: `impl=sun.nio.ch.NioSocketImpl`.
//!
//! The rules of a facade are in the object that a field of an abstract type holds, and only whoever sets the facade up
//! knows its class. What is said is taken for granted, and listed: code that puts an object of another class into the
//! field is taken not to be run.

use std::sync::Arc;

use super::LowerError;
use super::exceptions::dotted;
use super::select::quoted;
use super::track::is_meant;
use super::world::World;
use crate::class::{Access, Class};

/// No more classes than this are suggested.
const MAX_SUGGESTED: usize = 3;

impl World<'_> {
    /// The class of which the object in a field is, if the user says so: by the field's path from the component, or by
    /// the class that declares it.
    pub fn said_class(&self, declaring: &str, field: &str, path: &str) -> Option<Arc<Class>> {
        let mut said = self.field_classes().iter().filter_map(|written| written.split_once('='));
        let (_, class) = said.find(|(wanted, _)| is_meant(wanted.trim(), declaring, field, path))?;
        self.class(&self.class_path().find_name(class)?)
    }

    /// Refuses what says nothing, and classes that have no objects.
    pub fn check_field_classes(&self) -> Result<(), LowerError> {
        self.field_classes().iter().try_for_each(|written| {
            let example = "write the field and the class, as in `--field impl=com.acme.FastImpl`".to_owned();
            let (_, class) = written.split_once('=').ok_or_else(|| {
                refused(format!("`--field {written}` does not say of which class the object is"), example.clone())
            })?;
            let name = self.class_path().resolve_name(class);
            let name = name.map_err(|error| refused(format!("`--field {written}`: {error}"), example))?;
            match self.class(&name) {
                Some(class) if class.access.has(Access::ABSTRACT) => Err(self.without_objects(written, &class)),
                _ => Ok(()),
            }
        })
    }

    fn without_objects(&self, written: &str, class: &Class) -> LowerError {
        let message =
            format!("`--field {written}`: there are no objects of exactly the class `{}`", dotted(&class.name));
        refused(message, self.below(&class.name))
    }

    /// Why a class does not fit its field, if it does not.
    pub fn misfit(&self, said: &Class, declared: &str) -> Option<LowerError> {
        let fits = self.is_subclass(&said.name, declared) == crate::hierarchy::Answer::Yes;
        let message =
            format!("a `{}` does not fit into a field of the type `{}`", dotted(&said.name), dotted(declared));
        (!fits).then(|| refused(message, self.below(declared)))
    }

    /// What to name instead: classes that have objects.
    fn below(&self, class: &str) -> String {
        let known = self.implementations(class, MAX_SUGGESTED);
        match &known[..] {
            [] => format!("name a class that is a `{}` and has objects", dotted(class)),
            known => format!("name a class such as {}", quoted(known.iter().map(|name| dotted(name)))),
        }
    }
}

fn refused(message: String, help: String) -> LowerError {
    LowerError::Refused { message, help: Some(help) }
}
