//! Whether a call that is not followed may write a field of an object that it is given.
//!
//! Only classes of the nest may write a private field, and only those of the package one that is not public. From Java 11 on class files say
//! which classes are a nest; before, compilers give nested classes access methods, and names tell which are nested. Code of these classes is followed by
//! name and type only, so the answer errs on the side of writing; what other classes do is taken to be done without calling methods of the object.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::heap::TrackedField;
use super::world::World;
use crate::class::{Access, BootstrapArgument, Class, Dynamic, Instruction, Invocation, Member, Method};
use crate::code::{Register, Statement, ThreeAddressCode, Value};
use crate::hierarchy::Answer;

/// The class file version of Java 11.
pub(super) const FIRST_WITH_NESTS: u16 = 55;

impl World<'_> {
    /// The classes that may use private members of a class, that class among them.
    pub fn nest(&self, class: &Arc<Class>) -> Rc<Vec<Arc<Class>>> {
        self.remembered_nest(&class.name, || match class.version >= FIRST_WITH_NESTS {
            true => self.declared_nest(class),
            false => self.nest_by_name(class),
        })
    }

    fn declared_nest(&self, class: &Arc<Class>) -> Vec<Arc<Class>> {
        let host = class.nest_host.as_ref().and_then(|host| self.class(host)).unwrap_or_else(|| Arc::clone(class));
        let members = host.nest_members.iter().filter_map(|name| self.class(name));
        let mut nest: Vec<Arc<Class>> = std::iter::once(Arc::clone(&host)).chain(members).collect();
        if nest.iter().all(|known| known.name != class.name) {
            nest.push(Arc::clone(class));
        }
        nest
    }

    fn nest_by_name(&self, class: &Arc<Class>) -> Vec<Arc<Class>> {
        let host = class.name.split('$').next().unwrap_or(&class.name);
        let nested = self.class_names_from(&format!("{host}$"));
        std::iter::once(host.to_owned()).chain(nested).filter_map(|name| self.class(&name)).collect()
    }

    /// The classes of the package that a class is in.
    fn package(&self, class: &str) -> Rc<Vec<Arc<Class>>> {
        let package = class.rsplit_once('/').map_or("", |(package, _)| package);
        let beginning = if package.is_empty() { String::new() } else { format!("{package}/") };
        self.remembered_nest(&beginning, || {
            let names = self.class_names_from(&beginning).into_iter();
            let own = names.filter(|name| !name[beginning.len()..].contains('/'));
            own.filter_map(|name| self.class(&name)).collect()
        })
    }

    /// Whether a call that is given an object may write a field of it that is not public: itself, or through code of classes that may do so.
    /// What a method does to another receiver is done to another object.
    pub fn may_write(&self, called: &Called, is_receiver: bool, field: &TrackedField) -> bool {
        let Some(declaring) = self.class(&field.class) else { return true };
        self.remembered_write(called, is_receiver, field, || {
            let insiders = match field.access.has(Access::PRIVATE) {
                true => self.nest(&declaring),
                false => self.package(&field.class),
            };
            WriteSearch { world: self, insiders: &insiders, field, seen: FxHashSet::default(), pending: Vec::new() }
                .finds_write(called, is_receiver)
        })
    }
}

/// A method that is called.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Called {
    /// The method, or what it overrides.
    pub member: Member,
    /// Whether it may be overridden.
    pub is_open: bool,
}

/// Code that a call may reach, among that of classes that may write the field.
struct WriteSearch<'a, 'w> {
    world: &'a World<'w>,
    insiders: &'a [Arc<Class>],
    field: &'a TrackedField,
    seen: FxHashSet<Reached>,
    pending: Vec<Reached>,
}

/// A method by the positions of its class and of itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Reached {
    class: usize,
    method: usize,
    /// Whether its receiver is certainly not the object in question.
    other_receiver: bool,
}

impl WriteSearch<'_, '_> {
    fn finds_write(mut self, called: &Called, is_receiver: bool) -> bool {
        match called.is_open {
            true => {
                self.add_overriding(&called.member, !is_receiver);
                self.add_lambdas(&called.member);
            }
            false => self.add_exactly(&called.member, !is_receiver),
        }
        while let Some(next) = self.pending.pop() {
            let class = &self.insiders[next.class];
            if class.methods[next.method].code.is_none() {
                continue;
            }
            let Ok(code) = self.world.code(class, next.method) else { return true };
            let is_static = class.methods[next.method].access.has(Access::STATIC);
            if self.writes(&code, next.other_receiver && !is_static) {
                return true;
            }
            self.add_calls(&code);
        }
        false
    }

