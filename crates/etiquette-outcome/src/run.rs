//! One run of an engine: its limits, how it is cancelled, and whom it tells about its progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::outcome::StopReason;

/// When to stop early.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The longest time that the run may take.
    pub time: Option<Duration>,
    /// The most memory in bytes that the process may hold (see [`Run::with_memory_probe`]).
    pub memory: Option<u64>,
    /// The most component states to explore.
    pub states: Option<u64>,
    /// The most calls in a row to explore.
    pub depth: Option<u64>,
    /// The most predicates, for engines that find their own.
    pub predicates: Option<u64>,
}

/// What an engine tells while it works.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What it is doing.
    pub phase: &'static str,
    /// How much of it is done, in the phase's own unit.
    pub done: u64,
    /// The unit.
    pub unit: &'static str,
}

/// A part of the work that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What was done.
    pub name: &'static str,
    /// How many parts it is a part of.
    pub depth: usize,
    /// How long it took.
    pub time: Duration,
    /// How many looks at the limits there were, if they were counted.
    pub steps: u64,
}

type Sink = Box<dyn FnMut(&Progress)>;
type StageSink = Box<dyn FnMut(&Stage)>;
type MemoryProbe = Box<dyn Fn() -> u64>;

/// One run of an engine.
pub struct Run {
    limits: Limits,
    cancelled: Arc<AtomicBool>,
    started: Instant,
    memory_probe: Option<MemoryProbe>,
    sink: Option<Sink>,
    stages: Option<StageSink>,
    depth: usize,
    ticks: u64,
    step_limit: Option<u64>,
    steps: Arc<AtomicU64>,
    /// The seed for whatever the engine does at random.
    pub seed: u64,
    /// Whether engines whose own result is not minimal minimise it.
    pub minimise: bool,
    /// Whether the certified engine searches for proofs for as long as it takes, or only where they are found quickly.
    pub thorough: bool,
    /// Whether a call that may fail and may not is left open at once, where the model leaves things open: it is doubtful.
    pub settles_for_doubts: bool,
    /// Whether dead ends are pruned: interfaces over infinite words, as in the 2006 paper.
    pub serial: bool,
    /// The most states of an abstraction: beyond that, refinement gives way to exploring the component itself.
    pub abstraction_limit: u64,
}

/// The most states of an abstraction, unless somebody says otherwise.
pub const USUAL_ABSTRACTION_LIMIT: u64 = 1 << 16;

/// How many calls of [`Run::tick`] go by between two looks at clock and memory.
const TICKS_BETWEEN_LOOKS: u64 = 1024;

impl Run {
    /// A run with limits that starts now.
    pub fn new(limits: Limits) -> Self {
        Run {
            limits,
            cancelled: Arc::default(),
            started: Instant::now(),
            memory_probe: None,
            sink: None,
            stages: None,
            depth: 0,
            ticks: 0,
            step_limit: None,
            steps: Arc::default(),
            seed: 0,
            minimise: true,
            thorough: true,
            settles_for_doubts: false,
            serial: false,
            abstraction_limit: USUAL_ABSTRACTION_LIMIT,
        }
    }

    /// The flag that cancels the run when it is set, from another thread or a signal handler.
    pub fn with_cancellation(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancelled = flag;
        self
    }

    /// How to find out how many bytes of memory are in use: the memory limit needs it.
    pub fn with_memory_probe(mut self, probe: impl Fn() -> u64 + 'static) -> Self {
        self.memory_probe = Some(Box::new(probe));
        self
    }

    /// The most looks at the limits, here and from inside the searches that [`Run::interrupt`] ends. It stands for a
    /// limit of time where the same input must come to the same end on every machine.
    pub fn with_step_limit(mut self, steps: u64) -> Self {
        self.step_limit = Some(steps);
        self
    }

    /// How many steps are left, if they are limited.
    pub fn steps_left(&self) -> Option<u64> {
        self.step_limit.map(|most| most.saturating_sub(self.steps.load(Ordering::Relaxed)))
    }

    /// Whom to tell about progress.
    pub fn with_sink(mut self, sink: impl FnMut(&Progress) + 'static) -> Self {
        self.sink = Some(Box::new(sink));
        self
    }

