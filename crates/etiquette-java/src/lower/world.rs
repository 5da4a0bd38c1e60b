//! What lowering asks about classes, with answers remembered.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::hash::Hash;
use std::rc::Rc;
use std::sync::Arc;

use etiquette_component::passes::Pass;
use rustc_hash::FxHashMap;

use super::cells::ArrayKind;
use super::effort::Effort;
use super::exceptions::EXHAUSTION;
use super::initialisers::Ends;
use super::model::{Cause, Origin};
use super::named::classes_named;
use super::observers::Observer;
use super::promises::Promises;
use super::reach::{
    Arguments, Effects, Entries, Held, Implicit, Program, Question, Reached, ReadersQuestion, Writes, WritesQuestion,
};
use super::request::{ErrorChoice, Follow, Request, is_named};
use super::stubs::{Stub, Stubs};
use super::{LowerError, Stop};
use crate::class::{Access, Class, Instruction, Invocation, Member, Method, package_of};
use crate::classpath::{ClassPath, LoadError};
use crate::code::ThreeAddressCode;
use crate::hierarchy::{Answer, Found, Hierarchy, HierarchyError};
use crate::stackless::remove_stack;

/// If all methods together, each as often as it was tried, take more locations than this, little is followed.
const MAX_WORK: usize = 60_000;
/// The same for several objects, which have the methods of several classes, and what they know of each other is in what
/// they call.
const MAX_WORK_TOGETHER: usize = 240_000;

const OBJECT: &str = "java/lang/Object";

/// No more classes than this are looked at to suggest one.
const MAX_LOOKED_AT: usize = 1_000;

/// Whether an exception of a class, thrown by a method, is what a choice means.
fn is_chosen(choice: &ErrorChoice, class: &str, is_a: &dyn Fn(&String) -> bool, origin: &Origin) -> bool {
    match choice {
        ErrorChoice::Class(written) => is_a(written),
        ErrorChoice::Exactly(written) => is_named(class, written),
        ErrorChoice::Assertions => is_a(&"java.lang.AssertionError".to_owned()),
        ErrorChoice::Any => true,
        ErrorChoice::Deliberate => origin.cause == Cause::Code,
        ErrorChoice::Implicit => origin.cause == Cause::Jvm,
        ErrorChoice::ThrownBy { exception, class: declaring, method } => {
            is_named(&origin.class, declaring)
                && method.means_member(&origin.method, &origin.descriptor)
                && exception.as_ref().is_none_or(|exception| is_chosen(exception, class, is_a, origin))
        }
    }
}

pub(super) struct World<'a> {
    classes: &'a ClassPath,
    request: &'a Request,
    /// Says when lowering is to stop: the time is up, or nobody waits for it any more.
    is_over: &'a dyn Fn() -> bool,
    codes: Memory<(String, usize), Result<Rc<ThreeAddressCode>, LowerError>>,
    /// Whether a class is below another, by both.
    above: Memory<String, FxHashMap<String, Answer>>,
    /// Which exceptions may be errors.
    errors: Memory<String, bool>,
    named_errors: OnceCell<Vec<String>>,
    /// The nests of classes.
    pub nests: Memory<String, Rc<Vec<Arc<Class>>>>,
    /// The classes that are a component's own.
    pub own: Memory<String, Rc<BTreeSet<String>>>,
    /// What using classes for the first time may throw.
    pub initialisations: Memory<String, Rc<Ends>>,
    /// What it rests on that something is never null.
    pub nullness: Memory<NullnessQuestion, Option<Promises>>,
    pub(super) built_in_stubs: OnceCell<Vec<Stub>>,
    /// What a client may call.
    pub entries: OnceCell<Entries>,
    /// All that these calls may run.
    pub programs: OnceCell<Rc<Program>>,
    /// The static fields that they may write.
    pub written_statics: OnceCell<BTreeSet<(String, String)>>,
    /// What calls run that are not followed.
    pub reached: Memory<Question, Option<Rc<Reached>>>,
    /// What calls write that are not followed.
    pub writes: Memory<WritesQuestion, Rc<Writes>>,
    /// The types and lengths of small arrays that fields keep, by the classes that declare them and their names.
    pub kept_arrays: Memory<(String, String), Rc<BTreeSet<ArrayKind>>>,
    /// Those that methods of a component make for themselves.
    pub made_arrays: Memory<String, Rc<Vec<ArrayKind>>>,
    /// The classes whose code reads fields with arrays in such calls.
    pub readers: Memory<ReadersQuestion, Rc<BTreeSet<String>>>,
    /// What calls write of any object that are not followed.
    pub effects: Memory<Question, Option<Rc<Effects>>>,
    /// What fields hold, by the classes that declare them and their names.
    pub held: Memory<(String, String), Rc<Held>>,
    /// Classes below others that have objects, of which no more than a number were asked for.
    implementations: Memory<(String, usize), Vec<String>>,
    /// Methods that only look.
    pub observers: Memory<Member, Option<Rc<Observer>>>,
    /// What the JVM may throw in calls, by their places and which of their arguments may be anything.
    pub implicit: Memory<(Question, Arguments), Rc<Implicit>>,
    /// How much of what methods call is followed, by their names.
    pub efforts: Memory<String, Effort>,
    follow: Cell<Follow>,
    /// How many locations were lowered, those included that were lowered again.
    work: Cell<usize>,
}

