//! Java targets: finds the class, compiles it first if it is a source, and lowers it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use etiquette_component::MAX_SOURCE_BYTES;
use etiquette_component::passes::Pass;
use etiquette_java::class::Class;
use etiquette_java::classpath::{ClassPath, ClassSource, DirectorySource, Models};
use etiquette_java::ensemble::{Ensemble, Role, proposed};
use etiquette_java::jdk::Jdk;
use etiquette_java::{ErrorChoice, Lowered, Request, Stubs, lower_until};
use tempfile::TempDir;

use crate::arguments::{JavaArguments, TargetArguments};
use crate::class_path;
use crate::failure::Failure;
use crate::java_failure::{not_lowered, unknown_name, unloadable, unreadable, unreadable_class_file};
use crate::javac::compile;
use crate::source::{display_name, read_text};

/// Reads a class and makes a component of it, put through these passes, unless time is over first.
pub fn read_until(
    arguments: &TargetArguments,
    passes: &'static [Pass],
    is_over: &dyn Fn() -> bool,
) -> Result<Lowered, Failure> {
    let java = &arguments.model.java;
    let opened = open_until(arguments, is_over)?;
    let mut request = Request { passes, ..request(java, &opened.class) };
    if let Some(ensemble) = opened.classes.ensemble() {
        request = ensemble.request(request).map_err(not_lowered)?;
    }
    if let Some(path) = &java.stub {
        request.stubs = read_stubs(path, &opened.classes)?;
    }
    request.models = read_models(&java.models, &opened.classes)?;
    let mut lowered = lower_until(&opened.classes, &request, &opened.class, is_over).map_err(not_lowered)?;
    if let (Some(ensemble), Some(lowered)) = (opened.classes.ensemble(), &mut lowered) {
        ensemble.present(lowered);
    }
    lowered.ok_or_else(|| Failure::Limit {
        message: "stopped before the class was made into a component".into(),
        help: "give more time with `--timeout`, or less to look at with `--methods` or `--inline-depth`".into(),
    })
}

/// The class that is meant, and all that can be seen.
pub struct Opened {
    pub class: Arc<Class>,
    pub classes: ClassPath,
    /// Where classes are looked for, beside the JDK.
    pub places: Vec<PathBuf>,
    /// The folder of a compiled source lives as long as this.
    _own: Option<OwnClasses>,
}

/// The JDK that is named, which must be there, or else the usual one, which need not.
pub fn find_jdk(named: Option<&Path>) -> Result<Option<Jdk>, Failure> {
    match (Jdk::find(named), named) {
        (Err(error), Some(_)) => Err(Failure::new(error.to_string())),
        (found, _) => Ok(found.ok()),
    }
}

/// Finds the class, and opens all that can be seen.
pub fn open(arguments: &TargetArguments) -> Result<Opened, Failure> {
    open_until(arguments, &|| false)
}

/// The same, unless time is over before a source is compiled.
fn open_until(arguments: &TargetArguments, is_over: &dyn Fn() -> bool) -> Result<Opened, Failure> {
    let java = &arguments.model.java;
    let jdk = find_jdk(java.jdk.as_deref())?;
    let own = own_classes(&arguments.target, |source| compile(&[source], java, jdk.as_ref(), is_over))?;
    let listed = java.classpath.as_deref().map(class_path::entries).unwrap_or_default();
    let entries: Vec<PathBuf> = own.iter().map(|own| own.folder.clone()).chain::<Vec<PathBuf>>(listed).collect();
    let classes = ClassPath::open(&entries, jdk.as_ref()).map_err(|error| unreadable(&error))?;
    let name = match &own {
        Some(own) => own.name.clone(),
        None => classes
            .resolve_name(&arguments.target.to_string_lossy())
            .map_err(|error| unknown_name(&error, jdk.is_some()))?,
    };
    let class = classes.load(&name).map_err(|error| unloadable(&error))?;
    if java.roles.is_empty() {
        return Ok(Opened { class, classes, places: entries, _own: own });
    }
    if java.roles == [PROPOSE] {
        return Err(proposals(&classes, &class, &errors(java)));
    }
    let ensemble = ensemble(&java.roles, &classes, &class)?;
    let (class, classes) = (Arc::clone(&ensemble.class), classes.with_ensemble(ensemble));
    Ok(Opened { class, classes, places: entries, _own: own })
}

/// Asks for roles to choose from.
const PROPOSE: &str = "auto";

