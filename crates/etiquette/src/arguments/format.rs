//! The names of the output formats.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use etiquette_output::Format;

/// The name of an output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormatName(pub Format);

impl ValueEnum for FormatName {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: [FormatName; 5] = [
            FormatName(Format::Text),
            FormatName(Format::Json),
            FormatName(Format::Dot),
            FormatName(Format::Svg),
            FormatName(Format::Mermaid),
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
        };
        Some(PossibleValue::new(self.0.name()).help(help))
    }
}
