//! Says which tests, or parts of them, did not run, and why. All test suites share this file.
//!
//! The line goes around libtest's capturing of output, so that it is seen although the test passes. Where `ETIQUETTE_SKIPPED` names a file, it goes there,
//! too: `.ci/run` prints that file at its end.

use std::fmt::Display;
use std::io::Write;

/// Says that the test which runs in this thread left something out, and why.
pub fn skipped(why: impl Display) {
    let thread = std::thread::current();
    let line = format!("skipped: {}, {}: {why}\n", env!("CARGO_PKG_NAME"), thread.name().unwrap_or("a test"));
    let _ = std::io::stderr().write_all(line.as_bytes());
    if let Some(path) = std::env::var_os("ETIQUETTE_SKIPPED") {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&path);
        let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
        written.unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
    }
}
