//! The concrete interpreter on the device controller: random calls, legal or not, from the start again after an error.

use etiquette_component::{Component, Exit, Interpreter, Location};
use etiquette_learning::SplitMix64;

use super::Setting;
use crate::families;
use crate::quantity::{Quantity, Target};
use crate::report::Row;
use crate::samples::{Samples, timed};

/// The calls are drawn beforehand and repeated from the beginning when they run out.
const DRAWN_CALLS: usize = 1 << 16;

/// Calls in a second.
pub(super) fn measure(setting: &Setting<'_>) -> Vec<Row> {
    let device = families::device_controller();
    let component = device.component();
    let mut random = SplitMix64::new(1);
    let drawn = random.word(DRAWN_CALLS, component.methods.len());
    let calls = setting.sizes.calls;
    let mut seconds = Vec::new();
    let mut errors = 0;
    for _ in 0..setting.repeat {
        let (found, time) = timed(|| run(&component, &drawn, calls));
        errors = found;
        seconds.push(time);
    }
    let samples = Samples::new(seconds);
    vec![Row {
        what: format!("interpreter on the {}", device.name),
        target: Some(Target::at_least(Quantity::calls_per_second(10e6))),
        measured: Some(Quantity::calls_per_second(calls as f64 / samples.median())),
        notes: vec![format!("{calls} random calls, {errors} of them errors"), samples.spread()],
    }]
}

/// Makes the calls; the number of errors.
fn run(component: &Component, drawn: &[usize], calls: usize) -> usize {
    let mut interpreter = Interpreter::new(component);
    let initial: Vec<u64> = component.variables.iter().map(|variable| variable.initial.unwrap_or(0)).collect();
    let mut state = initial.clone();
    let mut errors = 0;
    let mut no_choice = |_: Location, _: u64| None;
    for &method in drawn.iter().cycle().take(calls) {
        if let Exit::Failed(_) = interpreter.call(&mut state, method, &[], &mut no_choice) {
            state.copy_from_slice(&initial);
            errors += 1;
        }
    }
    errors
}
