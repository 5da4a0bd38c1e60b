//! Registers in a Java monitor: fields beside the state, and for each method that sets some a method that does so.
//!
//! Numbers of up to 32 bits are in an `int`, wider ones in a `long`.

use std::collections::BTreeMap;
use std::fmt::Write;

use etiquette_automata::Interface;
use etiquette_component::Type;
use etiquette_logic::mask;

use super::super::NoMonitor;
use super::super::guard::java::Java;
use super::super::methods::Sets;
use super::super::registers::Field;
use super::code::{RETURNED, Watched, following};
use super::tables::Tables;
use super::text;

const JAVA: Java<'_> = Java { names: &[], types: &[], itself: "", constants: &[], role: None };

/// The registers of an interface: `count` is the field `register_count`.
pub(super) fn fields(interface: &Interface) -> Result<Vec<Field>, NoMonitor> {
    let mut taken: Vec<String> = Vec::new();
    Field::all(interface, |register| {
        let plain: String = register.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let mut name = format!("register_{plain}");
        while taken.contains(&name) {
            name.push('_');
        }
        taken.push(name.clone());
        name
    })
}

/// The fields, and what messages say of them.
pub(super) fn declared(fields: &[Field]) -> String {
    let mut code = String::from("\n");
    for field in fields {
        let value = field.value(field.initial, &JAVA);
        let _ = writeln!(code, "        {} {} = {value};", ty(field), field.name);
    }
    let mut said = String::from("\"\"");
    for (position, field) in fields.iter().enumerate() {
        let before = if position == 0 { " with " } else { ", " };
        let _ = write!(said, " + {} + {}", text(&format!("{before}{} = ", field.register)), shown(field));
    }
    let _ = writeln!(code, "\n        private String registers() {{\n            return {said};\n        }}");
    code
}

/// The statements for an object that was made elsewhere.
pub(super) fn constructed(fields: &[Field]) -> String {
    let mut code = String::new();
    for field in fields {
        let value = field.value(field.constructed.unwrap_or(field.initial), &JAVA);
        let _ = writeln!(code, "        protocol.{} = {value};", field.name);
    }
    code
}

/// The method that sets registers after a call: all values are worked out before any register is set.
pub(super) fn setter(watched: &Watched<'_>, fields: &[Field], tables: &Tables<'_>) -> String {
    if !watched.sets_registers() {
        return String::new();
    }
    let mut cases: BTreeMap<&Sets, Vec<usize>> = BTreeMap::new();
    for (number, kind) in watched.kinds.iter().enumerate() {
        for (state, outcome, sets) in kind.all_sets() {
            cases.entry(sets).or_default().extend(tables.event(state, watched.first_kind + number, outcome));
        }
    }
    let mut parameters = following(&watched.parameters());
    if watched.looks_at_result() {
        let _ = write!(parameters, ", boolean has{RETURNED}, {} {RETURNED}", watched.member.result);
    }
    let mut code = format!(
        "\n    private static void set{}(EtiquetteProtocol protocol, int kind, int outcome{parameters}) {{\n",
        watched.first_kind
    );
    code.push_str("        if (outcome < 0 || protocol.state == EtiquetteProtocol.LOST) return;\n");
    code.push_str(
        "        switch (protocol.state * EtiquetteProtocol.EVENTS + EtiquetteProtocol.FIRST[kind] + outcome) {\n",
    );
    for (sets, events) in cases {
        events.iter().for_each(|event| _ = writeln!(code, "            case {event}:"));
        code.push_str("            {\n");
        if sets.look_at_result {
            let lost = "protocol.state = EtiquetteProtocol.LOST; return;";
            let _ = writeln!(code, "                if (!has{RETURNED}) {{ {lost} }}");
        }
        write_sets(&mut code, sets, fields);
        code.push_str("                break;\n            }\n");
    }
    code.push_str("            default:\n        }\n    }\n");
    code
}

fn write_sets(code: &mut String, sets: &Sets, fields: &[Field]) {
    for (register, value) in &sets.values {
        let _ = writeln!(code, "                {} value${register} = {value};", ty(&fields[*register]));
    }
    for (register, _) in &sets.values {
        let _ = writeln!(code, "                protocol.{} = value${register};", fields[*register].name);
    }
}

fn ty(field: &Field) -> &'static str {
    match field.ty {
        Type::Int { width: ..=32, .. } => "int",
        Type::Int { .. } => "long",
        _ => "boolean",
    }
}

/// A register as messages write it.
fn shown(field: &Field) -> String {
    let name = &field.name;
    match field.ty {
        Type::Int { width: 64, signed: false } => format!("Long.toUnsignedString({name})"),
        Type::Int { width, signed: false } => format!("({name} & {:#x}L)", mask(width)),
        _ => name.clone(),
    }
}
