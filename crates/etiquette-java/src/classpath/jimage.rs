//! The classes of a JDK in `lib/modules`.
//!
//! The file is mapped, not read; opening it collects only the names of its classes, and which package is in which
//! module. `jimage-rs` trusts the offsets in the file and panics where they lead out of it, so a damaged file is caught
//! here.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use jimage_rs::{JImage, ResourceName};
use rustc_hash::FxHashMap;

use super::{ClassSource, SourceError};
use crate::class::package_of;

/// An open `lib/modules`.
pub struct JimageSource {
    path: PathBuf,
    image: JImage,
    /// The module of each package (`java/util`).
    modules: FxHashMap<String, String>,
    /// The internal names of all classes, sorted.
    names: Vec<String>,
}

impl JimageSource {
    /// Opens the file.
    pub fn open(path: &Path) -> Result<JimageSource, SourceError> {
        let opened = guarded(|| {
            let image = JImage::open(path).map_err(|problem| problem.to_string())?;
            let (modules, names) = index(&image)?;
            Ok(JimageSource { path: path.to_owned(), image, modules, names })
        });
        opened.map_err(|problem| SourceError::new(shown(path), problem))
    }

    /// The internal names of the classes of a module (`java.base`), sorted.
    pub fn class_names_of(&self, module: &str) -> Vec<String> {
        let is_in_module = |name: &&String| self.modules.get(package_of(name)).is_some_and(|known| known == module);
        self.names.iter().filter(is_in_module).cloned().collect()
    }

    fn find(&self, internal_name: &str) -> Result<Option<Vec<u8>>, String> {
        let Some(module) = self.modules.get(package_of(internal_name)) else { return Ok(None) };
        let found = self.image.find_resource(&format!("/{module}/{internal_name}.class"));
        Ok(found.map_err(|problem| problem.to_string())?.map(|bytes| bytes.into_owned()))
    }
}

impl ClassSource for JimageSource {
    fn bytes(&self, internal_name: &str) -> Result<Option<Vec<u8>>, SourceError> {
        guarded(|| self.find(internal_name)).map_err(|problem| SourceError::new(self.describe(), problem))
    }

    fn describe(&self) -> String {
        shown(&self.path)
    }

    fn class_names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn names_beside(&self, internal_name: &str) -> Vec<String> {
        self.modules.get(package_of(internal_name)).map(|module| self.class_names_of(module)).unwrap_or_default()
    }
}

fn shown(path: &Path) -> String {
    format!("JDK modules {}", path.display())
}

/// Turns a panic of `jimage-rs` into an error.
fn guarded<T>(access: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let outcome = catch_unwind(AssertUnwindSafe(access));
    outcome.unwrap_or_else(|_| Err("the file is damaged; reinstall the JDK".to_owned()))
}

fn is_class(resource: &ResourceName) -> bool {
    resource.extension == "class" && resource.base != "module-info" && !resource.parent.starts_with("META-INF")
}

fn class_name(resource: &ResourceName) -> String {
    match resource.parent.as_ref() {
        "" => resource.base.to_string(),
        package => format!("{package}/{}", resource.base),
    }
}

/// The module of each package, and the names of all classes.
fn index(image: &JImage) -> Result<(FxHashMap<String, String>, Vec<String>), String> {
    let mut modules: FxHashMap<String, String> = FxHashMap::default();
    let mut names = Vec::new();
    for resource in image.resource_names_iter() {
        let resource = resource.map_err(|problem| problem.to_string())?;
        if !is_class(&resource) {
            continue;
        }
        names.push(class_name(&resource));
        if !modules.contains_key(resource.parent.as_ref()) {
            modules.insert(resource.parent.into_owned(), resource.module.into_owned());
        }
    }
    names.sort_unstable();
    names.dedup();
    Ok((modules, names))
}
