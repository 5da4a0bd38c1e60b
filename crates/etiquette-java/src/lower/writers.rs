//! Who may write a private field: the classes of the nest, otherwise than by constructors for the object that they make.
//!
//! From Java 11 on class files say which classes are a nest; before, compilers give nested classes access methods, and
//! names tell which are nested.

use std::rc::Rc;
use std::sync::Arc;

use super::exceptions::THROWABLE;
use super::world::World;
use crate::class::{Class, Constant, Instruction, Invocation, outermost};
use crate::code::{Register, Statement, ThreeAddressCode, Value};
use crate::hierarchy::Answer;

/// The class file version of Java 11.
const FIRST_WITH_NESTS: u16 = 55;

impl World<'_> {
    /// The classes that may use private members of a class, that class among them.
    pub fn nest(&self, class: &Arc<Class>) -> Rc<Vec<Arc<Class>>> {
        self.nests.recall(class.name.clone(), || match class.version >= FIRST_WITH_NESTS {
            true => self.declared_nest(class).into(),
            false => self.nest_by_name(class).into(),
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
        let host = outermost(&class.name);
        let nested = self.class_names_from(&format!("{host}$"));
        std::iter::once(host.to_owned()).chain(nested).filter_map(|name| self.class(&name)).collect()
    }

    /// Whether only code of the nest, which is all there, can write a private field: nobody gets a handle to it by its name.
    pub fn is_written_in_nest_only(&self, declaring: &Arc<Class>, field: &str) -> bool {
        let nest = self.nest(declaring);
        let names = |instruction: &Instruction| match instruction {
            Instruction::Constant(Constant::String(name)) => name == field,
            _ => false,
        };
        let mut code = nest.iter().flat_map(|class| &class.methods).flat_map(|method| &method.code);
        is_whole(&nest, declaring)
            && !code.any(|code| {
                let next = code.instructions.iter().skip(1).map(Some).chain([None]);
                let mut pairs = code.instructions.iter().zip(next);
                pairs.any(|((_, one), next)| names(one) && !next.is_some_and(|(_, next)| self.makes_exception(next)))
            })
    }

    /// Whether a text before an instruction is the message of an exception.
    fn makes_exception(&self, instruction: &Instruction) -> bool {
        match instruction {
            Instruction::Invoke(Invocation::Special, member) if member.name == "<init>" => {
                self.is_subclass(&member.class, THROWABLE) == Answer::Yes
            }
            _ => false,
        }
    }

    /// Whether a private field may be written otherwise than by constructors of its class for the object that they
    /// make: by code of the nest, or by whoever gets a handle to it by its name. Where a class of the nest is missing,
    /// that may be so.
    pub fn is_written_after_construction(&self, declaring: &Arc<Class>, field: &str) -> bool {
        let nest = self.nest(declaring);
        let methods = |class: &Arc<Class>| (0..class.methods.len()).collect::<Vec<_>>();
        !is_whole(&nest, declaring)
            || nest.iter().any(|class| {
                let is_own = class.name == declaring.name;
                methods(class).into_iter().any(|method| self.writes_otherwise(class, method, field, is_own))
            })
    }

    fn writes_otherwise(&self, class: &Arc<Class>, method: usize, field: &str, is_own: bool) -> bool {
        let declared = &class.methods[method];
        let mentions = |instruction: &Instruction| match instruction {
            Instruction::PutField(member) | Instruction::PutStatic(member) => member.name == field,
            Instruction::Constant(Constant::String(name)) => name == field,
            _ => false,
        };
        let mut instructions = declared.code.iter().flat_map(|code| &code.instructions);
        if !instructions.any(|(_, instruction)| mentions(instruction)) {
            return false;
        }
        let Ok(code) = self.code(class, method) else { return true };
        let is_constructor = is_own && declared.name == "<init>";
        code.statements.iter().any(|(offset, statement)| match statement {
            Statement::PutField(object, member, _) if member.name == field => {
                !is_constructor || !is_receiver(&code, *offset, *object)
            }
            Statement::PutStatic(member, _) if member.name == field => !is_own || declared.name != "<clinit>",
            Statement::Assign(_, Value::Constant(Constant::String(name))) => name == field,
            _ => false,
        })
    }
}

/// Whether the nest of a class is known with all its members.
fn is_whole(nest: &[Arc<Class>], class: &Class) -> bool {
    let has = |name: &String| nest.iter().any(|known| known.name == *name);
    class.nest_host.iter().all(has) && nest.iter().flat_map(|known| &known.nest_members).all(has)
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
            statement if statement.leaves() => return false,
            _ => {}
        }
    }
    false
}
