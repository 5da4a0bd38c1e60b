//! Builds the product's variables and steps.
//!
//! Variables: those of the component; `state`; `status`; where there are loops `location`, and the parameters and
//! locals of the methods with loops, which are zero while their method does not run; `constructed` where the state does
//! not tell. One step for each call and block: what depends on the state of the interface is an if-then-else over
//! `state`, so steps don't multiply with states.

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_component::{
    Binding, Block, BlockEnd, Component, GuardedCall, Location, MethodId, Summary, initial_condition,
};
use etiquette_logic::{Sort, Substitution, Symbol, Term};
use rustc_hash::FxHashMap;

use super::{Meaning, Product, Registers};
use crate::system::{Step, System};

/// The values of `status`.
const FAILED: u64 = 1;
const RETURNED: u64 = 2;
const MISSING: u64 = 3;
const STATUS_WIDTH: u32 = 2;

/// What a product is made of, beside the component.
pub(super) struct Parts<'a> {
    pub summaries: &'a [Summary],
    pub interface: &'a Interface,
    pub calls: &'a [GuardedCall],
    pub instances: &'a [Vec<Vec<Term>>],
    pub open: &'a [(StateId, CallId)],
    pub registers: &'a Registers,
}

pub(super) fn encode(component: &mut Component, parts: &Parts<'_>) -> Product {
    let stops = stops(parts);
    let terms = &mut component.terms;
    let state = terms.new_symbol("state", number_sort(parts.interface.state_count()));
    let status = terms.new_symbol("status", Sort::Bits(STATUS_WIDTH));
    let location = (!stops.is_empty()).then(|| terms.new_symbol("location", number_sort(stops.len() + 1)));
    let ambiguous = component.has_constructors() && leads_back(parts.interface);
    let constructed = ambiguous.then(|| component.terms.new_symbol("constructed", Sort::Bool));
    let status_term = component.terms.symbol(status);
    let fine = component.terms.bits(STATUS_WIDTH, 0);
    let product = Product {
        system: System { variables: Vec::new(), initial: fine, steps: Vec::new() },
        bad: component.terms.distinct(status_term, fine),
        known: Vec::new(),
        state,
        status,
        location,
        constructed,
        stops,
        kept: parts.calls.iter().map(|call| kept_symbols(component, parts, call.method)).collect(),
        meanings: Vec::new(),
        interface: parts.interface.clone(),
    };
    let arguments = FxHashMap::default();
    let mut encoder = Encoder { component, parts, product, arguments, remembered: Vec::new() };
    encoder.remembered = parts.interface.alphabet().call_ids().map(|call| encoder.remembered(call)).collect();
    encoder.add_variables();
    encoder.add_initial();
    encoder.add_known();
    for call in parts.interface.alphabet().call_ids() {
        encoder.add_call(call);
    }
    encoder.product
}

/// Whether the status says that an allowed call failed.
pub(super) fn has_failed(product: &Product, pool: &mut etiquette_logic::TermPool) -> Term {
    let (status, failed) = (pool.symbol(product.status), pool.bits(STATUS_WIDTH, FAILED));
    pool.equal(status, failed)
}

/// A sort for the numbers below a count.
fn number_sort(count: usize) -> Sort {
    Sort::Bits((usize::BITS - count.saturating_sub(1).leading_zeros()).max(1))
}

/// Whether some event leads to the initial state.
fn leads_back(interface: &Interface) -> bool {
    let alphabet = interface.alphabet();
    let mut events = alphabet.call_ids().flat_map(|call| alphabet.events_of(call));
    events.any(|event| interface.states().any(|state| interface.next(state, event) == Some(interface.initial())))
}

/// The loop heads of all calls.
fn stops(parts: &Parts<'_>) -> Vec<(CallId, Location)> {
    let mut stops = Vec::new();
    for call in parts.interface.alphabet().call_ids() {
        for block in &parts.summaries[parts.calls[call.index()].method].blocks {
            if let BlockEnd::At(location) = block.to {
                stops.push((call, location));
            }
        }
    }
    stops.sort_unstable();
    stops.dedup();
    stops
}

/// The parameters and locals of a method, if it has loops.
fn kept_symbols(component: &Component, parts: &Parts<'_>, method: usize) -> Vec<Symbol> {
    match parts.summaries[method].is_loop_free() {
        true => Vec::new(),
        false => kept_bindings(component, method).map(|binding| binding.symbol).collect(),
    }
}

fn kept_bindings(component: &Component, method: usize) -> impl Iterator<Item = &Binding> {
    let method = &component.methods[method];
    method.parameters.iter().chain(&method.locals)
}

