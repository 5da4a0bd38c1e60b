//! Class files into classes: bytes in, a resolved [`Class`] or a located error out, never a panic.
//!
//! The file is cut down to what is read (`trim`), decoded by `cafebabe`, folded into our instructions and checked
//! (`validate`). Versions 45 to 69 (JDK 1.0.2 to JDK 25). A record is a class whose superclass is `java/lang/Record`;
//! its components are its fields.

use std::fmt;

use cafebabe::attributes::{AttributeData, AttributeInfo, CodeData, ExceptionTableEntry};
use cafebabe::{ClassFile, FieldInfo, MethodInfo};

use crate::class::{Access, Class, Code, Field, Handler, Method};
use crate::descriptor::{DescriptorError, MethodDescriptor};
use constants::{Bootstraps, literal_constant};

/// What the first attribute of a kind says.
macro_rules! attribute {
    ($attributes:expr, $kind:ident) => {
        $attributes.iter().find_map(|attribute| match &attribute.data {
            AttributeData::$kind(data) => Some(data),
            _ => None,
        })
    };
}

mod code_shape;
mod constants;
mod cursor;
mod instructions;
mod jumps;
mod parameter_names;
mod pool;
mod trim;
mod validate;

/// Why bytes are not a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Where the bytes come from, as the caller names it.
    pub origin: String,
    /// The method that is at fault, where one is: `add(int, java.lang.Object)`.
    pub method: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a readable class file: ", self.origin)?;
        if let Some(method) = &self.method {
            write!(f, "method {method}: ")?;
        }
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for ReadError {}

/// A problem, and the method in which it is.
struct Problem {
    method: Option<String>,
    message: String,
}

impl From<String> for Problem {
    fn from(message: String) -> Problem {
        Problem { method: None, message }
    }
}

/// Reads a class file. The origin (a file, or an entry of a jar) is for messages.
pub fn read_class(bytes: &[u8], origin: &str) -> Result<Class, ReadError> {
    read(bytes).map_err(|Problem { method, message }| ReadError { origin: origin.to_owned(), method, message })
}

fn read(bytes: &[u8]) -> Result<Class, Problem> {
    let trimmed = trim::trim(bytes)?;
    let file = cafebabe::parse_class(&trimmed.bytes).map_err(|problem| problem.to_string())?;
    let bootstraps = Bootstraps::read(&file.attributes, &trimmed.replaced_arguments);
    let methods = file.methods.iter().map(|info| method(info, &bootstraps));
    Ok(Class { methods: methods.collect::<Result<_, _>>()?, ..outline(&file) })
}

/// The class without its methods.
fn outline(file: &ClassFile) -> Class {
    Class {
        name: file.this_class.to_string(),
        superclass: file.super_class.as_ref().map(ToString::to_string),
        interfaces: file.interfaces.iter().map(ToString::to_string).collect(),
        access: Access(file.access_flags.bits()),
        fields: file.fields.iter().map(field).collect(),
        methods: Vec::new(),
        source_file: attribute!(file.attributes, SourceFile).map(ToString::to_string),
        version: file.major_version,
        permitted_subclasses: names(attribute!(file.attributes, PermittedSubclasses)),
        nest_host: attribute!(file.attributes, NestHost).map(ToString::to_string),
        nest_members: names(attribute!(file.attributes, NestMembers)),
        nested_access: nested_access(&file.attributes, &file.this_class),
    }
}

/// The names that an attribute lists, if it is there.
fn names(list: Option<&Vec<impl ToString>>) -> Vec<String> {
    list.into_iter().flatten().map(ToString::to_string).collect()
}

fn nested_access(attributes: &[AttributeInfo], class: &str) -> Option<Access> {
    let own = attribute!(attributes, InnerClasses)?.iter().find(|nested| nested.inner_class_info == class)?;
    Some(Access(own.access_flags.bits()))
}

fn field(info: &FieldInfo) -> Field {
    Field {
        name: info.name.to_string(),
        descriptor: info.descriptor.to_string(),
        access: Access(info.access_flags.bits()),
        constant: attribute!(info.attributes, ConstantValue).map(literal_constant),
    }
}

fn method(info: &MethodInfo, bootstraps: &Bootstraps) -> Result<Method, Problem> {
    let descriptor = info.descriptor.to_string();
    let types: MethodDescriptor = descriptor.parse().map_err(|problem: DescriptorError| problem.to_string())?;
    let access = Access(info.access_flags.bits());
    let is_static = access.has(Access::STATIC);
    let slots = types.parameter_slots() + usize::from(!is_static);
    let code = method_code(info, access, slots, bootstraps)
        .map_err(|message| Problem { method: Some(format!("{}{types}", info.name)), message })?;
    let parameter_names = parameter_names::parameter_names(info, &types, is_static);
    let exceptions = names(attribute!(info.attributes, Exceptions));
    Ok(Method { name: info.name.to_string(), descriptor, access, exceptions, code, parameter_names })
}

fn method_code(
    info: &MethodInfo,
    access: Access,
    parameter_slots: usize,
    bootstraps: &Bootstraps,
) -> Result<Option<Code>, String> {
    let has_no_body = access.has(Access::NATIVE) || access.has(Access::ABSTRACT);
    match attribute!(info.attributes, Code) {
        Some(_) if has_no_body => Err("a native or abstract method has code".to_owned()),
        None if !has_no_body => Err("it has no code, and is neither native nor abstract".to_owned()),
        data => data.map(|data| code(data, parameter_slots, bootstraps)).transpose(),
    }
}

fn code(data: &CodeData, parameter_slots: usize, bootstraps: &Bootstraps) -> Result<Code, String> {
    let opcodes = data.bytecode.iter().flat_map(|bytecode| &bytecode.opcodes);
    let instructions = opcodes.map(|(offset, opcode)| {
        let offset = *offset as u32;
        let instruction = instructions::instruction(offset, opcode, bootstraps)
            .map_err(|problem| format!("instruction at offset {offset}: {problem}"))?;
        Ok((offset, instruction))
    });
    let code = Code {
        max_locals: data.max_locals,
        instructions: instructions.collect::<Result<_, String>>()?,
        handlers: data.exception_table.iter().map(handler).collect(),
        lines: lines(&data.attributes),
    };
    validate::validate(&code, data.code.len() as u32, parameter_slots)?;
    Ok(code)
}

fn handler(entry: &ExceptionTableEntry) -> Handler {
    Handler {
        start: entry.start_pc.into(),
        end: entry.end_pc.into(),
        target: entry.handler_pc.into(),
        catch: entry.catch_type.as_ref().map(ToString::to_string),
    }
}

/// The line tables, of which there may be several, as one; the first entry of an offset holds.
fn lines(attributes: &[AttributeInfo]) -> Vec<(u32, u32)> {
    let tables = attributes.iter().filter_map(|attribute| match &attribute.data {
        AttributeData::LineNumberTable(entries) => Some(entries),
        _ => None,
    });
    let mut lines: Vec<(u32, u32)> =
        tables.flatten().map(|entry| (entry.start_pc.into(), entry.line_number.into())).collect();
    lines.sort_by_key(|(offset, _)| *offset);
    lines.dedup_by_key(|(offset, _)| *offset);
    lines
}
