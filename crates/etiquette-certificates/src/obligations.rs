//! What a certificate has to prove: formulas that must all be unsatisfiable.
//!
//! Labels are inductive: they hold at first, and wherever an allowed call leads. Safe: no allowed call fails from its
//! label. Permissive: no forbidden call returns from its label, but where it can fail; or the component may be where it
//! can fail, for all that a client can know. The crate's README argues why both follow from the formulas.

mod regions;
mod registers;
mod results;
mod spreads;

use std::collections::BTreeMap;
use std::rc::Rc;

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_component::{Action, Component, Edge, Location, Owner};
use etiquette_logic::Term;
use rustc_hash::FxHashMap;

use crate::certificate::{Certificate, Choice, LoopLabel, Proof, Valuation};
use crate::chosen::{CutCall, Fate, FreeChoice, fails};
use crate::flow::Uncut;
use crate::plain::{self, Values};
use crate::runs::{End, Runs, runs};
use crate::scope::{Seen, domains, zero_locals};
use crate::wellformed::{Malformed, call_name, is_in_phase, well_formed};
pub(crate) use registers::new_value;

/// What an obligation is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ObligationKind {
    /// The guards of each method split its arguments. Everything else rests on it.
    Guards,
    /// The labels hold wherever the interface goes. Safety and permissiveness both rest on it.
    Labels,
    /// An allowed call does not fail.
    Safe,
    /// A forbidden call is forbidden rightly.
    Permissive,
}

/// The part of a certificate that an obligation shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Part {
    /// The guards and labels.
    Base,
    /// That a call is rightly forbidden in a state.
    Forbidden(StateId, CallId),
    /// A region, by position.
    Region(usize),
    /// A spread, by position.
    Spread(usize),
}

/// A formula that must be unsatisfiable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    /// What of the certificate it shows.
    pub part: Part,
    /// The choices of the model in it: the formula must be unsatisfiable for all of them.
    pub free: Vec<FreeChoice>,
    /// What its being unsatisfiable means.
    pub what: String,
    /// What it is for.
    pub kind: ObligationKind,
    /// The formula.
    pub formula: Term,
}

/// Everything that the certificate has to prove. Forbidden calls whose proof is [`Proof::Open`] or
/// [`Proof::Doubtful`] add nothing. New
/// symbols and terms go into the component's pool.
///
/// # Errors
/// If the certificate does not fit the interface and the component.
pub fn obligations(
    component: &mut Component,
    interface: &Interface,
    certificate: &Certificate,
) -> Result<Vec<Obligation>, Malformed> {
    well_formed(component, interface, certificate)?;
    let mut maker = ObligationMaker::new(component, interface, certificate);
    maker.guards();
    maker.beginning();
    maker.relied_on_at_first();
    for state in interface.states() {
        for call in interface.alphabet().call_ids() {
            maker.call(state, call)?;
        }
    }
    maker.regions()?;
    maker.spreads()?;
    Ok(maker.made)
}

/// A method, where its runs begin, and where they are cut.
type PieceKey = (usize, Location, Vec<Location>);

struct ObligationMaker<'a> {
    component: &'a mut Component,
    interface: &'a Interface,
    certificate: &'a Certificate,
    proofs: FxHashMap<(StateId, CallId), &'a Proof>,
    loops: FxHashMap<(StateId, CallId), Vec<&'a LoopLabel>>,
    pieces: FxHashMap<PieceKey, Rc<BTreeMap<End, Runs>>>,
    /// What is being shown.
    part: Part,
    /// The choices of the model that come up in it.
    free: Vec<FreeChoice>,
    made: Vec<Obligation>,
}

/// What is to be shown of the runs of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// They do not fail, and lead where the interface says.
    Allowed,
    /// They do not return.
    Forbidden,
    /// Those that return lead where the interface says. Whether they fail is another matter.
    ShouldReturn,
}

/// A call in a state whose runs are followed.
struct Pursuit {
    state: StateId,
    call: CallId,
    method: usize,
    aim: Aim,
    /// The state's label and the guard, and whatever else is known when the call begins.
    before: Term,
    /// What holds at the locations where runs are cut.
    loops: BTreeMap<Location, Term>,
}

impl<'a> ObligationMaker<'a> {
    fn new(component: &'a mut Component, interface: &'a Interface, certificate: &'a Certificate) -> Self {
        let proofs = certificate.forbidden.iter().map(|found| ((found.state, found.call), &found.proof)).collect();
        let mut loops: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for label in &certificate.loops {
            loops.entry((label.state, label.call)).or_default().push(label);
        }
        let pieces = FxHashMap::default();
        let (part, free, made) = (Part::Base, Vec::new(), Vec::new());
        ObligationMaker { component, interface, certificate, proofs, loops, pieces, part, free, made }
    }

