//! Opcodes into instructions: each function takes one family, and gives `None` for the others.

use cafebabe::bytecode::{Opcode, PrimitiveArrayType};
use cafebabe::constant_pool::{Loadable, ObjectArrayType};

use super::constants::{Bootstraps, member};
use super::jumps::jump;
use crate::class::{Constant, Element, Instruction, Invocation, Kind, Numeric, Operation};

/// The instruction that an opcode at an offset stands for.
pub(super) fn instruction(offset: u32, opcode: &Opcode, bootstraps: &Bootstraps) -> Result<Instruction, String> {
    if let Some(folded) = fold(opcode) {
        return Ok(folded);
    }
    if let Some(jump) = jump(offset, opcode) {
        return jump;
    }
    linked(opcode, bootstraps)
}

fn fold(opcode: &Opcode) -> Option<Instruction> {
    variable(opcode)
        .or_else(|| member_access(opcode))
        .or_else(|| constant(opcode).map(Instruction::Constant))
        .or_else(|| stack(opcode))
        .or_else(|| result(opcode).map(Instruction::Return))
        .or_else(|| arithmetic(opcode))
        .or_else(|| conversion(opcode))
        .or_else(|| comparison(opcode))
        .or_else(|| array_element(opcode))
        .or_else(|| object(opcode))
}

/// Instructions that need the bootstrap methods.
fn linked(opcode: &Opcode, bootstraps: &Bootstraps) -> Result<Instruction, String> {
    match opcode {
        Opcode::Ldc(constant) | Opcode::LdcW(constant) if !is_wide(constant) => bootstraps.load(constant),
        Opcode::Ldc2W(constant) if is_wide(constant) => bootstraps.load(constant),
        Opcode::Invokedynamic(site) => {
            let dynamic = bootstraps.link(site.attr_index, &site.name_and_type)?;
            Ok(Instruction::InvokeDynamic(Box::new(dynamic)))
        }
        Opcode::Ldc(_) | Opcode::LdcW(_) | Opcode::Ldc2W(_) => Err("loads a constant of the wrong size".to_owned()),
        _ => Err("not an instruction of a class file".to_owned()),
    }
}

/// Whether a constant takes two stack slots.
fn is_wide(constant: &Loadable) -> bool {
    use cafebabe::constant_pool::LiteralConstant::{Double, Long};
    match constant {
        Loadable::LiteralConstant(literal) => matches!(literal, Long(_) | Double(_)),
        Loadable::Dynamic(dynamic) => matches!(dynamic.name_and_type.descriptor.as_ref(), "J" | "D"),
        _ => false,
    }
}

fn constant(opcode: &Opcode) -> Option<Constant> {
    Some(match opcode {
        Opcode::AconstNull => Constant::Null,
        Opcode::IconstM1 => Constant::Int(-1),
        Opcode::Iconst0 => Constant::Int(0),
        Opcode::Iconst1 => Constant::Int(1),
        Opcode::Iconst2 => Constant::Int(2),
        Opcode::Iconst3 => Constant::Int(3),
        Opcode::Iconst4 => Constant::Int(4),
        Opcode::Iconst5 => Constant::Int(5),
        Opcode::Lconst0 => Constant::Long(0),
        Opcode::Lconst1 => Constant::Long(1),
        Opcode::Fconst0 => Constant::Float(0.0),
        Opcode::Fconst1 => Constant::Float(1.0),
        Opcode::Fconst2 => Constant::Float(2.0),
        Opcode::Dconst0 => Constant::Double(0.0),
        Opcode::Dconst1 => Constant::Double(1.0),
        Opcode::Bipush(value) => Constant::Int(i32::from(*value)),
        Opcode::Sipush(value) => Constant::Int(i32::from(*value)),
        _ => return None,
    })
}

fn variable(opcode: &Opcode) -> Option<Instruction> {
    use Opcode::*;
    let (kind, slot) = match opcode {
        Iload(slot) | Istore(slot) => (Kind::Int, *slot),
        Lload(slot) | Lstore(slot) => (Kind::Long, *slot),
        Fload(slot) | Fstore(slot) => (Kind::Float, *slot),
        Dload(slot) | Dstore(slot) => (Kind::Double, *slot),
        Aload(slot) | Astore(slot) => (Kind::Reference, *slot),
        Iinc(slot, by) => return Some(Instruction::Increment(*slot, i32::from(*by))),
        _ => return None,
    };
    let loads = matches!(opcode, Iload(_) | Lload(_) | Fload(_) | Dload(_) | Aload(_));
    Some(if loads { Instruction::Load(kind, slot) } else { Instruction::Store(kind, slot) })
}

