//! Superclasses, subtypes, and which member a reference means, over the classes of a class path.
//!
//! Follows the JVM specification: resolution of fields and methods (5.4.3.2 to 5.4.3.4), overriding (5.4.5), selection
//! (5.4.6). Classes are loaded only as far as an answer needs them. A circular hierarchy and a missing supertype are
//! error values.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::class::Class;
use crate::classpath::{ClassPath, LoadError};
use crate::descriptor::{TypeDescriptor, source_name};

mod members;

const OBJECT: &str = "java/lang/Object";

/// A member of a class: the class that declares it, and its index among the fields or methods.
pub type Found = (Arc<Class>, usize);

/// Whether one type is a subtype of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It is.
    Yes,
    /// It is not.
    No,
    /// This class, on which the answer depends, could not be loaded.
    Unknown(String),
}

/// Why a hierarchy has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HierarchyError {
    /// A class could not be loaded.
    Missing {
        /// The class that names it as its supertype, if any does.
        needed_by: Option<String>,
        /// Why it could not be loaded.
        error: LoadError,
    },
    /// A class is its own supertype.
    Circular(String),
}

impl fmt::Display for HierarchyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HierarchyError::Missing { needed_by: Some(class), error } => {
                write!(f, "a supertype of `{}` is missing: {error}", source_name(class))
            }
            HierarchyError::Missing { needed_by: None, error } => error.fmt(f),
            HierarchyError::Circular(class) => write!(f, "class `{}` is its own supertype", source_name(class)),
        }
    }
}

impl std::error::Error for HierarchyError {}

/// What is asked about the classes of a class path.
#[derive(Clone, Copy, Debug)]
pub struct Hierarchy<'a> {
    classes: &'a ClassPath,
}

impl<'a> Hierarchy<'a> {
    /// Over a class path.
    pub fn new(classes: &'a ClassPath) -> Hierarchy<'a> {
        Hierarchy { classes }
    }

    /// A class and its superclasses, the class first.
    pub fn superclasses(&self, class: &str) -> Result<Vec<Arc<Class>>, HierarchyError> {
        self.chain(class).collect()
    }

    /// A class and all its superclasses and superinterfaces, the class first, nearest first, each once.
    pub fn supertypes(&self, class: &str) -> Result<Vec<Arc<Class>>, HierarchyError> {
        self.check_acyclic(class)?;
        let mut found: Vec<Arc<Class>> = Vec::new();
        let mut waiting = VecDeque::from([self.load(class, None)?]);
        let mut seen: FxHashSet<String> = FxHashSet::default();
        while let Some(next) = waiting.pop_front() {
            if !seen.insert(next.name.clone()) {
                continue;
            }
            for supertype in direct_supertypes(&next) {
                waiting.push_back(self.load(supertype, Some(&next))?);
            }
            found.push(next);
        }
        Ok(found)
    }

    /// Whether a value of type `subtype` can be used as a `supertype`. Both are internal names or array descriptors.
    pub fn is_subclass(&self, subtype: &str, supertype: &str) -> Answer {
        if subtype == supertype || supertype == OBJECT {
            return Answer::Yes;
        }
        match (element(subtype), element(supertype)) {
            (None, None) => self.is_below(subtype, supertype),
            (Some(from), Some(to)) => self.is_element_below(&from, &to),
            (Some(_), None) => Answer::from(matches!(supertype, "java/lang/Cloneable" | "java/io/Serializable")),
            (None, Some(_)) => Answer::No,
        }
    }

    fn is_element_below(&self, from: &TypeDescriptor, to: &TypeDescriptor) -> Answer {
        match from.is_reference() && to.is_reference() {
            true => self.is_subclass(&class_constant(from), &class_constant(to)),
            false => Answer::from(from == to),
        }
    }

    /// Searches the supertypes of a class, nearest first. A missing class matters only if the answer is not found
    /// elsewhere.
    fn is_below(&self, subtype: &str, supertype: &str) -> Answer {
        let mut answer = Answer::No;
        let mut waiting = VecDeque::from([subtype.to_owned()]);
        let mut seen: FxHashSet<String> = FxHashSet::default();
        while let Some(name) = waiting.pop_front() {
            if name == supertype {
                return Answer::Yes;
            }
            if !seen.insert(name.clone()) {
                continue;
            }
            match self.classes.load(&name) {
                Ok(class) => {
                    // A model may share the code of others, and then it has other superclasses.
                    let behind = self.classes.behind_model(&name);
                    let both = [Some(class), behind].into_iter().flatten();
                    waiting.extend(
                        both.flat_map(|class| direct_supertypes(&class).map(str::to_owned).collect::<Vec<String>>()),
                    );
                }
                Err(_) if answer == Answer::No => answer = Answer::Unknown(name),
                Err(_) => {}
            }
        }
        answer
    }

    /// Checks that neither a class nor any of its supertypes is its own supertype.
    fn check_acyclic(&self, class: &str) -> Result<(), HierarchyError> {
        let mut open: FxHashSet<String> = FxHashSet::default();
        let mut done: FxHashSet<String> = FxHashSet::default();
        let mut steps = vec![Step::Enter(self.load(class, None)?)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave(name) => {
                    open.remove(&name);
                    done.insert(name);
                }
                Step::Enter(class) if done.contains(&class.name) => {}
                Step::Enter(class) if !open.insert(class.name.clone()) => {
                    return Err(HierarchyError::Circular(class.name.clone()));
                }
                Step::Enter(class) => {
                    steps.push(Step::Leave(class.name.clone()));
                    for supertype in direct_supertypes(&class) {
                        steps.push(Step::Enter(self.load(supertype, Some(&class))?));
                    }
                }
            }
        }
        Ok(())
    }

