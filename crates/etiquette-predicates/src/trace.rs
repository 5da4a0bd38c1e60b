//! Concrete runs along a word: is there an initial state, are there arguments and hidden choices that give exactly
//! these outcomes?
//!
//! A word that has none is spurious. Ways through loops are not looked for, so that a run that is not found may still
//! exist.

use etiquette_component::{
    Binding, Block, BlockEnd, Component, Event, GuardedCall, Letter, Location, Summary, Word, initial_condition,
    summarise,
};
use etiquette_logic::{Answer, Solver, Substitution, Symbol, Term};

use crate::Interrupted;

/// A concrete run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The calls that return.
    pub word: Word,
    /// The call after them that fails, and its error, where one was asked for.
    pub failed: Option<(Letter, usize)>,
}

/// Finds concrete runs on a component.
pub struct Tracer {
    component: Component,
    summaries: Vec<Summary>,
    solver: Solver,
}

/// A run as far as it was followed: the state as terms over what was chosen, and the conditions on that.
#[derive(Clone)]
struct Path {
    values: Vec<(Symbol, Term)>,
    conditions: Vec<Term>,
    /// For each call its method and the symbols of its arguments.
    arguments: Vec<(usize, Vec<Symbol>)>,
}

impl Tracer {
    /// Runs are looked for on this component; guards of calls are in its pool.
    pub fn new(component: &Component) -> Self {
        let mut component = component.clone();
        let summaries = (0..component.methods.len()).map(|method| summarise(&mut component, method)).collect();
        Tracer { component, summaries, solver: Solver::new() }
    }

    /// Ends searches when the hook says so.
    pub fn set_interrupt(&mut self, interrupt: impl Fn() -> bool + Send + Sync + 'static) {
        self.solver.set_interrupt(interrupt);
    }

    /// A run that shows exactly these outcomes, and then, if a failing call is given, an error in it. `None`: none was
    /// found.
    ///
    /// # Errors
    /// If interrupted.
    pub fn run(
        &mut self,
        word: &[Event<GuardedCall>],
        failing: Option<GuardedCall>,
    ) -> Result<Option<Run>, Interrupted> {
        let Some(path) = self.follow(word) else { return Ok(None) };
        let Some(call) = failing else {
            return Ok(self.solve(&path)?.map(|calls| Run { word: with_outcomes(calls, word), failed: None }));
        };
        for block in self.blocks_to(call.method, |end| matches!(end, BlockEnd::Failed(_))) {
            let BlockEnd::Failed(error) = block.to else { continue };
            let mut failed = path.clone();
            self.step(&mut failed, call, &block);
            if let Some(mut calls) = self.solve(&failed)? {
                let failed = calls.pop().map(|last| (last, error));
                return Ok(Some(Run { word: with_outcomes(calls, word), failed }));
            }
        }
        Ok(None)
    }

    fn follow(&mut self, word: &[Event<GuardedCall>]) -> Option<Path> {
        let initial = initial_condition(&mut self.component);
        let mut path = Path { values: Vec::new(), conditions: vec![initial], arguments: Vec::new() };
        for event in word {
            let block = self.blocks_to(event.letter.method, |end| end == BlockEnd::Returned(event.outcome)).pop()?;
            self.step(&mut path, event.letter, &block);
        }
        Some(path)
    }

    /// The blocks from the entry to such an end.
    fn blocks_to(&self, method: usize, wanted: impl Fn(BlockEnd) -> bool) -> Vec<Block> {
        let blocks = self.summaries[method].blocks.iter();
        blocks.filter(|block| block.from == Location::ENTRY && wanted(block.to)).cloned().collect()
    }

    /// Takes a block, with arguments and choices of its own.
    fn step(&mut self, path: &mut Path, call: GuardedCall, block: &Block) {
        let method = self.component.methods[call.method].clone();
        let domain = self.component.domains(&method.parameters);
        let mut now = path.values.clone();
        let arguments: Vec<Symbol> = method.parameters.iter().map(|binding| self.renamed(binding, &mut now)).collect();
        for choice in self.summaries[call.method].choices.clone() {
            self.renamed(&choice, &mut now);
        }
        for local in &method.locals {
            let sort = self.component.sort(local.ty);
            now.push((local.symbol, self.component.terms.constant(sort, 0)));
        }
        let mut now = Substitution::from_iter(now);
        let terms = &mut self.component.terms;
        for condition in [call.guard, domain, block.condition] {
            path.conditions.push(now.apply(terms, condition));
        }
        let state = self.component.state_symbols();
        for &(symbol, value) in block.updates.iter().filter(|(symbol, _)| state.contains(symbol)) {
            let value = now.apply(&mut self.component.terms, value);
            path.values.retain(|(known, _)| *known != symbol);
            path.values.push((symbol, value));
        }
        path.arguments.push((call.method, arguments));
    }

    /// A new symbol in place of one that every call has anew.
    fn renamed(&mut self, binding: &Binding, replaced: &mut Vec<(Symbol, Term)>) -> Symbol {
        let sort = self.component.sort(binding.ty);
        let symbol = self.component.terms.new_symbol(&binding.name, sort);
        replaced.push((binding.symbol, self.component.terms.symbol(symbol)));
        symbol
    }

    fn solve(&mut self, path: &Path) -> Result<Option<Vec<Letter>>, Interrupted> {
        match self.solver.check(&self.component.terms, &path.conditions) {
            Answer::Unsat => return Ok(None),
            Answer::Unknown(_) => return Err(Interrupted),
            Answer::Sat => {}
        }
        let value = |symbol: &Symbol| self.solver.symbol_value(*symbol);
        let calls = path.arguments.iter();
        let calls =
            calls.map(|(method, symbols)| Letter { method: *method, arguments: symbols.iter().map(value).collect() });
        Ok(Some(calls.collect()))
    }
}

fn with_outcomes(calls: Vec<Letter>, word: &[Event<GuardedCall>]) -> Word {
    let events = calls.into_iter().zip(word);
    events.map(|(letter, event)| Event { letter, outcome: event.outcome }).collect()
}
