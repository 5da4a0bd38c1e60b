//! The process that replays words: compiled and started once, started again when a word does not end.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use super::protocol::{DONE, classes_at, compilation, observed, request};
use super::{Observed, ReplayError, Word};
use crate::jdk::{Jdk, quiet_compiler};

const SOURCE: &str = include_str!("Replay.java");

/// How long a word may take unless another limit is set.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// How much longer to wait for the answer itself.
const GRACE: Duration = Duration::from_secs(10);

/// How often somebody who waits for an answer looks whether it is still wanted.
const HEARTBEAT: Duration = Duration::from_millis(100);

/// Packages of `java.base` whose non-public members may be called.
const OPENED: [&str; 14] = [
    "java.io",
    "java.lang",
    "java.lang.invoke",
    "java.math",
    "java.net",
    "java.nio",
    "java.security",
    "java.text",
    "java.time",
    "java.util",
    "java.util.concurrent",
    "java.util.concurrent.atomic",
    "java.util.regex",
    "java.util.zip",
];

/// A JVM that runs words.
#[derive(Debug)]
pub struct Jvm {
    java: PathBuf,
    /// Holds the compiled program for as long as it is needed.
    folder: TempDir,
    classpath: OsString,
    time_limit: Duration,
    cancelled: Arc<AtomicBool>,
    process: Option<Process>,
}

#[derive(Debug)]
struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Jvm {
    /// Compiles the program and starts a JVM that finds classes at these places.
    ///
    /// # Errors
    /// What the JDK lacks, or why the program does not start.
    pub fn start(jdk: &Jdk, classpath: &[PathBuf]) -> Result<Jvm, ReplayError> {
        let java = jdk.program("java").ok_or(ReplayError::NoProgram("java"))?;
        let javac = jdk.program("javac").ok_or(ReplayError::NoProgram("javac"))?;
        let folder = tempfile::tempdir().map_err(not_started)?;
        compile(&javac, folder.path())?;
        let classpath = joined(classpath)?;
        let mut jvm = Jvm { java, folder, classpath, time_limit: TIME_LIMIT, cancelled: Arc::default(), process: None };
        jvm.process = Some(jvm.spawn()?);
        Ok(jvm)
    }

    /// Says where classes are from now on, without starting another process.
    ///
    /// # Errors
    /// A place that can't be written in a list of places.
    pub fn look_at(&mut self, classpath: &[PathBuf]) -> Result<(), ReplayError> {
        self.classpath = joined(classpath)?;
        let line = classes_at(&self.classpath.to_string_lossy())?;
        if self.process.as_mut().is_some_and(|process| process.tell(&line).is_err()) {
            self.process = None;
        }
        Ok(())
    }

    /// Compiles a source into a folder, where the other classes that it needs are, too. Compiling one more in the same
    /// process takes a small part of the time that a new `javac` takes.
    ///
    /// # Errors
    /// What the compiler says, or that the process was lost.
    pub fn compile(&mut self, source: &Path, folder: &Path) -> Result<(), ReplayError> {
        let request = compilation(&source.to_string_lossy(), &folder.to_string_lossy())?;
        let mut process = self.take_process()?;
        let answer = process.ask(&request, GRACE * 6, &self.cancelled)?;
        self.process = Some(process);
        match answer.into_iter().next() {
            Some(Observed::NotMade(why)) => Err(ReplayError::NotCompiled(why)),
            _ => Ok(()),
        }
    }

    fn take_process(&mut self) -> Result<Process, ReplayError> {
        self.process.take().map_or_else(|| self.spawn(), Ok)
    }

    /// The same with another time limit for each word.
    pub fn with_time_limit(mut self, limit: Duration) -> Jvm {
        self.time_limit = limit;
        self
    }

    /// The same with a flag that ends the wait for an answer.
    pub fn with_cancellation(mut self, cancelled: Arc<AtomicBool>) -> Jvm {
        self.cancelled = cancelled;
        self
    }

    /// Runs a word on a new object. There are fewer observations than calls where a call did not return or could not be
    /// made.
    ///
    /// # Errors
    /// The process was lost. The next word starts another one.
    pub fn run(&mut self, word: &Word) -> Result<Vec<Observed>, ReplayError> {
        let request = request(word, self.time_limit.as_millis())?;
        let mut process = self.take_process()?;
        let answer = process.ask(&request, self.time_limit + GRACE, &self.cancelled)?;
        // A call that does not return goes on in the background: that process is not asked again.
        if answer.last() != Some(&Observed::NotReturned) {
            self.process = Some(process);
        }
        Ok(answer)
    }

    fn spawn(&self) -> Result<Process, ReplayError> {
        let mut command = Command::new(&self.java);
        command.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss4m"]);
        for package in OPENED {
            command.arg(format!("--add-opens=java.base/{package}=ALL-UNNAMED"));
        }
        command.arg("-cp").arg(self.folder.path()).arg("Replay").arg(&self.classpath);
        // Whatever the classes do to files with short names, they do it there.
        command.current_dir(self.folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(not_started)?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => Ok(Process { child, input, lines: read_lines(output) }),
            _ => Err(ReplayError::NotStarted("it has no input or output".into())),
        }
    }
}

impl Process {
    fn tell(&mut self, request: &str) -> Result<(), ReplayError> {
        let written = self.input.write_all(request.as_bytes()).and_then(|()| self.input.flush());
        written.map_err(|error| ReplayError::Lost(error.to_string()))
    }

    fn ask(&mut self, request: &str, limit: Duration, cancelled: &AtomicBool) -> Result<Vec<Observed>, ReplayError> {
        self.tell(request)?;
        let mut answer = Vec::new();
        loop {
            let line = self.line(limit, cancelled)?;
            if line == DONE {
                return Ok(answer);
            }
            answer.push(observed(&line).ok_or_else(|| ReplayError::Lost(format!("it answers `{line}`")))?);
        }
    }

    fn line(&self, limit: Duration, cancelled: &AtomicBool) -> Result<String, ReplayError> {
        let mut waited = Duration::ZERO;
        loop {
            match self.lines.recv_timeout(HEARTBEAT) {
                Ok(line) => return Ok(line),
                Err(_) if cancelled.load(Ordering::Relaxed) => return Err(ReplayError::Cancelled),
                Err(RecvTimeoutError::Timeout) if waited < limit => waited += HEARTBEAT,
                Err(_) => return Err(ReplayError::Lost("it gives no answer".into())),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads in the background, so that waiting for an answer can end.
fn read_lines(output: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// A list of places, each of which means the same in another working directory.
fn joined(classpath: &[PathBuf]) -> Result<OsString, ReplayError> {
    let places: Vec<PathBuf> =
        classpath.iter().map(std::path::absolute).collect::<Result<_, _>>().map_err(not_started)?;
    std::env::join_paths(places).map_err(not_started)
}

fn compile(javac: &Path, folder: &Path) -> Result<(), ReplayError> {
    let source = folder.join("Replay.java");
    fs::write(&source, SOURCE).map_err(not_started)?;
    let no_processors = tempfile::tempdir().map_err(not_started)?;
    let mut command = quiet_compiler(javac, no_processors.path());
    let output = command.arg("-d").arg(folder).arg(&source).output().map_err(not_started)?;
    if output.status.success() { Ok(()) } else { Err(not_started(String::from_utf8_lossy(&output.stderr).trim_end())) }
}

fn not_started(why: impl ToString) -> ReplayError {
    ReplayError::NotStarted(why.to_string())
}
