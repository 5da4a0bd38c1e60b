//! Readable labels: for each state of the interface a condition that tells its component states from all others that
//! can be reached.
//!
//! A conjunction of one constraint for each variable that is needed, or a short disjunction of such; where that is not
//! enough the state goes without a label. Labels hold among the reachable states; elsewhere they promise nothing.

use etiquette_automata::{Interface, StateId};
use etiquette_component::{Component, Type, quoted};
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use crate::readable::budgets::labels::{MAX_BELIEFS, MAX_PARTS, MAX_STATES};
use crate::readable::facts::shared_steps;
use crate::readable::values::{Condition, between, value_condition};
use crate::spaces::explicit::space::BeliefSpace;
use crate::spaces::space::{INITIAL, Space};

/// The label of each state, where one was found.
pub(crate) fn labels(space: &BeliefSpace<'_>, interface: &Interface, groups: &[Vec<usize>]) -> Vec<Option<String>> {
    let count = interface.state_count();
    if space.expanded_count() > MAX_BELIEFS || !can_be_labelled(count) {
        return vec![None; count];
    }
    let members = members(space, interface, groups);
    let lists = StateLists { component: space.component, all: union(&members), values: values(space) };
    members.iter().map(|inside| label(&lists, inside)).collect()
}

/// The condition that tells the states of a set from all others, if a readable one was found.
pub(crate) fn label<S: StateSets>(sets: &S, inside: &S::Set) -> Option<String> {
    let parts = describe(sets, inside, MAX_PARTS)?;
    Some(Condition::any(parts).text).filter(|text| text != "true")
}

/// Whether labels are worth their cost with so many states of the interface.
pub(crate) fn can_be_labelled(states: usize) -> bool {
    (2..=MAX_STATES).contains(&states)
}

/// The component states of each state of the interface, sorted. Before construction there are none.
fn members(space: &BeliefSpace<'_>, interface: &Interface, groups: &[Vec<usize>]) -> Vec<Vec<u32>> {
    let mut members = vec![Vec::new(); interface.state_count()];
    let mut met = Meetings { first: vec![None; space.node_count()], others: HashSet::default() };
    let mut pending = vec![(interface.initial(), INITIAL)];
    met.is_new(interface.initial(), INITIAL);
    while let Some((state, node)) = pending.pop() {
        if node != INITIAL || !space.component.has_constructors() {
            members[state.index()].extend_from_slice(space.belief(node));
        }
        let steps = shared_steps(space, interface, groups, state, node);
        let steps = steps.into_iter().map(|(_, _, next, target)| (next, target));
        pending.extend(steps.filter(|&(next, target)| met.is_new(next, target)));
    }
    for states in &mut members {
        states.sort_unstable();
        states.dedup();
    }
    members
}

/// Which states of the interface were met together with which nodes. Nearly every node is met with one state only.
struct Meetings {
    first: Vec<Option<StateId>>,
    others: HashSet<(StateId, u32), FxBuildHasher>,
}

impl Meetings {
    /// Whether they meet for the first time.
    fn is_new(&mut self, state: StateId, node: u32) -> bool {
        match &mut self.first[node as usize] {
            Some(first) if *first == state => false,
            Some(_) => self.others.insert((state, node)),
            first @ None => {
                *first = Some(state);
                true
            }
        }
    }
}

fn union(members: &[Vec<u32>]) -> Vec<u32> {
    let mut all: Vec<u32> = members.iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The values of all states, one variable after the other, signed numbers as such.
fn values(space: &BeliefSpace<'_>) -> Vec<Vec<i128>> {
    let variables = &space.component.variables;
    let number = |ty: Type, value: u64| match ty {
        Type::Int { width, signed: true } => i128::from(etiquette_logic::to_signed(value, width)),
        _ => i128::from(value),
    };
    let mut values = vec![Vec::with_capacity(space.states.len()); variables.len()];
    let mut raw = vec![0; variables.len()];
    for state in 0..space.states.len() as u32 {
        space.states.unpack(state, &mut raw);
        for ((column, variable), &value) in values.iter_mut().zip(variables).zip(&raw) {
            column.push(number(variable.binding.ty, value));
        }
    }
    values
}

/// What one variable must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Constraint {
    /// One of these values, sorted.
    OneOf(Vec<i128>),
    /// A number between these bounds, both included.
    Between(Option<i128>, Option<i128>),
}

impl Constraint {
    const ANYTHING: Constraint = Constraint::Between(None, None);

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
        match *self {
            Constraint::OneOf(_) => vec![Self::ANYTHING],
            // A single value says more than a bound.
            Constraint::Between(low, high) if low == high => vec![Self::ANYTHING],
            Constraint::Between(low, high) => {
                vec![Self::ANYTHING, Constraint::Between(None, high), Constraint::Between(low, None)]
            }
        }
    }
}

/// Sets of states, as labels need them.
pub(crate) trait StateSets {
    /// A set of states.
    type Set;
    /// What is not in a set.
    type Outside;

    /// The component.
    fn component(&self) -> &Component;

    /// Whether the set is empty.
    fn is_empty(&self, set: &Self::Set) -> bool;

