//! Checks where instructions begin and end before `cafebabe` decodes them.
//!
//! `cafebabe` reserves memory for as many `switch` cases as the file claims, and adds far jumps without looking for
//! overflow.

use super::cursor::Cursor;

/// The most bytes that a method's code may have (JVM specification 4.9.1).
const MAX_CODE_BYTES: usize = 65535;

/// Checks that the code is a sequence of known instructions, and that no far jump leads out of any method.
pub(super) fn check_shape(code: &[u8]) -> Result<(), String> {
    if code.is_empty() || code.len() > MAX_CODE_BYTES {
        return Err(format!("a method has {} bytes of code; 1 to {MAX_CODE_BYTES} are possible", code.len()));
    }
    let mut cursor = Cursor::new(code);
    while !cursor.is_at_end() {
        let offset = cursor.position();
        check_instruction(&mut cursor).map_err(|problem| format!("instruction at offset {offset}: {problem}"))?;
    }
    Ok(())
}

fn check_instruction(cursor: &mut Cursor) -> Result<(), String> {
    match cursor.u8()? {
        0xaa => check_table_switch(cursor),
        0xab => check_lookup_switch(cursor),
        0xc4 => check_wide(cursor),
        0xc8 | 0xc9 => check_far_jump(cursor),
        opcode => cursor.take(operand_bytes(opcode)?).map(|_| ()),
    }
}

/// How many bytes follow an opcode that is neither a `switch`, nor a far jump, nor `wide`.
fn operand_bytes(opcode: u8) -> Result<usize, String> {
    match opcode {
        0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => Ok(1),
        0x11 | 0x13 | 0x14 | 0x84 | 0x99..=0xa8 | 0xb2..=0xb8 | 0xbb | 0xbd | 0xc0 | 0xc1 | 0xc6 | 0xc7 => Ok(2),
        0xc5 => Ok(3),
        0xb9 | 0xba => Ok(4),
        0x00..=0xc3 => Ok(0),
        _ => Err(format!("unknown opcode {opcode:#04x}")),
    }
}

fn check_wide(cursor: &mut Cursor) -> Result<(), String> {
    match cursor.u8()? {
        0x15..=0x19 | 0x36..=0x3a | 0xa9 => cursor.take(2).map(|_| ()),
        0x84 => cursor.take(4).map(|_| ()),
        opcode => Err(format!("opcode {opcode:#04x} cannot be wide")),
    }
}

fn check_far_jump(cursor: &mut Cursor) -> Result<(), String> {
    let distance = cursor.i32()?;
    match distance.unsigned_abs() as usize <= MAX_CODE_BYTES {
        true => Ok(()),
        false => Err(format!("a jump by {distance} bytes leads out of the method")),
    }
}

fn check_table_switch(cursor: &mut Cursor) -> Result<(), String> {
    skip_padding(cursor)?;
    check_far_jump(cursor)?;
    let (low, high) = (cursor.i32()?, cursor.i32()?);
    if low > high {
        return Err(format!("a switch over {low} to {high}"));
    }
    (i64::from(low)..=i64::from(high)).try_for_each(|_| check_far_jump(cursor))
}

fn check_lookup_switch(cursor: &mut Cursor) -> Result<(), String> {
    skip_padding(cursor)?;
    check_far_jump(cursor)?;
    for _ in 0..cursor.u32()? {
        cursor.i32()?;
        check_far_jump(cursor)?;
    }
    Ok(())
}

/// To the next multiple of four.
fn skip_padding(cursor: &mut Cursor) -> Result<(), String> {
    let padding = cursor.position().wrapping_neg() % 4;
    cursor.take(padding).map(|_| ())
}