/// How a step of a call ends, with the number that is returned, where somebody looks at it.
struct End {
    to: BlockEnd,
    result: Option<Term>,
}

pub(super) struct Encoder<'a, 'b> {
    pub component: &'a mut Component,
    pub parts: &'a Parts<'b>,
    pub product: Product,
    /// The inputs that stand for the parameters of a method with loops when it is called.
    arguments: FxHashMap<usize, Vec<Symbol>>,
    /// For each call the parameters that registers are set from after loops, with variables that hold what was given.
    remembered: Vec<Vec<(Symbol, Symbol)>>,
}

impl Encoder<'_, '_> {
    fn add_variables(&mut self) {
        let product = &mut self.product;
        let mut variables = self.component.state_symbols();
        variables.extend([product.state, product.status]);
        variables.extend(product.location);
        variables.extend(product.constructed);
        variables.extend(self.parts.registers.variables.iter().map(|(symbol, _)| *symbol));
        variables.extend(self.remembered.iter().flatten().map(|(_, copy)| *copy));
        for &symbol in product.kept.iter().flatten() {
            if !variables.contains(&symbol) {
                variables.push(symbol);
            }
        }
        product.system.variables = variables;
    }

    /// The component starts in an initial state; everything else is zero but what the interface starts with.
    fn add_initial(&mut self) {
        let mut initial = initial_condition(self.component);
        let own = self.component.variables.len();
        for symbol in self.product.system.variables.clone().into_iter().skip(own) {
            let register = self.parts.registers.variables.iter().find(|(register, _)| *register == symbol);
            let value = match register {
                Some((_, first)) => *first,
                None if symbol == self.product.state => u64::from(self.product.interface.initial().0),
                None => 0,
            };
            let part = self.has_value(symbol, value);
            initial = self.component.terms.and(initial, part);
        }
        self.product.system.initial = initial;
    }

    fn add_known(&mut self) {
        self.add_range(self.product.state, self.product.interface.state_count());
        if let Some(location) = self.product.location {
            self.add_range(location, self.product.stops.len() + 1);
        }
        self.component.state_bindings().iter().for_each(|binding| self.add_domain(binding));
        let mut methods: Vec<MethodId> = self.parts.calls.iter().map(|call| call.method).collect();
        methods.sort_unstable();
        methods.dedup();
        for method in methods {
            self.add_known_of_method(method);
        }
    }

    fn add_known_of_method(&mut self, method: usize) {
        if self.parts.summaries[method].is_loop_free() {
            return;
        }
        let stops = self.product.stops.clone().into_iter().enumerate();
        let own = stops.filter(|(_, (call, _))| self.parts.calls[call.index()].method == method);
        let running: Vec<Term> =
            own.map(|(position, _)| position).map(|position| self.is_at(position as u64 + 1)).collect();
        let running = self.component.terms.any(running);
        for binding in kept_bindings(self.component, method).cloned().collect::<Vec<_>>() {
            self.add_domain(&binding);
            let zero = self.has_value(binding.symbol, 0);
            let fact = self.component.terms.or(running, zero);
            self.product.known.push(fact);
        }
    }

    fn add_range(&mut self, symbol: Symbol, count: usize) {
        let width = self.component.terms.symbol_sort(symbol).width();
        if (count as u64) < 1 << width {
            let (term, last) =
                (self.component.terms.symbol(symbol), self.component.terms.bits(width, count as u64 - 1));
            let fact = self.component.terms.unsigned_less_equal(term, last);
            self.product.known.push(fact);
        }
    }

    fn add_domain(&mut self, binding: &Binding) {
        let term = self.component.terms.symbol(binding.symbol);
        let fact = self.component.domain_constraint(binding.ty, term);
        self.product.known.extend(fact);
    }

    fn add_call(&mut self, call: CallId) {
        let method = self.parts.calls[call.index()].method;
        let summary = &self.parts.summaries[method];
        let entry_is_loop_head = summary.comes_back_to_entry();
        if entry_is_loop_head {
            let condition = self.component.terms.bool(true);
            let to = BlockEnd::At(Location::ENTRY);
            self.add_entering(call, &Block { from: Location::ENTRY, to, condition, updates: Vec::new() });
        }
        for block in &summary.blocks {
            match block.from == Location::ENTRY && !entry_is_loop_head {
                true => self.add_entering(call, block),
                false => self.add_continuing(call, block),
            }
        }
    }

