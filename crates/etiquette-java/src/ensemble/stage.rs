//! The class that holds several objects, and what its methods do.
//!
//! - `new Main(…)` makes the main object; `m(…)` calls it, and keeps what it returns where that plays a role.
//! - `new sink(…)` makes the object in a role, `it.m(…)` calls it.
//! - `another it.m(…)` calls an object that could play the role. It is made as clients make it, in the call, and put into
//!   any state; where the call throws, it is as if it had not been made: errors of such objects are theirs.
//! - A parameter that objects in roles could be given for says which: it is null, one of them, or another object.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;

use etiquette_component::{ANOTHER, ITSELF};
use rustc_hash::FxHashMap;

use super::body::{Body, dispatch, member};
use super::found::{FoundRole, Source, public_methods};
use super::{Ensemble, MAIN, MISSING, Part, Role, StagedCall};
use crate::class::{Access, Class, Constant, Field, Instruction, Invocation, Kind, Method, package_of};
use crate::classpath::ClassPath;
use crate::descriptor::{MethodDescriptor, TypeDescriptor};
use crate::hierarchy::{Answer, Hierarchy};
use crate::lower::{ANY_STATE, GIVEN, UNKNOWN};

/// Class files of this version are written.
const VERSION: u16 = 61;

/// Makes the class.
pub(super) fn put_on(classes: &ClassPath, main: &Arc<Class>, roles: &[Role], found: &[FoundRole]) -> Ensemble {
    let mut stage = Stage::new(classes, main, found);
    stage.make_main();
    stage.call_main();
    for role in 0..found.len() {
        stage.make_role(role);
        stage.call_role(role);
        stage.make_another(role);
        stage.call_another(role);
    }
    stage.into_ensemble(roles)
}

struct Stage<'a> {
    classes: &'a ClassPath,
    main: &'a Arc<Class>,
    roles: &'a [FoundRole],
    class: Class,
    made: FxHashMap<String, Arc<Class>>,
    stand_ins: BTreeMap<String, String>,
    calls: BTreeMap<(String, String), StagedCall>,
}

/// How a parameter is passed on.
enum Passed {
    /// As it comes.
    AsIs,
    /// One of these parts, null, or another object of the type: the parameter says which.
    OneOf { stand_in: String, parts: Vec<Part> },
}

/// A method as it is, and as clients of several objects call it.
struct Signature {
    real: MethodDescriptor,
    descriptor: MethodDescriptor,
    passed: Vec<Passed>,
}

impl<'a> Stage<'a> {
    fn new(classes: &'a ClassPath, main: &'a Arc<Class>, roles: &'a [FoundRole]) -> Self {
        let simple = main.name.rsplit(['/', '$']).next().unwrap_or(&main.name);
        let package = package_of(&main.name);
        let name = if package.is_empty() { format!("with${simple}") } else { format!("{package}/with${simple}") };
        let field = |name: &str, ty: &Class, access: u16| Field {
            name: name.to_owned(),
            descriptor: format!("L{};", ty.name),
            access: Access(access),
            constant: None,
        };
        let in_roles = roles.iter().map(|role| field(&role.name, &role.class, Access::PRIVATE));
        let class = Class {
            name,
            superclass: Some("java/lang/Object".into()),
            access: Access(Access::PUBLIC | Access::FINAL),
            fields: [field(MAIN, main, Access::PRIVATE | Access::FINAL)].into_iter().chain(in_roles).collect(),
            version: VERSION,
            ..Class::default()
        };
        let missing = missing_class();
        let made = [(missing.name.clone(), Arc::new(missing))].into_iter().collect();
        Stage { classes, main, roles, class, made, stand_ins: BTreeMap::new(), calls: BTreeMap::new() }
    }

    fn into_ensemble(self, roles: &[Role]) -> Ensemble {
        Ensemble {
            class: Arc::new(self.class),
            main: Arc::clone(self.main),
            roles: roles.to_vec(),
            types: self.roles.iter().map(|role| Arc::clone(&role.class)).collect(),
            made: self.made,
            stand_ins: self.stand_ins,
            calls: self.calls,
        }
    }