/// The roles that there are to choose from.
fn proposals(classes: &ClassPath, main: &Arc<Class>, errors: &[ErrorChoice]) -> Failure {
    let name = main.name.replace('/', ".");
    let found = proposed(classes, main, errors);
    if found.is_empty() {
        return Failure::new(format!(
            "no method of `{name}` was seen to return an object that keeps it and may raise the error"
        ))
        .help("name one with `--with it=METHOD()`, or an object that clients make with `--with other=new CLASS()`");
    }
    let roles: Vec<String> = found.iter().map(|role| format!("`--with '{role}'`")).collect();
    Failure::new(format!("these objects keep the `{name}` that they came from, and may raise the error: choose one"))
        .help(format!("{}; the name before `=` is yours to choose", roles.join(", ")))
}

/// The class together with objects in roles.
fn ensemble(roles: &[String], classes: &ClassPath, main: &Arc<Class>) -> Result<Arc<Ensemble>, Failure> {
    let read = |written: &String| {
        Role::read(written).map_err(|wrong| {
            Failure::new(format!("in `--with {written}`: {wrong}"))
                .help("write `--with it=iterator()` or `--with sink=new java.io.PipedReader()`")
        })
    };
    let roles = roles.iter().map(read).collect::<Result<Vec<Role>, Failure>>()?;
    Ensemble::new(classes, main, &roles).map(Arc::new).map_err(not_lowered)
}

fn read_stubs(path: &Path, classes: &ClassPath) -> Result<Stubs, Failure> {
    let text = read_text(path, MAX_SOURCE_BYTES)?;
    let file = display_name(path);
    Stubs::read(&text, &file, classes).map_err(|problems| Failure::Located { file, text, problems })
}

fn read_models(paths: &[PathBuf], classes: &ClassPath) -> Result<Models, Failure> {
    if paths.iter().any(|path| path.as_os_str() == "none") {
        return Ok(Models::none());
    }
    if paths.is_empty() {
        return Ok(Models::default());
    }
    let models = Models::open(paths).map_err(|error| unreadable(&error))?;
    match models.check(classes).into_iter().next() {
        Some(wrong) => Err(Failure::new(format!("the model of `{}` {}", wrong.class, wrong.message))
            .help("a model has the public and protected methods of its class, with the same types, and no others")),
        None => Ok(models),
    }
}

/// What a class file or a source says about itself.
struct OwnClasses {
    /// Where its classes are.
    folder: PathBuf,
    /// The internal name of the class that is meant.
    name: String,
    /// The folder of a compiled source lives as long as this.
    _compiled: Option<TempDir>,
}

/// For a class file or a source: where its classes are, and which one is meant.
fn own_classes(
    path: &Path,
    compile: impl FnOnce(&Path) -> Result<TempDir, Failure>,
) -> Result<Option<OwnClasses>, Failure> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("class") if path.exists() => {
            let (source, name) = DirectorySource::of_class_file(path).map_err(|error| unreadable_class_file(&error))?;
            Ok(Some(OwnClasses { folder: source.root().to_owned(), name, _compiled: None }))
        }
        Some("java") if path.exists() => {
            let folder = compile(path)?;
            let names = DirectorySource::new(folder.path()).class_names();
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let meant = names.iter().find(|name| name.rsplit('/').next() == Some(&stem)).or(names.first());
            let name = meant.cloned().ok_or_else(|| Failure::new(format!("{} declares no class", path.display())))?;
            Ok(Some(OwnClasses { folder: folder.path().to_owned(), name, _compiled: Some(folder) }))
        }
        _ => Ok(None),
    }
}

/// The errors where nobody names any, as on the command line.
pub const USUAL_ERRORS: &str = "deliberate";

/// Whether the errors are those that are meant where nobody names any.
pub fn usual_errors(java: &JavaArguments) -> bool {
    java.errors.is_empty() || java.errors == [USUAL_ERRORS]
}

/// The errors that are asked about.
pub fn errors(java: &JavaArguments) -> Vec<ErrorChoice> {
    let usual = [USUAL_ERRORS.to_owned()];
    let written = if java.errors.is_empty() { &usual[..] } else { &java.errors };
    written.iter().map(|written| ErrorChoice::read(written)).collect()
}

/// What is asked about a class.
pub fn request(java: &JavaArguments, class: &Class) -> Request {
    let mut request = Request::new(&class.name);
    request.methods = java.methods.iter().flat_map(|list| split_names(list)).collect();
    request.errors = errors(java);
    request.constructors = java.constructors.iter().flat_map(|list| split_names(list)).collect();
    request.tracked = java.track.iter().flat_map(|list| split_names(list)).collect();
    request.field_classes = java.fields.iter().flat_map(|list| split_names(list)).collect();
    request.outcomes.clone_from(&java.outcomes);
    request.inline_depth = java.inline_depth;
    request.follow = java.follow.into();
    request.is_abstract = java.is_abstract;
    request.is_static = java.is_static;
    request
}

/// Names separated by commas, those in parentheses aside.
fn split_names(list: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut depth = 0usize;
    for c in list.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                names.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(name) = names.last_mut() {
            name.push(c);
        }
    }
    names.into_iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}
