//! When to give up, and where results go.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::quantity::{parse_bytes, parse_duration};

/// When to give up. What is known by then is printed, and the exit code is 3.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitArguments {
    /// Stop after this time: `60` (seconds), `5m`, `1h30m`.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub timeout: Option<Duration>,
    /// Stop when more memory than this is in use: `500M`, `2G`.
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, default_value = "4G")]
    pub memory: u64,
    /// Stop when more component states than this were met.
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,
    /// Look only at sequences of up to this many calls.
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u64>,
    /// Stop when an engine that finds its own predicates (`maymust`, `witness`) has more than this.
    #[arg(long, value_name = "N")]
    pub max_predicates: Option<u64>,
}

impl LimitArguments {
    /// A limit on the time alone.
    pub const fn of_time(timeout: Option<Duration>) -> Self {
        LimitArguments { timeout, memory: u64::MAX, max_states: None, max_depth: None, max_predicates: None }
    }
}

/// Where the result goes.
#[derive(Args, Clone, Debug)]
pub struct DestinationArguments {
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite the file if it exists.
    #[arg(long)]
    pub force: bool,
}

impl DestinationArguments {
    /// The same where the command writes other files, too: then `--force` may be about those only.
    pub fn among_others(&self, are_others: bool) -> DestinationArguments {
        let force = self.force && (self.output.is_some() || !are_others);
        DestinationArguments { output: self.output.clone(), force }
    }

    /// Another file, with the same leave to overwrite it.
    pub fn other(&self, path: &Path) -> DestinationArguments {
        DestinationArguments { output: Some(path.to_owned()), force: self.force }
    }
}
