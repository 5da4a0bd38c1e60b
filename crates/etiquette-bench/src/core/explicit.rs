//! The direct engine on a counter, where minimisation can merge nothing: time and memory for a state.

use etiquette_outcome::{Outcome, Run};
use etiquette_synthesis::{Direct, Engine};

use super::Setting;
use crate::families;
use crate::quantity::{Quantity, Target};
use crate::report::Row;
use crate::samples::{Samples, timed};

/// Time and peak memory of exploring and minimising.
pub(super) fn measure(setting: &Setting<'_>) -> Vec<Row> {
    let counter = families::counter(setting.sizes.counter_bits);
    let component = counter.component();
    let synthesize = || Direct.synthesize(&component, &mut Run::default()).expect("a counter is supported");
    if let Some(probe) = setting.probe {
        probe.reset_peak();
    }
    let mut states = String::new();
    let mut seconds = Vec::new();
    for _ in 0..setting.repeat {
        let (outcome, time) = timed(synthesize);
        states = describe(&outcome);
        seconds.push(time);
    }
    let samples = Samples::new(seconds);
    let peak = setting.probe.map(|probe| probe.peak());
    vec![
        Row {
            what: format!("direct on the {}: time", counter.name),
            target: Some(Target::below(Quantity::seconds(5.0))),
            measured: Some(Quantity::seconds(samples.median())),
            notes: vec![states, samples.spread()],
        },
        Row {
            what: format!("direct on the {}: peak memory", counter.name),
            target: Some(Target::below(Quantity::bytes(1 << 30))),
            measured: peak.map(Quantity::bytes),
            notes: match peak {
                Some(_) => Vec::new(),
                None => vec!["no probe to measure it with".into()],
            },
        },
    ]
}

fn describe(outcome: &Outcome) -> String {
    let explored = outcome.statistics.get("component states").copied().unwrap_or(0);
    format!("{explored} states, {} in the interface", outcome.interface.state_count())
}
