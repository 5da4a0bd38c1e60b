//! A run with the limits of the command line; Ctrl-C cancels it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use etiquette_outcome::{Limits, Run};

use crate::arguments::{Common, LimitArguments};
use crate::memory;
use crate::progress;

/// The run of an engine as the user asked for it.
pub fn start_run(arguments: &LimitArguments, common: &Common) -> Run {
    let limits = Limits {
        time: arguments.timeout,
        memory: Some(arguments.memory),
        states: arguments.max_states,
        depth: arguments.max_depth,
        predicates: arguments.max_predicates,
    };
    let run = Run::new(limits).with_cancellation(cancel_on_interrupt()).with_memory_probe(memory::in_use);
    let run = if common.verbose { run.with_stages(progress::write_stage) } else { run };
    match progress::sink(common) {
        Some(sink) => run.with_sink(sink),
        None => run,
    }
}

/// A flag that the first Ctrl-C sets: the engine stops and tells what it knows. The second one ends the program.
pub fn cancel_on_interrupt() -> Arc<AtomicBool> {
    // One for all runs of a command: there can be only one handler.
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    Arc::clone(FLAG.get_or_init(flag_with_handler))
}

fn flag_with_handler() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let shared = Arc::clone(&flag);
    let handler = move || {
        if shared.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    // Without a handler Ctrl-C ends the program at once, which is no reason not to run.
    let _ = ctrlc::set_handler(handler);
    flag
}
