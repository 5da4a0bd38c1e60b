//! Interpolants over bit-vectors without proofs: by generalising models with unsatisfiable cores.
//!
//! An interpolant holds of all states that a step leads to, and excludes every state from which the rest can be done.
//! It is a conjunction of clauses; each refutes one such state, in terms of signs and of the atomic conditions of the
//! rest where these do, or else of single values.

use crate::proofs::budgets::interpolant::MOST_CLAUSES;
use etiquette_component::{Component, Type};
use etiquette_logic::{Answer, Solver, Substitution, Symbol, Term, evaluate};
use etiquette_predicates::atoms;

/// Finds interpolants.
pub(crate) struct Interpolator<'a> {
    pub component: &'a mut Component,
    pub solver: &'a mut Solver,
    /// All state variables have values of their types.
    pub domain: Term,
}

impl Interpolator<'_> {
    /// A condition that holds after the step and excludes the states from which the rest can be done; said with the
    /// first of the vocabularies that will do, or else with single values.
    pub fn interpolant(
        &mut self,
        (before, updates): (Term, &[(Symbol, Term)]),
        rest: Term,
        state: &[Symbol],
        vocabularies: &[Vec<Term>],
        used: &mut Vec<Term>,
    ) -> Option<Term> {
        let mut found = self.component.terms.bool(true);
        for _ in 0..MOST_CLAUSES {
            match self.solver.check(&self.component.terms, &[self.domain, found, rest]) {
                Answer::Unsat => return Some(found),
                Answer::Unknown(_) => return None,
                Answer::Sat => {}
            }
            let model: Vec<u64> = state.iter().map(|&symbol| self.solver.symbol_value(symbol)).collect();
            let cube = self.refuted_cube((before, updates), vocabularies, state, &model)?;
            for &(atom, _) in &cube {
                if !used.contains(&atom) {
                    used.push(atom);
                }
            }
            let terms = &mut self.component.terms;
            let literals: Vec<Term> =
                cube.iter().map(|&(atom, holds)| if holds { atom } else { terms.not(atom) }).collect();
            let all = terms.all(literals);
            let clause = terms.not(all);
            found = terms.and(found, clause);
        }
        None
    }

    /// The atomic conditions of the rest that are about the state, and signs. Cores are made smaller from the front:
    /// what comes last stays, and signs say more of other states than values do.
    pub fn words_of(&mut self, rest: Term, state: &[Symbol]) -> Vec<Term> {
        let mut vocabulary = self.state_atoms(rest, state);
        vocabulary.extend(self.signs());
        vocabulary
    }

    fn state_atoms(&mut self, rest: Term, state: &[Symbol]) -> Vec<Term> {
        let mut found = atoms(&self.component.terms, &[rest]);
        found.retain(|&atom| self.component.terms.symbols_of(atom).iter().all(|symbol| state.contains(symbol)));
        found
    }

    /// Whether each signed variable is negative.
    fn signs(&mut self) -> Vec<Term> {
        let signed = |ty: Type| matches!(ty, Type::Int { signed: true, .. });
        let variables = self.component.variables.iter().map(|variable| &variable.binding);
        let symbols: Vec<Symbol> =
            variables.filter(|binding| signed(binding.ty)).map(|binding| binding.symbol).collect();
        let terms = &mut self.component.terms;
        let mut made = Vec::new();
        for symbol in symbols {
            let zero = terms.constant(terms.symbol_sort(symbol), 0);
            let value = terms.symbol(symbol);
            made.push(terms.signed_less(value, zero));
        }
        made
    }

    /// Conditions that hold in the model, and never all together after the step.
    fn refuted_cube(
        &mut self,
        step: (Term, &[(Symbol, Term)]),
        vocabularies: &[Vec<Term>],
        state: &[Symbol],
        model: &[u64],
    ) -> Option<Vec<(Term, bool)>> {
        let value_of = |symbol: Symbol| state.iter().position(|&known| known == symbol).map_or(0, |at| model[at]);
        let holds = |component: &Component, atom: Term| evaluate(&component.terms, atom, value_of) != 0;
        for vocabulary in vocabularies {
            let cube: Vec<(Term, bool)> = vocabulary.iter().map(|&atom| (atom, holds(self.component, atom))).collect();
            if let Some(core) = self.core(step, &cube)? {
                return Some(core);
            }
        }
        let mut exact = Vec::new();
        for (&symbol, &value) in state.iter().zip(model) {
            let terms = &mut self.component.terms;
            let value = terms.constant(terms.symbol_sort(symbol), value);
            let symbol = terms.symbol(symbol);
            let atom = terms.equal(symbol, value);
            exact.push((atom, true));
        }
        self.core(step, &exact)?
    }

    /// A part of the cube that the step never leads into; `Some(None)` if it leads into all of it.
    fn core(
        &mut self,
        (before, updates): (Term, &[(Symbol, Term)]),
        cube: &[(Term, bool)],
    ) -> Option<Option<Vec<(Term, bool)>>> {
        let mut moved = Substitution::from_iter(updates.iter().copied());
        let terms = &mut self.component.terms;
        let mut assumed = vec![before, self.domain];
        for &(atom, holds) in cube {
            let after = moved.apply(terms, atom);
            assumed.push(if holds { after } else { terms.not(after) });
        }
        match self.solver.check(terms, &assumed) {
            Answer::Sat => return Some(None),
            Answer::Unknown(_) => return None,
            Answer::Unsat => {}
        }
        let core = self.solver.minimize_core(&self.component.terms).to_vec();
        let kept = cube.iter().zip(&assumed[2..]).filter(|(_, literal)| core.contains(literal));
        Some(Some(kept.map(|(&literal, _)| literal).collect()))
    }
}
