//! Fields that the user asks to be tracked although the class alone does not show that they are set once.
//!
//! Code of the class path is looked at where it is likely to assign such a field: the class itself, its subclasses down
//! to the component, and the classes nested in it or around it. If one of them assigns the field outside a constructor,
//! the field holds one object after another ([`super::reassigned`]); where that can't be modelled, the request is
//! refused with the place. That no other class does is noted as taken for granted.

use std::collections::BTreeSet;
use std::sync::Arc;

use etiquette_component::diagnostic::nearest;

use super::LowerError;
use super::exceptions::dotted;
use super::heap::{FieldModel, ReferenceField, TrackedField, TrackedObject};
use super::model::{About, Model};
use super::plan::made_class;
use super::request::is_named;
use super::world::World;
use crate::class::{Class, Constant, Field, Member, Method};
use crate::code::{Register, Statement, ThreeAddressCode, Value};

impl World<'_> {
    /// Whether the user asks for a field to be tracked: by its path from the component, or by the class that declares
    /// it.
    pub fn is_asked_to_track(&self, declaring: &str, field: &str, path: &str) -> bool {
        self.wishes().iter().any(|(_, wanted)| is_meant(wanted, declaring, field, path))
    }

    /// The fields that are to be tracked, each with the option that asks for it.
    fn wishes(&self) -> Vec<(&'static str, &str)> {
        let tracked = self.tracked().iter().map(|wanted| ("--track", wanted.as_str()));
        let said = self.field_classes().iter().filter_map(|written| written.split_once('='));
        tracked.chain(said.map(|(wanted, _)| ("--field", wanted.trim()))).collect()
    }

    /// Where code assigns a field that is to be set once: `Foo.open (Foo.java:12)`; `None` if only constructors do.
    pub fn assigned_by(&self, declaring: &Arc<Class>, field: &Field, component: &Arc<Class>) -> Option<String> {
        let mut looked_at = self.nest(declaring).to_vec();
        looked_at.extend(self.superclasses(component));
        looked_at.iter().find_map(|class| {
            let constructs = class.name == declaring.name;
            let methods = (0..class.methods.len())
                .filter(|&index| !constructs || class.methods[index].name != field.access.initialiser());
            methods.into_iter().find_map(|index| self.assignment(class, index, declaring, field))
        })
    }

    /// What the code that is looked at puts into a field: classes that it makes, or `None` for what comes from
    /// elsewhere. Null does not count.
    pub fn assigned_classes(
        &self,
        declaring: &Arc<Class>,
        field: &Field,
        component: &Arc<Class>,
    ) -> Option<BTreeSet<Option<String>>> {
        let mut looked_at = self.nest(declaring).to_vec();
        looked_at.extend(self.superclasses(component));
        let mut found = BTreeSet::new();
        for class in looked_at {
            for method in (0..class.methods.len()).filter(|&method| class.methods[method].code.is_some()) {
                let code = self.code(&class, method).ok()?;
                let assigned = code.statements.iter().filter_map(|(offset, statement)| {
                    let (member, value) = statement.put()?;
                    self.is_field(member, declaring, field).then_some((*offset, value))
                });
                let not_null = assigned.filter(|(offset, value)| !is_null_constant(&code, *offset, *value));
                found.extend(not_null.map(|(offset, value)| made_class(&code, offset, value)));
            }
        }
        Some(found)
    }

    pub fn is_field(&self, member: &Member, declaring: &Class, field: &Field) -> bool {
        let found = || self.declaring_class(&member.class, &member.name, &member.descriptor);
        member.name == field.name && found().is_none_or(|found| found == declaring.name)
    }

    fn assignment(&self, class: &Arc<Class>, index: usize, declaring: &Class, field: &Field) -> Option<String> {
        let method = &class.methods[index];
        let name = format!("`{}.{}`", dotted(&class.name), method.name);
        method.code.as_ref()?;
        // Code that can't be looked at may assign anything.
        let Ok(code) = self.code(class, index) else { return Some(name) };
        let puts = |statement: &Statement| statement.put().is_some_and(|(put, _)| self.is_field(put, declaring, field));
        let (offset, _) = code.statements.iter().find(|(_, statement)| puts(statement))?;
        Some(format!("{name}{}", place(class, method, *offset)))
    }
}

