//! What calls set registers to, read off the component in which they are parameters.

mod results;

use std::sync::Arc;

use etiquette_automata::{CallId, EventId, Interface, Memory, Register, StateId, Update};
use etiquette_component::{Block, BlockEnd, Component, Exposed, Location, Scope, Summary, Type, summarise};
use etiquette_logic::{Answer, Interrupt, Node, Solver, Substitution, Symbol, Term};
use rustc_hash::FxHashMap;

use crate::readable::cover::tidied;
use etiquette_certificates::Certificate;
use etiquette_outcome::{Evidence, Outcome, Run};
use results::Returned;

/// How hard each question is tried. A product of hidden choices can take forever.
const CONFLICTS: u64 = 10_000;

/// Why it can't be said what a register is after a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknowable {
    /// It depends on these variables, which would have to be registers, too.
    DependsOn(Vec<String>),
    /// A register depends on what no client sees.
    Chosen {
        /// The register.
        name: String,
        /// The method that sets it.
        method: String,
        /// Why, as a sentence.
        why: String,
    },
}

/// Gives the interface its registers.
///
/// # Errors
/// If their values can't be said in terms of registers and parameters.
pub fn read_off(outcome: &mut Outcome, run: &Run) -> Result<(), Unknowable> {
    let Some(evidence) = &mut outcome.evidence else { return Ok(()) };
    let mut component = evidence.component.clone();
    let summaries = (0..component.methods.len()).map(|method| summarise(&mut component, method)).collect();
    let interrupt: Interrupt = Arc::new(run.interrupt());
    let Evidence { certificate, .. } = &**evidence;
    let interface = &outcome.interface;
    let mut reader = Reader { component, summaries, certificate, interface, interrupt, at_loops: Vec::new() };
    let memory = reader.memory()?;
    let Reader { component, at_loops, .. } = reader;
    evidence.component.terms = component.terms;
    at_loops.into_iter().for_each(|known| add_to_loop_labels(evidence, known));
    outcome.interface.set_memory(memory);
    Ok(())
}

/// What a register is set to before any loop of a call that was made in a state.
#[derive(PartialEq)]
struct AtLoops {
    state: StateId,
    call: CallId,
    after: Symbol,
    value: Term,
    /// The call's guard, as far as it still holds there.
    guard: Term,
}

/// Labels of loops say what registers are set to, since no loop changes it.
fn add_to_loop_labels(evidence: &mut Evidence, known: AtLoops) {
    let Evidence { component, certificate, .. } = evidence;
    let AtLoops { state, call, after, value, guard } = known;
    for label in certificate.loops.iter_mut().filter(|label| (label.state, label.call) == (state, call)) {
        let after = component.terms.symbol(after);
        let same = component.terms.equal(after, value);
        label.label = component.terms.all([label.label, guard, same]);
    }
}

/// How a call may end.
struct Ending {
    /// When it ends so.
    condition: Term,
    /// What the register is then.
    value: Term,
    /// All variables that change, with their new values.
    updates: Vec<(Symbol, Term)>,
}

struct Reader<'a> {
    component: Component,
    summaries: Vec<Summary>,
    certificate: &'a Certificate,
    interface: &'a Interface,
    interrupt: Interrupt,
    at_loops: Vec<AtLoops>,
}

