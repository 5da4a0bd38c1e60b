//! Finds an installed JDK: the one that is named, else `JAVA_HOME`, else that of the `java` on the path.
//!
//! A JDK is optional: only classes of the JDK itself need it.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::classpath::{ClassSource, JimageSource, JmodSource, SourceError};

/// An installed JDK.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Jdk {
    /// Its directory.
    pub home: PathBuf,
    /// Its version, from its `release` file: `17.0.15`.
    pub version: Option<String>,
    /// The Java release that it is of: 17.
    pub release: Option<u32>,
}

/// A compiler that runs nothing of what it reads: no annotation processor, no plug-in (those start by themselves where
/// they are found beside processors, so these are looked for in an empty folder), nothing that the environment asks for.
pub fn quiet_compiler(javac: &Path, empty_folder: &Path) -> Command {
    let mut command = Command::new(javac);
    command.env_remove("JDK_JAVAC_OPTIONS").env_remove("JAVA_TOOL_OPTIONS");
    command.args(QUICK_START).args(["-proc:none", "-implicit:none", "-processorpath"]).arg(empty_folder);
    command
}

/// A compiler that reads a few files ends before it would gain by being optimised itself.
const QUICK_START: [&str; 2] = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"];

/// Why there is no JDK.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JdkError {
    /// Neither `JAVA_HOME` nor a `java` on the path.
    NotFound,
    /// What was named or found is no JDK.
    Unusable {
        /// The directory.
        home: PathBuf,
        /// What named it.
        named_by: String,
    },
}

impl fmt::Display for JdkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JdkError::NotFound => write!(
                f,
                "no JDK was found: JAVA_HOME is not set, and there is no `java` on the PATH; name one with --jdk DIRECTORY"
            ),
            JdkError::Unusable { home, named_by } => {
                let home = home.display();
                write!(
                    f,
                    "{home} (from {named_by}) is no JDK of Java 9 or later: it has neither lib/modules nor jmods; name one with --jdk DIRECTORY"
                )
            }
        }
    }
}

impl std::error::Error for JdkError {}

impl Jdk {
    /// Finds a JDK, as the process's environment says.
    pub fn find(explicit: Option<&Path>) -> Result<Jdk, JdkError> {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        Jdk::find_in(explicit, variable("JAVA_HOME").as_deref(), variable("PATH").as_deref())
    }

    /// Finds a JDK, with given values of `JAVA_HOME` and `PATH`.
    pub fn find_in(explicit: Option<&Path>, java_home: Option<&OsStr>, path: Option<&OsStr>) -> Result<Jdk, JdkError> {
        if let Some(home) = explicit {
            return Jdk::at(home, "--jdk");
        }
        if let Some(home) = java_home {
            return Jdk::at(Path::new(home), "JAVA_HOME");
        }
        let home = path.and_then(home_of_java_on).ok_or(JdkError::NotFound)?;
        Jdk::at(&home, "`java` on the PATH")
    }

    /// The JDK in a directory.
    fn at(home: &Path, named_by: &str) -> Result<Jdk, JdkError> {
        if !image(home).is_file() && !jmods(home).is_dir() {
            return Err(JdkError::Unusable { home: home.to_owned(), named_by: named_by.to_owned() });
        }
        let version = fs::read_to_string(home.join("release")).ok().and_then(|release| version(&release));
        let release = version.as_deref().and_then(release_of);
        Ok(Jdk { home: home.to_owned(), version, release })
    }

    /// Its classes: `lib/modules`, or `jmods` where there is none.
    pub fn open(&self) -> Result<Box<dyn ClassSource>, SourceError> {
        match image(&self.home) {
            image if image.is_file() => Ok(Box::new(JimageSource::open(&image)?)),
            _ => Ok(Box::new(JmodSource::open(&jmods(&self.home))?)),
        }
    }

    /// The file with its modules.
    pub fn image(&self) -> PathBuf {
        image(&self.home)
    }

    /// A program of the JDK (`javac`, `java`), if it is there.
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        let file = self.home.join("bin").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        file.is_file().then_some(file)
    }
}

fn image(home: &Path) -> PathBuf {
    home.join("lib").join("modules")
}

fn jmods(home: &Path) -> PathBuf {
    home.join("jmods")
}

/// The directory of the first `java` on the path, behind symbolic links: the parent of its `bin`.
fn home_of_java_on(path: &OsStr) -> Option<PathBuf> {
    let program = format!("java{}", std::env::consts::EXE_SUFFIX);
    let java = std::env::split_paths(path).map(|directory| directory.join(&program)).find(|file| file.is_file())?;
    let real = java.canonicalize().ok()?;
    real.parent()?.parent().map(Path::to_owned)
}

/// The value of `JAVA_VERSION` in a `release` file.
fn version(release_file: &str) -> Option<String> {
    let value = release_file.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    Some(value.trim().trim_matches('"').to_owned())
}

/// The release of a version: 17 of `17.0.15`, 8 of `1.8.0_402`, 25 of `25-ea`.
fn release_of(version: &str) -> Option<u32> {
    let mut numbers = version.split(|c: char| !c.is_ascii_digit()).map(|number| number.parse().ok());
    match numbers.next()?? {
        1 => numbers.next()?,
        release => Some(release),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_release_is_read_off_the_version() {
        let release = "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"17.0.15\"\n";
        assert_eq!(version(release).as_deref(), Some("17.0.15"));
        for (version, release) in [("17.0.15", 17), ("1.8.0_402", 8), ("25-ea", 25), ("9", 9)] {
            assert_eq!(release_of(version), Some(release));
        }
        assert_eq!(release_of("unknown"), None);
    }

    #[test]
    fn without_a_jdk_there_is_an_error_that_says_what_to_do() {
        let error = Jdk::find_in(None, None, Some(OsStr::new("nowhere"))).unwrap_err();
        assert_eq!(error, JdkError::NotFound);
        let error = Jdk::find_in(Some(Path::new("nowhere")), None, None).unwrap_err();
        assert!(error.to_string().contains("neither lib/modules nor jmods"), "{error}");
    }
}
