//! Interfaces for people and for programs: one module per format.
//!
//! Every renderer takes an [`Outcome`] and returns a value: no file is opened here and nothing is printed, and the same
//! outcome always gives the same bytes. [`json`] can also be read back. What a format can't express is weakened to the
//! safe side and listed beside the text.
//!
//! ```
//! use etiquette_output::{Format, json, render};
//!
//! let text = r#"{"etiquette": 1, "component": "door", "errors": ["Stuck"],
//!   "guarantee": {"safe": "proved", "permissive": "proved"},
//!   "calls": [{"id": "push", "method": "push", "outcomes": ["opened", "locked"]}, {"id": "enter", "method": "enter"}],
//!   "initial": 0,
//!   "states": [
//!     {"label": null, "allowed": ["push"], "forbidden": [{"call": "enter"}],
//!      "next": [{"call": "push", "outcome": "opened", "to": 1}, {"call": "push", "outcome": "locked", "to": 0}]},
//!     {"label": null, "allowed": ["enter"], "forbidden": [{"call": "push"}],
//!      "next": [{"call": "enter", "outcome": "ok", "to": 0}]}],
//!   "stop": "done"}"#;
//! let door = json::read(text)?;
//! let regex = render(&door, Format::Regex)?;
//! assert!(regex.losses.is_empty());
//! assert!(regex.text.contains("(<push -> opened> enter | <push -> locked>)*"));
//! // A JaTyC protocol knows no outcomes but those of a boolean: entering is never known to be legal.
//! assert_eq!(render(&door, Format::Jatyc)?.losses.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use etiquette_outcome::Outcome;

mod assumptions;
pub mod aut;
pub mod contract;
pub mod crysl;
mod demands;
mod diagram;
pub mod dot;
mod format;
pub mod html;
pub mod jatyc;
pub mod jml;
pub mod json;
mod labels;
pub mod markdown;
mod markup;
pub mod mermaid;
mod moves;
mod names;
mod notes;
mod observers;
pub mod plantuml;
pub mod regex;
mod rendered;
mod sheet;
pub mod smv;
pub mod svg;
pub mod text;
pub mod topl;
mod weaker;

pub use assumptions::given;
pub use format::{Format, UnknownFormat};
pub use rendered::{Inexpressible, Rendered};

/// The outcome in a format, with the format's default options.
///
/// # Errors
/// The format can't express it: a regular expression or a protocol would be far too large, or it is about one object.
pub fn render(outcome: &Outcome, format: Format) -> Result<Rendered, Inexpressible> {
    check_objects(outcome, format)?;
    if matches!(format, Format::Aut | Format::Regex) && !outcome.interface.memory().is_empty() {
        let (finite, mut losses) = weaker::without_registers(outcome)?;
        let rendered = render(&finite, format)?;
        losses.extend(rendered.losses);
        return Ok(Rendered { text: rendered.text, losses });
    }
    let text = match format {
        Format::Text => text::render(outcome, &text::TextOptions::default()),
        Format::Json => json::render(outcome),
        Format::Dot => dot::render(outcome),
        Format::Svg => svg::render(outcome),
        Format::Mermaid => mermaid::render(outcome),
        Format::Plantuml => plantuml::render(outcome),
        Format::Html => html::render(outcome),
        Format::Markdown => markdown::render(outcome),
        Format::Smv => return smv::render(outcome),
        Format::Aut => return Ok(aut::render(outcome)),
        Format::Regex => return regex::render(outcome),
        Format::Jatyc => return jatyc::render(outcome),
        Format::Crysl => return crysl::render(outcome),
        Format::Topl => return topl::render(outcome),
        Format::Jml => return Ok(jml::render(outcome)),
        Format::Contract => contract::render(outcome),
    };
    Ok(Rendered::complete(text))
}

/// Formats that specify a class have no words for what is called on other objects.
fn check_objects(outcome: &Outcome, format: Format) -> Result<(), Inexpressible> {
    let is_of_a_class = matches!(format, Format::Jatyc | Format::Crysl | Format::Topl | Format::Jml);
    match outcome.roles.first().filter(|_| is_of_a_class) {
        None => Ok(()),
        Some(role) => Err(Inexpressible::new(format!(
            "{format} specifies the objects of one class, and the interface speaks of `{}`, too, which is another object",
            role.name
        ))),
    }
}
