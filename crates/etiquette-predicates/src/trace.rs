//! Concrete runs along a word: is there an initial state, are there arguments and hidden choices that give exactly
//! these outcomes?
//!
//! A word that has none is spurious. Of ways through loops only a few are looked for, and those of calls that return not
//! at all, so that a run that is not found may still exist.

use std::collections::VecDeque;

use etiquette_component::{
    Binding, Block, BlockEnd, Component, Event, GuardedCall, Letter, Location, Summary, Word, initial_condition,
    summarise,
};
use etiquette_logic::{Answer, Solver, Substitution, Symbol, Term};

use crate::Interrupted;

/// So many ways into loops of a call that should fail are followed.
const MOST_PIECES: usize = 32;

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
        let Some((mut calls, error)) = self.failing(path, call)? else { return Ok(None) };
        let failed = calls.pop().map(|last| (last, error));
        Ok(Some(Run { word: with_outcomes(calls, word), failed }))
    }

    /// All calls, the last of which fails with this error, in as few rounds of its loops as possible.
    fn failing(&mut self, path: Path, call: GuardedCall) -> Result<Option<(Vec<Letter>, usize)>, Interrupted> {
        let blocks = self.summaries[call.method].blocks.clone();
        let mut pending = VecDeque::from([(self.enter(path, call), Location::ENTRY)]);
        let mut left = MOST_PIECES;
        while let Some((before, at)) = pending.pop_front() {
            for block in blocks.iter().filter(|block| block.from == at && !matches!(block.to, BlockEnd::Returned(_))) {
                let after = self.piece(&before, call.method, block);
                match (block.to, self.solve(&after)?) {
                    (BlockEnd::Failed(error), Some(calls)) => return Ok(Some((calls, error))),
                    (BlockEnd::At(next), Some(_)) if left > 0 => {
                        left -= 1;
                        pending.push_back((after, next));
                    }
                    _ => {}
                }
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

    /// Takes a block from where a call begins to where it returns.
    fn step(&mut self, path: &mut Path, call: GuardedCall, block: &Block) {
        let before = self.enter(path.clone(), call);
        *path = self.piece(&before, call.method, block);
        let state = self.component.state_symbols();
        path.values.retain(|(symbol, _)| state.contains(symbol));
    }

    /// Where a call begins, with arguments of its own.
    fn enter(&mut self, mut path: Path, call: GuardedCall) -> Path {
        let domain = self.component.parameter_domains(call.method);
        let summary = &self.summaries[call.method];
        let arguments = own_symbols(&mut self.component, summary, call.method, &mut path.values);
        let mut now = Substitution::from_iter(path.values.iter().copied());
        for condition in [call.guard, domain] {
            path.conditions.push(now.apply(&mut self.component.terms, condition));
        }
        path.arguments.push((call.method, arguments));
        path
    }

    /// A piece of a call, with choices of its own.
    fn piece(&mut self, before: &Path, method: usize, block: &Block) -> Path {
        let mut after = before.clone();
        for choice in self.summaries[method].choices.clone() {
            let fresh = self.component.terms.new_symbol(&choice.name, self.component.sort(choice.ty));
            let fresh = self.component.terms.symbol(fresh);
            set(&mut after.values, choice.symbol, fresh);
        }
        let mut now = Substitution::from_iter(after.values.iter().copied());
        let terms = &mut self.component.terms;
        after.conditions.push(now.apply(terms, block.condition));
        let moved: Vec<(Symbol, Term)> =
            block.updates.iter().map(|&(symbol, value)| (symbol, now.apply(terms, value))).collect();
        moved.into_iter().for_each(|(symbol, value)| set(&mut after.values, symbol, value));
        after
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

fn set(values: &mut Vec<(Symbol, Term)>, symbol: Symbol, value: Term) {
    values.retain(|(known, _)| *known != symbol);
    values.push((symbol, value));
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
