//! Returned numbers as outcomes: tried where they may tell what the component chose and errors depend on, and kept where
//! that makes a difference to what may be called later.

use etiquette_automata::{Call, EventId, Interface, StateId};
use etiquette_certificates::Proof;
use etiquette_component::{NumberOutcomes, results_told_by, split_results, telling_results};
use etiquette_outcome::Outcome;
use etiquette_synthesis::{Engine, Unsupported};

use super::{Context, Found, Target};
use crate::arguments::Registers;
use crate::failure::Failure;

/// The part of the time that is left, and the steps, that an attempt is worth.
const TIME_FOR_RESULTS: f64 = 0.4;
const STEPS_FOR_RESULTS: u64 = 40_000;

impl Context<'_> {
    /// What was found, or something better in which outcomes tell returned numbers apart, or registers hold them.
    pub(super) fn or_with_results(
        &mut self,
        engine: &dyn Engine,
        target: &Target,
        found: Found,
    ) -> Result<Found, Unsupported> {
        if !results_may_help(&found.outcome) {
            return Ok(found);
        }
        let all = telling_results(&target.component, &self.run.interrupt());
        let best = self.telling_numbers_apart(engine, target, found, &all)?;
        if !results_may_help(&best.outcome) {
            return Ok(best);
        }
        let held = self.holding_numbers(target, &all);
        Ok(held.filter(|held| is_better(held, &best)).unwrap_or(best))
    }

    /// An interface with registers that are set to results, without outcomes for numbers, or with as few of these as it
    /// takes.
    fn holding_numbers(&mut self, target: &Target, outcomes: &[NumberOutcomes]) -> Option<Found> {
        if let Some(found) = self.synthesize_with_returned_registers(target) {
            return Some(found);
        }
        let found = self.synthesize_with_returned_registers(&target.telling_apart(outcomes)?)?;
        let fewer = all_needed(outcomes, &found.outcome.interface);
        let fewer = target.telling_apart(&fewer).filter(|_| fewer != outcomes);
        let simpler = fewer.and_then(|fewer| self.synthesize_with_returned_registers(&fewer));
        Some(simpler.filter(|simpler| is_better(simpler, &found)).unwrap_or(found))
    }

    /// What was found, or something better with outcomes for returned numbers.
    fn telling_numbers_apart(
        &mut self,
        engine: &dyn Engine,
        target: &Target,
        found: Found,
        all: &[NumberOutcomes],
    ) -> Result<Found, Unsupported> {
        let Some(split) = target.telling_apart(all) else { return Ok(found) };
        let is_finite = found.outcome.interface.memory().is_empty();
        let attempt = |context: &mut Context<'_>, split: &Target| {
            context.within("telling results apart", TIME_FOR_RESULTS, STEPS_FOR_RESULTS, |context| {
                if is_finite {
                    context.registers = Registers::None;
                }
                context.synthesize_as_given(engine, split)
            })
        };
        let finest = attempt(self, &split)?;
        let needed = all_needed(all, &finest.outcome.interface);
        if needed.is_empty() || !is_better(&finest, &found) {
            return Ok(found);
        }
        let Some(coarser) = target.telling_apart(&needed).filter(|_| needed != all) else { return Ok(finest) };
        let other = attempt(self, &coarser)?;
        Ok(if is_better(&other, &found) { other } else { finest })
    }
}

/// Whether a call is forbidden because it may fail, for all that a client knows: then returned numbers may tell more.
pub(super) fn results_may_help(outcome: &Outcome) -> bool {
    let Some(evidence) = &outcome.evidence else { return true };
    let is_certain = |proof: &Proof| matches!(proof, Proof::NeverReturns | Proof::CanFail { .. });
    !evidence.certificate.forbidden.iter().all(|forbidden| is_certain(&forbidden.proof))
}

