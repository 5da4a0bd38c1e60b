//! The modules of a JDK as `jmods/*.jmod`: zip files behind a short header, with classes under `classes/`.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::archive::{Archive, sorted_names};
use super::{ClassSource, SourceError};

/// Open jmods.
pub struct JmodSource {
    description: String,
    modules: Vec<(Archive, FxHashMap<String, usize>)>,
}

impl JmodSource {
    /// Opens all jmods of a directory.
    pub fn open(directory: &Path) -> Result<JmodSource, SourceError> {
        let description = format!("jmods {}", directory.display());
        let files = jmods(directory).map_err(|problem| SourceError::new(&description, problem))?;
        let modules = files.iter().map(|file| open_module(file)).collect::<Result<_, _>>()?;
        Ok(JmodSource { description, modules })
    }

    /// Opens a single jmod.
    pub fn open_file(path: &Path) -> Result<JmodSource, SourceError> {
        Ok(JmodSource { description: format!("jmod {}", path.display()), modules: vec![open_module(path)?] })
    }
}

impl ClassSource for JmodSource {
    fn bytes(&self, internal_name: &str) -> Result<Option<Vec<u8>>, SourceError> {
        let found = self.modules.iter().find_map(|(archive, places)| Some((archive, places.get(internal_name)?)));
        found.map(|(archive, place)| archive.content(*place)).transpose()
    }

    fn describe(&self) -> String {
        self.description.clone()
    }

    fn class_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.modules.iter().flat_map(|(_, places)| sorted_names(places)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn names_beside(&self, internal_name: &str) -> Vec<String> {
        let module = self.modules.iter().find(|(_, places)| places.contains_key(internal_name));
        module.map(|(_, places)| sorted_names(places)).unwrap_or_default()
    }
}

/// The jmods of a directory, sorted.
fn jmods(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let entries: Vec<_> = directory.read_dir()?.collect::<Result<_, _>>()?;
    let files = entries.into_iter().map(|entry| entry.path());
    let mut jmods: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|found| found == "jmod")).collect();
    jmods.sort_unstable();
    Ok(jmods)
}

fn open_module(path: &Path) -> Result<(Archive, FxHashMap<String, usize>), SourceError> {
    let archive = Archive::open("jmod", path)?;
    let places = archive.index(|entry| Some((entry.strip_prefix("classes/")?.strip_suffix(".class")?, 0)));
    Ok((archive, places))
}
