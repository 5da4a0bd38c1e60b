//! Symbolic transition systems, and runs through them.
//!
//! Everything is a term of one pool, which is passed beside the system. A state is a value for each variable, in the
//! order of [`System::variables`]. A state in which no step can be taken is simply the end of its runs.

use etiquette_logic::{Symbol, Term};

/// A transition system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct System {
    /// What makes up a state.
    pub variables: Vec<Symbol>,
    /// Holds exactly in the initial states; over the variables.
    pub initial: Term,
    /// The ways to step.
    pub steps: Vec<Step>,
}

/// One way to step. Variables that are not updated keep their values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What is chosen anew each time that the step is taken. Steps may share inputs, since only one is taken at a time.
    pub inputs: Vec<Symbol>,
    /// Where the step can be taken; over variables and inputs.
    pub condition: Term,
    /// New values, over variables and inputs; each variable at most once.
    pub updates: Vec<(Symbol, Term)>,
}

/// A run from an initial state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The states, one more than there are steps; values in the order of [`System::variables`].
    pub states: Vec<Vec<u64>>,
    /// The steps between them.
    pub steps: Vec<TakenStep>,
}

/// A step of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenStep {
    /// Which of [`System::steps`] was taken.
    pub step: usize,
    /// The values of the step's inputs, in the order of [`Step::inputs`].
    pub inputs: Vec<u64>,
}