    /// One constructor for each of the main object's that clients can call.
    fn make_main(&mut self) {
        let constructors = self.main.methods.iter().filter(|found| is_open_constructor(found)).cloned();
        for constructor in constructors.collect::<Vec<_>>() {
            let Ok(descriptor) = MethodDescriptor::from_str(&constructor.descriptor) else { continue };
            let mut body = Body::new(&descriptor);
            body.load_this();
            body.invoke(Invocation::Special, "java/lang/Object", "<init>", "()V");
            body.load_this();
            make(&mut body, &self.main.name, &constructor.descriptor, |body| load_all(body, &descriptor));
            self.put_part(&mut body, &Part::Main);
            body.push(Instruction::Return(None));
            let call = StagedCall::new(self.main, &constructor, None);
            self.add(body, "<init>".into(), &descriptor, &constructor, call);
        }
    }

    fn call_main(&mut self) {
        for method in public_methods(self.classes, self.main) {
            let keeps = self.kept(None, &method);
            self.add_call(&Part::Main, method.name.clone(), &method, keeps);
        }
    }

    fn call_role(&mut self, role: usize) {
        let name = self.roles[role].name.clone();
        for method in public_methods(self.classes, &self.roles[role].class) {
            let keeps = self.kept(Some(role), &method);
            self.add_call(&Part::Role(name.clone()), format!("{name}.{}", method.name), &method, keeps);
        }
    }

    /// The role that is played by what a method returns.
    fn kept(&self, of: Option<usize>, method: &Method) -> Option<Part> {
        let is_kept = |role: &&FoundRole| match &role.from {
            Source::Returned { of: from, methods } => {
                let same = |known: &Method| (&known.name, &known.descriptor) == (&method.name, &method.descriptor);
                *from == of && methods.iter().any(same)
            }
            Source::Made(_) => false,
        };
        self.roles.iter().find(is_kept).map(|role| Part::Role(role.name.clone()))
    }

    /// A method that calls one on an object, and keeps what comes back if that plays a role.
    fn add_call(&mut self, on: &Part, name: String, method: &Method, keeps: Option<Part>) {
        let Some(Signature { real, descriptor, passed }) = self.signature(method) else { return };
        let (mut body, mut missing) = (Body::new(&descriptor), Vec::new());
        let locals = self.resolve(&mut body, (&real, &descriptor), &passed, &mut missing);
        let (class, receiver) = (self.class_of(on), body.new_local());
        self.get_part(&mut body, on, &mut missing);
        body.push(Instruction::Store(Kind::Reference, receiver));
        if keeps.is_some() {
            body.load_this();
        }
        body.push(Instruction::Load(Kind::Reference, receiver));
        load_each(&mut body, &real, &locals);
        body.invoke(dispatch(&class), &class.name, &method.name, &method.descriptor);
        match &keeps {
            Some(part) => {
                self.put_part(&mut body, part);
                body.push(Instruction::Return(None));
            }
            None => body.push(Instruction::Return(real.result.as_ref().map(TypeDescriptor::kind))),
        }
        body.throw_where_missing(missing);
        let result = if keeps.is_some() { None } else { real.result.clone() };
        let call = StagedCall::new(&class, method, keeps.as_ref());
        self.add(body, name, &MethodDescriptor { result, ..descriptor }, method, call);
    }

    /// How a client makes the object in a role, if it does.
    fn make_role(&mut self, role: usize) {
        let Source::Made(constructors) = &self.roles[role].from else { return };
        let (part, class) = (Part::Role(self.roles[role].name.clone()), Arc::clone(&self.roles[role].class));
        for constructor in constructors.clone() {
            let Some(Signature { real, descriptor, passed }) = self.signature(&constructor) else { continue };
            let (mut body, mut missing) = (Body::new(&descriptor), Vec::new());
            let locals = self.resolve(&mut body, (&real, &descriptor), &passed, &mut missing);
            body.load_this();
            make(&mut body, &class.name, &constructor.descriptor, |body| load_each(body, &real, &locals));
            self.put_part(&mut body, &part);
            body.push(Instruction::Return(None));
            body.throw_where_missing(missing);
            let call = StagedCall::new(&class, &constructor, Some(&part));
            self.add(body, format!("new {}", self.roles[role].name), &descriptor, &constructor, call);
        }
    }

