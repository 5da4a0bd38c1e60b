//! First lowering: stack code to three-address code.
//!
//! Follows the kinds of the stack's entries from the entry through every jump, as the verifier does; code that the
//! verifier would refuse (different stacks at one place, too few entries) is an error here.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::class::{Code, Constant, Element, Instruction, Invocation, Kind, Member, Numeric, Operation};
use crate::code::{Register, Statement, Test, ThreeAddressCode, Value};
use crate::descriptor::{MethodDescriptor, TypeDescriptor};

/// Why code can't be lowered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoweringError {
    /// The offset in the code.
    pub offset: u32,
    /// What is wrong.
    pub message: String,
}

/// The code without a stack.
///
/// # Errors
/// Code that no verifier would accept, and subroutines (`jsr`), which compilers stopped making with Java 6.
pub fn remove_stack(code: &Code) -> Result<ThreeAddressCode, LoweringError> {
    let mut pass = Pass {
        code,
        positions: code.instructions.iter().enumerate().map(|(position, (offset, _))| (*offset, position)).collect(),
        stacks: BTreeMap::new(),
        statements: BTreeMap::new(),
        deepest: 0,
    };
    pass.run()?;
    let jumps = pass.statements.values().flat_map(Statement::jump_targets);
    let jump_targets = jumps.chain(code.handlers.iter().map(|handler| handler.target)).collect();
    let offsets: Vec<u32> = code.instructions.iter().map(|(offset, _)| *offset).collect();
    Ok(ThreeAddressCode {
        statements: pass.statements,
        next: offsets.windows(2).map(|pair| (pair[0], pair[1])).collect(),
        jump_targets,
        handlers: code.handlers.clone(),
        caught: Register(code.max_locals),
        registers: code.max_locals + pass.deepest.max(1),
    })
}

/// Registers have 16 bits; what an instruction pushes, and the copies that are made where values change places, must
/// have some, too.
const MAX_REGISTERS: usize = u16::MAX as usize - 16;

struct Pass<'a> {
    code: &'a Code,
    positions: BTreeMap<u32, usize>,
    /// The kinds on the stack before each offset that was reached.
    stacks: BTreeMap<u32, Vec<Kind>>,
    statements: BTreeMap<u32, Statement>,
    deepest: u16,
}

/// The stack at one instruction.
struct Stack<'a> {
    kinds: &'a mut Vec<Kind>,
    base: u16,
    offset: u32,
}

impl Stack<'_> {
    fn error<T>(&self, message: &str) -> Result<T, LoweringError> {
        Err(LoweringError { offset: self.offset, message: message.into() })
    }

    fn push(&mut self, kind: Kind) -> Register {
        self.kinds.push(kind);
        Register(self.base + self.kinds.len() as u16 - 1)
    }

    fn pop_any(&mut self) -> Result<(Kind, Register), LoweringError> {
        match self.kinds.pop() {
            Some(kind) => Ok((kind, Register(self.base + self.kinds.len() as u16))),
            None => self.error("takes more from the stack than there is"),
        }
    }

    fn pop(&mut self, wanted: Kind) -> Result<Register, LoweringError> {
        let (kind, register) = self.pop_any()?;
        if kind == wanted {
            Ok(register)
        } else {
            self.error(&format!("expects {wanted:?} on the stack, finds {kind:?}"))
        }
    }

    /// Takes entries until they make up so many slots, the top one first.
    fn pop_slots(&mut self, slots: usize) -> Result<Vec<(Kind, Register)>, LoweringError> {
        let mut taken = Vec::new();
        let mut count = 0;
        while count < slots {
            let entry = self.pop_any()?;
            count += if entry.0.is_wide() { 2 } else { 1 };
            taken.push(entry);
        }
        if count == slots { Ok(taken) } else { self.error("splits a long or double value") }
    }
}

