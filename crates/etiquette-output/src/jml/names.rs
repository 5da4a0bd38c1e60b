//! Names in JML: ghost fields, types, classes.

use etiquette_automata::{Call, Interface, Parameter};

use crate::labels::{identifier, is_identifier, unique};

/// The ghost field that says which state the object is in.
pub const STATE: &str = "_state";

/// The ghost fields for registers. They begin with an underscore, since the class has a field of the register's name.
pub struct Ghosts {
    fields: Vec<String>,
}

impl Ghosts {
    pub fn new(interface: &Interface) -> Self {
        let names = interface.memory().registers.iter().map(|register| register.name.clone()).collect();
        Ghosts { fields: unique(names).iter().map(|name| format!("_{}", identifier(name))).collect() }
    }

    /// All of them.
    pub fn fields(&self) -> &[String] {
        &self.fields
    }

    /// The field for a register, as it is written in a contract of the call.
    pub fn register(&self, call: &Call, register: usize) -> String {
        let field = &self.fields[register];
        let is_taken = call.parameters.iter().any(|parameter| parameter.name == *field);
        if is_taken { format!("this.{field}") } else { field.clone() }
    }
}

/// Whether it is identifiers with dots between them.
pub fn is_path(text: &str) -> bool {
    text.split('.').all(is_identifier)
}

/// A type in Java. Numbers of sizes that Java does not have are in the next larger one.
pub fn java_type(ty: &str) -> String {
    let unsigned = ty.strip_prefix('u').and_then(|width| width.parse::<u32>().ok());
    let signed = ty.strip_prefix('i').and_then(|width| width.parse::<u32>().ok());
    match (signed, unsigned) {
        _ if ty == "bool" => "boolean".into(),
        (Some(8), _) => "byte".into(),
        (Some(16), _) => "short".into(),
        (_, Some(16)) => "char".into(),
        (Some(..=32), _) | (_, Some(..=31)) => "int".into(),
        (Some(..=64), _) | (_, Some(..=63)) => "long".into(),
        (_, Some(64)) => "\\bigint".into(),
        _ if is_path(ty.trim_end_matches("[]")) => ty.replace('$', "."),
        _ => identifier(ty),
    }
}

/// The package and the class of a component, without the classes around it.
pub fn package_and_class(component: &str) -> (Option<&str>, String) {
    let (package, class) = component.rsplit_once('.').unwrap_or(("", component));
    let class = class.rsplit('$').next().unwrap_or(class);
    (Some(package).filter(|package| is_path(package)), identifier(class))
}

/// The parameters that a client writes, with their types.
pub fn parameters(call: &Call) -> String {
    let name = |parameter: &Parameter| match is_identifier(&parameter.name) {
        true => parameter.name.clone(),
        false => identifier(&parameter.name),
    };
    let written = call.written_parameters().iter();
    written.map(|known| format!("{} {}", java_type(&known.ty), name(known))).collect::<Vec<_>>().join(", ")
}
