//! The sizes of Table 1 of the 2006 paper and of its separation families, for all three algorithms on both
//! representations.

use std::time::Duration;

use etiquette_bench::families::separation::{Family, chain_bits};
use etiquette_bench::families::{self, Instance};
use etiquette_bench::published::{System, THREE_ALGORITHMS};
use etiquette_bench::{Rendered, ThreeAlgorithmsOptions, run_three_algorithms};
use etiquette_outcome::{Outcome, Run, StopReason};
use etiquette_synthesis::{Direct, DirectSymbolic, Engine, Learn, LearnSymbolic, Refine, RefineSymbolic, Then};

fn outcome(engine: &dyn Engine, instance: &Instance) -> Outcome {
    let outcome = engine.synthesize(&instance.component(), &mut Run::default());
    let outcome = outcome.unwrap_or_else(|reason| panic!("{}: {reason}", instance.name));
    assert_eq!(outcome.stop, StopReason::Done, "{}: {}", engine.name(), instance.name);
    outcome
}

/// The sizes of the automata that each algorithm gives: direct, learn, refine.
#[track_caller]
fn check(instance: &Instance, [direct, learn, refine]: [u64; 3]) {
    let explicit: [&dyn Engine; 3] = [&Direct, &Learn, &Refine { then: Then::Direct }];
    let symbolic: [&dyn Engine; 3] = [&DirectSymbolic, &LearnSymbolic, &RefineSymbolic { then: Then::Direct }];
    for [first, second, third] in [explicit, symbolic] {
        let found = outcome(first, instance);
        assert_eq!(found.statistics["component states"], direct, "{}: {}", first.name(), instance.name);
        assert_eq!(found.interface.state_count() as u64, learn, "{}: {}", first.name(), instance.name);
        assert_eq!(outcome(second, instance).interface.state_count() as u64, learn, "{}", instance.name);
        let found = outcome(third, instance);
        let counted = ["abstract states", "component states"].into_iter().find_map(|name| found.statistics.get(name));
        assert_eq!(counted, Some(&refine), "{}: {}", third.name(), instance.name);
        assert_eq!(found.interface.state_count() as u64, learn, "{}: {}", third.name(), instance.name);
    }
}

#[test]
fn families_have_the_sizes_of_the_papers_formulas() {
    for bits in 2..=6 {
        let size = 1 << bits;
        check(&families::counter(bits), [size, size, size]);
        check(&families::bit_array(bits), [2 * size, 2, 2]);
        check(&families::device_manager(bits), [2 * size + 1, 3, 3]);
        for header in 1..=bits {
            let blocks = (1 << (bits - header)) + 1;
            check(&families::data_stream(header, bits), [size + (1 << header), 2, blocks]);
        }
    }
}

#[test]
fn refinement_gives_the_sizes_of_the_papers_table() {
    let engine = RefineSymbolic { then: Then::Direct };
    for row in THREE_ALGORITHMS.iter().filter(|row| !matches!(row.system, System::Counter(_))) {
        let instance = row.system.instance();
        let found = outcome(&engine, &instance);
        assert_eq!(found.statistics["abstract states"], row.refinement.states, "{}", instance.name);
        assert_eq!(found.interface.state_count() as u64, row.learning.states, "{}", instance.name);
    }
}

#[test]
fn separation_families_separate() {
    for variables in 4..=8 {
        let bits = variables - 1;
        let all = 1 << bits;
        check(&Family::DirectIsFastest.instance(variables), [all, all, all]);
        check(&Family::DirectIsLarge.instance(variables), [all, 1, 1]);
        check(&Family::LearningBeatsRefinement.instance(variables), [all, 2, all / 2]);
        let chain = 1 << chain_bits(bits);
        check(&Family::RefinementBeatsLearning.instance(variables), [all, chain, chain]);
    }
}

/// What can't be listed at all, given as a component.
#[test]
fn sixty_four_variables_are_no_problem_for_diagrams() {
    for instance in [families::device_manager(61), families::bit_array(62)] {
        let refined = outcome(&RefineSymbolic { then: Then::Direct }, &instance);
        let learned = outcome(&RefineSymbolic { then: Then::Learn }, &instance);
        let direct = outcome(&DirectSymbolic, &instance);
        let states = direct.interface.state_count();
        assert_eq!(
            [refined.interface.state_count(), learned.interface.state_count()],
            [states; 2],
            "{}",
            instance.name
        );
    }
    let widest = [families::counter(64), families::bit_array(64), families::data_stream(2, 63)];
    assert!(widest.iter().all(|instance| !instance.component().methods.is_empty()));
}

#[test]
fn the_suite_runs_from_end_to_end() {
    let options = ThreeAlgorithmsOptions { quick: true, limit: Duration::from_secs(20), repeat: 1 };
    let mut steps = Vec::new();
    let report = run_three_algorithms(&options, None, &mut |step| steps.push((step.number, step.total)));
    let expected: Vec<_> = (0..steps.len()).map(|number| (number, steps.len())).collect();
    assert_eq!(steps, expected);
    let text = report.to_text();
    assert!(text.contains("bit array, 10 bits") && text.contains("does not follow from the code"), "{text}");
    assert!(report.to_markdown().contains("| system"));
    assert_eq!(report.to_json()["rows"].as_array().map(Vec::len), Some(4));
    let picture = report.to_svg();
    assert!(picture.starts_with("<svg") && picture.matches("<polyline").count() == 36, "{picture}");
}
