//! Why a call is forbidden where a belief is mixed, and which states it fails from depends on how long the word is:
//! spreads.
//!
//! After `hasNext -> true · next`, one element less is left, and how many there were is not known: zero may be left
//! because one may have been left before, and that because two may have been left at first. No finite number of regions
//! says so, but one relation does: whatever number is possible, each smaller one is as well. Such a relation says for
//! each state of the interface and each variable whether it may be smaller, larger, or anything. The search begins with
//! *anything*, and each pair of states that can't both be possible makes it tighter (a greatest fixed point over the
//! orders). What is found is part of the certificate, so nothing here needs to be trusted.

mod undo;

use etiquette_automata::{CallId, StateId};
use etiquette_certificates::{Order, Proof, Return, Spread};
use etiquette_component::{Block, Summary, Type, initial_condition};
use etiquette_logic::{Answer, Substitution, Symbol, Term, mask};

use crate::proofs::budgets::spreads::{MAX_EXCLUDED, MAX_FREE, MAX_VARIABLES, MAX_WITNESSES};
use crate::proofs::certificate::choices;
use crate::proofs::obligations::failing_with;
use crate::proofs::regions::Regions;
use crate::readable::guards::ordered;

/// An event of the interface: the state before, the call, the outcome, and the state after.
type Event = (StateId, CallId, usize, StateId);

/// How an event is undone that leads to the state.
type Undone = (StateId, Return);

/// Values of two states, of the first by its symbols and of the second by others.
type Pair = (Vec<u64>, Vec<u64>);

/// What a call does if it returns with some outcome.
type Effect<'a> = (&'a Summary, &'a Block);

/// Pairs of states after an event.
struct Pairs {
    after: Vec<Term>,
    other: Vec<Term>,
    /// Where the second state is taken to come from.
    origin: Vec<Term>,
    /// That the event happens, and the second state is in the spread of the first.
    happens: Term,
    /// That it was so before.
    was_related: Term,
}

/// Spreads that are not proved yet.
pub(crate) struct Draft {
    variables: Vec<(Symbol, Type)>,
    /// The variables of the second state.
    others: Vec<Symbol>,
    orders: Vec<Vec<Order>>,
    /// Variables that are left free as long as others can be tightened.
    wanted: Vec<Symbol>,
}

impl Draft {
    fn is_trivial(&self, state: StateId) -> bool {
        self.orders[state.index()].iter().all(|order| *order == Order::Same)
    }

    /// Tightens an order of the state such that the pair is not in it any more; says whether there is one.
    fn exclude(&mut self, state: StateId, (one, other): &Pair) -> bool {
        let differs = |&place: &usize| one[place] != other[place];
        let is_wanted = |place: &usize| self.wanted.contains(&self.variables[*place].0);
        let mut places: Vec<usize> = (0..self.variables.len()).filter(differs).collect();
        places.sort_by_key(is_wanted);
        let Some(&place) = places.first() else { return false };
        let tighter = match (self.orders[state.index()][place], self.variables[place].1) {
            (Order::Any, Type::Int { width, signed }) => {
                let sign = if signed { 1 << (width - 1) } else { 0 };
                if other[place] ^ sign > one[place] ^ sign { Order::AtMost } else { Order::AtLeast }
            }
            _ => Order::Same,
        };
        self.orders[state.index()][place] = tighter;
        true
    }
}

