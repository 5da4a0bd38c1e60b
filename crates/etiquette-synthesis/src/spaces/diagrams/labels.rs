//! Labels from diagrams: the states of each state of the interface as one set, described by ranges of variables.

use etiquette_automata::{Interface, StateId};
use etiquette_component::{Component, Type};
use etiquette_symbolic::{Bdd, Fallible, SymbolicComponent, Var};
use rustc_hash::FxHashSet;

use crate::readable::facts::shared_steps;
use crate::readable::labels::{Constraint, StateSets, can_be_labelled, label};
use crate::spaces::budgets::diagrams_labels::MAX_NODES;
use crate::spaces::diagrams::joint::{JointStep, meetings};
use crate::spaces::diagrams::space::SymbolicSpace;
use crate::spaces::space::{INITIAL, Space};

/// The label of each state, where one was found.
pub(crate) fn labels(space: &SymbolicSpace<'_>, interface: &Interface, groups: &[Vec<usize>]) -> Vec<Option<String>> {
    let count = interface.state_count();
    if !can_be_labelled(count) || space.node_count() > MAX_NODES {
        return vec![None; count];
    }
    let members = match space.is_lazy() {
        true => members_by_steps(space, interface, groups),
        false => members_by_nodes(space, interface, groups),
    };
    // Labels are a courtesy: where the table is full, there are none.
    let Some(members) = members.ok().flatten() else { return vec![None; count] };
    let Ok(all) = space.symbolic.diagrams.any(&members) else { return vec![None; count] };
    let sets = DiagramSets { component: space.component(), symbolic: space.symbolic, all };
    members.iter().map(|inside| label(&sets, inside)).collect()
}

/// Before construction there are no states.
fn constructed(space: &SymbolicSpace<'_>, set: &Bdd) -> Fallible<Bdd> {
    match space.symbolic.layout.constructed {
        Some(cell) => {
            let diagrams = &space.symbolic.diagrams;
            diagrams.and(set, &diagrams.variable(space.symbolic.layout.cells[cell].current)?)
        }
        None => Ok(set.clone()),
    }
}

fn members_by_nodes(
    space: &SymbolicSpace<'_>,
    interface: &Interface,
    groups: &[Vec<usize>],
) -> Fallible<Option<Vec<Bdd>>> {
    let diagrams = &space.symbolic.diagrams;
    let mut members = vec![diagrams.constant(false); interface.state_count()];
    let mut seen: FxHashSet<(StateId, u32)> = FxHashSet::default();
    let mut pending = vec![(interface.initial(), INITIAL)];
    while let Some((state, node)) = pending.pop() {
        if !seen.insert((state, node)) {
            continue;
        }
        let own = constructed(space, &space.set(node))?;
        members[state.index()] = diagrams.or(&members[state.index()], &own)?;
        let steps = shared_steps(space, interface, groups, state, node);
        pending.extend(steps.into_iter().map(|(_, _, next, target)| (next, target)));
    }
    Ok(Some(members))
}

/// Follows the interface and the component together, in big steps.
fn members_by_steps(
    space: &SymbolicSpace<'_>,
    interface: &Interface,
    groups: &[Vec<usize>],
) -> Fallible<Option<Vec<Bdd>>> {
    let alphabet = interface.alphabet();
    let mut steps = Vec::new();
    for state in interface.states() {
        for (event, next) in events(interface, state) {
            let call = alphabet.call_of(event);
            let outcome = event.index() - alphabet.event(call, 0).index();
            let step = |&letter: &usize| JointStep { from: state.index(), letter, outcome, to: next.index() };
            steps.extend(groups[call.index()].iter().map(step));
        }
    }
    let met = meetings(space, interface.state_count(), interface.initial().index(), &steps)?;
    met.map(|sets| sets.iter().map(|set| constructed(space, set)).collect()).transpose()
}

fn events(interface: &Interface, state: StateId) -> Vec<(etiquette_automata::EventId, StateId)> {
    let alphabet = interface.alphabet();
    let all = alphabet.call_ids().flat_map(|call| alphabet.events_of(call));
    all.filter_map(|event| Some((event, interface.next(state, event)?))).collect()
}

