//! Both explicit engines on a system of the 2006 paper, at the paper's size. Nothing is sliced away beforehand.

use std::time::Duration;

use super::Setting;
use crate::families::Instance;
use crate::published::ThreeAlgorithms;
use crate::report::Comparison;
use crate::three_algorithms::{Algorithm, Meter, Representation, Version};

/// The times of both engines beside the published ones.
pub(super) fn compare(setting: &Setting<'_>, instance: &Instance, published: &ThreeAlgorithms) -> Comparison {
    let limit = Duration::from_secs(setting.sizes.engine_seconds);
    let meter = Meter { limit, repeat: setting.repeat, long_run: 2.0, probe: None };
    let measure = |algorithm| meter.measure(Version { algorithm, representation: Representation::Explicit }, instance);
    let direct = measure(Algorithm::Direct);
    Comparison {
        component: instance.name.clone(),
        component_states: direct.explored,
        direct,
        published_direct: published.direct,
        learn: measure(Algorithm::Learn),
        published_learning: published.learning,
    }
}
