//! Sets of states by number: those that are the same, up to the names of hidden choices, are one belief.

use etiquette_logic::{Answer, Sort, Substitution, Symbol, Term, TermPool};
use rustc_hash::FxHashMap;

use super::{Belief, Node, NodeId, Words};
use crate::spaces::budgets::solver_beliefs::MAX_ENUMERATED_BITS;
use crate::spaces::solver::execute::Possible;

impl Words {
    pub(super) fn node(&mut self, belief: Belief) -> NodeId {
        if let Some(&known) = self.node_of.get(&belief) {
            return known;
        }
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node { belief: belief.clone(), tried: FxHashMap::default() });
        self.node_of.insert(belief, id);
        id
    }

    /// The belief in its canonical form: a plain state where that is all, without conditions that say nothing about the
    /// state, hidden choices numbered in the order in which they occur.
    pub(super) fn belief(&mut self, possible: Possible) -> Belief {
        let terms = &self.executor.component.terms;
        let constants: Option<Vec<u64>> = possible.values.iter().map(|&value| terms.as_constant(value)).collect();
        if let Some(state) = constants {
            return Belief::State(state);
        }
        let condition = relevant_condition(&mut self.executor.component.terms, &possible);
        let mut possible = Possible { condition, ..possible };
        if let Some(states) = self.few_states(&possible) {
            if let [only] = &states[..] {
                return Belief::State(only.clone());
            }
            possible = self.one_of(&states);
        }
        let mut renaming: Vec<(Symbol, Term)> = Vec::new();
        for (number, symbol) in self.hidden_symbols(&possible).into_iter().enumerate() {
            let sort = self.executor.component.terms.symbol_sort(symbol);
            let renamed = self.executor.hidden(number, sort);
            renaming.push((symbol, self.executor.component.terms.symbol(renamed)));
        }
        let mut renaming = Substitution::from_iter(renaming);
        let terms = &mut self.executor.component.terms;
        let values = possible.values.iter().map(|&value| renaming.apply(terms, value)).collect();
        Belief::Many(Possible { condition: renaming.apply(terms, possible.condition), values })
    }

    /// All states of the set, sorted, if what is open about them takes only a few bits and the solver is not told to
    /// stop.
    fn few_states(&mut self, possible: &Possible) -> Option<Vec<Vec<u64>>> {
        let terms = &self.executor.component.terms;
        let open = possible.values.iter().filter(|&&value| terms.as_constant(value).is_none());
        if open.map(|&value| terms.sort(value).width()).sum::<u32>() > MAX_ENUMERATED_BITS {
            return None;
        }
        let mut states: Vec<Vec<u64>> = Vec::new();
        let mut rest = possible.condition;
        loop {
            match self.answer(rest) {
                Answer::Sat => {}
                Answer::Unsat if !states.is_empty() => break,
                _ => return None,
            }
            let terms = &self.executor.component.terms;
            let state: Vec<u64> = possible.values.iter().map(|&value| self.solver.value(terms, value)).collect();
            let terms = &mut self.executor.component.terms;
            let same = terms.all_equal(possible.values.iter().copied().zip(state.iter().copied()));
            let other = terms.not(same);
            rest = terms.and(rest, other);
            states.push(state);
        }
        states.sort_unstable();
        Some(states)
    }

    /// The set of these states, told apart by one hidden number.
    fn one_of(&mut self, states: &[Vec<u64>]) -> Possible {
        let width = usize::BITS - (states.len() - 1).leading_zeros();
        let number = self.executor.hidden(0, Sort::Bits(width));
        let component = &mut self.executor.component;
        let sorts: Vec<Sort> = component.variables.iter().map(|variable| component.sort(variable.binding.ty)).collect();
        let terms = &mut component.terms;
        let number = terms.symbol(number);
        let last = states.len() - 1;
        let mut values: Vec<Term> =
            sorts.iter().zip(&states[last]).map(|(&sort, &value)| terms.constant(sort, value)).collect();
        for (index, state) in states[..last].iter().enumerate() {
            let own = terms.bits(width, index as u64);
            let chosen = terms.equal(number, own);
            for ((merged, &sort), &value) in values.iter_mut().zip(&sorts).zip(state) {
                let value = terms.constant(sort, value);
                *merged = terms.ite(chosen, value, *merged);
            }
        }
        Possible { condition: terms.bool(true), values }
    }

    /// The symbols of the values, then those of the condition, each once, in the order in which they occur.
    pub(super) fn hidden_symbols(&self, possible: &Possible) -> Vec<Symbol> {
        let terms = &self.executor.component.terms;
        let mut symbols = Vec::new();
        for &term in possible.values.iter().chain([&possible.condition]) {
            for symbol in terms.symbols_of(term) {
                if !symbols.contains(&symbol) {
                    symbols.push(symbol);
                }
            }
        }
        symbols
    }
}

/// The condition without conjuncts that are about other hidden choices than those that the state depends on, directly
/// or through other conjuncts. The condition is satisfiable, so leaving them out changes nothing.
pub(crate) fn relevant_condition(terms: &mut TermPool, possible: &Possible) -> Term {
    let mut relevant: Vec<Symbol> = possible.values.iter().flat_map(|&value| terms.symbols_of(value)).collect();
    let mut waiting: Vec<(Term, Vec<Symbol>)> = terms
        .conjuncts(possible.condition)
        .into_iter()
        .map(|conjunct| (conjunct, terms.symbols_of(conjunct).into_iter().collect()))
        .collect();
    let mut kept = Vec::new();
    loop {
        let (near, far): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|(_, symbols)| symbols.iter().any(|symbol| relevant.contains(symbol)));
        waiting = far;
        if near.is_empty() {
            break;
        }
        for (conjunct, symbols) in near {
            kept.push(conjunct);
            relevant.extend(symbols);
        }
    }
    kept.sort_unstable();
    terms.all(kept)
}