impl Pass<'_> {
    fn run(&mut self) -> Result<(), LoweringError> {
        let Some((first, _)) = self.code.instructions.first() else { return Ok(()) };
        let mut pending = vec![*first];
        self.stacks.insert(*first, Vec::new());
        while let Some(offset) = pending.pop() {
            if self.statements.contains_key(&offset) {
                continue;
            }
            let mut kinds = self.stacks[&offset].clone();
            let instruction = &self.code.instructions[self.positions[&offset]].1;
            let base = self.code.max_locals;
            if usize::from(base) + kinds.len() > MAX_REGISTERS {
                return Err(LoweringError { offset, message: "needs too many local variables".into() });
            }
            let statement = statement(instruction, &mut Stack { kinds: &mut kinds, base, offset })?;
            self.deepest = self.deepest.max(self.stacks[&offset].len() as u16).max(kinds.len() as u16);
            for target in self.successors(offset, &statement)? {
                self.arrive(target, kinds.clone(), &mut pending)?;
            }
            for handler in &self.code.handlers {
                if (handler.start..handler.end).contains(&offset) {
                    self.arrive(handler.target, vec![Kind::Reference], &mut pending)?;
                }
            }
            self.statements.insert(offset, statement);
        }
        Ok(())
    }

    fn arrive(&mut self, target: u32, kinds: Vec<Kind>, pending: &mut Vec<u32>) -> Result<(), LoweringError> {
        match self.stacks.get(&target) {
            Some(known) if *known == kinds => Ok(()),
            Some(_) => Err(LoweringError { offset: target, message: "is reached with different stacks".into() }),
            None => {
                self.stacks.insert(target, kinds);
                pending.push(target);
                Ok(())
            }
        }
    }

    fn successors(&self, offset: u32, statement: &Statement) -> Result<Vec<u32>, LoweringError> {
        let jumps = statement.jump_targets();
        if statement.leaves() {
            return Ok(jumps);
        }
        let following = self.code.instructions.get(self.positions[&offset] + 1);
        let error = || LoweringError { offset, message: "runs off the end of the code".into() };
        Ok(std::iter::once(following.ok_or_else(error)?.0).chain(jumps).collect())
    }
}

fn constant_kind(constant: &Constant) -> Kind {
    match constant {
        Constant::Int(_) => Kind::Int,
        Constant::Long(_) => Kind::Long,
        Constant::Float(_) => Kind::Float,
        Constant::Double(_) => Kind::Double,
        Constant::Null | Constant::String(_) | Constant::Class(_) | Constant::Other => Kind::Reference,
    }
}

fn numeric_kind(numeric: Numeric) -> Kind {
    match numeric {
        Numeric::Byte | Numeric::Char | Numeric::Short | Numeric::Int => Kind::Int,
        Numeric::Long => Kind::Long,
        Numeric::Float => Kind::Float,
        Numeric::Double => Kind::Double,
    }
}

fn element_kind(element: Element) -> Kind {
    match element {
        Element::Byte | Element::Char | Element::Short | Element::Int => Kind::Int,
        Element::Long => Kind::Long,
        Element::Float => Kind::Float,
        Element::Double => Kind::Double,
        Element::Reference => Kind::Reference,
    }
}

