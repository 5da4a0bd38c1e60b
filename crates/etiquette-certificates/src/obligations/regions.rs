//! That the component may be in its regions, for all that a client can know, and that a call can fail from there.
//!
//! By induction on words: an initial state lies in the region, and each event that leads to its state takes some state
//! that the component may be in before into it. The client's arguments are given; only the hidden choices are ours.

use etiquette_automata::{CallId, StateId};
use etiquette_component::Location;
use etiquette_logic::Term;

use super::{ObligationKind, ObligationMaker, Part};
use crate::certificate::{Arrival, Source, Valuation};
use crate::chosen::returns;
use crate::plain::{self, Values};
use crate::runs::End;
use crate::scope::{Seen, domains};
use crate::wellformed::Malformed;

impl ObligationMaker<'_> {
    /// The claims of all regions.
    pub(super) fn regions(&mut self) -> Result<(), Malformed> {
        let certificate = self.certificate;
        for (index, region) in certificate.regions.iter().enumerate() {
            self.show(Part::Region(index));
            if let Some(initial) = &region.initial {
                self.begins_in(index, initial);
            }
            for arrival in &region.arrivals {
                self.show(Part::Region(index));
                self.arrives_in(index, arrival)?;
            }
        }
        Ok(())
    }

    /// From every state of the region, and with all arguments in the guard, one of the choices makes the call fail.
    pub(super) fn hit(
        &mut self,
        state: StateId,
        call: CallId,
        region: usize,
        choices: &[Valuation],
    ) -> Result<(), Malformed> {
        let cuts = self.cuts(state, call);
        let mut parts = vec![self.before(state, call), self.certificate.regions[region].region];
        for valuation in choices {
            parts.push(self.does_not_fail(state, call, &cuts, valuation)?);
        }
        let what = format!("from region {region}, of state {}, {} can fail", state.0, self.name(call));
        self.demand(ObligationKind::Permissive, what, parts);
        Ok(())
    }

    /// The values are those of an initial state, and in the region.
    fn begins_in(&mut self, index: usize, initial: &[u64]) {
        let begun = self.initial_states();
        let inside = self.inside(index);
        let both = plain::and(&mut self.component.terms, begun, inside);
        let values = self.constants(initial);
        let missed = self.misses(both, &values);
        let what = format!("the initial state that is named lies in region {index}");
        self.demand(ObligationKind::Permissive, what, [missed]);
    }

    fn constants(&mut self, state: &[u64]) -> Values {
        let pool = &mut self.component.terms;
        let symbols = self.component.variables.iter().map(|variable| variable.binding.symbol);
        let pairs = symbols.zip(state);
        pairs.map(|(symbol, value)| (symbol, pool.constant(pool.symbol_sort(symbol), *value))).collect()
    }

    /// The region, with values of their types for all variables.
    fn inside(&mut self, index: usize) -> Term {
        let domains = domains(self.component, Seen::State);
        plain::and(&mut self.component.terms, self.certificate.regions[index].region, domains)
    }

    /// The locations where runs of the call are cut.
    pub(super) fn cuts(&self, state: StateId, call: CallId) -> Vec<Location> {
        let labels = self.loops.get(&(state, call)).into_iter().flatten();
        let mut cuts: Vec<Location> = labels.map(|label| label.location).collect();
        cuts.sort_unstable();
        cuts
    }

    /// From every state of the source, with the client's arguments, one of the choices leads into the region.
    fn arrives_in(&mut self, index: usize, arrival: &Arrival) -> Result<(), Malformed> {
        let cuts = self.cuts(arrival.from, arrival.call);
        let mut parts = vec![self.before(arrival.from, arrival.call), self.source(arrival, &cuts)?];
        let inside = self.inside(index);
        for valuation in &arrival.choices {
            let call = self.cut_call(arrival.call, &cuts);
            let fate = returns(self.component, call, valuation, arrival.outcome, inside)
                .map_err(|uncut| self.uncut(arrival.from, arrival.call, uncut))?;
            let led = self.whatever_the_model(fate);
            parts.push(plain::not(&mut self.component.terms, led));
        }
        let what = self.arrival_name(index, arrival);
        self.demand(ObligationKind::Permissive, what, parts);
        Ok(())
    }

    /// What more than the label and the guard is known before the event.
    fn source(&mut self, arrival: &Arrival, cuts: &[Location]) -> Result<Term, Malformed> {
        match arrival.source {
            Source::Region(index) => Ok(self.certificate.regions[index].region),
            Source::Label => self.can_happen(arrival, cuts),
        }
    }

    /// That the event can happen. A run that comes by a cut point may end in any way, so it counts as one that returns
    /// with the outcome.
    fn can_happen(&mut self, arrival: &Arrival, cuts: &[Location]) -> Result<Term, Malformed> {
        if cuts.contains(&Location::ENTRY) {
            return Ok(self.component.terms.bool(true));
        }
        let ends = self.runs(arrival.from, arrival.call, Location::ENTRY, cuts.to_vec())?;
        let fits = |end: End| matches!(end, End::At(_)) || end == End::Returned(arrival.outcome);
        let conditions = ends.iter().filter(|(end, _)| fits(**end)).map(|(_, runs)| runs.condition);
        Ok(plain::any(&mut self.component.terms, conditions))
    }

    fn arrival_name(&self, index: usize, arrival: &Arrival) -> String {
        let source = match arrival.source {
            Source::Label => format!("state {}", arrival.from.0),
            Source::Region(region) => format!("region {region}, of state {}", arrival.from.0),
        };
        let outcome = &self.interface.alphabet().call(arrival.call).outcomes[arrival.outcome];
        let call = self.name(arrival.call);
        format!("from {source}, {call} with outcome `{outcome}` can lead into region {index}")
    }
}