    /// One more object is made that could play a role, and does not.
    fn make_another(&mut self, role: usize) {
        let class = Arc::clone(&self.roles[role].class);
        match &self.roles[role].from {
            Source::Returned { of, methods } => {
                let owner = of.map_or(Part::Main, |of| Part::Role(self.roles[of].name.clone()));
                let (prefix, class) = (called_on(&owner), self.class_of(&owner));
                for method in methods.clone() {
                    let name = format!("{ANOTHER} {prefix}{}", method.name);
                    self.add_of_another(name, &class, &method, |stage, body, missing| {
                        stage.get_part(body, &owner, missing);
                    });
                }
            }
            Source::Made(constructors) => {
                let name = format!("{ANOTHER} new {}", self.roles[role].name);
                for constructor in constructors.clone() {
                    self.add_of_another(name.clone(), &class, &constructor, |_, body, _| {
                        body.push(Instruction::New(class.name.clone()));
                    });
                }
            }
        }
    }

    /// Calls on an object that could play a role: for one that the client makes, only those that are given one of the
    /// others, since it knows nothing else of them.
    fn call_another(&mut self, role: usize) {
        let class = Arc::clone(&self.roles[role].class);
        let is_made = matches!(self.roles[role].from, Source::Made(_));
        for method in public_methods(self.classes, &class) {
            let passed = self.signature(&method).map(|signature| signature.passed).unwrap_or_default();
            let is_told = passed.iter().any(|passed| matches!(passed, Passed::OneOf { .. }));
            if !is_made || is_told {
                let name = format!("{ANOTHER} {}.{}", self.roles[role].name, method.name);
                self.add_of_another(name, &class, &method, |stage, body, _| stage.load_another(body, role));
            }
        }
    }

    /// A method that makes a call of which only the effect matters: where it throws, it is as if it had not been made.
    fn add_of_another(
        &mut self,
        name: String,
        class: &Arc<Class>,
        method: &Method,
        load_receiver: impl FnOnce(&Self, &mut Body, &mut Vec<usize>),
    ) {
        let Some(Signature { real, descriptor, passed }) = self.signature(method) else { return };
        let (mut body, mut missing) = (Body::new(&descriptor), Vec::new());
        let locals = self.resolve(&mut body, (&real, &descriptor), &passed, &mut missing);
        let start = body.here();
        load_receiver(self, &mut body, &mut missing);
        load_each(&mut body, &real, &locals);
        let kind = if method.name == "<init>" { Invocation::Special } else { dispatch(class) };
        body.invoke(kind, &class.name, &method.name, &method.descriptor);
        body.push(Instruction::Return(None));
        body.leave_out_from(start);
        body.throw_where_missing(missing);
        let call = StagedCall::new(class, method, None);
        self.add(body, name, &MethodDescriptor { result: None, ..descriptor }, method, call);
    }

    /// An object like the one in a role, made with arguments that nobody knows, and since then put into any state.
    fn load_another(&self, body: &mut Body, role: usize) {
        let found = &self.roles[role];
        match &found.from {
            Source::Returned { of, methods } => {
                let (owner, method) =
                    (of.map_or(Part::Main, |of| Part::Role(self.roles[of].name.clone())), &methods[0]);
                match of {
                    Some(of) => self.load_another(body, *of),
                    None => self.get_part(body, &owner, &mut Vec::new()),
                }
                load_unknown(body, &method.descriptor);
                let class = self.class_of(&owner);
                body.invoke(dispatch(&class), &class.name, &method.name, &method.descriptor);
            }
            Source::Made(constructors) => {
                let descriptor = &constructors[0].descriptor;
                make(body, &found.class.name, descriptor, |body| load_unknown(body, descriptor));
            }
        }
        body.push(Instruction::Dup);
        body.invoke(Invocation::Static, UNKNOWN, ANY_STATE, "(Ljava/lang/Object;)V");
    }

    fn signature(&mut self, method: &Method) -> Option<Signature> {
        let real = MethodDescriptor::from_str(&method.descriptor).ok()?;
        let (descriptor, passed) = self.passing(&real);
        Some(Signature { real, descriptor, passed })
    }

    /// The parameters as clients of several objects give them, and how each is passed on.
    fn passing(&mut self, real: &MethodDescriptor) -> (MethodDescriptor, Vec<Passed>) {
        let passed: Vec<Passed> = real.parameters.iter().map(|ty| self.passed(ty)).collect();
        let parameters = real.parameters.iter().zip(&passed).map(|(ty, passed)| match passed {
            Passed::AsIs => ty.clone(),
            Passed::OneOf { stand_in, .. } => TypeDescriptor::Object(stand_in.clone()),
        });
        (MethodDescriptor { parameters: parameters.collect(), ..real.clone() }, passed)
    }

