//! Classes as text, for people who want to see what a pass made of them: as read, and as three-address code.
//!
//! Every member of the class is shown, and code that can't be shown says why.

mod instructions;
mod statements;

use std::fmt::Display;
use std::str::FromStr;

use crate::class::{Access, Class, Code, Constant, Field, Handler, Member, Method};
use crate::descriptor::{MethodDescriptor, TypeDescriptor, source_name};
use crate::stackless::remove_stack;

/// The class as it was read, with its instructions.
pub fn print_class(class: &Class) -> String {
    print(class, |code| {
        let lines = code.instructions.iter().map(|(offset, instruction)| line(code, *offset, instruction));
        lines.chain(handlers(&code.handlers)).collect()
    })
}

/// The class with its methods as three-address code.
pub fn print_code(class: &Class) -> String {
    print(class, |code| match remove_stack(code) {
        Ok(lowered) => {
            let lines = lowered.statements.iter().map(|(offset, statement)| line(code, *offset, statement));
            lines.chain(handlers(&lowered.handlers)).collect()
        }
        Err(error) => vec![format!("can't be lowered: offset {} {}", error.offset, error.message)],
    })
}

fn print(class: &Class, body: impl Fn(&Code) -> Vec<String>) -> String {
    let mut lines = vec![format!("{} {{", heading(class))];
    lines.extend(class.fields.iter().map(|field| format!("  {};", field_text(field))));
    for method in &class.methods {
        lines.push(String::new());
        match &method.code {
            Some(code) => {
                lines.push(format!("  {} {{", method_text(method)));
                lines.extend(body(code).into_iter().map(|line| format!("    {line}")));
                lines.push("  }".into());
            }
            None => lines.push(format!("  {};", method_text(method))),
        }
    }
    lines.push("}\n".into());
    lines.join("\n")
}

fn heading(class: &Class) -> String {
    let kind = if class.access.has(Access::INTERFACE) { "interface" } else { "class" };
    let superclass = class.superclass.iter().map(|name| format!(" extends {}", source_name(name)));
    let interfaces: Vec<String> = class.interfaces.iter().map(|name| source_name(name)).collect();
    let implements = (!interfaces.is_empty()).then(|| format!(" implements {}", interfaces.join(", ")));
    let file = class.source_file.iter().map(|file| format!(" /* {file}, version {} */", class.version));
    let rest: String = superclass.chain(implements).chain(file).collect();
    // Classes use the bit that says `synchronized` of a method for something else.
    let access = Access(class.access.0 & !SYNCHRONIZED);
    format!("{}{kind} {}{rest}", flags(access), source_name(&class.name))
}

const SYNCHRONIZED: u16 = 0x0020;

fn flags(access: Access) -> String {
    let names = [
        (Access::PUBLIC, "public "),
        (Access::PRIVATE, "private "),
        (Access::PROTECTED, "protected "),
        (Access::STATIC, "static "),
        (Access::FINAL, "final "),
        (SYNCHRONIZED, "synchronized "),
        (Access::NATIVE, "native "),
        (Access::ABSTRACT, "abstract "),
    ];
    names.iter().filter(|(flag, _)| access.has(*flag)).map(|(_, name)| *name).collect()
}

fn field_text(field: &Field) -> String {
    let value = field.constant.as_ref().map(|constant| format!(" = {}", constant_text(constant))).unwrap_or_default();
    format!("{}{} {}{value}", flags(field.access), type_text(&field.descriptor), field.name)
}

fn method_text(method: &Method) -> String {
    match MethodDescriptor::from_str(&method.descriptor) {
        Ok(descriptor) => {
            let result = descriptor.result.as_ref().map_or("void".to_owned(), ToString::to_string);
            format!("{}{result} {}{descriptor}", flags(method.access), method.name)
        }
        Err(_) => format!("{}{} {}", flags(method.access), method.descriptor, method.name),
    }
}

/// A step of a body with its offset, and its source line where one begins.
fn line(code: &Code, offset: u32, step: &impl Display) -> String {
    let begins = code.lines.iter().find(|(start, _)| *start == offset);
    let source = begins.map(|(_, line)| format!("  // line {line}")).unwrap_or_default();
    format!("{offset:4}  {step}{source}")
}

fn handlers(handlers: &[Handler]) -> impl Iterator<Item = String> {
    handlers.iter().map(|handler| {
        let caught = handler.catch.as_ref().map_or("anything".to_owned(), |class| source_name(class));
        format!("{} to {}: catch {caught} at {}", handler.start, handler.end, handler.target)
    })
}

/// A type as the source writes it; what is no descriptor stays as it is.
fn type_text(descriptor: &str) -> String {
    TypeDescriptor::from_str(descriptor).map_or_else(|_| descriptor.to_owned(), |ty| ty.to_string())
}

/// A class constant: a class, or an array type.
fn class_text(name: &str) -> String {
    TypeDescriptor::of_class_constant(name).map_or_else(|_| name.to_owned(), |ty| ty.to_string())
}

fn member_text(member: &Member) -> String {
    format!("{}.{}", class_text(&member.class), member.name)
}

/// A called method with its parameter types.
fn called_text(member: &Member) -> String {
    let types = MethodDescriptor::from_str(&member.descriptor).map_or(member.descriptor.clone(), |ty| ty.to_string());
    format!("{}{types}", member_text(member))
}

fn constant_text(constant: &Constant) -> String {
    match constant {
        Constant::Int(value) => value.to_string(),
        Constant::Long(value) => format!("{value}L"),
        Constant::Float(value) => format!("{value}f"),
        Constant::Double(value) => format!("{value}d"),
        Constant::Null => "null".into(),
        Constant::String(text) => format!("{text:?}"),
        Constant::Class(name) => format!("{}.class", class_text(name)),
        Constant::Other => "<constant>".into(),
    }
}
