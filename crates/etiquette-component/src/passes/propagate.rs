//! Replaces variables by what is known to be in them: constants, copies, and what a test just found out.
//!
//! A forward analysis over the locations of a body. Stack code copies every value several times and tests the same
//! reference for null again and again; afterwards most of these copies are read by nobody, and tests whose answer is
//! known are gone.

use etiquette_logic::{BinaryOp, Node, Sort, Symbol, Term, TermPool, UnaryOp};
use rustc_hash::FxHashMap;

use super::IsOver;
use super::dataflow::{Walk, add, constructors_and_methods};
use crate::component::{Action, Component, Edge};

/// Terms with more nodes than this are not put in the place of variables: they would be repeated too often.
const MAX_NODES: usize = 8;

/// Replaces what is known in all methods, also what every call leaves as it is: what constructors set once and for all.
pub(super) fn propagate(component: &mut Component, is_over: IsOver<'_>) {
    let (constructors, methods) = constructors_and_methods(component);
    let initial = initial_facts(component);
    for &constructor in constructors.iter().take_while(|_| !is_over()) {
        simplify(component, constructor, &initial);
    }
    let lasting = lasting_facts(component, (&constructors, &methods), &initial, is_over);
    for &method in methods.iter().take_while(|_| !is_over()) {
        simplify(component, method, &lasting);
    }
}

/// What the state variables hold before an object is constructed.
fn initial_facts(component: &mut Component) -> Facts {
    let mut facts = Facts::default();
    for variable in &component.variables {
        if let Some(value) = variable.initial {
            let sort = component.terms.symbol_sort(variable.binding.symbol);
            let value = component.terms.constant(sort, value);
            facts.known.insert(variable.binding.symbol, (value, None));
        }
    }
    facts
}

/// Replaces what is known in the body of a method, given what is known when it is called.
fn simplify(component: &mut Component, method: usize, at_entry: &Facts) {
    let settled = settle(component, method, at_entry);
    let edges = &mut component.methods[method].body.edges;
    let kept = edges.iter().zip(settled.rewritten);
    *edges = kept.filter_map(|(edge, action)| action.map(|action| Edge { from: edge.from, action })).collect();
}

/// What every constructor establishes and no method changes: the state variables that are constant between calls.
fn lasting_facts(
    component: &mut Component,
    (constructors, methods): (&[usize], &[usize]),
    initial: &Facts,
    is_over: IsOver<'_>,
) -> Facts {
    let mut established: Option<Facts> = None;
    for &constructor in constructors.iter().take_while(|_| !is_over()) {
        if let Some(facts) = settle(component, constructor, initial).returned {
            add(&mut established, facts, Facts::meet);
        }
    }
    let Some(mut lasting) = established else { return Facts::default() };
    lasting.keep_constants(component);
    let mut changed = true;
    while changed {
        changed = false;
        for &method in methods.iter().take_while(|_| !is_over()) {
            changed |= settle(component, method, &lasting).returned.is_some_and(|facts| lasting.meet(&facts));
        }
    }
    lasting
}

/// What a method was found to do.
struct Settled {
    /// The actions of its edges, as far as they can be taken.
    rewritten: Vec<Option<Action>>,
    /// What is known whenever it returns; `None` if it never does.
    returned: Option<Facts>,
}

/// Goes through a method until nothing changes.
fn settle(component: &mut Component, method: usize, at_entry: &Facts) -> Settled {
    let (body, terms) = (&component.methods[method].body, &mut component.terms);
    let mut walk = Walk::new(body, at_entry);
    loop {
        let mut settled = Settled { rewritten: vec![None; body.edges.len()], returned: None };
        let look = |edge: usize, action: Action, facts: &Facts| {
            let (action, after) = step(terms, facts, action)?;
            settled.rewritten[edge] = Some(action);
            if let Action::Return(_) = action {
                add(&mut settled.returned, facts.clone(), Facts::meet);
            }
            Some(after)
        };
        if !walk.pass(look, Facts::meet) {
            return settled;
        }
    }
}

/// What variables are known to hold, as terms over at most one variable that was not changed since.
#[derive(Clone, Default)]
struct Facts {
    known: FxHashMap<Symbol, (Term, Option<Symbol>)>,
}