    /// A step that begins a call.
    fn add_entering(&mut self, call: CallId, block: &Block) {
        let method = self.parts.calls[call.index()].method;
        let arguments = self.arguments_of(method);
        let mut begin = self.beginning(method, &arguments);
        let guard = begin.apply(&mut self.component.terms, self.parts.calls[call.index()].guard);
        let mut conditions = vec![self.is_at(0), self.may_begin(method), guard];
        conditions.extend(self.domains(method, &arguments));
        conditions.push(begin.apply(&mut self.component.terms, block.condition));
        let mut values: FxHashMap<Symbol, Term> = FxHashMap::default();
        for symbol in self.product.kept[call.index()].clone() {
            let own = self.component.terms.symbol(symbol);
            values.insert(symbol, begin.apply(&mut self.component.terms, own));
        }
        for &(symbol, copy) in &self.remembered[call.index()] {
            let own = self.component.terms.symbol(symbol);
            values.insert(copy, begin.apply(&mut self.component.terms, own));
        }
        for &(symbol, value) in &block.updates {
            values.insert(symbol, begin.apply(&mut self.component.terms, value));
        }
        let nothing_yet = |this: &mut Self, symbol| this.constant_of(symbol, 0);
        let result = self.result(call, block.to, &values, nothing_yet);
        let mut begin = begin.with(result);
        self.set_registers(call, block.to, &mut begin, &mut values);
        let end = End { to: block.to, result: result.map(|(_, value)| value) };
        self.add_step(call, end, conditions, values, Some(arguments));
    }

    /// A step that goes on from a loop head.
    fn add_continuing(&mut self, call: CallId, block: &Block) {
        let Some(position) = self.product.stops.iter().position(|&stop| stop == (call, block.from)) else {
            return; // Nothing leads to this loop head.
        };
        let conditions = vec![self.is_at(position as u64 + 1), block.condition];
        let mut values = block.updates.iter().copied().collect();
        let result = self.result(call, block.to, &values, |this, symbol| this.component.terms.symbol(symbol));
        let given = self.remembered[call.index()].iter();
        let given = given.map(|&(symbol, copy)| (symbol, self.component.terms.symbol(copy)));
        let mut given: Substitution = given.chain(result).collect();
        self.set_registers(call, block.to, &mut given, &mut values);
        let end = End { to: block.to, result: result.map(|(_, value)| value) };
        self.add_step(call, end, conditions, values, None);
    }

    fn add_step(
        &mut self,
        call: CallId,
        end: End,
        mut conditions: Vec<Term>,
        mut values: FxHashMap<Symbol, Term>,
        arguments: Option<Vec<Symbol>>,
    ) {
        conditions.push(self.has_value(self.product.status, 0));
        conditions.push(self.returns_as_asked(call, end.to, end.result));
        match end.to {
            BlockEnd::At(location) => self.arrive(call, location, &mut values),
            BlockEnd::Returned(outcome) => conditions.push(self.return_with(call, outcome, &mut values)),
            BlockEnd::Failed(_) => conditions.push(self.fail(call, &mut values)),
        }
        let condition = self.component.terms.all(conditions);
        let updates = self.updates_in_order(&values);
        let read = updates.iter().map(|(_, value)| *value).chain([condition]).chain(end.result).collect::<Vec<_>>();
        let inputs = self.inputs(call, &read, arguments.as_deref().unwrap_or(&[]));
        let arguments = arguments.map(|arguments| arguments.len());
        self.product.system.steps.push(Step { inputs, condition, updates });
        self.product.meanings.push(Meaning { call, arguments, end: end.to, result: end.result });
    }

    fn arrive(&mut self, call: CallId, location: Location, values: &mut FxHashMap<Symbol, Term>) {
        let position = self.product.stops.iter().position(|&stop| stop == (call, location));
        if let (Some(symbol), Some(position)) = (self.product.location, position) {
            values.insert(symbol, self.constant_of(symbol, position as u64 + 1));
        }
    }

    /// What a return changes, and when it matters: a forbidden call that returns is nothing to look at if it could as
    /// well have failed.
    fn return_with(&mut self, call: CallId, outcome: usize, values: &mut FxHashMap<Symbol, Term>) -> Term {
        let status = self.status_after(call, outcome);
        let state = self.state_after(call, outcome);
        values.insert(self.product.status, status);
        values.insert(self.product.state, state);
        let copies = self.remembered[call.index()].iter().map(|(_, copy)| *copy);
        let zeroed = self.product.kept[call.index()].iter().copied().chain(self.product.location).chain(copies);
        for symbol in zeroed.collect::<Vec<_>>() {
            values.insert(symbol, self.constant_of(symbol, 0));
        }
        if let Some(constructed) = self.product.constructed {
            values.insert(constructed, self.component.terms.bool(true));
        }
        let (allowed, excused) = (self.is_allowed(call), self.is_excused(call));
        let not_excused = self.component.terms.not(excused);
        self.component.terms.or(allowed, not_excused)
    }