impl Reader<'_> {
    fn memory(&mut self) -> Result<Memory, Unknowable> {
        let mut memory = Memory::new(registers(&self.component));
        for state in self.interface.states() {
            for event in (0..self.interface.alphabet().event_count()).map(EventId::from_index) {
                if self.interface.next(state, event).is_some() {
                    memory.set(state, event, self.updates(state, event)?);
                }
            }
        }
        Ok(memory)
    }

    fn updates(&mut self, state: StateId, event: EventId) -> Result<Vec<Update>, Unknowable> {
        let method = self.certificate.methods[self.interface.alphabet().call_of(event).index()];
        let constructs = self.component.methods[method].constructor;
        let mut updates = Vec::new();
        for exposed in self.component.methods[method].registers.clone() {
            let Some(after) = exposed.after else { continue };
            let Some(value) = self.new_value(state, event, (method, &exposed), after)? else { continue };
            let keeps = exposed.before.is_some_and(|before| self.component.terms.node(value) == Node::Symbol(before));
            if !keeps || constructs {
                let value = self.text(method, after, value).into();
                updates.push(Update { register: exposed.register, value });
            }
        }
        Ok(updates)
    }

    /// The value over parameters; `None` where the event can't happen.
    fn new_value(
        &mut self,
        state: StateId,
        event: EventId,
        (method, exposed): (usize, &Exposed),
        after: Symbol,
    ) -> Result<Option<Term>, Unknowable> {
        let alphabet = self.interface.alphabet();
        let (call, outcome) = (alphabet.call_of(event), alphabet.outcome_index(event));
        let at_loops = match self.summaries[method].is_loop_free() {
            true => None,
            false => self.value_at_loops((state, event), (method, exposed), after)?,
        };
        let returned = self.endings(method, after, |to| to == BlockEnd::Returned(outcome));
        let mut values = self.values_if((state, event), &returned, (method, exposed))?;
        if let Some(value) = at_loops {
            self.note_at_loops((state, call), method, after, value);
            values.extend(self.values_behind_loops((state, event), (method, exposed), after)?);
        }
        self.only_one(values, (method, exposed))
    }

    /// The value, if there is one, and no other.
    fn only_one(
        &self,
        mut values: Vec<Term>,
        (method, exposed): (usize, &Exposed),
    ) -> Result<Option<Term>, Unknowable> {
        values.dedup();
        match values[..] {
            [] => Ok(None),
            [value] => Ok(Some(value)),
            _ => Err(self.chosen(method, exposed, |method| format!("`{method}` sets it in different ways"))),
        }
    }

    /// What a register is at all loops that a call comes to; `None` where it comes to none.
    fn value_at_loops(
        &mut self,
        at: (StateId, EventId),
        (method, exposed): (usize, &Exposed),
        after: Symbol,
    ) -> Result<Option<Term>, Unknowable> {
        if self.is_set_in_loops(method, after) {
            return Err(self.chosen(method, exposed, |method| format!("`{method}` may change it in a loop")));
        }
        let coming = self.endings(method, after, |to| matches!(to, BlockEnd::At(_)));
        let values = self.values_if(at, &coming, (method, exposed))?;
        self.only_one(values, (method, exposed))
    }

    /// Whether a register may change in a loop, or between two of them.
    fn is_set_in_loops(&self, method: usize, after: Symbol) -> bool {
        let summary = &self.summaries[method];
        let is_inside = |block: &&Block| block.from != Location::ENTRY && matches!(block.to, BlockEnd::At(_));
        let is_set = |block: &Block| block.updates.iter().any(|(symbol, _)| *symbol == after);
        summary.comes_back_to_entry() || summary.blocks.iter().filter(is_inside).any(is_set)
    }

    /// Notes what a register is at loops. What the call was asked for holds there, too, where it speaks of parameters
    /// that are left as they are: values behind the loop may be over these.
    fn note_at_loops(&mut self, (state, call): (StateId, CallId), method: usize, after: Symbol, value: Term) {
        let guard = self.certificate.guards[call.index()];
        let symbols = self.component.terms.symbols_of(guard);
        let still_holds = symbols.into_iter().all(|symbol| self.is_kept_parameter(method, symbol));
        let guard = if still_holds { guard } else { self.component.terms.bool(true) };
        let known = AtLoops { state, call, after, value, guard };
        if !self.at_loops.contains(&known) {
            self.at_loops.push(known);
        }
    }

    /// What a register may be where a call returns that comes from a loop: a value over what no loop changes.
    fn values_behind_loops(
        &mut self,
        at: (StateId, EventId),
        (method, exposed): (usize, &Exposed),
        after: Symbol,
    ) -> Result<Vec<Term>, Unknowable> {
        let outcome = self.interface.alphabet().outcome_index(at.1);
        let own = self.component.terms.symbol(after);
        let blocks = self.summaries[method].blocks.iter();
        let behind = blocks.filter(|block| block.from != Location::ENTRY && block.to == BlockEnd::Returned(outcome));
        let set = |block: &Block| block.updates.iter().find(|(symbol, _)| *symbol == after).map_or(own, |set| set.1);
        let values: Vec<Term> = behind.map(set).collect();
        let before = self.known_at_loops(at, method, &values)?;
        let known = |value: Term| {
            let value = self.component.terms.substitute(value, &before);
            let symbols = self.component.terms.symbols_of(value);
            let is_known = symbols.into_iter().all(|symbol| self.is_kept_parameter(method, symbol));
            let may_be_set = |method: &str| format!("`{method}` may set it to what a loop comes to");
            if is_known { Ok(value) } else { Err(self.chosen(method, exposed, may_be_set)) }
        };
        values.into_iter().map(known).collect()
    }

    /// The registers that values speak of, with what these are at loops.
    fn known_at_loops(
        &mut self,
        at: (StateId, EventId),
        method: usize,
        values: &[Term],
    ) -> Result<FxHashMap<Symbol, Term>, Unknowable> {
        let mut known = FxHashMap::default();
        let named: Vec<Symbol> = values.iter().flat_map(|value| self.component.terms.symbols_of(*value)).collect();
        for exposed in self.component.methods[method].registers.clone() {
            let Some(after) = exposed.after.filter(|after| named.contains(after)) else { continue };
            if let Some(value) = self.value_at_loops(at, (method, &exposed), after)? {
                self.note_at_loops((at.0, self.interface.alphabet().call_of(at.1)), method, after, value);
                known.insert(after, value);
            }
        }
        Ok(known)
    }

    /// Whether it is a parameter that the method leaves as it is.
    fn is_kept_parameter(&self, method: usize, symbol: Symbol) -> bool {
        let mut updates = self.summaries[method].blocks.iter().flat_map(|block| &block.updates);
        self.is_parameter(method, symbol) && updates.all(|(set, _)| *set != symbol)
    }

    /// What a register may be where a call that begins comes to one of these ends, and when.
    fn endings(&mut self, method: usize, after: Symbol, is_meant: impl Fn(BlockEnd) -> bool) -> Vec<Ending> {
        let own = self.component.terms.symbol(after);
        let blocks = self.summaries[method].blocks.iter();
        let meant = blocks.filter(|block| block.from == Location::ENTRY && is_meant(block.to));
        let ending = |block: &Block| {
            let set = block.updates.iter().find(|(symbol, _)| *symbol == after);
            let (condition, value) = (block.condition, set.map_or(own, |(_, value)| *value));
            Ending { condition, value, updates: block.updates.clone() }
        };
        meant.map(ending).collect()
    }

    /// The values at those ends to which the call can come.
    fn values_if(
        &mut self,
        (state, event): (StateId, EventId),
        endings: &[Ending],
        of: (usize, &Exposed),
    ) -> Result<Vec<Term>, Unknowable> {
        let values: Result<Vec<_>, _> = endings.iter().map(|ending| self.value_if(state, event, ending, of)).collect();
        Ok(values?.into_iter().flatten().collect())
    }

    /// The value over parameters, and the result where it takes that, if the call can end so.
    fn value_if(
        &mut self,
        state: StateId,
        event: EventId,
        ending: &Ending,
        (method, exposed): (usize, &Exposed),
    ) -> Result<Option<Term>, Unknowable> {
        let mut solver = self.assuming(state, self.interface.alphabet().call_of(event), ending.condition);
        if solver.check(&self.component.terms, &[]) == Answer::Unsat {
            return Ok(None);
        }
        let value = self.settled(&mut solver, method, ending.value);
        let known = self.in_terms_of_parameters(&mut solver, method, value);
        let known = known.or_else(|hidden| {
            let returned = Returned { state, event, method, exposed, ending };
            self.in_terms_of_result(&mut solver, &returned, value).ok_or(hidden)
        });
        known.map(Some).map_err(|hidden| {
            let of_state = |symbol: &Symbol| self.variable(*symbol);
            let others: Vec<String> = hidden.iter().filter_map(of_state).collect();
            match others.len() == hidden.len() {
                true => Unknowable::DependsOn(others),
                false => self.chosen(method, exposed, |method| {
                    format!("what `{method}` sets it to depends on what no client sees")
                }),
            }
        })
    }

    fn chosen(&self, method: usize, exposed: &Exposed, why: impl FnOnce(&str) -> String) -> Unknowable {
        let method = self.component.methods[method].name.clone();
        let name = self.component.registers[exposed.register].binding.name.clone();
        Unknowable::Chosen { name, why: why(&method), method }
    }

    /// A solver that knows the state's label, the guard, and when the call returns.
    fn assuming(&mut self, state: StateId, call: CallId, condition: Term) -> Solver {
        let known = self.known(state, call, condition);
        self.solver(&[known])
    }

    /// The state's label, the guard, and when the call returns.
    fn known(&mut self, state: StateId, call: CallId, condition: Term) -> Term {
        let domains = self.component.call_domains(self.certificate.methods[call.index()]);
        let (label, guard) = (self.certificate.labels[state.index()], self.certificate.guards[call.index()]);
        self.component.terms.all([domains, label, guard, condition])
    }

    /// What takes it too long is not known.
    fn solver(&self, known: &[Term]) -> Solver {
        let mut solver = Solver::new();
        solver.set_conflict_limit(Some(CONFLICTS));
        let interrupt = Arc::clone(&self.interrupt);
        solver.set_interrupt(move || interrupt());
        known.iter().for_each(|known| solver.assert(&self.component.terms, *known));
        solver
    }

    /// The term without branches that are never taken, and with constants for what is always the same.
    fn settled(&mut self, solver: &mut Solver, method: usize, value: Term) -> Term {
        let mut settled = FxHashMap::default();
        for part in self.component.terms.reachable(&[value]) {
            let is_decided = match self.component.terms.node(part) {
                Node::Ite(condition, ..) => self.always(solver, condition),
                Node::Symbol(symbol) if !self.is_parameter(method, symbol) => {
                    if let Some(constant) = self.always_constant(solver, part) {
                        settled.insert(part, constant);
                    }
                    None
                }
                _ => None,
            };
            if let (Some(holds), Node::Ite(_, yes, no)) = (is_decided, self.component.terms.node(part)) {
                settled.insert(part, if holds { yes } else { no });
            } else if let Node::Ite(condition, ..) = self.component.terms.node(part) {
                let shorter = tidied(&mut self.component.terms, solver, condition);
                settled.insert(condition, shorter);
            }
        }
        self.component.terms.replace(value, &settled)
    }

    /// Whether a condition always holds, or never does.
    fn always(&mut self, solver: &mut Solver, condition: Term) -> Option<bool> {
        let opposite = self.component.terms.not(condition);
        let can_be = |solver: &mut Solver, terms: &_, is: Term| solver.check(terms, &[is]) != Answer::Unsat;
        match [condition, opposite].map(|is| can_be(solver, &self.component.terms, is)) {
            [true, false] => Some(true),
            [false, _] => Some(false),
            [true, true] => None,
        }
    }

    fn always_constant(&mut self, solver: &mut Solver, part: Term) -> Option<Term> {
        if solver.check(&self.component.terms, &[]) != Answer::Sat {
            return None;
        }
        let value = solver.value(&self.component.terms, part);
        let constant = self.component.terms.constant(self.component.terms.sort(part), value);
        let same = self.component.terms.equal(part, constant);
        (self.always(solver, same) == Some(true)).then_some(constant)
    }

    /// The value, which may look as if it depended on what a client does not see.
    ///
    /// # Errors
    /// What it does depend on.
    fn in_terms_of_parameters(&mut self, solver: &mut Solver, method: usize, value: Term) -> Result<Term, Vec<Symbol>> {
        let mut hidden = self.component.terms.symbols_of(value);
        hidden.retain(|symbol| !self.is_parameter(method, *symbol));
        if hidden.is_empty() {
            return Ok(value);
        }
        let terms = &mut self.component.terms;
        let zero = |symbol: &Symbol| (*symbol, terms.constant(terms.symbol_sort(*symbol), 0));
        let with_zero: Substitution = hidden.iter().map(zero).collect::<Vec<_>>().into_iter().collect();
        let other = { with_zero }.apply(&mut self.component.terms, value);
        let same = self.component.terms.equal(value, other);
        if self.always(solver, same) == Some(true) { Ok(other) } else { Err(hidden) }
    }

    fn is_parameter(&self, method: usize, symbol: Symbol) -> bool {
        self.component.methods[method].parameters.iter().any(|known| known.symbol == symbol)
    }

    fn variable(&self, symbol: Symbol) -> Option<String> {
        let found = self.component.variables.iter().find(|variable| variable.binding.symbol == symbol);
        found.map(|variable| variable.binding.name.clone())
    }

    fn text(&self, method: usize, register: Symbol, value: Term) -> String {
        Scope::new(&self.component, Some(&self.component.methods[method])).readable_value(register, value)
    }
}

/// The component's registers as an interface has them.
fn registers(component: &Component) -> Vec<Register> {
    let register = |known: &etiquette_component::Register| Register {
        name: known.binding.name.clone(),
        ty: type_name(component, known.binding.ty),
        initial: (!component.has_constructors()).then(|| component.value_name(known.binding.ty, known.initial)),
    };
    component.registers.iter().map(register).collect()
}

/// The type's name in the source language.
pub(super) fn type_name(component: &Component, ty: Type) -> String {
    let is_java = component.methods.iter().any(|method| !method.source_types.is_empty());
    ty.java_name().filter(|_| is_java).map_or_else(|| component.type_name(ty), str::to_owned)
}
