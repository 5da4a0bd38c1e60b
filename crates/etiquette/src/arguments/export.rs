//! What `export` understands.

use std::path::PathBuf;

use clap::Args;

use super::{DestinationArguments, FormatName};

/// Converts an interface, as written by `--format json`, into another format.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette export file.json --to dot | dot -Tpdf -o file.pdf
  etiquette export file.json --to svg -o file.svg")]
pub struct Export {
    /// An interface in JSON, or `-` for standard input.
    pub interface: PathBuf,
    /// The format to convert it into.
    #[arg(long, value_enum)]
    pub to: FormatName,
    #[command(flatten)]
    pub destination: DestinationArguments,
}
