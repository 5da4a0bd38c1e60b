//! The predicates that JIST starts with unless the user names others: the conditions that guard the raising of the
//! errors, found in the source.
//!
//! They are the atomic conditions over the state that decide whether a call fails, taken from the blocks that end in an
//! error.

use etiquette_component::{BlockEnd, Component, summarise};

use crate::atoms::atoms_up_to_negation;
use crate::predicate::Predicate;

/// The conditions over the state in front of the component's errors, in the order of the methods. Conditions that need
/// arguments or hidden choices are none of the state.
pub fn guards_in_front_of_errors(component: &mut Component) -> Vec<Predicate> {
    let mut conditions = Vec::new();
    for method in 0..component.methods.len() {
        let summary = summarise(component, method);
        let failing = summary.blocks.iter().filter(|block| matches!(block.to, BlockEnd::Failed(_)));
        conditions.extend(failing.map(|block| block.condition));
    }
    let state = component.state_symbols();
    let mut found = atoms_up_to_negation(&mut component.terms, &conditions);
    found.retain(|&atom| component.terms.symbols_of(atom).iter().all(|symbol| state.contains(symbol)));
    found.into_iter().map(|term| Predicate::found(component, term)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guards(body: &str) -> Vec<String> {
        let source = format!("component c {{ var x: i8 = 0; var on: bool = false; method m(p: i8) {{ {body} }} }}");
        let mut component = etiquette_component::parse(&source, "c.component").expect("a component");
        guards_in_front_of_errors(&mut component).into_iter().map(|predicate| predicate.text).collect()
    }

    #[test]
    fn conditions_are_taken_apart() {
        assert_eq!(guards("if (x == -1 || !on) { error E; }"), ["x == -1", "on"]);
    }

    #[test]
    fn arguments_are_none_of_the_state() {
        assert_eq!(guards("if (x == p) { error E; } if (x == 3) { error E; }"), ["x == 3"]);
    }

    #[test]
    fn conditions_are_about_the_state_before_the_call() {
        assert_eq!(guards("x = x + 1; if (x == 3) { error E; }"), ["x == 2"]);
    }

    #[test]
    fn no_error_needs_no_predicate() {
        assert_eq!(guards("if (x == 3) { on = true; }"), Vec::<String>::new());
    }
}
