//! Our own solver's verdict on a certificate.
//!
//! Safe is accepted if the guards, the labels and the allowed calls are in order, permissive if the guards, the labels
//! and the forbidden calls are. A question that the solver can't answer within its limits counts against the
//! certificate.

use std::fmt;

use etiquette_automata::Interface;
use etiquette_component::{Binding, Component};
use etiquette_logic::{Answer, Interrupt, Solver, UnknownReason};

use crate::certificate::{Certificate, ForbiddenProof, Proof};
use crate::obligations::{Obligation, ObligationKind, obligations};
use crate::wellformed::{Malformed, call_name};

/// How far to go for an answer.
#[derive(Clone, Default)]
pub struct Limits {
    /// Asked now and then; once it says `true`, the check ends.
    pub interrupt: Option<Interrupt>,
    /// The number of conflicts that each obligation may take.
    pub conflicts: Option<u64>,
}

/// Why a certificate was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What is not so, or not known to be so.
    pub what: String,
    /// Why.
    pub reason: Reason,
}

/// Why something is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It is not so for these values, by the variables' names: before the call, or at the loop head where it goes on.
    Refuted(Vec<(String, String)>),
    /// The solver gave up.
    Unknown(UnknownReason),
    /// The certificate does not claim it.
    NotClaimed,
    /// The certificate does not fit the interface and the component.
    Malformed,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Reason::Refuted(values) if values.is_empty() => write!(f, "it is not so that {}", self.what),
            Reason::Refuted(values) => {
                let values: Vec<String> = values.iter().map(|(name, value)| format!("{name} == {value}")).collect();
                write!(f, "it is not so that {}: not with {}", self.what, values.join(", "))
            }
            Reason::Unknown(reason) => write!(f, "it is not known whether {} ({reason:?})", self.what),
            Reason::NotClaimed => write!(f, "it is not claimed that {}", self.what),
            Reason::Malformed => write!(f, "the certificate says nothing: {}", self.what),
        }
    }
}

/// The verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Whether the interface is proved to be safe.
    pub safe: Result<(), Failure>,
    /// Whether the interface is proved to be permissive, but for calls that are doubtful.
    pub permissive: Result<(), Failure>,
    /// The number of doubtful calls.
    pub doubtful: usize,
    /// The number of obligations that were discharged.
    pub obligations: usize,
}

/// Checks a certificate. Nothing that the certificate claims is taken on trust.
pub fn check(component: &Component, interface: &Interface, certificate: &Certificate, limits: &Limits) -> Checked {
    check_watched(component, interface, certificate, limits, &mut |_, _| ())
}

/// As [`check`]; `watch` hears before each obligation its position and how many there are.
pub fn check_watched(
    component: &Component,
    interface: &Interface,
    certificate: &Certificate,
    limits: &Limits,
    watch: &mut dyn FnMut(usize, usize),
) -> Checked {
    let mut component = component.clone();
    let found = match obligations(&mut component, interface, certificate) {
        Ok(found) => found,
        Err(malformed) => return Checked::malformed(&malformed),
    };
    let doubtful = certificate.forbidden.iter().filter(|found| found.proof == Proof::Doubtful).count();
    let mut judge = Judge {
        component: &component,
        solver: solver(limits),
        verdict: Checked {
            safe: Ok(()),
            permissive: claims_permissive(interface, certificate),
            doubtful,
            obligations: 0,
        },
    };
    for (position, obligation) in found.iter().enumerate() {
        watch(position, found.len());
        judge.look_at(obligation);
    }
    judge.verdict
}

impl Checked {
    /// The verdict on what says nothing.
    pub fn malformed(malformed: &Malformed) -> Self {
        let failure = Failure { what: malformed.to_string(), reason: Reason::Malformed };
        Checked { safe: Err(failure.clone()), permissive: Err(failure), doubtful: 0, obligations: 0 }
    }
}

pub(crate) fn solver(limits: &Limits) -> Solver {
    let mut solver = Solver::new();
    if let Some(interrupt) = limits.interrupt.clone() {
        solver.set_interrupt(move || interrupt());
    }
    solver.set_conflict_limit(limits.conflicts);
    solver
}

/// Whether each forbidden call that is not doubtful has a proof.
fn claims_permissive(interface: &Interface, certificate: &Certificate) -> Result<(), Failure> {
    let open = certificate.forbidden.iter().find(|found| found.proof == Proof::Open);
    open.map_or(Ok(()), |found| Err(Failure { what: open_claim(interface, found), reason: Reason::NotClaimed }))
}

/// What an open proof leaves open.
pub(crate) fn open_claim(interface: &Interface, found: &ForbiddenProof) -> String {
    format!("{} has to be forbidden in state {}", call_name(interface, found.call), found.state.0)
}

struct Judge<'a> {
    component: &'a Component,
    solver: Solver,
    verdict: Checked,
}

impl Judge<'_> {
    fn look_at(&mut self, obligation: &Obligation) {
        let [safe, permissive] = concerns(obligation.kind);
        if !(safe && self.verdict.safe.is_ok() || permissive && self.verdict.permissive.is_ok()) {
            return;
        }
        let Err(failure) = self.discharge(obligation) else {
            self.verdict.obligations += 1;
            return;
        };
        if safe && self.verdict.safe.is_ok() {
            self.verdict.safe = Err(failure.clone());
        }
        if permissive && self.verdict.permissive.is_ok() {
            self.verdict.permissive = Err(failure);
        }
    }

    fn discharge(&mut self, obligation: &Obligation) -> Result<(), Failure> {
        let reason = match self.solver.check(&self.component.terms, &[obligation.formula]) {
            Answer::Unsat => return Ok(()),
            Answer::Sat => Reason::Refuted(self.values(obligation)),
            Answer::Unknown(reason) => Reason::Unknown(reason),
        };
        Err(Failure { what: obligation.what.clone(), reason })
    }

    /// The values in the model of the variables that the formula is about, those that the encoding made left out.
    fn values(&self, obligation: &Obligation) -> Vec<(String, String)> {
        let state = self.component.variables.iter().map(|variable| &variable.binding);
        let own = self.component.methods.iter().flat_map(|method| method.parameters.iter().chain(&method.locals));
        let symbols = self.component.terms.symbols_of(obligation.formula);
        let involved = state.chain(own).filter(|binding| symbols.contains(&binding.symbol));
        involved.map(|binding| (binding.name.clone(), self.value(binding))).collect()
    }

    fn value(&self, binding: &Binding) -> String {
        let value = self.solver.symbol_value(binding.symbol);
        let is_named = self.component.value_count(binding.ty).is_none_or(|count| value < count);
        if is_named { self.component.value_name(binding.ty, value) } else { value.to_string() }
    }
}

/// Whether safety and permissiveness rest on obligations of this kind.
fn concerns(kind: ObligationKind) -> [bool; 2] {
    match kind {
        ObligationKind::Guards | ObligationKind::Labels => [true, true],
        ObligationKind::Safe => [true, false],
        ObligationKind::Permissive => [false, true],
    }
}
