//! The component under construction, and what is to be said about it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use etiquette_component::{Binding, Component, Enumeration, ErrorSite, Place, Type};
use etiquette_logic::Symbol;

use super::facades::Suggestions;
use super::heap::Heap;
use super::reals::Reals;
use super::shape::{ObjectId, Shape};
use crate::descriptor::TypeDescriptor;

/// Something that was taken for granted, or left open.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Note {
    /// What, as a sentence.
    pub text: String,
    /// Where.
    pub place: Option<Place>,
    /// What it is about.
    pub about: About,
}

/// What a note is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum About {
    /// It is left open: whatever it is, what is found is true.
    Open,
    /// Code of the class itself that was not followed.
    OwnCode,
    /// Code of others that was not followed, or is not there.
    OtherCode,
    /// Native code.
    Native,
    /// What clients hand in or were handed, and what they do with it.
    Client,
    /// Input and output, memory, other threads, and what documentation promises.
    World,
}

/// Where an exception comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Origin {
    pub place: Option<Place>,
    /// The class, name and descriptor of the method that threw it, or that made it where it is not thrown yet.
    pub class: String,
    pub method: String,
    pub descriptor: String,
    pub thrown: bool,
    /// Whether a call that is not followed threw it.
    pub foreign: bool,
    /// Whether it may be of a class below the one by which it is known.
    pub open: bool,
    pub cause: Cause,
}

impl Origin {
    /// Of exceptions that are no errors, wherever they are thrown: so what catches them is lowered once, and not once for
    /// each place that they come from, nor for whether their class is known exactly.
    pub fn unimportant() -> Self {
        let (class, method, descriptor) = (String::new(), String::new(), String::new());
        Origin {
            place: None,
            class,
            method,
            descriptor,
            thrown: true,
            foreign: false,
            open: true,
            cause: Cause::Elsewhere,
        }
    }
}

/// Who throws an exception.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// A `throw` of the component's own code, or of what that hands its checks to.
    Code,
    /// The JVM itself.
    Jvm,
    /// Code of others that is not followed.
    Elsewhere,
}

pub(super) struct Model {
    pub component: Component,
    pub heap: Heap,
    enums: BTreeMap<Rc<str>, usize>,
    pub origins: Vec<Origin>,
    /// The variables of staged objects, which every method has for itself.
    pub staged: Vec<Binding>,
    /// Classes of objects that live during a call only, and were to be tracked.
    pub locals: BTreeSet<String>,
    /// Fields that were to have places for new objects of these classes.
    pub places: Places,
    /// Fields that were to hold objects of one class only, by their keys.
    pub only_classes: BTreeMap<String, String>,
    /// Whether a field was chosen that arguments are compared with.
    pub has_asked_field: bool,
    /// Fields of other types that were to hold values of these enums only, by their keys.
    pub only_enums: BTreeMap<String, Rc<str>>,
    /// Classes that the user may name for fields.
    pub suggestions: Suggestions,
    /// What fields turned out to hold that they were not planned to.
    pub wanted: Wanted,
    /// Fields with handles that may hold anything else as well.
    pub mixed_handles: BTreeSet<(ObjectId, usize)>,
    /// The string constants that are told apart.
    pub string_constants: Vec<String>,
    string_type: Option<Type>,
    /// The types of fields that have one of a few floating-point numbers.
    pub reals: Vec<Reals>,
    /// Whether the initialiser of the class may throw, where that is the component.
    pub may_be_unusable: bool,
    /// Methods that are too large.
    pub left_out: Vec<String>,
    notes: BTreeMap<Note, ()>,
    /// What is taken for granted if something depends on a parameter.
    pub conditional_notes: Vec<(Symbol, (About, String))>,
}

/// The classes of new objects that fields have places for, in the order in which they were met, by the fields' keys.
pub(super) type Places = BTreeMap<String, Vec<String>>;

/// What fields turned out to hold that they were not planned to. Lowering goes on for now, so that all of it is found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Wanted {
    /// Fields that new objects of these classes are stored in, and that have no place for them.
    pub places: BTreeSet<((ObjectId, usize), String)>,
    /// Lambdas that are stored in fields.
    pub lambdas: BTreeMap<(ObjectId, usize), Shape>,
    /// Fields that hold objects that are not tracked.
    pub others: BTreeSet<(ObjectId, usize)>,
    /// Fields that hold objects that no client gave.
    pub not_given: BTreeSet<(ObjectId, usize)>,
    /// A field of the component's object that an argument is compared with.
    pub asked: Option<usize>,
    /// Fields that hold objects of one class only.
    pub classes: BTreeMap<(ObjectId, usize), String>,
    /// Fields of other types that values of an enum are stored in.
    pub enums: BTreeMap<(ObjectId, usize), Rc<str>>,
}

