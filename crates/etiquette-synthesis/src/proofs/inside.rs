//! Proofs about a single call with loops: PDR on its body alone, from the label of the state in which it is made.
//!
//! Much smaller than the product of component and hypothesis. What it proves joins the labels at the call's loop heads;
//! what it can't prove may still hold, since not every state of a label need be reachable.

use std::sync::Arc as Shared;

use etiquette_automata::{CallId, StateId};
use etiquette_checking::{Limits, Question, Step, System, Verdict, pdr};
use etiquette_component::{Component, GuardedCall};
use etiquette_logic::{Sort, Symbol, Term, TermPool};

use crate::proofs::budgets::inside::{CONFLICTS, FRAMES};
use crate::proofs::obligations::{Obligations, Place, Target};
use etiquette_outcome::Run;

/// Adds to the labels inside of the calls that the failing arcs belong to whatever excludes something wrong there. Says
/// how many calls were looked at.
pub(crate) fn strengthen_inside(
    component: &mut Component,
    calls: &[GuardedCall],
    obligations: &Obligations,
    alive: &mut [Vec<Term>],
    failing: &[usize],
    run: &Run,
) -> u64 {
    let mut doubtful: Vec<(StateId, CallId)> = Vec::new();
    for &arc in failing {
        if let Place::Inside(state, call, _) = obligations.places[obligations.arcs[arc].from]
            && !doubtful.contains(&(state, call))
        {
            doubtful.push((state, call));
        }
    }
    for &(state, call) in &doubtful {
        strengthen(component, calls[call.index()].method, obligations, alive, (state, call), run);
    }
    doubtful.len() as u64
}

fn strengthen(
    component: &mut Component,
    method: usize,
    obligations: &Obligations,
    alive: &mut [Vec<Term>],
    (state, call): (StateId, CallId),
    run: &Run,
) {
    let is_entry = |place: &Place| *place == Place::Between(state);
    let is_own = |place: &Place| matches!(*place, Place::Inside(at, of, _) if (at, of) == (state, call));
    let mut places: Vec<usize> =
        (0..obligations.places.len()).filter(|&at| is_entry(&obligations.places[at])).collect();
    places.extend((0..obligations.places.len()).filter(|&at| is_own(&obligations.places[at])));
    let mut body = Body::new(component, method, places);
    let system = body.system(obligations, alive, call);
    let known = body.known(alive);
    let (pool, bad) = body.bad();
    let limits = Limits {
        frames: FRAMES,
        conflicts: Some(CONFLICTS),
        interrupt: Some(Shared::new(run.interrupt())),
        ..Limits::default()
    };
    let verdict = pdr(Question { pool, system: &system, bad, known: &known, limits });
    if let Verdict::Holds { invariant } = verdict {
        for (number, &place) in body.places.clone().iter().enumerate().skip(1) {
            let lemmas = body.lemmas(&invariant, number);
            alive[place].extend(lemmas);
        }
    }
}

/// The body of one call as a system; `at` tells the place, by its position in the list, or that something wrong has
/// happened.
struct Body<'a> {
    component: &'a mut Component,
    /// The place before the call, then its loop heads.
    places: Vec<usize>,
    variables: Vec<Symbol>,
    at: Symbol,
    width: u32,
}

impl<'a> Body<'a> {
    fn new(component: &'a mut Component, method: usize, places: Vec<usize>) -> Self {
        let width = usize::BITS - places.len().leading_zeros();
        let own = &component.methods[method];
        let bindings = own.parameters.iter().chain(&own.locals).map(|binding| binding.symbol);
        let variables = component.variables.iter().map(|variable| variable.binding.symbol).chain(bindings).collect();
        let at = component.terms.new_symbol("place", Sort::Bits(width));
        Body { component, places, variables, at, width }
    }

    fn terms(&mut self) -> &mut TermPool {
        &mut self.component.terms
    }

    fn is_at(&mut self, number: usize) -> Term {
        let (width, at) = (self.width, self.at);
        let terms = self.terms();
        let (here, number) = (terms.symbol(at), terms.bits(width, number as u64));
        terms.equal(here, number)
    }

    fn bad(&mut self) -> (&mut TermPool, Term) {
        let bad = self.is_at(self.places.len());
        (self.terms(), bad)
    }

    fn system(&mut self, obligations: &Obligations, alive: &[Vec<Term>], call: CallId) -> System {
        let start = self.is_at(0);
        let label: Vec<Term> = alive[self.places[0]].clone();
        let initial = self.terms().all(label.into_iter().chain([start]));
        let mut steps = Vec::new();
        for (number, place) in self.places.clone().into_iter().enumerate() {
            for &index in &obligations.out_of[place] {
                let arc = &obligations.arcs[index];
                let to = match arc.to {
                    Target::Place(to) => self.places.iter().skip(1).position(|&other| other == to).map(|to| to + 1),
                    Target::Wrong | Target::Impossible => Some(self.places.len()),
                };
                if let (Some(to), true) = (to, arc.call == call) {
                    steps.push(self.step(number, to, arc.condition, &arc.updates));
                }
            }
        }
        let variables = self.variables.iter().copied().chain([self.at]).collect();
        System { variables, initial, steps }
    }

    fn step(&mut self, from: usize, to: usize, condition: Term, updates: &[(Symbol, Term)]) -> Step {
        let here = self.is_at(from);
        let (width, at, variables) = (self.width, self.at, self.variables.clone());
        let terms = self.terms();
        let condition = terms.and(here, condition);
        let there = terms.bits(width, to as u64);
        let mut updates: Vec<(Symbol, Term)> =
            updates.iter().copied().filter(|(symbol, _)| variables.contains(symbol)).collect();
        updates.push((at, there));
        let read: Vec<Term> = updates.iter().map(|(_, value)| *value).chain([condition]).collect();
        let inputs =
            terms.symbols_of_all(&read).into_iter().filter(|symbol| *symbol != at && !variables.contains(symbol));
        Step { inputs: inputs.collect(), condition, updates }
    }

    /// What the labels say already.
    fn known(&mut self, alive: &[Vec<Term>]) -> Vec<Term> {
        let mut known = Vec::new();
        for (number, place) in self.places.clone().into_iter().enumerate() {
            let here = self.is_at(number);
            for &condition in &alive[place] {
                known.push(self.terms().implies(here, condition));
            }
        }
        known
    }

    /// What an invariant says at one of the places.
    fn lemmas(&mut self, invariant: &[Term], number: usize) -> Vec<Term> {
        let (width, at) = (self.width, self.at);
        let terms = self.terms();
        let place = terms.bits(width, number as u64);
        let all = terms.all(invariant.iter().copied());
        let here = terms.substitute(all, &[(at, place)].into_iter().collect());
        terms.conjuncts(here)
    }
}
