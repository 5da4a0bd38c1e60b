//! Registers that are set to what a call returns.
//!
//! A client then knows a choice of the component. If the rest of the state depended on that choice, too, or if it told
//! something of what the state was before, the client would know more than the state of the interface says, and a call
//! could be forbidden that it knows to be legal. So that is ruled out; safety does not need it.

use etiquette_logic::{Symbol, Term};

use super::{ObligationKind, ObligationMaker, Pursuit};
use crate::plain::{self, Values};
use crate::scope::{Seen, bindings};

impl ObligationMaker<'_> {
    /// What a call returned tells nothing of the state that registers do not say.
    pub(super) fn results_tell_nothing_else(&mut self, pursuit: &Pursuit, call: &str, run: [Term; 2], values: &Values) {
        if !pursuit.loops.is_empty() {
            let always = self.component.terms.bool(true);
            let what = format!("{call} has no loops, so that what it returns is understood");
            return self.demand(ObligationKind::Permissive, what, [always]);
        }
        let state: Vec<Symbol> = bindings(self.component, Seen::State).iter().map(|known| known.symbol).collect();
        self.state_does_not_depend_on_choices(pursuit, call, run, (&state, values));
        self.choices_do_not_depend_on_state(pursuit, call, run, (&state, values));
    }

    /// Whatever a call chooses, it leaves the rest of the state the same.
    fn state_does_not_depend_on_choices(
        &mut self,
        pursuit: &Pursuit,
        call: &str,
        run: [Term; 2],
        (state, values): (&[Symbol], &Values),
    ) {
        let others = self.other_choices(pursuit.method, &run, values);
        let again = run.map(|part| plain::replace(&mut self.component.terms, part, &others));
        let pool = &mut self.component.terms;
        let differs = state.iter().filter_map(|symbol| {
            let value = *values.get(symbol)?;
            let other = plain::replace(pool, value, &others);
            let same = plain::equal(pool, value, other);
            Some(plain::not(pool, same))
        });
        let differs: Vec<Term> = differs.collect();
        let differs = plain::any(pool, differs);
        let what = format!("{call} leaves the rest of the state the same, whatever it returns");
        self.demand(ObligationKind::Permissive, what, run.into_iter().chain(again).chain([differs]));
    }

    /// What a call may choose and return is the same from all states of the label from which it may end like this.
    fn choices_do_not_depend_on_state(
        &mut self,
        pursuit: &Pursuit,
        call: &str,
        run: [Term; 2],
        (state, values): (&[Symbol], &Values),
    ) {
        let (others, elsewhere) = (self.other_choices(pursuit.method, &run, values), self.copies(state));
        let both: Values = others.iter().chain(&elsewhere).map(|(symbol, term)| (*symbol, *term)).collect();
        let possible = run.map(|part| plain::replace(&mut self.component.terms, part, &both));
        let same_choices = run.map(|part| plain::replace(&mut self.component.terms, part, &elsewhere));
        let pool = &mut self.component.terms;
        let result = self.component.methods[pursuit.method].result.and_then(|result| values.get(&result).copied());
        let same_result = result.map(|result| {
            let there = plain::replace(pool, result, &elsewhere);
            plain::equal(pool, result, there)
        });
        let agrees = plain::all(pool, same_choices.into_iter().chain(same_result));
        let differs = plain::not(pool, agrees);
        let what = format!("{call} may return the same, whatever the rest of the state is");
        self.demand(ObligationKind::Permissive, what, run.into_iter().chain(possible).chain([differs]));
    }

    /// New symbols for all that a run chooses.
    fn other_choices(&mut self, method: usize, run: &[Term], values: &Values) -> Values {
        let known: Vec<Symbol> =
            bindings(self.component, Seen::Call(method)).iter().map(|binding| binding.symbol).collect();
        let terms = run.iter().chain(values.values());
        let mut chosen: Vec<Symbol> = terms.flat_map(|term| self.component.terms.symbols_of(*term)).collect();
        chosen.sort_unstable();
        chosen.dedup();
        chosen.retain(|symbol| !known.contains(symbol));
        self.copies(&chosen)
    }

    fn copies(&mut self, symbols: &[Symbol]) -> Values {
        let pool = &mut self.component.terms;
        let copy = |symbol: &Symbol| {
            let name = format!("{} in another run", pool.symbol_name(*symbol));
            (*symbol, pool.new_variable(name, pool.symbol_sort(*symbol)))
        };
        symbols.iter().map(copy).collect()
    }
}
