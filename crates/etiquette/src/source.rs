//! Reads what the user names: files and standard input.

use std::fs::File;
use std::io::{ErrorKind, Read, stdin};
use std::path::Path;

use etiquette_component::{Component, HeldFiles, MAX_SOURCE_BYTES, Misread, parse_holding};
use etiquette_outcome::Outcome;
use etiquette_output::json::Enclosed;

use crate::failure::Failure;

/// The largest interface that is read.
pub const MAX_JSON_BYTES: usize = 1 << 30;

/// The name by which messages call an input.
pub fn display_name(path: &Path) -> String {
    if path == Path::new("-") { "<standard input>".into() } else { path.display().to_string() }
}

/// Reads and checks a component, with the files that it holds. Those of standard input are looked for in the working
/// directory.
pub fn read_component(path: &Path, files: &mut dyn HeldFiles) -> Result<Component, Failure> {
    let text = read_text(path, MAX_SOURCE_BYTES)?;
    let name = if path == Path::new("-") { Path::new("stdin") } else { path };
    parse_holding(&text, name, files).map_err(|misread| {
        let Misread { path: found, text, problems } = *misread;
        Failure::Located { file: display_name(if found == name { path } else { &found }), text, problems }
    })
}

/// Reads an interface in JSON, and what is kept beside it.
pub fn read_interface(path: &Path) -> Result<(Outcome, Enclosed), Failure> {
    interface_of_text(path, &read_text(path, MAX_JSON_BYTES)?)
}

/// The same from a text that was read already.
pub fn interface_of_text(path: &Path, text: &str) -> Result<(Outcome, Enclosed), Failure> {
    etiquette_output::json::read_enclosed(text).map_err(|problem| {
        Failure::new(format!("{}: {problem}", display_name(path)))
            .help("interfaces are written by `etiquette synth … --format json`")
    })
}

/// The text of a file or of standard input, of which no more than the limit is read.
pub fn read_text(path: &Path, limit: usize) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let too_long = limit as u64 + 1;
    let read = if path == Path::new("-") {
        stdin().lock().take(too_long).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(too_long).read_to_end(&mut bytes))
    };
    read.map_err(|error| {
        let help = match error.kind() {
            ErrorKind::NotFound => "check the path; `-` stands for standard input",
            ErrorKind::IsADirectory => "name a file in it",
            _ => "check that it is a file that you may read",
        };
        Failure::new(format!("can't read {}: {error}", display_name(path))).help(help)
    })?;
    if bytes.len() > limit {
        return Err(Failure::new(format!(
            "{} is larger than the {} MiB that are read",
            display_name(path),
            limit >> 20
        ))
        .help("is this the right file?"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count() + 1;
        Failure::new(format!(
            "{} is not UTF-8: line {line} has the byte {:#04x}",
            display_name(path),
            error.as_bytes()[valid]
        ))
        .help("save it as UTF-8; is this a text file?")
    })
}
