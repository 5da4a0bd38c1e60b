//! Interfaces for people and for programs: one module per format.
//!
//! Every renderer takes an [`Outcome`] and returns a string: no file is opened here and nothing is printed, and the same
//! outcome always gives the same bytes. [`json`] can also be read back.

use etiquette_synthesis::Outcome;

pub mod dot;
mod format;
pub mod json;
pub mod mermaid;
mod moves;
mod names;
mod notes;
pub mod svg;
pub mod text;

pub use format::{Format, UnknownFormat};

/// The outcome in a format, with the format's default options.
pub fn render(outcome: &Outcome, format: Format) -> String {
    match format {
        Format::Text => text::render(outcome, &text::TextOptions::default()),
        Format::Json => json::render(outcome),
        Format::Dot => dot::render(outcome),
        Format::Svg => svg::render(outcome),
        Format::Mermaid => mermaid::render(outcome),
    }
}
