//! The suite runs from end to end at small sizes, and the families are what they say.

use etiquette_bench::published::{Paper, System, THREE_ALGORITHMS, published_times};
use etiquette_bench::{Options, Proved, Rendered, Subject, families, run_certified, run_core};
use etiquette_outcome::{Outcome, Run};
use etiquette_synthesis::{Direct, Engine};

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

#[test]
fn the_certified_engine_is_measured_and_its_proofs_are_checked() {
    let named =
        |name: &str, instance: families::Instance| Subject { name: name.into(), component: instance.component() };
    let subjects = [named("Signature", families::device_controller()), named("counter", families::counter(3))];
    let mut seen = Vec::new();
    let report = run_certified(&Options::default(), &subjects, None, &mut |step| seen.push(step.what.to_owned()));
    assert_eq!(seen, ["Signature", "counter"]);
    for row in &report.rows {
        assert_eq!(row.proved, Proved::Both, "{}", row.name);
        assert!(row.checked.is_some_and(|(obligations, _)| obligations > 0), "{}", row.name);
    }
    assert_eq!((report.rows[0].states, report.rows[1].states), (3, 8));
    assert!(report.to_text().contains("2 of 2 proved safe and permissive"), "{}", report.to_text());
    assert!(report.membership.queries > 1000, "{:?}", report.membership);
    assert!(
        report.to_markdown().contains("CAV 2010: 16.6 s, PSYCO 2018 (6 methods): 1 min"),
        "{}",
        report.to_markdown()
    );
    assert_eq!(report.to_json()["rows"][1]["states"], 8);
    assert_eq!(report.to_json()["targets"].as_array().map(Vec::len), Some(5));
    assert_eq!(report.growth.states, Some(1024));
}

#[test]
fn published_times_are_those_of_the_tables() {
    let found: Vec<_> = published_times("CevMission").map(|time| (time.paper, time.seconds, time.states)).collect();
    assert_eq!(found, [(Paper::Cav2010, Some(3115.6), Some(14))]);
    let found: Vec<_> = published_times("Cev").map(|time| (time.paper, time.seconds, time.states)).collect();
    assert_eq!(found, [(Paper::Psyco2018, None, None)]);
    let shown: Vec<String> = published_times("AltBit").map(|time| time.to_string()).collect();
    assert_eq!(shown, ["PSYCO 2018 (3 methods): 63 min"]);
    assert_eq!(published_times("no such case").count(), 0);
}