impl Target {
    /// The same with these outcomes; `None` if there are none.
    fn telling_apart(&self, outcomes: &[NumberOutcomes]) -> Option<Target> {
        let wanted: Vec<(String, Vec<String>)> = outcomes.iter().map(|one| (one.method.clone(), one.names())).collect();
        let component = split_results(&self.component, &wanted).ok().filter(|_| !wanted.is_empty())?;
        Some(Target { component, ..self.clone() })
    }

    /// The same with outcomes that tell returned numbers apart where those of an interface do.
    ///
    /// # Errors
    /// Why the outcomes of the interface can't be told apart.
    pub fn with_results_of(self, interface: &Interface) -> Result<Target, Failure> {
        let calls = interface.alphabet().calls().iter().map(|call| (call.method.as_str(), &call.outcomes[..]));
        let told = results_told_by(&self.component, calls);
        self.with_results(&told)
    }

    /// The same with these outcomes for returned numbers: pairs of a method and the names of its outcomes.
    ///
    /// # Errors
    /// Why they can't be told apart.
    pub fn with_results(self, wanted: &[(String, Vec<String>)]) -> Result<Target, Failure> {
        let component = split_results(&self.component, wanted).map_err(|why| {
            Failure::new(format!("returned numbers can't be told apart: {why}"))
                .help("an outcome for a returned number is a number, a condition such as `result > 0`, or `other`")
        })?;
        Ok(Target { component, ..self })
    }
}

/// Whether it says more, and leaves no more open.
fn is_better(with: &Found, without: &Found) -> bool {
    let (new, old) = (&with.outcome, &without.outcome);
    let covers_as_much = new.not_covered.len() <= old.not_covered.len();
    let is_clear = new.doubtful() <= old.doubtful() || !old.is_settled();
    new.is_settled() && covers_as_much && is_clear
}

/// The outcomes that must be told apart, of all methods.
fn all_needed(all: &[NumberOutcomes], interface: &Interface) -> Vec<NumberOutcomes> {
    all.iter().filter_map(|one| needed(one, interface)).collect()
}

/// The outcomes of a method that must be told apart, if there are several.
fn needed(outcomes: &NumberOutcomes, interface: &Interface) -> Option<NumberOutcomes> {
    let names = outcomes.names();
    let targets: Vec<Vec<Option<StateId>>> =
        names.iter().map(|name| targets(&outcomes.method, name, interface)).collect();
    let merged = outcomes.merged(&alike(&targets));
    (merged.count() > 1).then_some(merged)
}

/// Where calls of a method that end with an outcome lead, in each state.
fn targets(method: &str, outcome: &str, interface: &Interface) -> Vec<Option<StateId>> {
    let alphabet = interface.alphabet();
    let is_meant = |event: &EventId| {
        let call: &Call = alphabet.call(alphabet.call_of(*event));
        call.method == method && alphabet.outcome_of(*event) == outcome
    };
    let events: Vec<EventId> = (0..alphabet.event_count()).map(EventId::from_index).filter(is_meant).collect();
    let in_state = |state: StateId| events.iter().map(move |event| interface.next(state, *event));
    interface.states().flat_map(in_state).collect()
}

/// A number for each outcome that happens, the same for those that never lead to different states.
fn alike(targets: &[Vec<Option<StateId>>]) -> Vec<Option<usize>> {
    let mut groups: Vec<Vec<Option<StateId>>> = Vec::new();
    let fits = |group: &[Option<StateId>], own: &[Option<StateId>]| {
        group.iter().zip(own).all(|(one, other)| one.is_none() || other.is_none() || one == other)
    };
    let number = |own: &Vec<Option<StateId>>| {
        own.iter().any(Option::is_some).then(|| {
            let found = groups.iter().position(|group| fits(group, own)).unwrap_or_else(|| {
                groups.push(vec![None; own.len()]);
                groups.len() - 1
            });
            groups[found].iter_mut().zip(own).for_each(|(known, new)| *known = known.or(*new));
            found
        })
    };
    targets.iter().map(number).collect()
}
