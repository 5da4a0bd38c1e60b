//! Values that are chosen by name: the parser of an option, and the help that lists them.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use etiquette_output::Format;

/// Takes the name of one of the values; each is described by its name and a line of help.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    values: &'static [T],
    describe: fn(T) -> (&'static str, &'static str),
) -> impl TypedValueParser<Value = T> {
    let described = values.iter().map(|&value| describe(value));
    let names: Vec<PossibleValue> = described.map(|(name, help)| PossibleValue::new(name).help(help)).collect();
    PossibleValuesParser::new(names).try_map(move |written: String| {
        values.iter().copied().find(|&value| describe(value).0 == written).ok_or("there is no such value")
    })
}

/// Which of the options that are listed comes first among those that were given.
pub fn first_given(options: &[(&'static str, bool)]) -> Option<&'static str> {
    options.iter().find(|(_, given)| *given).map(|(option, _)| *option)
}

/// The output formats.
pub fn one_of_the_formats() -> impl TypedValueParser<Value = Format> {
    one_of(Format::all(), |format| {
        let help = match format {
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
            Format::Jml => "contracts in the Java Modeling Language",
            Format::Contract => "contracts as Javadoc",
            Format::Smv => "a model for NuSMV and nuXmv",
            Format::Aut => "a labelled transition system (Aldebaran), for CADP and mCRL2",
        };
        (format.name(), help)
    })
}
