//! Which objects may play a role beside a class: what its methods return, where that keeps the object that it came from
//! and may raise the error. A look at the bytecode, which is quick and promises nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::found::public_methods;
use crate::class::{Access, Class, Field, Instruction, Method, outermost};
use crate::classpath::ClassPath;
use crate::descriptor::{MethodDescriptor, TypeDescriptor};
use crate::hierarchy::{Answer, Hierarchy};
use crate::lower::ErrorChoice;

/// How deep calls within the class and what is nested with it are followed.
const DEPTH: usize = 4;

/// Roles to choose from, as `--with` takes them: `iterator=iterator()`.
pub fn proposed(classes: &ClassPath, main: &Arc<Class>, errors: &[ErrorChoice]) -> Vec<String> {
    let look = Look { classes, hierarchy: Hierarchy::new(classes), main };
    let is_role = |method: &&Method| {
        let may_play =
            |class: &String| look.is_returned(class, method) && look.keeps_main(class) && look.may_raise(class, errors);
        look.made_by(method, DEPTH).iter().any(may_play)
    };
    public_methods(classes, main).iter().filter(is_role).filter_map(written).collect()
}

/// `iterator=iterator()`, `subList=subList(int,int)`; nothing for what returns no object.
fn written(method: &Method) -> Option<String> {
    let descriptor = method.descriptor.parse::<MethodDescriptor>().ok()?;
    let types: Vec<String> = descriptor.parameters.iter().map(ToString::to_string).collect();
    matches!(descriptor.result, Some(TypeDescriptor::Object(_)))
        .then(|| format!("{}={}({})", method.name, method.name, types.join(",")))
}

struct Look<'a> {
    classes: &'a ClassPath,
    hierarchy: Hierarchy<'a>,
    main: &'a Arc<Class>,
}

impl Look<'_> {
    /// The classes of objects that a method makes, itself or in what it calls on the same object.
    fn made_by(&self, method: &Method, depth: usize) -> BTreeSet<String> {
        let mut made = BTreeSet::new();
        for instruction in instructions(method) {
            match instruction {
                Instruction::New(name) => drop(made.insert(name.clone())),
                Instruction::Invoke(_, member) if depth > 0 => {
                    let called = self.of_main(&member.name, &member.descriptor);
                    made.extend(called.iter().flat_map(|called| self.made_by(called, depth - 1)));
                }
                _ => {}
            }
        }
        made
    }

    /// The method that runs if this is called on the main object.
    fn of_main(&self, name: &str, descriptor: &str) -> Option<Method> {
        let above = self.hierarchy.superclasses(&self.main.name).unwrap_or_default();
        let is_it = |method: &&Method| method.name == name && method.descriptor == descriptor && name != "<init>";
        above.iter().find_map(|class| class.methods.iter().find(is_it).cloned())
    }

    /// Whether a method says that it returns such objects; that it returns any object says nothing.
    fn is_returned(&self, class: &str, method: &Method) -> bool {
        let result = method.descriptor.parse::<MethodDescriptor>().ok().and_then(|descriptor| descriptor.result);
        matches!(&result, Some(TypeDescriptor::Object(ty))
            if ty != "java/lang/Object" && self.hierarchy.is_subclass(class, ty) == Answer::Yes)
    }

    /// Whether objects of a class have a field for the main object.
    fn keeps_main(&self, class: &str) -> bool {
        let holds = |field: &Field| match field.descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')) {
            Some(ty) => ty != "java/lang/Object" && self.hierarchy.is_subclass(&self.main.name, ty) == Answer::Yes,
            None => false,
        };
        let above = self.hierarchy.superclasses(class).unwrap_or_default();
        above.iter().any(|class| class.fields.iter().any(|field| !field.access.has(Access::STATIC) && holds(field)))
    }

    /// Whether code of a class makes an error, or that which is nested with it and called from there.
    fn may_raise(&self, class: &str, errors: &[ErrorChoice]) -> bool {
        let above = self.hierarchy.superclasses(class).unwrap_or_default();
        let own = above.iter().filter(|above| above.name != "java/lang/Object").flat_map(|class| &class.methods);
        own.into_iter().any(|method| self.makes_error(method, errors, DEPTH))
    }

    fn makes_error(&self, method: &Method, errors: &[ErrorChoice], depth: usize) -> bool {
        instructions(method).any(|instruction| match instruction {
            Instruction::New(name) => self.is_error(name, errors),
            Instruction::Invoke(_, member) if depth > 0 && outermost(&member.class) == outermost(&self.main.name) => {
                let class = self.classes.load(&member.class).ok();
                let called = class.iter().flat_map(|class| &class.methods);
                let is_it = |method: &&Method| method.name == member.name && method.descriptor == member.descriptor;
                called.filter(is_it).any(|called| self.makes_error(called, errors, depth - 1))
            }
            _ => false,
        })
    }

    fn is_error(&self, class: &str, errors: &[ErrorChoice]) -> bool {
        let above = self.hierarchy.superclasses(class).unwrap_or_default();
        let is_named = |written: &str| above.iter().any(|class| is_named(&class.name, written));
        is_named("java.lang.Throwable")
            && errors.iter().any(|choice| choice.is_general() || choice.exception().is_some_and(is_named))
    }
}

fn instructions(method: &Method) -> impl Iterator<Item = &Instruction> {
    method.code.iter().flat_map(|code| &code.instructions).map(|(_, instruction)| instruction)
}

/// Whether a class has this full or simple name.
fn is_named(class: &str, written: &str) -> bool {
    let full = class.replace('/', ".");
    full == written || full.strip_suffix(written).is_some_and(|before| before.ends_with(['.', '$']))
}
