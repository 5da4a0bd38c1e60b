//! Classes that may use each other's private members, and whether a method of theirs writes a private field of an object that it is given.
//!
//! From Java 11 on class files say which classes these are; before, compilers give nested classes access methods, and names tell which are nested.
//! Code of the nest is followed by name and type only, so the answer errs on the side of writing.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::heap::TrackedField;
use super::world::World;
use crate::class::{Access, BootstrapArgument, Class, Dynamic, Member};
use crate::code::{Register, Statement, ThreeAddressCode, Value};

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

    /// Whether a virtual call of a method that is given an object may write a private field of it, since a class or lambda of the field's nest
    /// may stand behind it. What a method does to its own receiver is done to another object.
    pub fn nest_may_write(&self, called: &Member, field: &TrackedField) -> bool {
        let Some(declaring) = self.class(&field.class) else { return true };
        self.remembered_write(called, field, || {
            let nest = self.nest(&declaring);
            let mut search =
                WriteSearch { world: self, nest: &nest, field, seen: FxHashSet::default(), pending: Vec::new() };
            search.add_methods(called, true);
            search.add_lambdas(called);
            search.finds_write()
        })
    }
}

/// Code of the nest that a call may reach.
struct WriteSearch<'a, 'w> {
    world: &'a World<'w>,
    nest: &'a [Arc<Class>],
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
    fn finds_write(&mut self) -> bool {
        while let Some(next) = self.pending.pop() {
            let class = &self.nest[next.class];
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

    /// The methods of the nest that have this name and type.
    fn add_methods(&mut self, called: &Member, other_receiver: bool) {
        for (class, known) in self.nest.iter().enumerate() {
            for (method, declared) in known.methods.iter().enumerate() {
                if declared.name == called.name && declared.descriptor == called.descriptor {
                    let reached = Reached { class, method, other_receiver };
                    if self.seen.insert(reached) {
                        self.pending.push(reached);
                    }
                }
            }
        }
    }

    /// The lambdas of the nest that a call of an interface's method may run.
    fn add_lambdas(&mut self, called: &Member) {
        for class in self.nest {
            let codes = (0..class.methods.len()).filter_map(|method| self.world.code(class, method).ok());
            for statement in codes.flat_map(|code| code.statements.values().cloned().collect::<Vec<_>>()) {
                if let Statement::InvokeDynamic { site, .. } = statement
                    && site.name == called.name
                {
                    self.add_handles(&site);
                }
            }
        }
    }

    fn add_handles(&mut self, site: &Dynamic) {
        for argument in &site.arguments {
            if let BootstrapArgument::Handle(_, body) = argument {
                self.add_methods(body, false);
            }
        }
    }

    fn add_calls(&mut self, code: &ThreeAddressCode) {
        for statement in code.statements.values() {
            match statement {
                // A constructor writes the object that it makes.
                Statement::Invoke { member, .. } => self.add_methods(member, member.name == "<init>"),
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
