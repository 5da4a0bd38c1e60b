//! Class paths as `java` reads them: `lib/*` stands for the jars in a folder, and an empty entry for the working folder.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The entries of a class path.
pub fn entries(written: &OsStr) -> Vec<PathBuf> {
    std::env::split_paths(written).flat_map(|entry| expanded(&entry)).collect()
}

fn expanded(entry: &Path) -> Vec<PathBuf> {
    if entry.as_os_str().is_empty() {
        return vec![PathBuf::from(".")];
    }
    match entry.file_name() {
        // A folder may be called so, too, and then is meant: only what is not there can be a pattern.
        Some(name) if name == "*" && !entry.exists() => jars_in(entry.parent().unwrap_or(Path::new(""))),
        _ => vec![entry.to_owned()],
    }
}

/// The jars in a folder, but not below it; sorted, so that the same folder always means the same.
fn jars_in(folder: &Path) -> Vec<PathBuf> {
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let names = std::fs::read_dir(listed).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let is_jar = |name: &Path| name.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jar"));
    let mut jars: Vec<PathBuf> = names.map(PathBuf::from).filter(|name| is_jar(name)).collect();
    jars.sort();
    jars.into_iter().map(|name| folder.join(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::entries;
    use std::ffi::OsStr;
    use std::path::{Path, PathBuf};

    #[test]
    fn entries_are_read_as_java_reads_them() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.jar", "a.JAR", "c.class", "d.zip"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let star = folder.path().join("*");
        let jars = ["a.JAR", "b.jar"].map(|name| folder.path().join(name));
        assert_eq!(entries(star.as_os_str()), jars);
        let missing = folder.path().join("none").join("*");
        assert_eq!(entries(missing.as_os_str()), Vec::<PathBuf>::new());
        let list = std::env::join_paths([Path::new("x"), Path::new(""), Path::new("y")]).unwrap();
        assert_eq!(entries(&list), ["x", ".", "y"].map(PathBuf::from));
        assert_eq!(entries(OsStr::new("")), [PathBuf::from(".")]);
    }
}
