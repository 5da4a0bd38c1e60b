//! One file for each verb of the command line.

pub mod abstraction;
pub mod bench;
pub mod certify;
pub mod component;
pub mod export;
pub mod synth;

use etiquette_output::json::Enclosed;
use etiquette_output::text::TextOptions;
use etiquette_output::{Format, json, render, text};
use etiquette_synthesis::Outcome;

use crate::arguments::Common;
use crate::destination::Destination;

/// A result with what goes with it.
struct Finding<'a> {
    outcome: &'a Outcome,
    /// What JSON keeps beside the outcome.
    enclosed: &'a Enclosed,
}

/// The result in a format, with colours and the terminal's width where it goes to a terminal.
fn render_for(finding: &Finding<'_>, format: Format, destination: &Destination, common: &Common) -> String {
    match format {
        Format::Json => json::render_enclosed(finding.outcome, finding.enclosed),
        Format::Text => text::render(finding.outcome, &text_options(destination, common)),
        _ => render(finding.outcome, format),
    }
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
