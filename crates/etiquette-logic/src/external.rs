//! External SMT-LIB 2 solvers (z3, cvc5, bitwuzla and others): a second opinion, found at run time.
//!
//! Each question starts the program afresh, hands it a [`Script`] on standard input and waits no longer than the time
//! limit. A program that is missing, fails or answers something else is an [`ExternalError`], never a wrong answer.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::sat::{Answer, UnknownReason};
use crate::smtlib::Script;
use crate::term::{Term, TermPool};

/// How long a program may take unless told otherwise.
const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(60);
/// How often it is asked whether to go on waiting for a program.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Why an external solver gave no answer.
#[derive(Debug)]
pub enum ExternalError {
    /// There is no such program.
    NotFound(String),
    /// The program could not be started or talked to.
    Io(PathBuf, io::Error),
    /// The program ended without an answer to the question; this is what it printed.
    Unexpected(PathBuf, String),
}

impl fmt::Display for ExternalError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExternalError::NotFound(name) => {
                write!(formatter, "no program `{name}` on the PATH: install it, or give its path")
            }
            ExternalError::Io(program, error) => write!(formatter, "cannot run {}: {error}", program.display()),
            ExternalError::Unexpected(program, output) => {
                write!(formatter, "{} gave no clean answer, but: {}", program.display(), output.trim())
            }
        }
    }
}

impl std::error::Error for ExternalError {}

/// A program that reads SMT-LIB 2 from its standard input.
#[derive(Clone, Debug)]
pub struct ExternalSolver {
    program: PathBuf,
    arguments: Vec<String>,
    time_limit: Duration,
}

impl ExternalSolver {
    /// The program with this name on the PATH, or at this path.
    pub fn find(name_or_path: &str) -> Result<Self, ExternalError> {
        let program = locate(name_or_path).ok_or_else(|| ExternalError::NotFound(name_or_path.to_owned()))?;
        let arguments = usual_arguments(&program).iter().map(|&argument| argument.to_owned()).collect();
        Ok(ExternalSolver { program, arguments, time_limit: DEFAULT_TIME_LIMIT })
    }

    /// The same solver with these arguments instead of the usual ones.
    pub fn arguments(self, arguments: impl IntoIterator<Item = impl Into<String>>) -> Self {
        ExternalSolver { arguments: arguments.into_iter().map(Into::into).collect(), ..self }
    }

    /// The same solver with this limit on the time of each check.
    pub fn time_limit(self, time_limit: Duration) -> Self {
        ExternalSolver { time_limit, ..self }
    }

    /// Where the program is.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Is there a model of all these boolean terms?
    pub fn check(&self, pool: &TermPool, terms: &[Term]) -> Result<Answer, ExternalError> {
        let mut script = Script::new();
        for &term in terms {
            script.assert(pool, term);
        }
        script.check_sat();
        self.check_script(&script)
    }

    /// The answer to the first `check-sat` of the script.
    pub fn check_script(&self, script: &Script) -> Result<Answer, ExternalError> {
        let Some(output) = self.run(script)? else {
            return Ok(Answer::Unknown(UnknownReason::TimeLimit));
        };
        // After an error a program goes on without the command that it did not understand: its answer is worth nothing.
        let faulty = output.lines().any(|line| line.trim_start().starts_with("(error"));
        match output.lines().find_map(answer) {
            Some(answer) if !faulty => Ok(answer),
            _ => Err(ExternalError::Unexpected(self.program.clone(), output)),
        }
    }

    /// All that the program prints for the script; `None` if it takes too long.
    pub fn run(&self, script: &Script) -> Result<Option<String>, ExternalError> {
        self.run_text(script.to_string(), &|| false)
    }

    /// All that the program prints for a text; `None` if it takes too long, or as soon as `interrupted` says so.
    pub fn run_text(&self, input: String, interrupted: &dyn Fn() -> bool) -> Result<Option<String>, ExternalError> {
        let failed = |error| ExternalError::Io(self.program.clone(), error);
        let mut child = self.start().map_err(failed)?;
        let output = converse(&mut child, input);
        let answered = wait_for(&output, self.time_limit, interrupted);
        // Either it is done, or it has had its time; both can fail only if it is gone already.
        let _ = child.kill();
        let _ = child.wait();
        answered.transpose().map_err(failed)
    }

    fn start(&self) -> io::Result<Child> {
        Command::new(&self.program)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
    }
}

/// Writes the input and reads the output in threads of their own: a program may print before it has read everything.
fn converse(child: &mut Child, input: String) -> mpsc::Receiver<io::Result<String>> {
    let (sender, receiver) = mpsc::channel();
    if let Some(mut stdin) = child.stdin.take() {
        // A program that stops reading has said all it wants to say: its output tells.
        thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    }
    if let Some(mut stdout) = child.stdout.take() {
        thread::spawn(move || {
            let mut output = String::new();
            let result = stdout.read_to_string(&mut output);
            // The receiver is gone if the time was up.
            let _ = sender.send(result.map(|_| output));
        });
    }
    receiver
}

fn wait_for<T>(receiver: &mpsc::Receiver<T>, limit: Duration, interrupted: &dyn Fn() -> bool) -> Option<T> {
    let begin = Instant::now();
    loop {
        match receiver.recv_timeout(BETWEEN_LOOKS.min(limit)) {
            Ok(received) => return Some(received),
            Err(mpsc::RecvTimeoutError::Timeout) if begin.elapsed() < limit && !interrupted() => {}
            Err(_) => return None,
        }
    }
}

fn answer(line: &str) -> Option<Answer> {
    match line.trim() {
        "sat" => Some(Answer::Sat),
        "unsat" => Some(Answer::Unsat),
        "unknown" => Some(Answer::Unknown(UnknownReason::GaveUp)),
        "timeout" => Some(Answer::Unknown(UnknownReason::TimeLimit)),
        _ => None,
    }
}

fn locate(name_or_path: &str) -> Option<PathBuf> {
    let given = Path::new(name_or_path);
    if given.components().count() > 1 {
        return given.is_file().then(|| given.to_owned());
    }
    let file = format!("{name_or_path}{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(&file)).find(|candidate| candidate.is_file())
}

/// What makes a known program read SMT-LIB 2 from its standard input; most do without being told.
fn usual_arguments(program: &Path) -> &'static [&'static str] {
    match program.file_stem().and_then(OsStr::to_str) {
        Some("z3") => &["-smt2", "-in"],
        Some("cvc5" | "cvc4") => &["--lang=smt2", "--incremental"],
        _ => &[],
    }
}
