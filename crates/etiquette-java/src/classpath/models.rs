//! Models of classes: small classes with the same names, whose fields are what matters of the real ones' state.
//!
//! A model stands in the place of a class that is used, never of one that is asked about. It stands for all that is
//! nested in its class, too: code of the real class would look for fields that the model does not have.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use super::jar::JarSource;
use super::{ClassPath, ClassSource, DEFAULT_RELEASE, SourceError, Sources, open_entry};
use crate::class::{Access, Class, Method, outermost};
use crate::descriptor::{MethodDescriptor, source_name};
use crate::hierarchy::Hierarchy;

/// The models that come with the program, compiled from `models/src`.
const JAR: &[u8] = include_bytes!("../../models/models.jar");

/// What a program can see of the best-known classes of the JDK, without code, for machines that have none: made by
/// `models/Skeletons.java` of `models/skeletons.txt`.
const SKELETONS: &[u8] = include_bytes!("../../models/skeletons.jar");

/// The package of what models say that they leave open.
pub(crate) const MODEL_PACKAGE: &str = "etiquette/";

static BUILT_IN: LazyLock<Arc<Sources>> = LazyLock::new(|| Arc::new(Sources::new(built_in().into_iter().collect())));

static SKELETON_CLASSES: LazyLock<Sources> =
    LazyLock::new(|| Sources::new(part_of_program("the built-in skeletons", SKELETONS).into_iter().collect()));

fn built_in() -> Option<Box<dyn ClassSource>> {
    part_of_program("the built-in models", JAR)
}

fn part_of_program(description: &str, jar: &'static [u8]) -> Option<Box<dyn ClassSource>> {
    JarSource::of_bytes(description, jar).ok().map(|jar| Box::new(jar) as Box<dyn ClassSource>)
}

/// What stands in for a class of a JDK that is not there.
pub(super) fn skeleton(internal_name: &str) -> Option<Arc<Class>> {
    SKELETON_CLASSES.load(internal_name).ok()
}

/// Models of classes.
#[derive(Clone)]
pub struct Models {
    sources: Arc<Sources>,
    /// How many of the sources are the user's.
    given: usize,
}

/// Models that stand in the place of classes.
pub(super) struct InPlace {
    sources: Arc<Sources>,
    /// The outermost classes that they stand for.
    outermost: BTreeSet<String>,
}

/// What is wrong with a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelError {
    /// The class, as a person writes it.
    pub class: String,
    /// What is wrong with it, and what to do.
    pub message: String,
}

impl Default for Models {
    fn default() -> Self {
        Models { sources: Arc::clone(&BUILT_IN), given: 0 }
    }
}

impl fmt::Debug for Models {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.sources.describe()).finish()
    }
}

impl Models {
    /// No models at all.
    pub fn none() -> Models {
        Models { sources: Arc::new(Sources::new(Vec::new())), given: 0 }
    }

    /// Models of folders and jars in order, then those that come with the program.
    ///
    /// # Errors
    /// A folder or jar that can't be read.
    pub fn open(entries: &[PathBuf]) -> Result<Models, SourceError> {
        let given = entries.iter().map(|entry| open_models(entry)).collect::<Result<Vec<_>, _>>()?;
        let count = given.len();
        let sources = given.into_iter().chain(built_in()).collect();
        Ok(Models { sources: Arc::new(Sources::new(sources)), given: count })
    }

    /// Everything that is wrong with the user's models: they must have the methods of the classes that they stand for.
    pub fn check(&self, classes: &ClassPath) -> Vec<ModelError> {
        let given = self.sources.sources[..self.given].iter().flat_map(|source| source.class_names());
        given
            .filter(|name| !name.starts_with(MODEL_PACKAGE))
            .flat_map(|name| self.check_model(&name, classes))
            .collect()
    }

    /// What a model lacks, or has too much, beside the class that it stands for. Without that class there is no telling.
    fn check_model(&self, name: &str, classes: &ClassPath) -> Vec<ModelError> {
        let wrong = |message| ModelError { class: source_name(name), message };
        let model = match self.sources.load(name) {
            Ok(model) => model,
            Err(error) => return vec![wrong(error.to_string())],
        };
        let Ok(real) = classes.load(name) else { return Vec::new() };
        let modelled = classes.with_models(self, &BTreeSet::new());
        let has = |class: &Class, method: &Method, classes: &ClassPath| {
            let found = Hierarchy::new(classes).resolve_method(&class.name, &method.name, &method.descriptor);
            found.ok().flatten().is_some()
        };
        let missing = real.methods.iter().filter(|method| is_offered(method) && !has(&model, method, &modelled));
        let missing = missing.map(|method| format!("lacks `{}`, which the class has", written(method)));
        let is_public = |method: &&Method| is_offered(method) && method.access.has(Access::PUBLIC);
        let invented = model.methods.iter().filter(is_public).filter(|method| !has(&real, method, classes));
        let invented = invented.map(|method| format!("has `{}`, which the class has not", written(method)));
        missing.chain(invented).map(wrong).collect()
    }
}

/// Whether code of other packages may call a method.
fn is_offered(method: &Method) -> bool {
    let is_made = method.access.has(Access::SYNTHETIC);
    !is_made && (method.access.has(Access::PUBLIC) || method.access.has(Access::PROTECTED))
}

fn written(method: &Method) -> String {
    let types = method.descriptor.parse::<MethodDescriptor>().map(|descriptor| descriptor.parameters);
    let types: Vec<String> = types.unwrap_or_default().iter().map(ToString::to_string).collect();
    format!("{}({})", method.name.replace("<init>", "new"), types.join(", "))
}

fn open_models(path: &Path) -> Result<Box<dyn ClassSource>, SourceError> {
    open_entry(path, DEFAULT_RELEASE)
}

impl InPlace {
    pub(super) fn sources_of(&self, internal_name: &str) -> Option<&Sources> {
        self.outermost.contains(outermost(internal_name)).then_some(&*self.sources)
    }
}

impl ClassPath {
    /// The same classes, with models in the place of those that are not to be real.
    pub fn with_models(&self, models: &Models, real: &BTreeSet<String>) -> ClassPath {
        let names = models.sources.class_names();
        let outermost = names.iter().map(|name| outermost(name)).filter(|name| !real.contains(*name));
        let models =
            InPlace { sources: Arc::clone(&models.sources), outermost: outermost.map(str::to_owned).collect() };
        ClassPath { own: Arc::clone(&self.own), models: Some(models), ensemble: self.ensemble.clone() }
    }
}
