//! From a set of states that was explored to a condition that says why it is safe, and holds of many others.
//!
//! Of a single state, an unsatisfiable core of what is true of it does at once. Other sets take an interpolant, clause
//! by clause.

use etiquette_logic::{Answer, Substitution, Symbol, Term};

use crate::engines::guarded::check::explore::{Explorer, Key};
use crate::engines::guarded::check::interpolation::State;
use crate::engines::guarded::check::interpolation::words::{bounds, equalities};
use crate::proofs::interpolant::Interpolator;
use crate::spaces::solver::execute::Possible;

impl State<'_> {
    /// A condition that holds of the set, and of no state from which something goes wrong.
    pub(crate) fn generalised(&mut self, key: &Key, set: &Possible, wrong: Term) -> Option<Term> {
        let data = self.explorer.data();
        let values: Vec<(Symbol, Term)> = data.iter().map(|&(place, symbol)| (symbol, set.values[place])).collect();
        // Cores are made smaller from the front: what is tested stays, rather than the bounds of one set.
        let mut words = bounds(&mut self.explorer, &values);
        words.extend(equalities(&mut self.explorer, &self.compared, &values));
        words.extend(&self.tested);
        let is_single = values.iter().all(|&(_, value)| self.explorer.component.terms.as_constant(value).is_some());
        match is_single {
            true => self.of_single_state(key, &values, &words, wrong),
            false => self.interpolant(key, set, &values, words, wrong),
        }
    }

    fn of_single_state(&mut self, key: &Key, values: &[(Symbol, Term)], words: &[Term], wrong: Term) -> Option<Term> {
        let domain = self.domain(key);
        let mut here: Substitution = values.iter().copied().collect();
        let Explorer { component, solver, .. } = &mut self.explorer;
        let terms = &mut component.terms;
        let mut assumed = vec![domain, wrong];
        // The solver assumes one after the other until it finds a contradiction: what says most of other states goes
        // first.
        for &word in words.iter().rev() {
            let truth = here.apply(terms, word);
            assumed.push(if terms.as_constant(truth) == Some(0) { terms.not(word) } else { word });
        }
        if solver.check(terms, &assumed) != Answer::Unsat {
            return None;
        }
        let core = solver.core().to_vec();
        let kept = assumed[2..].iter().copied().filter(|literal| core.contains(literal));
        Some(component.terms.all(kept))
    }

    fn interpolant(
        &mut self,
        key: &Key,
        set: &Possible,
        values: &[(Symbol, Term)],
        words: Vec<Term>,
        wrong: Term,
    ) -> Option<Term> {
        let domain = self.domain(key);
        let state: Vec<Symbol> = values.iter().map(|&(symbol, _)| symbol).collect();
        let Explorer { component, solver, .. } = &mut self.explorer;
        let mut interpolator = Interpolator { component, solver, domain };
        let vocabularies = [words, interpolator.words_of(wrong, &state)];
        interpolator.interpolant((set.condition, values), wrong, &state, &vocabularies, &mut Vec::new())
    }
}