fn array_element(opcode: &Opcode) -> Option<Instruction> {
    use Opcode::*;
    let element = match opcode {
        Baload | Bastore => Element::Byte,
        Caload | Castore => Element::Char,
        Saload | Sastore => Element::Short,
        Iaload | Iastore => Element::Int,
        Laload | Lastore => Element::Long,
        Faload | Fastore => Element::Float,
        Daload | Dastore => Element::Double,
        Aaload | Aastore => Element::Reference,
        _ => return None,
    };
    let loads = matches!(opcode, Baload | Caload | Saload | Iaload | Laload | Faload | Daload | Aaload);
    Some(if loads { Instruction::ArrayLoad(element) } else { Instruction::ArrayStore(element) })
}

fn stack(opcode: &Opcode) -> Option<Instruction> {
    Some(match opcode {
        Opcode::Nop => Instruction::Nop,
        Opcode::Pop => Instruction::Pop,
        Opcode::Pop2 => Instruction::Pop2,
        Opcode::Dup => Instruction::Dup,
        Opcode::DupX1 => Instruction::DupX1,
        Opcode::DupX2 => Instruction::DupX2,
        Opcode::Dup2 => Instruction::Dup2,
        Opcode::Dup2X1 => Instruction::Dup2X1,
        Opcode::Dup2X2 => Instruction::Dup2X2,
        Opcode::Swap => Instruction::Swap,
        _ => return None,
    })
}

fn arithmetic(opcode: &Opcode) -> Option<Instruction> {
    use Opcode::*;
    let kind = match opcode {
        Iadd | Isub | Imul | Idiv | Irem | Iand | Ior | Ixor | Ishl | Ishr | Iushr | Ineg => Kind::Int,
        Ladd | Lsub | Lmul | Ldiv | Lrem | Land | Lor | Lxor | Lshl | Lshr | Lushr | Lneg => Kind::Long,
        Fadd | Fsub | Fmul | Fdiv | Frem | Fneg => Kind::Float,
        Dadd | Dsub | Dmul | Ddiv | Drem | Dneg => Kind::Double,
        _ => return None,
    };
    let operation = match opcode {
        Iadd | Ladd | Fadd | Dadd => Operation::Add,
        Isub | Lsub | Fsub | Dsub => Operation::Sub,
        Imul | Lmul | Fmul | Dmul => Operation::Mul,
        Idiv | Ldiv | Fdiv | Ddiv => Operation::Div,
        Irem | Lrem | Frem | Drem => Operation::Rem,
        Iand | Land => Operation::And,
        Ior | Lor => Operation::Or,
        Ixor | Lxor => Operation::Xor,
        Ishl | Lshl => Operation::ShiftLeft,
        Ishr | Lshr => Operation::ShiftRight,
        Iushr | Lushr => Operation::ShiftRightUnsigned,
        _ => return Some(Instruction::Negate(kind)),
    };
    Some(Instruction::Arithmetic(operation, kind))
}

fn conversion(opcode: &Opcode) -> Option<Instruction> {
    let (from, to) = match opcode {
        Opcode::I2l => (Kind::Int, Numeric::Long),
        Opcode::I2f => (Kind::Int, Numeric::Float),
        Opcode::I2d => (Kind::Int, Numeric::Double),
        Opcode::I2b => (Kind::Int, Numeric::Byte),
        Opcode::I2c => (Kind::Int, Numeric::Char),
        Opcode::I2s => (Kind::Int, Numeric::Short),
        Opcode::L2i => (Kind::Long, Numeric::Int),
        Opcode::L2f => (Kind::Long, Numeric::Float),
        Opcode::L2d => (Kind::Long, Numeric::Double),
        Opcode::F2i => (Kind::Float, Numeric::Int),
        Opcode::F2l => (Kind::Float, Numeric::Long),
        Opcode::F2d => (Kind::Float, Numeric::Double),
        Opcode::D2i => (Kind::Double, Numeric::Int),
        Opcode::D2l => (Kind::Double, Numeric::Long),
        Opcode::D2f => (Kind::Double, Numeric::Float),
        _ => return None,
    };
    Some(Instruction::Convert(from, to))
}

