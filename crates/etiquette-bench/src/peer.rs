//! AALpy, a Python library for the same job as our learners: measured beside ours on the same machine, where it is
//! installed.
//!
//! The script is part of this program; it needs `python3` and the package `aalpy`.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use etiquette_learning::Machine;
use serde_json::{Value, json};

const SCRIPT: &str = include_str!("../../../bench/peers/aalpy_random_dfa.py");

/// How the script says that AALpy is missing.
const NOT_INSTALLED: i32 = 3;

const PATIENCE: Duration = Duration::from_secs(300);

/// The seconds that AALpy took.
pub(crate) struct Times {
    pub version: String,
    /// Its L* with Rivest–Schapire.
    pub lstar: f64,
    /// Its algorithm of Kearns and Vazirani, the closest relative of TTT that it has.
    pub kearns_vazirani: f64,
}

/// Learns the DFA with AALpy.
///
/// # Errors
/// Why there are no times, in a few words.
pub(crate) fn learn_with_aalpy(target: &Machine<bool>) -> Result<Times, String> {
    let child = Command::new("python3")
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let answer = converse(child.map_err(|_| "not installed")?, &describe(target))?;
    read_times(&answer).ok_or_else(|| "gave an answer that can't be read".into())
}

fn describe(target: &Machine<bool>) -> String {
    let letters = 0..target.alphabet();
    let row = |state: usize| letters.clone().map(|letter| target.next(state, letter)).collect::<Vec<_>>();
    let states = 0..target.states();
    json!({
        "alphabet": target.alphabet(),
        "accepting": states.clone().map(|state| *target.output_of(state)).collect::<Vec<_>>(),
        "next": states.map(row).collect::<Vec<_>>(),
    })
    .to_string()
}

/// Sends the question and waits for the answer, though not for ever.
fn converse(mut child: Child, question: &str) -> Result<String, String> {
    let (input, output) = (child.stdin.take(), child.stdout.take());
    if let Some(mut input) = input {
        // A child that ends early closes the pipe; how it ended says more than this error does.
        let _ = input.write_all(question.as_bytes());
    }
    let reader = thread::spawn(move || {
        let mut answer = String::new();
        let read = output.and_then(|mut output| output.read_to_string(&mut answer).ok());
        read.map(|_| answer)
    });
    wait(&mut child)?;
    reader.join().ok().flatten().ok_or_else(|| "gave no answer".into())
}

fn wait(child: &mut Child) -> Result<(), String> {
    let begin = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) if status.code() == Some(NOT_INSTALLED) => return Err("not installed".into()),
            Ok(Some(status)) => return Err(format!("failed ({status})")),
            Ok(None) if begin.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(10)),
            Ok(None) | Err(_) => break,
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    Err(format!("stopped after {} s", PATIENCE.as_secs()))
}

fn read_times(answer: &str) -> Option<Times> {
    let answer: Value = serde_json::from_str(answer).ok()?;
    Some(Times {
        version: answer["version"].as_str()?.to_owned(),
        lstar: answer["seconds"]["L*"].as_f64()?,
        kearns_vazirani: answer["seconds"]["KV"].as_f64()?,
    })
}
