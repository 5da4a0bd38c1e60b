//! The paper's `Refine(t)` (Section 4.3): predicates from a trace that belongs to `C^may` and not to `C^must`.
//!
//! A trace that the component can do is refined by weakest preconditions. One that it can't is, too, or by interpolants. Where neither finds anything new, what
//! a step does to the predicates that there are is asked, the arguments are split further, and loops are looked into, in this order.

use etiquette_component::{Component, Summary, summarise, summarise_ways};
use etiquette_logic::{Answer, Node, Solver, Substitution, Symbol, Term, UnaryOp, evaluate};
use etiquette_predicates::atoms;
use rustc_hash::FxHashMap;

use crate::engines::maymust::check::Trace;
use crate::engines::maymust::drift::{Surroundings, without_drift};
use crate::engines::maymust::interpolate::Interpolation;
use crate::engines::maymust::needed::needed_atoms;
use crate::engines::maymust::path::{Ending, Path, PathStep, Paths};
use crate::engines::maymust::ways::atoms_of_ways;
use crate::spaces::predicates::letters::Letters;

/// Conditions that are larger than this help nobody.
const LARGEST_ATOM: usize = 60;

/// How traces that the component can't do are refined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spurious {
    WeakestPreconditions,
    Interpolants,
}

/// The ways to refine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// Of the trace, or, if the component can do it, of the one in which the last call returns.
    Interpolants,
    /// Of the weakest preconditions of a trace that the component can't do, what it fails by.
    WhyItCannotHappen,
    WeakestPreconditions,
    ThroughTheSteps,
    Arguments,
    InsideOfMethods,
}

impl Way {
    fn in_order(spurious: Spurious) -> &'static [Way] {
        use Way::{Arguments, InsideOfMethods, Interpolants, ThroughTheSteps, WeakestPreconditions, WhyItCannotHappen};
        match spurious {
            Spurious::WeakestPreconditions => {
                &[WhyItCannotHappen, WeakestPreconditions, Interpolants, ThroughTheSteps, Arguments, InsideOfMethods]
            }
            Spurious::Interpolants => {
                &[Interpolants, WeakestPreconditions, ThroughTheSteps, Arguments, InsideOfMethods]
            }
        }
    }
}

/// What a trace is taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Along {
    /// One way through each method, whichever it is.
    Ways,
    /// Whole methods: what their ways have in common is seen here only.
    Methods,
}

/// A trace, and what it is taken for.
#[derive(Clone, Copy)]
struct Followed<'a> {
    along: Along,
    letters: &'a Letters,
    trace: &'a Trace,
}

/// How the arguments of a method are told apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Split {
    /// By a condition on them.
    By(Term),
    /// By the values of these parameters, if they have few; or else by the condition that a test of arguments and state comes to in one state.
    Values(Vec<Symbol>, Option<Term>),
}

/// What came of a refinement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refined {
    /// New predicates.
    Predicates(Vec<Term>),
    /// Arguments of methods to be told apart.
    Arguments(Vec<(usize, Split)>),
    /// Nothing new was found.
    Nothing,
}

/// A refinement, and whether the component can do the trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refinement {
    pub feasible: bool,
    pub refined: Refined,
}

/// Finds predicates.
pub(crate) struct Refiner {
    /// The component with all terms that were made.
    pub component: Component,
    summaries: Vec<Summary>,
    /// The same, way by way: the paper's traces are paths.
    ways: Vec<Summary>,
    pub solver: Solver,
    state: Vec<Symbol>,
    /// The conditions that methods test.
    tested: Vec<Term>,
}

impl Refiner {
    pub fn new(component: &Component) -> Self {
        let mut component = component.clone();
        let methods = 0..component.methods.len();
        let summaries: Vec<Summary> = methods.clone().map(|method| summarise(&mut component, method)).collect();
        let blocks = summaries.iter().flat_map(|summary| &summary.blocks);
        let tested = atoms(&component.terms, &blocks.map(|block| block.condition).collect::<Vec<_>>());
        let ways = methods.map(|method| summarise_ways(&mut component, method)).collect();
        let state = component.state_symbols();
        Refiner { component, summaries, ways, solver: Solver::new(), state, tested }
    }

