//! The client: its classes, the code of their methods, and which methods a call may run.
//!
//! What lies outside of the client is looked up on the class path only to learn about types and factories. A class that
//! is missing is named once, as a gap.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use etiquette_java::class::{Access, Class, Instruction, Invocation, Member};
use etiquette_java::classpath::ClassPath;
use etiquette_java::descriptor::{TypeDescriptor, source_name};
use etiquette_java::hierarchy::{Answer, Hierarchy};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::Body;
use crate::effects::CallGraph;

/// A method, by its class and its position there.
pub type MethodKey = (String, usize);

/// A call that could end in more methods than this is not followed.
const MAX_TARGETS: usize = 8;

/// The classes of a client.
pub struct Client<'a> {
    /// Where all classes come from.
    pub classes: &'a ClassPath,
    own: BTreeMap<String, Arc<Class>>,
    called: FxHashSet<(String, String)>,
    bodies: RefCell<FxHashMap<MethodKey, Option<Rc<Body>>>>,
    gaps: RefCell<BTreeSet<String>>,
    unreadable: RefCell<BTreeSet<String>>,
    subclasses: BTreeMap<String, Vec<String>>,
    /// Which methods may return, as far as that was asked.
    pub(crate) returning: RefCell<FxHashMap<MethodKey, bool>>,
    /// Which calls never return.
    pub(crate) never_returning: RefCell<FxHashMap<Invocation, FxHashMap<Member, bool>>>,
    /// Which methods of classes change nothing, as far as that was asked.
    pub(crate) pure: RefCell<FxHashMap<(String, String, String), Option<bool>>>,
    /// Which private fields hold what nobody else has, as far as that was asked.
    pub(crate) confined: RefCell<FxHashMap<Member, bool>>,
    /// Which calls give a new object, as far as that was asked.
    pub(crate) makers: RefCell<FxHashMap<Member, bool>>,
    call_graph: OnceCell<CallGraph>,
}

impl<'a> Client<'a> {
    /// The classes with these internal names, all on the class path. Those that can't be read are gaps.
    pub fn new(classes: &'a ClassPath, names: &[String]) -> Client<'a> {
        let gaps: RefCell<BTreeSet<String>> = RefCell::default();
        let mut own = BTreeMap::new();
        for name in names {
            match classes.load(name) {
                Ok(class) => drop(own.insert(name.clone(), class)),
                Err(error) => drop(gaps.borrow_mut().insert(error.to_string())),
            }
        }
        let called = own.values().flat_map(|class| called_methods(class)).collect();
        let subclasses = subclasses(&own);
        let (bodies, unreadable) = (RefCell::default(), RefCell::default());
        Client {
            classes,
            own,
            called,
            bodies,
            gaps,
            unreadable,
            subclasses,
            returning: RefCell::default(),
            never_returning: RefCell::default(),
            pure: RefCell::default(),
            confined: RefCell::default(),
            makers: RefCell::default(),
            call_graph: OnceCell::new(),
        }
    }

    /// Which methods call which; made once somebody asks.
    pub(crate) fn call_graph(&self) -> &CallGraph {
        self.call_graph.get_or_init(|| CallGraph::new(self))
    }

    /// Its classes.
    pub fn own(&self) -> impl Iterator<Item = &Arc<Class>> {
        self.own.values()
    }

    /// Whether a class belongs to it.
    pub fn owns(&self, class: &str) -> bool {
        self.own.contains_key(class)
    }

    /// The class path's hierarchy.
    pub fn hierarchy(&self) -> Hierarchy<'a> {
        Hierarchy::new(self.classes)
    }

    /// Whether one type is below another; a missing class is remembered.
    pub fn answer(&self, subtype: &str, supertype: &str) -> Answer {
        let answer = self.hierarchy().is_subclass(subtype, supertype);
        if let Answer::Unknown(class) = &answer {
            self.gap(class);
        }
        answer
    }

    /// Whether one type is known to be below another.
    pub fn is_below(&self, subtype: &str, supertype: &str) -> bool {
        self.answer(subtype, supertype) == Answer::Yes
    }

    /// Remembers a class that is missing.
    pub fn gap(&self, class: &str) {
        self.gaps.borrow_mut().insert(format!("`{}` is not on the class path", source_name(class)));
    }

    /// What is missing, each once.
    pub fn gaps(&self) -> Vec<String> {
        self.gaps.borrow().iter().cloned().collect()
    }

    /// The methods whose code can't be followed.
    pub fn unreadable(&self) -> Vec<String> {
        self.unreadable.borrow().iter().cloned().collect()
    }

