//! Readable labels: for each state of the interface a condition that tells its component states from all others that can be reached.
//!
//! A conjunction of one constraint for each variable that is needed, or a short disjunction of such; where that is not
//! enough the state goes without a label. Labels hold among the reachable states; elsewhere they promise nothing.

use etiquette_automata::{Interface, StateId};
use etiquette_component::{Component, Type, quoted};
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::facts::shared_steps;
use super::guards::{Condition, between, value_condition};
use super::space::BeliefSpace;

/// With more beliefs or states than this, labels would cost more than they tell.
const MAX_BELIEFS: usize = 20_000;
const MAX_STATES: usize = 200;
/// A label is a disjunction of at most this many parts.
const MAX_PARTS: usize = 4;

/// A state of the component, one value for each variable, signed numbers as such.
type Values = Vec<i128>;

/// The label of each state, where one was found.
pub(crate) fn labels(space: &BeliefSpace<'_>, interface: &Interface, groups: &[Vec<usize>]) -> Vec<Option<String>> {
    let count = interface.state_count();
    if space.expanded_count() > MAX_BELIEFS || !(2..=MAX_STATES).contains(&count) {
        return vec![None; count];
    }
    let members = members(space, interface, groups);
    let all: Vec<Values> = union(&members).into_iter().map(|state| values(space, state)).collect();
    let describer = Describer { component: space.component, all: &all };
    members
        .iter()
        .map(|states| {
            let inside: Vec<Values> = states.iter().map(|&state| values(space, state)).collect();
            describer.describe(&inside, MAX_PARTS).map(|parts| Condition::any(parts).text).filter(|text| text != "true")
        })
        .collect()
}

/// The component states of each state of the interface, sorted. Before construction there are none.
fn members(space: &BeliefSpace<'_>, interface: &Interface, groups: &[Vec<usize>]) -> Vec<Vec<u32>> {
    let mut members = vec![Vec::new(); interface.state_count()];
    let mut seen: HashSet<(StateId, u32), FxBuildHasher> = HashSet::default();
    let mut pending = vec![(interface.initial(), BeliefSpace::INITIAL)];
    while let Some((state, node)) = pending.pop() {
        if !seen.insert((state, node)) {
            continue;
        }
        if node != BeliefSpace::INITIAL || !space.component.has_constructors() {
            members[state.index()].extend_from_slice(space.belief(node));
        }
        let steps = shared_steps(space, interface, groups, state, node);
        pending.extend(steps.into_iter().map(|(_, _, next, target)| (next, target)));
    }
    for states in &mut members {
        states.sort_unstable();
        states.dedup();
    }
    members
}

fn union(members: &[Vec<u32>]) -> Vec<u32> {
    let mut all: Vec<u32> = members.iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn values(space: &BeliefSpace<'_>, state: u32) -> Values {
    let variables = &space.component.variables;
    let mut raw = vec![0; variables.len()];
    space.states.unpack(state, &mut raw);
    let number = |ty: Type, value: u64| match ty {
        Type::Int { width, signed: true } => i128::from(etiquette_logic::to_signed(value, width)),
        _ => i128::from(value),
    };
    variables.iter().zip(raw).map(|(variable, value)| number(variable.binding.ty, value)).collect()
}

/// What one variable must be.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Constraint {
    /// One of these values, sorted.
    OneOf(Vec<i128>),
    /// A number between these bounds, both included.
    Between(Option<i128>, Option<i128>),
}

impl Constraint {
    fn holds(&self, value: i128) -> bool {
        match self {
            Constraint::OneOf(values) => values.contains(&value),
            Constraint::Between(low, high) => {
                low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high)
            }
        }
    }

    /// Weaker constraints to try instead, the weakest first.
    fn weaker(&self) -> Vec<Constraint> {
        let anything = Constraint::Between(None, None);
        match *self {
            Constraint::OneOf(_) => vec![anything],
            // A single value says more than a bound.
            Constraint::Between(low, high) if low == high => vec![anything],
            Constraint::Between(low, high) => {
                vec![anything, Constraint::Between(None, high), Constraint::Between(low, None)]
            }
        }
    }
}

struct Describer<'a> {
    component: &'a Component,
    all: &'a [Values],
}

impl Describer<'_> {
    /// Conditions of which one holds exactly for these states, at most `parts` of them.
    fn describe(&self, inside: &[Values], parts: usize) -> Option<Vec<Condition>> {
        if inside.is_empty() || parts == 0 {
            return None;
        }
        let known: HashSet<&Values, FxBuildHasher> = inside.iter().collect();
        let outside: Vec<&Values> = self.all.iter().filter(|state| !known.contains(state)).collect();
        let mut constraints: Vec<Constraint> =
            (0..self.component.variables.len()).map(|variable| self.tightest(variable, inside)).collect();
        if !excludes(&constraints, &outside) {
            return self.split(inside, parts);
        }
        for variable in (0..constraints.len()).rev() {
            for weaker in constraints[variable].weaker() {
                let kept = std::mem::replace(&mut constraints[variable], weaker);
                if excludes(&constraints, &outside) {
                    break;
                }
                constraints[variable] = kept;
            }
        }
        let conditions =
            constraints.iter().enumerate().map(|(variable, constraint)| self.condition(variable, constraint));
        Some(vec![Condition::all(conditions.collect())])
    }

    fn tightest(&self, variable: usize, inside: &[Values]) -> Constraint {
        let mut found: Vec<i128> = inside.iter().map(|state| state[variable]).collect();
        found.sort_unstable();
        found.dedup();
        match self.component.variables[variable].binding.ty {
            Type::Int { .. } => Constraint::Between(found.first().copied(), found.last().copied()),
            Type::Bool | Type::Enum(_) => Constraint::OneOf(found),
        }
    }

    /// Describes the states separately for each value of the variable that has the fewest.
    fn split(&self, inside: &[Values], parts: usize) -> Option<Vec<Condition>> {
        let distinct =
            |variable: usize| inside.iter().map(|state| state[variable]).collect::<std::collections::BTreeSet<_>>();
        let candidates = (0..self.component.variables.len()).map(|variable| (distinct(variable), variable));
        let (values, variable) =
            candidates.filter(|(values, _)| values.len() > 1).min_by_key(|(values, _)| values.len())?;
        if values.len() > parts {
            return None;
        }
        let mut conditions = Vec::new();
        for value in values {
            let part: Vec<Values> = inside.iter().filter(|state| state[variable] == value).cloned().collect();
            conditions.extend(self.describe(&part, parts - 1)?);
        }
        (conditions.len() <= parts).then_some(conditions)
    }

    fn condition(&self, variable: usize, constraint: &Constraint) -> Condition {
        let binding = &self.component.variables[variable].binding;
        match constraint {
            Constraint::OneOf(values) => {
                let values: Vec<u64> = values.iter().map(|&value| value as u64).collect();
                value_condition(self.component, binding, &values)
            }
            Constraint::Between(low, high) => between(&quoted(&binding.name), *low, *high),
        }
    }
}

/// Whether no state outside satisfies all constraints.
fn excludes(constraints: &[Constraint], outside: &[&Values]) -> bool {
    let satisfies = |state: &Values| constraints.iter().zip(state).all(|(constraint, value)| constraint.holds(*value));
    !outside.iter().any(|state| satisfies(state))
}
