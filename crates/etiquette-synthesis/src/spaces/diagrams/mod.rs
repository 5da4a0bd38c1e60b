//! The engines `direct` and `learn` on decision diagrams.
//!
//! They find the same interfaces as the explicit versions, but never list the component's states or arguments. What
//! does not fit into the table of nodes ends the search with what is known by then.

pub(crate) mod guards;
pub(crate) mod joint;
pub(crate) mod labels;
pub(crate) mod product;
pub(crate) mod quotient;
pub(crate) mod space;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;

use etiquette_component::Component;
use etiquette_symbolic::{Bdd, Capacity, Classes, Determinism, Effort, Halt, Options, Reached, SymbolicComponent};

use crate::spaces::budgets::diagrams::{DETERMINISM_EFFORT, MAX_LETTERS};
use crate::spaces::diagrams::space::{Guarded, SymbolicSpace};
use etiquette_outcome::{Run, StopReason};

/// Bytes that a node of a diagram takes, with its share of the tables.
const BYTES_PER_NODE: u64 = 32;

/// A component over diagrams that can be told until when it may work.
pub(crate) struct Ready {
    pub symbolic: SymbolicComponent,
    interruption: Rc<Interruption>,
}

/// When operations are interrupted.
struct Interruption {
    /// Once this is off, nothing is interrupted any more.
    interruptible: Cell<bool>,
    /// The end of the part of the work that is being done.
    until: Cell<Option<Instant>>,
    /// How many more operations that part may take.
    operations: Cell<u64>,
}

impl Interruption {
    fn is_over(&self) -> bool {
        let left = self.operations.get();
        self.operations.set(left.saturating_sub(1));
        left == 0 || self.until.get().is_some_and(|end| Instant::now() >= end)
    }
}

impl Ready {
    /// Builds the diagrams with a table that fits the run's memory limit.
    pub fn new(component: &Component, run: &Run) -> Result<Self, Halt> {
        let interruption = Rc::new(Interruption {
            interruptible: Cell::new(true),
            until: Cell::new(None),
            operations: Cell::new(u64::MAX),
        });
        let (hook, own) = (run.interrupt(), Rc::clone(&interruption));
        let options = Options { capacity: capacity(component, run), ..Options::default() };
        let symbolic =
            SymbolicComponent::new(component, &options, move || own.interruptible.get() && (own.is_over() || hook()))?;
        Ok(Ready { symbolic, interruption })
    }

    /// From now on only what is cheap is done, to its end.
    pub fn finish(&self) {
        self.interruption.interruptible.set(false);
    }

    /// Does work that only makes the rest faster. It may take half of the time that is left: then there is no result,
    /// but the rest can still come to something.
    ///
    /// # Errors
    /// When the node table is full, or the run is to stop.
    pub(crate) fn for_half_the_time<T>(
        &self,
        run: &Run,
        work: impl FnOnce() -> Result<T, Halt>,
    ) -> Result<Option<T>, Halt> {
        let left = run.limits().time.map(|limit| limit.saturating_sub(run.elapsed()));
        self.interruption.until.set(left.map(|left| Instant::now() + left / 2));
        self.interruption.operations.set(run.steps_left().map_or(u64::MAX, |left| left / 2));
        let result = work();
        self.interruption.until.set(None);
        self.interruption.operations.set(u64::MAX);
        match result {
            Err(Halt::Interrupted) if run.look().is_ok() => Ok(None),
            result => result.map(Some),
        }
    }
}

/// Half of the memory is for nodes. Small components get small tables, which are made faster.
fn capacity(component: &Component, run: &Run) -> Capacity {
    let bits: u32 = component.variables.iter().map(|variable| component.sort(variable.binding.ty).width()).sum();
    let usual = Capacity::default();
    let most = run.limits().memory.map_or(u64::MAX, |bytes| bytes / 2 / BYTES_PER_NODE);
    let nodes = usual.nodes.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1 << 12);
    let results = if bits <= 16 { 1 << 15 } else { usual.results };
    Capacity { nodes, results: results.min(nodes) }
}

/// Why the run ends when an operation on diagrams was halted.
pub(crate) fn stop_reason(halt: Halt, run: &Run) -> StopReason {
    match halt {
        Halt::NodeTableFull => StopReason::MemoryLimit,
        Halt::Interrupted => run.look().err().unwrap_or(StopReason::Cancelled),
    }
}

/// Why an engine ends before it has anything to show.
pub(crate) enum Failed {
    Halted(Halt),
    TooManyGuards,
}

impl From<Halt> for Failed {
    fn from(halt: Halt) -> Self {
        Failed::Halted(halt)
    }
}

impl Failed {
    pub fn reason(&self, run: &Run) -> StopReason {
        match self {
            Failed::Halted(halt) => stop_reason(*halt, run),
            Failed::TooManyGuards => StopReason::TooManyGuards,
        }
    }
}

/// The states that can be reached, if that can be found out with reasonable effort, and else all.
pub(crate) fn states_that_count(symbolic: &SymbolicComponent, reached: &Option<Reached>) -> Bdd {
    match reached {
        Some(reached) if reached.complete => reached.states.clone(),
        _ => symbolic.domain.clone(),
    }
}

/// Looks for the reachable states. A table that gets full on the way, or much time, is no reason to stop: they only
/// make the rest faster.
pub(crate) fn reach(ready: &Ready, steps: u64, run: &Run) -> Result<Option<Reached>, Halt> {
    let effort = Effort { steps, ..Effort::UNBOUNDED };
    match ready.for_half_the_time(run, || ready.symbolic.reachable(effort)) {
        Ok(reached) => Ok(reached),
        Err(Halt::NodeTableFull) => Ok(None),
        Err(Halt::Interrupted) => Err(Halt::Interrupted),
    }
}

/// Whether the component is visibly deterministic, if that shows with little effort.
pub(crate) fn visible_determinism(ready: &Ready, run: &Run) -> Option<u64> {
    let found = ready.for_half_the_time(run, || ready.symbolic.visible_determinism(DETERMINISM_EFFORT));
    match found.ok().flatten()? {
        Determinism::Visible => Some(1),
        Determinism::Hidden(_) => Some(0),
        Determinism::Unknown => None,
    }
}

/// The space of beliefs over letters that are told apart where a state that counts does so.
pub(crate) fn space<'a>(
    component: &'a Component,
    symbolic: &'a SymbolicComponent,
    care: &Bdd,
) -> Result<SymbolicSpace<'a>, Failed> {
    let Classes::Letters(letters) = symbolic.letters(care, MAX_LETTERS)? else {
        return Err(Failed::TooManyGuards);
    };
    let mut guards = Vec::new();
    for letter in &letters {
        let text = guards::guard(component, symbolic, letter.method, &letter.class)?;
        guards.push(text.ok_or(Failed::TooManyGuards)?);
    }
    Ok(SymbolicSpace::new(component, symbolic, Guarded { letters, guards }, care)?)
}

/// Statistics that both engines have.
pub(crate) fn statistics(space: &SymbolicSpace<'_>, reached: &Option<Reached>) -> BTreeMap<String, u64> {
    let symbolic = space.symbolic;
    let mut statistics = BTreeMap::from([("letters".to_owned(), space.calls.len() as u64)]);
    if let Some(reached) = reached.as_ref().filter(|reached| reached.complete) {
        let count = u64::try_from(symbolic.count(&reached.states)).unwrap_or(u64::MAX);
        statistics.insert("component states".into(), count);
        statistics.insert("image steps".into(), reached.steps);
        statistics.insert("squarings".into(), reached.squarings);
    }
    statistics
}
