//! `Refine(t)` of May and Must (Section 4.3): predicates from a trace that belongs to `C^may` and not to `C^must`.
//!
//! A trace that the component can do is refined by weakest preconditions. One that it can't is, too, or by
//! interpolants. Where neither finds anything new, what a step does to the predicates that there are is asked, the
//! arguments are split further, and loops are looked into, in this order.

use std::rc::Rc;

use etiquette_component::{Component, Summary, summarise, summarise_ways};
use etiquette_logic::{Answer, Node, Solver, Substitution, Symbol, Term, UnaryOp};
use etiquette_predicates::atoms;

use crate::refinement::atoms_of_ways::atoms_of_ways;
use crate::refinement::diverging_equalities::{Surroundings, without_diverging_equalities};
use crate::refinement::interpolate::interpolants;
use crate::refinement::needed_conditions::needed_atoms;
use crate::refinement::path::{Ending, Path, Paths};
use crate::spaces::predicates::check::Trace;
use crate::spaces::predicates::letters::{Letters, Split};

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

impl Refined {
    /// This, or the other if there is nothing new in it.
    pub fn or_else(self, other: impl FnOnce() -> Refined) -> Refined {
        if self == Refined::Nothing { other() } else { self }
    }
}

/// Finds predicates.
pub(crate) struct Refiner {
    /// The component with all terms that were made.
    pub component: Component,
    pub letters: Rc<Letters>,
    pub summaries: Vec<Summary>,
    /// The same, way by way: the paper's traces are paths.
    ways: Vec<Summary>,
    pub solver: Solver,
    pub(super) state: Vec<Symbol>,
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
        let state = component.variables.iter().map(|variable| variable.binding.symbol).collect();
        let letters = Rc::new(Letters::of(&mut component));
        Refiner { component, letters, summaries, ways, solver: Solver::new(), state, tested }
    }

    /// Refines a trace, beyond the predicates that are known; whether the component can do it.
    pub fn refine(&mut self, trace: &Trace, known: &[Term], spurious: Spurious) -> (bool, Refined) {
        match self.refine_along(Along::Ways, trace, known, spurious) {
            (_, Refined::Nothing) => self.refine_along(Along::Methods, trace, known, spurious),
            refined => refined,
        }
    }

    fn refine_along(&mut self, along: Along, trace: &Trace, known: &[Term], spurious: Spurious) -> (bool, Refined) {
        let Some(path) = self.path(along, trace, Ending::Fails) else { return (false, self.tested(trace, known)) };
        let feasible = self.is_feasible(&path);
        (feasible, self.first_that_helps((along, trace), &path, known, feasible, spurious))
    }

    /// Whether the component can do the trace with this ending; `None` where a loop is in the way of an answer.
    pub fn can_end(&mut self, trace: &Trace, ending: Ending) -> Option<bool> {
        if self.methods(trace).iter().any(|&method| !self.summaries[method].is_loop_free()) {
            return None;
        }
        let Some(path) = self.path(Along::Methods, trace, ending) else { return Some(false) };
        Some(self.is_feasible(&path))
    }

    /// Refines a trace that the component can't do with this ending, so that the abstraction can't either.
    pub fn rule_out(&mut self, trace: &Trace, ending: Ending, known: &[Term]) -> Refined {
        self.way_by_way_or_whole(trace, ending, known, |refiner, along, path| {
            refiner.first_that_helps((along, trace), path, known, false, Spurious::Interpolants)
        })
    }

    /// What has to be known before the last letter, or as shortly before it as possible, to say that the trace can end
    /// so.
    pub fn what_it_takes(&mut self, trace: &Trace, ending: Ending, known: &[Term]) -> Refined {
        self.way_by_way_or_whole(trace, ending, known, |refiner, _, path| refiner.last_that_tells(path, known))
    }

    /// Way by way, and method by method if that finds nothing.
    fn way_by_way_or_whole(
        &mut self,
        trace: &Trace,
        ending: Ending,
        known: &[Term],
        refine: impl Fn(&mut Self, Along, &Path) -> Refined,
    ) -> Refined {
        let mut refined = |along: Along| match self.path(along, trace, ending) {
            Some(path) => refine(self, along, &path),
            None => self.tested(trace, known),
        };
        refined(Along::Ways).or_else(|| refined(Along::Methods))
    }

    fn last_that_tells(&mut self, path: &Path, known: &[Term]) -> Refined {
        for &condition in path.rest.iter().rev() {
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
    pub fn tested(&mut self, trace: &Trace, known: &[Term]) -> Refined {
        let found = self.method_atoms(trace);
        self.predicates(found, known)
    }

    /// Splits classes of arguments; whether there are more of them now.
    pub fn split(&mut self, splits: &[(usize, Split)]) -> bool {
        Rc::make_mut(&mut self.letters).split_all(&mut self.component, splits)
    }

    fn methods(&self, trace: &Trace) -> Vec<usize> {
        trace.letters(&self.letters).map(|letter| self.letters.all[letter].method).collect()
    }

    fn path(&mut self, along: Along, trace: &Trace, ending: Ending) -> Option<Path> {
        let summaries = match along {
            Along::Ways => &self.ways,
            Along::Methods => &self.summaries,
        };
        Paths { component: &mut self.component, summaries, letters: &self.letters }.path(trace, ending)
    }

    pub(super) fn is_feasible(&mut self, path: &Path) -> bool {
        self.solver.check(&self.component.terms, &[path.initial, path.rest[0]]) == Answer::Sat
    }

    fn first_that_helps(
        &mut self,
        (along, trace): (Along, &Trace),
        path: &Path,
        known: &[Term],
        feasible: bool,
        spurious: Spurious,
    ) -> Refined {
        for &way in Way::in_order(spurious) {
            let (component, solver) = (&mut self.component, &mut self.solver);
            let found = match way {
                Way::Interpolants if feasible => self.why_it_must_fail(along, trace),
                Way::Interpolants => interpolants(component, solver, path).unwrap_or_default(),
                Way::WhyItCannotHappen if feasible => continue,
                Way::WhyItCannotHappen => needed_atoms(component, solver, path),
                Way::WeakestPreconditions => self.weakest_preconditions(path, spurious),
                Way::ThroughTheSteps => self.through_the_steps(path, known),
                Way::InsideOfMethods => self.method_atoms(trace),
                Way::Arguments => match self.arguments(path) {
                    Some(split) => return split,
                    None => continue,
                },
            };
            let around = Surroundings { known, tested: &self.tested, preconditions: &path.rest };
            let found = without_diverging_equalities(&mut self.component, found, around);
            let refined = self.predicates(found, known);
            if refined != Refined::Nothing {
                return refined;
            }
        }
        Refined::Nothing
    }

    /// The atomic conditions on the state of the weakest preconditions, those nearest to the end first; where there is
    /// nothing else, way by way.
    fn weakest_preconditions(&mut self, path: &Path, spurious: Spurious) -> Vec<Term> {
        let component = &mut self.component;
        let atoms_of = |&condition: &Term| match spurious {
            Spurious::WeakestPreconditions => atoms_of_ways(component, &[condition]),
            Spurious::Interpolants => atoms(&component.terms, &[condition]),
        };
        path.rest.iter().rev().flat_map(atoms_of).collect()
    }

    /// The letter fails for certain after the word: why it can't return.
    fn why_it_must_fail(&mut self, along: Along, trace: &Trace) -> Vec<Term> {
        let path = self.path(along, trace, Ending::Returns);
        let Some(path) = path.filter(|path| !self.is_feasible(path)) else { return Vec::new() };
        interpolants(&mut self.component, &mut self.solver, &path).unwrap_or_default()
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
    fn method_atoms(&mut self, trace: &Trace) -> Vec<Term> {
        let mut found = Vec::new();
        for method in self.methods(trace) {
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
}
