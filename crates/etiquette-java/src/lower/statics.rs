//! What is known about static fields without running initialisers: constants, enum constants, and what an initialiser
//! plainly makes.

use std::sync::Arc;

use crate::class::{Access, Class, Constant, Field, Member};
use crate::code::{Statement, ThreeAddressCode, Value};

use super::definitions::definition;
use super::documented::is_platform;
use super::promises::Promises;
use super::tables::Table;
use super::world::World;

/// What a static field holds.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum StaticValue {
    Constant(Constant),
    /// A constant of an enum class, by ordinal.
    EnumConstant(String, usize),
    /// A compiler's table for a switch over an enum.
    SwitchMap,
    /// An array of known length.
    Table(Table),
    /// Some object that is never null, if these methods never return null.
    NotNull(Promises),
    Unknown,
}

impl World<'_> {
    /// What is known about a static field.
    pub fn static_value(&self, member: &Member) -> StaticValue {
        if member.name == "$assertionsDisabled" {
            return StaticValue::Constant(Constant::Int(i32::from(!self.assertions_enabled())));
        }
        if member.name.starts_with("$SwitchMap$") {
            return StaticValue::SwitchMap;
        }
        let Some(declaring) = self.declaring_class(&member.class, &member.name, &member.descriptor) else {
            return StaticValue::Unknown;
        };
        let Some(class) = self.class(&declaring) else { return StaticValue::Unknown };
        let Some(field) = class.fields.iter().find(|field| field.name == member.name) else {
            return StaticValue::Unknown;
        };
        if let Some(constant) = field.constant.as_ref().filter(|_| field.access.has(Access::FINAL)) {
            return StaticValue::Constant(constant.clone());
        }
        if field.access.has(Access::ENUM) {
            let ordinal =
                self.enum_constants(&declaring).and_then(|names| names.iter().position(|name| *name == field.name));
            return ordinal
                .map_or(StaticValue::Unknown, |ordinal| StaticValue::EnumConstant(declaring.clone(), ordinal));
        }
        if let Some(constant) = self.assigned_constant(&class, field).filter(|_| !self.is_filled_in(&class, field)) {
            return StaticValue::Constant(constant);
        }
        if let Some(table) = self.static_table(&class, member) {
            return StaticValue::Table(table);
        }
        self.is_static_never_null(member).map_or(StaticValue::Unknown, StaticValue::NotNull)
    }

    /// Whether what a static field of a class holds has to be kept, if the class is the component. One that is not final
    /// and has a value from the beginning, as no Java source can ask for, may be anything.
    pub fn is_static_state(&self, class: &Class, field: &Field) -> bool {
        let (name, descriptor) = (field.name.clone(), field.descriptor.clone());
        let value = || self.static_value(&Member { class: class.name.clone(), name, descriptor });
        field.access.has(Access::STATIC)
            && field.constant.is_none()
            && (!field.access.has(Access::FINAL) || matches!(value(), StaticValue::Unknown | StaticValue::NotNull(_)))
    }

    /// The constant that the initialiser plainly gives a final field: `static { STRICT = true; }`.
    fn assigned_constant(&self, class: &Arc<Class>, field: &Field) -> Option<Constant> {
        let code = self.initialiser(class).filter(|_| field.access.has(Access::FINAL))?;
        let mut assigned = code.statements.iter().filter_map(|(offset, statement)| match statement {
            Statement::PutStatic(member, value) if member.name == field.name => Some((*offset, *value)),
            _ => None,
        });
        let (offset, value) = assigned.next().filter(|_| assigned.next().is_none())?;
        match definition(&code, offset, value)? {
            (_, Statement::Assign(_, Value::Constant(constant))) => Some(constant.clone()),
            _ => None,
        }
    }

    /// Whether the JVM fills in a static final of the JDK: `System.out` is null only for as long as it starts.
    pub fn is_filled_in(&self, class: &Arc<Class>, field: &Field) -> bool {
        is_platform(&class.name) && self.assigned_constant(class, field) == Some(Constant::Null)
    }

    pub fn initialiser(&self, class: &Arc<Class>) -> Option<std::rc::Rc<ThreeAddressCode>> {
        let method = class.initialiser()?;
        self.code(class, method).ok()
    }

    /// A compiler's switch table: ordinals with entries. `name` is class and field.
    pub fn switch_map(&self, name: &str) -> Vec<(usize, i32)> {
        let Some((class, field)) = name.rsplit_once('.') else { return Vec::new() };
        let Some(code) = self.class(class).and_then(|class| self.initialiser(&class)) else { return Vec::new() };
        let mut entries = Vec::new();
        let (mut table, mut ordinal, mut number) = (false, None, None);
        for statement in code.statements.values() {
            match statement {
                Statement::Assign(_, Value::GetStatic(member)) if member.name == field => {
                    (table, ordinal) = (true, None)
                }
                Statement::Assign(_, Value::GetStatic(member)) => ordinal = self.ordinal(member),
                Statement::Assign(_, Value::Constant(Constant::Int(value))) => number = Some(*value),
                Statement::ArrayStore(..) => {
                    if let (true, Some(ordinal), Some(number)) = (table, ordinal, number) {
                        entries.push((ordinal, number));
                    }
                    table = false;
                }
                _ => {}
            }
        }
        entries
    }

    fn ordinal(&self, member: &Member) -> Option<usize> {
        self.enum_constants(&member.class)?.iter().position(|name| *name == member.name)
    }
}
