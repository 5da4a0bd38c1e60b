//! A jar. Of a multi-release jar, each class comes from the newest part that the Java release may see.

use std::path::Path;

use rustc_hash::FxHashMap;

use super::archive::{Archive, sorted_names};
use super::{ClassSource, SourceError};

/// Where multi-release jars have the parts for later releases.
const VERSIONS: &str = "META-INF/versions/";

/// An open jar.
pub struct JarSource {
    archive: Archive,
    places: FxHashMap<String, usize>,
}

impl JarSource {
    /// Opens a jar as a Java release sees it.
    pub fn open(path: &Path, release: u32) -> Result<JarSource, SourceError> {
        JarSource::of_archive(Archive::open("jar", path)?, release)
    }

    /// A jar that is part of the program.
    pub(super) fn of_bytes(description: &str, bytes: &'static [u8]) -> Result<JarSource, SourceError> {
        JarSource::of_archive(Archive::of_bytes(description, bytes)?, 0)
    }

    fn of_archive(archive: Archive, release: u32) -> Result<JarSource, SourceError> {
        let newest = if is_multi_release(&archive)? { release } else { 0 };
        let places = archive.index(|entry| class_and_version(entry, newest));
        Ok(JarSource { archive, places })
    }
}

impl ClassSource for JarSource {
    fn bytes(&self, internal_name: &str) -> Result<Option<Vec<u8>>, SourceError> {
        self.places.get(internal_name).map(|place| self.archive.content(*place)).transpose()
    }

    fn describe(&self) -> String {
        self.archive.description().to_owned()
    }

    fn class_names(&self) -> Vec<String> {
        sorted_names(&self.places)
    }
}

/// Whether the main section of the manifest says so.
fn is_multi_release(archive: &Archive) -> Result<bool, SourceError> {
    let manifest = archive.named("META-INF/MANIFEST.MF")?.unwrap_or_default();
    let manifest = String::from_utf8_lossy(&manifest);
    let mut main_section = manifest.lines().take_while(|line| !line.is_empty());
    Ok(main_section.any(|line| line.replace(' ', "").eq_ignore_ascii_case("Multi-Release:true")))
}

/// The class that an entry holds, and the release from which on; `None` if that is newer than wanted.
fn class_and_version(entry: &str, newest: u32) -> Option<(&str, u32)> {
    let class = entry.strip_suffix(".class")?;
    let Some(versioned) = class.strip_prefix(VERSIONS) else {
        return (!class.starts_with("META-INF/")).then_some((class, 0));
    };
    let (version, class) = versioned.split_once('/')?;
    let version = version.parse().ok().filter(|version| (9..=newest).contains(version))?;
    Some((class, version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_later_releases_are_left_out() {
        assert_eq!(class_and_version("a/B.class", 17), Some(("a/B", 0)));
        assert_eq!(class_and_version("META-INF/versions/11/a/B.class", 17), Some(("a/B", 11)));
        assert_eq!(class_and_version("META-INF/versions/21/a/B.class", 17), None);
        assert_eq!(class_and_version("META-INF/versions/8/a/B.class", 17), None);
        assert_eq!(class_and_version("META-INF/versions/x/a/B.class", 17), None);
        assert_eq!(class_and_version("META-INF/a/B.class", 17), None);
        assert_eq!(class_and_version("a/B.java", 17), None);
    }
}
