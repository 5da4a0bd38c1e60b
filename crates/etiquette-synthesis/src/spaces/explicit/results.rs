//! Calls run on the concrete interpreter, for as long as the run allows.

use etiquette_component::{Exit, Interpreter, Letter};

use etiquette_outcome::{Run, StopReason};

/// Everything that a call can do from a state.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn for_each_result(
    interpreter: &mut Interpreter,
    state: &[u64],
    call: &Letter,
    run: &Run,
    mut visit: impl FnMut(Exit, &[u64]),
) -> Result<(), StopReason> {
    let mut stop = None;
    let mut interrupt = || {
        stop = run.look().err();
        stop.is_some()
    };
    let finished = interpreter.for_each_result(state, call.method, &call.arguments, &mut interrupt, &mut visit);
    finished.map_err(|_| stop.unwrap_or(StopReason::Cancelled))
}