fn statement(instruction: &Instruction, stack: &mut Stack<'_>) -> Result<Statement, LoweringError> {
    use Instruction as I;
    let assign = Statement::Assign;
    Ok(match instruction {
        I::Nop => Statement::Nop,
        I::Constant(constant) => assign(stack.push(constant_kind(constant)), Value::Constant(constant.clone())),
        I::Load(kind, local) => assign(stack.push(*kind), Value::Copy(Register(*local))),
        I::Store(kind, local) => assign(Register(*local), Value::Copy(stack.pop(*kind)?)),
        I::Increment(local, by) => assign(Register(*local), Value::Increment(Register(*local), *by)),
        I::Pop | I::Pop2 | I::Dup | I::DupX1 | I::DupX2 | I::Dup2 | I::Dup2X1 | I::Dup2X2 | I::Swap => {
            return rearrangement(instruction, stack);
        }
        I::Arithmetic(operation, kind) => return arithmetic(*operation, *kind, stack),
        I::Negate(kind) => {
            let operand = stack.pop(*kind)?;
            assign(stack.push(*kind), Value::Negate(*kind, operand))
        }
        I::Convert(kind, to) => {
            let operand = stack.pop(*kind)?;
            assign(stack.push(numeric_kind(*to)), Value::Convert(*kind, *to, operand))
        }
        I::Compare { kind, nan_is_greater } => {
            let (right, left) = (stack.pop(*kind)?, stack.pop(*kind)?);
            assign(stack.push(Kind::Int), Value::Compare { kind: *kind, nan_is_greater: *nan_is_greater, left, right })
        }
        I::IfZero(..) | I::IfInts(..) | I::IfSame(..) | I::IfNull(..) => return jump(instruction, stack),
        I::Goto(target) => Statement::Goto(*target),
        I::Switch(cases, default) => Statement::Switch(stack.pop(Kind::Int)?, cases.clone(), *default),
        I::JumpSubroutine(_) | I::ReturnSubroutine(_) => {
            return stack.error("is a subroutine (jsr, ret), which is not supported");
        }
        I::Return(kind) => {
            let value = kind.map(|kind| stack.pop(kind).map(|register| (kind, register))).transpose()?;
            Statement::Return(value)
        }
        I::Throw => Statement::Throw(stack.pop(Kind::Reference)?),
        I::MonitorEnter | I::MonitorExit => Statement::Monitor(stack.pop(Kind::Reference)?),
        _ => return object_statement(instruction, stack),
    })
}

fn arithmetic(operation: Operation, kind: Kind, stack: &mut Stack<'_>) -> Result<Statement, LoweringError> {
    use Operation::{ShiftLeft, ShiftRight, ShiftRightUnsigned};
    let amount = if matches!(operation, ShiftLeft | ShiftRight | ShiftRightUnsigned) { Kind::Int } else { kind };
    let (right, left) = (stack.pop(amount)?, stack.pop(kind)?);
    Ok(Statement::Assign(stack.push(kind), Value::Arithmetic(operation, kind, left, right)))
}

fn jump(instruction: &Instruction, stack: &mut Stack<'_>) -> Result<Statement, LoweringError> {
    use Instruction as I;
    let (test, target) = match instruction {
        I::IfZero(condition, target) => (Test::Zero(*condition, stack.pop(Kind::Int)?), target),
        I::IfInts(condition, target) => {
            let (right, left) = (stack.pop(Kind::Int)?, stack.pop(Kind::Int)?);
            (Test::Ints(*condition, left, right), target)
        }
        I::IfSame(same, target) => {
            let (right, left) = (stack.pop(Kind::Reference)?, stack.pop(Kind::Reference)?);
            (Test::Same(*same, left, right), target)
        }
        I::IfNull(null, target) => (Test::Null(*null, stack.pop(Kind::Reference)?), target),
        _ => return stack.error("is no jump"),
    };
    Ok(Statement::If(test, *target))
}

