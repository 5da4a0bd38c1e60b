//! `etiquette export`: an interface in another format.

use super::render_for;
use crate::Verdict;
use crate::arguments::{Common, Export};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::source::read_interface;

/// Runs the command.
pub fn run(options: &Export, common: &Common) -> Result<Verdict, Failure> {
    let (outcome, enclosed) = read_interface(&options.interface)?;
    let destination = Destination::open(&options.destination)?;
    let text = render_for(&outcome, &enclosed, options.to, &destination, common)?;
    destination.write(&text)?;
    Ok(Verdict::Done)
}
