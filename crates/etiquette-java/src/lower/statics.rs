//! What is known about static fields without running initialisers: constants, enum constants, and what an initialiser
//! plainly makes.

use std::collections::BTreeSet;
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

    /// What a setting begins with: a static field of a library that nothing which runs here gives another value.
    pub fn setting(&self, member: &Member) -> Option<Constant> {
        let class = self.class(&self.declaring_class(&member.class, &member.name, &member.descriptor)?)?;
        let field = class.fields.iter().find(|field| field.name == member.name)?;
        let is_written = || self.written_statics().contains(&(class.name.clone(), field.name.clone()));
        let may_be_one = !is_platform(&class.name) && !field.access.has(Access::FINAL) && self.program().is_ok();
        if !may_be_one || is_written() {
            return None;
        }
        match self.initialiser(&class) {
            Some(code) if assigns(&code, field) => self.initial_constant(&class, field),
            Some(_) => default_value(&field.descriptor),
            None if class.initialiser().is_none() => default_value(&field.descriptor),
            None => None,
        }
    }

    /// The static fields that code which may run here writes, initialisers of their own classes aside.
    fn written_statics(&self) -> &BTreeSet<(String, String)> {
        self.written_statics.get_or_init(|| {
            let program = self.program().ok().flatten();
            let methods = program.iter().flat_map(|program| program.methods_with_code());
            methods.flat_map(|(class, method)| self.statics_written_by(class, method)).collect()
        })
    }

    fn statics_written_by(&self, class: &Arc<Class>, method: usize) -> Vec<(String, String)> {
        let Ok(code) = self.code(class, method) else { return Vec::new() };
        let is_initialiser = class.initialiser() == Some(method);
        let written = code.statements.values().filter_map(|statement| match statement {
            Statement::PutStatic(member, _) if !is_initialiser || member.class != class.name => {
                let declaring = self.declaring_class(&member.class, &member.name, &member.descriptor);
                Some((declaring.unwrap_or_else(|| member.class.clone()), member.name.clone()))
            }
            _ => None,
        });
        written.collect()
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
        if field.access.has(Access::FINAL) { self.initial_constant(class, field) } else { None }
    }

    /// The constant that the initialiser plainly gives a field, once.
    fn initial_constant(&self, class: &Arc<Class>, field: &Field) -> Option<Constant> {
        let code = self.initialiser(class)?;
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

fn assigns(code: &ThreeAddressCode, field: &Field) -> bool {
    let is_it =
        |statement: &Statement| matches!(statement, Statement::PutStatic(member, _) if member.name == field.name);
    code.statements.values().any(is_it)
}

/// What a field of a type has before anything is assigned to it; nothing is said of floating-point numbers.
fn default_value(descriptor: &str) -> Option<Constant> {
    match descriptor.as_bytes().first()? {
        b'Z' | b'B' | b'C' | b'S' | b'I' => Some(Constant::Int(0)),
        b'J' => Some(Constant::Long(0)),
        b'L' | b'[' => Some(Constant::Null),
        _ => None,
    }
}