    /// The methods that a call with dispatch may run: of classes above or below the one that it names.
    fn add_overriding(&mut self, called: &Member, other_receiver: bool) {
        for (class, known) in self.insiders.iter().enumerate() {
            let method = known.methods.iter().position(|method| is_named(method, called));
            let related = |one: &str, other: &str| self.world.is_subclass(one, other) != Answer::No;
            if let Some(method) = method
                && (related(&known.name, &called.class) || related(&called.class, &known.name))
            {
                self.add(Reached { class, method, other_receiver });
            }
        }
    }

    /// The method that a call without dispatch runs: of the class that it names, or of one above.
    fn add_exactly(&mut self, called: &Member, other_receiver: bool) {
        let Some((declaring, _)) = self.world.resolve_method(&called.class, &called.name, &called.descriptor) else {
            return self.add_overriding(called, other_receiver);
        };
        let class = self.insiders.iter().position(|class| class.name == declaring.name);
        let method = declaring.methods.iter().position(|method| is_named(method, called));
        if let (Some(class), Some(method)) = (class, method) {
            self.add(Reached { class, method, other_receiver });
        }
    }

    fn add(&mut self, reached: Reached) {
        if self.seen.insert(reached) {
            self.pending.push(reached);
        }
    }

    /// The lambdas that a call of an interface's method may run.
    fn add_lambdas(&mut self, called: &Member) {
        let codes = self.insiders.iter().flat_map(|class| &class.methods).filter_map(|method| method.code.as_ref());
        for (_, instruction) in codes.flat_map(|code| &code.instructions) {
            if let Instruction::InvokeDynamic(site) = instruction
                && site.name == called.name
            {
                self.add_handles(site);
            }
        }
    }

    fn add_handles(&mut self, site: &Dynamic) {
        for argument in &site.arguments {
            if let BootstrapArgument::Handle(_, body) = argument {
                self.add_overriding(body, false);
            }
        }
    }

    fn add_calls(&mut self, code: &ThreeAddressCode) {
        for statement in code.statements.values() {
            match statement {
                Statement::Invoke { kind: Invocation::Special | Invocation::Static, member, .. } => {
                    // A constructor writes the object that it makes.
                    self.add_exactly(member, member.name == "<init>");
                }
                Statement::Invoke { member, .. } => self.add_overriding(member, false),
                Statement::InvokeDynamic { site, .. } => self.add_handles(site),
                _ => {}
            }
        }
    }

    fn writes(&self, code: &ThreeAddressCode, other_receiver: bool) -> bool {
        code.statements.iter().any(|(offset, statement)| match statement {
            Statement::PutField(object, member, _) => {
                self.is_field(member) && !(other_receiver && is_receiver(code, *offset, *object))
            }
            _ => false,
        })
    }

    fn is_field(&self, member: &Member) -> bool {
        let declaring = || self.world.declaring_class(&member.class, &member.name, &member.descriptor);
        member.name == self.field.name && declaring().is_none_or(|declaring| declaring == self.field.class)
    }
}

fn is_named(method: &Method, called: &Member) -> bool {
    method.name == called.name && method.descriptor == called.descriptor
}

/// Whether a register certainly holds the receiver of the method, as straight code before the offset shows.
fn is_receiver(code: &ThreeAddressCode, offset: u32, register: Register) -> bool {
    if super::nullness::is_assigned(code, Register(0)) {
        return false;
    }
    let (mut register, mut at) = (register, offset);
    for (earlier, statement) in code.statements.range(..offset).rev() {
        if code.jump_targets.contains(&at) || code.next.get(earlier) != Some(&at) {
            return false;
        }
        at = *earlier;
        match statement {
            Statement::Assign(target, Value::Copy(Register(0))) if *target == register => return true,
            Statement::Assign(target, Value::Copy(from)) if *target == register => register = *from,
            Statement::Assign(target, _) if *target == register => return false,
            Statement::Rearrange(copies) => {
                if let Some((_, from)) = copies.iter().find(|(to, _)| *to == register) {
                    register = *from;
                }
            }
            Statement::Invoke { result: Some(target), .. } | Statement::InvokeDynamic { result: Some(target), .. }
                if *target == register =>
            {
                return false;
            }
            Statement::Goto(_) | Statement::Switch(..) | Statement::Return(_) | Statement::Throw(_) => return false,
            _ => {}
        }
    }
    false
}
