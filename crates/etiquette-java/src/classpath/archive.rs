//! A zip file with class files in it: what jars and jmods share.

use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use zip::ZipArchive;

use super::{MAX_CLASS_BYTES, SourceError};

/// An open zip file.
pub(super) struct Archive {
    description: String,
    zip: Mutex<ZipArchive<Box<dyn Bytes>>>,
}

/// What a zip file is read from.
trait Bytes: Read + Seek + Send {}

impl<T: Read + Seek + Send> Bytes for T {}

impl Archive {
    /// Opens a zip file and reads its directory.
    pub(super) fn open(kind: &str, path: &Path) -> Result<Archive, SourceError> {
        let description = format!("{kind} {}", path.display());
        let opened = File::open(path).map_err(|problem| SourceError::new(&description, problem))?;
        Archive::read_directory(description, Box::new(BufReader::new(opened)))
    }

    /// The same for one that is part of the program.
    pub(super) fn of_bytes(description: &str, bytes: &'static [u8]) -> Result<Archive, SourceError> {
        Archive::read_directory(description.to_owned(), Box::new(Cursor::new(bytes)))
    }

    fn read_directory(description: String, bytes: Box<dyn Bytes>) -> Result<Archive, SourceError> {
        let zip = ZipArchive::new(bytes)
            .map_err(|problem| SourceError::new(&description, format!("not a zip file: {problem}")))?;
        Ok(Archive { description, zip: Mutex::new(zip) })
    }

    /// What it is, for messages.
    pub(super) fn description(&self) -> &str {
        &self.description
    }

    /// The place of each class that the entries have. Where several entries have one class, that with the highest rank
    /// counts.
    pub(super) fn index(&self, class_and_rank: impl Fn(&str) -> Option<(&str, u32)>) -> FxHashMap<String, usize> {
        let zip = self.zip.lock().unwrap_or_else(PoisonError::into_inner);
        let mut best: FxHashMap<String, (u32, usize)> = FxHashMap::default();
        for place in 0..zip.len() {
            let Some(Ok(name)) = zip.name_for_index(place) else { continue };
            let Some((class, rank)) = class_and_rank(&name) else { continue };
            let known = best.entry(class.to_owned()).or_insert((rank, place));
            *known = (*known).max((rank, place));
        }
        best.into_iter().map(|(class, (_, place))| (class, place)).collect()
    }

    /// The content of the entry with a name, if there is one.
    pub(super) fn named(&self, name: &str) -> Result<Option<Vec<u8>>, SourceError> {
        let place = self.zip.lock().unwrap_or_else(PoisonError::into_inner).index_for_name(name);
        place.map(|place| self.content(place)).transpose()
    }

    /// The content of the entry at a place.
    pub(super) fn content(&self, place: usize) -> Result<Vec<u8>, SourceError> {
        self.read(place).map_err(|problem| SourceError::new(&self.description, problem))
    }

    fn read(&self, place: usize) -> Result<Vec<u8>, String> {
        let mut zip = self.zip.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = zip.by_index(place).map_err(|problem| format!("entry {place}: {problem}"))?;
        let mut bytes = Vec::new();
        entry
            .take(MAX_CLASS_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|problem| format!("entry {place}: {problem}"))?;
        match bytes.len() as u64 > MAX_CLASS_BYTES {
            true => Err(format!("entry {place} is too large for a class file")),
            false => Ok(bytes),
        }
    }
}

/// The classes of an index, sorted.
pub(super) fn sorted_names(index: &FxHashMap<String, usize>) -> Vec<String> {
    let mut names: Vec<String> = index.keys().cloned().collect();
    names.sort_unstable();
    names
}
