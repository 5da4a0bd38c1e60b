//! Another process of this program that is asked one question, and ended when nobody wants the answer any more.

use std::io::{self, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How often to look whether it has ended.
const HEARTBEAT: Duration = Duration::from_millis(20);

/// How many heartbeats it may take to end by itself once its answer is not wanted any more: on a terminal, Ctrl-C
/// reaches it as well.
const LAST_BEATS: usize = 50;

/// What a process wrote, and how it ended.
pub struct Answer {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

/// Starts a process and waits for its end, or ends it.
pub fn ask(command: &mut Command, cancelled: &AtomicBool) -> io::Result<Answer> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (stdout, stderr) = (in_background(child.stdout.take()), in_background(child.stderr.take()));
    let mut last_beats = 0;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        last_beats += usize::from(cancelled.load(Ordering::Relaxed));
        if last_beats == LAST_BEATS {
            child.kill()?;
        }
        thread::sleep(HEARTBEAT);
    };
    Ok(Answer { status, stdout: text(stdout), stderr: text(stderr) })
}

/// Reads while others wait, so that a pipe that is full stops nobody.
fn in_background(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is all that there is.
        let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
        bytes
    })
}

fn text(reader: JoinHandle<Vec<u8>>) -> String {
    String::from_utf8_lossy(&reader.join().unwrap_or_default()).into_owned()
}
