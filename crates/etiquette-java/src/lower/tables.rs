//! The arrays that initialisers make for static finals: tables, mostly. Their lengths are known if they are plainly
//! made with a constant length.

use crate::class::{Access, Class, Constant, Member};
use crate::code::{Register, Statement, ThreeAddressCode, Value};

use super::world::World;

/// An array that an initialiser makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Table {
    pub descriptor: String,
    pub length: i32,
}

impl World<'_> {
    /// The array that a static final of the class holds, if there is just one assignment and it says so.
    pub fn static_table(&self, class: &std::sync::Arc<Class>, member: &Member) -> Option<Table> {
        let field = class.fields.iter().find(|field| field.name == member.name)?;
        if !field.access.has(Access::FINAL) || !member.descriptor.starts_with('[') {
            return None;
        }
        let code = self.initialiser(class)?;
        let mut assigned = code.statements.iter().filter_map(|(offset, statement)| match statement {
            Statement::PutStatic(assigned, value) if assigned.name == member.name => Some((*offset, *value)),
            _ => None,
        });
        let (offset, value) = assigned.next()?;
        assigned.next().is_none().then(|| made_before(&code, offset, value)).flatten()
    }
}

/// The array in a register before an offset, if the statements right before it, without jumps among them, make one of a
/// constant length.
fn made_before(code: &ThreeAddressCode, offset: u32, value: Register) -> Option<Table> {
    let (offset, made) = assigned_before(code, offset, value)?;
    let Value::NewArray(descriptor, lengths) = made else { return None };
    let [length] = lengths[..] else { return None };
    match assigned_before(code, offset, length)?.1 {
        Value::Constant(Constant::Int(length)) if *length >= 0 => {
            Some(Table { descriptor: descriptor.clone(), length: *length })
        }
        _ => None,
    }
}

/// Where a register got its value before an offset, and what was assigned; copies are followed.
fn assigned_before(code: &ThreeAddressCode, offset: u32, mut register: Register) -> Option<(u32, &Value)> {
    let mut after = offset;
    for (&at, statement) in code.statements.range(..offset).rev() {
        // Where jumps lead to, another way than this one may have assigned the register.
        if code.jump_targets.contains(&after) || code.next.get(&at) != Some(&after) {
            return None;
        }
        match statement {
            Statement::Assign(target, Value::Copy(source)) if *target == register => register = *source,
            Statement::Assign(target, value) if *target == register => return Some((at, value)),
            Statement::Rearrange(copies) => {
                register = copies.iter().find(|(target, _)| *target == register).map_or(register, |(_, source)| *source)
            }
            Statement::Invoke { result, .. } | Statement::InvokeDynamic { result, .. } if *result == Some(register) => {
                return None;
            }
            Statement::Goto(_)
            | Statement::If(..)
            | Statement::Switch(..)
            | Statement::Return(_)
            | Statement::Throw(_) => {
                return None;
            }
            _ => {}
        }
        after = at;
    }
    None
}