/// A call with the class of its receiver, where that is known; without a kind of call, a static field.
type NullnessQuestion = (Option<Invocation>, Member, Option<String>);

/// What was found out once.
pub(super) struct Memory<K, V>(RefCell<FxHashMap<K, V>>);

impl<K, V> Default for Memory<K, V> {
    fn default() -> Self {
        Memory(RefCell::default())
    }
}

impl<K: Eq + Hash, V: Clone> Memory<K, V> {
    pub fn recall(&self, question: K, find_out: impl FnOnce() -> V) -> V {
        if let Some(known) = self.0.borrow().get(&question) {
            return known.clone();
        }
        let found = find_out();
        self.replace(question, found.clone());
        found
    }

    /// Remembers something else from now on.
    pub fn replace(&self, question: K, found: V) {
        self.0.borrow_mut().insert(question, found);
    }

    pub fn forget(&self) {
        self.0.borrow_mut().clear();
    }
}

impl<'a> World<'a> {
    pub fn new(classes: &'a ClassPath, request: &'a Request, is_over: &'a dyn Fn() -> bool) -> Self {
        World {
            classes,
            request,
            is_over,
            codes: Memory::default(),
            above: Memory::default(),
            errors: Memory::default(),
            named_errors: OnceCell::new(),
            nests: Memory::default(),
            own: Memory::default(),
            initialisations: Memory::default(),
            nullness: Memory::default(),
            built_in_stubs: OnceCell::new(),
            entries: OnceCell::new(),
            programs: OnceCell::new(),
            written_statics: OnceCell::new(),
            reached: Memory::default(),
            writes: Memory::default(),
            kept_arrays: Memory::default(),
            made_arrays: Memory::default(),
            readers: Memory::default(),
            effects: Memory::default(),
            held: Memory::default(),
            implementations: Memory::default(),
            observers: Memory::default(),
            implicit: Memory::default(),
            efforts: Memory::default(),
            follow: Cell::new(request.follow),
            work: Cell::new(0),
        }
    }

    /// Goes on, unless lowering is to stop.
    pub fn go_on(&self) -> Result<(), Stop> {
        if (self.is_over)() { Err(Stop::Interrupted) } else { Ok(()) }
    }

    /// Says when lowering is to stop.
    pub fn is_over(&self) -> &dyn Fn() -> bool {
        self.is_over
    }

    pub fn class(&self, name: &str) -> Option<Arc<Class>> {
        self.classes.load(name).ok()
    }

    /// The fields that the user asks to be tracked.
    pub fn tracked(&self) -> &[String] {
        &self.request.tracked
    }

    /// Of which classes the user says that the objects in fields are.
    pub fn field_classes(&self) -> &[String] {
        &self.request.field_classes
    }

    /// The internal names that begin with a text.
    pub fn class_names_from(&self, beginning: &str) -> Vec<String> {
        self.classes.class_names_from(beginning)
    }

    /// Whether a model stands in the place of a class.
    pub fn is_model(&self, class: &str) -> bool {
        self.classes.is_model(class)
    }

    pub fn class_path(&self) -> &ClassPath {
        self.classes
    }

    pub fn stubs(&self) -> &Stubs {
        &self.request.stubs
    }

    /// Some classes below a class or interface that have objects: public ones first, those of its own package only,
    /// since looking further would take too long.
    pub fn implementations(&self, of: &str, limit: usize) -> Vec<String> {
        self.implementations.recall((of.to_owned(), limit), || self.find_implementations(of, limit))
    }

