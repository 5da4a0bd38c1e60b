//! What `export` understands.

use std::path::PathBuf;

use clap::Args;
use etiquette_output::Format;

use super::DestinationArguments;
use super::one_of::one_of_the_formats;

/// Converts an interface, as written by `--format json`, into another format.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette export file.json --to dot | dot -Tpdf -o file.pdf
  etiquette export file.json --to svg -o file.svg
  etiquette export file.json --to html -o file.html       a page with the picture and the methods by state
  etiquette export file.json --to jatyc -o File.protocol  for JaTyC; what it can't express is said

What a format can't express is weakened to the safe side, and said on standard error.")]
pub struct Export {
    /// An interface in JSON, or `-` for standard input.
    pub interface: PathBuf,
    /// The format to convert it into.
    #[arg(long, value_parser = one_of_the_formats())]
    pub to: Format,
    #[command(flatten)]
    pub destination: DestinationArguments,
}