    fn demand(&mut self, kind: ObligationKind, what: String, parts: impl IntoIterator<Item = Term>) {
        let domains: Vec<Term> = self.free.iter().filter_map(|choice| choice.domain).collect();
        let formula = plain::all(&mut self.component.terms, parts.into_iter().chain(domains));
        self.made.push(Obligation { part: self.part, free: self.free.clone(), what, kind, formula });
    }

    /// What is demanded from here on shows this.
    fn show(&mut self, part: Part) {
        self.part = part;
        self.free.clear();
    }

    /// The condition, with its choices of the model left free in what is demanded next.
    fn whatever_the_model(&mut self, fate: Fate) -> Term {
        self.free.extend(fate.free);
        fate.condition
    }

    fn name(&self, call: CallId) -> String {
        call_name(self.interface, call)
    }

    /// The guards of a method are disjoint and cover all arguments.
    fn guards(&mut self) {
        for method in 0..self.component.methods.len() {
            let arguments = domains(self.component, Seen::Parameters(method));
            let mut covered = self.component.terms.bool(false);
            let calls = self.interface.alphabet().call_ids();
            for call in calls.filter(|call| self.certificate.methods[call.index()] == method) {
                let guard = self.certificate.guards[call.index()];
                let what = format!("the guard of {} overlaps with no earlier one of its method", self.name(call));
                self.demand(ObligationKind::Guards, what, [arguments, covered, guard]);
                covered = plain::or(&mut self.component.terms, covered, guard);
            }
            let rest = plain::not(&mut self.component.terms, covered);
            let what = format!("the guards of `{}` cover all arguments", self.component.methods[method].name);
            self.demand(ObligationKind::Guards, what, [arguments, rest]);
        }
    }

    /// The initial states lie in the initial state's label.
    fn beginning(&mut self) {
        let initial = self.initial_states();
        let first = self.interface.initial();
        let missed = self.misses_label(first, &Values::default());
        let what = format!("the initial states lie in the label of state {}", first.0);
        self.demand(ObligationKind::Labels, what, [initial, missed]);
    }

    fn initial_states(&mut self) -> Term {
        let mut parts = vec![self.component.initially, domains(self.component, Seen::State)];
        let pool = &mut self.component.terms;
        for variable in &self.component.variables {
            if let Some(value) = variable.initial {
                let value = pool.constant(pool.symbol_sort(variable.binding.symbol), value);
                let symbol = pool.symbol(variable.binding.symbol);
                parts.push(plain::equal(pool, symbol, value));
            }
        }
        plain::all(pool, parts)
    }

    /// A state's label, with values of their types for all variables.
    fn label(&mut self, state: StateId) -> Term {
        let domains = domains(self.component, Seen::State);
        plain::and(&mut self.component.terms, self.certificate.labels[state.index()], domains)
    }

    /// That the values are outside of the label.
    fn misses_label(&mut self, state: StateId, values: &Values) -> Term {
        let label = self.label(state);
        self.misses(label, values)
    }

    fn misses(&mut self, condition: Term, values: &Values) -> Term {
        let pool = &mut self.component.terms;
        let holds = plain::replace(pool, condition, values);
        plain::not(pool, holds)
    }

    fn call(&mut self, state: StateId, call: CallId) -> Result<(), Malformed> {
        let method = self.certificate.methods[call.index()];
        if !is_in_phase(self.component, self.interface, state, method) {
            return Ok(());
        }
        let allowed = self.interface.allows(state, call);
        self.should_return(state, call, method)?;
        self.show(if allowed { Part::Base } else { Part::Forbidden(state, call) });
        let choices = match self.proofs.get(&(state, call)).copied() {
            _ if allowed => &[][..],
            Some(Proof::CanFail { choices }) => choices,
            Some(Proof::NeverReturns) => &[],
            Some(Proof::Hit { region, choices }) => return self.hit(state, call, *region, choices),
            Some(Proof::Spread { witness, choices }) => return self.spread_hit(state, call, witness, choices),
            Some(Proof::Doubtful | Proof::Open) | None => return Ok(()),
        };
        let aim = if allowed { Aim::Allowed } else { Aim::Forbidden };
        let mut pursuit = self.pursuit(state, call, method, aim);
        for valuation in choices {
            self.exclude_failing(&mut pursuit, valuation)?;
        }
        self.pursue(&pursuit)?;
        if allowed { Ok(()) } else { self.fails_whatever_the_model(pursuit, choices) }
    }