fn comparison(opcode: &Opcode) -> Option<Instruction> {
    let (kind, nan_is_greater) = match opcode {
        Opcode::Lcmp => (Kind::Long, false),
        Opcode::Fcmpl => (Kind::Float, false),
        Opcode::Fcmpg => (Kind::Float, true),
        Opcode::Dcmpl => (Kind::Double, false),
        Opcode::Dcmpg => (Kind::Double, true),
        _ => return None,
    };
    Some(Instruction::Compare { kind, nan_is_greater })
}

fn result(opcode: &Opcode) -> Option<Option<Kind>> {
    Some(match opcode {
        Opcode::Return => None,
        Opcode::Ireturn => Some(Kind::Int),
        Opcode::Lreturn => Some(Kind::Long),
        Opcode::Freturn => Some(Kind::Float),
        Opcode::Dreturn => Some(Kind::Double),
        Opcode::Areturn => Some(Kind::Reference),
        _ => return None,
    })
}

fn member_access(opcode: &Opcode) -> Option<Instruction> {
    Some(match opcode {
        Opcode::Getstatic(field) => Instruction::GetStatic(member(field)),
        Opcode::Putstatic(field) => Instruction::PutStatic(member(field)),
        Opcode::Getfield(field) => Instruction::GetField(member(field)),
        Opcode::Putfield(field) => Instruction::PutField(member(field)),
        Opcode::Invokevirtual(method) => Instruction::Invoke(Invocation::Virtual, member(method)),
        Opcode::Invokespecial(method) => Instruction::Invoke(Invocation::Special, member(method)),
        Opcode::Invokestatic(method) => Instruction::Invoke(Invocation::Static, member(method)),
        Opcode::Invokeinterface(method, _) => Instruction::Invoke(Invocation::Interface, member(method)),
        _ => return None,
    })
}

fn object(opcode: &Opcode) -> Option<Instruction> {
    Some(match opcode {
        Opcode::New(class) => Instruction::New(class.to_string()),
        Opcode::Newarray(element) => Instruction::NewArray(format!("[{}", primitive_letter(*element)), 1),
        Opcode::Anewarray(element) => Instruction::NewArray(array_of(element), 1),
        Opcode::Multianewarray(array, dimensions) => Instruction::NewArray(class_name(array), *dimensions),
        Opcode::Checkcast(class) => Instruction::CheckCast(class_name(class)),
        Opcode::Instanceof(class) => Instruction::InstanceOf(class_name(class)),
        Opcode::Arraylength => Instruction::ArrayLength,
        Opcode::Athrow => Instruction::Throw,
        Opcode::Monitorenter => Instruction::MonitorEnter,
        Opcode::Monitorexit => Instruction::MonitorExit,
        _ => return None,
    })
}

/// The internal name of a class, or the descriptor of an array type.
fn class_name(class: &ObjectArrayType) -> String {
    match class {
        ObjectArrayType::ArrayType(descriptor) => descriptor.to_string(),
        ObjectArrayType::BinaryName(name) => name.to_string(),
    }
}

/// The descriptor of the arrays with such elements.
fn array_of(element: &ObjectArrayType) -> String {
    match element {
        ObjectArrayType::ArrayType(descriptor) => format!("[{descriptor}"),
        ObjectArrayType::BinaryName(name) => format!("[L{name};"),
    }
}

fn primitive_letter(element: PrimitiveArrayType) -> char {
    match element {
        PrimitiveArrayType::Boolean => 'Z',
        PrimitiveArrayType::Byte => 'B',
        PrimitiveArrayType::Char => 'C',
        PrimitiveArrayType::Short => 'S',
        PrimitiveArrayType::Int => 'I',
        PrimitiveArrayType::Long => 'J',
        PrimitiveArrayType::Float => 'F',
        PrimitiveArrayType::Double => 'D',
    }
}
