//! A safe interface with its certificate, found by exploring the beliefs of a small component.

use std::collections::{BTreeMap, BTreeSet};

use etiquette_automata::{Alphabet, CallId, Interface, StateId};
use etiquette_certificates::{Certificate, Choice, ForbiddenProof, LoopLabel, Proof};
use etiquette_component::{Component, Interpreter, Location};
use etiquette_logic::{Sort, Symbol, Term};

use super::by_hand::{Case, calls_of};
use super::random::Random;
use super::truth::{Belief, Effect, arguments, effect, initial_belief, tuples};
use super::walk;

/// The interface whose states are beliefs, if there are not too many, with labels that say just which states there are.
/// The arguments of each method are split at random.
///
/// Out of `overlook` results one is overlooked, if that is not 0: what comes out then is consistent, and may be wrong.
pub fn explore(component: &Component, random: &mut Random, most_beliefs: usize, overlook: usize) -> Option<Case> {
    let mut component = component.clone();
    let (methods, guards) = split_arguments(&mut component, random);
    let named: Vec<(String, &str)> = methods.iter().map(|m| (component.methods[*m].name.clone(), "some")).collect();
    let named: Vec<(&str, &str)> = named.iter().map(|(name, guard)| (name.as_str(), *guard)).collect();
    let mut interface = Interface::new(Alphabet::new(calls_of(&component, &methods, &named)));
    let mut forget = |effect: &mut Effect| {
        if overlook > 0 && random.below(overlook) == 0 {
            forget_something(effect, random);
        }
    };
    let beliefs = explore_beliefs(&component, &mut interface, &methods, &guards, most_beliefs, &mut forget)?;
    let labels = beliefs.iter().map(|belief| state_label(&mut component, belief)).collect();
    let certificate = Certificate {
        guards,
        methods,
        labels,
        loops: Vec::new(),
        forbidden: Vec::new(),
        regions: Vec::new(),
        spreads: Vec::new(),
    };
    let mut case = Case { component, interface, certificate };
    for (index, belief) in beliefs.iter().enumerate() {
        for call in case.interface.alphabet().call_ids() {
            prove(&mut case, StateId::from_index(index), belief, call);
        }
    }
    Some(case)
}

/// Overlooks one state after the call, or that the call fails.
fn forget_something(effect: &mut Effect, random: &mut Random) {
    let outcome = random.below(effect.after.len());
    let after = &mut effect.after[outcome];
    match after.len() {
        0 => effect.fails = false,
        count => {
            let lost = after.iter().nth(random.below(count)).cloned();
            lost.iter().for_each(|lost| _ = after.remove(lost));
        }
    }
}

fn split_arguments(component: &mut Component, random: &mut Random) -> (Vec<usize>, Vec<Term>) {
    let (mut methods, mut guards) = (Vec::new(), Vec::new());
    for method in 0..component.methods.len() {
        let parameters = component.methods[method].parameters.clone();
        let mut classes = vec![Vec::new(), Vec::new()];
        for tuple in tuples(component, parameters.iter().map(|binding| binding.ty)) {
            classes[random.below(2)].push(tuple);
        }
        let symbols: Vec<Symbol> = parameters.iter().map(|binding| binding.symbol).collect();
        for class in classes.into_iter().filter(|class| !class.is_empty()) {
            methods.push(method);
            guards.push(one_of(component, &symbols, class.iter()));
        }
    }
    (methods, guards)
}

/// That the symbols have one of these tuples of values.
pub fn one_of<'a>(component: &mut Component, symbols: &[Symbol], all: impl Iterator<Item = &'a Vec<u64>>) -> Term {
    let terms = &mut component.terms;
    let mut parts = Vec::new();
    for tuple in all {
        let mut equal = Vec::new();
        for (symbol, value) in symbols.iter().zip(tuple) {
            let (symbol, value) = (terms.symbol(*symbol), terms.constant(terms.symbol_sort(*symbol), *value));
            equal.push(terms.equal(symbol, value));
        }
        parts.push(terms.all(equal));
    }
    terms.any(parts)
}

pub fn state_label(component: &mut Component, belief: &Belief) -> Term {
    let symbols: Vec<Symbol> = component.variables.iter().map(|variable| variable.binding.symbol).collect();
    one_of(component, &symbols, belief.iter())
}

