//! The names of a method's parameters: from `MethodParameters`, else from the variables that are live on entry.

use cafebabe::MethodInfo;
use cafebabe::attributes::{AttributeData, AttributeInfo, LocalVariableEntry};

use crate::code::Register;
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
    let name = |Register(slot)| variables.iter().find(|known| known.index == slot).map(|found| found.name.to_string());
    descriptor.registers(is_static).map(name).collect()
}

fn declared_names(attributes: &[AttributeInfo]) -> Vec<Option<String>> {
    let entries = attribute!(attributes, MethodParameters);
    entries.into_iter().flatten().map(|entry| entry.name.as_ref().map(ToString::to_string)).collect()
}

fn variables_on_entry<'a, 'b>(attributes: &'b [AttributeInfo<'a>]) -> Vec<&'b LocalVariableEntry<'a>> {
    let code_attributes = attribute!(attributes, Code).map(|code| &code.attributes);
    let tables = code_attributes.into_iter().flatten().filter_map(|attribute| match &attribute.data {
        AttributeData::LocalVariableTable(entries) => Some(entries),
        _ => None,
    });
    tables.flatten().filter(|entry| entry.start_pc == 0).collect()
}
