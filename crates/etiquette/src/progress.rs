//! Progress on standard error, only on a terminal.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use etiquette_outcome::{Progress, Stage};
use indicatif::{ProgressBar, ProgressStyle};

use crate::arguments::Common;

/// Shows what an engine is doing; `None` where nobody would see it.
pub fn sink(common: &Common) -> Option<impl FnMut(&Progress) + use<>> {
    let bar = wanted(common).then(bar)?;
    let written = |progress: &Progress| format!("{}: {} {}", progress.phase, progress.done, progress.unit);
    Some(move |progress: &Progress| bar.0.set_message(written(progress)))
}

/// Writes what was done: parts before what they are parts of.
pub fn write_stage(stage: &Stage) {
    let (time, indent) = (stage.time.as_secs_f64(), 2 * stage.depth);
    let steps = if stage.steps > 0 { format!(" ({} steps)", stage.steps) } else { String::new() };
    // Nothing can be done about a line that can't be written.
    let _ = writeln!(std::io::stderr(), "{time:8.3} s {:indent$}{}{steps}", "", stage.name);
}

/// Shows messages, one at a time, where somebody would see them.
pub fn messages(common: &Common) -> Box<dyn FnMut(&str)> {
    let board = Board::new(common);
    Box::new(move |message: &str| board.show(message))
}

/// Messages, one at a time, and lines that stay.
pub struct Board {
    bar: Option<ClearOnDrop>,
    quiet: bool,
}

impl Board {
    /// On standard error, as far as the user wants it.
    pub fn new(common: &Common) -> Board {
        Board { bar: wanted(common).then(bar), quiet: common.quiet }
    }

    /// Shows a message in the place of the one before, on a terminal only.
    pub fn show(&self, message: &str) {
        if let Some(bar) = &self.bar {
            bar.0.set_message(message.to_owned());
        }
    }

    /// Writes a line that stays, also into a file.
    pub fn write(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.0.println(line),
            None if self.quiet => (),
            // Nothing can be done about a line that can't be written.
            None => drop(writeln!(std::io::stderr(), "{line}")),
        }
    }
}

/// Shows how many obligations of a certificate somebody has looked at.
pub fn obligations(who: &str, common: &Common) -> impl FnMut(usize, usize) {
    let mut show = messages(common);
    move |done, total| show(&format!("{who}: {done} of {total} obligations"))
}

fn wanted(common: &Common) -> bool {
    !common.quiet && !common.verbose && std::io::stderr().is_terminal()
}

/// A line on standard error that is cleared when it is dropped.
fn bar() -> ClearOnDrop {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    ClearOnDrop(bar)
}

struct ClearOnDrop(ProgressBar);

impl Drop for ClearOnDrop {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