fn object_statement(instruction: &Instruction, stack: &mut Stack<'_>) -> Result<Statement, LoweringError> {
    use Instruction as I;
    let assign = Statement::Assign;
    Ok(match instruction {
        I::ArrayLoad(element) => {
            let (index, array) = (stack.pop(Kind::Int)?, stack.pop(Kind::Reference)?);
            assign(stack.push(element_kind(*element)), Value::ArrayLoad(*element, array, index))
        }
        I::ArrayStore(element) => {
            let value = stack.pop(element_kind(*element))?;
            let (index, array) = (stack.pop(Kind::Int)?, stack.pop(Kind::Reference)?);
            Statement::ArrayStore(*element, array, index, value)
        }
        I::GetStatic(member) => {
            let kind = field_kind(member, stack)?;
            assign(stack.push(kind), Value::GetStatic(member.clone()))
        }
        I::PutStatic(member) => {
            let kind = field_kind(member, stack)?;
            Statement::PutStatic(member.clone(), stack.pop(kind)?)
        }
        I::GetField(member) => {
            let (kind, object) = (field_kind(member, stack)?, stack.pop(Kind::Reference)?);
            assign(stack.push(kind), Value::GetField(object, member.clone()))
        }
        I::PutField(member) => {
            let kind = field_kind(member, stack)?;
            let value = stack.pop(kind)?;
            Statement::PutField(stack.pop(Kind::Reference)?, member.clone(), value)
        }
        I::Invoke(kind, member) => {
            let receiver = *kind != Invocation::Static;
            let (arguments, result) = call(&member.descriptor, receiver, stack)?;
            Statement::Invoke { kind: *kind, member: member.clone(), arguments, result }
        }
        I::InvokeDynamic(site) => {
            let (arguments, result) = call(&site.descriptor, false, stack)?;
            Statement::InvokeDynamic { site: site.clone(), arguments, result }
        }
        I::New(class) => assign(stack.push(Kind::Reference), Value::New(class.clone())),
        I::NewArray(descriptor, dimensions) => {
            let mut lengths = (0..*dimensions).map(|_| stack.pop(Kind::Int)).collect::<Result<Vec<_>, _>>()?;
            lengths.reverse();
            assign(stack.push(Kind::Reference), Value::NewArray(descriptor.clone(), lengths))
        }
        I::ArrayLength => {
            let array = stack.pop(Kind::Reference)?;
            assign(stack.push(Kind::Int), Value::ArrayLength(array))
        }
        I::CheckCast(class) => {
            let object = stack.pop(Kind::Reference)?;
            stack.push(Kind::Reference);
            Statement::CheckCast(object, class.clone())
        }
        I::InstanceOf(class) => {
            let object = stack.pop(Kind::Reference)?;
            assign(stack.push(Kind::Int), Value::InstanceOf(object, class.clone()))
        }
        _ => return stack.error("is an instruction that is handled elsewhere"),
    })
}

fn field_kind(member: &Member, stack: &Stack<'_>) -> Result<Kind, LoweringError> {
    match TypeDescriptor::from_str(&member.descriptor) {
        Ok(ty) => Ok(ty.kind()),
        Err(_) => stack.error(&format!("names a field of the malformed type {}", member.descriptor)),
    }
}

fn call(
    descriptor: &str,
    receiver: bool,
    stack: &mut Stack<'_>,
) -> Result<(Vec<Register>, Option<Register>), LoweringError> {
    let Ok(descriptor) = MethodDescriptor::from_str(descriptor) else {
        return stack.error(&format!("calls a method of the malformed type {descriptor}"));
    };
    let mut arguments = Vec::new();
    for parameter in descriptor.parameters.iter().rev() {
        arguments.push(stack.pop(parameter.kind())?);
    }
    if receiver {
        arguments.push(stack.pop(Kind::Reference)?);
    }
    arguments.reverse();
    let result = descriptor.result.as_ref().map(|ty| stack.push(ty.kind()));
    Ok((arguments, result))
}

/// The instructions that rearrange the stack, as copies at once.
fn rearrangement(instruction: &Instruction, stack: &mut Stack<'_>) -> Result<Statement, LoweringError> {
    use Instruction as I;
    // What is taken from the top, in slots: first the part that is duplicated, then what it goes under.
    let (top, under) = match instruction {
        I::Pop => return stack.pop_slots(1).map(|_| Statement::Nop),
        I::Pop2 => return stack.pop_slots(2).map(|_| Statement::Nop),
        I::Dup => (1, 0),
        I::DupX1 => (1, 1),
        I::DupX2 => (1, 2),
        I::Dup2 => (2, 0),
        I::Dup2X1 => (2, 1),
        I::Dup2X2 => (2, 2),
        _ => {
            let (a, b) = (stack.pop_any()?, stack.pop_any()?);
            let (first, second) = (stack.push(a.0), stack.push(b.0));
            return Ok(Statement::Rearrange(vec![(first, a.1), (second, b.1)]));
        }
    };
    let duplicated = stack.pop_slots(top)?;
    let covered = stack.pop_slots(under)?;
    let order = duplicated.iter().rev().chain(covered.iter().rev()).chain(duplicated.iter().rev());
    let copies: Vec<(Register, Register)> = order.map(|(kind, from)| (stack.push(*kind), *from)).collect();
    Ok(Statement::Rearrange(copies.into_iter().filter(|(to, from)| to != from).collect()))
}
