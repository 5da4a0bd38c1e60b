//! Jumps and switches: relative distances become offsets.

use cafebabe::bytecode::{JumpOffset, LookupTable, Opcode, RangeTable};

use crate::class::{Condition, Instruction};

/// The jump that an opcode at an offset stands for; `None` if it is no jump.
pub(super) fn jump(offset: u32, opcode: &Opcode) -> Option<Result<Instruction, String>> {
    let jump = match opcode {
        Opcode::Goto(by) => target(offset, *by).map(Instruction::Goto),
        Opcode::Jsr(by) => target(offset, *by).map(Instruction::JumpSubroutine),
        Opcode::Ret(slot) => Ok(Instruction::ReturnSubroutine(*slot)),
        Opcode::Tableswitch(table) => table_switch(offset, table),
        Opcode::Lookupswitch(table) => lookup_switch(offset, table),
        _ => {
            let (make, by) = conditional(opcode)?;
            target(offset, by).map(make)
        }
    };
    Some(jump)
}

type Conditional = fn(u32) -> Instruction;

fn conditional(opcode: &Opcode) -> Option<(Conditional, JumpOffset)> {
    compare_with_zero(opcode).or_else(|| compare_ints(opcode)).or_else(|| compare_references(opcode))
}

fn compare_with_zero(opcode: &Opcode) -> Option<(Conditional, JumpOffset)> {
    Some(match opcode {
        Opcode::Ifeq(by) => (|to| Instruction::IfZero(Condition::Equal, to), *by),
        Opcode::Ifne(by) => (|to| Instruction::IfZero(Condition::NotEqual, to), *by),
        Opcode::Iflt(by) => (|to| Instruction::IfZero(Condition::Less, to), *by),
        Opcode::Ifge(by) => (|to| Instruction::IfZero(Condition::GreaterOrEqual, to), *by),
        Opcode::Ifgt(by) => (|to| Instruction::IfZero(Condition::Greater, to), *by),
        Opcode::Ifle(by) => (|to| Instruction::IfZero(Condition::LessOrEqual, to), *by),
        _ => return None,
    })
}

fn compare_ints(opcode: &Opcode) -> Option<(Conditional, JumpOffset)> {
    Some(match opcode {
        Opcode::IfIcmpeq(by) => (|to| Instruction::IfInts(Condition::Equal, to), *by),
        Opcode::IfIcmpne(by) => (|to| Instruction::IfInts(Condition::NotEqual, to), *by),
        Opcode::IfIcmplt(by) => (|to| Instruction::IfInts(Condition::Less, to), *by),
        Opcode::IfIcmpge(by) => (|to| Instruction::IfInts(Condition::GreaterOrEqual, to), *by),
        Opcode::IfIcmpgt(by) => (|to| Instruction::IfInts(Condition::Greater, to), *by),
        Opcode::IfIcmple(by) => (|to| Instruction::IfInts(Condition::LessOrEqual, to), *by),
        _ => return None,
    })
}

fn compare_references(opcode: &Opcode) -> Option<(Conditional, JumpOffset)> {
    Some(match opcode {
        Opcode::IfAcmpeq(by) => (|to| Instruction::IfSame(true, to), *by),
        Opcode::IfAcmpne(by) => (|to| Instruction::IfSame(false, to), *by),
        Opcode::Ifnull(by) => (|to| Instruction::IfNull(true, to), *by),
        Opcode::Ifnonnull(by) => (|to| Instruction::IfNull(false, to), *by),
        _ => return None,
    })
}

fn table_switch(offset: u32, table: &RangeTable) -> Result<Instruction, String> {
    let keys = table.low..=table.high;
    let cases = keys.zip(&table.jumps).map(|(key, by)| Ok((key, target(offset, *by)?)));
    Ok(Instruction::Switch(cases.collect::<Result<_, String>>()?, target(offset, table.default)?))
}

fn lookup_switch(offset: u32, table: &LookupTable) -> Result<Instruction, String> {
    let cases = table.match_offsets.iter().map(|(key, by)| Ok((*key, target(offset, *by)?)));
    let cases: Vec<(i32, u32)> = cases.collect::<Result<_, String>>()?;
    if cases.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
        return Err("the keys of a switch are not in order".to_owned());
    }
    Ok(Instruction::Switch(cases, target(offset, table.default)?))
}

fn target(offset: u32, by: JumpOffset) -> Result<u32, String> {
    offset.checked_add_signed(by).ok_or_else(|| format!("a jump by {by} bytes leads out of the method"))
}
