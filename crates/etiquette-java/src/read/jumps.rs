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
        _ => conditional(offset, opcode)?,
    };
    Some(jump)
}

fn conditional(offset: u32, opcode: &Opcode) -> Option<Result<Instruction, String>> {
    use Opcode::*;
    let (condition, by) = match opcode {
        Ifeq(by) | IfIcmpeq(by) => (Condition::Equal, *by),
        Ifne(by) | IfIcmpne(by) => (Condition::NotEqual, *by),
        Iflt(by) | IfIcmplt(by) => (Condition::Less, *by),
        Ifge(by) | IfIcmpge(by) => (Condition::GreaterOrEqual, *by),
        Ifgt(by) | IfIcmpgt(by) => (Condition::Greater, *by),
        Ifle(by) | IfIcmple(by) => (Condition::LessOrEqual, *by),
        IfAcmpeq(by) => return Some(target(offset, *by).map(|to| Instruction::IfSame(true, to))),
        IfAcmpne(by) => return Some(target(offset, *by).map(|to| Instruction::IfSame(false, to))),
        Ifnull(by) => return Some(target(offset, *by).map(|to| Instruction::IfNull(true, to))),
        Ifnonnull(by) => return Some(target(offset, *by).map(|to| Instruction::IfNull(false, to))),
        _ => return None,
    };
    let with_zero = matches!(opcode, Ifeq(_) | Ifne(_) | Iflt(_) | Ifge(_) | Ifgt(_) | Ifle(_));
    let make = if with_zero { Instruction::IfZero } else { Instruction::IfInts };
    Some(target(offset, by).map(|to| make(condition, to)))
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
