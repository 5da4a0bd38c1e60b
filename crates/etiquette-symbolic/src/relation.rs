//! Partitioned transition relations: a conjunction of parts, of which small ones are put together, with a schedule that
//! drops each variable as soon as no later part has it (Burch, Clarke, Long 1991; Ranjan et al. 1995).
//!
//! Bits that a step leaves alone have no part and no variable for their next value: they just stay where they are.

use crate::diagrams::{Bdd, Diagrams, Fallible, Replacement, Var};
use crate::layout::Cell;

/// Parts are put together until they have this many nodes.
const CLUSTER_SIZE: usize = 2000;

/// A step of the component.
pub struct Relation {
    clusters: Vec<Bdd>,
    changed: Vec<Cell>,
    /// Variables beside the state that are dropped: hidden choices, and arguments where they don't matter.
    hidden: Vec<Var>,
    forward: Schedule,
    backward: Schedule,
    to_current: Replacement,
    to_next: Replacement,
}

/// The variables that can be dropped before the first cluster, and then after each of them.
struct Schedule {
    before: Bdd,
    after: Vec<Bdd>,
}

impl Schedule {
    fn new(diagrams: &Diagrams, clusters: &[Bdd], dropped: &[Var]) -> Fallible<Self> {
        let supports: Vec<Vec<Var>> = clusters.iter().map(Bdd::support).collect();
        let last = |variable: &Var| supports.iter().rposition(|support| support.binary_search(variable).is_ok());
        let at = |position: Option<usize>| -> Fallible<Bdd> {
            let here: Vec<Var> = dropped.iter().copied().filter(|variable| last(variable) == position).collect();
            diagrams.cube(&here)
        };
        let after = (0..clusters.len()).map(|index| at(Some(index))).collect::<Fallible<Vec<_>>>()?;
        Ok(Schedule { before: at(None)?, after })
    }

    fn apply(&self, diagrams: &Diagrams, clusters: &[Bdd], set: &Bdd) -> Fallible<Bdd> {
        let mut rest = diagrams.exists(set, &self.before)?;
        for (cluster, dropped) in clusters.iter().zip(&self.after) {
            rest = diagrams.and_exists(&rest, cluster, dropped)?;
        }
        Ok(rest)
    }
}

impl Relation {
    /// The conjunction of the parts, in which the cells change and hidden variables are dropped.
    pub fn new(diagrams: &Diagrams, parts: Vec<Bdd>, changed: Vec<Cell>, hidden: Vec<Var>) -> Fallible<Self> {
        let clusters = without_own(diagrams, clustered(diagrams, parts)?, &hidden)?;
        let before: Vec<Var> = changed.iter().map(|cell| cell.current).chain(hidden.iter().copied()).collect();
        let after: Vec<Var> = changed.iter().map(|cell| cell.next).chain(hidden.iter().copied()).collect();
        let pairs: Vec<(Var, Var)> = changed.iter().map(|cell| (cell.next, cell.current)).collect();
        let opposite: Vec<(Var, Var)> = changed.iter().map(|cell| (cell.current, cell.next)).collect();
        Ok(Relation {
            forward: Schedule::new(diagrams, &clusters, &before)?,
            backward: Schedule::new(diagrams, &clusters, &after)?,
            to_current: diagrams.renaming(&pairs)?,
            to_next: diagrams.renaming(&opposite)?,
            clusters,
            changed,
            hidden,
        })
    }

    /// The same relation with more variables dropped.
    pub fn hiding(&self, diagrams: &Diagrams, more: &[Var]) -> Fallible<Self> {
        let hidden = self.hidden.iter().chain(more).copied().collect();
        Relation::new(diagrams, self.clusters.clone(), self.changed.clone(), hidden)
    }

    /// The same relation where a condition holds before the step.
    pub fn constrained(&self, diagrams: &Diagrams, condition: &Bdd) -> Fallible<Self> {
        let parts = self.clusters.iter().chain([condition]).cloned().collect();
        Relation::new(diagrams, parts, self.changed.clone(), self.hidden.clone())
    }

    /// The same relation in which one more cell changes, as the part says.
    pub(crate) fn changing(&self, diagrams: &Diagrams, cell: Cell, part: Bdd) -> Fallible<Self> {
        let parts = self.clusters.iter().cloned().chain([part]).collect();
        let changed = self.changed.iter().copied().chain([cell]).collect();
        Relation::new(diagrams, parts, changed, self.hidden.clone())
    }

