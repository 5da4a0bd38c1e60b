//! Where the value in a register comes from, as far as the text of the code shows.

use crate::code::{Register, Statement, ThreeAddressCode, Value};

/// The statement that certainly gave a register the value that it has at an offset, copies followed, with its offset.
///
/// That is the nearest one before it in the text, if nothing jumps in between from elsewhere. So it is found for what
/// lies on the stack below a condition, but not for a choice between two values.
pub(super) fn definition(code: &ThreeAddressCode, offset: u32, register: Register) -> Option<(u32, &Statement)> {
    let (mut register, mut before) = (register, offset);
    loop {
        let (at, statement) =
            code.statements.range(..before).rev().find(|(_, statement)| gives_value(statement, register))?;
        if is_entered(code, *at, before) {
            return None;
        }
        register = match statement {
            Statement::Assign(_, Value::Copy(from)) => *from,
            Statement::Rearrange(copies) => copies.iter().find(|(to, _)| *to == register)?.1,
            _ => return Some((*at, statement)),
        };
        before = *at;
    }
}

/// Whether a register certainly holds a copy of what another one holds, both at an offset.
pub(super) fn is_copy(code: &ThreeAddressCode, offset: u32, copy: Register, original: Register) -> bool {
    let mut before = code.statements.range(..offset).rev();
    let Some((at, statement)) = before.find(|(_, statement)| gives_value(statement, copy)) else { return false };
    let mut between = code.statements.range(at + 1..offset);
    matches!(statement, Statement::Assign(_, Value::Copy(from)) if *from == original)
        && !between.any(|(_, statement)| gives_value(statement, original))
        && !is_entered(code, *at, offset)
}

/// Whether a statement writes a register.
pub(super) fn gives_value(statement: &Statement, register: Register) -> bool {
    match statement {
        Statement::Assign(target, _) => *target == register,
        Statement::Rearrange(copies) => copies.iter().any(|(to, _)| *to == register),
        Statement::Invoke { result, .. } | Statement::InvokeDynamic { result, .. } => *result == Some(register),
        _ => false,
    }
}

/// Whether control may come to an offset without coming by another one before it.
fn is_entered(code: &ThreeAddressCode, from: u32, to: u32) -> bool {
    let inside = |offset: u32| from < offset && offset <= to;
    let jumps_in = |(at, statement): (&u32, &Statement)| {
        let is_own = *at == from || inside(*at);
        !is_own && statement.jump_targets().into_iter().any(inside)
    };
    code.statements.iter().any(jumps_in) || code.handlers.iter().any(|handler| inside(handler.target))
}
