//! Small machines with names, each for one thing that a learner may get wrong.

use etiquette_learning::Machine;

/// All examples.
pub fn all() -> Vec<(&'static str, Machine<u8>)> {
    vec![
        ("one state", Machine::constant(3, 7)),
        ("one letter", modulo(5, 1)),
        ("even number of a", modulo(2, 2)),
        ("modulo 7", modulo(7, 3)),
        ("modulo 64", modulo(64, 2)),
        ("device controller", device_controller()),
        ("password", password(&[0, 1, 1, 0, 2, 2, 1, 0])),
        ("three outputs", traffic_light()),
        ("absorbing error", bounded_counter(6)),
        ("not minimal", not_minimal()),
    ]
}

/// Letter 0 counts, the others do nothing; the output tells multiples.
fn modulo(divisor: usize, alphabet: usize) -> Machine<u8> {
    let outputs = (0..divisor).map(|state| u8::from(state == 0)).collect();
    Machine::new(alphabet, outputs, move |state, letter| match letter {
        0 => (state + 1) % divisor,
        _ => state,
    })
}

/// Figure 1 of the 2006 paper: acq_r, acq_rw, read, write, rel; state 3 is the error.
pub fn device_controller() -> Machine<u8> {
    const STEPS: [[usize; 5]; 4] = [[1, 2, 3, 3, 3], [3, 3, 1, 3, 0], [3, 3, 2, 2, 0], [3, 3, 3, 3, 3]];
    Machine::new(5, vec![1, 1, 1, 0], |state, letter| STEPS[state][letter])
}

/// Only the whole password, typed without a mistake, is accepted; a mistake is never forgiven.
fn password(secret: &[usize]) -> Machine<u8> {
    let (accepted, wrong) = (secret.len(), secret.len() + 1);
    let outputs = (0..=wrong).map(|state| u8::from(state == accepted)).collect();
    Machine::new(3, outputs, |state, letter| match secret.get(state) {
        Some(&right) if right == letter => state + 1,
        _ => wrong,
    })
}

/// Red, green, amber; the second letter switches to a red light that blinks, with the same output.
fn traffic_light() -> Machine<u8> {
    const STEPS: [[usize; 2]; 4] = [[1, 3], [2, 3], [0, 3], [3, 0]];
    Machine::new(2, vec![0, 1, 2, 0], |state, letter| STEPS[state][letter])
}

/// Up and down between bounds; leaving them is an error for ever.
fn bounded_counter(size: usize) -> Machine<u8> {
    let outputs = (0..=size).map(|state| u8::from(state < size)).collect();
    Machine::new(2, outputs, move |state, letter| match (state, letter) {
        (error, _) if error == size => size,
        (top, 0) if top + 1 == size => size,
        (_, 0) => state + 1,
        (0, _) => size,
        _ => state - 1,
    })
}

/// Every state of the device controller twice.
fn not_minimal() -> Machine<u8> {
    let small = device_controller();
    let outputs = (0..8).map(|state| *small.output_of(state % 4)).collect();
    Machine::new(5, outputs, |state, letter| small.next(state % 4, letter) + 4 * ((state / 4 + letter) % 2))
}
