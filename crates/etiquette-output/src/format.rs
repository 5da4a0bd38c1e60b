//! The formats that an outcome can be rendered in, by name.

use std::fmt;
use std::str::FromStr;

/// A format that [`render`](crate::render) can produce.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// To be read in a terminal.
    Text,
    /// The contract for other programs; the only format that can be read back.
    Json,
    /// A graph for Graphviz.
    Dot,
    /// A picture, laid out by this crate.
    Svg,
    /// A state diagram for Markdown pages that know Mermaid.
    Mermaid,
    /// A state diagram for PlantUML.
    Plantuml,
    /// A page for a browser, with the picture.
    Html,
    /// Documentation: methods by state.
    Markdown,
    /// A regular expression over the events.
    Regex,
    /// A protocol for JaTyC, the Java typestate checker.
    Jatyc,
    /// A rule for CrySL, with the order of calls.
    Crysl,
    /// A property for Infer's Topl checker.
    Topl,
    /// Contracts in the Java Modeling Language.
    Jml,
    /// The same as Javadoc.
    Contract,
    /// A model for NuSMV and nuXmv.
    Smv,
    /// A labelled transition system in the Aldebaran format.
    Aut,
}

impl Format {
    /// Every format.
    pub fn all() -> &'static [Format] {
        &[
            Format::Text,
            Format::Json,
            Format::Dot,
            Format::Svg,
            Format::Mermaid,
            Format::Plantuml,
            Format::Html,
            Format::Markdown,
            Format::Regex,
            Format::Jatyc,
            Format::Crysl,
            Format::Topl,
            Format::Jml,
            Format::Contract,
            Format::Smv,
            Format::Aut,
        ]
    }

    /// The name that the command line uses.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Dot => "dot",
            Format::Svg => "svg",
            Format::Mermaid => "mermaid",
            Format::Plantuml => "plantuml",
            Format::Html => "html",
            Format::Markdown => "markdown",
            Format::Regex => "regex",
            Format::Jatyc => "jatyc",
            Format::Crysl => "crysl",
            Format::Topl => "topl",
            Format::Jml => "jml",
            Format::Contract => "contract",
            Format::Smv => "smv",
            Format::Aut => "aut",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Format::all().iter().find(|format| format.name() == name);
        found.copied().ok_or_else(|| UnknownFormat { name: name.into() })
    }
}

/// A name that is no format's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownFormat {
    /// The name.
    pub name: String,
}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Format::all().iter().map(|format| format.name()).collect();
        write!(f, "there is no format `{}`; the formats are {}", self.name, known.join(", "))
    }
}

impl std::error::Error for UnknownFormat {}
