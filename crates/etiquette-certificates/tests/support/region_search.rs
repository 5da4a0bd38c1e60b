//! Regions for forbidden calls that have no other proof, found by exhaustion: backwards from the states in which a call
//! can fail.

use std::collections::BTreeSet;

use etiquette_automata::{CallId, StateId};
use etiquette_certificates::{Arrival, Choice, Proof, Region, Source, Valuation};
use etiquette_component::{Component, Location};
use etiquette_logic::{Term, evaluate};

use super::by_hand::Case;
use super::exhaustion::{state_label, valuation};
use super::random::Random;
use super::truth::{Belief, arguments, initial_belief, tuples};
use super::walk::{self, Step};

const MOST_REGIONS: usize = 40;

/// Gives each open proof a region, where there is one. Whether a label or a region is tried first as the source of an
/// arrival is left to chance.
pub fn prove_hits(case: &mut Case, random: &mut Random) {
    let labels = case.certificate.labels.clone();
    let labelled = labels.iter().map(|label| states_in(&case.component, *label).into_iter().collect()).collect();
    let mut search = Search { case, random, labelled, regions: Vec::new() };
    for index in 0..search.case.certificate.forbidden.len() {
        let found = &search.case.certificate.forbidden[index];
        let (state, call) = (found.state, found.call);
        if found.proof == Proof::Open
            && let Some(proof) = search.attempt(|search| search.hit(state, call))
        {
            search.case.certificate.forbidden[index].proof = proof;
        }
    }
    let regions = search.regions.into_iter().map(|(_, region)| region).collect();
    case.certificate.regions = regions;
}

/// The states of which a condition holds.
pub fn states_in(component: &Component, condition: Term) -> Vec<Vec<u64>> {
    let position = |symbol| component.variables.iter().position(|v| v.binding.symbol == symbol).unwrap();
    let mut states = tuples(component, component.variables.iter().map(|variable| variable.binding.ty));
    states.retain(|state| evaluate(&component.terms, condition, |symbol| state[position(symbol)]) == 1);
    states
}

struct Search<'a> {
    case: &'a mut Case,
    random: &'a mut Random,
    /// For each interface state the states of its label.
    labelled: Vec<Belief>,
    regions: Vec<(Belief, Region)>,
}

/// A call in a state: its method, where its runs are cut, and the arguments in its guard.
struct Made {
    method: usize,
    cuts: Vec<Location>,
    arguments: Vec<Vec<u64>>,
}

/// Where a call begins, and the choices that take it where it should go.
type Way = (Vec<u64>, Option<Vec<(Choice, u64)>>);

impl Search<'_> {
    /// What is found; the regions as they were if nothing is.
    fn attempt<T>(&mut self, find: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.regions.len();
        let found = find(self);
        if found.is_none() {
            self.regions.truncate(before);
        }
        found
    }

    fn made(&self, call: CallId) -> Made {
        let component = &self.case.component;
        let method = self.case.certificate.methods[call.index()];
        let arguments = arguments(component, method, self.case.certificate.guards[call.index()]);
        Made { method, cuts: walk::loop_heads(component, method), arguments }
    }

    /// For each state of the label, with each of the arguments, the choices of a run to a wanted end.
    fn ways(&self, state: StateId, made: &Made, is_wanted: impl Fn(&Step, &walk::Values) -> bool) -> Vec<Way> {
        let component = &self.case.component;
        let states = self.labelled[state.index()].iter();
        let begun = states.flat_map(|state| made.arguments.iter().map(move |tuple| (state, tuple)));
        let way = |(state, tuple): (&Vec<u64>, &Vec<u64>)| {
            let entry = walk::entry(component, made.method, state, tuple);
            (state.clone(), walk::choices_to(component, made.method, &entry, &made.cuts, &is_wanted))
        };
        begun.map(way).collect()
    }

    fn valuations<'w>(&mut self, method: usize, ways: impl Iterator<Item = &'w Way>) -> Vec<Valuation> {
        let made: BTreeSet<Vec<(Choice, u64)>> = ways.filter_map(|(_, choices)| choices.clone()).collect();
        made.iter().map(|made| valuation(&mut self.case.component, method, made)).collect()
    }

    fn hit(&mut self, state: StateId, call: CallId) -> Option<Proof> {
        let made = self.made(call);
        let ways = self.ways(state, &made, |step, _| matches!(step, Step::Failed));
        let region = self.region(state, always(&ways))?;
        let choices = self.valuations(made.method, ways.iter());
        Some(Proof::Hit { region, choices })
    }

    /// A region with these states. One that is under way counts as found: whatever rests on it is dropped with it.
    fn region(&mut self, state: StateId, states: Belief) -> Option<usize> {
        let known = self.regions.iter().position(|(known, region)| region.state == state && *known == states);
        if known.is_some() || states.is_empty() || self.regions.len() >= MOST_REGIONS {
            return known;
        }
        let initial = match state == self.case.interface.initial() {
            true => Some(initial_belief(&self.case.component).intersection(&states).next()?.clone()),
            false => None,
        };
        let region = state_label(&mut self.case.component, &states);
        let index = self.regions.len();
        self.regions.push((states.clone(), Region { state, region, initial, arrivals: Vec::new() }));
        for (from, call, outcome) in self.steps_to(state) {
            let arrival = self.arrival((from, call, outcome), &states)?;
            self.regions[index].1.arrivals.push(arrival);
        }
        Some(index)
    }

    fn steps_to(&self, state: StateId) -> Vec<(StateId, CallId, usize)> {
        let interface = &self.case.interface;
        let mut steps = Vec::new();
        for (from, call) in interface.states().flat_map(|s| interface.alphabet().call_ids().map(move |c| (s, c))) {
            let events = interface.alphabet().events_of(call).enumerate();
            let here = events.filter(|(_, event)| interface.next(from, *event) == Some(state));
            steps.extend(here.map(|(outcome, _)| (from, call, outcome)));
        }
        steps
    }

    fn arrival(&mut self, (from, call, outcome): (StateId, CallId, usize), target: &Belief) -> Option<Arrival> {
        let made = self.made(call);
        let symbols: Vec<_> = self.case.component.variables.iter().map(|variable| variable.binding.symbol).collect();
        let is_there =
            |values: &walk::Values| target.contains(&symbols.iter().map(|symbol| values[symbol]).collect::<Vec<_>>());
        let returns = |step: &Step| matches!(step, Step::Returned(found) if *found == outcome);
        let ways = self.ways(from, &made, |step, values| returns(step) && is_there(values));
        let cut = |step: &Step| matches!(step, Step::To(to, _) if made.cuts.contains(to));
        let possible = self.ways(from, &made, |step, _| returns(step) || cut(step));
        let at_entry = made.cuts.contains(&Location::ENTRY);
        let by_label = ways.iter().zip(&possible).all(|(w, p)| w.1.is_some() || (p.1.is_none() && !at_entry));
        let by_region = match by_label && self.random.below(2) == 0 {
            true => None,
            false => self.attempt(|search| search.region(from, always(&ways))),
        };
        let source = by_region.map(Source::Region).or(by_label.then_some(Source::Label))?;
        let choices = self.valuations(made.method, ways.iter());
        Some(Arrival { from, call, outcome, source, choices })
    }
}

/// The states from which there is a way with all arguments.
fn always(ways: &[Way]) -> Belief {
    let mut states: Belief = ways.iter().map(|(state, _)| state.clone()).collect();
    ways.iter().filter(|(_, way)| way.is_none()).for_each(|(state, _)| _ = states.remove(state));
    states
}
