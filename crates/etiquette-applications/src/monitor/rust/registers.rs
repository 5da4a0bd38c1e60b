//! Registers in Rust: a struct that can be copied, with numbers as `i64` and truth values.

use std::fmt::Write;

use etiquette_automata::Interface;
use etiquette_component::Type;
use etiquette_logic::mask;

use super::super::NoMonitor;
use super::super::guard::rust::Rust;
use super::super::registers::Field;
use super::names::Names;

const RUST: Rust<'_> = Rust { names: &[], is_name: &[] };

/// What a checked method returns instead of making a call that is forbidden.
pub(super) const REFUSED: &str = "
/// The call was not made: it is forbidden now. The state is as it was.
pub struct Refused<S>(pub S);

impl<S> std::fmt::Debug for Refused<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(\"Refused\")
    }
}

impl<S> std::fmt::Display for Refused<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(\"the call is forbidden now\")
    }
}

impl<S> std::error::Error for Refused<S> {}
";

/// The registers of an interface.
pub(super) fn fields(interface: &Interface) -> Result<Vec<Field>, NoMonitor> {
    let mut names = Names::new(&[]);
    Field::all(interface, |register| names.function(register))
}

/// The struct, with what it is before construction.
pub(super) fn declared(fields: &[Field]) -> String {
    let mut code =
        String::from("\n/// What is known beside the state.\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\n");
    code.push_str("struct Registers {\n");
    for field in fields {
        let ty = if field.ty == Type::Bool { "bool" } else { "i64" };
        let _ = writeln!(code, "    {}: {ty},", field.name);
    }
    let values: Vec<String> =
        fields.iter().map(|field| format!("{}: {}", field.name, field.value(field.initial, &RUST))).collect();
    let _ = writeln!(
        code,
        "}}\n\nimpl Registers {{\n    const FIRST: Registers = Registers {{ {} }};\n",
        values.join(", ")
    );
    code.push_str("    /// The registers as messages write them.\n    fn written(&self) -> String {\n");
    let said = fields.iter().map(|field| format!("{} = {{}}", escaped(&field.register))).collect::<Vec<_>>().join(", ");
    let shown: String = fields.iter().map(|field| format!(", {}", shown(field))).collect();
    let before = if fields.is_empty() { "" } else { " with " };
    let _ = writeln!(code, "        format!({:?}{shown})\n    }}\n}}", format!("{before}{said}"));
    code
}

/// The registers with new values for some of them.
pub(super) fn new_values(sets: &[(usize, String)], fields: &[Field]) -> String {
    let values: Vec<String> =
        sets.iter().map(|(register, value)| format!("{}: {value}", fields[*register].name)).collect();
    format!("Registers {{ {}, ..registers }}", values.join(", "))
}

/// A name in a text that is formatted.
fn escaped(name: &str) -> String {
    name.replace('{', "{{").replace('}', "}}")
}

/// A register as messages write it.
fn shown(field: &Field) -> String {
    let name = &field.name;
    match field.ty {
        Type::Int { width, signed: false } => format!("(self.{name} as u64 & {:#x})", mask(width)),
        _ => format!("self.{name}"),
    }
}