    /// Whom to tell about each part of the work when it is over.
    pub fn with_stages(mut self, sink: impl FnMut(&Stage) + 'static) -> Self {
        self.stages = Some(Box::new(sink));
        self
    }

    /// Does a part of the work that has a name.
    pub fn stage<T>(&mut self, name: &'static str, work: impl FnOnce(&mut Run) -> T) -> T {
        let (started, taken) = (Instant::now(), self.steps.load(Ordering::Relaxed));
        self.depth += 1;
        let done = work(self);
        self.depth -= 1;
        let steps = self.steps.load(Ordering::Relaxed) - taken;
        let stage = Stage { name, depth: self.depth, time: started.elapsed(), steps };
        if let Some(sink) = &mut self.stages {
            sink(&stage);
        }
        done
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Does some work that stops at this many states, if not before.
    pub fn within_states<T>(&mut self, states: u64, work: impl FnOnce(&mut Run) -> T) -> T {
        let given = self.limits.states;
        self.limits.states = Some(given.map_or(states, |limit| limit.min(states)));
        let done = work(self);
        self.limits.states = given;
        done
    }

    /// Does some work that stops after this part of the time that is left, if not before.
    pub fn within_part_of_time<T>(&mut self, part: f64, work: impl FnOnce(&mut Run) -> T) -> T {
        let (given, given_steps) = (self.limits.time, self.step_limit);
        let (elapsed, taken) = (self.elapsed(), self.steps.load(Ordering::Relaxed));
        self.limits.time = given.map(|limit| elapsed + limit.saturating_sub(elapsed).mul_f64(part));
        let share = |limit: u64| (limit.saturating_sub(taken) as f64 * part) as u64;
        self.step_limit = given_steps.map(|limit| taken.saturating_add(share(limit)));
        let done = work(self);
        (self.limits.time, self.step_limit) = (given, given_steps);
        done
    }

    /// Does some work that stops after this many steps, if not before.
    pub fn within_steps<T>(&mut self, steps: u64, work: impl FnOnce(&mut Run) -> T) -> T {
        let given = self.step_limit;
        let end = self.steps.load(Ordering::Relaxed).saturating_add(steps);
        self.step_limit = Some(given.map_or(end, |limit| limit.min(end)));
        let done = work(self);
        self.step_limit = given;
        done
    }

    /// How long the run has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Tells about progress.
    pub fn report(&mut self, phase: &'static str, done: u64, unit: &'static str) {
        if let Some(sink) = &mut self.sink {
            sink(&Progress { phase, done, unit });
        }
    }

    /// Cheap enough for inner loops: looks at the limits every so often.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn tick(&mut self) -> Result<(), StopReason> {
        self.ticks += 1;
        if self.ticks.is_multiple_of(TICKS_BETWEEN_LOOKS) { self.look() } else { Ok(()) }
    }

    /// A hook for searches that can't be given the run: says `true` once the run is cancelled or its time is up.
    pub fn interrupt(&self) -> impl Fn() -> bool + Send + Sync + 'static {
        let cancelled = Arc::clone(&self.cancelled);
        let end = self.limits.time.map(|time| self.started + time);
        let (steps, most) = (Arc::clone(&self.steps), self.step_limit);
        move || {
            cancelled.load(Ordering::Relaxed)
                || end.is_some_and(|end| Instant::now() >= end)
                || most.is_some_and(|most| take_step(&steps) > most)
        }
    }

    /// Looks at cancellation, time and memory now.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn look(&self) -> Result<(), StopReason> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(StopReason::Cancelled);
        }
        let is_late = self.limits.time.is_some_and(|limit| self.started.elapsed() >= limit);
        if is_late || self.step_limit.is_some_and(|most| take_step(&self.steps) > most) {
            return Err(StopReason::TimeLimit);
        }
        let used = self.memory_probe.as_ref().map_or(0, |probe| probe());
        if self.limits.memory.is_some_and(|limit| used > limit) {
            return Err(StopReason::MemoryLimit);
        }
        Ok(())
    }
}

/// Counts one more step; gives how many there were so far.
fn take_step(steps: &AtomicU64) -> u64 {
    steps.fetch_add(1, Ordering::Relaxed) + 1
}

impl Default for Run {
    fn default() -> Self {
        Run::new(Limits::default())
    }
}
