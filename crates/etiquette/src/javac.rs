//! Compiles sources, and runs nothing of them: no annotation processor, no plug-in of the compiler, and no option that
//! comes from a name or from the environment.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use etiquette_java::jdk::{Jdk, quiet_compiler};
use tempfile::TempDir;

use crate::arguments::JavaArguments;
use crate::class_path;
use crate::failure::Failure;

/// A compiler that takes longer is stopped, whatever limit the user gave.
const TIME_LIMIT: Duration = Duration::from_secs(120);

/// How often the compiler is looked at.
const PAUSE: Duration = Duration::from_millis(10);

/// Compiles sources into a folder of their own, unless time is over first.
pub fn compile(
    sources: &[&Path],
    java: &JavaArguments,
    jdk: Option<&Jdk>,
    is_over: &dyn Fn() -> bool,
) -> Result<TempDir, Failure> {
    let javac = jdk.and_then(|jdk| jdk.program("javac")).unwrap_or_else(|| PathBuf::from("javac"));
    let folder = tempfile::tempdir().map_err(no_room)?;
    let no_processors = tempfile::tempdir().map_err(no_room)?;
    let mut messages = tempfile::tempfile().map_err(no_room)?;
    let mut command = quiet_compiler(&javac, no_processors.path());
    command.arg("-g").arg("-d").arg(folder.path());
    if let Some(classpath) = &java.classpath {
        command
            .arg("-cp")
            .arg(std::env::join_paths(class_path::entries(classpath).into_iter().map(absolute)).map_err(no_room)?);
    }
    command
        .args(sources.iter().map(|source| absolute((*source).to_owned())))
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    let child = command.stderr(messages.try_clone().map_err(no_room)?).spawn().map_err(|error| {
        Failure::new(format!("can't compile {}: javac does not run ({error})", named(sources)))
            .help("install a JDK, name one with `--jdk`, or compile the source yourself and give the class file")
    })?;
    match wait(child, is_over).map_err(no_room)? {
        Some(status) if status.success() => Ok(folder),
        Some(_) => Err(not_compiled(sources, &mut messages)),
        None => Err(Failure::Limit {
            message: format!("stopped before {} was compiled", named(sources)),
            help: "give more time with `--timeout`, or compile the source yourself and give the class file".into(),
        }),
    }
}

/// A path that begins with no `@` or `-`, which the compiler would take for something else.
fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

/// How the compiler ended; `None` if it was stopped.
fn wait(mut child: Child, is_over: &dyn Fn() -> bool) -> std::io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if is_over() || started.elapsed() > TIME_LIMIT {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        sleep(PAUSE);
    }
}

fn named(sources: &[&Path]) -> String {
    sources.iter().map(|source| source.display().to_string()).collect::<Vec<_>>().join(", ")
}

fn not_compiled(sources: &[&Path], messages: &mut File) -> Failure {
    let mut bytes = Vec::new();
    // What can't be read is left out: that the source does not compile is known all the same.
    let _ = messages.rewind().and_then(|()| messages.read_to_end(&mut bytes));
    let text = String::from_utf8_lossy(&bytes);
    Failure::new(format!("{} does not compile:\n{}", named(sources), text.trim_end()))
}

fn no_room(error: impl std::fmt::Display) -> Failure {
    Failure::new(format!("can't prepare a folder to compile in: {error}"))
}
