//! One file for each verb of the command line.

pub mod abstraction;
pub mod bench;
pub mod certify;
pub mod check;
pub mod component;
pub mod diff;
pub mod explain;
pub mod export;
mod labelings;
pub mod monitor;
pub mod refine;
mod split;
pub mod synth;
pub mod verify;

use etiquette_outcome::Outcome;
use etiquette_output::json::Enclosed;
use etiquette_output::text::TextOptions;
use etiquette_output::{Format, json, render, text};

use crate::arguments::{Common, ListedAssumptions};
use crate::destination::Destination;
use crate::failure::{Failure, warn};

/// The result in a format, with colours and the terminal's width where it goes to a terminal. JSON keeps what is
/// enclosed. What a format can't say is said on standard error.
fn render_for(
    outcome: &Outcome,
    enclosed: &Enclosed,
    format: Format,
    destination: &Destination,
    common: &Common,
) -> Result<String, Failure> {
    match format {
        Format::Json => return Ok(json::render_enclosed(outcome, enclosed)),
        Format::Text => return Ok(text::render(outcome, &text_options(destination, common))),
        _ => {}
    }
    let rendered = render(outcome, format).map_err(|why| {
        Failure::new(format!("the interface can't be written as {format}: {why}"))
            .help("the formats `json`, `aut` and `smv` take any interface")
    })?;
    for loss in &rendered.losses {
        warn(&format!("{format}: {loss}"), common);
    }
    Ok(rendered.text)
}

fn text_options(destination: &Destination, common: &Common) -> TextOptions {
    let mut options = TextOptions::default();
    if common.assumptions == ListedAssumptions::All {
        options.assumptions = usize::MAX;
    }
    if !destination.is_stdout() {
        return options;
    }
    options.color = common.color_on_stdout();
    if let Some((_, columns)) = console::Term::stdout().size_checked() {
        options.width = usize::from(columns).min(options.width);
    }
    options
}
