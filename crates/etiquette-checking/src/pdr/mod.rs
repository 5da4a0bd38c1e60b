//! Property-directed reachability (IC3): proves that bad states are not reached by finding an invariant clause by
//! clause.
//!
//! Bradley, "SAT-based model checking without unrolling", 2011; Eén, Mishchenko and Brayton, "Efficient implementation
//! of property directed reachability", 2011; Hassan, Bradley and Somenzi, "Better generalization in IC3", 2013. Clauses
//! are over the bits of the state and over comparisons that the system itself makes, as in Dureja et al., "IC3 with
//! internal signals", 2021.

mod cube;
mod encoded;
mod feature;
mod frame;
mod generalise;
mod initial;
mod irredundant;
mod lemma;
mod lift;
mod predicates;
mod search;

use crate::circuit::Circuit;
use crate::question::{Question, Verdict};

/// Looks for an invariant that excludes bad states, or a run to one, until one of them is found or a limit reached.
pub fn pdr(question: Question<'_>) -> Verdict {
    let Question { pool, system, bad, known, limits } = question;
    let mut circuit = Circuit::new(pool, system, bad, known);
    let features = feature::features(pool, system, bad, &mut circuit);
    let found = search::PdrSearch::new(pool, system, &circuit, &features, &limits).run();
    match found {
        Ok(search::Found::Invariant(cubes)) => {
            let cubes = irredundant::without_implied(&circuit, &features, &limits, cubes);
            let lemmas = cubes.iter().map(|cube| lemma::clause(pool, system, &features, cube));
            Verdict::Holds { invariant: known.iter().copied().chain(lemmas).collect() }
        }
        Ok(search::Found::Trace(trace)) => Verdict::Reached(trace),
        Err(unknown) => Verdict::Unknown(unknown),
    }
}
