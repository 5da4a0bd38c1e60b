//! `etiquette component`: the component as the engines see it.

use etiquette_component::print;

use crate::Verdict;
use crate::arguments::{Common, Component, Pass};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::target::read_target;

/// Runs the command.
pub fn run(options: &Component, _: &Common) -> Result<Verdict, Failure> {
    let target = read_target(&options.target)?;
    let destination = Destination::open(&options.destination)?;
    let component = match options.after {
        Pass::Read => target.component,
        Pass::Slice => target.slice().component,
    };
    destination.write(&print(&component))?;
    Ok(Verdict::Done)
}
