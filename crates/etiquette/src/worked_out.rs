//! Interfaces that are worked out on the way to another answer: by `auto`, and checked before they are called proved.

use etiquette_component::{Component, slices};
use etiquette_outcome::{Outcome, Run};
use etiquette_synthesis::{Auto, synthesize_in_steps};

use crate::arguments::Common;
use crate::confirm::confirm;
use crate::progress;

/// Works out the interface of a component.
///
/// # Errors
/// Why no engine can take it.
pub fn work_out(component: &Component, run: &mut Run, common: &Common) -> Result<Outcome, String> {
    let slices = slices(component);
    let found = synthesize_in_steps(&Auto, &slices, run).map_err(|unsupported| unsupported.to_string());
    let (mut outcome, slice) = found?;
    let mut show = progress::messages(common);
    let watch = &mut |done: usize, total: usize| show(&format!("check: {done} of {total} obligations"));
    // What the checker does not accept is taken back, so that the outcome itself says what is left.
    confirm(&mut outcome, &slice.component, run.interrupt(), watch);
    Ok(outcome)
}
