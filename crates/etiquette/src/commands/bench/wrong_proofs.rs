//! `etiquette bench wrong-proofs`: what the pipeline claims about classes, held against a JVM.

use std::path::Path;
use std::time::Duration;

use etiquette_bench::{
    Asked, Listener, TriedClass, WrongProofsOptions, WrongProofsReport, pieces_unless_named, run_wrong_proofs,
    run_wrong_proofs_on,
};
use etiquette_java::jdk::Jdk;
use etiquette_java::replay::ReplayError;

use super::claim::{claim, silence_panics_of_claims};
use super::{list, rendered, step_on, verdict};
use crate::Verdict;
use crate::arguments::{Bench, Common, DestinationArguments, LimitArguments};
use crate::destination::Destination;
use crate::failure::{Failure, warn};
use crate::limits::{cancel_on_interrupt, start_run};
use crate::progress::Board;

/// How long a class may take unless the user says otherwise.
const USUAL_LIMIT: Duration = Duration::from_secs(10);

/// Generated classes are done long before: so that what is found does not depend on the clock.
const MOST_STEPS: u64 = 6_000;

/// So many names of pieces are shown where one is not known.
const SHOWN_PIECES: usize = 8;

/// The most memory for one class.
const MOST_MEMORY: u64 = 2 << 30;

/// Runs the suite. The answer is no if a claim is contradicted.
pub fn run(options: &Bench, destination: Destination, common: &Common) -> Result<Verdict, Failure> {
    if let Some((text, known)) =
        options.pieces.as_ref().and_then(|text| pieces_unless_named(text).map(|known| (text, known)))
    {
        return Err(Failure::new(format!("no piece of state has `{text}` in its name"))
            .help(format!("there are {}, …", known[..SHOWN_PIECES.min(known.len())].join(", "))));
    }
    let jdk = Jdk::find(None).map_err(|error| Failure::new(error.to_string()))?;
    let listed = options.list.as_ref().map(|path| list::read(path, options.jars.as_deref())).transpose()?;
    silence_panics_of_claims();
    let mut keep = Keep { folder: options.keep.as_deref(), force: options.destination.force, failure: None, common };
    let report = found(options, listed.as_deref(), &jdk, &mut keep, common);
    let report = report.map_err(|error| Failure::new(error.to_string()))?;
    destination.write(&rendered(&report, options.format))?;
    keep.failure.map_or(Ok(()), Err)?;
    Ok(verdict(report.contradicted().next().is_some(), report.is_interrupted()))
}

fn found(
    options: &Bench,
    listed: Option<&[Asked]>,
    jdk: &Jdk,
    keep: &mut Keep<'_>,
    common: &Common,
) -> Result<WrongProofsReport, ReplayError> {
    let usual = WrongProofsOptions::default();
    let words = options.words.unwrap_or(usual.words);
    let limit = options.limit.unwrap_or(USUAL_LIMIT);
    let board = Board::new(common);
    let mut show = step_on(&board);
    let mut done = |class: &TriedClass| {
        keep.write(class);
        // Of generated classes there are many, and none has a row of its own.
        if listed.is_some() {
            board.write(&class.in_brief());
        }
    };
    let listener = Listener { step: &mut show, done: &mut done, cancelled: cancel_on_interrupt() };
    let limits = LimitArguments { memory: MOST_MEMORY, ..LimitArguments::of_time(Some(limit)) };
    let mut work_out = |asked: &Asked| {
        let run = start_run(&limits, common);
        let mut run = if listed.is_none() { run.with_step_limit(MOST_STEPS) } else { run };
        claim(asked, &mut run, common).map_err(|failure| failure.summary())
    };
    if let Some(listed) = listed {
        return run_wrong_proofs_on(listed, words, jdk, &mut work_out, listener);
    }
    let classes = options.classes.unwrap_or(if options.quick { usual.classes / 10 } else { usual.classes });
    let seed = options.seed.unwrap_or(usual.seed);
    let suite = WrongProofsOptions { classes, seed, words, pieces: options.pieces.clone().unwrap_or_default() };
    run_wrong_proofs(&suite, jdk, &mut work_out, listener)
}

/// Says at once what is found, and writes a file for each class, with what is wrong in a comment on top.
struct Keep<'a> {
    folder: Option<&'a Path>,
    force: bool,
    /// What could not be written.
    failure: Option<Failure>,
    common: &'a Common,
}

impl Keep<'_> {
    fn write(&mut self, class: &TriedClass) {
        let found = class.described();
        if !found.is_empty() {
            warn(found.trim_end(), self.common);
        }
        if let (Some(folder), Some(source)) = (self.folder, &class.source) {
            let written = self.write_to(folder, class, source);
            self.failure = self.failure.take().or(written.err());
        }
    }

    fn write_to(&self, folder: &Path, class: &TriedClass, source: &str) -> Result<(), Failure> {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::new(format!("can't make the folder {}: {error}", folder.display())))?;
        let output = Some(folder.join(format!("{}.java", class.name.replace(' ', "-"))));
        let comment: String = class.described().lines().map(|line| format!("// {line}\n")).collect();
        let destination = Destination::open(&DestinationArguments { output, force: self.force })?;
        destination.write(&format!("{comment}{source}"))
    }
}
