//! What a call may do to the predicates: abstract reachability over the loop heads of the method's body (its `Summary`).
//!
//! A loop-free method is one step. Inside a method with loops, conditions over locals and parameters at the loop heads are predicates, too, for as
//! long as the call lasts; what else is known of locals and parameters is forgotten at a loop head. That over-approximates.

use std::collections::BTreeSet;

use etiquette_component::{Binding, BlockEnd, Component, GuardedCall, Location, Summary};
use etiquette_logic::{Symbol, Term, TermPool};

use crate::Interrupted;
use crate::abstraction::Step;
use crate::atoms::atoms_up_to_negation;
use crate::block::BlockSteps;
use crate::cubes::conjunction;
use crate::valuation::{Precision, Valuation};

/// Predicates over locals and parameters, for each method.
const MOST_INNER_PREDICATES: usize = 8;

/// The blocks of a method, made ready for a call.
pub(crate) struct CallSteps {
    blocks: Vec<BlockSteps>,
    outcomes: usize,
    /// The number of predicates over the state, which come first, and all of them.
    outer: usize,
    predicates: Vec<Term>,
}

impl CallSteps {
    pub fn new(component: &mut Component, summary: &Summary, call: GuardedCall, predicates: &[Term]) -> Self {
        let mut inside = predicates.to_vec();
        inside.extend(inner_predicates(component, summary, call.method));
        let method = component.methods[call.method].clone();
        let domain = component.domains(&[&component.state_bindings()[..], &method.parameters, &method.locals].concat());
        let keeps_arguments = keeps(summary, &method.parameters);
        let mut blocks = Vec::new();
        for block in &summary.blocks {
            let is_guarded = block.from == Location::ENTRY || keeps_arguments;
            let condition = component.terms.all([if is_guarded { call.guard } else { Term::TRUE }, domain]);
            let after: &[Term] = match block.to {
                BlockEnd::At(_) => &inside,
                BlockEnd::Returned(_) => predicates,
                BlockEnd::Failed(_) => &[],
            };
            blocks.push(BlockSteps::new(&mut component.terms, block, condition, inside.clone(), after));
        }
        CallSteps { blocks, outcomes: method.outcomes.len(), outer: predicates.len(), predicates: inside }
    }

    pub fn blocks(&self) -> &[BlockSteps] {
        &self.blocks
    }

    pub fn blocks_mut(&mut self) -> &mut [BlockSteps] {
        &mut self.blocks
    }

    /// All that the call may do from a valuation.
    pub fn may(&mut self, terms: &mut TermPool, from: &Valuation, precision: Precision) -> Result<Step, Interrupted> {
        let mut step = Step::new(self.outcomes);
        let outer = self.outer;
        self.follow(terms, from, precision, |end, target| match end {
            BlockEnd::Returned(outcome) => step.add_outcome(outcome, target.first(outer)),
            BlockEnd::Failed(error) => step.add_error(error),
            BlockEnd::At(_) => {}
        })?;
        step.finish();
        Ok(step)
    }

    /// What holds at each location that the call may come by on its way from a valuation.
    pub fn inside(
        &mut self,
        terms: &mut TermPool,
        from: &Valuation,
        precision: Precision,
    ) -> Result<Vec<(Location, Term)>, Interrupted> {
        let seen = self.follow(terms, from, precision, |_, _| {})?;
        let predicates = &self.predicates;
        Ok(seen.iter().map(|(location, valuation)| (*location, conjunction(terms, predicates, valuation))).collect())
    }

    /// Follows the call through all its blocks; the locations that it comes by.
    fn follow(
        &mut self,
        terms: &mut TermPool,
        from: &Valuation,
        precision: Precision,
        mut arrive: impl FnMut(BlockEnd, &Valuation),
    ) -> Result<BTreeSet<(Location, Valuation)>, Interrupted> {
        let start = (Location::ENTRY, from.extended(self.predicates.len()));
        let mut seen = BTreeSet::from([start.clone()]);
        let mut pending = vec![start];
        while let Some((location, valuation)) = pending.pop() {
            for block in self.blocks.iter_mut().filter(|block| block.from == location) {
                for target in block.successors(terms, &valuation, precision)? {
                    arrive(block.to, &target);
                    if let BlockEnd::At(head) = block.to
                        && seen.insert((head, target.clone()))
                    {
                        pending.push((head, target));
                    }
                }
            }
        }
        Ok(seen)
    }
}

/// Whether no block writes any of the parameters, so that a guard that held at the start always does.
fn keeps(summary: &Summary, parameters: &[Binding]) -> bool {
    let written = summary.blocks.iter().flat_map(|block| &block.updates).map(|(symbol, _)| symbol);
    written.into_iter().all(|symbol| parameters.iter().all(|binding| binding.symbol != *symbol))
}

/// The conditions at loop heads that are about locals or parameters, and not about hidden choices.
fn inner_predicates(component: &mut Component, summary: &Summary, method: usize) -> Vec<Term> {
    let own: Vec<Symbol> = {
        let method = &component.methods[method];
        method.parameters.iter().chain(&method.locals).map(|binding| binding.symbol).collect()
    };
    let state = component.state_symbols();
    let heads = summary.blocks.iter().filter(|block| summary.loop_heads.contains(&block.from));
    let conditions: Vec<Term> = heads.map(|block| block.condition).collect();
    let mut found = atoms_up_to_negation(&mut component.terms, &conditions);
    found.retain(|&atom| {
        let symbols = component.terms.symbols_of(atom);
        symbols.iter().any(|symbol| own.contains(symbol))
            && symbols.iter().all(|symbol| own.contains(symbol) || state.contains(symbol))
    });
    found.truncate(MOST_INNER_PREDICATES);
    found
}