    pub fn summaries(&self) -> &[Summary] {
        &self.summaries
    }

    /// Refines a trace, beyond the predicates that are known.
    pub fn refine(&mut self, letters: &Letters, trace: &Trace, known: &[Term], spurious: Spurious) -> Refinement {
        let refinement = self.refine_along(Followed { along: Along::Ways, letters, trace }, known, spurious);
        match refinement.refined {
            Refined::Nothing => self.refine_along(Followed { along: Along::Methods, letters, trace }, known, spurious),
            _ => refinement,
        }
    }

    fn refine_along(&mut self, followed: Followed<'_>, known: &[Term], spurious: Spurious) -> Refinement {
        let Followed { along, letters, trace } = followed;
        let Some(path) = self.paths(along, letters).path(trace, Ending::Fails) else {
            let found = self.method_atoms(letters, trace);
            return Refinement { feasible: false, refined: self.predicates(found, known) };
        };
        let rest = self.paths(along, letters).preconditions(&path);
        let feasible = self.is_feasible(&path, &rest);
        let refined = self.first_that_helps(followed, (&path, &rest), known, feasible, spurious);
        Refinement { feasible, refined }
    }

    /// Whether the component can do the trace with this ending; `None` where a loop is in the way of an answer.
    pub fn can_end(&mut self, letters: &Letters, trace: &Trace, ending: Ending) -> Option<bool> {
        let mut methods = trace.letters(letters).map(|letter| letters.all[letter].method);
        if methods.any(|method| !self.summaries[method].is_loop_free()) {
            return None;
        }
        let Some(path) = self.paths(Along::Methods, letters).path(trace, ending) else { return Some(false) };
        let rest = self.paths(Along::Methods, letters).preconditions(&path);
        Some(self.is_feasible(&path, &rest))
    }

    /// Refines a trace that the component can't do with this ending, so that the abstraction can't either.
    pub fn rule_out(&mut self, letters: &Letters, trace: &Trace, ending: Ending, known: &[Term]) -> Refined {
        self.one_way_or_the_other(|refiner, along| {
            let Some(path) = refiner.paths(along, letters).path(trace, ending) else {
                return refiner.tested(letters, trace, known);
            };
            let rest = refiner.paths(along, letters).preconditions(&path);
            let followed = Followed { along, letters, trace };
            refiner.first_that_helps(followed, (&path, &rest), known, false, Spurious::Interpolants)
        })
    }

    /// Way by way, and method by method if that finds nothing.
    fn one_way_or_the_other(&mut self, refine: impl Fn(&mut Self, Along) -> Refined) -> Refined {
        match refine(self, Along::Ways) {
            Refined::Nothing => refine(self, Along::Methods),
            refined => refined,
        }
    }

    /// What has to be known before the last letter, or as shortly before it as possible, to say that the trace can end so.
    pub fn what_it_takes(&mut self, letters: &Letters, trace: &Trace, ending: Ending, known: &[Term]) -> Refined {
        self.one_way_or_the_other(|refiner, along| {
            let Some(path) = refiner.paths(along, letters).path(trace, ending) else {
                return refiner.tested(letters, trace, known);
            };
            let rest = refiner.paths(along, letters).preconditions(&path);
            refiner.last_that_tells(&path, &rest, known)
        })
    }

    fn last_that_tells(&mut self, path: &Path, rest: &[Term], known: &[Term]) -> Refined {
        for &condition in rest.iter().rev() {
            let found = atoms(&self.component.terms, &[condition]);
            let refined = self.predicates(found, known);
            if refined != Refined::Nothing {
                return refined;
            }
        }
        let found = self.through_the_steps(path, known);
        self.predicates(found, known)
    }

    /// What the methods of the trace test.
    pub fn tested(&mut self, letters: &Letters, trace: &Trace, known: &[Term]) -> Refined {
        let found = self.method_atoms(letters, trace);
        self.predicates(found, known)
    }

