//! An interface that the user gives, in whatever format, read for a component.

use std::path::Path;

use etiquette_applications::explain::state_names;
use etiquette_applications::guards::may_overflow;
use etiquette_applications::reading::{
    MAX_TEXT_BYTES, Notation, ReadInterface, read_expression, read_order, read_protocol,
};
use etiquette_applications::tied::Misfit;
use etiquette_automata::Interface;
use etiquette_component::{Component, Diagnostic};
use etiquette_outcome::Integers;

use crate::arguments::{Numbers, TargetArguments};
use crate::failure::Failure;
use crate::origin;
use crate::pipeline::is_interface;
use crate::source::{MAX_JSON_BYTES, display_name, interface_of_text, read_interface, read_text};

/// An interface, and what people should know about it.
pub struct GivenInterface {
    pub interface: Interface,
    /// The names of its states, as far as they have any.
    pub names: Vec<String>,
    pub notes: Vec<String>,
    /// The methods that it is not about, because nothing could be said of them.
    pub left_out: Vec<String>,
}

/// The target, asked what the file of an interface answers: about its errors, and with its integers. What is wrong with
/// the file is said where it is read.
pub fn as_asked_by(file: Option<&Path>, target: &TargetArguments) -> TargetArguments {
    let read = file.filter(|path| is_interface(path)).and_then(|path| read_interface(path).ok());
    let Some((outcome, enclosed)) = read else { return target.clone() };
    let mut target = origin::with_recorded_errors(target, enclosed.source.as_ref());
    if target.model.integers == Numbers::Auto && outcome.guarantee.integers == Integers::Ideal {
        target.model.integers = Numbers::Ideal;
    }
    target
}

type Reader = fn(&Component, &str) -> Result<ReadInterface, Diagnostic>;

/// Reads an interface from a file.
pub fn from_file(path: &Path, target: &TargetArguments, component: &Component) -> Result<GivenInterface, Failure> {
    let text = read_text(path, MAX_JSON_BYTES)?;
    let reader: Reader = match Notation::of(&path.to_string_lossy(), &text) {
        Notation::Json => return from_json(path, &text, target, component),
        Notation::Expression => read_expression,
        Notation::Protocol => read_protocol,
        Notation::Order => read_order,
    };
    from_text(&display_name(path), &text, component, reader)
}

/// Reads a regular expression.
pub fn from_expression(text: &str, component: &Component) -> Result<GivenInterface, Failure> {
    from_text("--regex", text, component, read_expression)
}

fn from_text(file: &str, text: &str, component: &Component, reader: Reader) -> Result<GivenInterface, Failure> {
    if text.len() > MAX_TEXT_BYTES {
        let message = format!("{file} is larger than the {} KiB that are read", MAX_TEXT_BYTES >> 10);
        return Err(Failure::new(message).help("is this the right file?"));
    }
    let ReadInterface { interface, notes } = reader(component, text).map_err(|problem| Failure::Located {
        file: file.to_owned(),
        text: text.to_owned(),
        problems: vec![problem],
    })?;
    Ok(GivenInterface { interface, names: Vec::new(), notes, left_out: Vec::new() })
}

fn from_json(
    path: &Path,
    text: &str,
    target: &TargetArguments,
    component: &Component,
) -> Result<GivenInterface, Failure> {
    let (outcome, enclosed) = interface_of_text(path, text)?;
    let file = display_name(path);
    if outcome.component != component.name {
        let message = format!("{file} is an interface of `{}`, and this is `{}`", outcome.component, component.name);
        return Err(Failure::new(message).help("give the interface of this class, or the class of this interface"));
    }
    if outcome.guarantee.integers != target.model.integers.integers() {
        let message = format!("one of {file} and the target has ideal integers, the other one has not");
        return Err(Failure::new(message).help("give both the same `--integers`"));
    }
    let is_ideal = outcome.guarantee.integers == Integers::Ideal && may_overflow(&outcome.interface);
    let is_ideal = is_ideal.then(|| "Guards and values of registers are read with numbers that overflow.".to_owned());
    let left_out = enclosed.source.map(|source| source.left_out).unwrap_or_default();
    let names = left_out.join(", ");
    let leaves_out = (!left_out.is_empty()).then(|| format!("It does not cover {names}: clients do not call that."));
    let notes = is_ideal.into_iter().chain(leaves_out).collect();
    Ok(GivenInterface { names: state_names(&outcome), interface: outcome.interface, notes, left_out })
}

/// An interface that does not fit, as a message.
pub fn misfit(misfit: Misfit) -> Failure {
    Failure::new(misfit.message).help(misfit.help)
}
