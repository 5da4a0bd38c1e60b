//! What lowering asks about classes, with answers remembered.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::LowerError;
use super::request::{ErrorChoice, Request, is_named};
use crate::class::{Access, Class};
use crate::classpath::ClassPath;
use crate::code::ThreeAddressCode;
use crate::hierarchy::{Answer, Hierarchy};
use crate::stackless::remove_stack;

/// A method that grows beyond this many locations by inlining is lowered again with fewer calls followed.
const MAX_LOCATIONS: usize = 8_000;

pub(super) struct World<'a> {
    classes: &'a ClassPath,
    request: &'a Request,
    codes: RefCell<FxHashMap<(String, usize), Rc<ThreeAddressCode>>>,
}

impl<'a> World<'a> {
    pub fn new(classes: &'a ClassPath, request: &'a Request) -> Self {
        World { classes, request, codes: RefCell::default() }
    }

    pub fn class(&self, name: &str) -> Option<Arc<Class>> {
        self.classes.load(name).ok()
    }

    fn hierarchy(&self) -> Hierarchy<'_> {
        Hierarchy::new(self.classes)
    }

    pub fn is_subclass(&self, class: &str, of: &str) -> Answer {
        self.hierarchy().is_subclass(class, of)
    }

    /// The class and its superclasses, the class first; only the class itself where they are not found or go in circles.
    pub fn superclasses(&self, class: &Arc<Class>) -> Vec<Arc<Class>> {
        let found = self.hierarchy().superclasses(&class.name).unwrap_or_default();
        if found.is_empty() { vec![Arc::clone(class)] } else { found }
    }

    pub fn resolve_method(&self, class: &str, name: &str, descriptor: &str) -> Option<(Arc<Class>, usize)> {
        self.hierarchy().resolve_method(class, name, descriptor).ok().flatten()
    }

    /// The method that a virtual or interface call on an object of exactly this class runs.
    pub fn select_method(
        &self,
        receiver: &str,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<(Arc<Class>, usize)> {
        let resolved = self.hierarchy().resolve_method(class, name, descriptor).ok().flatten()?;
        self.hierarchy().select(receiver, &resolved).ok().flatten()
    }

    /// The name of the class that declares a field.
    pub fn declaring_class(&self, class: &str, name: &str, descriptor: &str) -> Option<String> {
        let (declaring, _) = self.hierarchy().resolve_field(class, name, descriptor).ok().flatten()?;
        Some(declaring.name.clone())
    }

    /// The names of the constants of an enum class; `None` for any other class.
    pub fn enum_constants(&self, class: &str) -> Option<Vec<String>> {
        let class = self.class(class)?;
        if !class.access.has(Access::ENUM) || class.superclass.as_deref() != Some("java/lang/Enum") {
            return None;
        }
        let constants = class.fields.iter().filter(|field| field.access.has(Access::ENUM));
        Some(constants.map(|field| field.name.clone()).collect())
    }

    pub fn is_final(&self, class: &str) -> bool {
        self.class(class).is_some_and(|class| class.access.has(Access::FINAL))
    }

    /// The code of a method without its stack.
    pub fn code(&self, class: &Arc<Class>, method: usize) -> Result<Rc<ThreeAddressCode>, LowerError> {
        let key = (class.name.clone(), method);
        if let Some(known) = self.codes.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let declared = &class.methods[method];
        let code =
            declared.code.as_ref().ok_or_else(|| LowerError::Malformed(format!("`{}` has no code", declared.name)))?;
        let lowered = remove_stack(code).map_err(|error| {
            let at = format!("{}.{}", class.name.replace('/', "."), declared.name);
            LowerError::Malformed(format!("`{at}`, offset {}: {}", error.offset, error.message))
        })?;
        let lowered = Rc::new(lowered);
        self.codes.borrow_mut().insert(key, Rc::clone(&lowered));
        Ok(lowered)
    }

    pub fn inline_depth(&self) -> usize {
        self.request.inline_depth
    }

    pub fn max_locations(&self) -> usize {
        MAX_LOCATIONS
    }

    /// Whether assertions are checked: only where the user asks about them.
    pub fn assertions_enabled(&self) -> bool {
        self.request.errors.contains(&ErrorChoice::Assertions)
    }

    /// The classes that the user named as errors and that are subclasses of a class.
    pub fn errors_below(&self, class: &str) -> Vec<String> {
        let named = self.request.errors.iter().map(|error| match error {
            ErrorChoice::Class(written) | ErrorChoice::Exactly(written) => written.as_str(),
            ErrorChoice::Assertions => "java.lang.AssertionError",
        });
        let resolved = named.filter_map(|written| {
            let found = self
                .classes
                .resolve_name(written)
                .or_else(|_| self.classes.resolve_name(&format!("java.lang.{written}")));
            found.ok()
        });
        resolved.filter(|name| name != class && self.is_subclass(name, class) == Answer::Yes).collect()
    }

    /// Whether an exception that leaves a method is an error.
    pub fn is_error(&self, class: &str) -> bool {
        let is_a = |written: &String| {
            let mut supertypes =
                self.class(class).map(|class| self.superclasses(&class)).unwrap_or_default().into_iter();
            is_named(class, written) || supertypes.any(|supertype| is_named(&supertype.name, written))
        };
        if self.request.outcomes.iter().any(is_a) {
            return false;
        }
        self.request.errors.is_empty()
            || self.request.errors.iter().any(|error| match error {
                ErrorChoice::Class(written) => is_a(written),
                ErrorChoice::Exactly(written) => is_named(class, written),
                ErrorChoice::Assertions => is_a(&"java.lang.AssertionError".to_owned()),
            })
    }
}
