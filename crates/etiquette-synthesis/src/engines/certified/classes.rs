//! The learner's classes of letters are guarded calls: what it asks about them is answered by running and solving.

use etiquette_component::{BlockEnd, Component, GuardedCall, Letter};
use etiquette_learning::dont_cares::{self, Beliefs, ClassTable, Sampled};
use etiquette_logic::{Symbol, Term};

use crate::engines::certified::split::{arguments_with, unlike};
use crate::spaces::solver::beliefs::{Event, LetterId, NodeId, Verdict, Words};
use etiquette_outcome::{Run, StopReason};

/// The observation table over guarded calls.
pub(crate) type Table = ClassTable<GuardedCall>;

/// The beliefs, asked within the limits of a run.
pub(crate) struct Asked<'a> {
    pub words: &'a mut Words,
    pub run: &'a mut Run,
}

impl Beliefs<GuardedCall> for Asked<'_> {
    type Error = StopReason;

    fn look(&mut self) -> Result<(), StopReason> {
        self.run.look()
    }

    fn is_legal(&mut self, node: NodeId, letter: LetterId) -> Result<bool, StopReason> {
        Ok(self.words.verdict(node, letter, self.run)? == Verdict::Legal)
    }

    fn next(&mut self, node: NodeId, event: Event) -> Result<Option<NodeId>, StopReason> {
        self.words.next(node, event, self.run)
    }

    fn outcomes(&mut self, call: &GuardedCall) -> usize {
        self.words.component().methods[call.method].outcomes.len()
    }

    fn is_single(&mut self, call: &GuardedCall) -> bool {
        self.words.component().methods[call.method].parameters.is_empty()
    }

    fn unlike(&mut self, node: NodeId, call: &GuardedCall, legal: bool) -> Option<LetterId> {
        if !self.words.is_in_order(node, call.method) {
            return None;
        }
        let arguments = unlike(self.words, *call, node, legal)?;
        Some(self.words.letter_id(Letter { method: call.method, arguments }))
    }

    fn with_outcomes(&mut self, node: NodeId, call: &GuardedCall, outcomes: &[usize]) -> Vec<LetterId> {
        let found = arguments_with(self.words, *call, node, outcomes);
        let letter = |arguments| self.words.letter_id(Letter { method: call.method, arguments });
        found.into_iter().map(letter).collect()
    }
}

/// The table with one call for each method, all arguments alike.
pub(crate) fn first_table(words: &mut Words) -> Table {
    let guard = words.component().terms.bool(true);
    let methods = 0..words.component().methods.len();
    let calls: Vec<_> = methods.map(|method| first_samples(words, GuardedCall { method, guard })).collect();
    Table::new(calls)
}

/// A method is tried first with zeros, and for each parameter that has two values and a say, with the other one.
fn first_samples(words: &mut Words, call: GuardedCall) -> Sampled<GuardedCall> {
    let method = call.method;
    let used = used_symbols(words, method);
    let component = words.component();
    let parameters = &component.methods[method].parameters;
    let zeros = vec![0; parameters.len()];
    let mut found = vec![zeros.clone()];
    for (place, parameter) in parameters.iter().enumerate() {
        if used.contains(&parameter.symbol) && component.value_count(parameter.ty) == Some(2) {
            let mut other = zeros.clone();
            other[place] = 1;
            found.push(other);
        }
    }
    let samples = found.into_iter().map(|arguments| words.letter_id(Letter { method, arguments }));
    let samples = samples.collect();
    let fails = words.executor.summaries[method].blocks.iter().any(|block| matches!(block.to, BlockEnd::Failed(_)));
    // An object is constructed once.
    let may_tell = fails || words.component().methods[method].constructor;
    Sampled { class: call, samples, may_tell }
}

/// The symbols on which it depends what a method does.
fn used_symbols(words: &Words, method: usize) -> Vec<Symbol> {
    let terms: Vec<Term> = words.executor.summaries[method].terms().collect();
    words.executor.component.terms.symbols_of_all(&terms)
}

/// Splits a call by a condition over its parameters.
pub(crate) fn split_call(table: &mut Table, words: &mut Words, position: usize, condition: Term) {
    let GuardedCall { method, guard } = table.classes[position].class;
    let terms = &mut words.component().terms;
    let not = terms.not(condition);
    let parts = [terms.and(guard, condition), terms.and(guard, not)].map(|guard| GuardedCall { method, guard });
    table.split(position, parts, |&sample| words.letter(sample).satisfies(&words.executor.component, condition));
}

/// The call that a letter belongs to.
pub(crate) fn call_of(table: &Table, component: &Component, letter: &Letter) -> Option<usize> {
    table.classes.iter().position(|sampled| sampled.class.contains(component, letter))
}

/// The number of calls of the method that has most.
pub(crate) fn calls_of_a_method(table: &Table) -> usize {
    let methods = || table.classes.iter().map(|sampled| sampled.class.method);
    methods().map(|method| methods().filter(|&other| other == method).count()).max().unwrap_or(0)
}

/// What an experiment shows after a belief.
pub(crate) fn observe(
    words: &mut Words,
    node: NodeId,
    experiment: &dont_cares::Experiment,
    run: &mut Run,
) -> Result<etiquette_learning::Answer, StopReason> {
    dont_cares::observe(&mut Asked { words, run }, node, experiment)
}