/// Sets of states as diagrams. What does not fit into the table is answered so that no label comes of it.
struct DiagramSets<'a> {
    component: &'a Component,
    symbolic: &'a SymbolicComponent,
    /// All states that can be reached.
    all: Bdd,
}

impl DiagramSets<'_> {
    fn word(&self, variable: usize) -> Vec<Var> {
        let cells = &self.symbolic.layout.cells[self.symbolic.layout.variables[variable].clone()];
        cells.iter().map(|cell| cell.current).collect()
    }

    fn is_signed(&self, variable: usize) -> bool {
        matches!(self.component.variables[variable].binding.ty, Type::Int { signed: true, .. })
    }

    fn equal(&self, variable: usize, value: i128) -> Fallible<Bdd> {
        let word = self.word(variable);
        let bits = word.iter().enumerate().map(|(bit, &variable)| (variable, value >> bit & 1 == 1));
        self.symbolic.diagrams.assignment(&bits.collect::<Vec<_>>())
    }

    fn satisfying(&self, variable: usize, constraint: &Constraint) -> Fallible<Bdd> {
        let diagrams = &self.symbolic.diagrams;
        match constraint {
            Constraint::OneOf(values) => {
                let parts = values.iter().map(|&value| self.equal(variable, value));
                diagrams.any(&parts.collect::<Fallible<Vec<_>>>()?)
            }
            Constraint::Between(low, high) => {
                let (word, signed) = (self.word(variable), self.is_signed(variable));
                let mut set = diagrams.constant(true);
                for (bound, largest) in [(low, false), (high, true)] {
                    if let Some(bound) = *bound {
                        set = diagrams.and(&set, &self.symbolic.bounded(&word, signed, bound, largest)?)?;
                    }
                }
                Ok(set)
            }
        }
    }

    fn left_over(&self, constraints: &[Constraint], outside: &Bdd) -> Fallible<Bdd> {
        let mut rest = outside.clone();
        for (variable, constraint) in constraints.iter().enumerate() {
            rest = self.symbolic.diagrams.and(&rest, &self.satisfying(variable, constraint)?)?;
        }
        Ok(rest)
    }
}

impl StateSets for DiagramSets<'_> {
    type Set = Bdd;
    type Outside = Option<Bdd>;

    fn component(&self) -> &Component {
        self.component
    }

    fn is_empty(&self, set: &Bdd) -> bool {
        set.is_false()
    }

    fn outside(&self, set: &Bdd) -> Option<Bdd> {
        self.symbolic.diagrams.minus(&self.all, set).ok()
    }

    fn excludes(&self, constraints: &[Constraint], outside: &Option<Bdd>) -> bool {
        let left = outside.as_ref().map(|outside| self.left_over(constraints, outside));
        matches!(left, Some(Ok(rest)) if rest.is_false())
    }

    fn range(&self, set: &Bdd, variable: usize) -> (i128, i128) {
        let range = self.symbolic.range(set, &self.word(variable), self.is_signed(variable));
        range.ok().flatten().unwrap_or((0, 0))
    }

    fn values(&self, set: &Bdd, variable: usize, limit: usize) -> Vec<i128> {
        let mut rest = set.clone();
        let mut values = Vec::new();
        while values.len() <= limit {
            let smallest = self.symbolic.range(&rest, &self.word(variable), self.is_signed(variable));
            let Ok(Some((value, _))) = smallest else { break };
            let Ok(without) = self.equal(variable, value).and_then(|equal| self.symbolic.diagrams.minus(&rest, &equal))
            else {
                break;
            };
            rest = without;
            values.push(value);
        }
        values
    }

    fn part(&self, set: &Bdd, variable: usize, value: i128) -> Bdd {
        let part = self.equal(variable, value).and_then(|equal| self.symbolic.diagrams.and(set, &equal));
        part.unwrap_or_else(|_| self.symbolic.diagrams.constant(false))
    }
}
