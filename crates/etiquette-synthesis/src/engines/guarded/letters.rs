//! The refined alphabet: methods with guards over their own parameters.
//!
//! At first each method is one letter. A guard is split where arguments make a difference; the guards of a method never
//! overlap and cover all arguments. Letters keep their numbers for ever, so that what is known about a letter is still
//! known after others were split.

use etiquette_component::{Component, GuardedCall, MethodId};
use etiquette_logic::{Answer, Solver, Term};
use rustc_hash::FxHashMap;

/// A letter by number.
pub(crate) type LetterId = usize;

/// All letters that there ever were, and those that are in use.
#[derive(Default)]
pub(crate) struct Letters {
    all: Vec<GuardedCall>,
    /// For each letter the only arguments that satisfy its guard, if there is only one choice.
    pinned: Vec<Option<Vec<u64>>>,
    number_of: FxHashMap<GuardedCall, LetterId>,
    /// The alphabet, in the order of methods.
    pub current: Vec<LetterId>,
}

impl Letters {
    /// One letter for each method.
    pub fn of(component: &mut Component) -> Self {
        let mut letters = Letters::default();
        let always = component.terms.bool(true);
        for method in 0..component.methods.len() {
            let letter = letters.letter(component, GuardedCall { method, guard: always });
            letters.current.push(letter);
        }
        letters
    }

    /// The letter of this number.
    pub fn get(&self, letter: LetterId) -> GuardedCall {
        self.all[letter]
    }

    /// The only arguments of the letter, if it leaves no choice.
    pub fn pinned(&self, letter: LetterId) -> Option<&Vec<u64>> {
        self.pinned[letter].as_ref()
    }

    /// The alphabet.
    pub fn calls(&self) -> Vec<GuardedCall> {
        self.current.iter().map(|&letter| self.all[letter]).collect()
    }

    /// The number of letters of a method.
    pub fn count_of(&self, method: MethodId) -> usize {
        self.calls().iter().filter(|call| call.method == method).count()
    }

    /// Splits a letter of the alphabet by a condition that some of its arguments satisfy and some don't.
    pub fn split(&mut self, component: &mut Component, letter: LetterId, condition: Term) {
        let GuardedCall { method, guard } = self.all[letter];
        let negated = component.terms.not(condition);
        let parts = [condition, negated].map(|part| component.terms.and(guard, part));
        let parts = parts.map(|guard| self.letter(component, GuardedCall { method, guard }));
        if let Some(place) = self.current.iter().position(|&known| known == letter) {
            self.current.splice(place..=place, parts);
        }
    }

    fn letter(&mut self, component: &mut Component, call: GuardedCall) -> LetterId {
        if let Some(&known) = self.number_of.get(&call) {
            return known;
        }
        self.pinned.push(only_arguments(component, call));
        self.all.push(call);
        self.number_of.insert(call, self.all.len() - 1);
        self.all.len() - 1
    }
}

/// The arguments that satisfy the guard, if all others don't.
fn only_arguments(component: &mut Component, GuardedCall { method, guard }: GuardedCall) -> Option<Vec<u64>> {
    let domain = component.call_domains(method);
    let symbols = component.parameter_symbols(method);
    let mut solver = Solver::new();
    if solver.check(&component.terms, &[guard, domain]) != Answer::Sat {
        return None;
    }
    let values: Vec<u64> = symbols.iter().map(|&symbol| solver.symbol_value(symbol)).collect();
    let terms = &mut component.terms;
    let parameters: Vec<Term> = symbols.iter().map(|&symbol| terms.symbol(symbol)).collect();
    let same = terms.all_equal(parameters.into_iter().zip(values.iter().copied()));
    let other = terms.not(same);
    (solver.check(terms, &[guard, domain, other]) == Answer::Unsat).then_some(values)
}
