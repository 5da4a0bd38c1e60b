//! One cell of the table: an algorithm in one of its versions on one system.

use std::time::Duration;

use etiquette_component::Component;
use etiquette_outcome::{Limits, Outcome, Run, StopReason};
use etiquette_synthesis::{Direct, DirectSymbolic, Engine, Learn, LearnSymbolic, Refine, RefineSymbolic, Then};

use crate::families::Instance;
use crate::probe::{Probe, with_peak};
use crate::samples::{Samples, timed};

/// An algorithm of the 2006 paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// The direct one.
    Direct,
    /// Learning.
    Learn,
    /// Refinement.
    Refine,
}

impl Algorithm {
    /// All of them, in the paper's order.
    pub const ALL: [Algorithm; 3] = [Algorithm::Direct, Algorithm::Learn, Algorithm::Refine];

    /// Its name here.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Direct => "direct",
            Algorithm::Learn => "learn",
            Algorithm::Refine => "refine",
        }
    }
}

/// How states are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Representation {
    /// One by one.
    Explicit,
    /// Sets of them as decision diagrams.
    Diagrams,
}

impl Representation {
    /// Both.
    pub const ALL: [Representation; 2] = [Representation::Explicit, Representation::Diagrams];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Representation::Explicit => "explicit",
            Representation::Diagrams => "BDD",
        }
    }
}

/// An algorithm on a representation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The representation.
    pub representation: Representation,
}

impl Version {
    /// Its name in tables.
    pub fn name(self) -> String {
        format!("{}, {}", self.algorithm.name(), self.representation.name())
    }
}

const fn version(algorithm: Algorithm, representation: Representation) -> Version {
    Version { algorithm, representation }
}

/// All versions, in the order of the paper's columns.
pub const VERSIONS: [Version; 6] = [
    version(Algorithm::Direct, Representation::Explicit),
    version(Algorithm::Direct, Representation::Diagrams),
    version(Algorithm::Learn, Representation::Explicit),
    version(Algorithm::Learn, Representation::Diagrams),
    version(Algorithm::Refine, Representation::Explicit),
    version(Algorithm::Refine, Representation::Diagrams),
];

/// What came of an algorithm on a system.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cell {
    /// Seconds until it was done or stopped.
    pub seconds: f64,
    /// Why it did not finish, if so.
    pub unfinished: Option<String>,
    /// The states of the component that it saw, finished or not.
    pub explored: u64,
    /// The states of the automaton that the algorithm itself gives, before anything is merged: the paper's FA size.
    pub size: Option<u64>,
    /// The states of the minimised interface.
    pub interface: Option<u64>,
    /// The most bytes that were allocated on the way, if measured.
    pub peak: Option<u64>,
}

/// How to measure cells.
pub(crate) struct Meter<'a> {
    pub limit: Duration,
    /// At least one.
    pub repeat: usize,
    /// Runs longer than this many seconds are not repeated.
    pub long_run: f64,
    pub probe: Option<&'a dyn Probe>,
}

impl Meter<'_> {
    /// The median time of several runs, fewer where they are long or stopped.
    pub fn measure(&self, version: Version, instance: &Instance) -> Cell {
        let component = instance.component();
        let (mut cell, peak) = with_peak(self.probe, || self.repeated(version, &component));
        cell.peak = peak;
        cell
    }

    fn repeated(&self, version: Version, component: &Component) -> Cell {
        let mut seconds = Vec::new();
        loop {
            let (outcome, time) = timed(|| self.run(version, component));
            seconds.push(time);
            let mut cell = outcome.map_or_else(refused, |outcome| finished(version, &outcome));
            if cell.unfinished.is_some() || time > self.long_run || seconds.len() == self.repeat {
                cell.seconds = Samples::new(seconds).median();
                return cell;
            }
        }
    }

    fn run(&self, version: Version, component: &Component) -> Result<Outcome, String> {
        let limits = Limits { time: Some(self.limit), ..Limits::default() };
        let engine = engine(version);
        engine.synthesize(component, &mut Run::new(limits)).map_err(|refusal| refusal.to_string())
    }
}

fn engine(version: Version) -> Box<dyn Engine> {
    let then = Then::Direct;
    match (version.algorithm, version.representation) {
        (Algorithm::Direct, Representation::Explicit) => Box::new(Direct),
        (Algorithm::Direct, Representation::Diagrams) => Box::new(DirectSymbolic),
        (Algorithm::Learn, Representation::Explicit) => Box::new(Learn),
        (Algorithm::Learn, Representation::Diagrams) => Box::new(LearnSymbolic),
        (Algorithm::Refine, Representation::Explicit) => Box::new(Refine { then }),
        (Algorithm::Refine, Representation::Diagrams) => Box::new(RefineSymbolic { then }),
    }
}

fn refused(why: String) -> Cell {
    Cell { unfinished: Some(why), ..Cell::default() }
}

fn finished(version: Version, outcome: &Outcome) -> Cell {
    let counted = |name: &str| outcome.statistics.get(name).copied();
    let explored = counted("component states");
    let cell = Cell { explored: explored.unwrap_or(0), ..Cell::default() };
    if outcome.stop != StopReason::Done {
        return Cell { unfinished: Some(outcome.stop.to_string()), ..cell };
    }
    let interface = outcome.interface.state_count() as u64;
    let size = match version.algorithm {
        Algorithm::Learn => Some(interface),
        Algorithm::Direct => explored,
        Algorithm::Refine => counted("abstract states").or(explored),
    };
    Cell { size, interface: Some(interface), ..cell }
}
