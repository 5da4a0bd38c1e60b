//! Guard splitting: the condition over a call's parameters that tells two argument tuples apart.
//!
//! The call is executed with its parameters left open; the condition under which it (or what follows) fails is the
//! guard. Hidden choices are projected out by putting in the values of models until no new arguments come up. Where
//! that takes too long, the one tuple is set apart by equality.

use etiquette_component::{GuardedCall, Letter};
use etiquette_logic::{Node, Substitution, Symbol, Term};

use crate::engines::certified::budgets::split::MAX_MODELS;
use crate::engines::certified::classes::{Asked, Table, split_call};
use crate::proofs::candidates::{Candidates, bounds};
use crate::spaces::solver::beliefs::{LetterId, NodeId, Words};
use crate::spaces::solver::execute::{Executed, Possible};
use etiquette_learning::dont_cares::{Experiment, Refinement};
use etiquette_outcome::StopReason;

/// Makes the table consistent again.
pub(crate) fn refine(table: &mut Table, asked: &mut Asked<'_>, refinement: Refinement) -> Result<(), StopReason> {
    asked.run.look()?;
    match refinement {
        Refinement::Column(experiment) => {
            table.add_experiment(experiment);
        }
        Refinement::Apart(one, other) => {
            table.set_apart(one, other);
        }
        Refinement::Split { class: call, node, one, other, then } => {
            split(table, asked.words, Difference { call, node, one, other, then });
        }
    }
    match asked.words.executor.is_too_short {
        true => Err(StopReason::NoProof),
        false => Ok(()),
    }
}

/// Two letters of one call that differ.
pub(crate) struct Difference {
    pub call: usize,
    pub node: NodeId,
    pub one: LetterId,
    pub other: LetterId,
    /// The outcome and the experiment after it that shows the difference; `None`: being legal.
    pub then: Option<(usize, Experiment)>,
}

/// Splits the guard of the call so that the two letters fall apart.
pub(crate) fn split(table: &mut Table, words: &mut Words, difference: Difference) {
    let Difference { call, node, one, other, then } = difference;
    // The same arguments can't be told apart: formulas and runs differ, so loops were not followed far enough.
    if one == other {
        words.executor.is_too_short = true;
        return;
    }
    table.add_sample(call, one);
    table.add_sample(call, other);
    let guarded = table.classes[call].class;
    let method = guarded.method;
    let failing = failing_condition(words, guarded, node, then.as_ref());
    let (one, other) = (words.letter(one).clone(), words.letter(other).clone());
    let holds = |words: &mut Words, letter: &Letter, condition: Term| letter.satisfies(words.component(), condition);
    let candidates = match failing {
        Some(Failing { condition, cut }) if words.component().terms.as_constant(cut) == Some(0) => vec![condition],
        // What loops do has a say, and they were not followed far enough to know.
        Some(_) if words.executor.may_follow_further() => {
            words.executor.is_too_short = true;
            Vec::new()
        }
        Some(failing) => extrapolations(words, method, &failing, [&one, &other]),
        None => Vec::new(),
    };
    let telling =
        candidates.into_iter().find(|&condition| holds(words, &one, condition) != holds(words, &other, condition));
    let condition = telling.unwrap_or_else(|| equality(words, &other));
    split_call(table, words, call, condition);
}

/// When something fails, as far as loops were followed, and when they were not followed to the end.
struct Failing {
    condition: Term,
    cut: Term,
}

/// Where loops were cut: comparisons of parameters with the arguments at hand that say the same for all arguments for
/// which they were not.
fn extrapolations(words: &mut Words, method: usize, failing: &Failing, letters: [&Letter; 2]) -> Vec<Term> {
    let component = words.component();
    let mut candidates = Candidates::default();
    for (index, binding) in component.methods[method].parameters.clone().into_iter().enumerate() {
        let values: Vec<u64> = letters.iter().map(|letter| letter.arguments[index]).collect();
        bounds(component, binding.symbol, binding.ty, &values, &mut candidates);
    }
    let mut found = candidates.terms;
    found.retain(|&candidate| {
        let terms = &mut words.component().terms;
        let differs = terms.xor(candidate, failing.condition);
        let followed = terms.not(failing.cut);
        let wrong = terms.and(followed, differs);
        !words.is_satisfiable(wrong)
    });
    found
}

/// The parameters are exactly the arguments of the letter.
fn equality(words: &mut Words, letter: &Letter) -> Term {
    let component = words.component();
    let symbols = component.parameter_symbols(letter.method);
    let terms = &mut component.terms;
    let parameters: Vec<Term> = symbols.into_iter().map(|symbol| terms.symbol(symbol)).collect();
    terms.all_equal(parameters.into_iter().zip(letter.arguments.iter().copied()))
}

/// Arguments within the guard for which a call at the node is not as legal as `legal` says.
pub(crate) fn unlike(words: &mut Words, call: GuardedCall, node: NodeId, legal: bool) -> Option<Vec<u64>> {
    let GuardedCall { method, guard } = call;
    let failing = failing_condition(words, call, node, None)?.condition;
    let terms = &mut words.component().terms;
    let other = if legal { failing } else { terms.not(failing) };
    let domains = words.component().parameter_domains(method);
    let unlike = words.component().terms.all([guard, domains, other]);
    if !words.is_satisfiable(unlike) {
        return None;
    }
    Some(words.parameters(method).into_iter().map(|symbol| words.model_value(symbol)).collect())
}

