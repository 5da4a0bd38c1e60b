//! The classes of a list, with the jars that they are in. Nothing is downloaded.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use etiquette_bench::{Asked, ClassList};

use crate::failure::Failure;
use crate::source::{display_name, read_text};

/// The largest list that is read.
const MAX_LIST_BYTES: usize = 16 << 20;

/// Folders are searched this deep: as deep as those of Maven's repositories are.
const DEEPEST: usize = 12;

/// Reads a list, and looks for its jars below a folder.
pub fn read(path: &Path, jars: Option<&Path>) -> Result<Vec<Asked>, Failure> {
    let text = read_text(path, MAX_LIST_BYTES)?;
    let unreadable = |why: String| Failure::new(format!("{} is no list of classes: {why}", display_name(path)));
    let list = ClassList::read(&text).map_err(unreadable)?;
    let places = places(&list.coordinates, jars)?;
    Ok(list.classes.into_iter().map(|class| Asked { places: places.clone(), ..class }).collect())
}

fn places(coordinates: &[String], jars: Option<&Path>) -> Result<Vec<PathBuf>, Failure> {
    let mut found = BTreeMap::new();
    if let Some(folder) = jars {
        find_jars(folder, 0, &mut found)
            .map_err(|error| Failure::new(format!("can't look for jars in {}: {error}", folder.display())))?;
    }
    let place = |coordinates: &String| ClassList::jar_name(coordinates).and_then(|name| found.get(&name).cloned());
    let missing: Vec<&str> =
        coordinates.iter().filter(|coordinates| place(coordinates).is_none()).map(String::as_str).collect();
    if !missing.is_empty() {
        return Err(Failure::new(format!("no jars are found for {}", missing.join(", ")))
            .help("download them, and name the folder that they are in with `--jars`"));
    }
    Ok(coordinates.iter().filter_map(place).collect())
}

/// All jars below a folder, by file name.
fn find_jars(folder: &Path, depth: usize, found: &mut BTreeMap<String, PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() && depth < DEEPEST {
            find_jars(&path, depth + 1, found)?;
        } else if name.ends_with(".jar") {
            found.entry(name).or_insert(path);
        }
    }
    Ok(())
}
