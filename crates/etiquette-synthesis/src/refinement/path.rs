//! A trace as formulas: what each step asks of the state before it and makes of it, and from which states the rest of
//! the trace can be done.
//!
//! Going backwards this is the weakest precondition of May and Must (Section 3). Ways through loops are left out, so
//! that a trace through a loop has no path.

use etiquette_component::{Block, BlockEnd, Component, GuardedCall, Location, Summary, initial_condition};
use etiquette_logic::{Substitution, Symbol, Term};
use etiquette_predicates::{blocks_to, own_symbols};

use crate::spaces::predicates::check::Trace;
use crate::spaces::predicates::letters::Letters;

/// What the last letter of a trace is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    Fails,
    Returns,
    /// With this outcome.
    ReturnsWith(usize),
}

/// One step: its condition, and the state after it, over the state before it and symbols of its own.
#[derive(Clone, Debug)]
pub(crate) struct PathStep {
    pub condition: Term,
    pub updates: Vec<(Symbol, Term)>,
    /// The arguments, by the symbols that stand for them in this step.
    pub arguments: Vec<(Symbol, Symbol)>,
    pub letter: usize,
}

/// A trace as steps, and how it is to end.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub initial: Term,
    pub steps: Vec<PathStep>,
    /// When the last letter does what it is to do, over the state before it.
    pub ending: PathStep,
    /// For each point, from the first to the one before the ending: from which states the rest can be done, with
    /// suitable choices.
    pub rest: Vec<Term>,
}

/// Builds paths in the pool of a component.
pub(crate) struct Paths<'a> {
    pub component: &'a mut Component,
    pub summaries: &'a [Summary],
    pub letters: &'a Letters,
}

impl Paths<'_> {
    /// The trace with an ending; `None` where a step needs a loop.
    pub fn path(&mut self, trace: &Trace, ending: Ending) -> Option<Path> {
        let initial = initial_condition(self.component);
        let mut steps = Vec::new();
        for &event in &trace.word {
            let (letter, outcome) = self.letters.event(event);
            let blocks = self.blocks(letter, |end| end == BlockEnd::Returned(outcome));
            steps.push(self.step(letter, blocks.first()?));
        }
        let wanted = |end: BlockEnd| match ending {
            Ending::Fails => matches!(end, BlockEnd::Failed(_)),
            Ending::Returns => matches!(end, BlockEnd::Returned(_)),
            Ending::ReturnsWith(outcome) => end == BlockEnd::Returned(outcome),
        };
        let blocks = self.blocks(trace.letter, wanted);
        let condition = self.component.terms.any(blocks.iter().map(|block| block.condition));
        let any = Block { from: Location::ENTRY, to: BlockEnd::Returned(0), condition, updates: Vec::new() };
        let ending = self.step(trace.letter, &any);
        let rest = self.preconditions(&steps, &ending);
        Some(Path { initial, steps, ending, rest })
    }

    fn blocks(&self, letter: usize, wanted: impl Fn(BlockEnd) -> bool) -> Vec<Block> {
        blocks_to(&self.summaries[self.letters.all[letter].method], wanted)
    }

    /// The block with arguments and choices of its own, its locals zero at the start.
    fn step(&mut self, letter: usize, block: &Block) -> PathStep {
        let GuardedCall { method, guard } = self.letters.all[letter];
        let mut own = self.letters.fixed[letter].clone();
        let arguments = own_symbols(self.component, &self.summaries[method], method, &mut own);
        let arguments = self.component.parameter_symbols(method).into_iter().zip(arguments).collect();
        let domain = self.component.parameter_domains(method);
        let mut own = Substitution::from_iter(own);
        let terms = &mut self.component.terms;
        let condition = terms.all([guard, domain, block.condition]);
        let condition = own.apply(terms, condition);
        let state = self.component.state_symbols();
        let terms = &mut self.component.terms;
        let updates = block.updates.iter().filter(|(symbol, _)| state.contains(symbol));
        let updates = updates.map(|&(symbol, value)| (symbol, own.apply(terms, value))).collect();
        PathStep { condition, updates, arguments, letter }
    }

    fn preconditions(&mut self, steps: &[PathStep], ending: &PathStep) -> Vec<Term> {
        let terms = &mut self.component.terms;
        let mut rest = ending.condition;
        let mut found = vec![rest];
        for step in steps.iter().rev() {
            let moved = Substitution::from_iter(step.updates.iter().copied()).apply(terms, rest);
            rest = terms.and(step.condition, moved);
            found.push(rest);
        }
        found.reverse();
        found
    }
}
