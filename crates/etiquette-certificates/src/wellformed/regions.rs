//! Whether regions fit: each event that leads to a region's state arrives there exactly once, from a source that
//! exists.

use std::collections::BTreeSet;

use etiquette_automata::{CallId, StateId};
use etiquette_logic::Sort;

use super::{Rule, Rules, require};
use crate::certificate::{Choice, Region, Source, Valuation};
use crate::scope::Seen;

/// An event of the interface from one of its states: the state, the call and the outcome's position.
pub(super) type Step = (StateId, CallId, usize);

impl Rules<'_> {
    pub(super) fn regions(&self) -> Rule {
        for (index, region) in self.certificate.regions.iter().enumerate() {
            let place = || format!("region {index}");
            self.known_state(region.state, place)?;
            self.term(region.region, Sort::Bool, Seen::State, place)?;
            self.initial(region, &place)?;
            self.arrivals(index, region)?;
        }
        Ok(())
    }

    /// There is such a region, and it is one of the state.
    pub(super) fn region_of(&self, index: usize, state: StateId, place: &impl Fn() -> String) -> Rule {
        let found = self.certificate.regions.get(index);
        require(found.is_some(), place, || format!("there is no region {index}"))?;
        let fits = found.is_some_and(|region| region.state == state);
        require(fits, place, || format!("region {index} is not one of state {}", state.0))
    }

    /// The client's arguments are not ours to choose.
    pub(super) fn hidden_choices(&self, method: usize, choices: &[Valuation], place: &impl Fn() -> String) -> Rule {
        let mut made = choices.iter().flatten();
        let own = made.all(|(choice, _)| !matches!(choice, Choice::Argument(_)));
        require(own, place, || "it chooses an argument, which is the client's to choose".into())?;
        self.valuations(method, choices, place)
    }

    /// The values of an initial state where one is needed, each of its variable's type.
    fn initial(&self, region: &Region, place: &impl Fn() -> String) -> Rule {
        let Some(values) = &region.initial else {
            return require(region.state != self.interface.initial(), place, || {
                "the interface begins in its state, so an initial state of the component must be named".into()
            });
        };
        require(region.state == self.interface.initial(), place, || {
            "the interface does not begin in its state, but an initial state of the component is named".into()
        })?;
        let (found, wanted) = (values.len(), self.component.variables.len());
        require(found == wanted, place, || format!("there are {found} values for {wanted} variables"))?;
        self.component.variables.iter().zip(values).try_for_each(|(variable, value)| {
            let fits = self.component.value_count(variable.binding.ty).is_none_or(|count| *value < count);
            require(fits, place, || format!("{value} is no value of `{}`", variable.binding.name))
        })
    }

    fn arrivals(&self, index: usize, region: &Region) -> Rule {
        let named = |step| self.arrival_place(index, step);
        for arrival in &region.arrivals {
            let place = || named((arrival.from, arrival.call, arrival.outcome));
            let step = (arrival.from, arrival.call, arrival.outcome);
            self.step_to(region.state, step, &arrival.choices, &place)?;
            if let Source::Region(source) = arrival.source {
                self.region_of(source, arrival.from, &place)?;
            }
        }
        let steps = region.arrivals.iter().map(|arrival| (arrival.from, arrival.call, arrival.outcome));
        self.each_once(region.state, steps, named)
    }

    /// The event is one that leads to the state, with choices that can be made.
    pub(super) fn step_to(
        &self,
        to: StateId,
        (from, call, outcome): Step,
        choices: &[Valuation],
        place: &impl Fn() -> String,
    ) -> Rule {
        self.known(from, call, place)?;
        let alphabet = self.interface.alphabet();
        let outcomes = alphabet.call(call).outcomes.len();
        require(outcome < outcomes, place, || format!("the call has only {outcomes} outcomes"))?;
        let next = self.interface.leads_to(from, alphabet.event(call, outcome));
        require(next == Some(to), place, || format!("the event does not lead to state {}", to.0))?;
        self.hidden_choices(self.method(call), choices, place)
    }

    /// Each event that leads to the state is there exactly once.
    pub(super) fn each_once(
        &self,
        state: StateId,
        steps: impl Iterator<Item = Step>,
        named: impl Fn(Step) -> String,
    ) -> Rule {
        let mut seen: BTreeSet<Step> = BTreeSet::new();
        for step in steps {
            require(seen.insert(step), || named(step), || "there are two".into())?;
        }
        let missing = self.steps_to(state).find(|step| !seen.contains(step));
        missing
            .map_or(Ok(()), |step| require(false, || named(step), || "it is missing, but the event leads there".into()))
    }

    /// The events that lead to a state.
    fn steps_to(&self, state: StateId) -> impl Iterator<Item = Step> {
        let alphabet = self.interface.alphabet();
        let calls = move |from| alphabet.call_ids().map(move |call| (from, call));
        let steps = self.interface.states().flat_map(calls).flat_map(move |(from, call)| {
            (0..alphabet.call(call).outcomes.len()).map(move |outcome| (from, call, outcome))
        });
        steps.filter(move |(from, call, outcome)| {
            self.interface.leads_to(*from, alphabet.event(*call, *outcome)) == Some(state)
        })
    }

    fn arrival_place(&self, index: usize, (from, call, outcome): Step) -> String {
        format!("the arrival in region {index} from state {} by {}, outcome {outcome}", from.0, self.any_call(call))
    }
}
