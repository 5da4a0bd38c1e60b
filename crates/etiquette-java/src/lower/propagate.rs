//! Replaces variables by what is known to be in them: constants, copies, and what a test just found out.
//!
//! A forward analysis over the locations of a body. Stack code copies every value several times and tests the same reference for null again
//! and again; afterwards most of these copies are read by nobody, and tests whose answer is known are gone.

use etiquette_component::{Action, Body, Component, Edge};
use etiquette_logic::{BinaryOp, Node, Sort, Symbol, Term, TermPool, UnaryOp};
use rustc_hash::FxHashMap;

/// Terms with more nodes than this are not put in the place of variables: they would be repeated too often.
const MAX_NODES: usize = 8;

/// Replaces what is known in all methods, also what every call leaves as it is: what constructors set once and for all.
pub(super) fn propagate(component: &mut Component) {
    let (constructors, methods): (Vec<usize>, Vec<usize>) =
        (0..component.methods.len()).partition(|&index| component.methods[index].constructor);
    let initial = initial_facts(component);
    for &constructor in &constructors {
        simplify(component, constructor, &initial);
    }
    let lasting = lasting_facts(component, &constructors, &methods, &initial);
    for &method in &methods {
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
    let mut analysis = Analysis::new(&component.methods[method].body, at_entry);
    let mut rewritten: Vec<Option<Action>> = vec![None; analysis.edges.len()];
    while analysis.pass(&mut component.terms, |_, _, _| {}) {}
    analysis.pass(&mut component.terms, |edge, action, _| rewritten[edge] = Some(action));
    let kept = analysis.edges.iter().zip(rewritten);
    component.methods[method].body.edges =
        kept.filter_map(|(edge, action)| action.map(|action| Edge { from: edge.from, action })).collect();
}

/// What every constructor establishes and no method changes: the state variables that are constant between calls.
fn lasting_facts(component: &mut Component, constructors: &[usize], methods: &[usize], initial: &Facts) -> Facts {
    let established: Vec<Facts> =
        constructors.iter().filter_map(|&constructor| facts_at_returns(component, constructor, initial)).collect();
    let mut established = established.into_iter();
    let Some(mut lasting) = established.next() else { return Facts::default() };
    for facts in established {
        lasting.meet(&facts);
    }
    lasting.keep_constants(component);
    let mut changed = true;
    while changed {
        changed = false;
        for &method in methods {
            changed |= facts_at_returns(component, method, &lasting).is_some_and(|facts| lasting.meet(&facts));
        }
    }
    lasting
}

/// What is known whenever the method returns; `None` if it never does.
fn facts_at_returns(component: &mut Component, method: usize, at_entry: &Facts) -> Option<Facts> {
    let mut analysis = Analysis::new(&component.methods[method].body, at_entry);
    while analysis.pass(&mut component.terms, |_, _, _| {}) {}
    let mut returned: Option<Facts> = None;
    analysis.pass(&mut component.terms, |_, action, facts| {
        if let Action::Return(_) = action {
            match &mut returned {
                Some(known) => drop(known.meet(facts)),
                unknown => *unknown = Some(facts.clone()),
            }
        }
    });
    returned
}

/// What variables are known to hold, as terms over at most one variable that was not changed since.
#[derive(Clone, Default)]
struct Facts {
    known: FxHashMap<Symbol, (Term, Option<Symbol>)>,
}

impl Facts {
    /// The term with everything replaced that is known. A copy of a variable that was tested later needs a second round.
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

    /// The condition with everything replaced. Two conditions of which one is the literal negation of the other stay so.
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

struct Analysis {
    edges: Vec<Edge>,
    outgoing: Vec<Vec<usize>>,
    order: Vec<usize>,
    /// Whether several edges lead to the location.
    is_join: Vec<bool>,
    /// What is known at the locations where ways meet; elsewhere it is handed on.
    joins: Vec<Option<Facts>>,
}

impl Analysis {
    fn new(body: &Body, at_entry: &Facts) -> Self {
        let (locations, edges) = (body.locations, body.edges.clone());
        let mut outgoing = vec![Vec::new(); locations];
        let mut incoming = vec![0; locations];
        // The start of the body is a way in of its own.
        incoming[0] = 1;
        for (index, edge) in edges.iter().enumerate() {
            outgoing[edge.from.index()].push(index);
            if let Some(to) = edge.action.target() {
                incoming[to.index()] += 1;
            }
        }
        let order = reverse_postorder(&edges, &outgoing);
        let mut joins: Vec<Option<Facts>> = vec![None; locations];
        joins[0] = Some(at_entry.clone());
        Analysis { edges, outgoing, order, is_join: incoming.iter().map(|&count| count > 1).collect(), joins }
    }

    /// Goes through the body once; whether less is known somewhere than before. Shows every edge that can be taken, rewritten, with what is
    /// known before it.
    fn pass(&mut self, terms: &mut TermPool, mut show: impl FnMut(usize, Action, &Facts)) -> bool {
        let mut changed = false;
        let mut handed_on: Vec<Option<Facts>> = vec![None; self.outgoing.len()];
        for &location in &self.order.clone() {
            let met = self.is_join[location] || location == 0;
            let arrived = if met { self.joins[location].clone() } else { handed_on[location].take() };
            let Some(facts) = arrived else { continue };
            for &edge in &self.outgoing[location].clone() {
                let Some((action, after)) = step(terms, &facts, self.edges[edge].action) else { continue };
                show(edge, action, &facts);
                let Some(to) = action.target() else { continue };
                if self.is_join[to.index()] {
                    changed |= self.join(to.index(), after);
                } else {
                    handed_on[to.index()] = Some(after);
                }
            }
        }
        changed
    }

    fn join(&mut self, location: usize, facts: Facts) -> bool {
        match &mut self.joins[location] {
            Some(known) => known.meet(&facts),
            unknown => {
                *unknown = Some(facts);
                true
            }
        }
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
        Action::Havoc(symbol, to) => {
            after.forget(symbol);
            Action::Havoc(symbol, to)
        }
        ends => ends,
    };
    Some((action, after))
}

/// The reachable locations, each before those that follow it, but for loops.
pub(super) fn reverse_postorder(edges: &[Edge], outgoing: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; outgoing.len()];
    let mut order = Vec::new();
    let mut stack = vec![(0, 0)];
    seen[0] = true;
    while let Some((location, position)) = stack.pop() {
        let Some(&edge) = outgoing[location].get(position) else {
            order.push(location);
            continue;
        };
        stack.push((location, position + 1));
        if let Some(to) = edges[edge].action.target().map(|to| to.index())
            && !seen[to]
        {
            seen[to] = true;
            stack.push((to, 0));
        }
    }
    order.reverse();
    order
}
