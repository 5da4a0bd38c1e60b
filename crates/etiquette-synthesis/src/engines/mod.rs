//! The engines: one folder for each published algorithm, written as a control loop that can be held beside the paper.
//!
//! What they work on is in [`crate::spaces`], how they find predicates in [`crate::refinement`], how they prove things
//! in [`crate::proofs`], how guards and labels are put into words in [`crate::readable`]. An engine imports these,
//! never another engine's insides.

pub(crate) mod auto;
pub(crate) mod budgets;
pub(crate) mod certified;
pub(crate) mod direct;
pub(crate) mod game;
pub(crate) mod guarded;
pub(crate) mod learn;
pub(crate) mod maymust;
pub(crate) mod refine;
pub(crate) mod witness;
