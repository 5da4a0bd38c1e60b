//! One file for each verb of the command line.

pub mod bench;
pub mod component;
pub mod export;
pub mod synth;

use etiquette_output::text::TextOptions;
use etiquette_output::{Format, render, text};
use etiquette_synthesis::Outcome;

use crate::arguments::Common;
use crate::destination::Destination;

/// The outcome in a format, with colours and the terminal's width where it goes to a terminal.
fn render_for(outcome: &Outcome, format: Format, destination: &Destination, common: &Common) -> String {
    if format != Format::Text || !destination.is_stdout() {
        return render(outcome, format);
    }
    let mut options = TextOptions { color: common.color_on_stdout(), ..TextOptions::default() };
    if let Some((_, columns)) = console::Term::stdout().size_checked() {
        options.width = usize::from(columns).min(options.width);
    }
    text::render(outcome, &options)
}
