//! Protocols over several objects: a main object, and others that play a role beside it.
//!
//! All of them are put behind one class, which is made here: its fields hold the objects, and each of its methods makes
//! one call on one of them. Lowering takes it as any other class: the main object is one that its constructor makes, what
//! plays a role is made and stored in a field (`lower`, places), and all that happens between objects is what
//! their own code does. What a client may do with further objects of the same kind is a method, too: it makes one in any
//! state, and calls that.

mod body;
mod found;
mod proposed;
mod role;
mod stage;

use std::collections::BTreeMap;
use std::sync::Arc;

use etiquette_component::diagnostic::nearest;
use etiquette_component::{ANOTHER, Action, Component, Meaning, Method, NO_SUCH_OBJECT};
use rustc_hash::FxHashMap;

use crate::class::{Access, Class, Method as Declared};
use crate::classpath::ClassPath;
use crate::descriptor::MethodDescriptor;
use crate::lower::{About, LowerError, Lowered, Note, Request};

pub use proposed::proposed;
pub use role::{Origin, Role};

/// The field of the main object.
const MAIN: &str = "main";
/// What a call on an object that is not there ends in.
const MISSING: &str = "etiquette/NoSuchObject";

/// A main object with others that play roles, as one class.
#[derive(Clone, Debug)]
pub struct Ensemble {
    /// The class that holds them.
    pub class: Arc<Class>,
    /// The class of the main object.
    pub main: Arc<Class>,
    /// The roles as they were asked for.
    roles: Vec<Role>,
    /// The types by which clients know the objects in the roles.
    types: Vec<Arc<Class>>,
    /// Other classes that are made for it, by internal name.
    made: FxHashMap<String, Arc<Class>>,
    /// The real types of parameters that name a role, by the names of the classes that stand in for them.
    stand_ins: BTreeMap<String, String>,
    /// What its methods do, by name and descriptor.
    calls: BTreeMap<(String, String), StagedCall>,
}

/// A call on one of several objects.
#[derive(Clone, PartialEq, Eq, Debug)]
struct StagedCall {
    /// The internal name of the class whose method is called.
    class: String,
    /// The method's name, `<init>` for a constructor.
    method: String,
    /// Its descriptor.
    descriptor: String,
    /// The role that is played by what comes back.
    keeps: Option<String>,
}

impl StagedCall {
    fn new(class: &Class, method: &Declared, keeps: Option<&Part>) -> Self {
        let keeps = keeps.and_then(|part| if let Part::Role(name) = part { Some(name.clone()) } else { None });
        let (method, descriptor) = (method.name.clone(), method.descriptor.clone());
        StagedCall { class: class.name.clone(), method, descriptor, keeps }
    }
}

/// One of several objects.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    /// The one that is asked about.
    Main,
    /// The one in a role.
    Role(String),
}

impl Ensemble {
    /// Puts a main object and roles behind one class.
    ///
    /// # Errors
    /// A role that nothing can play, and what to do.
    pub fn new(classes: &ClassPath, main: &Arc<Class>, roles: &[Role]) -> Result<Ensemble, LowerError> {
        let found = found::find(classes, main, roles)?;
        Ok(stage::put_on(classes, main, roles, &found))
    }

    /// The types of the objects in all parts, as clients know them.
    pub(crate) fn in_parts(&self) -> Vec<Arc<Class>> {
        [&self.main].into_iter().chain(&self.types).cloned().collect()
    }

    /// A class that was made for it.
    pub(crate) fn made(&self, internal_name: &str) -> Option<&Arc<Class>> {
        if internal_name == self.class.name { Some(&self.class) } else { self.made.get(internal_name) }
    }

    /// The class, name and descriptor of the method that a method of the component calls.
    pub fn called(&self, method: &Method) -> Option<(&str, &str, &str)> {
        self.staged(method).map(|call| (&*call.class, &*call.method, &*call.descriptor))
    }

    /// What a method of the component does.
    fn staged(&self, method: &Method) -> Option<&StagedCall> {
        let is_it = |(name, _): &(String, String), call: &StagedCall| {
            let types = call.descriptor.parse::<MethodDescriptor>().map(|parsed| parsed.parameters);
            let named = if method.constructor { name == "<init>" } else { name == method.plain_name() };
            named && types.is_ok_and(|types| types.iter().map(ToString::to_string).eq(self.real_types(method)))
        };
        self.calls.iter().find(|(called, call)| is_it(called, call)).map(|(_, call)| call)
    }

    /// The types of a method's parameters, those of stand-ins replaced.
    fn real_types<'a>(&'a self, method: &'a Method) -> impl Iterator<Item = String> + 'a {
        method.source_types.iter().map(|ty| self.stand_ins.get(ty).unwrap_or(ty).clone())
    }

    /// The request that asks about all of its objects: where methods are chosen, those that bring objects into their
    /// roles go with them, and so do calls of them on other objects. That an object is not there is an error.
    ///
    /// # Errors
    /// A method that several objects may be meant by.
    pub fn request(&self, mut request: Request) -> Result<Request, LowerError> {
        request.class.clone_from(&self.class.name);
        request.errors.push(crate::ErrorChoice::Exactly(dotted(MISSING)));
        for written in &request.methods {
            self.check_qualified(written)?;
        }
        if !request.methods.is_empty() {
            let makers = self.calls.iter().filter(|(_, call)| call.keeps.is_some());
            request.methods.extend(makers.map(|((name, _), _)| name.clone()));
            let others: Vec<String> = request.methods.iter().map(|name| format!("{ANOTHER} {name}")).collect();
            request.methods.extend(others.into_iter().filter(|name| self.has_method(name)));
        }
        Ok(request)
    }

