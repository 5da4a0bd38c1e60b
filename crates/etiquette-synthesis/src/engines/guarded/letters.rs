//! The refined alphabet: methods with guards over their own parameters.
//!
//! At first each method is one letter. A guard is split where arguments make a difference; the guards of a method never overlap and cover all arguments.
//! Letters keep their numbers for ever, so that what is known about a letter is still known after others were split.

use etiquette_component::Component;
use etiquette_logic::{Answer, Solver, Term};
use rustc_hash::FxHashMap;

use crate::proofs::obligations::domains;
use crate::readable::grouping::Class;

/// A letter by number.
pub(crate) type LetterId = usize;

/// A method with a guard.
#[derive(Clone, Debug)]
pub(crate) struct GuardedCall {
    pub method: usize,
    pub guard: Term,
    /// The only arguments that satisfy the guard, if there is only one choice.
    pub pinned: Option<Vec<u64>>,
}

/// All letters that there ever were, and those that are in use.
pub(crate) struct Letters {
    all: Vec<GuardedCall>,
    number_of: FxHashMap<(usize, Term), LetterId>,
    /// The alphabet, in the order of methods.
    pub current: Vec<LetterId>,
}

impl Letters {
    /// One letter for each method.
    pub fn of(component: &mut Component) -> Self {
        let mut letters = Letters { all: Vec::new(), number_of: FxHashMap::default(), current: Vec::new() };
        let always = component.terms.bool(true);
        for method in 0..component.methods.len() {
            let letter = letters.letter(component, method, always);
            letters.current.push(letter);
        }
        letters
    }

    /// The letter of this number.
    pub fn get(&self, letter: LetterId) -> &GuardedCall {
        &self.all[letter]
    }

    /// The alphabet as classes of arguments.
    pub fn classes(&self) -> Vec<Class> {
        let class = |&letter: &LetterId| Class { method: self.all[letter].method, guard: self.all[letter].guard };
        self.current.iter().map(class).collect()
    }

    /// The number of letters of a method.
    pub fn count_of(&self, method: usize) -> usize {
        self.current.iter().filter(|&&letter| self.all[letter].method == method).count()
    }

    /// Splits a letter of the alphabet by a condition that some of its arguments satisfy and some don't.
    pub fn split(&mut self, component: &mut Component, letter: LetterId, condition: Term) {
        let GuardedCall { method, guard, .. } = self.all[letter].clone();
        let negated = component.terms.not(condition);
        let parts = [condition, negated].map(|part| component.terms.and(guard, part));
        let parts = parts.map(|guard| self.letter(component, method, guard));
        if let Some(place) = self.current.iter().position(|&known| known == letter) {
            self.current.splice(place..=place, parts);
        }
    }

    fn letter(&mut self, component: &mut Component, method: usize, guard: Term) -> LetterId {
        if let Some(&known) = self.number_of.get(&(method, guard)) {
            return known;
        }
        let pinned = only_arguments(component, method, guard);
        self.all.push(GuardedCall { method, guard, pinned });
        self.number_of.insert((method, guard), self.all.len() - 1);
        self.all.len() - 1
    }
}

/// The arguments that satisfy the guard, if all others don't.
fn only_arguments(component: &mut Component, method: usize, guard: Term) -> Option<Vec<u64>> {
    let domain = domains(component, method);
    let symbols: Vec<_> = component.methods[method].parameters.iter().map(|binding| binding.symbol).collect();
    let mut solver = Solver::new();
    if solver.check(&component.terms, &[guard, domain]) != Answer::Sat {
        return None;
    }
    let values: Vec<u64> = symbols.iter().map(|&symbol| solver.symbol_value(symbol)).collect();
    let terms = &mut component.terms;
    let mut same = terms.bool(true);
    for (&symbol, &value) in symbols.iter().zip(&values) {
        let (parameter, value) = (terms.symbol(symbol), terms.constant(terms.symbol_sort(symbol), value));
        let equal = terms.equal(parameter, value);
        same = terms.and(same, equal);
    }
    let other = terms.not(same);
    (solver.check(terms, &[guard, domain, other]) == Answer::Unsat).then_some(values)
}