/// Whether the statement before an offset gave a register null.
fn is_null_constant(code: &ThreeAddressCode, offset: u32, register: Register) -> bool {
    let before = code.statements.range(..offset).next_back();
    before.is_some_and(|(_, statement)| *statement == Statement::Assign(register, Value::Constant(Constant::Null)))
}

fn place(class: &Class, method: &Method, offset: u32) -> String {
    let line = method.code.as_ref().and_then(|code| code.line(offset));
    line.zip(class.source_file.as_ref()).map(|(line, file)| format!(" ({file}:{line})")).unwrap_or_default()
}

pub(super) fn is_meant(wanted: &str, declaring: &str, field: &str, path: &str) -> bool {
    let by_class = || wanted.rsplit_once('.').is_some_and(|(class, name)| name == field && is_named(declaring, class));
    wanted == path || by_class()
}

/// Refuses requests that were not fulfilled, each with its reason, and notes what the others rest on.
pub(super) fn check(world: &World<'_>, model: &mut Model, component: &Arc<Class>) -> Result<(), LowerError> {
    for (option, wanted) in world.wishes() {
        let objects = model.heap.objects.clone();
        let fields = || objects.iter().flat_map(|object| object.fields.iter().map(move |field| (object, field)));
        let path = |object: &TrackedObject, field: &TrackedField| format!("{}{}", object.path, field.name);
        let meant = |(object, field): &(&TrackedObject, &TrackedField)| {
            is_meant(wanted, &field.class, &field.name, &path(object, field))
        };
        let found: Vec<_> = fields().filter(meant).collect();
        if found.is_empty() {
            let known: Vec<String> = fields().map(|(object, field)| path(object, field)).collect();
            let help = match nearest(wanted, known.iter().map(String::as_str)) {
                Some(name) => format!("did you mean `{name}`?"),
                None => {
                    "name a field of the class, or of an object that it holds: `list`, `list.size`, `Foo.list`".into()
                }
            };
            let message =
                format!("`{option}` names the field `{wanted}`, and `{}` has none such", dotted(&component.name));
            return Err(LowerError::Refused { message, help: Some(help) });
        }
        for (object, field) in found {
            if let (Some(said), FieldModel::Reference(declared)) =
                (world.said_class(&field.class, &field.name, &path(object, field)), &field.model)
                && let Some(misfit) = world.misfit(&said, &declared.class)
            {
                return Err(misfit);
            }
            match field.model {
                _ if !field.held().is_empty() && field.is_final() => {}
                _ if !field.held().is_empty() => model.note(
                    About::OtherCode,
                    format!("no class assigns `{}.{}` but those that were looked at", dotted(&field.class), field.name),
                    None,
                ),
                _ => return Err(refusal(world, (option, wanted), field, component)),
            }
        }
    }
    Ok(())
}

/// Why a field could not be tracked.
fn refusal(
    world: &World<'_>,
    (option, wanted): (&str, &str),
    field: &TrackedField,
    component: &Arc<Class>,
) -> LowerError {
    let declaring = world.class(&field.class);
    let declared = declaring.as_ref().and_then(|class| class.fields.iter().find(|known| known.name == field.name));
    let assigned =
        declaring.as_ref().zip(declared).and_then(|(class, known)| world.assigned_by(class, known, component));
    let reason = match (&field.model, assigned) {
        (FieldModel::Reference(_), Some(place)) => format!(
            "{place} assigns it, and then all objects that are made for it must be of one class, which no other tracked object can be"
        ),
        (FieldModel::Reference(ReferenceField { class, .. }), None) => format!(
            "its constructors must all give it a new object of one class, or one that they are given, of a class that has objects \
             (it is declared as `{}`), which no other tracked object can be",
            dotted(class)
        ),
        _ => "it holds no object: numbers, arrays and enum constants are always part of the state".to_owned(),
    };
    let message = format!("the field `{wanted}` can't be tracked: {reason}");
    LowerError::Refused {
        message,
        help: Some(format!("leave it out of `{option}`: then only whether it is null is modelled")),
    }
}