    /// The same relation with variables fixed.
    pub fn restricted(&self, diagrams: &Diagrams, assignment: &Bdd) -> Fallible<Self> {
        let parts =
            self.clusters.iter().map(|part| diagrams.restrict(part, assignment)).collect::<Fallible<Vec<_>>>()?;
        Relation::new(diagrams, parts, self.changed.clone(), self.hidden.clone())
    }

    /// Whether no step is in the relation, as far as that shows without looking at all of it.
    pub fn is_empty(&self) -> bool {
        self.clusters.iter().any(Bdd::is_false)
    }

    /// The cells that the step changes.
    pub fn changed(&self) -> &[Cell] {
        &self.changed
    }

    /// The states after a step from the set.
    pub fn image(&self, diagrams: &Diagrams, set: &Bdd) -> Fallible<Bdd> {
        let after = self.forward.apply(diagrams, &self.clusters, set)?;
        diagrams.replace(&after, &self.to_current)
    }

    /// The states from which a step leads into the set.
    pub fn preimage(&self, diagrams: &Diagrams, set: &Bdd) -> Fallible<Bdd> {
        let after = diagrams.replace(set, &self.to_next)?;
        self.backward.apply(diagrams, &self.clusters, &after)
    }

    /// The states from which there is a step.
    pub fn sources(&self, diagrams: &Diagrams) -> Fallible<Bdd> {
        self.backward.apply(diagrams, &self.clusters, &diagrams.constant(true))
    }

    /// The relation in one piece, over current and next values of the changed cells.
    pub fn in_one_piece(&self, diagrams: &Diagrams) -> Fallible<Bdd> {
        let schedule = Schedule::new(diagrams, &self.clusters, &self.hidden)?;
        schedule.apply(diagrams, &self.clusters, &diagrams.constant(true))
    }

    /// The relation in one piece, in which all of the cells have a next value.
    pub fn over(&self, diagrams: &Diagrams, cells: &[Cell]) -> Fallible<Bdd> {
        let kept: Vec<Cell> = cells.iter().copied().filter(|cell| !self.changed.contains(cell)).collect();
        diagrams.and(&self.in_one_piece(diagrams)?, &unchanged(diagrams, &kept)?)
    }
}

/// The relation in which the cells keep their values.
pub fn unchanged(diagrams: &Diagrams, cells: &[Cell]) -> Fallible<Bdd> {
    equal_bits(diagrams, cells.iter().map(|cell| (cell.current, cell.next)).collect())
}

/// The variables of each pair have the same value.
pub fn equal_bits(diagrams: &Diagrams, mut pairs: Vec<(Var, Var)>) -> Fallible<Bdd> {
    pairs.sort_unstable();
    let equal = |all: Bdd, &(a, b): &(Var, Var)| {
        let same = diagrams.same(&diagrams.variable(a)?, &diagrams.variable(b)?)?;
        diagrams.and(&all, &same)
    };
    pairs.iter().rev().try_fold(diagrams.constant(true), equal)
}

fn clustered(diagrams: &Diagrams, parts: Vec<Bdd>) -> Fallible<Vec<Bdd>> {
    let mut clusters: Vec<Bdd> = Vec::new();
    for part in parts.into_iter().filter(|part| !part.is_true()) {
        match clusters.last_mut() {
            Some(last) if last.size() + part.size() < CLUSTER_SIZE => *last = diagrams.and(last, &part)?,
            _ => clusters.push(part),
        }
    }
    Ok(clusters)
}

/// Drops the variables that only one cluster has: no set of states has them.
fn without_own(diagrams: &Diagrams, clusters: Vec<Bdd>, hidden: &[Var]) -> Fallible<Vec<Bdd>> {
    let supports: Vec<Vec<Var>> = clusters.iter().map(Bdd::support).collect();
    let owners = |variable: &Var| supports.iter().filter(|support| support.binary_search(variable).is_ok()).count();
    let own: Vec<Var> = hidden.iter().copied().filter(|variable| owners(variable) == 1).collect();
    let own = diagrams.cube(&own)?;
    clusters.iter().map(|cluster| diagrams.exists(cluster, &own)).collect()
}