    fn passed(&mut self, ty: &TypeDescriptor) -> Passed {
        let TypeDescriptor::Object(class) = ty else { return Passed::AsIs };
        let parts = self.fitting(class);
        if parts.is_empty() {
            return Passed::AsIs;
        }
        Passed::OneOf { stand_in: self.stand_in(class, &parts), parts }
    }

    /// The parts that may be given where this type is asked for; where it is `Object`, it is nothing of theirs.
    fn fitting(&self, class: &str) -> Vec<Part> {
        if class == "java/lang/Object" {
            return Vec::new();
        }
        let hierarchy = Hierarchy::new(self.classes);
        let fits = |known: &Class| hierarchy.is_subclass(&known.name, class) == Answer::Yes;
        let main = Some(Part::Main).filter(|_| fits(self.main));
        let roles = self.roles.iter().filter(|role| fits(&role.class)).map(|role| Part::Role(role.name.clone()));
        main.into_iter().chain(roles).collect()
    }

    /// An enum with a constant for each part, and one for another object; its simple name is that of the type.
    fn stand_in(&mut self, class: &str, parts: &[Part]) -> String {
        let name = format!("etiquette/with/{class}");
        let names = parts.iter().map(spoken).chain([ANOTHER.to_owned()]);
        let constants = names.map(|constant| Field {
            name: constant,
            descriptor: format!("L{name};"),
            access: Access(Access::PUBLIC | Access::STATIC | Access::FINAL | Access::ENUM),
            constant: None,
        });
        let made = Class {
            name: name.clone(),
            superclass: Some("java/lang/Enum".into()),
            access: Access(Access::PUBLIC | Access::FINAL | Access::ENUM),
            fields: constants.collect(),
            version: VERSION,
            ..Class::default()
        };
        self.made.insert(name.clone(), Arc::new(made));
        self.stand_ins.insert(name.replace('/', "."), class.replace('/', "."));
        name
    }

    /// Puts every argument into a local variable, the one that it came in or a new one, with what it stands for.
    fn resolve(
        &self,
        body: &mut Body,
        (real, descriptor): (&MethodDescriptor, &MethodDescriptor),
        passed: &[Passed],
        missing: &mut Vec<usize>,
    ) -> Vec<u16> {
        let given: Vec<u16> = descriptor.registers(false).map(|register| register.0).collect();
        let each = given.into_iter().zip(real.parameters.iter().zip(passed));
        let mut resolved = Vec::new();
        for (given, (ty, passed)) in each {
            resolved.push(match passed {
                Passed::AsIs => given,
                Passed::OneOf { stand_in, parts } => self.resolve_one(body, given, (ty, stand_in, parts), missing),
            });
        }
        resolved
    }

    fn resolve_one(
        &self,
        body: &mut Body,
        given: u16,
        (ty, stand_in, parts): (&TypeDescriptor, &str, &[Part]),
        missing: &mut Vec<usize>,
    ) -> u16 {
        let local = body.new_local();
        let mut done = Vec::new();
        body.push(Instruction::Load(Kind::Reference, given));
        let is_there = body.jump(|to| Instruction::IfNull(false, to));
        body.push(Instruction::Constant(Constant::Null));
        body.push(Instruction::Store(Kind::Reference, local));
        done.push(body.jump(Instruction::Goto));
        body.land([is_there]);
        for part in parts {
            body.push(Instruction::Load(Kind::Reference, given));
            body.push(Instruction::GetStatic(member(stand_in, &spoken(part), &format!("L{stand_in};"))));
            let other = body.jump(|to| Instruction::IfSame(false, to));
            self.get_part(body, part, missing);
            body.push(Instruction::Store(Kind::Reference, local));
            done.push(body.jump(Instruction::Goto));
            body.land([other]);
        }
        body.invoke(Invocation::Static, UNKNOWN, GIVEN, &format!("(){}", ty.descriptor()));
        body.push(Instruction::Store(Kind::Reference, local));
        body.land(done);
        local
    }

    /// The type that clients know an object by.
    fn class_of(&self, part: &Part) -> Arc<Class> {
        let known = |name: &String| self.roles.iter().find(|role| role.name == *name).map(|role| &role.class);
        let class = match part {
            Part::Main => Some(self.main),
            Part::Role(name) => known(name),
        };
        Arc::clone(class.unwrap_or(self.main))
    }

