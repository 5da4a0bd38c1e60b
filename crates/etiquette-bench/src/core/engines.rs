//! Both explicit engines on a system of the 2006 paper, at the paper's size. Nothing is sliced away beforehand.

use std::time::Duration;

use etiquette_component::Component;
use etiquette_outcome::{Limits, Outcome, Run, StopReason};
use etiquette_synthesis::{Direct, Engine, Learn};

use super::Setting;
use crate::families::Instance;
use crate::published::ThreeAlgorithms;
use crate::report::{Comparison, EngineTime};
use crate::samples::{Samples, timed};

/// Runs longer than this many seconds are not repeated.
const LONG_RUN: f64 = 2.0;

/// The times of both engines beside the published ones.
pub(super) fn compare(setting: &Setting<'_>, instance: &Instance, published: &ThreeAlgorithms) -> Comparison {
    let component = instance.component();
    let (direct, outcome) = measure(setting, &Direct, &component);
    let (learn, _) = measure(setting, &Learn, &component);
    Comparison {
        component: instance.name.clone(),
        component_states: outcome.statistics.get("component states").copied().unwrap_or(0),
        direct,
        published_direct: published.direct,
        learn,
        published_learning: published.learning,
    }
}

/// The median of several runs, fewer where they are long or stopped; and the outcome of the last run.
fn measure(setting: &Setting<'_>, engine: &dyn Engine, component: &Component) -> (EngineTime, Outcome) {
    let limits = Limits { time: Some(Duration::from_secs(setting.sizes.engine_seconds)), ..Limits::default() };
    let mut seconds = Vec::new();
    loop {
        let run = &mut Run::new(limits.clone());
        let (outcome, time) = timed(|| engine.synthesize(component, run).expect("families are supported"));
        seconds.push(time);
        let done = outcome.stop == StopReason::Done;
        if !done || time > LONG_RUN || seconds.len() == setting.repeat {
            let time = EngineTime {
                seconds: Samples::new(seconds).median(),
                done,
                states: done.then(|| outcome.interface.state_count() as u64),
            };
            return (time, outcome);
        }
    }
}
