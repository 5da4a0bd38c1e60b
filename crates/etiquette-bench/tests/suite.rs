//! The suite runs from end to end at small sizes, and the families are what they say.

use etiquette_bench::published::{System, THREE_ALGORITHMS};
use etiquette_bench::{Options, families, run_core};
use etiquette_synthesis::{Direct, Engine, Outcome, Run};

fn synthesize(instance: &families::Instance) -> Outcome {
    let outcome = Direct.synthesize(&instance.component(), &mut Run::default());
    outcome.unwrap_or_else(|reason| panic!("{}: {reason}", instance.name))
}

#[track_caller]
fn check(instance: families::Instance, component_states: u64, interface_states: usize) {
    let outcome = synthesize(&instance);
    assert_eq!(outcome.statistics["component states"], component_states, "{}", instance.name);
    assert_eq!(outcome.interface.state_count(), interface_states, "{}", instance.name);
}

#[test]
fn families_have_the_expected_sizes() {
    for bits in 1..=8 {
        let size = 1 << bits;
        check(families::counter(bits), size, size as usize);
        check(families::bit_array(bits), 2 * size, 2);
        check(families::device_manager(bits), 2 * size + 1, 3);
        check(families::data_stream(1, bits), 2 + size, 2);
        check(families::data_stream(bits, bits), 2 * size, 2);
    }
    check(families::device_controller(), 3, 3);
}

#[test]
fn published_systems_have_the_published_sizes() {
    for row in THREE_ALGORITHMS {
        if matches!(row.system, System::BitArray(_)) {
            // The paper's table and its figure differ.
            continue;
        }
        let interface_states = row.learning.states as usize;
        check(row.system.instance(), row.direct.states, interface_states);
    }
}

#[test]
fn a_quick_run_reports_every_step() {
    let options = Options { quick: true, repeat: 1 };
    let mut steps = Vec::new();
    let report = run_core(&options, None, &mut |step| steps.push((step.number, step.total)));
    let expected: Vec<_> = (0..steps.len()).map(|number| (number, steps.len())).collect();
    assert_eq!(steps, expected);
    assert!(report.all_met(), "a quick run has no targets to miss");
    assert!(report.comparisons.iter().all(|comparison| !comparison.disagree()));
    assert!(report.to_text().contains("counter"));
    assert!(report.to_markdown().contains("| what"));
    assert_eq!(report.to_json()["rows"].as_array().map(Vec::len), Some(report.rows.len()));
}