    /// Loads an object; jumps to what is to land where there is none.
    fn get_part(&self, body: &mut Body, part: &Part, missing: &mut Vec<usize>) {
        body.load_this();
        body.push(Instruction::GetField(self.field(part)));
        if *part == Part::Main {
            return;
        }
        body.push(Instruction::Dup);
        let is_there = body.jump(|to| Instruction::IfNull(false, to));
        body.push(Instruction::Pop);
        missing.push(body.jump(Instruction::Goto));
        body.land([is_there]);
    }

    /// Stores an object behind `this` on the stack.
    fn put_part(&self, body: &mut Body, part: &Part) {
        body.push(Instruction::PutField(self.field(part)));
    }

    fn field(&self, part: &Part) -> crate::class::Member {
        let name = match part {
            Part::Main => MAIN,
            Part::Role(name) => name,
        };
        member(&self.class.name, name, &format!("L{};", self.class_of(part).name))
    }

    fn add(&mut self, body: Body, name: String, descriptor: &MethodDescriptor, like: &Method, call: StagedCall) {
        self.calls.insert((name.clone(), descriptor.descriptor()), call);
        self.class.methods.push(body.into_method(name, descriptor, like));
    }
}

/// What stands before the names of methods of an object.
fn called_on(part: &Part) -> String {
    match part {
        Part::Main => String::new(),
        Part::Role(name) => format!("{name}."),
    }
}

/// How guards and words call an object that is given to another.
fn spoken(part: &Part) -> String {
    match part {
        Part::Main => ITSELF.to_owned(),
        Part::Role(name) => name.clone(),
    }
}

fn is_open_constructor(method: &Method) -> bool {
    method.name == "<init>" && method.access.has(Access::PUBLIC)
}

/// A new object on the stack.
fn make(body: &mut Body, class: &str, descriptor: &str, load_arguments: impl FnOnce(&mut Body)) {
    body.push(Instruction::New(class.to_owned()));
    body.push(Instruction::Dup);
    load_arguments(body);
    body.invoke(Invocation::Special, class, "<init>", descriptor);
}

/// The method's own parameters, in order.
fn load_all(body: &mut Body, descriptor: &MethodDescriptor) {
    let locals: Vec<u16> = descriptor.registers(false).map(|register| register.0).collect();
    load_each(body, descriptor, &locals);
}

fn load_each(body: &mut Body, descriptor: &MethodDescriptor, locals: &[u16]) {
    for (ty, local) in descriptor.parameters.iter().zip(locals) {
        body.push(Instruction::Load(ty.kind(), *local));
    }
}

/// Arguments of which nothing is known.
fn load_unknown(body: &mut Body, descriptor: &str) {
    let Ok(descriptor) = MethodDescriptor::from_str(descriptor) else { return };
    for ty in &descriptor.parameters {
        match ty.kind() {
            Kind::Int => body.invoke(Invocation::Static, UNKNOWN, "anInt", "()I"),
            Kind::Long => body.invoke(Invocation::Static, UNKNOWN, "aLong", "()J"),
            Kind::Float => body.push(Instruction::Constant(Constant::Float(0.0))),
            Kind::Double => body.push(Instruction::Constant(Constant::Double(0.0))),
            Kind::Reference => body.invoke(Invocation::Static, UNKNOWN, "orSome", &format!("(){}", ty.descriptor())),
        }
    }
}

/// What is thrown where an object is not there.
fn missing_class() -> Class {
    let above = "java/lang/RuntimeException";
    let none = MethodDescriptor { parameters: Vec::new(), result: None };
    let mut body = Body::new(&none);
    body.load_this();
    body.invoke(Invocation::Special, above, "<init>", "()V");
    body.push(Instruction::Return(None));
    let like = Method {
        name: "<init>".into(),
        descriptor: "()V".into(),
        access: Access(Access::PUBLIC),
        exceptions: Vec::new(),
        code: None,
        parameter_names: Vec::new(),
    };
    Class {
        name: MISSING.into(),
        superclass: Some(above.into()),
        access: Access(Access::PUBLIC | Access::FINAL),
        methods: vec![body.into_method("<init>".into(), &none, &like)],
        version: VERSION,
        ..Class::default()
    }
}
