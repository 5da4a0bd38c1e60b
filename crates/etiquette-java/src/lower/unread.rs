//! Registers that nobody reads any more, where ways meet.
//!
//! Code is copied where different things are known about it. What is known of a register that is written again before it
//! is read, or never read, is no reason: `if (x < power[i]) found = i;` in a loop would otherwise give two loops, one in
//! which `found` holds a number.

use std::collections::{BTreeMap, BTreeSet};

use super::definitions::gives_value;
use crate::code::{Register, Statement, Test, ThreeAddressCode, Value};

/// For each offset where ways meet, the registers that nobody reads from there on before they are written. Those that
/// are never written hold what a method was called with, and stay.
pub(super) type Unread = BTreeMap<u32, Vec<Register>>;

/// See [`Unread`].
pub(super) fn unread(code: &ThreeAddressCode) -> Unread {
    let mut unread = Unread::new();
    if code.jump_targets.is_empty() {
        return unread;
    }
    let before = before(code);
    for register in (0..code.registers).map(Register) {
        let is_written = code.caught <= register || code.statements.values().any(|step| gives_value(step, register));
        if !is_written {
            continue;
        }
        let read = where_read_later(code, &before, register);
        for &offset in code.jump_targets.iter().filter(|offset| !read.contains(offset)) {
            unread.entry(offset).or_default().push(register);
        }
    }
    unread
}

/// The offsets from which control comes to each offset, and whether by an exception.
fn before(code: &ThreeAddressCode) -> BTreeMap<u32, Vec<(u32, bool)>> {
    let mut before: BTreeMap<u32, Vec<(u32, bool)>> = BTreeMap::new();
    for (&offset, statement) in &code.statements {
        let next = code.next.get(&offset).copied().filter(|_| !statement.leaves());
        for to in statement.jump_targets().into_iter().chain(next) {
            before.entry(to).or_default().push((offset, false));
        }
        for handler in code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&offset)) {
            before.entry(handler.target).or_default().push((offset, true));
        }
    }
    before
}

/// The offsets from which a register may be read before it is written.
fn where_read_later(
    code: &ThreeAddressCode,
    before: &BTreeMap<u32, Vec<(u32, bool)>>,
    register: Register,
) -> BTreeSet<u32> {
    let reads = code.statements.iter().filter(|(_, statement)| read_by(statement).contains(&register));
    let mut pending: Vec<u32> = reads.map(|(&offset, _)| offset).collect();
    let mut found: BTreeSet<u32> = pending.iter().copied().collect();
    while let Some(offset) = pending.pop() {
        for &(earlier, is_exception) in before.get(&offset).into_iter().flatten() {
            // What throws an exception has not written anything yet.
            let is_open = is_exception || !gives_value(&code.statements[&earlier], register);
            if is_open && found.insert(earlier) {
                pending.push(earlier);
            }
        }
    }
    found
}

fn read_by(statement: &Statement) -> Vec<Register> {
    match statement {
        Statement::Nop | Statement::Goto(_) | Statement::Return(None) => Vec::new(),
        Statement::Assign(_, value) => read_for(value),
        Statement::Rearrange(copies) => copies.iter().map(|(_, from)| *from).collect(),
        Statement::PutField(object, _, value) => vec![*object, *value],
        Statement::ArrayStore(_, array, index, value) => vec![*array, *index, *value],
        Statement::Invoke { arguments, .. } | Statement::InvokeDynamic { arguments, .. } => arguments.clone(),
        Statement::PutStatic(_, register)
        | Statement::CheckCast(register, _)
        | Statement::Monitor(register)
        | Statement::Switch(register, ..)
        | Statement::Return(Some((_, register)))
        | Statement::Throw(register)
        | Statement::If(Test::Zero(_, register) | Test::Null(_, register), _) => vec![*register],
        Statement::If(Test::Ints(_, left, right) | Test::Same(_, left, right), _) => vec![*left, *right],
    }
}

fn read_for(value: &Value) -> Vec<Register> {
    match value {
        Value::Constant(_) | Value::GetStatic(_) | Value::New(_) => Vec::new(),
        Value::Copy(from)
        | Value::Negate(_, from)
        | Value::Increment(from, _)
        | Value::Convert(_, _, from)
        | Value::InstanceOf(from, _)
        | Value::ArrayLength(from)
        | Value::GetField(from, _) => vec![*from],
        Value::Arithmetic(_, _, left, right) | Value::Compare { left, right, .. } => vec![*left, *right],
        Value::ArrayLoad(_, array, index) => vec![*array, *index],
        Value::NewArray(_, lengths) => lengths.clone(),
    }
}
