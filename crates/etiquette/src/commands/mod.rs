//! One file for each verb of the command line.

pub mod abstraction;
pub mod bench;
pub mod certify;
pub mod check;
pub mod component;
pub mod diff;
pub mod explain;
pub mod export;
pub mod monitor;
pub mod refine;
mod split;
pub mod synth;
pub mod verify;

use etiquette_outcome::Outcome;
use etiquette_output::json::Enclosed;
use etiquette_output::text::TextOptions;
use etiquette_output::{Format, json, render, text};

use crate::arguments::Common;
use crate::destination::Destination;
use crate::failure::{Failure, warn};

/// A result with what goes with it.
struct Finding<'a> {
    outcome: &'a Outcome,
    /// What JSON keeps beside the outcome.
    enclosed: &'a Enclosed,
}

/// The result in a format, with colours and the terminal's width where it goes to a terminal.
fn render_for(
    finding: &Finding<'_>,
    format: Format,
    destination: &Destination,
    common: &Common,
) -> Result<String, Failure> {
    match format {
        Format::Json => Ok(json::render_enclosed(finding.outcome, finding.enclosed)),
        Format::Text => Ok(text::render(finding.outcome, &text_options(destination, common))),
        _ => render_and_warn(finding.outcome, format, common),
    }
}

/// The result in a format that may not be able to say everything; what it can't say is said on standard error.
fn render_and_warn(outcome: &Outcome, format: Format, common: &Common) -> Result<String, Failure> {
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
    if !destination.is_stdout() {
        return options;
    }
    options.color = common.color_on_stdout();
    if let Some((_, columns)) = console::Term::stdout().size_checked() {
        options.width = usize::from(columns).min(options.width);
    }
    options
}