    /// A failure is wrong where the call is allowed, and of no interest elsewhere. The state stays as it was.
    fn fail(&mut self, call: CallId, values: &mut FxHashMap<Symbol, Term>) -> Term {
        values.clear();
        let status = self.component.terms.bits(STATUS_WIDTH, FAILED);
        values.insert(self.product.status, status);
        self.is_allowed(call)
    }

    fn status_after(&mut self, call: CallId, outcome: usize) -> Term {
        let interface = &self.product.interface;
        let forbidden: Vec<StateId> = interface.states().filter(|&state| !interface.allows(state, call)).collect();
        let lacks_next = |state: &StateId| self.product.next_state(*state, call, outcome).is_none();
        let missing: Vec<StateId> =
            interface.states().filter(|&state| interface.allows(state, call)).filter(lacks_next).collect();
        let (forbidden, missing) = (self.is_among(&forbidden), self.is_among(&missing));
        let terms = &mut self.component.terms;
        let [fine, returned, no_next] = [0, RETURNED, MISSING].map(|value| terms.bits(STATUS_WIDTH, value));
        let allowed = terms.ite(missing, no_next, fine);
        terms.ite(forbidden, returned, allowed)
    }

    /// The next state of the interface; where there is none, any will do.
    fn state_after(&mut self, call: CallId, outcome: usize) -> Term {
        let mut targets: Vec<(StateId, Vec<StateId>)> = Vec::new();
        for from in self.product.interface.states() {
            let Some(to) = self.product.next_state(from, call, outcome) else { continue };
            match targets.iter_mut().find(|(target, _)| *target == to) {
                Some((_, sources)) => sources.push(from),
                None => targets.push((to, vec![from])),
            }
        }
        // The most frequent target is what is left over, which makes the shortest term.
        targets.sort_by_key(|(target, sources)| (std::cmp::Reverse(sources.len()), *target));
        let rest = targets.first().map_or(0, |(target, _)| target.0);
        let mut result = self.constant_of(self.product.state, u64::from(rest));
        for (target, sources) in targets.iter().skip(1) {
            let condition = self.is_among(sources);
            let target = self.constant_of(self.product.state, u64::from(target.0));
            result = self.component.terms.ite(condition, target, result);
        }
        result
    }

    fn is_allowed(&mut self, call: CallId) -> Term {
        let interface = &self.product.interface;
        let states: Vec<StateId> = interface.states().filter(|&state| interface.allows(state, call)).collect();
        self.is_among(&states)
    }

    /// Whether the interface's state is one of these.
    pub(super) fn is_among(&mut self, states: &[StateId]) -> Term {
        let count = self.product.interface.state_count();
        if states.len() * 2 > count {
            let others = self.product.interface.states().filter(|state| !states.contains(state)).collect::<Vec<_>>();
            let others = self.is_among(&others);
            return self.component.terms.not(others);
        }
        let parts: Vec<Term> =
            states.iter().map(|state| self.has_value(self.product.state, u64::from(state.0))).collect();
        self.component.terms.any(parts)
    }

    /// Whether nothing is said against a return of the forbidden call.
    fn is_excused(&mut self, call: CallId) -> Term {
        let open = self.parts.open.iter().filter(|(_, other)| *other == call);
        let open: Vec<StateId> = open.map(|(state, _)| *state).collect();
        let (open, failing) = (self.is_among(&open), self.could_have_failed(call));
        self.component.terms.or(open, failing)
    }

    /// Whether one of the known instances of the method's hidden choices makes it fail.
    fn could_have_failed(&mut self, call: CallId) -> Term {
        let method = self.parts.calls[call.index()].method;
        let summary = &self.parts.summaries[method];
        let instances = self.parts.instances.get(method).map_or(&[][..], Vec::as_slice);
        if !summary.is_loop_free() || instances.is_empty() {
            return self.component.terms.bool(false);
        }
        let failing = summary.blocks.iter().filter(|block| matches!(block.to, BlockEnd::Failed(_)));
        let failing: Vec<Term> = failing.map(|block| block.condition).collect();
        let mut begin = self.beginning(method, &self.component.parameter_symbols(method));
        let failing = self.component.terms.any(failing);
        let failing = begin.apply(&mut self.component.terms, failing);
        let made = instances.iter().map(|instance| {
            let choices = summary.choices.iter().map(|choice| choice.symbol).zip(instance.iter().copied());
            choices.collect::<Substitution>().apply(&mut self.component.terms, failing)
        });
        let made: Vec<Term> = made.collect();
        self.component.terms.any(made)
    }

