//! Components that hold others: finds the files behind `uses`, reads them bottom up, and refuses those that hold
//! themselves.
//!
//! Files are opened by whoever calls, through [`HeldFiles`]; so this crate needs to know neither the file system nor
//! interfaces. Each file is read once, however often it is held.

use std::path::{Component as Step, Path, PathBuf};

use rustc_hash::FxHashMap;

use super::{lower, parser, too_large};
use crate::component::Component;
use crate::diagnostic::Diagnostic;

/// Holding goes no deeper than this. Files under several names could otherwise hold each other without end.
const MAX_DEPTH: usize = 32;

/// Gives the files that components hold.
pub trait HeldFiles {
    /// What the file has in it.
    ///
    /// # Errors
    /// Why it can't be held.
    fn open(&mut self, path: &Path) -> Result<HeldFile, Refusal>;

    /// What is inlined in place of a component that was read from the file: usually itself.
    ///
    /// # Errors
    /// Why nothing can take its place.
    fn stand_in(&mut self, path: &Path, component: Component) -> Result<Component, Refusal> {
        let _ = path;
        Ok(component)
    }

    /// Told when a file is held that was held before, and is not opened again.
    fn again(&mut self, path: &Path) {
        let _ = path;
    }
}

/// What was found in a file.
#[derive(Clone, Debug)]
pub enum HeldFile {
    /// The source of a component.
    Source(String),
    /// A component that was made from something else.
    Component(Box<Component>),
}

/// Why a file can't be held. The place is that of the declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

/// Everything that is wrong with one of the files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misread {
    /// The file.
    pub path: PathBuf,
    /// Its text, which the places are in.
    pub text: String,
    /// What is wrong; never empty.
    pub problems: Vec<Diagnostic>,
}

/// Reads a component and those that it holds, which are inlined: the result is flat.
///
/// # Errors
/// What is wrong with the first file that can't be read.
pub fn parse_holding(text: &str, path: &Path, files: &mut dyn HeldFiles) -> Result<Component, Box<Misread>> {
    read_holding(text, path, &file_name(path), files)
}

/// The same with a name for places in the source that need not be that of the file.
pub(super) fn read_holding(
    text: &str,
    path: &Path,
    name: &str,
    files: &mut dyn HeldFiles,
) -> Result<Component, Box<Misread>> {
    let mut holding = Holding { files, chain: Vec::new(), known: FxHashMap::default(), failed: None };
    let read = holding.read(text, path, name);
    read.map_err(|problems| {
        let here = || Box::new(Misread { path: path.into(), text: text.into(), problems });
        holding.failed.take().unwrap_or_else(here)
    })
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Finds nothing: for sources that come without a place.
pub(super) struct NoFiles;

impl HeldFiles for NoFiles {
    fn open(&mut self, path: &Path) -> Result<HeldFile, Refusal> {
        let message = format!("`{}` can't be found: this source comes without a folder", path.display());
        Err(Refusal { message, help: Some("read it from a file".into()) })
    }
}

/// Reads sources where their paths say. Only sources can be held then, and they may be of any size.
pub struct SourceFiles;

impl HeldFiles for SourceFiles {
    fn open(&mut self, path: &Path) -> Result<HeldFile, Refusal> {
        let refused = |problem| Refusal { message: format!("{}: {problem}", path.display()), help: None };
        std::fs::read_to_string(path).map(HeldFile::Source).map_err(refused)
    }
}

/// Why a declaration has no component.
pub(super) enum Missing {
    /// The declaration itself is to blame.
    Here(Refusal),
    /// The held file is, and what is wrong with it was noted.
    Elsewhere,
}

/// The files that are being read, one held by the other.
pub(super) struct Holding<'a> {
    files: &'a mut dyn HeldFiles,
    chain: Vec<PathBuf>,
    known: FxHashMap<PathBuf, Component>,
    failed: Option<Box<Misread>>,
}

impl Holding<'_> {
    fn read(&mut self, text: &str, path: &Path, name: &str) -> Result<Component, Vec<Diagnostic>> {
        too_large(text)?;
        let syntax = parser::parse_component(text).map_err(|problem| vec![problem])?;
        self.chain.push(normal(path));
        let lowered = lower::lower(&syntax, &lower::Source { file: name, text }, self);
        self.chain.pop();
        lowered
    }

    /// The component behind a declaration of the file that is being read.
    pub fn held(&mut self, written: &str) -> Result<Component, Missing> {
        let folder = self.chain.last().and_then(|path| path.parent()).unwrap_or(Path::new(""));
        let path = normal(&folder.join(written));
        if let Some(known) = self.known.get(&path) {
            self.files.again(&path);
            return Ok(known.clone());
        }
        self.refuse_recursion(&path)?;
        let component = match self.files.open(&path).map_err(Missing::Here)? {
            HeldFile::Component(component) => *component,
            HeldFile::Source(text) => {
                let read = self.read(&text, &path, &file_name(&path));
                let component = read.map_err(|problems| self.fail(&path, text, problems))?;
                self.files.stand_in(&path, component).map_err(Missing::Here)?
            }
        };
        self.known.insert(path, component.clone());
        Ok(component)
    }

    /// Notes what is wrong with a held file, unless it is one that this file holds in turn.
    fn fail(&mut self, path: &Path, text: String, problems: Vec<Diagnostic>) -> Missing {
        self.failed.get_or_insert_with(|| Box::new(Misread { path: path.into(), text, problems }));
        Missing::Elsewhere
    }

    fn refuse_recursion(&self, path: &Path) -> Result<(), Missing> {
        let refuse = |message: String, help: &str| Err(Missing::Here(Refusal { message, help: Some(help.into()) }));
        if let Some(first) = self.chain.iter().position(|open| open == path) {
            let names = self.chain[first..].iter().map(PathBuf::as_path).chain([path]);
            let names: Vec<String> = names.map(|name| format!("`{}`", name.display())).collect();
            return refuse(
                format!("a component can't hold itself: {}", names.join(" holds ")),
                "take one of them out of the circle",
            );
        }
        if self.chain.len() >= MAX_DEPTH {
            let message = format!("components hold each other more than {MAX_DEPTH} levels deep");
            return refuse(message, "does one of them hold itself under another name?");
        }
        Ok(())
    }
}

/// The path without `.` and, where that is safe, without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut steps: Vec<Step<'_>> = Vec::new();
    for step in path.components() {
        match (step, steps.last()) {
            (Step::CurDir, _) => {}
            (Step::ParentDir, Some(Step::Normal(_))) => {
                steps.pop();
            }
            _ => steps.push(step),
        }
    }
    steps.iter().collect()
}
