//! Witness programs on disk: one for each breaking change, never over a file that is there already unless the user says
//! so.

use std::fmt::Write;

use etiquette_applications::diff::{self, witness};

use crate::arguments::{Common, Diff};
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
                Ok(program) => Destination::open_in(folder, &program.path, options.destination.force, "--witness-dir")?
                    .write(&program.source)?,
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
