//! What the certified engine takes for interfaces of many states: counted in steps, which are the same on every machine.

use etiquette_component::parse;
use etiquette_outcome::{Confidence, Outcome, Run};
use etiquette_synthesis::{Certified, Engine};

/// Counts up and down between 0 and `values - 1`; stepping over an end is an error.
fn counter(values: usize) -> Outcome {
    let last = values - 1;
    let source = format!(
        "component counter {{ var value: u16 = 0;
            method next() {{ assert value != {last}; value = value + 1; }}
            method prev() {{ assert value != 0; value = value - 1; }} }}"
    );
    let component = parse(&source, "counter.component").expect("a component");
    Certified.synthesize(&component, &mut Run::default()).expect("every component is taken")
}

#[test]
fn a_counter_takes_steps_in_proportion_to_its_states() {
    for values in [16, 64, 256] {
        let outcome = counter(values);
        assert_eq!(outcome.interface.state_count(), values);
        assert_eq!(outcome.guarantee.permissive, Confidence::Proved);
        let taken = |what: &str| outcome.statistics[what] as usize;
        assert_eq!(taken("searches with PDR"), 0, "{values} states");
        assert!(taken("calls run") <= 4 * values, "{values} states: {:?}", outcome.statistics);
        assert!(taken("solver calls") <= 4 * values, "{values} states: {:?}", outcome.statistics);
        assert!(taken("rounds") <= 24, "{values} states: {:?}", outcome.statistics);
    }
}

/// A queue that two counters make, each with its own ends: states are pairs.
#[test]
fn pairs_of_counters_take_steps_in_proportion_to_their_states() {
    let source = "component pair { var here: u16 = 0; var there: u16 = 0;
        method put() { assert here != 11; here = here + 1; }
        method move_on() { assert here != 0; assert there != 11; here = here - 1; there = there + 1; }
        method take() { assert there != 0; there = there - 1; } }";
    let component = parse(source, "pair.component").expect("a component");
    let outcome = Certified.synthesize(&component, &mut Run::default()).expect("every component is taken");
    assert_eq!(outcome.interface.state_count(), 144);
    assert_eq!(outcome.guarantee.permissive, Confidence::Proved);
    assert_eq!(outcome.statistics["searches with PDR"], 0);
    assert!(outcome.statistics["solver calls"] <= 10 * 144, "{:?}", outcome.statistics);
}