    fn load(&self, name: &str, needed_by: Option<&Arc<Class>>) -> Result<Arc<Class>, HierarchyError> {
        let missing = |error| HierarchyError::Missing { needed_by: needed_by.map(|class| class.name.clone()), error };
        self.classes.load(name).map_err(missing)
    }

    /// A class and its superclasses, loaded one by one.
    fn chain(&self, class: &str) -> Chain<'a> {
        let seen = FxHashSet::default();
        Chain { hierarchy: *self, next: Some(class.to_owned()), below: None, seen }
    }
}

impl From<bool> for Answer {
    fn from(yes: bool) -> Answer {
        if yes { Answer::Yes } else { Answer::No }
    }
}

/// A step of a depth-first walk over supertypes.
enum Step {
    Enter(Arc<Class>),
    Leave(String),
}

/// A class and its superclasses, loaded one by one; it ends after an error.
struct Chain<'a> {
    hierarchy: Hierarchy<'a>,
    next: Option<String>,
    below: Option<Arc<Class>>,
    seen: FxHashSet<String>,
}

impl Iterator for Chain<'_> {
    type Item = Result<Arc<Class>, HierarchyError>;

    fn next(&mut self) -> Option<Self::Item> {
        let name = self.next.take()?;
        if !self.seen.insert(name.clone()) {
            return Some(Err(HierarchyError::Circular(name)));
        }
        let loaded = self.hierarchy.load(&name, self.below.as_ref());
        if let Ok(class) = &loaded {
            self.next = class.superclass.clone();
            self.below = Some(Arc::clone(class));
        }
        Some(loaded)
    }
}

/// The superclass and the superinterfaces that a class names.
fn direct_supertypes(class: &Class) -> impl Iterator<Item = &str> {
    class.superclass.iter().chain(&class.interfaces).map(String::as_str)
}

/// The element type of an array descriptor.
fn element(name: &str) -> Option<TypeDescriptor> {
    match name.starts_with('[').then(|| name.parse()) {
        Some(Ok(TypeDescriptor::Array(element))) => Some(*element),
        _ => None,
    }
}

/// A reference type as class constants name it.
fn class_constant(reference: &TypeDescriptor) -> String {
    match reference {
        TypeDescriptor::Object(name) => name.clone(),
        array => array.descriptor(),
    }
}