    fn has_method(&self, written: &str) -> bool {
        let wanted = crate::Signature::read(written);
        self.class.methods.iter().any(|method| wanted.means(method))
    }

    /// What is alike, or what there is.
    fn help_with_name(&self, written: &str) -> String {
        let names = || self.class.methods.iter().map(|method| method.name.as_str()).filter(|name| *name != "<init>");
        match nearest(written, names()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("there are {}", names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")),
        }
    }

    /// Refuses a method that the main object does not have, and others do.
    fn check_qualified(&self, written: &str) -> Result<(), LowerError> {
        if self.has_method(written) {
            return Ok(());
        }
        let plain = self.roles.iter().map(|role| format!("{}.{written}", role.name));
        let meant: Vec<String> = plain.filter(|name| self.has_method(name)).map(|name| format!("`{name}`")).collect();
        let message = format!("the main object has no method `{written}`");
        let help = if meant.is_empty() {
            self.help_with_name(written)
        } else {
            format!("did you mean {}?", meant.join(" or "))
        };
        Err(LowerError::Refused { message, help: Some(help) })
    }

    /// Names things as a client does, and leaves out calls on other objects that nobody else notices.
    pub fn present(&self, lowered: &mut Lowered) {
        lowered.notes.extend(self.subclasses());
        let component = &mut lowered.component;
        component.name = dotted(&self.main.name);
        component.roles = self.roles_of(component);
        for error in component.errors.iter_mut().filter(|error| error.name == dotted(MISSING)) {
            NO_SUCH_OBJECT.clone_into(&mut error.name);
        }
        let is_noticed: Vec<bool> = component.methods.iter().map(|method| is_noticed(component, method)).collect();
        let mut is_noticed = is_noticed.into_iter();
        component.methods.retain(|_| is_noticed.next().unwrap_or(true));
        for method in &mut component.methods {
            for ty in &mut method.source_types {
                if let Some(real) = self.stand_ins.get(ty) {
                    ty.clone_from(real);
                }
            }
        }
        name_main_fields(component);
        let making = making_that_is_noticed(component);
        lowered.notes.extend(making);
    }

    /// What is taken for granted of objects that clients make of abstract classes.
    fn subclasses(&self) -> impl Iterator<Item = Note> {
        let all = self.roles.iter().zip(&self.types);
        let made =
            all.filter(|(role, ty)| matches!(role.origin, Origin::Made { .. }) && ty.access.has(Access::ABSTRACT));
        made.map(|(role, ty)| {
            let text = format!(
                "`{}` is of a subclass of `{}` that adds nothing but what is abstract",
                role.name,
                dotted(&ty.name)
            );
            Note { text, place: None, about: About::OtherCode }
        })
    }

    /// The roles, as far as the component can bring objects into them.
    fn roles_of(&self, component: &Component) -> Vec<etiquette_component::Role> {
        let roles = self.roles.iter().zip(&self.types).map(|(role, ty)| {
            let is_maker =
                |method: &&Method| self.staged(method).is_some_and(|call| call.keeps.as_ref() == Some(&role.name));
            let made_by = component.methods.iter().filter(is_maker).map(|method| method.name.clone()).collect();
            etiquette_component::Role { name: role.name.clone(), ty: dotted(&ty.name), made_by }
        });
        roles.collect()
    }
}

/// What is taken for granted where making one more object changes anything: it is made in each call on such an object.
fn making_that_is_noticed(component: &Component) -> Vec<Note> {
    let makes = |method: &Method| {
        let meaning = Meaning::of(&component.roles, &method.name, method.constructor);
        let Some(etiquette_component::Part::Another(role)) = meaning.makes else { return None };
        let text =
            format!("calls on `{ANOTHER} {role}` change what they change right after `{}` made it", meaning.method);
        meaning.on.map(|_| Note { text, place: None, about: About::OtherCode })
    };
    component.methods.iter().filter_map(makes).collect()
}

fn dotted(internal_name: &str) -> String {
    internal_name.replace('/', ".")
}

/// Whether a call is on an object in a part, or changes or tells something all the same.
fn is_noticed(component: &Component, method: &Method) -> bool {
    if !method.name.starts_with(ANOTHER) {
        return true;
    }
    let state = |symbol| component.variables.iter().any(|variable| variable.binding.symbol == symbol);
    method
        .body
        .edges
        .iter()
        .any(|edge| matches!(edge.action, Action::Error(_)) || edge.action.written().is_some_and(state))
}

/// The main object's fields are called by their own names, where these mean nothing else.
fn name_main_fields(component: &mut Component) {
    let taken: Vec<String> = component
        .methods
        .iter()
        .flat_map(|method| method.parameters.iter().chain(&method.locals))
        .map(|known| known.name.clone())
        .collect();
    let names: Vec<String> = component.variables.iter().map(|variable| variable.binding.name.clone()).collect();
    for variable in &mut component.variables {
        let Some(plain) = variable.binding.name.strip_prefix(MAIN).and_then(|rest| rest.strip_prefix('.')) else {
            continue;
        };
        if !taken.iter().chain(&names).any(|known| known == plain) {
            variable.binding.name = plain.to_owned();
        }
    }
}
