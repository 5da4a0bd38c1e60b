//! Reads runs of the product back as words.

use etiquette_automata::CallId;
use etiquette_component::BlockEnd;
use etiquette_logic::{Symbol, TermPool, evaluate};
use rustc_hash::FxHashMap;

use super::Product;
use crate::system::{TakenStep, Trace};

/// A run of the product, read back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Story {
    /// The calls that returned as the interface has it.
    pub word: Vec<Happened>,
    /// What went wrong in the call after them; `None` if the run ended before anything did.
    pub wrong: Option<Wrong>,
}

/// A call that returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Happened {
    /// The call.
    pub call: CallId,
    /// The values of the method's parameters.
    pub arguments: Vec<u64>,
    /// The outcome, by position.
    pub outcome: usize,
}

/// A disagreement of component and interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// An allowed call failed.
    Failed {
        /// The call.
        call: CallId,
        /// The values of the method's parameters.
        arguments: Vec<u64>,
        /// The error, by its position in the component.
        error: usize,
    },
    /// A forbidden call returned.
    Returned {
        /// The call.
        call: CallId,
        /// The values of the method's parameters.
        arguments: Vec<u64>,
        /// The outcome, by position.
        outcome: usize,
    },
    /// An allowed call returned with an outcome for which the interface has no next state.
    Missing {
        /// The call.
        call: CallId,
        /// The values of the method's parameters.
        arguments: Vec<u64>,
        /// The outcome, by position.
        outcome: usize,
    },
}

pub(super) fn tell(product: &Product, trace: &Trace) -> Story {
    let mut story = Story { word: Vec::new(), wrong: None };
    let mut arguments = Vec::new();
    let mut state = product.interface.initial();
    for taken in &trace.steps {
        let meaning = &product.meanings[taken.step];
        if let Some(count) = meaning.arguments {
            arguments = taken.inputs[..count].to_vec();
        }
        let call = meaning.call;
        match meaning.end {
            BlockEnd::At(_) => {}
            BlockEnd::Failed(error) => {
                story.wrong = Some(Wrong::Failed { call, arguments, error });
                return story;
            }
            BlockEnd::Returned(outcome) => match product.next_state(state, call, outcome) {
                Some(next) => {
                    state = next;
                    story.word.push(Happened { call, arguments: arguments.clone(), outcome });
                }
                None => {
                    story.wrong =
                        Some(returned_wrongly(product.interface.allows(state, call), call, arguments, outcome));
                    return story;
                }
            },
        }
    }
    story
}

/// What was chosen in each call of a run: symbols of the summaries, and their values.
pub(super) fn choices(product: &Product, trace: &Trace) -> Vec<Vec<(Symbol, u64)>> {
    let mut calls: Vec<Vec<(Symbol, u64)>> = Vec::new();
    for taken in &trace.steps {
        let arguments = product.meanings[taken.step].arguments;
        if arguments.is_some() {
            calls.push(Vec::new());
        }
        let inputs = product.system.steps[taken.step].inputs.iter().copied().zip(taken.inputs.iter().copied());
        if let Some(call) = calls.last_mut() {
            call.extend(inputs.skip(arguments.unwrap_or(0)));
        }
    }
    calls
}

/// What each call that returned has returned, where somebody looks at it.
pub(super) fn results(product: &Product, pool: &TermPool, trace: &Trace) -> Vec<Option<u64>> {
    let taken = trace.steps.iter().zip(&trace.states);
    let returned = taken.filter(|(taken, _)| matches!(product.meanings[taken.step].end, BlockEnd::Returned(_)));
    let result = |(taken, state): (&TakenStep, &Vec<u64>)| {
        let inputs = product.system.steps[taken.step].inputs.iter().zip(&taken.inputs);
        let known: FxHashMap<Symbol, u64> =
            product.system.variables.iter().zip(state).chain(inputs).map(|(symbol, value)| (*symbol, *value)).collect();
        let value = |symbol| known.get(&symbol).copied().unwrap_or(0);
        Some(evaluate(pool, product.meanings[taken.step].result?, value))
    };
    returned.map(result).collect()
}

fn returned_wrongly(allowed: bool, call: CallId, arguments: Vec<u64>, outcome: usize) -> Wrong {
    match allowed {
        true => Wrong::Missing { call, arguments, outcome },
        false => Wrong::Returned { call, arguments, outcome },
    }
}
