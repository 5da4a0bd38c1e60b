//! Rust for an interface: types whose forbidden calls do not compile, and a monitor for run time.
//!
//! Argument values are known only at run time, so guards are checked there in both. Where a state refuses some
//! arguments of a method, the method gives the state back.

mod dynamic;
mod names;
mod registers;
mod typestate;

pub use dynamic::dynamic;
pub use typestate::typestate;

use etiquette_component::Type;
use etiquette_outcome::Outcome;

use super::NoMonitor;
use super::guard::Written;
use super::guard::rust::Rust;
use super::methods::{Kind, Method};
use super::registers::Field;
use names::{Names, REGISTERS, RETURNED, parameter_names};

/// A method as Rust sees it.
struct Code<'a> {
    method: &'a Method<'a>,
    /// The name of the function.
    name: String,
    /// The names of the parameters.
    parameters: Vec<String>,
    kinds: Vec<Kind>,
}

/// Types and values stand for one object.
fn of_one_object(outcome: &Outcome) -> Result<(), NoMonitor> {
    let Some(role) = outcome.roles.first() else { return Ok(()) };
    Err(NoMonitor(format!(
        "it speaks of objects in the role `{}`, too, and Rust monitors follow one object",
        role.name
    )))
}

/// All methods of an interface, and what is lost.
fn all<'a>(methods: &'a [Method<'a>], fields: &[Field], taken: &[&str]) -> (Vec<Code<'a>>, Vec<String>) {
    let mut names = Names::new(taken);
    let mut losses = Vec::new();
    let codes = methods.iter().map(|method| {
        let (code, lost) = Code::new(method, fields, names.function(&method.call.method));
        losses.extend(lost);
        code
    });
    let codes = codes.collect();
    (codes, losses)
}

impl<'a> Code<'a> {
    fn new(method: &'a Method<'a>, fields: &[Field], name: String) -> (Self, Vec<String>) {
        let parameters = parameter_names(method);
        let is_name: Vec<bool> = (0..parameters.len()).map(|index| has_names(method, index)).collect();
        let mut names = parameters.clone();
        names.extend(fields.iter().map(|field| format!("{REGISTERS}.{}", field.name)));
        let returned = method.guards.results().iter().map(|known| width(known.ty)).max();
        let returned = returned.map(|width| (RETURNED, width));
        let language = Rust { names: &parameters, is_name: &is_name };
        let written = Written { guards: &method.guards, names: &names, returned, language: &language };
        let (mut kinds, losses) = method.kinds(&written);
        if let Some(outside) = outside(method, &parameters) {
            kinds.insert(0, Kind::new(Vec::new(), Some(outside)));
        }
        (Code { method, name, parameters, kinds }, losses)
    }

    /// The parameters of the function, `self` aside.
    fn signature(&self) -> String {
        let typed =
            self.parameters.iter().enumerate().map(|(index, name)| format!("{name}: {}", ty(self.method, index)));
        typed.collect::<Vec<_>>().join(", ")
    }
}

/// Whether a guard asks for values of a parameter by name.
fn has_names(method: &Method<'_>, parameter: usize) -> bool {
    method.guards.names_of(parameter).iter().any(|name| name != "null")
}

/// The type of a parameter.
fn ty(method: &Method<'_>, parameter: usize) -> String {
    match (method.guards.parameters()[parameter].ty, method.call.parameters[parameter].ty.as_str()) {
        (Type::Bool, _) => "bool".into(),
        (number @ Type::Int { .. }, _) => number_type(number),
        (Type::Enum(_), "float") => "f32".into(),
        (Type::Enum(_), "double") => "f64".into(),
        (Type::Enum(_), _) if has_names(method, parameter) => "&str".into(),
        (Type::Enum(_), _) => "Option<&dyn std::any::Any>".into(),
    }
}

/// The Rust type that holds numbers of a type.
fn number_type(ty: Type) -> String {
    let sign = if matches!(ty, Type::Int { signed: true, .. }) { "i" } else { "u" };
    format!("{sign}{}", width(ty).next_power_of_two().max(8))
}

fn width(ty: Type) -> u32 {
    if let Type::Int { width, .. } = ty { width } else { 1 }
}

/// The condition that some argument is no value of its type: Rust has no numbers of four bits.
fn outside(method: &Method<'_>, names: &[String]) -> Option<String> {
    let mut conditions = Vec::new();
    for (binding, name) in method.guards.parameters().iter().zip(names) {
        let Type::Int { width, signed } = binding.ty else { continue };
        if width.next_power_of_two().max(8) != width {
            let (low, high) = range(width, signed);
            conditions.push(format!("!({low}..={high}).contains(&{name})"));
        }
    }
    (!conditions.is_empty()).then(|| conditions.join(" || "))
}

fn range(width: u32, signed: bool) -> (i128, i128) {
    let values = 1i128 << width;
    if signed { (-values / 2, values / 2 - 1) } else { (0, values - 1) }
}