    /// All states that are not in the set.
    fn outside(&self, set: &Self::Set) -> Self::Outside;

    /// Whether no state outside satisfies all constraints, one for each variable.
    fn excludes(&self, constraints: &[Constraint], outside: &Self::Outside) -> bool;

    /// The smallest and the largest value of a variable in a set that is not empty.
    fn range(&self, set: &Self::Set, variable: usize) -> (i128, i128);

    /// The values of a variable in the set, sorted; only so many, and one more if there are more.
    fn values(&self, set: &Self::Set, variable: usize, limit: usize) -> Vec<i128>;

    /// The states of the set with this value of the variable.
    fn part(&self, set: &Self::Set, variable: usize, value: i128) -> Self::Set;
}

/// Conditions of which one holds exactly for these states, at most `parts` of them.
fn describe<S: StateSets>(sets: &S, inside: &S::Set, parts: usize) -> Option<Vec<Condition>> {
    if parts == 0 || sets.is_empty(inside) {
        return None;
    }
    let outside = sets.outside(inside);
    let count = sets.component().variables.len();
    let mut constraints: Vec<Constraint> = (0..count).map(|variable| tightest(sets, variable, inside)).collect();
    if !sets.excludes(&constraints, &outside) {
        return split(sets, inside, parts);
    }
    for variable in (0..constraints.len()).rev() {
        for weaker in constraints[variable].weaker() {
            let kept = std::mem::replace(&mut constraints[variable], weaker);
            if sets.excludes(&constraints, &outside) {
                break;
            }
            constraints[variable] = kept;
        }
    }
    let component = sets.component();
    let conditions =
        constraints.iter().enumerate().map(|(variable, constraint)| condition(component, variable, constraint));
    Some(vec![Condition::all(conditions.collect())])
}

fn tightest<S: StateSets>(sets: &S, variable: usize, inside: &S::Set) -> Constraint {
    match sets.component().variables[variable].binding.ty {
        Type::Int { .. } => {
            let (low, high) = sets.range(inside, variable);
            Constraint::Between(Some(low), Some(high))
        }
        Type::Bool | Type::Enum(_) => Constraint::OneOf(sets.values(inside, variable, usize::MAX)),
    }
}

/// Describes the states separately for each value of the variable that has the fewest.
fn split<S: StateSets>(sets: &S, inside: &S::Set, parts: usize) -> Option<Vec<Condition>> {
    let variables = 0..sets.component().variables.len();
    let candidates = variables.map(|variable| (sets.values(inside, variable, parts), variable));
    let (values, variable) =
        candidates.filter(|(values, _)| values.len() > 1).min_by_key(|(values, _)| values.len())?;
    if values.len() > parts {
        return None;
    }
    let mut conditions = Vec::new();
    for value in values {
        conditions.extend(describe(sets, &sets.part(inside, variable, value), parts - 1)?);
    }
    (conditions.len() <= parts).then_some(conditions)
}

fn condition(component: &Component, variable: usize, constraint: &Constraint) -> Condition {
    let binding = &component.variables[variable].binding;
    match constraint {
        Constraint::OneOf(values) => {
            let values: Vec<u64> = values.iter().map(|&value| value as u64).collect();
            value_condition(component, binding, &values)
        }
        Constraint::Between(low, high) => between(&quoted(&binding.name), *low, *high),
    }
}

/// Sets as sorted lists of states.
struct StateLists<'a> {
    component: &'a Component,
    /// All states that can be reached.
    all: Vec<u32>,
    /// For each variable its value in each state.
    values: Vec<Vec<i128>>,
}

impl StateSets for StateLists<'_> {
    type Set = Vec<u32>;
    type Outside = Vec<u32>;

    fn component(&self) -> &Component {
        self.component
    }

    fn is_empty(&self, set: &Vec<u32>) -> bool {
        set.is_empty()
    }

    fn outside(&self, set: &Vec<u32>) -> Vec<u32> {
        let mut inside = set.iter().copied().peekable();
        let is_outside = |state: &u32| inside.next_if_eq(state).is_none();
        self.all.iter().copied().filter(is_outside).collect()
    }

    fn excludes(&self, constraints: &[Constraint], outside: &Vec<u32>) -> bool {
        let columns = constraints.iter().zip(&self.values);
        let columns: Vec<_> = columns.filter(|(constraint, _)| **constraint != Constraint::ANYTHING).collect();
        let satisfies =
            |state: &u32| columns.iter().all(|(constraint, values)| constraint.holds(values[*state as usize]));
        !outside.iter().any(satisfies)
    }

    fn range(&self, set: &Vec<u32>, variable: usize) -> (i128, i128) {
        let values = || set.iter().map(|&state| self.values[variable][state as usize]);
        (values().min().unwrap_or(0), values().max().unwrap_or(0))
    }

    fn values(&self, set: &Vec<u32>, variable: usize, _limit: usize) -> Vec<i128> {
        let mut found: Vec<i128> = set.iter().map(|&state| self.values[variable][state as usize]).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn part(&self, set: &Vec<u32>, variable: usize, value: i128) -> Vec<u32> {
        set.iter().copied().filter(|&state| self.values[variable][state as usize] == value).collect()
    }
}