fn explore_beliefs(
    component: &Component,
    interface: &mut Interface,
    methods: &[usize],
    guards: &[Term],
    most: usize,
    forget: &mut dyn FnMut(&mut Effect),
) -> Option<Vec<Belief>> {
    let mut interpreter = Interpreter::new(component);
    let mut beliefs = vec![initial_belief(component)];
    let mut known: BTreeMap<(bool, Belief), u32> =
        BTreeMap::from([((component.has_constructors(), beliefs[0].clone()), 0)]);
    let mut position = 0;
    while position < beliefs.len() {
        for call in interface.alphabet().call_ids() {
            let method = methods[call.index()];
            if component.methods[method].constructor != (component.has_constructors() && position == 0) {
                continue;
            }
            let tuples = arguments(component, method, guards[call.index()]);
            let mut found = effect(component, &mut interpreter, &beliefs[position].clone(), method, &tuples);
            forget(&mut found);
            if found.fails {
                continue;
            }
            interface.allow(StateId::from_index(position), call);
            for (outcome, after) in found.after.into_iter().enumerate().filter(|(_, after)| !after.is_empty()) {
                let to = *known.entry((false, after.clone())).or_insert(beliefs.len() as u32);
                if to as usize == beliefs.len() {
                    beliefs.push(after);
                    interface.add_state();
                }
                let event = interface.alphabet().event(call, outcome);
                interface.connect(StateId::from_index(position), event, StateId(to));
            }
        }
        position += 1;
        if beliefs.len() > most {
            return None;
        }
    }
    Some(beliefs)
}

/// Loop labels where they are needed, and a proof where the call is forbidden.
fn prove(case: &mut Case, state: StateId, belief: &Belief, call: CallId) {
    let method = case.certificate.methods[call.index()];
    let before = case.component.has_constructors() && state == case.interface.initial();
    if case.component.methods[method].constructor != before {
        return;
    }
    let tuples = arguments(&case.component, method, case.certificate.guards[call.index()]);
    let heads = walk::loop_heads(&case.component, method);
    let entries = |component: &Component| -> Vec<walk::Values> {
        let pairs = belief.iter().flat_map(|state| tuples.iter().map(move |tuple| (state, tuple)));
        pairs.map(|(state, tuple)| walk::entry(component, method, state, tuple)).collect()
    };
    let mut entries = entries(&case.component);
    if !case.interface.allows(state, call) {
        let (proof, rest) = proof(&mut case.component, method, &entries, &heads);
        case.certificate.forbidden.push(ForbiddenProof { state, call, proof });
        entries = rest;
    }
    let arrivals = walk::arrivals(&case.component, method, entries);
    for location in heads {
        let label = location_label(&mut case.component, arrivals.get(&location));
        case.certificate.loops.push(LoopLabel { state, call, location, label });
    }
}

fn location_label(component: &mut Component, arrivals: Option<&BTreeSet<walk::Values>>) -> Term {
    let arrivals: Vec<&walk::Values> = arrivals.into_iter().flatten().collect();
    let symbols: Vec<Symbol> = arrivals.first().into_iter().flat_map(|values| values.keys().copied()).collect();
    let tuples: Vec<Vec<u64>> = arrivals.iter().map(|values| values.values().copied().collect()).collect();
    one_of(component, &symbols, tuples.iter())
}

/// A proof, if each of these calls fails for some choice, or never returns; and the calls that have to be followed for
/// it.
fn proof(
    component: &mut Component,
    method: usize,
    entries: &[walk::Values],
    heads: &[Location],
) -> (Proof, Vec<walk::Values>) {
    let returns = |component: &Component, entry: &walk::Values| {
        let arrivals = walk::arrivals(component, method, vec![entry.clone()]);
        let mut configurations = arrivals.iter().flat_map(|(at, all)| all.iter().map(move |values| (*at, values)));
        configurations.any(|(at, values)| {
            walk::steps(component, method, at, values).iter().any(|(_, step)| matches!(step, walk::Step::Returned(_)))
        })
    };
    let (mut rest, mut choices) = (Vec::new(), BTreeSet::new());
    for entry in entries {
        if !returns(component, entry) {
            rest.push(entry.clone());
            continue;
        }
        let Some(made) = walk::failing_choices(component, method, entry, heads) else {
            return (Proof::Open, entries.to_vec());
        };
        choices.insert(made);
    }
    if choices.is_empty() {
        return (Proof::NeverReturns, rest);
    }
    let choices = choices.into_iter().map(|made| valuation(component, method, &made)).collect();
    (Proof::CanFail { choices }, rest)
}

pub fn valuation(component: &mut Component, method: usize, made: &[(Choice, u64)]) -> Vec<(Choice, Term)> {
    let sort = |component: &Component, choice: Choice| match choice {
        Choice::Value(edge) => {
            let written = component.methods[method].body.edges[edge].action.written();
            written.map_or(Sort::Bool, |symbol| component.terms.symbol_sort(symbol))
        }
        _ => Sort::Bool,
    };
    let term = |(choice, value): &(Choice, u64)| {
        let sort = sort(component, *choice);
        (*choice, component.terms.constant(sort, *value))
    };
    made.iter().map(term).collect()
}
