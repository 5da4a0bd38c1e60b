//! That whatever the component may be in, it may as well be in other states, and that a call can fail from one of them.
//!
//! By induction on words, for pairs of states: an event that led to `x` leads from another state that the component may
//! have been in, with the same arguments, to `y`.

use etiquette_automata::{CallId, StateId};
use etiquette_component::{Location, Type};
use etiquette_logic::{BinaryOp, Node, Symbol, Term};

use super::{ObligationKind, ObligationMaker, Part};
use crate::certificate::{Order, Return, Spread, Valuation};
use crate::chosen::{fails, returns};
use crate::plain::{self, Values};
use crate::runs::{End, Runs};
use crate::scope::{Seen, domains};
use crate::wellformed::Malformed;

impl ObligationMaker<'_> {
    /// The claims of all spreads.
    pub(super) fn spreads(&mut self) -> Result<(), Malformed> {
        let certificate = self.certificate;
        for (index, spread) in certificate.spreads.iter().enumerate() {
            self.show(Part::Spread(index));
            let other = self.other_state();
            if spread.state == self.interface.initial() {
                self.begins_spread(spread, &other);
            }
            for event in &spread.returns {
                self.show(Part::Spread(index));
                self.leads_to_spread(spread, event, &other)?;
            }
        }
        Ok(())
    }

    /// For every state of the label, the witness is in the spread, and from there one of the choices makes the call
    /// fail.
    pub(super) fn spread_hit(
        &mut self,
        state: StateId,
        call: CallId,
        witness: &[Term],
        choices: &[Valuation],
    ) -> Result<(), Malformed> {
        let cuts = self.cuts(state, call);
        let witness: Values = self.state_symbols().into_iter().zip(witness.iter().copied()).collect();
        let mut ways = Vec::new();
        for valuation in choices {
            let cut_call = self.cut_call(call, &cuts);
            let fate = fails(self.component, cut_call, valuation).map_err(|uncut| self.uncut(state, call, uncut))?;
            ways.push(self.whatever_the_model(fate));
        }
        let failing = plain::any(&mut self.component.terms, ways);
        let failing = plain::replace(&mut self.component.terms, failing, &witness);
        let related = self.relation(state, &Values::default(), &witness);
        let hit = plain::and(&mut self.component.terms, related, failing);
        let missed = plain::not(&mut self.component.terms, hit);
        let what = format!("by the spread of state {}, {} can fail", state.0, self.name(call));
        let before = self.before(state, call);
        self.demand(ObligationKind::Permissive, what, [before, missed]);
        Ok(())
    }

    fn state_symbols(&self) -> Vec<Symbol> {
        self.component.variables.iter().map(|variable| variable.binding.symbol).collect()
    }

    /// A second state: new symbols in place of the state variables.
    fn other_state(&mut self) -> Values {
        let symbols = self.state_symbols();
        let pool = &mut self.component.terms;
        let other = |symbol: Symbol| {
            let name = format!("other {}", pool.symbol_name(symbol));
            (symbol, pool.new_variable(name, pool.symbol_sort(symbol)))
        };
        symbols.into_iter().map(other).collect()
    }

    /// That one state is in the spread of another one, as far as the interface's state goes.
    fn relation(&mut self, state: StateId, one: &Values, other: &Values) -> Term {
        let certificate = self.certificate;
        let spread = certificate.spreads.iter().find(|spread| spread.state == state);
        let mut parts = Vec::new();
        for (index, symbol) in self.state_symbols().into_iter().enumerate() {
            let order = spread.map_or(Order::Same, |spread| spread.orders[index]);
            parts.extend(self.compares(order, index, one.get(&symbol).copied(), other[&symbol]));
        }
        let within = spread.map(|spread| spread.within);
        let domains = domains(self.component, Seen::State);
        for condition in within.into_iter().chain([domains]) {
            parts.push(plain::replace(&mut self.component.terms, condition, other));
        }
        plain::all(&mut self.component.terms, parts)
    }

    /// That a variable's other value compares with the one value, or with its own where none is given.
    fn compares(&mut self, order: Order, variable: usize, one: Option<Term>, other: Term) -> Option<Term> {
        let binding = &self.component.variables[variable].binding;
        let signed = matches!(binding.ty, Type::Int { signed: true, .. });
        let pool = &mut self.component.terms;
        let one = one.unwrap_or_else(|| pool.symbol(binding.symbol));
        let at_most = if signed { BinaryOp::SignedLessEqual } else { BinaryOp::UnsignedLessEqual };
        match order {
            Order::Same => Some(plain::equal(pool, one, other)),
            Order::AtMost => Some(pool.intern(Node::Binary(at_most, other, one))),
            Order::AtLeast => Some(pool.intern(Node::Binary(at_most, one, other))),
            Order::Any => None,
        }
    }

    /// Whatever is in the spread of an initial state is one.
    fn begins_spread(&mut self, spread: &Spread, other: &Values) {
        let begun = self.initial_states();
        let related = self.relation(spread.state, &Values::default(), other);
        let missed = self.misses(begun, other);
        let what = format!("the spread of state {} holds of initial states", spread.state.0);
        self.demand(ObligationKind::Permissive, what, [begun, related, missed]);
    }

    /// Where an event leads to a state, what is in that state's spread can be reached from what was in the spread
    /// before.
    fn leads_to_spread(&mut self, spread: &Spread, event: &Return, other: &Values) -> Result<(), Malformed> {
        let Some(runs) = self.runs_to(event)? else { return Ok(()) };
        let origin = self.origin(event, other);
        let related = self.relation(spread.state, &runs.values, other);
        let was_related = self.relation(event.from, &Values::default(), &origin);
        let arrives = self.arrives_at(event, &origin, other)?;
        let shown = plain::and(&mut self.component.terms, was_related, arrives);
        let missed = plain::not(&mut self.component.terms, shown);
        let before = self.before(event.from, event.call);
        let what = self.return_name(spread, event);
        self.demand(ObligationKind::Permissive, what, [before, runs.condition, related, missed]);
        Ok(())
    }

    /// The runs with which the event happens, if there are any. They must not come by a cut point.
    fn runs_to(&mut self, event: &Return) -> Result<Option<Runs>, Malformed> {
        let cuts = self.cuts(event.from, event.call);
        let place = || format!("the spread behind {} in state {}", self.name(event.call), event.from.0);
        let problem = "the call has loops, through which a spread can't be followed".to_owned();
        let through_loops = Malformed { place: place(), problem };
        if cuts.contains(&Location::ENTRY) {
            return Err(through_loops);
        }
        let ends = self.runs(event.from, event.call, Location::ENTRY, cuts)?;
        match ends.keys().any(|end| matches!(end, End::At(_))) {
            true => Err(through_loops),
            false => Ok(ends.get(&End::Returned(event.outcome)).cloned()),
        }
    }

    /// The state before the event.
    fn origin(&mut self, event: &Return, other: &Values) -> Values {
        let pool = &mut self.component.terms;
        let symbols = self.component.variables.iter().map(|variable| variable.binding.symbol);
        let value = |(symbol, before): (Symbol, &Option<Term>)| {
            let value = before.map(|before| plain::replace(pool, before, other));
            (symbol, value.unwrap_or_else(|| pool.symbol(symbol)))
        };
        symbols.zip(&event.before).map(value).collect()
    }

    /// That one of the choices leads from the origin to the other state, with the event's outcome.
    fn arrives_at(&mut self, event: &Return, origin: &Values, other: &Values) -> Result<Term, Malformed> {
        let cuts = self.cuts(event.from, event.call);
        let there = self.is_state(other);
        let mut ways = Vec::new();
        for valuation in &event.choices {
            let pool = &mut self.component.terms;
            let valuation: Valuation =
                valuation.iter().map(|&(choice, term)| (choice, plain::replace(pool, term, other))).collect();
            let call = self.cut_call(event.call, &cuts);
            let fate = returns(self.component, call, &valuation, event.outcome, there)
                .map_err(|uncut| self.uncut(event.from, event.call, uncut))?;
            let way = self.whatever_the_model(fate);
            ways.push(plain::replace(&mut self.component.terms, way, origin));
        }
        Ok(plain::any(&mut self.component.terms, ways))
    }

    /// That the state variables have these values.
    fn is_state(&mut self, values: &Values) -> Term {
        let symbols = self.state_symbols();
        let pool = &mut self.component.terms;
        let mut parts = Vec::new();
        for symbol in symbols {
            let own = pool.symbol(symbol);
            parts.push(plain::equal(pool, own, values[&symbol]));
        }
        plain::all(pool, parts)
    }

    fn return_name(&self, spread: &Spread, event: &Return) -> String {
        let outcome = &self.interface.alphabet().call(event.call).outcomes[event.outcome];
        let (from, call) = (event.from.0, self.name(event.call));
        format!("from state {from}, {call} with outcome `{outcome}` keeps to the spread of state {}", spread.state.0)
    }
}