    fn paths<'a>(&'a mut self, along: Along, letters: &'a Letters) -> Paths<'a> {
        let summaries = match along {
            Along::Ways => &self.ways,
            Along::Methods => &self.summaries,
        };
        Paths { component: &mut self.component, summaries, letters }
    }

    fn is_feasible(&mut self, path: &Path, rest: &[Term]) -> bool {
        self.solver.check(&self.component.terms, &[path.initial, rest[0]]) == Answer::Sat
    }

    fn first_that_helps(
        &mut self,
        followed: Followed<'_>,
        (path, rest): (&Path, &[Term]),
        known: &[Term],
        feasible: bool,
        spurious: Spurious,
    ) -> Refined {
        let Followed { letters, trace, .. } = followed;
        for &way in Way::in_order(spurious) {
            let found = match way {
                Way::Interpolants if feasible => self.why_it_must_fail(followed),
                Way::Interpolants => self.interpolants(path, rest),
                Way::WhyItCannotHappen if feasible => continue,
                Way::WhyItCannotHappen => needed_atoms(&mut self.component, &mut self.solver, path, rest),
                Way::WeakestPreconditions if spurious == Spurious::WeakestPreconditions => {
                    rest.iter().rev().flat_map(|&condition| atoms_of_ways(&mut self.component, &[condition])).collect()
                }
                Way::WeakestPreconditions => self.weakest_preconditions(rest),
                Way::ThroughTheSteps => self.through_the_steps(path, known),
                Way::InsideOfMethods => self.method_atoms(letters, trace),
                Way::Arguments => match self.arguments(letters, path, rest) {
                    Some(split) => return split,
                    None => continue,
                },
            };
            let around = Surroundings { known, tested: &self.tested, preconditions: rest };
            let found = without_drift(&mut self.component, found, around);
            let refined = self.predicates(found, known);
            if refined != Refined::Nothing {
                return refined;
            }
        }
        Refined::Nothing
    }

    /// The atomic conditions on the state of the weakest preconditions, those nearest to the end first.
    fn weakest_preconditions(&mut self, rest: &[Term]) -> Vec<Term> {
        rest.iter().rev().flat_map(|&condition| atoms(&self.component.terms, &[condition])).collect()
    }

    fn interpolants(&mut self, path: &Path, rest: &[Term]) -> Vec<Term> {
        let domain = self.component.state_domains();
        let (component, solver) = (&mut self.component, &mut self.solver);
        Interpolation { component, solver, path, rest, domain }.atoms().unwrap_or_default()
    }

    /// The letter fails for certain after the word: why it can't return.
    fn why_it_must_fail(&mut self, Followed { along, letters, trace }: Followed<'_>) -> Vec<Term> {
        let Some(path) = self.paths(along, letters).path(trace, Ending::Returns) else { return Vec::new() };
        let rest = self.paths(along, letters).preconditions(&path);
        if self.is_feasible(&path, &rest) { Vec::new() } else { self.interpolants(&path, &rest) }
    }

    /// The weakest preconditions of all predicates for each step.
    fn through_the_steps(&mut self, path: &Path, known: &[Term]) -> Vec<Term> {
        let mut found = Vec::new();
        for step in path.steps.iter().rev() {
            let mut moved = Substitution::from_iter(step.updates.iter().copied());
            let terms = &mut self.component.terms;
            let mut roots: Vec<Term> = known.iter().map(|&predicate| moved.apply(terms, predicate)).collect();
            roots.push(step.condition);
            found.extend(atoms(&self.component.terms, &roots));
        }
        found
    }

    /// All that the methods of the trace test, inside of loops, too.
    fn method_atoms(&mut self, letters: &Letters, trace: &Trace) -> Vec<Term> {
        let mut found = Vec::new();
        for method in trace.letters(letters).map(|letter| letters.all[letter].method) {
            let conditions: Vec<Term> = self.summaries[method].blocks.iter().map(|block| block.condition).collect();
            found.extend(atoms(&self.component.terms, &conditions));
        }
        found
    }

