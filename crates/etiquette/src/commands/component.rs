//! `etiquette component`: the component as the engines see it.

use etiquette_component::{print, slice};

use crate::Verdict;
use crate::arguments::{Common, Component, Pass};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::source::read_component;

/// Runs the command.
pub fn run(options: &Component, _: &Common) -> Result<Verdict, Failure> {
    let component = read_component(&options.target)?;
    let destination = Destination::open(&options.destination)?;
    let component = match options.after {
        Pass::Read => component,
        Pass::Slice => slice(&component).component,
    };
    destination.write(&print(&component))?;
    Ok(Verdict::Done)
}
