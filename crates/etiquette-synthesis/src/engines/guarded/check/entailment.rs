//! Entailment of sets of states: is all of a new set among those that were reached before?
//!
//! A reached set is a formula over the variables, with what was chosen on the way quantified. Choices are eliminated
//! where a variable's value gives them away, and where they have few values; the rest is instantiated with values from
//! models, only as often as it takes. Widths are finite, so that this ends with the exact answer.

use etiquette_logic::{BinaryOp, Node, Sort, Substitution, Symbol, Term, TermPool, UnaryOp};
use rustc_hash::FxHashSet;

use crate::engines::guarded::budgets::check_entailment::{FEW_BITS, MOST_INSTANCES};
use crate::engines::guarded::check::explore::Explorer;
use crate::spaces::solver::execute::Possible;
use etiquette_outcome::{Run, StopReason};

/// The sets that were reached in one place.
#[derive(Default)]
pub(crate) struct Union {
    /// Single states.
    states: FxHashSet<Vec<u64>>,
    /// The same in the order in which they were added.
    listed: Vec<Vec<u64>>,
    sets: Vec<Quantified>,
}

/// A set of states: those for which the formula holds for some values of the symbols.
struct Quantified {
    formula: Term,
    symbols: Vec<Symbol>,
    /// The instances that were of use so far: a part of the set, without quantifiers.
    instances: Term,
}

