//! Progress on standard error, only on a terminal.

use std::io::IsTerminal;
use std::time::Duration;

use etiquette_synthesis::Progress;
use indicatif::{ProgressBar, ProgressStyle};

use crate::arguments::Common;

/// Shows what an engine is doing; `None` where nobody would see it.
pub fn sink(common: &Common) -> Option<impl FnMut(&Progress) + use<>> {
    if common.quiet || !std::io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    // Dropping the run drops the bar, which clears its line.
    let bar = ClearOnDrop(bar);
    Some(move |progress: &Progress| {
        bar.0.set_message(format!("{}: {} {}", progress.phase, progress.done, progress.unit))
    })
}

struct ClearOnDrop(ProgressBar);

impl Drop for ClearOnDrop {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
