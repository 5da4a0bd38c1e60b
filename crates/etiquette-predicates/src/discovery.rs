//! Where new predicates come from: from a word that the abstraction takes for possible and that the component can't do, or the other way round.
//!
//! A way to find them is chosen by name. Weakest preconditions along the word are the first; interpolants fit behind the same trait.

use etiquette_component::{Block, BlockEnd, Event, GuardedCall, Location};
use etiquette_logic::{Substitution, Term};

use crate::abstraction::Abstraction;
use crate::atoms::atoms_up_to_negation;
use crate::predicate::Predicate;

/// A way to find predicates.
pub trait Discovery {
    /// The name by which it is chosen.
    fn name(&self) -> &'static str;

    /// Predicates over the state that the abstraction does not have yet, from a word and, where there is one, the call after it that fails or not. The
    /// first ones are those that are nearest to the end of the word.
    fn discover(
        &self,
        abstraction: &mut Abstraction,
        word: &[Event<GuardedCall>],
        last: Option<GuardedCall>,
    ) -> Vec<Predicate>;
}

/// The atomic conditions of the weakest preconditions of the last call's failure, step by step back to the start of the word.
pub struct WeakestPreconditions;

impl Discovery for WeakestPreconditions {
    fn name(&self) -> &'static str {
        "wp"
    }

    fn discover(
        &self,
        abstraction: &mut Abstraction,
        word: &[Event<GuardedCall>],
        last: Option<GuardedCall>,
    ) -> Vec<Predicate> {
        let mut conditions = last.map_or(Vec::new(), |call| failures(abstraction, call.method));
        let mut found = state_atoms(abstraction, &conditions);
        for event in word.iter().rev() {
            let Some(block) = returning(abstraction, event) else { break };
            let mut updates = Substitution::from_iter(block.updates.iter().copied());
            let terms = &mut abstraction.component_mut().terms;
            conditions = conditions.iter().map(|&condition| updates.apply(terms, condition)).collect();
            conditions.push(block.condition);
            for atom in state_atoms(abstraction, &conditions) {
                let negated = abstraction.component_mut().terms.not(atom);
                if !found.contains(&atom) && !found.contains(&negated) {
                    found.push(atom);
                }
            }
        }
        let known = abstraction.predicate_terms();
        found.retain(|&atom| {
            let negated = abstraction.component_mut().terms.not(atom);
            !known.contains(&atom) && !known.contains(&negated)
        });
        found.into_iter().map(|term| Predicate::found(abstraction.component(), term)).collect()
    }
}

/// When a call of the method fails, block by block.
fn failures(abstraction: &Abstraction, method: usize) -> Vec<Term> {
    let blocks = abstraction.summaries()[method].blocks.iter();
    blocks.filter(|block| matches!(block.to, BlockEnd::Failed(_))).map(|block| block.condition).collect()
}

/// The loop-free way from the start of the call to the outcome.
fn returning(abstraction: &Abstraction, event: &Event<GuardedCall>) -> Option<Block> {
    let mut blocks = abstraction.summaries()[event.letter.method].blocks.iter();
    let wanted = BlockEnd::Returned(event.outcome);
    blocks.find(|block| block.from == Location::ENTRY && block.to == wanted).cloned()
}

/// The atomic conditions that are about the state alone.
fn state_atoms(abstraction: &mut Abstraction, conditions: &[Term]) -> Vec<Term> {
    let component = abstraction.component_mut();
    let state = component.state_symbols();
    let mut found = atoms_up_to_negation(&mut component.terms, conditions);
    found.retain(|&atom| component.terms.symbols_of(atom).iter().all(|symbol| state.contains(symbol)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::valuation::Precision;

    #[test]
    fn preconditions_reach_back_to_what_was_assigned() {
        let source = "component list {
            var cursor: i8 = 0; var last: i8 = -1;
            method next() -> bool { if (cursor == -1) { return false; } last = cursor; cursor = cursor + 1; return true; }
            method remove() { if (last == -1) { error E; } last = -1; }
        }";
        let component = etiquette_component::parse(source, "list.component").expect("a component");
        let mut abstraction = Abstraction::new(&component, Vec::new(), Precision::Boolean);
        let word = [Event { letter: GuardedCall::any(0), outcome: 0 }];
        let found = WeakestPreconditions.discover(&mut abstraction, &word, Some(GuardedCall::any(1)));
        let texts: Vec<&str> = found.iter().map(|predicate| predicate.text.as_str()).collect();
        assert_eq!(texts, ["last == -1", "cursor == -1"]);
    }
}