/// A field has places for new objects of no more classes than this.
const MAX_CLASSES: usize = 4;

/// What was noted up to a time.
pub(super) struct Mark {
    notes: BTreeMap<Note, ()>,
    errors: usize,
}

/// The type whose values say whether a reference is null: `sink == null`.
const REFERENCE: usize = 0;

/// Null, as a value of [`REFERENCE`] and of every enum.
pub(super) const NULL: u64 = 0;
/// Some object.
pub(super) const OBJECT: u64 = 1;

impl Model {
    pub fn new(name: &str) -> Self {
        let mut component = Component::new(name);
        component.enums.push(Enumeration { name: "Ref".into(), values: vec!["null".into(), "object".into()] });
        Model {
            component,
            heap: Heap::default(),
            enums: BTreeMap::new(),
            origins: Vec::new(),
            staged: Vec::new(),
            locals: BTreeSet::new(),
            places: Places::new(),
            only_classes: BTreeMap::new(),
            has_asked_field: false,
            only_enums: BTreeMap::new(),
            suggestions: Suggestions::new(),
            wanted: Wanted::default(),
            mixed_handles: BTreeSet::new(),
            string_constants: Vec::new(),
            string_type: None,
            reals: Vec::new(),
            may_be_unusable: false,
            left_out: Vec::new(),
            notes: BTreeMap::new(),
            conditional_notes: Vec::new(),
        }
    }

    /// Makes a type for strings, if there are constants to tell apart: null, another string, then these.
    pub fn set_string_constants(&mut self, string_constants: Vec<String>) {
        if string_constants.is_empty() {
            return;
        }
        let constants = string_constants.iter().map(|text| format!("{text:?}"));
        let values = ["null".to_owned(), "object".to_owned()].into_iter().chain(constants).collect();
        self.component.enums.push(Enumeration { name: "String".into(), values });
        self.string_type = Some(Type::Enum(self.component.enums.len() - 1));
        self.string_constants = string_constants;
    }

    /// The type of strings, where constants are told apart.
    pub fn string_type(&self) -> Option<Type> {
        self.string_type
    }

    /// The type of null-ness.
    pub fn reference_type() -> Type {
        Type::Enum(REFERENCE)
    }

    /// The type of an enum class's values: null, then its constants.
    pub fn enum_type(&mut self, class: &Rc<str>, constants: &[String]) -> Type {
        if let Some(&index) = self.enums.get(class) {
            return Type::Enum(index);
        }
        let simple = class.rsplit(['/', '$']).next().unwrap_or(class).to_owned();
        let taken = self.component.enums.iter().any(|known| known.name == simple);
        let name = if taken { class.replace('/', ".") } else { simple };
        let values = std::iter::once("null".to_owned()).chain(constants.iter().cloned()).collect();
        self.component.enums.push(Enumeration { name, values });
        self.enums.insert(class.clone(), self.component.enums.len() - 1);
        Type::Enum(self.component.enums.len() - 1)
    }

    /// The type of null-ness with room for tracked objects, by their paths: null, another object, those that are there
    /// for the field itself, then these, and lambdas.
    pub fn alias_type(&mut self, own: Vec<String>, paths: &BTreeSet<String>, lambdas: Vec<String>) -> Type {
        let other = if own.is_empty() { "object" } else { "other" };
        let aliases = paths.iter().map(|path| alias_name(path));
        let tracked: Vec<String> = own.into_iter().chain(aliases).chain(lambdas).collect();
        if tracked.is_empty() {
            return Self::reference_type();
        }
        let name = format!("Ref to {}", tracked.join(" or "));
        let values = ["null".to_owned(), other.to_owned()].into_iter().chain(tracked).collect();
        self.known_type(&name, values)
    }

    /// Asks for a field to hold objects of one class only, unless that was tried.
    pub fn want_class(&mut self, (holder, field): (ObjectId, usize), class: String) {
        if !self.only_classes.contains_key(&self.heap.key(holder, field)) {
            self.wanted.classes.insert((holder, field), class);
        }
    }

    /// Asks for clients to be told a field's object from others, unless that is so of another field.
    pub fn want_asked(&mut self, field: usize) {
        if !self.has_asked_field {
            self.wanted.asked = Some(field);
        }
    }

