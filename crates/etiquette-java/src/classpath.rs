//! Where classes come from: sources in order, the first that has a class gives it, and each class is read once.
//!
//! Sources are directories, jars, and a JDK's classes. A class that is not found says what was searched.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use crate::class::Class;
use crate::descriptor::source_name;
use crate::ensemble::Ensemble;
use crate::jdk::Jdk;
use crate::read::{ReadError, read_class};

pub use directory::DirectorySource;
pub use jar::JarSource;
pub use jimage::JimageSource;
pub use jmod::JmodSource;
pub(crate) use models::MODEL_PACKAGE;
pub use models::{ModelError, Models};
pub use names::NameError;

mod archive;
mod directory;
mod jar;
mod jimage;
mod jmod;
mod models;
mod names;

/// The most bytes that a class file may have.
const MAX_CLASS_BYTES: u64 = 1 << 26;

/// The Java release whose parts of multi-release jars are taken if no JDK says another.
pub const DEFAULT_RELEASE: u32 = 17;

/// A place that has class files.
pub trait ClassSource: Send + Sync {
    /// The class file of a class, if it is there.
    fn bytes(&self, internal_name: &str) -> Result<Option<Vec<u8>>, SourceError>;

    /// What it is, for messages: `directory build/classes`.
    fn describe(&self) -> String;

    /// The internal names of all classes that it has, sorted.
    fn class_names(&self) -> Vec<String>;

    /// The internal names of the classes that are made together with a class that it has, sorted: all, or those of its
    /// module where it has modules.
    fn names_beside(&self, _internal_name: &str) -> Vec<String> {
        self.class_names()
    }
}

/// A place that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceError {
    /// The place, as [`ClassSource::describe`] names it.
    pub source: String,
    /// What is wrong, and what to do.
    pub message: String,
}

impl SourceError {
    fn new(source: impl Into<String>, message: impl fmt::Display) -> SourceError {
        SourceError { source: source.into(), message: message.to_string() }
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read {}: {}", self.source, self.message)
    }
}

impl std::error::Error for SourceError {}

/// Why a class could not be loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoadError {
    /// No source has it.
    NotFound {
        /// The internal name.
        class: String,
        /// The places that were searched, in order.
        searched: Vec<String>,
    },
    /// The file in its place holds another class.
    Misplaced {
        /// The internal name that was looked for.
        class: String,
        /// The internal name of the class that was there.
        found: String,
        /// The place.
        source: String,
    },
    /// The class file is not readable.
    Unreadable(ReadError),
    /// A source is not readable.
    Source(SourceError),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NotFound { class, searched } => write!(f, "{}", not_found(class, searched)),
            LoadError::Misplaced { class, found, source } => {
                let (class, found) = (source_name(class), source_name(found));
                write!(f, "{source} has the class `{found}` in the place of `{class}`")
            }
            LoadError::Unreadable(error) => error.fmt(f),
            LoadError::Source(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}

/// The sentence for a class that no source has.
fn not_found(class: &str, searched: &[String]) -> String {
    match searched {
        [] => {
            format!("class `{}` was not found: there is neither a class path nor a JDK to search", source_name(class))
        }
        searched => format!("class `{}` was not found; searched {}", source_name(class), searched.join(", ")),
    }
}

type Loaded = Result<Arc<Class>, LoadError>;

/// Sources of classes in order, with the classes that were read.
#[derive(Default)]
struct Sources {
    sources: Vec<Box<dyn ClassSource>>,
    cache: Mutex<FxHashMap<String, Loaded>>,
    /// The names of all classes, once someone asks for them.
    names: OnceLock<Arc<Vec<String>>>,
}

/// All classes that can be seen; some of them may be models, which stand in the place of the classes themselves.
#[derive(Default)]
pub struct ClassPath {
    own: Arc<Sources>,
    models: Option<models::InPlace>,
    ensemble: Option<Arc<Ensemble>>,
}