/// For each of the outcomes that can be had at the node: arguments within the guard that have it.
pub(crate) fn arguments_with(
    words: &mut Words,
    GuardedCall { method, guard }: GuardedCall,
    node: NodeId,
    outcomes: &[usize],
) -> Vec<Vec<u64>> {
    if outcomes.is_empty() {
        return Vec::new();
    }
    let (start, first_hidden) = words.possible(node);
    let symbols = words.parameters(method);
    let open: Vec<Term> = symbols.iter().map(|&symbol| words.component().terms.symbol(symbol)).collect();
    let executed = words.executor.execute(method, &start, &open, first_hidden);
    let domains = words.component().parameter_domains(method);
    let mut found = Vec::new();
    for &outcome in outcomes {
        let Some(possible) = &executed.returned[outcome] else { continue };
        let condition = words.component().terms.all([guard, domains, possible.condition]);
        if words.is_satisfiable(condition) {
            found.push(symbols.iter().map(|&symbol| words.model_value(symbol)).collect());
        }
    }
    found
}

/// The condition over the method's parameters under which a call at the node fails, or the experiment after it.
fn failing_condition(
    words: &mut Words,
    GuardedCall { method, guard }: GuardedCall,
    node: NodeId,
    then: Option<&(usize, Experiment)>,
) -> Option<Failing> {
    let (start, first_hidden) = words.possible(node);
    let parameters = words.parameters(method);
    let arguments: Vec<Term> = parameters.iter().map(|&symbol| words.component().terms.symbol(symbol)).collect();
    let Failing { condition, cut } = match then {
        None => failing_after(words, &start, first_hidden, &[], (method, &arguments)),
        Some((outcome, experiment)) => {
            let executed = words.executor.execute(method, &start, &arguments, first_hidden);
            let after = executed.returned[*outcome].clone()?;
            let mut failing = follow(words, &after, executed.next_hidden, experiment);
            failing.cut = words.component().terms.or(failing.cut, executed.cut);
            failing
        }
    };
    Some(Failing { condition: project(words, guard, condition, &parameters)?, cut })
}

fn follow(words: &mut Words, start: &Possible, first_hidden: usize, experiment: &Experiment) -> Failing {
    let Letter { method, arguments } = words.letter(experiment.last).clone();
    let arguments = words.argument_terms(method, &arguments);
    failing_after(words, start, first_hidden, &experiment.path, (method, &arguments))
}

/// The condition under which a call of the path fails, or the last call after it.
fn failing_after(
    words: &mut Words,
    start: &Possible,
    mut first_hidden: usize,
    path: &[crate::spaces::solver::beliefs::Event],
    last: (usize, &[Term]),
) -> Failing {
    let never = words.component().terms.bool(false);
    let mut failing = Failing { condition: never, cut: never };
    let mut here = start.clone();
    for event in path {
        let Letter { method, arguments } = words.letter(event.letter).clone();
        let arguments = words.argument_terms(method, &arguments);
        let executed = words.executor.execute(method, &here, &arguments, first_hidden);
        first_hidden = executed.next_hidden;
        failing = any_of(words, failing, &executed);
        match executed.returned[event.outcome].clone() {
            Some(next) => here = next,
            None => return failing,
        }
    }
    // After the last call it does not matter where it would have returned to.
    let mut executed = words.executor.execute(last.0, &here, last.1, first_hidden);
    executed.cut = executed.cut_before_failure;
    any_of(words, failing, &executed)
}

fn any_of(words: &mut Words, failing: Failing, executed: &Executed) -> Failing {
    let terms = &mut words.component().terms;
    let conditions = std::iter::once(failing.condition).chain(executed.failed.iter().map(|(_, condition)| *condition));
    Failing { condition: terms.any(conditions), cut: terms.or(failing.cut, executed.cut) }
}

/// The arguments for which some hidden choices satisfy the condition.
fn project(words: &mut Words, guard: Term, condition: Term, parameters: &[Symbol]) -> Option<Term> {
    let hidden: Vec<Symbol> = words
        .component()
        .terms
        .symbols_of(condition)
        .into_iter()
        .filter(|symbol| !parameters.contains(symbol))
        .collect();
    if hidden.is_empty() {
        return Some(condition);
    }
    let mut found = words.component().terms.bool(false);
    for _ in 0..MAX_MODELS {
        let terms = &mut words.component().terms;
        let not_found = terms.not(found);
        let open = terms.all([guard, condition, not_found]);
        if terms.node(open) == Node::Bool(false) || !words.is_satisfiable(open) {
            return Some(found);
        }
        let values: Vec<(Symbol, u64)> = hidden.iter().map(|&symbol| (symbol, words.model_value(symbol))).collect();
        let terms = &mut words.component().terms;
        let replaced =
            values.into_iter().map(|(symbol, value)| (symbol, terms.constant(terms.symbol_sort(symbol), value)));
        let replaced: Vec<(Symbol, Term)> = replaced.collect();
        let instance = Substitution::from_iter(replaced).apply(terms, condition);
        found = terms.or(found, instance);
    }
    None
}

/// The experiment as a condition on the state before it: that it fails. `None` where hidden choices or unbounded loops
/// have a say.
pub(crate) fn experiment_condition(words: &mut Words, experiment: &Experiment) -> Option<Term> {
    let start = words.executor.any_state();
    let failing = follow(words, &start, 0, experiment).condition;
    let component = words.component();
    let variables = component.state_symbols();
    let only_variables = component.terms.symbols_of(failing).iter().all(|symbol| variables.contains(symbol));
    (only_variables && component.terms.as_constant(failing).is_none()).then_some(failing)
}