    /// The code of a method, if it has any that can be followed.
    pub fn body(&self, class: &Arc<Class>, index: usize) -> Option<Rc<Body>> {
        let key = (class.name.clone(), index);
        if let Some(known) = self.bodies.borrow().get(&key) {
            return known.clone();
        }
        let body = Body::read(class, index).unwrap_or_else(|problem| {
            let method = format!("{}.{}", source_name(&class.name), class.methods[index].name);
            if self.owns(&class.name) {
                self.unreadable.borrow_mut().insert(format!("`{method}` can't be followed: {problem}"));
            }
            None
        });
        let body = body.map(Rc::new);
        self.bodies.borrow_mut().insert(key, body.clone());
        body
    }

    /// Whether a method may be called by others than the client: all that are not private, and those that nobody here
    /// calls.
    pub fn is_entry(&self, class: &Class, index: usize) -> bool {
        let method = &class.methods[index];
        let open = method.access.has(Access::PUBLIC) || method.access.has(Access::PROTECTED);
        open || !self.called.contains(&(method.name.clone(), method.descriptor.clone()))
    }

    /// The client's methods that a call may run; `None` where code of others may run as well, or too many are possible.
    pub fn targets(&self, kind: Invocation, member: &Member) -> Option<Vec<(Arc<Class>, usize)>> {
        let resolved = self.hierarchy().resolve_method(&member.class, &member.name, &member.descriptor);
        let resolved = resolved.ok().flatten().filter(|(class, _)| self.owns(&class.name))?;
        if matches!(kind, Invocation::Static | Invocation::Special) {
            return Some(vec![resolved]);
        }
        let mut found: Vec<(Arc<Class>, usize)> = Vec::new();
        for class in self.below(&member.class) {
            let selected = self.hierarchy().select(&class, &resolved).ok().flatten();
            let concrete = selected.filter(|(class, index)| !class.methods[*index].access.has(Access::ABSTRACT));
            if let Some(selected) = concrete.filter(|(class, index)| !has(&found, class, *index)) {
                found.push(selected);
            }
        }
        let followed = found.iter().all(|(class, _)| self.owns(&class.name));
        (!found.is_empty() && followed && found.len() <= MAX_TARGETS).then_some(found)
    }

    /// Whether a method may throw exceptions of a class that callers must be told of.
    pub fn declares(&self, member: &Member, class: &str) -> bool {
        let found = self.hierarchy().resolve_method(&member.class, &member.name, &member.descriptor).ok().flatten();
        let Some((declaring, index)) = found else { return true };
        let mut declared = declaring.methods[index].exceptions.iter();
        declared.any(|exception| self.is_below(exception, class) || self.is_below(class, exception))
    }

    /// A class of the client and those below it, sorted.
    fn below(&self, class: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut waiting = vec![class.to_owned()];
        while let Some(next) = waiting.pop() {
            waiting.extend(self.subclasses.get(&next).into_iter().flatten().cloned());
            found.insert(next);
        }
        found
    }

    /// The method of a library that a call runs: on an object of exactly a class, or else as if nothing overrode it.
    pub fn library_method(&self, exact: Option<&str>, member: &Member) -> Option<(Arc<Class>, usize)> {
        let hierarchy = self.hierarchy();
        let found = match exact {
            Some(class) => hierarchy.select_method(class, &member.name, &member.descriptor),
            None => hierarchy.resolve_method(&member.class, &member.name, &member.descriptor),
        };
        found.ok().flatten().filter(|(class, _)| !self.owns(&class.name))
    }
}

fn has(found: &[(Arc<Class>, usize)], class: &Arc<Class>, index: usize) -> bool {
    found.iter().any(|(known, at)| known.name == class.name && *at == index)
}

/// The names and types of all methods that a class calls.
fn called_methods(class: &Class) -> Vec<(String, String)> {
    let code = class.methods.iter().filter_map(|method| method.code.as_ref());
    let instructions = code.flat_map(|code| &code.instructions);
    let called = instructions.filter_map(|(_, instruction)| match instruction {
        Instruction::Invoke(_, member) => Some((member.name.clone(), member.descriptor.clone())),
        _ => None,
    });
    called.collect()
}

fn subclasses(own: &BTreeMap<String, Arc<Class>>) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for class in own.values() {
        for supertype in class.superclass.iter().chain(&class.interfaces) {
            found.entry(supertype.clone()).or_default().push(class.name.clone());
        }
    }
    found
}

/// The class that a descriptor names, if it is one of a class.
pub fn class_of(descriptor: &str) -> Option<String> {
    match descriptor.parse() {
        Ok(TypeDescriptor::Object(name)) => Some(name),
        _ => None,
    }
}