    /// The values at the beginning of a call: arguments for parameters, zero for locals.
    fn beginning(&mut self, method: usize, arguments: &[Symbol]) -> Substitution {
        let parameters = self.component.methods[method].parameters.clone();
        let locals = self.component.methods[method].locals.clone();
        let mut values: FxHashMap<Symbol, Term> = FxHashMap::default();
        for (parameter, &argument) in parameters.iter().zip(arguments) {
            values.insert(parameter.symbol, self.component.terms.symbol(argument));
        }
        for local in &locals {
            values.insert(local.symbol, self.constant_of(local.symbol, 0));
        }
        Substitution::new(values)
    }

    /// The inputs that stand for the parameters when a call begins: the parameters themselves, unless they are
    /// variables of the system.
    fn arguments_of(&mut self, method: usize) -> Vec<Symbol> {
        if self.parts.summaries[method].is_loop_free() {
            return self.component.parameter_symbols(method);
        }
        if let Some(known) = self.arguments.get(&method) {
            return known.clone();
        }
        let parameters = self.component.methods[method].parameters.clone();
        let fresh = parameters.iter().map(|parameter| {
            let sort = self.component.sort(parameter.ty);
            self.component.terms.new_symbol(&parameter.name, sort)
        });
        let fresh: Vec<Symbol> = fresh.collect();
        self.arguments.insert(method, fresh.clone());
        fresh
    }

    /// Conditions that the arguments are values of their types.
    fn domains(&mut self, method: usize, arguments: &[Symbol]) -> Vec<Term> {
        let parameters = self.component.methods[method].parameters.iter();
        let given = parameters.zip(arguments).map(|(known, &symbol)| Binding { symbol, ..known.clone() });
        let given: Vec<Binding> = given.collect();
        let all = self.component.domains(&given);
        self.component.terms.conjuncts(all)
    }

    /// Constructors are called first and once, methods only afterwards.
    fn may_begin(&mut self, method: usize) -> Term {
        if !self.component.has_constructors() {
            return self.component.terms.bool(true);
        }
        let before = match self.product.constructed {
            Some(constructed) => self.has_value(constructed, 0),
            None => self.has_value(self.product.state, u64::from(self.product.interface.initial().0)),
        };
        if self.component.methods[method].constructor { before } else { self.component.terms.not(before) }
    }

    fn is_at(&mut self, location: u64) -> Term {
        match self.product.location {
            Some(symbol) => self.has_value(symbol, location),
            None => self.component.terms.bool(location == 0),
        }
    }

    fn has_value(&mut self, symbol: Symbol, value: u64) -> Term {
        let (term, value) = (self.component.terms.symbol(symbol), self.constant_of(symbol, value));
        self.component.terms.equal(term, value)
    }

    fn constant_of(&mut self, symbol: Symbol, value: u64) -> Term {
        let sort = self.component.terms.symbol_sort(symbol);
        self.component.terms.constant(sort, value)
    }

    /// The new values of the system's own variables, where they change.
    fn updates_in_order(&mut self, values: &FxHashMap<Symbol, Term>) -> Vec<(Symbol, Term)> {
        let terms = &mut self.component.terms;
        let changed = self.product.system.variables.iter().filter_map(|&symbol| {
            let value = *values.get(&symbol)?;
            (terms.symbol(symbol) != value).then_some((symbol, value))
        });
        changed.collect()
    }

    /// The arguments, and the hidden choices that the step depends on.
    fn inputs(&self, call: CallId, read: &[Term], arguments: &[Symbol]) -> Vec<Symbol> {
        let read = self.component.terms.symbols_of_all(read);
        let choices = &self.parts.summaries[self.parts.calls[call.index()].method].choices;
        let choices = choices.iter().map(|choice| choice.symbol).filter(|symbol| read.contains(symbol));
        arguments.iter().copied().chain(choices).collect()
    }
}

impl Product {
    /// Where the interface goes with an outcome of a call; `None` where the call is forbidden or the interface does not
    /// expect the outcome.
    pub(super) fn next_state(&self, state: StateId, call: CallId, outcome: usize) -> Option<StateId> {
        let event = self.interface.alphabet().events_of(call).nth(outcome)?;
        self.interface.next(state, event)
    }
}