impl ClassPath {
    /// Of sources in order.
    pub fn new(sources: Vec<Box<dyn ClassSource>>) -> ClassPath {
        ClassPath { own: Arc::new(Sources::new(sources)), models: None, ensemble: None }
    }

    /// Of directories, jars and class files in order, then the JDK's classes.
    pub fn open(entries: &[PathBuf], jdk: Option<&Jdk>) -> Result<ClassPath, SourceError> {
        let release = jdk.and_then(|jdk| jdk.release).unwrap_or(DEFAULT_RELEASE);
        let mut sources = Vec::new();
        for entry in entries {
            sources.push(open_entry(entry, release)?);
        }
        if let Some(jdk) = jdk {
            sources.push(jdk.open()?);
        }
        Ok(ClassPath::new(sources))
    }

    /// The same with the classes that are made for an ensemble.
    pub fn with_ensemble(self, ensemble: Arc<Ensemble>) -> ClassPath {
        ClassPath { ensemble: Some(ensemble), ..self }
    }

    /// The ensemble that is asked about, if it is one.
    pub fn ensemble(&self) -> Option<&Ensemble> {
        self.ensemble.as_deref()
    }

    /// The class with an internal name (`java/util/ArrayList`).
    pub fn load(&self, internal_name: &str) -> Result<Arc<Class>, LoadError> {
        if let Some(made) = self.ensemble().and_then(|ensemble| ensemble.made(internal_name)) {
            return Ok(Arc::clone(made));
        }
        match (self.sources_of(internal_name).load(internal_name), &self.models) {
            (Err(missing @ LoadError::NotFound { .. }), Some(_)) => models::skeleton(internal_name).ok_or(missing),
            (loaded, _) => loaded,
        }
    }

    /// Whether a model stands in the place of a class.
    pub fn is_model(&self, internal_name: &str) -> bool {
        self.models.as_ref().is_some_and(|models| models.sources_of(internal_name).is_some())
    }

    /// The class that a model stands for, if it is there.
    pub(crate) fn behind_model(&self, internal_name: &str) -> Option<Arc<Class>> {
        self.is_model(internal_name).then(|| self.own.load(internal_name).ok())?
    }

    fn sources_of(&self, internal_name: &str) -> &Sources {
        let models = self.models.as_ref().and_then(|models| models.sources_of(internal_name));
        models.unwrap_or(&self.own)
    }

    /// What the sources are, in order.
    pub fn describe(&self) -> Vec<String> {
        self.own.describe()
    }

    /// The internal names of all classes of all sources, sorted, each once. Models have the names of classes.
    pub fn class_names(&self) -> Arc<Vec<String>> {
        self.own.class_names()
    }

    /// The internal names that begin with a text, sorted.
    pub fn class_names_from(&self, beginning: &str) -> Vec<String> {
        let names = self.sources_of(beginning).class_names();
        let first = names.partition_point(|name| name.as_str() < beginning);
        names[first..].iter().take_while(|name| name.starts_with(beginning)).cloned().collect()
    }

    /// The internal names of the classes that are made together with a class, sorted: those of its module, directory or
    /// jar.
    pub fn names_beside(&self, internal_name: &str) -> Vec<String> {
        let mut sources = self.own.sources.iter().map(Box::as_ref);
        let source = sources.find(|source| matches!(look_up(*source, internal_name), Ok(Some(_))));
        source.map(|source| source.names_beside(internal_name)).unwrap_or_default()
    }

    /// The internal name for a name that a person wrote: `java.util.Map.Entry`, `java.util.Map$Entry`,
    /// `java/util/Map$Entry`.
    pub fn resolve_name(&self, written: &str) -> Result<String, NameError> {
        self.find_name(written).ok_or_else(|| names::unknown(written, &self.class_names(), self.describe()))
    }

    /// The same without looking for what might have been meant, which takes a while.
    pub fn find_name(&self, written: &str) -> Option<String> {
        names::candidates(written).into_iter().find(|candidate| self.has(candidate))
    }

