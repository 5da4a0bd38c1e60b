//! Witness programs on disk: one for each breaking change, never over a file that is there already unless the user says so.

use std::fmt::Write;
use std::path::Path;

use etiquette_using::diff::{self, witness};

use crate::arguments::{Common, DestinationArguments, Diff};
use crate::destination::Destination;
use crate::failure::{Failure, warn};

/// Writes the programs of all changes that break clients.
pub fn write(options: &Diff, diffs: &[diff::Diff], common: &Common) -> Result<(), Failure> {
    let Some(folder) = &options.witness_dir else { return Ok(()) };
    let mut number = 0;
    let mut missing = String::new();
    for found in diffs {
        for change in found.forbidden.iter().filter(|change| change.certain) {
            number += 1;
            match witness::program(&found.new, change, number) {
                Ok(program) => write_program(folder, &program, options.destination.force)?,
                Err(why) => {
                    let _ = write!(missing, "\n  {}: {why}", change.written_word().join(" · "));
                }
            }
        }
    }
    if !missing.is_empty() {
        warn(&format!("there are no witness programs for these words:{missing}"), common);
    }
    Ok(())
}

fn write_program(folder: &Path, program: &witness::Program, force: bool) -> Result<(), Failure> {
    let path = folder.join(&program.path);
    let parent = path.parent().unwrap_or(folder);
    std::fs::create_dir_all(parent).map_err(|error| {
        Failure::new(format!("can't make the folder {}: {}", parent.display(), error.kind()))
            .help("name a folder with `--witness-dir` that you may write to")
    })?;
    let arguments = DestinationArguments { output: Some(path), force };
    Destination::open(&arguments)?.write(&program.source)
}