impl Union {
    /// Adds a set, unless it is in the union already; says whether it was added.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn add(&mut self, explorer: &mut Explorer<'_>, set: &Possible, run: &mut Run) -> Result<bool, StopReason> {
        let terms = &explorer.component.terms;
        let constants: Option<Vec<u64>> = set.values.iter().map(|&value| terms.as_constant(value)).collect();
        if constants.as_ref().is_some_and(|state| self.states.contains(state)) || self.contains(explorer, set, run)? {
            return Ok(false);
        }
        match constants {
            Some(state) => {
                self.listed.push(state.clone());
                self.states.insert(state);
            }
            None => self.sets.push(Quantified::new(explorer, set)),
        }
        Ok(true)
    }

    /// Whether all of a set is in the union.
    fn contains(&mut self, explorer: &mut Explorer<'_>, set: &Possible, run: &mut Run) -> Result<bool, StopReason> {
        let mut demanded = vec![set.condition];
        demanded.extend(self.other_than_listed(explorer, set));
        let data = explorer.data();
        let values: Vec<(Symbol, Term)> = data.iter().map(|&(place, symbol)| (symbol, set.values[place])).collect();
        loop {
            run.tick()?;
            let mut here: Substitution = values.iter().copied().collect();
            let terms = &mut explorer.component.terms;
            let excluded = self.sets.iter().map(|known| here.apply(terms, known.instances));
            let excluded: Vec<Term> = excluded.collect();
            let excluded = excluded.into_iter().map(|inside| terms.not(inside));
            let all: Vec<Term> = demanded.iter().copied().chain(excluded).collect();
            if !explorer.is_satisfiable(&all, run)? {
                return Ok(true);
            }
            if !self.instantiate(explorer, &values, run)? {
                return Ok(false);
            }
        }
    }

    /// That the set's state is none of the single ones.
    fn other_than_listed(&self, explorer: &mut Explorer<'_>, set: &Possible) -> Vec<Term> {
        let data = explorer.data();
        let terms = &mut explorer.component.terms;
        let mut different = Vec::new();
        for state in &self.listed {
            let same = terms.all_equal(data.iter().map(|&(place, _)| (set.values[place], state[place])));
            different.push(terms.not(same));
        }
        different
    }

    /// Looks whether the state of the solver's model is in the union after all, and remembers why; says whether it is.
    fn instantiate(
        &mut self,
        explorer: &mut Explorer<'_>,
        values: &[(Symbol, Term)],
        run: &mut Run,
    ) -> Result<bool, StopReason> {
        let terms = &explorer.component.terms;
        let model: Vec<(Symbol, u64)> =
            values.iter().map(|&(symbol, value)| (symbol, explorer.solver.value(terms, value))).collect();
        let terms = &mut explorer.component.terms;
        let state: Vec<(Symbol, Term)> = constants(terms, &model);
        for known in self.sets.iter_mut().filter(|known| !known.symbols.is_empty()) {
            let here = state.iter().copied().collect::<Substitution>();
            let terms = &mut explorer.component.terms;
            let here = { here }.apply(terms, known.formula);
            if explorer.is_satisfiable(&[here], run)? {
                known.add_instance(explorer);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The union as a formula over the variables; `None` if quantifiers are left.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn formula(&mut self, explorer: &mut Explorer<'_>, run: &mut Run) -> Result<Option<Term>, StopReason> {
        let mut parts = Vec::new();
        for known in &mut self.sets {
            if !known.is_all_instantiated(explorer, run)? {
                return Ok(None);
            }
            parts.push(known.instances);
        }
        let data = explorer.data();
        let terms = &mut explorer.component.terms;
        for state in &self.listed {
            let values: Vec<(Term, u64)> =
                data.iter().map(|&(place, symbol)| (terms.symbol(symbol), state[place])).collect();
            parts.push(terms.all_equal(values));
        }
        Ok(Some(terms.any(parts)))
    }
}

fn constants(terms: &mut TermPool, values: &[(Symbol, u64)]) -> Vec<(Symbol, Term)> {
    values.iter().map(|&(symbol, value)| (symbol, terms.constant(terms.symbol_sort(symbol), value))).collect()
}

/// A set as a formula over the variables, if no quantifiers are left.
pub(crate) fn exact_formula(explorer: &mut Explorer<'_>, set: &Possible) -> Option<Term> {
    let made = Quantified::new(explorer, set);
    made.symbols.is_empty().then_some(made.formula)
}

impl Quantified {
    fn new(explorer: &mut Explorer<'_>, set: &Possible) -> Self {
        let data = explorer.data();
        let terms = &mut explorer.component.terms;
        let mut known: Vec<(Symbol, Term)> = data.iter().map(|&(place, symbol)| (symbol, set.values[place])).collect();
        let mut condition = set.condition;
        let variables: Vec<Symbol> = data.iter().map(|&(_, symbol)| symbol).collect();
        while let Some((place, choice, value)) = given_away(terms, &known, &variables) {
            let mut replaced = Substitution::from_iter([(choice, value)]);
            condition = replaced.apply(terms, condition);
            known.remove(place);
            known.iter_mut().for_each(|(_, value)| *value = replaced.apply(terms, *value));
        }
        for (symbol, value) in known {
            let variable = terms.symbol(symbol);
            let equal = terms.equal(variable, value);
            condition = terms.and(condition, equal);
        }
        let condition = with_few_values(terms, condition, &variables);
        let mut symbols = terms.symbols_of(condition);
        symbols.retain(|symbol| !variables.contains(symbol));
        let instances = if symbols.is_empty() { condition } else { terms.bool(false) };
        Quantified { formula: condition, symbols, instances }
    }

    /// Adds the instance with the values that the solver's model has for the choices.
    fn add_instance(&mut self, explorer: &mut Explorer<'_>) {
        let value = |&symbol: &Symbol| (symbol, explorer.solver.symbol_value(symbol));
        let chosen: Vec<(Symbol, u64)> = self.symbols.iter().map(value).collect();
        let terms = &mut explorer.component.terms;
        let instance = constants(terms, &chosen).into_iter().collect::<Substitution>().apply(terms, self.formula);
        self.instances = terms.or(self.instances, instance);
    }

    /// Instantiates until the instances are all of the set. Often a choice of many values matters by a few tests only,
    /// and as few values stand for all of them; says whether that is so.
    fn is_all_instantiated(&mut self, explorer: &mut Explorer<'_>, run: &mut Run) -> Result<bool, StopReason> {
        if self.symbols.is_empty() {
            return Ok(true);
        }
        for _ in 0..MOST_INSTANCES {
            run.tick()?;
            let outside = explorer.component.terms.not(self.instances);
            if !explorer.is_satisfiable(&[self.formula, outside], run)? {
                return Ok(true);
            }
            self.add_instance(explorer);
        }
        Ok(false)
    }
}

/// A choice that a variable's value gives away, as a term over the variable, and the position of the variable.
fn given_away(terms: &mut TermPool, known: &[(Symbol, Term)], variables: &[Symbol]) -> Option<(usize, Symbol, Term)> {
    for (place, &(symbol, value)) in known.iter().enumerate() {
        let variable = terms.symbol(symbol);
        if let Some((choice, solution)) = solved(terms, value, variable, variables) {
            return Some((place, choice, solution));
        }
    }
    None
}

/// Solves `value == wanted` for a choice, going down through operations that can be undone.
fn solved(terms: &mut TermPool, value: Term, wanted: Term, variables: &[Symbol]) -> Option<(Symbol, Term)> {
    let (mut value, mut wanted) = (value, wanted);
    loop {
        match terms.node(value) {
            Node::Symbol(symbol) if !variables.contains(&symbol) => {
                let is_free = !terms.symbols_of(wanted).contains(&symbol);
                return is_free.then_some((symbol, wanted));
            }
            Node::Unary(UnaryOp::Not, inner) => (value, wanted) = (inner, terms.not(wanted)),
            Node::Unary(UnaryOp::BitNot, inner) => (value, wanted) = (inner, terms.bit_not(wanted)),
            Node::Unary(UnaryOp::Negate, inner) => (value, wanted) = (inner, terms.negate(wanted)),
            Node::Binary(op, one, other) => {
                // A choice is solved for in terms of the other operand, which may have choices of its own.
                let is_second = terms.as_constant(one).is_some()
                    || (terms.as_constant(other).is_none() && terms.as_symbol(one).is_none());
                let (open, rest) = if is_second { (other, one) } else { (one, other) };
                wanted = match op {
                    BinaryOp::Add => terms.sub(wanted, rest),
                    BinaryOp::BitXor => terms.bit_xor(wanted, rest),
                    BinaryOp::Xor => terms.xor(wanted, rest),
                    BinaryOp::Sub if is_second => terms.sub(rest, wanted),
                    BinaryOp::Sub => terms.add(wanted, rest),
                    _ => return None,
                };
                value = open;
            }
            _ => return None,
        }
    }
}

/// The condition with the choices of few bits put in, value by value, as long as that does not take too many.
fn with_few_values(terms: &mut TermPool, condition: Term, variables: &[Symbol]) -> Term {
    let mut open = terms.symbols_of(condition);
    open.retain(|symbol| !variables.contains(symbol));
    open.sort_by_key(|&symbol| (terms.symbol_sort(symbol).width(), symbol));
    let (mut condition, mut bits) = (condition, 0);
    for symbol in open {
        let sort = terms.symbol_sort(symbol);
        bits += sort.width();
        if bits > FEW_BITS {
            break;
        }
        let values = 0..1_u64 << sort.width();
        let parts: Vec<Term> = values.map(|value| with_value(terms, condition, symbol, sort, value)).collect();
        condition = terms.any(parts);
    }
    condition
}

fn with_value(terms: &mut TermPool, condition: Term, symbol: Symbol, sort: Sort, value: u64) -> Term {
    let constant = terms.constant(sort, value);
    Substitution::from_iter([(symbol, constant)]).apply(terms, condition)
}