    /// Those that are about the state alone and not known yet, not even negated.
    fn predicates(&mut self, found: Vec<Term>, known: &[Term]) -> Refined {
        let mut new: Vec<Term> = Vec::new();
        for atom in found {
            let symbols = self.component.terms.symbols_of(atom);
            if symbols.is_empty() || !symbols.iter().all(|symbol| self.state.contains(symbol)) {
                continue;
            }
            let atom = match self.component.terms.node(atom) {
                Node::Unary(UnaryOp::Not, inner) => inner,
                _ => atom,
            };
            let negated = self.component.terms.not(atom);
            let is_old = [atom, negated].iter().any(|term| known.contains(term) || new.contains(term));
            if !is_old && self.component.terms.reachable(&[atom]).len() <= LARGEST_ATOM {
                new.push(atom);
            }
        }
        if new.is_empty() { Refined::Nothing } else { Refined::Predicates(new) }
    }

    /// Arguments on which the rest of the trace depends.
    fn arguments(&mut self, letters: &Letters, path: &Path, rest: &[Term]) -> Option<Refined> {
        let states = self.states_along(path, rest);
        let mut found: Vec<(usize, Split)> = Vec::new();
        for (point, step) in path.steps.iter().chain([&path.ending]).enumerate() {
            let method = letters.all[step.letter].method;
            for atom in atoms(&self.component.terms, &[rest[point]]) {
                let state = states.as_ref().map(|states| &states[point]);
                let split = self.split_by(step, atom, state).map(|split| (method, split));
                found.extend(split.filter(|split| !found.contains(split)));
            }
        }
        (!found.is_empty()).then_some(Refined::Arguments(found))
    }

    /// How a test splits the arguments of a step; `None` if it is not about them.
    fn split_by(&mut self, step: &PathStep, atom: Term, state: Option<&FxHashMap<Symbol, Term>>) -> Option<Split> {
        let symbols = self.component.terms.symbols_of(atom);
        let used: Vec<(Symbol, Symbol)> =
            step.arguments.iter().copied().filter(|(_, symbol)| symbols.contains(symbol)).collect();
        if used.is_empty() {
            return None;
        }
        let terms = &mut self.component.terms;
        let mut known: FxHashMap<Symbol, Term> =
            used.iter().map(|&(parameter, symbol)| (symbol, terms.symbol(parameter))).collect();
        let is_mixed = used.len() < symbols.len();
        if is_mixed {
            known.extend(state.into_iter().flatten());
        }
        let is_condition = symbols.iter().all(|symbol| known.contains_key(symbol));
        let condition = is_condition.then(|| terms.substitute(atom, &known));
        let parameters = used.iter().map(|&(parameter, _)| parameter).collect();
        Some(if is_mixed { Split::Values(parameters, condition) } else { Split::By(condition?) })
    }

    /// The state at each point of a run along the path, if there is one.
    fn states_along(&mut self, path: &Path, rest: &[Term]) -> Option<Vec<FxHashMap<Symbol, Term>>> {
        if !self.is_feasible(path, rest) {
            return None;
        }
        let mut values: FxHashMap<Symbol, u64> =
            self.state.iter().map(|&symbol| (symbol, self.solver.symbol_value(symbol))).collect();
        let mut states = vec![self.constants(&values)];
        for step in &path.steps {
            let value_of = |symbol: Symbol| values.get(&symbol).copied().unwrap_or(self.solver.symbol_value(symbol));
            let updates: Vec<(Symbol, u64)> = step
                .updates
                .iter()
                .map(|&(symbol, value)| (symbol, evaluate(&self.component.terms, value, value_of)))
                .collect();
            values.extend(updates);
            states.push(self.constants(&values));
        }
        Some(states)
    }

    fn constants(&mut self, values: &FxHashMap<Symbol, u64>) -> FxHashMap<Symbol, Term> {
        let terms = &mut self.component.terms;
        self.state.iter().map(|&symbol| (symbol, terms.constant(terms.symbol_sort(symbol), values[&symbol]))).collect()
    }
}
