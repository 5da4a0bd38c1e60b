//! Which arguments of a method have to be told apart: those on which the rest of a trace depends.

use etiquette_logic::{Symbol, Term, evaluate};
use etiquette_predicates::atoms;
use rustc_hash::FxHashMap;

use crate::refinement::path::{Path, PathStep};
use crate::refinement::refiner::{Refined, Refiner};
use crate::spaces::predicates::letters::Split;

impl Refiner {
    /// Arguments on which the rest of the trace depends.
    pub(super) fn arguments(&mut self, path: &Path) -> Option<Refined> {
        let states = self.states_along(path);
        let mut found: Vec<(usize, Split)> = Vec::new();
        for (point, step) in path.steps.iter().chain([&path.ending]).enumerate() {
            let method = self.letters.all[step.letter].method;
            for atom in atoms(&self.component.terms, &[path.rest[point]]) {
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
    fn states_along(&mut self, path: &Path) -> Option<Vec<FxHashMap<Symbol, Term>>> {
        if !self.is_feasible(path) {
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
