//! Code that is written here and not by a compiler: instructions, each at the offset of its position.

use std::sync::Arc;

use crate::class::{Access, Class, Code, Handler, Instruction, Invocation, Kind, Member, Method};
use crate::descriptor::MethodDescriptor;
use crate::lower::UNKNOWN;

use super::MISSING;

/// The code of a method while it is being written.
pub(super) struct Body {
    instructions: Vec<Instruction>,
    handlers: Vec<Handler>,
    locals: u16,
}

impl Body {
    /// Of a method with these parameters, on an object.
    pub fn new(descriptor: &MethodDescriptor) -> Self {
        let locals = 1 + descriptor.parameters.iter().map(|ty| ty.slots()).sum::<u16>();
        Body { instructions: Vec::new(), handlers: Vec::new(), locals }
    }

    /// A local variable that nothing uses yet.
    pub fn new_local(&mut self) -> u16 {
        self.locals += 1;
        self.locals - 1
    }

    /// The offset of the next instruction.
    pub fn here(&self) -> u32 {
        u32::try_from(self.instructions.len()).unwrap_or(u32::MAX)
    }

    pub fn push(&mut self, instruction: Instruction) {
        self.instructions.push(instruction);
    }

    pub fn load_this(&mut self) {
        self.push(Instruction::Load(Kind::Reference, 0));
    }

    pub fn invoke(&mut self, kind: Invocation, class: &str, name: &str, descriptor: &str) {
        self.push(Instruction::Invoke(kind, member(class, name, descriptor)));
    }

    /// An instruction that jumps forward, to where [`Body::land`] says later.
    pub fn jump(&mut self, instruction: impl FnOnce(u32) -> Instruction) -> usize {
        self.push(instruction(0));
        self.instructions.len() - 1
    }

    /// Jumps end here.
    pub fn land(&mut self, jumps: impl IntoIterator<Item = usize>) {
        let here = self.here();
        for jump in jumps {
            match &mut self.instructions[jump] {
                Instruction::IfNull(_, target) | Instruction::IfSame(_, target) | Instruction::Goto(target) => {
                    *target = here;
                }
                _ => {}
            }
        }
    }

    /// What is thrown from an offset up to here is handled from here on.
    fn handle_from(&mut self, start: u32) {
        let end = self.here();
        self.handlers.push(Handler { start, end, target: end, catch: None });
    }

    /// Jumps that end here are from where an object is not there, which is thrown.
    pub fn throw_where_missing(&mut self, jumps: Vec<usize>) {
        if jumps.is_empty() {
            return;
        }
        self.land(jumps);
        self.push(Instruction::New(MISSING.to_owned()));
        self.push(Instruction::Dup);
        self.invoke(Invocation::Special, MISSING, "<init>", "()V");
        self.push(Instruction::Throw);
    }

    /// Runs in which something is thrown from an offset up to here are left out.
    pub fn leave_out_from(&mut self, start: u32) {
        self.handle_from(start);
        self.invoke(Invocation::Static, UNKNOWN, "never", "()V");
        self.push(Instruction::Return(None));
    }

    /// The method with this code.
    pub fn into_method(self, name: String, descriptor: &MethodDescriptor, like: &Method) -> Method {
        let code = Code {
            max_locals: self.locals,
            instructions: (0..).zip(self.instructions).collect(),
            handlers: self.handlers,
            lines: Vec::new(),
        };
        Method {
            name,
            descriptor: descriptor.descriptor(),
            access: Access(Access::PUBLIC),
            exceptions: like.exceptions.clone(),
            code: Some(code),
            parameter_names: like.parameter_names.clone(),
        }
    }
}

pub(super) fn member(class: &str, name: &str, descriptor: &str) -> Member {
    Member { class: class.to_owned(), name: name.to_owned(), descriptor: descriptor.to_owned() }
}

/// How a method of a class or interface is called on an object.
pub(super) fn dispatch(class: &Arc<Class>) -> Invocation {
    if class.access.has(Access::INTERFACE) { Invocation::Interface } else { Invocation::Virtual }
}
