//! The names of a method's parameters: from `MethodParameters`, else from the variables that are live on entry.

use cafebabe::MethodInfo;
use cafebabe::attributes::{AttributeData, AttributeInfo, LocalVariableEntry};

use crate::descriptor::MethodDescriptor;

/// The name of each parameter, as far as the class file tells; without `this`.
pub(super) fn parameter_names(
    info: &MethodInfo,
    descriptor: &MethodDescriptor,
    is_static: bool,
) -> Vec<Option<String>> {
    let declared = declared_names(&info.attributes);
    if declared.len() == descriptor.parameters.len() && declared.iter().any(Option::is_some) {
        return declared;
    }
    let variables = variables_on_entry(&info.attributes);
    let name = |slot: u16| variables.iter().find(|variable| variable.index == slot).map(|found| found.name.to_string());
    slots(descriptor, is_static).map(name).collect()
}

/// The local variable slot of each parameter.
fn slots(descriptor: &MethodDescriptor, is_static: bool) -> impl Iterator<Item = u16> {
    let first = u16::from(!is_static);
    descriptor.parameters.iter().scan(first, |next, parameter| {
        let slot = *next;
        *next = next.saturating_add(parameter.slots());
        Some(slot)
    })
}

fn declared_names(attributes: &[AttributeInfo]) -> Vec<Option<String>> {
    let entries = attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::MethodParameters(entries) => Some(entries),
        _ => None,
    });
    entries.into_iter().flatten().map(|entry| entry.name.as_ref().map(ToString::to_string)).collect()
}

fn variables_on_entry<'a, 'b>(attributes: &'b [AttributeInfo<'a>]) -> Vec<&'b LocalVariableEntry<'a>> {
    let code_attributes = attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::Code(code) => Some(&code.attributes),
        _ => None,
    });
    let tables = code_attributes.into_iter().flatten().filter_map(|attribute| match &attribute.data {
        AttributeData::LocalVariableTable(entries) => Some(entries),
        _ => None,
    });
    tables.flatten().filter(|entry| entry.start_pc == 0).collect()
}
