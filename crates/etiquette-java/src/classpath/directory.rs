//! A directory of class files, laid out by packages.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::{ClassSource, MAX_CLASS_BYTES, SourceError};
use crate::descriptor::source_name;
use crate::read::read_class;

/// How deeply directories are searched for the names of classes.
const MAX_DEPTH: usize = 64;

/// A directory in which packages begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DirectorySource {
    root: PathBuf,
}

impl DirectorySource {
    /// The directory.
    pub fn new(root: impl Into<PathBuf>) -> DirectorySource {
        DirectorySource { root: root.into() }
    }

    /// The directory in which the package of a class file's class begins, and the class's internal name.
    pub fn of_class_file(path: &Path) -> Result<(DirectorySource, String), SourceError> {
        let shown = format!("file {}", path.display());
        let bytes = read_file(path).map_err(|problem| SourceError::new(&shown, problem))?;
        let class = read_class(&bytes, &shown).map_err(|error| SourceError::new(&shown, located(&error)))?;
        let absolute = path.canonicalize().map_err(|problem| SourceError::new(&shown, problem))?;
        match root_of(&absolute, &class.name) {
            Some(root) => Ok((DirectorySource::new(root), class.name)),
            None => Err(SourceError::new(shown, misplaced(&class.name))),
        }
    }

    /// Where packages begin.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn path(&self, internal_name: &str) -> PathBuf {
        let mut path = self.root.clone();
        path.extend(format!("{internal_name}.class").split('/'));
        path
    }
}

impl ClassSource for DirectorySource {
    fn bytes(&self, internal_name: &str) -> Result<Option<Vec<u8>>, SourceError> {
        let path = self.path(internal_name);
        match path.is_file() {
            true => read_file(&path).map(Some).map_err(|problem| SourceError::new(path.display().to_string(), problem)),
            false => Ok(None),
        }
    }

    fn describe(&self) -> String {
        format!("directory {}", self.root.display())
    }

    fn class_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        collect_names(&self.root, "", MAX_DEPTH, &mut names);
        names.sort_unstable();
        names
    }
}

fn located(error: &crate::read::ReadError) -> String {
    match &error.method {
        Some(method) => format!("method {method}: {}", error.message),
        None => error.message.clone(),
    }
}

fn misplaced(name: &str) -> String {
    let place = format!("{name}.class");
    format!("it holds the class `{}`, so its path must end in `{place}`; move it there", source_name(name))
}

/// The part of a path before `com/acme/Foo.class`.
fn root_of(path: &Path, internal_name: &str) -> Option<PathBuf> {
    let mut parts = path.components().rev();
    let names = format!("{internal_name}.class");
    let matches = names.split('/').rev().all(|name| parts.next().is_some_and(|part| part.as_os_str() == name));
    matches.then(|| parts.rev().collect())
}

fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_CLASS_BYTES + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > MAX_CLASS_BYTES {
        true => Err(std::io::Error::other("it is too large for a class file")),
        false => Ok(bytes),
    }
}

/// Adds the classes below a directory. Directories that cannot be read have none; symbolic links to directories are not
/// followed.
fn collect_names(directory: &Path, package: &str, depth: usize, names: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_directory && depth > 0 {
            collect_names(&entry.path(), &format!("{package}{name}/"), depth - 1, names);
        } else if let Some(class) = name.strip_suffix(".class") {
            names.push(format!("{package}{class}"));
        }
    }
}
