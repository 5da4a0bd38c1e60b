//! Visible determinism on states and on decision diagrams: both checks mean the same, on random components.

use etiquette_component::{Component, parse};
use etiquette_outcome::Run;
use etiquette_symbolic::{Determinism as Symbolic, Effort, Options, SymbolicComponent};
use etiquette_synthesis::{Determinism, Disagreement, visible_determinism};
use proptest::prelude::*;

use crate::common::random_component;
use crate::corpus::generate::random_source;

/// The length of a shortest word after which two runs disagree, if there is one.
fn on_states(component: &Component) -> Option<usize> {
    match visible_determinism(component, &mut Run::default()).expect("small domains") {
        Determinism::Deterministic => None,
        Determinism::Mixed(Disagreement { word, .. }) => Some(word.len()),
        Determinism::Unknown(reason) => panic!("stopped: {reason}"),
    }
}

fn on_diagrams(component: &Component) -> Option<usize> {
    let built = SymbolicComponent::new(component, &Options::default(), || false).expect("few nodes");
    match built.visible_determinism(Effort::UNBOUNDED).expect("few nodes") {
        Symbolic::Visible => None,
        Symbolic::Hidden(found) => Some(found.word.len()),
        Symbolic::Unknown => panic!("without a bound there is an answer"),
    }
}

fn check(source: &str) -> Result<(), TestCaseError> {
    let component = parse(source, "random.component");
    // A condition may turn out to be constant, so that what follows can't be reached: that is refused.
    prop_assume!(component.is_ok());
    let component = component.expect("just asked");
    prop_assert_eq!(on_states(&component), on_diagrams(&component), "{}", source);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_checks_mean_the_same(seed: u64) {
        check(&random_component(seed))?;
        check(&random_source(seed))?;
    }
}