    /// The internal name for a name that may lack its package: of a class of `java.lang`, or of the only class with
    /// that simple name.
    pub fn find_by_any_name(&self, written: &str) -> Result<String, NameError> {
        let written = written.trim();
        if let Some(found) = self.find_name(written) {
            return Ok(found);
        }
        if let Some(found) = Some(format!("java/lang/{written}")).filter(|name| self.has(name)) {
            return Ok(found);
        }
        let all = self.class_names();
        let mut alike = all.iter().filter(|name| names::is_simple_name_of(written, name));
        match (alike.next(), alike.next()) {
            (Some(only), None) => Ok(only.clone()),
            (Some(_), Some(_)) => Err(names::ambiguous(written, &all, self.describe())),
            _ => Err(names::unknown(written, &all, self.describe())),
        }
    }

    /// Whether a source has a class, readable or not.
    fn has(&self, internal_name: &str) -> bool {
        !matches!(self.load(internal_name), Err(LoadError::NotFound { .. } | LoadError::Misplaced { .. }))
    }
}

impl Sources {
    fn new(sources: Vec<Box<dyn ClassSource>>) -> Sources {
        Sources { sources, cache: Mutex::default(), names: OnceLock::new() }
    }

    fn load(&self, internal_name: &str) -> Loaded {
        if let Some(known) = self.cache_mut().get(internal_name) {
            return known.clone();
        }
        let loaded = self.read(internal_name);
        self.cache_mut().entry(internal_name.to_owned()).or_insert(loaded).clone()
    }

    fn describe(&self) -> Vec<String> {
        self.sources.iter().map(|source| source.describe()).collect()
    }

    fn class_names(&self) -> Arc<Vec<String>> {
        let all = self.names.get_or_init(|| {
            let mut names: Vec<String> = self.sources.iter().flat_map(|source| source.class_names()).collect();
            // Stable, since that is fast on lists that are sorted already.
            names.sort();
            names.dedup();
            Arc::new(names)
        });
        Arc::clone(all)
    }

    fn read(&self, internal_name: &str) -> Loaded {
        for source in &self.sources {
            if let Some(bytes) = look_up(source.as_ref(), internal_name)? {
                return read_from(source.as_ref(), internal_name, &bytes);
            }
        }
        Err(LoadError::NotFound { class: internal_name.to_owned(), searched: self.describe() })
    }

    /// The cache. What a thread that panicked has left in it is whole: entries are added in one step.
    fn cache_mut(&self) -> MutexGuard<'_, FxHashMap<String, Loaded>> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for ClassPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.describe()).finish()
    }
}

/// The source that a path on the class path stands for: a directory, a jar, or the directory that a class file's
/// package begins in.
pub fn open_entry(path: &Path, release: u32) -> Result<Box<dyn ClassSource>, SourceError> {
    if path.is_dir() {
        return Ok(Box::new(DirectorySource::new(path)));
    }
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("class") => Ok(Box::new(DirectorySource::of_class_file(path)?.0)),
        Some("jmod") => Ok(Box::new(JmodSource::open_file(path)?)),
        _ => Ok(Box::new(JarSource::open(path, release)?)),
    }
}

fn look_up(source: &dyn ClassSource, internal_name: &str) -> Result<Option<Vec<u8>>, LoadError> {
    match names::is_internal_name(internal_name) {
        true => source.bytes(internal_name).map_err(LoadError::Source),
        false => Ok(None),
    }
}

fn read_from(source: &dyn ClassSource, internal_name: &str, bytes: &[u8]) -> Loaded {
    let origin = format!("`{}` in {}", source_name(internal_name), source.describe());
    let class = read_class(bytes, &origin).map_err(LoadError::Unreadable)?;
    if class.name == internal_name {
        return Ok(Arc::new(class));
    }
    Err(LoadError::Misplaced { class: internal_name.to_owned(), found: class.name, source: source.describe() })
}
