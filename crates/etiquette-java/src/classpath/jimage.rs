//! The classes of a JDK in `lib/modules`.
//!
//! The file is mapped, not read; opening it collects only which package is in which module. `jimage-rs` trusts the offsets in the file and
//! panics where they lead out of it, so a damaged file is caught here.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use jimage_rs::{JImage, ResourceName};
use rustc_hash::FxHashMap;

use super::{ClassSource, SourceError};

/// An open `lib/modules`.
pub struct JimageSource {
    path: PathBuf,
    image: JImage,
    /// The module of each package (`java/util`).
    modules: FxHashMap<String, String>,
}

impl JimageSource {
    /// Opens the file.
    pub fn open(path: &Path) -> Result<JimageSource, SourceError> {
        let opened = guarded(|| {
            let image = JImage::open(path).map_err(|problem| problem.to_string())?;
            let modules = module_of_package(&image)?;
            Ok((image, modules))
        });
        let (image, modules) = opened.map_err(|problem| SourceError::new(shown(path), problem))?;
        Ok(JimageSource { path: path.to_owned(), image, modules })
    }

    /// The internal names of the classes of a module (`java.base`), sorted.
    pub fn class_names_of(&self, module: &str) -> Vec<String> {
        self.names(|resource| resource.module == module)
    }

    fn names(&self, wanted: impl Fn(&ResourceName) -> bool) -> Vec<String> {
        let found = guarded(|| {
            let resources = self.image.resource_names_iter().flatten();
            let classes = resources.filter(|resource| is_class(resource) && wanted(resource));
            Ok(classes.map(|resource| class_name(&resource)).collect())
        });
        let mut names: Vec<String> = found.unwrap_or_default();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn find(&self, internal_name: &str) -> Result<Option<Vec<u8>>, String> {
        let package = internal_name.rsplit_once('/').map_or("", |(package, _)| package);
        let Some(module) = self.modules.get(package) else { return Ok(None) };
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
        self.names(|_| true)
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

fn module_of_package(image: &JImage) -> Result<FxHashMap<String, String>, String> {
    let mut modules: FxHashMap<String, String> = FxHashMap::default();
    for resource in image.resource_names_iter() {
        let resource = resource.map_err(|problem| problem.to_string())?;
        if is_class(&resource) && !modules.contains_key(resource.parent.as_ref()) {
            modules.insert(resource.parent.into_owned(), resource.module.into_owned());
        }
    }
    Ok(modules)
}