    fn pursuit(&mut self, state: StateId, call: CallId, method: usize, aim: Aim) -> Pursuit {
        Pursuit { state, call, method, aim, before: self.before(state, call), loops: self.loops(state, call) }
    }

    /// Where it is said what is true after a forbidden call, should it return, that is so.
    fn should_return(&mut self, state: StateId, call: CallId, method: usize) -> Result<(), Malformed> {
        let mut events = self.interface.alphabet().events_of(call);
        if events.all(|event| self.interface.next_should_return(state, event).is_none()) {
            return Ok(());
        }
        self.show(Part::Base);
        let pursuit = self.pursuit(state, call, method, Aim::ShouldReturn);
        self.pursue(&pursuit)
    }

    /// A call that never returns need not fail. Where that is for the model to choose (it may come to an exception that
    /// makes no object, or stay in a loop), the call has to fail whatever it chooses, before it comes by a cut; what the
    /// component chooses for itself is left out of this.
    fn fails_whatever_the_model(&mut self, mut pursuit: Pursuit, choices: &[Valuation]) -> Result<(), Malformed> {
        let open = self.left_open(pursuit.method);
        let edges = &self.component.methods[pursuit.method].body.edges;
        let is_own = |edge: &Edge| matches!(edge.action, Action::Havoc(_, Owner::Component, _));
        if open.is_empty() || !choices.is_empty() || edges.iter().any(is_own) {
            return Ok(());
        }
        self.exclude_failing(&mut pursuit, &[])?;
        self.free.extend(open);
        let what =
            format!("{} fails in state {}, whatever the model leaves open", self.name(pursuit.call), pursuit.state.0);
        self.demand(ObligationKind::Permissive, what, [pursuit.before]);
        Ok(())
    }

    /// All that the model chooses in a method, wherever that is.
    fn left_open(&mut self, method: usize) -> Vec<FreeChoice> {
        let pool = &mut self.component.terms;
        let edges = self.component.methods[method].body.edges.iter();
        let choice = |edge: &Edge| match edge.action {
            Action::Havoc(symbol, Owner::Model(gap), _) => {
                let given = pool.constant(pool.symbol_sort(symbol), 0);
                Some(FreeChoice { symbol, gap, domain: None, given })
            }
            _ => None,
        };
        edges.filter_map(choice).collect()
    }

    /// The label and the guard.
    fn before(&mut self, state: StateId, call: CallId) -> Term {
        let label = self.label(state);
        let arguments = domains(self.component, Seen::Parameters(self.certificate.methods[call.index()]));
        plain::all(&mut self.component.terms, [label, self.certificate.guards[call.index()], arguments])
    }

    /// The labels of the call's cut points, with values of their types for all variables.
    fn loops(&mut self, state: StateId, call: CallId) -> BTreeMap<Location, Term> {
        let domains = domains(self.component, Seen::Everything(self.certificate.methods[call.index()]));
        let labels = self.loops.get(&(state, call)).into_iter().flatten();
        let pool = &mut self.component.terms;
        labels.map(|label| (label.location, plain::and(pool, label.label, domains))).collect()
    }

    /// Where a choice makes the call fail, it is forbidden rightly: only the rest has to be looked at.
    fn exclude_failing(&mut self, pursuit: &mut Pursuit, valuation: &[(Choice, Term)]) -> Result<(), Malformed> {
        let cuts: Vec<Location> = pursuit.loops.keys().copied().collect();
        let other = self.does_not_fail(pursuit.state, pursuit.call, &cuts, valuation)?;
        pursuit.before = plain::and(&mut self.component.terms, pursuit.before, other);
        Ok(())
    }

    fn does_not_fail(
        &mut self,
        state: StateId,
        call: CallId,
        cuts: &[Location],
        valuation: &[(Choice, Term)],
    ) -> Result<Term, Malformed> {
        let cut_call = self.cut_call(call, cuts);
        let fate = fails(self.component, cut_call, valuation).map_err(|uncut| self.uncut(state, call, uncut))?;
        let failing = self.whatever_the_model(fate);
        Ok(plain::not(&mut self.component.terms, failing))
    }