    /// Asks for a field to hold values of an enum only, unless that was tried.
    pub fn want_enum(&mut self, (holder, field): (ObjectId, usize), class: Rc<str>) {
        if !self.only_enums.contains_key(&self.heap.key(holder, field)) {
            self.wanted.enums.insert((holder, field), class);
        }
    }

    /// Asks for a place for new objects of a class that are stored in a field, unless that was tried.
    pub fn want_place(&mut self, (holder, field): (ObjectId, usize), class: String) -> bool {
        let tried = self.places.get(&self.heap.key(holder, field));
        let tried = tried.map(Vec::as_slice).unwrap_or_default();
        let is_new = tried.len() < MAX_CLASSES && !tried.contains(&class);
        if is_new {
            self.wanted.places.insert(((holder, field), class));
        }
        is_new
    }

    /// The types of a field that holds a handle, and of what is registered with it: one of these actions, or nothing.
    pub fn handle_types(&mut self, actions: &[String]) -> (Type, Type) {
        let holds = ["null", "object", "handle"].map(str::to_owned).to_vec();
        let mut registered = vec!["nothing".to_owned()];
        for action in actions {
            let is_taken = |name: &str, taken: &[String]| taken.iter().any(|known| known == name);
            let mut name = action.clone();
            while is_taken(&name, &registered) {
                name.push('\'');
            }
            registered.push(name);
        }
        let name = format!("Registered {}", registered[1..].join(" or "));
        (self.known_type("Ref to a handle", holds), self.known_type(&name, registered))
    }

    /// The type with this name, which is made if there is none.
    pub fn known_type(&mut self, name: &str, values: Vec<String>) -> Type {
        let known = self.component.enums.iter().position(|known| known.name == name);
        Type::Enum(known.unwrap_or_else(|| {
            self.component.enums.push(Enumeration { name: name.to_owned(), values });
            self.component.enums.len() - 1
        }))
    }

    /// A new symbol with a name and a type.
    pub fn bind(&mut self, name: impl Into<String>, ty: Type) -> Binding {
        let name = name.into();
        let sort = self.component.sort(ty);
        let symbol = self.component.terms.new_symbol(&name, sort);
        Binding { name, ty, symbol }
    }

    /// Notes what was taken for granted, once.
    pub fn note(&mut self, about: About, text: impl Into<String>, place: Option<Place>) {
        self.notes.insert(Note { text: text.into(), place, about }, ());
    }

    /// Notes what those parameters rest on that are left.
    pub fn note_what_parameters_rest_on(&mut self) {
        let left: BTreeSet<Symbol> =
            self.component.methods.iter().flat_map(|method| &method.parameters).map(|known| known.symbol).collect();
        for (parameter, (about, text)) in std::mem::take(&mut self.conditional_notes) {
            if left.contains(&parameter) {
                self.note(about, text, None);
            }
        }
    }

    /// What was noted so far, to come back to if an attempt fails.
    pub fn mark(&self) -> Mark {
        Mark { notes: self.notes.clone(), errors: self.component.errors.len() }
    }

    /// Forgets what was noted since.
    pub fn reset(&mut self, mark: Mark) {
        self.notes = mark.notes;
        self.component.errors.truncate(mark.errors);
    }

    pub fn into_parts(self) -> (Component, Vec<Note>) {
        (self.component, self.notes.into_keys().collect())
    }

    /// The position of an error site, by class and place.
    pub fn error(&mut self, class: &str, place: Option<Place>) -> usize {
        let site = ErrorSite { name: class.replace('/', "."), message: None, place };
        let known = self.component.errors.iter().position(|known| *known == site);
        known.unwrap_or_else(|| {
            self.component.errors.push(site);
            self.component.errors.len() - 1
        })
    }
}

/// What a tracked object is called among the values of a field; no variable has such a name.
pub(super) fn alias_name(path: &str) -> String {
    match path.strip_suffix('.') {
        Some(field) => format!("the {field}"),
        None => "this".to_owned(),
    }
}

/// The type in which a field or parameter of a primitive type is kept; `None` for `float` and `double`.
pub(super) fn number_type(ty: &TypeDescriptor) -> Option<Type> {
    let int = |width, signed| Some(Type::Int { width, signed });
    match ty {
        TypeDescriptor::Boolean => Some(Type::Bool),
        TypeDescriptor::Byte => int(8, true),
        TypeDescriptor::Char => int(16, false),
        TypeDescriptor::Short => int(16, true),
        TypeDescriptor::Int => int(32, true),
        TypeDescriptor::Long => int(64, true),
        _ => None,
    }
}
