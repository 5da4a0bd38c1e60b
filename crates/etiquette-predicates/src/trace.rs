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
        for block in blocks_to(&self.summaries[call.method], |end| matches!(end, BlockEnd::Failed(_))) {
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
            let summary = &self.summaries[event.letter.method];
            let block = blocks_to(summary, |end| end == BlockEnd::Returned(event.outcome)).pop()?;
            self.step(&mut path, event.letter, &block);
        }
        Some(path)
    }

    /// Takes a block, with arguments and choices of its own.
    fn step(&mut self, path: &mut Path, call: GuardedCall, block: &Block) {
        let domain = self.component.parameter_domains(call.method);
        let mut now = path.values.clone();
        let arguments = own_symbols(&mut self.component, &self.summaries[call.method], call.method, &mut now);
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

/// The blocks from the entry to such an end.
pub fn blocks_to(summary: &Summary, wanted: impl Fn(BlockEnd) -> bool) -> Vec<Block> {
    let blocks = summary.blocks.iter().filter(|block| block.from == Location::ENTRY && wanted(block.to));
    blocks.cloned().collect()
}

/// What one call has anew, added to what is replaced in its method: symbols for its arguments, which are given back,
/// and for its hidden choices, and zeros for its locals. What is replaced already stays so.
pub fn own_symbols(
    component: &mut Component,
    summary: &Summary,
    method: usize,
    replaced: &mut Vec<(Symbol, Term)>,
) -> Vec<Symbol> {
    let mut renamed = |component: &mut Component, binding: &Binding| {
        let symbol = component.terms.new_symbol(&binding.name, component.sort(binding.ty));
        if replaced.iter().all(|(known, _)| *known != binding.symbol) {
            replaced.push((binding.symbol, component.terms.symbol(symbol)));
        }
        symbol
    };
    let parameters = component.methods[method].parameters.clone();
    let arguments = parameters.iter().map(|binding| renamed(component, binding)).collect();
    for choice in &summary.choices {
        renamed(component, choice);
    }
    for local in component.methods[method].locals.clone() {
        let sort = component.sort(local.ty);
        replaced.push((local.symbol, component.terms.constant(sort, 0)));
    }
    arguments
}