    fn cut_call<'c>(&self, call: CallId, cuts: &'c [Location]) -> CutCall<'c> {
        let (method, guard) = (self.certificate.methods[call.index()], self.certificate.guards[call.index()]);
        CutCall { method, guard, cuts }
    }

    fn uncut(&self, state: StateId, call: CallId, Uncut(location): Uncut) -> Malformed {
        Malformed {
            place: format!("the loop labels for {} in state {}", self.name(call), state.0),
            problem: format!("a cycle at or before location {} goes through none of them", location.0),
        }
    }

    /// Follows the runs of a call from cut point to cut point.
    fn pursue(&mut self, pursuit: &Pursuit) -> Result<(), Malformed> {
        match pursuit.loops.get(&Location::ENTRY) {
            Some(_) => self.arrive_at_entry(pursuit),
            None => self.piece(pursuit, Location::ENTRY, pursuit.before)?,
        }
        for (&location, &label) in &pursuit.loops {
            self.piece(pursuit, location, label)?;
        }
        Ok(())
    }

    /// Where the entry is a cut point itself, the call arrives there at once, with its locals zero.
    fn arrive_at_entry(&mut self, pursuit: &Pursuit) {
        let values = zero_locals(self.component, pursuit.method);
        let condition = self.component.terms.bool(true);
        self.end(pursuit, "", pursuit.before, End::At(Location::ENTRY), &Runs { condition, values });
    }

    fn piece(&mut self, pursuit: &Pursuit, start: Location, holds: Term) -> Result<(), Malformed> {
        let cuts: Vec<Location> = pursuit.loops.keys().copied().collect();
        let piece = self.runs(pursuit.state, pursuit.call, start, cuts)?;
        let is_loop = pursuit.loops.contains_key(&start);
        let onwards = if is_loop { format!(", going on at location {},", start.0) } else { String::new() };
        for (end, runs) in piece.iter() {
            self.end(pursuit, &onwards, holds, *end, runs);
        }
        Ok(())
    }

    /// The runs of a call from `start` to each end; once for all states, as long as they are cut in the same way.
    fn runs(
        &mut self,
        state: StateId,
        call: CallId,
        start: Location,
        cuts: Vec<Location>,
    ) -> Result<Rc<BTreeMap<End, Runs>>, Malformed> {
        let key = (self.certificate.methods[call.index()], start, cuts);
        if !self.pieces.contains_key(&key) {
            let found = runs(self.component, key.0, key.1, &key.2).map_err(|uncut| self.uncut(state, call, uncut))?;
            self.pieces.insert(key.clone(), Rc::new(found));
        }
        Ok(Rc::clone(&self.pieces[&key]))
    }

    /// What is demanded of runs that end there.
    fn end(&mut self, pursuit: &Pursuit, onwards: &str, holds: Term, end: End, runs: &Runs) {
        let call = format!("from state {}, {}{onwards}", pursuit.state.0, self.name(pursuit.call));
        let kind = if pursuit.aim == Aim::Forbidden { ObligationKind::Permissive } else { ObligationKind::Labels };
        match end {
            End::Failed if pursuit.aim == Aim::Allowed => {
                self.demand(ObligationKind::Safe, format!("{call} does not fail"), [holds, runs.condition]);
            }
            End::Failed => {}
            End::At(location) => {
                let missed = self.misses(pursuit.loops[&location], &runs.values);
                let what = format!("{call} comes to location {} within its loop label", location.0);
                self.demand(kind, what, [holds, runs.condition, missed]);
            }
            End::Returned(outcome) => {
                self.returned(pursuit, &call, outcome, [holds, runs.condition], &runs.values);
                self.registers_after(pursuit, &call, outcome, [holds, runs.condition], &runs.values);
            }
        }
    }

    fn returned(&mut self, pursuit: &Pursuit, call: &str, outcome: usize, run: [Term; 2], values: &Values) {
        let name = &self.interface.alphabet().call(pursuit.call).outcomes[outcome];
        let event = self.interface.alphabet().event(pursuit.call, outcome);
        let next = match (pursuit.aim, self.interface.leads_to(pursuit.state, event)) {
            (Aim::Forbidden, _) => {
                let what = format!("{call} does not return `{name}` where it can't fail");
                return self.demand(ObligationKind::Permissive, what, run);
            }
            (Aim::Allowed, None) => {
                return self.demand(ObligationKind::Labels, format!("{call} does not return `{name}`"), run);
            }
            (Aim::ShouldReturn, None) => return,
            (Aim::Allowed | Aim::ShouldReturn, Some(next)) => next,
        };
        let what = format!("{call} with outcome `{name}` leads into the label of state {}", next.0);
        let missed = self.misses_label(next, values);
        self.demand(ObligationKind::Labels, what, run.into_iter().chain([missed]));
    }
}
