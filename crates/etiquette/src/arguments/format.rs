//! The names of the output formats.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use etiquette_output::Format;

/// The name of an output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormatName(pub Format);

impl ValueEnum for FormatName {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: [FormatName; 14] = [
            FormatName(Format::Text),
            FormatName(Format::Json),
            FormatName(Format::Dot),
            FormatName(Format::Svg),
            FormatName(Format::Mermaid),
            FormatName(Format::Plantuml),
            FormatName(Format::Html),
            FormatName(Format::Markdown),
            FormatName(Format::Regex),
            FormatName(Format::Jatyc),
            FormatName(Format::Crysl),
            FormatName(Format::Topl),
            FormatName(Format::Smv),
            FormatName(Format::Aut),
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self.0 {
            Format::Text => "to be read in a terminal",
            Format::Json => "for other programs, and for `etiquette export`",
            Format::Dot => "for Graphviz",
            Format::Svg => "a picture",
            Format::Mermaid => "a diagram for Markdown pages",
            Format::Plantuml => "a diagram for PlantUML",
            Format::Html => "a page for a browser, with the picture and the methods by state",
            Format::Markdown => "documentation: the methods by state",
            Format::Regex => "a regular expression over the events",
            Format::Jatyc => "a protocol for JaTyC, the Java typestate checker",
            Format::Crysl => "a rule for CrySL, with the order of calls",
            Format::Topl => "a property for Infer's Topl checker",
            Format::Smv => "a model for NuSMV and nuXmv",
            Format::Aut => "a labelled transition system (Aldebaran), for CADP and mCRL2",
        };
        Some(PossibleValue::new(self.0.name()).help(help))
    }
}
