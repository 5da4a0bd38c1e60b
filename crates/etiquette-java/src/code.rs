//! Three-address code: a method's body with registers in place of the operand stack.
//!
//! Registers are the local variable slots, then one for each depth of the stack. Every instruction of the class file
//! becomes at most one statement at its own offset, so places and exception tables stay what they were.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::class::{Condition, Constant, Dynamic, Element, Handler, Invocation, Kind, Member, Numeric, Operation};

/// A register of three-address code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Register(pub u16);

/// What is computed.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Value {
    Constant(Constant),
    Copy(Register),
    Negate(Kind, Register),
    /// An `int` plus a constant.
    Increment(Register, i32),
    Arithmetic(Operation, Kind, Register, Register),
    Convert(Kind, Numeric, Register),
    Compare {
        kind: Kind,
        nan_is_greater: bool,
        left: Register,
        right: Register,
    },
    InstanceOf(Register, String),
    ArrayLength(Register),
    ArrayLoad(Element, Register, Register),
    GetField(Register, Member),
    GetStatic(Member),
    New(String),
    /// An array by its type's descriptor, with the lengths of its first dimensions.
    NewArray(String, Vec<Register>),
}

/// One step.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Statement {
    Nop,
    Assign(Register, Value),
    /// Several copies at once, for the instructions that rearrange the stack.
    Rearrange(Vec<(Register, Register)>),
    PutField(Register, Member, Register),
    PutStatic(Member, Register),
    ArrayStore(Element, Register, Register, Register),
    Invoke {
        kind: Invocation,
        member: Member,
        arguments: Vec<Register>,
        result: Option<Register>,
    },
    InvokeDynamic {
        site: Box<Dynamic>,
        arguments: Vec<Register>,
        result: Option<Register>,
    },
    CheckCast(Register, String),
    /// Entering or leaving a monitor; only the reference's null-ness matters in a single thread.
    Monitor(Register),
    Goto(u32),
    If(Test, u32),
    Switch(Register, Vec<(i32, u32)>, u32),
    Return(Option<(Kind, Register)>),
    Throw(Register),
}

impl Statement {
    /// Where it may jump to; what follows it is not among these.
    pub fn jump_targets(&self) -> Vec<u32> {
        match self {
            Statement::Goto(target) | Statement::If(_, target) => vec![*target],
            Statement::Switch(_, cases, default) => cases.iter().map(|(_, target)| *target).chain([*default]).collect(),
            _ => Vec::new(),
        }
    }

    /// The field that it sets, of an object or static, and to what.
    pub fn put(&self) -> Option<(&Member, Register)> {
        match self {
            Statement::PutField(_, member, value) | Statement::PutStatic(member, value) => Some((member, *value)),
            _ => None,
        }
    }

    /// Whether what follows it is never reached from it.
    pub fn leaves(&self) -> bool {
        matches!(self, Statement::Goto(_) | Statement::Switch(..) | Statement::Return(_) | Statement::Throw(_))
    }
}

/// The condition of a jump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Test {
    Zero(Condition, Register),
    Ints(Condition, Register, Register),
    /// The same object, or not.
    Same(bool, Register, Register),
    /// Null, or not.
    Null(bool, Register),
}

/// A method's body.
#[derive(Clone, PartialEq, Debug)]
pub struct ThreeAddressCode {
    /// The statements by offset; offsets that can't be reached have none.
    pub statements: BTreeMap<u32, Statement>,
    /// The offset that follows each offset.
    pub next: BTreeMap<u32, u32>,
    /// The offsets that jumps and exceptions lead to.
    pub jump_targets: BTreeSet<u32>,
    /// The exception table.
    pub handlers: Vec<Handler>,
    /// Where a handler finds the exception.
    pub caught: Register,
    /// The number of registers.
    pub registers: u16,
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0)
    }
}
