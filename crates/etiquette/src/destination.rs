//! Where a result goes: standard output, or a file that appears only when it is complete.

use std::io::{ErrorKind, Write, stdout};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::arguments::DestinationArguments;
use crate::failure::Failure;

/// An opened destination.
pub enum Destination {
    Stdout,
    /// Written beside the file and moved into its place at the end, so that no half-written file is ever seen.
    File {
        path: PathBuf,
        draft: NamedTempFile,
    },
}

impl Destination {
    /// Opens the destination before any work is done, so that a wrong path costs no time.
    pub fn open(arguments: &DestinationArguments) -> Result<Self, Failure> {
        let Some(path) = &arguments.output else {
            if arguments.force {
                return Err(
                    Failure::new("`--force` is about a file, and none is named").help("name one with `--output`")
                );
            }
            return Ok(Destination::Stdout);
        };
        if path.is_dir() {
            return Err(Failure::new(format!("can't write {}: it is a directory", path.display())));
        }
        if path.exists() && !arguments.force {
            return Err(Failure::new(format!("{} exists already", path.display()))
                .help("use `--force` to overwrite it, or name another file"));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let draft = tempfile::Builder::new().prefix(".etiquette-").tempfile_in(folder).map_err(|error| {
            let failure = Failure::new(format!("can't write {}: {}", path.display(), error.kind()));
            failure.help(format!("check that the folder {} exists and can be written to", folder.display()))
        })?;
        Ok(Destination::File { path: path.clone(), draft })
    }

    /// Opens a file in a folder, which is made if it is not there yet; `option` names the folder.
    pub fn open_in(folder: &Path, path: &str, force: bool, option: &str) -> Result<Self, Failure> {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|error| {
            Failure::new(format!("can't make the folder {}: {}", parent.display(), error.kind()))
                .help(format!("name a folder with `{option}` that you may write to"))
        })?;
        Self::open(&DestinationArguments { output: Some(path), force })
    }

    /// Whether the result goes to standard output.
    pub fn is_stdout(&self) -> bool {
        matches!(self, Destination::Stdout)
    }

    /// Writes the result.
    pub fn write(self, text: &str) -> Result<(), Failure> {
        match self {
            Destination::Stdout => match stdout().lock().write_all(text.as_bytes()).and_then(|()| stdout().flush()) {
                // The reader has seen enough, as in `etiquette … | head`.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
                result => result.map_err(|error| Failure::new(format!("can't write to standard output: {error}"))),
            },
            Destination::File { path, mut draft } => {
                let failed = |error: std::io::Error| Failure::new(format!("can't write {}: {error}", path.display()));
                draft.write_all(text.as_bytes()).and_then(|()| draft.flush()).map_err(failed)?;
                make_readable(&draft);
                draft.persist(&path).map_err(|error| failed(error.error))?;
                Ok(())
            }
        }
    }
}

/// Temporary files are private; a result has the usual permissions.
#[cfg(unix)]
fn make_readable(draft: &NamedTempFile) {
    use std::os::unix::fs::PermissionsExt;
    // If it fails, the file is there all the same, only private.
    let _ = draft.as_file().set_permissions(std::fs::Permissions::from_mode(0o644));
}

#[cfg(not(unix))]
fn make_readable(_: &NamedTempFile) {}