    fn find_implementations(&self, of: &str, limit: usize) -> Vec<String> {
        let package = package_of(of);
        let is_near = |name: &String| package_of(name) == package;
        let loaded = self
            .classes
            .class_names_from(package)
            .into_iter()
            .filter(is_near)
            .take(MAX_LOOKED_AT)
            .filter_map(|name| self.class(&name));
        let mut found: Vec<Arc<Class>> = loaded
            .filter(|class| !class.access.has(Access::ABSTRACT) && self.is_subclass(&class.name, of) == Answer::Yes)
            .collect();
        found.sort_by_key(|class| (!class.access.has(Access::PUBLIC), class.name.contains('$'), class.name.clone()));
        found.into_iter().take(limit).map(|class| class.name.clone()).collect()
    }

    fn hierarchy(&self) -> Hierarchy<'_> {
        Hierarchy::new(self.classes)
    }

    pub fn is_subclass(&self, class: &str, of: &str) -> Answer {
        if let Some(known) = self.above.0.borrow().get(class).and_then(|above| above.get(of)) {
            return known.clone();
        }
        let answer = self.hierarchy().is_subclass(class, of);
        self.above.0.borrow_mut().entry(class.to_owned()).or_default().insert(of.to_owned(), answer.clone());
        answer
    }

    /// The class and its superclasses, the class first, as far as they are found and do not go in circles.
    pub fn superclasses(&self, class: &Arc<Class>) -> Vec<Arc<Class>> {
        let mut found = vec![Arc::clone(class)];
        while let Some(above) = found.last().and_then(|class| self.class(class.superclass.as_deref()?)) {
            if found.iter().any(|known| known.name == above.name) {
                break;
            }
            found.push(above);
        }
        found
    }

    /// The class and all classes and interfaces above it that are found, nearest first.
    pub fn supertypes(&self, class: &Arc<Class>) -> Vec<Arc<Class>> {
        let mut found = vec![Arc::clone(class)];
        let mut position = 0;
        while let Some(next) = found.get(position).cloned() {
            for name in next.superclass.iter().chain(&next.interfaces) {
                let above = self.class(name).filter(|above| !found.iter().any(|known| known.name == above.name));
                found.extend(above);
            }
            position += 1;
        }
        found
    }

    /// The classes and interfaces above a class that are not found.
    pub fn missing_supertypes(&self, class: &Arc<Class>) -> BTreeSet<String> {
        let above = self
            .supertypes(class)
            .into_iter()
            .flat_map(|class| class.superclass.iter().chain(&class.interfaces).cloned().collect::<Vec<String>>());
        above.filter(|name| name != OBJECT && self.class(name).is_none()).collect()
    }

    /// The method that runs when a method is called on an object of exactly this class.
    pub fn selected_method(&self, class: &Class, method: &(Arc<Class>, usize)) -> Option<(Arc<Class>, usize)> {
        self.hierarchy().select(&class.name, method).ok().flatten()
    }

    /// Refuses a class whose superclasses are not all there: their methods and fields are part of it. `Object` has
    /// nothing that matters.
    pub fn check_superclasses(&self, class: &Arc<Class>) -> Result<(), LowerError> {
        let refused = |message, help: &str| Err(LowerError::Refused { message, help: Some(help.to_owned()) });
        match self.hierarchy().superclasses(&class.name) {
            Err(HierarchyError::Missing { error: LoadError::NotFound { class, .. }, .. }) if class == OBJECT => Ok(()),
            Err(error @ HierarchyError::Missing { error: LoadError::NotFound { .. }, .. }) => refused(
                error.to_string(),
                "name the folder or jar that has it with `--classpath`, or a JDK with `--jdk`",
            ),
            Err(error) => refused(error.to_string(), "compile the classes again, all together"),
            Ok(_) => Ok(()),
        }
    }

    pub fn resolve_method(&self, member: &Member) -> Option<(Arc<Class>, usize)> {
        self.hierarchy().resolve_method(&member.class, &member.name, &member.descriptor).ok().flatten()
    }

    /// The method that a call runs on an object of exactly this class; where that is not known, or does not matter, the
    /// one that it names.
    pub fn called_method(
        &self,
        kind: Invocation,
        member: &Member,
        receiver: Option<&str>,
    ) -> Option<(Arc<Class>, usize)> {
        let resolved = self.resolve_method(member)?;
        match (kind, receiver) {
            (Invocation::Virtual | Invocation::Interface, Some(exact)) => {
                self.hierarchy().select(exact, &resolved).ok().flatten()
            }
            _ => Some(resolved),
        }
    }

    /// The method that runs when a call that means a method is made on an object of exactly this class.
    pub fn selected(&self, class: &str, resolved: &Found) -> Option<Found> {
        self.hierarchy().select(class, resolved).ok().flatten()
    }

    /// Whether a field is final.
    pub fn is_final_field(&self, member: &Member) -> bool {
        let found = self.hierarchy().resolve_field(&member.class, &member.name, &member.descriptor).ok().flatten();
        found.is_some_and(|(class, index)| class.fields[index].access.has(Access::FINAL))
    }

    /// The name of the class that declares a field.
    pub fn declaring_class(&self, class: &str, name: &str, descriptor: &str) -> Option<String> {
        let (declaring, _) = self.hierarchy().resolve_field(class, name, descriptor).ok().flatten()?;
        Some(declaring.name.clone())
    }

    /// The names of the constants of an enum class; `None` for any other class.
    pub fn enum_constants(&self, class: &str) -> Option<Vec<String>> {
        self.class(class)?.enum_constants()
    }

    /// Whether an object can be of two classes neither of which is below the other.
    pub fn may_meet(&self, one: &str, other: &str) -> bool {
        (self.is_interface(one) && !self.is_final(other)) || (self.is_interface(other) && !self.is_final(one))
    }

    pub fn is_interface(&self, class: &str) -> bool {
        self.class(class).is_some_and(|class| class.access.has(Access::INTERFACE))
    }

    pub fn is_final(&self, class: &str) -> bool {
        self.class(class).is_some_and(|class| class.access.has(Access::FINAL))
    }

    /// Whether code of the class that declares a field writes it.
    pub fn is_written_by_code(&self, class: &str, field: &str) -> bool {
        self.is_written_by_some(class, field, |_| true)
    }

    /// Whether methods of the class that declares a field write it, and not only constructors.
    pub fn is_written_by_methods(&self, class: &str, field: &str) -> bool {
        self.is_written_by_some(class, field, |method| method.name != "<init>")
    }

    /// Whether code of a method writes a field, by the class that declares it.
    pub fn may_write(&self, class: &Class, method: usize, declaring: &str, field: &str) -> bool {
        let Some(code) = &class.methods[method].code else { return false };
        code.instructions.iter().any(|(_, instruction)| match instruction {
            Instruction::PutField(member) | Instruction::PutStatic(member) if member.name == field => {
                let found = self.declaring_class(&member.class, &member.name, &member.descriptor);
                found.is_none_or(|found| found == declaring)
            }
            _ => false,
        })
    }

    fn is_written_by_some(&self, class: &str, field: &str, is_meant: impl Fn(&Method) -> bool) -> bool {
        let writes = |instruction: &Instruction| match instruction {
            Instruction::PutField(member) | Instruction::PutStatic(member) => {
                member.name == field && member.class == class
            }
            _ => false,
        };
        let Some(class) = self.class(class) else { return true };
        let methods = class.methods.iter().filter(|method| is_meant(method));
        let mut codes = methods.filter_map(|method| method.code.as_ref());
        codes.any(|code| code.instructions.iter().any(|(_, instruction)| writes(instruction)))
    }

    /// Whether all arrays of a type are exactly of it: no class is below that of the innermost elements.
    pub fn is_final_array(&self, descriptor: &str) -> bool {
        match descriptor.trim_start_matches('[').strip_prefix('L').and_then(|rest| rest.strip_suffix(';')) {
            Some(class) => self.is_final(class),
            None => true,
        }
    }

    /// The code of a method without its stack.
    pub fn code(&self, class: &Arc<Class>, method: usize) -> Result<Rc<ThreeAddressCode>, LowerError> {
        self.codes.recall((class.name.clone(), method), || {
            let declared = &class.methods[method];
            let none = || LowerError::Malformed(format!("`{}` has no code", declared.name));
            let lowered = remove_stack(declared.code.as_ref().ok_or_else(none)?).map_err(|error| {
                let at = format!("{}.{}", class.name.replace('/', "."), declared.name);
                LowerError::Malformed(format!("`{at}`, offset {}: {}", error.offset, error.message))
            })?;
            Ok(Rc::new(lowered))
        })
    }

    pub fn most_effort(&self) -> Effort {
        Effort::most(self.request.inline_depth, self.follow.get())
    }

    /// Adds what was lowered, to be kept or not.
    pub fn add_work(&self, locations: usize) {
        self.work.set(self.work.get() + locations);
    }

    /// Whether too much was lowered, with so many locations that were not added yet.
    pub fn is_too_much(&self, locations: usize) -> bool {
        let most = if self.has_roles() { MAX_WORK_TOGETHER } else { MAX_WORK };
        self.follow.get() == Follow::Auto && self.work.get() + locations > most
    }

    /// Whether several objects are asked about that play roles.
    pub fn has_roles(&self) -> bool {
        self.classes.ensemble().is_some()
    }

    /// Follows little from now on.
    pub fn follow_little(&self) {
        self.follow.set(Follow::Little);
        self.efforts.forget();
    }

    /// Whether of other classes' code only what is short and near is followed.
    pub fn follows_little(&self) -> bool {
        self.follow.get() == Follow::Little
    }

    /// What the component is put through in the end.
    pub fn passes(&self) -> &'static [Pass] {
        self.request.passes
    }

    /// Whether nobody said which methods to look at.
    pub fn takes_all_methods(&self) -> bool {
        self.request.methods.is_empty() && self.request.constructors.is_empty()
    }

    /// Whether assertions are checked: only where the user asks about them.
    pub fn assertions_enabled(&self) -> bool {
        self.request.errors.iter().any(ErrorChoice::is_about_assertions)
    }

    /// The classes that the user named as errors and that are subclasses of a class.
    pub fn errors_below(&self, class: &str) -> Vec<String> {
        let below = self
            .named_errors()
            .iter()
            .filter(|name| name.as_str() != class && self.is_subclass(name, class) == Answer::Yes);
        below.cloned().collect()
    }

    /// The internal names of the classes that the user named as errors.
    pub fn named_errors(&self) -> &[String] {
        self.named_errors.get_or_init(|| {
            let named = self.request.errors.iter().filter_map(ErrorChoice::exception);
            named.flat_map(|written| classes_named(self.classes, written)).collect()
        })
    }

    /// Whether an exception says that the JVM ran out of memory or of stack, and the user does not ask about that.
    pub fn is_exhaustion(&self, class: &str) -> bool {
        self.request.errors.iter().all(ErrorChoice::is_general) && self.is_subclass(class, EXHAUSTION) == Answer::Yes
    }

    /// Whether an exception that leaves a method is an error.
    pub fn is_error(&self, class: &str, origin: &Origin) -> bool {
        self.is_error_by(class, |error, is_a| is_chosen(error, class, is_a, origin))
    }

    /// Whether an exception is an error, whoever throws it, or if only some method does.
    pub fn may_be_error(&self, class: &str) -> bool {
        if let Some(known) = self.errors.0.borrow().get(class) {
            return *known;
        }
        let may_be = self.is_error_by(class, |error, is_a| match error {
            ErrorChoice::Exactly(written) => is_named(class, written),
            error => error.exception().is_none_or(|written| is_a(&written.to_owned())),
        });
        self.errors.replace(class.to_owned(), may_be);
        may_be
    }

    /// The same for an exception that the JVM itself throws.
    pub fn may_be_implicit_error(&self, class: &str) -> bool {
        let errors = &self.request.errors;
        let only_deliberate = !errors.is_empty() && errors.iter().all(|error| *error == ErrorChoice::Deliberate);
        !only_deliberate && self.may_be_error(class)
    }

    /// Whether what code throws on purpose is an error because it does so.
    pub fn asks_about_purpose(&self) -> bool {
        self.request.errors.contains(&ErrorChoice::Deliberate)
    }

    /// Whether an exception is an error by one of the choices.
    fn is_error_by(&self, class: &str, is_it: impl Fn(&ErrorChoice, &dyn Fn(&String) -> bool) -> bool) -> bool {
        let is_a = |written: &String| {
            let mut supertypes =
                self.class(class).map(|class| self.superclasses(&class)).unwrap_or_default().into_iter();
            is_named(class, written) || supertypes.any(|supertype| is_named(&supertype.name, written))
        };
        if self.request.outcomes.iter().any(is_a) || self.is_exhaustion(class) {
            return false;
        }
        self.request.errors.is_empty() || self.request.errors.iter().any(|error| is_it(error, &is_a))
    }

    /// Whether errors depend on which method throws an exception.
    pub fn tells_throwers_apart(&self) -> bool {
        self.asks_about_purpose()
            || self.request.errors.iter().any(|error| matches!(error, ErrorChoice::ThrownBy { .. }))
    }
}
