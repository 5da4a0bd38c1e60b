//! Runs the program as a user does, and says what it answered.

#![allow(dead_code)] // Every test file uses its own part of this one.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::skipped::skipped;

/// No test may hang: after this time the program is ended, and the test fails.
const PATIENCE: Duration = Duration::from_secs(600);

/// What the program answered.
#[derive(Debug)]
pub struct Answer {
    pub code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Answer {
    /// Standard output as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("results are UTF-8")
    }

    /// The program ended with this exit code, and without a panic.
    #[track_caller]
    pub fn ends_with(self, code: i32) -> Self {
        assert!(!self.stderr.contains("panicked"), "{self:#?}");
        assert_eq!(self.code, Some(code), "{}\n{}", self.stderr, self.start_of_stdout());
        self
    }

    /// Standard error has all of these words.
    #[track_caller]
    pub fn says(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.stderr.contains(word), "no {word:?} in: {}", self.stderr);
        }
        self
    }

    /// Standard output has all of these words.
    #[track_caller]
    pub fn shows(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.text().contains(word), "no {word:?} in: {}", self.start_of_stdout());
        }
        self
    }

    /// An input or usage error: exit code 2, nothing on standard output, an explanation on standard error.
    #[track_caller]
    pub fn refuses(self, words: &[&str]) {
        let answer = self.ends_with(2).says(words);
        assert!(answer.stdout.is_empty(), "{}", answer.text());
    }

    /// Stopped early: exit code 3, nothing on standard error, and a result that has all of these words.
    #[track_caller]
    pub fn stops_early(self, words: &[&str]) -> Self {
        let answer = self.ends_with(3);
        assert_eq!(answer.stderr, "");
        for word in words {
            assert!(answer.text().contains(word), "no {word:?} in: {}", answer.start_of_stdout());
        }
        answer
    }

    fn start_of_stdout(&self) -> String {
        String::from_utf8_lossy(&self.stdout[..self.stdout.len().min(2000)]).into_owned()
    }
}

/// Whether these programs are on the path; a test that needs them says what is missing, and ends. (None is started: a
/// JVM takes a while to say its version.)
pub fn has(programs: &[&str]) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let file = |program: &str| format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let is_there = |program: &&&str| std::env::split_paths(&path).any(|folder| folder.join(file(program)).is_file());
    let missing = programs.iter().find(|program| !is_there(program));
    if let Some(program) = missing {
        skipped(format_args!("no {program} on the path"));
    }
    missing.is_none()
}

/// A compiler that ends before it would gain by being optimised itself.
pub fn javac() -> Command {
    let mut command = Command::new("javac");
    command.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
    command
}

/// A JVM for a short program.
pub fn java() -> Command {
    let mut command = Command::new("java");
    command.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]);
    command
}

/// Runs a program, which must end well; gives what it prints.
#[track_caller]
pub fn succeeds(command: &mut Command) -> String {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Compiles sources into a folder; `None` without a JDK.
pub fn compile(sources: &[(&str, &str)]) -> Option<tempfile::TempDir> {
    if !has(&["javac"]) {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut command = javac();
    command.current_dir(folder.path()).args(["-g", "-d", "."]);
    for (name, source) in sources {
        std::fs::write(folder.path().join(name), source).unwrap();
        command.arg(name);
    }
    succeeds(&mut command);
    Some(folder)
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the crate stands in crates/")
}

/// A file among the examples.
pub fn example(name: &str) -> String {
    root().join("examples").join(name).display().to_string()
}

/// The program with arguments, not started yet. It sees a folder of its own.
pub fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_etiquette"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program in a folder.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Answer {
    wait(program(folder, arguments).spawn().expect("the program starts"))
}

/// Runs the program.
pub fn run(arguments: &[&str]) -> Answer {
    run_in(&root(), arguments)
}

/// Runs a command on a component with this source.
pub fn run_on(source: impl AsRef<[u8]>, command: &[&str]) -> Answer {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("input.component"), source).expect("a writable folder");
    let arguments: Vec<&str> = [&command[..1], &["input.component"], &command[1..]].concat();
    run_in(folder.path(), &arguments)
}

/// Waits for a started program and collects what it says.
pub fn wait(mut child: Child) -> Answer {
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child that can be waited for") {
            break status;
        }
        if started.elapsed() > PATIENCE {
            child.kill().expect("a child that can be ended");
            panic!("the program did not end within {PATIENCE:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    Answer {
        code: status.code(),
        stdout: stdout.join().expect("a reader that does not panic"),
        stderr: String::from_utf8_lossy(&stderr.join().expect("a reader that does not panic")).into_owned(),
    }
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            pipe.read_to_end(&mut bytes).expect("a readable pipe");
        }
        bytes
    })
}

/// The names of what is in a folder, hidden files too.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a readable folder");
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<String> = entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