impl Regions<'_> {
    /// Why the call is rightly forbidden in the state, by spreads.
    pub(crate) fn by_spread(&mut self, state: StateId, call: CallId, instances: &[Vec<Term>]) -> Option<Proof> {
        if self.setting.component.variables.len() > MAX_VARIABLES {
            return None;
        }
        let method = self.setting.calls[call.index()].method;
        let failing = self.failing_in(method, instances);
        // There is one spread for each state: once a call rests on them, others must do with them.
        let witness = match self.spreads.take() {
            Some(known) => {
                let witness = self.witness(&known.0, (state, call), failing);
                self.spreads = Some(known);
                witness?
            }
            None => self.new_spreads((state, call), failing)?,
        };
        let summary = &self.setting.summaries[method];
        let choices = instances.iter().map(|instance| choices(self.setting.component, summary, instance)).collect();
        Some(Proof::Spread { witness, choices })
    }

    /// Spreads that explain the call, and the witness. What the call looks at is left free, one variable at a time
    /// first: where several could be tightened to exclude a pair, it is not known which one should.
    fn new_spreads(&mut self, forbidden: (StateId, CallId), failing: Term) -> Option<Vec<Term>> {
        let state = self.setting.component.state_symbols();
        let mut looked_at = self.setting.component.terms.symbols_of(failing);
        looked_at.retain(|symbol| state.contains(symbol));
        let single = looked_at.iter().take(MAX_FREE).map(|&symbol| vec![symbol]);
        let wishes: Vec<Vec<Symbol>> = single.chain([looked_at.clone()]).collect();
        wishes.into_iter().find_map(|wanted| {
            let settled = self.settled(wanted)?;
            let witness = self.witness(&settled.0, forbidden, failing)?;
            self.spreads = Some(settled);
            Some(witness)
        })
    }

    /// The widest spreads that can be shown.
    fn settled(&mut self, wanted: Vec<Symbol>) -> Option<(Draft, Vec<Spread>)> {
        let mut draft = self.draft(wanted);
        let events = self.events();
        for _ in 0..MAX_EXCLUDED {
            match self.shown(&draft, &events)? {
                Ok(returns) => return Some(self.finished(draft, returns)),
                Err((state, pair)) => draft.exclude(state, &pair).then_some(())?,
            }
        }
        None
    }

    /// How the events are undone, or a state with a pair that is wrongly in its spread. `None` if neither is known.
    fn shown(&mut self, draft: &Draft, events: &[Event]) -> Option<Result<Vec<Undone>, (StateId, Pair)>> {
        if let Some(pair) = self.not_initial(draft)? {
            return Some(Err((self.setting.interface.initial(), pair)));
        }
        let mut returns = Vec::new();
        for &event in events.iter().filter(|event| !draft.is_trivial(event.3)) {
            match self.undone(draft, event)? {
                Ok(found) => returns.push((event.3, found)),
                Err(pair) => return Some(Err((event.3, pair))),
            }
        }
        Some(Ok(returns))
    }

    fn draft(&mut self, wanted: Vec<Symbol>) -> Draft {
        let component = &mut *self.setting.component;
        let variables: Vec<(Symbol, Type)> =
            component.variables.iter().map(|variable| (variable.binding.symbol, variable.binding.ty)).collect();
        let terms = &mut component.terms;
        let other = |(symbol, _): &(Symbol, Type)| {
            let name = format!("other {}", terms.symbol_name(*symbol));
            let sort = terms.symbol_sort(*symbol);
            terms.new_symbol(name, sort)
        };
        let others = variables.iter().map(other).collect();
        let interface = self.setting.interface;
        let before_construction = |state: StateId| component.has_constructors() && state == interface.initial();
        let first = |state| if before_construction(state) { Order::Same } else { Order::Any };
        let orders = interface.states().map(|state| vec![first(state); variables.len()]).collect();
        Draft { variables, others, orders, wanted }
    }

    fn events(&self) -> Vec<Event> {
        let interface = self.setting.interface;
        interface
            .states()
            .flat_map(|to| self.events_into(to).into_iter().map(move |(from, call, outcome)| (from, call, outcome, to)))
            .collect()
    }

    fn finished(&self, draft: Draft, returns: Vec<Undone>) -> (Draft, Vec<Spread>) {
        let states = self.setting.interface.states().filter(|state| !draft.is_trivial(*state));
        let spread = |state: StateId| Spread {
            state,
            within: self.setting.labels[state.index()],
            orders: draft.orders[state.index()].clone(),
            returns: returns.iter().filter(|(to, _)| *to == state).map(|(_, event)| event.clone()).collect(),
        };
        let spreads = states.map(spread).collect();
        (draft, spreads)
    }

    /// That the second state is in the spread of the first one.
    fn relation(&mut self, draft: &Draft, state: StateId, one: &[Term], other: &[Term]) -> Term {
        let trivial = draft.is_trivial(state);
        let terms = &mut self.setting.component.terms;
        let mut parts = Vec::new();
        for (place, (&one, &other)) in one.iter().zip(other).enumerate() {
            let signed = matches!(draft.variables[place].1, Type::Int { signed: true, .. });
            match draft.orders[state.index()][place] {
                Order::Same => parts.push(terms.equal(one, other)),
                Order::AtMost => parts.push(ordered(terms, other, one, signed)),
                Order::AtLeast => parts.push(ordered(terms, one, other, signed)),
                Order::Any => {}
            }
        }
        // A state without a spread demands nothing more than to be the same.
        let within = if trivial { terms.bool(true) } else { self.setting.labels[state.index()] };
        let domains = self.setting.component.state_domains();
        for condition in [within, domains] {
            parts.push(self.in_state(draft, condition, other));
        }
        self.setting.component.terms.all(parts)
    }

    /// A condition on the state, said of these values.
    fn in_state(&mut self, draft: &Draft, condition: Term, values: &[Term]) -> Term {
        let values = draft.variables.iter().map(|(symbol, _)| *symbol).zip(values.iter().copied());
        Substitution::from_iter(values).apply(&mut self.setting.component.terms, condition)
    }

    fn first(&mut self, draft: &Draft) -> Vec<Term> {
        draft.variables.iter().map(|(symbol, _)| self.setting.component.terms.symbol(*symbol)).collect()
    }

    fn second(&mut self, draft: &Draft) -> Vec<Term> {
        draft.others.iter().map(|symbol| self.setting.component.terms.symbol(*symbol)).collect()
    }

    /// An initial state with another one in its spread that is none. The outer `None` is: not known.
    fn not_initial(&mut self, draft: &Draft) -> Option<Option<Pair>> {
        let state = self.setting.interface.initial();
        if draft.is_trivial(state) {
            return Some(None);
        }
        let (one, other) = (self.first(draft), self.second(draft));
        let initial = initial_condition(self.setting.component);
        let related = self.relation(draft, state, &one, &other);
        let also = self.in_state(draft, initial, &other);
        let question = self.all([initial, related], also);
        match self.solver.check(&self.setting.component.terms, &[question]) {
            Answer::Unsat => Some(None),
            Answer::Sat => Some(Some(self.pair(&one, &other))),
            Answer::Unknown(_) => None,
        }
    }

    /// The values of two states in the solver's model.
    fn pair(&mut self, one: &[Term], other: &[Term]) -> Pair {
        let terms = &self.setting.component.terms;
        let values = |state: &[Term]| state.iter().map(|&term| self.solver.value(terms, term)).collect();
        (values(one), values(other))
    }

    /// The condition under which a method fails with one of these values of its hidden choices.
    fn failing_in(&mut self, method: usize, instances: &[Vec<Term>]) -> Term {
        let summary = &self.setting.summaries[method];
        let ways: Vec<Term> =
            instances.iter().map(|instance| failing_with(self.setting.component, summary, instance)).collect();
        self.setting.component.terms.any(ways)
    }

    /// For every state of the label another one in its spread from which the call fails, in terms of the first.
    fn witness(&mut self, draft: &Draft, (state, call): (StateId, CallId), failing: Term) -> Option<Vec<Term>> {
        let (one, other) = (self.first(draft), self.second(draft));
        let guard = self.guard(call);
        let related = self.relation(draft, state, &one, &other);
        let fails = self.in_state(draft, failing, &other);
        let label = self.setting.labels[state.index()];
        let question = self.setting.component.terms.all([label, guard, related, fails]);
        if self.solver.check(&self.setting.component.terms, &[question]) != Answer::Sat {
            return None;
        }
        let seen = self.pair(&one, &other);
        let tried = self.witnesses(draft, state, &seen);
        tried.into_iter().find(|witness| {
            let related = self.relation(draft, state, &one, witness);
            let fails = self.in_state(draft, failing, witness);
            let hit = self.setting.component.terms.and(related, fails);
            let question = self.all([label, guard], hit);
            self.is_unsatisfiable(question)
        })
    }

    /// States in terms of another one: where a variable may be different, its own value, the one that was seen, or one
    /// that is as far from another variable as was seen.
    fn witnesses(&mut self, draft: &Draft, state: StateId, (_, seen): &Pair) -> Vec<Vec<Term>> {
        let own = self.first(draft);
        let terms = &mut self.setting.component.terms;
        let mut found: Vec<Vec<Term>> = vec![Vec::new()];
        for (place, &(symbol, ty)) in draft.variables.iter().enumerate() {
            let mut ways = vec![own[place]];
            if draft.orders[state.index()][place] != Order::Same && draft.wanted.contains(&symbol) {
                let sort = terms.symbol_sort(symbol);
                ways.push(terms.constant(sort, seen[place]));
                let alike = (0..own.len()).filter(|&other| other != place && draft.variables[other].1 == ty);
                for other in alike.filter(|_| matches!(ty, Type::Int { .. })) {
                    let offset = seen[place].wrapping_sub(seen[other]) & mask(sort.width());
                    let offset = terms.constant(sort, offset);
                    ways.push(terms.add(own[other], offset));
                }
            }
            found = found.iter().flat_map(|begun| ways.iter().map(|way| [&begun[..], &[*way]].concat())).collect();
            found.truncate(MAX_WITNESSES);
        }
        found
    }
}