impl Facts {
    /// The term with everything replaced that is known. A copy of a variable that was tested later needs a second
    /// round.
    fn apply(&self, terms: &mut TermPool, term: Term) -> Term {
        let mut term = term;
        for _ in 0..3 {
            let symbols = terms.symbols_of(term);
            let known = symbols.iter().filter_map(|symbol| self.known.get(symbol).map(|(value, _)| (*symbol, *value)));
            let replacements: FxHashMap<Symbol, Term> = known.collect();
            if replacements.is_empty() {
                break;
            }
            term = terms.substitute(term, &replacements);
        }
        term
    }

    /// The condition with everything replaced. Two conditions of which one is the literal negation of the other stay
    /// so.
    fn apply_to_condition(&self, terms: &mut TermPool, condition: Term) -> Term {
        let Node::Unary(UnaryOp::Not, inner) = terms.node(condition) else { return self.apply(terms, condition) };
        let inner = self.apply(terms, inner);
        match terms.node(inner) {
            Node::Bool(value) => terms.bool(!value),
            Node::Unary(UnaryOp::Not, positive) => positive,
            _ => terms.intern(Node::Unary(UnaryOp::Not, inner)),
        }
    }

    fn forget(&mut self, symbol: Symbol) {
        self.known.remove(&symbol);
        self.known.retain(|_, (_, source)| *source != Some(symbol));
    }

    fn learn(&mut self, terms: &TermPool, symbol: Symbol, value: Term) {
        let symbols = terms.symbols_of(value);
        let small = terms.reachable(&[value]).len() <= MAX_NODES;
        if symbols.len() <= 1 && small && !symbols.contains(&symbol) {
            self.known.insert(symbol, (value, symbols.first().copied()));
        }
    }

    /// What a condition that holds says about a single variable.
    fn learn_from(&mut self, terms: &mut TermPool, condition: Term) {
        if let Some((symbol, value)) = told(terms, condition) {
            self.known.insert(symbol, (value, None));
        }
    }

    /// Keeps what is known about state variables without mentioning others.
    fn keep_constants(&mut self, component: &Component) {
        let is_state = |symbol| component.variables.iter().any(|variable| variable.binding.symbol == symbol);
        self.known.retain(|symbol, (_, source)| source.is_none() && is_state(*symbol));
    }

    /// Keeps what both know; whether that is less than before.
    fn meet(&mut self, other: &Facts) -> bool {
        let before = self.known.len();
        self.known.retain(|symbol, fact| other.known.get(symbol) == Some(fact));
        self.known.len() < before
    }
}

/// The variable whose value a condition determines.
fn told(terms: &mut TermPool, condition: Term) -> Option<(Symbol, Term)> {
    match terms.node(condition) {
        Node::Symbol(symbol) => Some((symbol, terms.bool(true))),
        Node::Binary(BinaryOp::Equal, a, b) => equated(terms, a, b),
        Node::Unary(UnaryOp::Not, inner) => match terms.node(inner) {
            Node::Symbol(symbol) => Some((symbol, terms.bool(false))),
            Node::Binary(BinaryOp::Equal, a, b) => {
                let (symbol, value) = equated(terms, a, b)?;
                // Of two values only the other is left.
                let bit = terms.as_constant(value)?;
                (terms.sort(value) == Sort::Bits(1)).then(|| (symbol, terms.bits(1, 1 - bit)))
            }
            _ => None,
        },
        _ => None,
    }
}

fn equated(terms: &TermPool, a: Term, b: Term) -> Option<(Symbol, Term)> {
    match (terms.as_symbol(a), terms.as_constant(b), terms.as_constant(a), terms.as_symbol(b)) {
        (Some(symbol), Some(_), _, _) => Some((symbol, b)),
        (_, _, Some(_), Some(symbol)) => Some((symbol, a)),
        _ => None,
    }
}

/// The action with what is known replaced, and what is known behind it; `None` if it can't be taken.
fn step(terms: &mut TermPool, facts: &Facts, action: Action) -> Option<(Action, Facts)> {
    let mut after = facts.clone();
    let action = match action {
        Action::Assume(condition, to) => {
            let condition = facts.apply_to_condition(terms, condition);
            if terms.as_constant(condition) == Some(0) {
                return None;
            }
            after.learn_from(terms, condition);
            Action::Assume(condition, to)
        }
        Action::Assign(symbol, value, to) => {
            let value = facts.apply(terms, value);
            after.forget(symbol);
            after.learn(terms, symbol, value);
            Action::Assign(symbol, value, to)
        }
        Action::Havoc(symbol, owner, to) => {
            after.forget(symbol);
            Action::Havoc(symbol, owner, to)
        }
        ends => ends,
    };
    Some((action, after))
}
