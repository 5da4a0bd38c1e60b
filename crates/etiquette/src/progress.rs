//! Progress on standard error, only on a terminal.

use std::io::IsTerminal;
use std::time::Duration;

use etiquette_outcome::Progress;
use indicatif::{ProgressBar, ProgressStyle};

use crate::arguments::Common;

/// Shows what an engine is doing; `None` where nobody would see it.
pub fn sink(common: &Common) -> Option<impl FnMut(&Progress) + use<>> {
    let mut show = wanted(common).then(spinner)?;
    Some(move |progress: &Progress| show(&format!("{}: {} {}", progress.phase, progress.done, progress.unit)))
}

/// Shows messages, one at a time, where somebody would see them.
pub fn messages(common: &Common) -> Box<dyn FnMut(&str)> {
    if wanted(common) { Box::new(spinner()) } else { Box::new(|_: &str| ()) }
}

/// Shows how many obligations of a certificate somebody has looked at.
pub fn obligations(who: &str, common: &Common) -> impl FnMut(usize, usize) {
    let mut show = messages(common);
    move |done, total| show(&format!("{who}: {done} of {total} obligations"))
}

fn wanted(common: &Common) -> bool {
    !common.quiet && std::io::stderr().is_terminal()
}

/// A line on standard error that is cleared when the function is dropped.
fn spinner() -> impl FnMut(&str) {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    let bar = ClearOnDrop(bar);
    move |message: &str| bar.0.set_message(message.to_owned())
}

struct ClearOnDrop(ProgressBar);

impl Drop for ClearOnDrop {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
