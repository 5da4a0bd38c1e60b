//! The arrays that initialisers make for static finals: tables, mostly. Their lengths are known if they are plainly
//! made with a constant length.

use crate::class::{Access, Class, Constant, Member};
use crate::code::{Register, Statement, ThreeAddressCode, Value};

use super::definitions::definition;
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

/// The array in a register at an offset, if it certainly is a new one of a constant length.
fn made_before(code: &ThreeAddressCode, offset: u32, value: Register) -> Option<Table> {
    let (made_at, made) = definition(code, offset, value)?;
    let Statement::Assign(_, Value::NewArray(descriptor, lengths)) = made else { return None };
    let [length] = lengths[..] else { return None };
    match definition(code, made_at, length)?.1 {
        Statement::Assign(_, Value::Constant(Constant::Int(length))) if *length >= 0 => {
            Some(Table { descriptor: descriptor.clone(), length: *length })
        }
        _ => None,
    }
}
