//! Registers that are set to what a call returns: a client sees that, although the component chose it.

use etiquette_automata::{EventId, StateId};
use etiquette_component::{Binding, Exposed};
use etiquette_logic::{Answer, Solver, Substitution, Symbol, Term};
use rustc_hash::FxHashMap;

use super::{Ending, Reader};

/// A call that returns.
pub(super) struct Returned<'a> {
    pub state: StateId,
    pub event: EventId,
    pub method: usize,
    /// The register that is looked at.
    pub exposed: &'a Exposed,
    pub ending: &'a Ending,
}

impl Reader<'_> {
    /// The value over parameters and the result; `None` where the result does not tell it, or tells more than that.
    pub(super) fn in_terms_of_result(
        &mut self,
        solver: &mut Solver,
        returned: &Returned<'_>,
        value: Term,
    ) -> Option<Term> {
        let Returned { method, exposed, ending, event, .. } = *returned;
        let outcome = self.interface.alphabet().outcome_index(event);
        let result = self.component.methods[method].result_in_values(outcome)?;
        let register = &self.component.registers[exposed.register].binding;
        if result.ty != register.ty || !self.summaries[method].is_loop_free() {
            return None;
        }
        let given = ending.updates.iter().find(|(symbol, _)| *symbol == result.symbol)?.1;
        let given = self.settled(solver, method, given);
        let found = self.guesses(solver, (method, &result), value, given).into_iter().find(|guess| {
            let meant = self.component.terms.substitute(*guess, &FxHashMap::from_iter([(result.symbol, given)]));
            let same = self.component.terms.equal(value, meant);
            self.is_known(method, &result, *guess) && self.always(solver, same) == Some(true)
        })?;
        self.tells_nothing_else(returned, given).then_some(found)
    }

    /// Values that it may be, over the result: itself, with the result put where it stands, and what takes one more sum.
    fn guesses(
        &mut self,
        solver: &mut Solver,
        (method, result): (usize, &Binding),
        value: Term,
        given: Term,
    ) -> Vec<Term> {
        let terms = &mut self.component.terms;
        let symbol = terms.symbol(result.symbol);
        let mut guesses = vec![symbol];
        if terms.as_constant(given).is_none() {
            guesses.push(terms.replace(value, &FxHashMap::from_iter([(given, symbol)])));
        }
        let (more, both) = (terms.sub(value, given), terms.add(value, given));
        if let Ok(more) = self.in_terms_of_parameters(solver, method, more) {
            guesses.push(self.component.terms.add(symbol, more));
        }
        if let Ok(both) = self.in_terms_of_parameters(solver, method, both) {
            guesses.push(self.component.terms.sub(both, symbol));
        }
        guesses
    }

    /// Whether a client knows everything in a term.
    fn is_known(&self, method: usize, result: &Binding, term: Term) -> bool {
        let mut symbols = self.component.terms.symbols_of(term).into_iter();
        symbols.all(|symbol| symbol == result.symbol || self.is_parameter(method, symbol))
    }

    /// Whether the result tells nothing of the state that registers do not say: neither what it was before, nor what it
    /// is now. Otherwise a client would know more than the state of the interface says.
    fn tells_nothing_else(&mut self, returned: &Returned<'_>, given: Term) -> bool {
        let Returned { state, event, method, ending, .. } = *returned;
        let known = self.known(state, self.interface.alphabet().call_of(event), ending.condition);
        let variables: Vec<Symbol> = self.component.variables.iter().map(|known| known.binding.symbol).collect();
        let choices: Vec<Symbol> = self.summaries[method].choices.iter().map(|known| known.symbol).collect();
        let (elsewhere, otherwise) = (self.copies(&variables), self.copies(&choices));
        self.leaves_state_alike(known, (&variables, &ending.updates), &otherwise)
            && self.returns_alike((known, given), &elsewhere, &otherwise)
    }

    fn leaves_state_alike(
        &mut self,
        known: Term,
        (variables, updates): (&[Symbol], &[(Symbol, Term)]),
        otherwise: &[(Symbol, Term)],
    ) -> bool {
        let mut differently = Substitution::from_iter(otherwise.iter().copied());
        let again = differently.apply(&mut self.component.terms, known);
        updates.iter().filter(|(symbol, _)| variables.contains(symbol)).all(|&(_, value)| {
            let other = differently.apply(&mut self.component.terms, value);
            let same = self.component.terms.equal(value, other);
            let differs = self.component.terms.not(same);
            self.is_impossible(&[known, again, differs])
        })
    }

    /// Whether what may be returned from one state may be returned from any other from which the call may end so.
    fn returns_alike(
        &mut self,
        (known, given): (Term, Term),
        elsewhere: &[(Symbol, Term)],
        otherwise: &[(Symbol, Term)],
    ) -> bool {
        let mut there = Substitution::from_iter(elsewhere.iter().copied());
        let mut anyhow = Substitution::from_iter(elsewhere.iter().chain(otherwise).copied());
        let terms = &mut self.component.terms;
        let possible = anyhow.apply(terms, known);
        let [known_there, given_there] = [known, given].map(|term| there.apply(terms, term));
        let same = terms.equal(given, given_there);
        let agrees = terms.and(known_there, same);
        let differs = terms.not(agrees);
        self.is_impossible(&[known, possible, differs])
    }

    fn is_impossible(&self, question: &[Term]) -> bool {
        self.solver(question).check(&self.component.terms, &[]) == Answer::Unsat
    }

    /// New symbols in the place of others.
    fn copies(&mut self, symbols: &[Symbol]) -> Vec<(Symbol, Term)> {
        let terms = &mut self.component.terms;
        let copy = |symbol: &Symbol| {
            let name = format!("{}'", terms.symbol_name(*symbol));
            (*symbol, terms.new_variable(name, terms.symbol_sort(*symbol)))
        };
        symbols.iter().map(copy).collect()
    }
}
