//! The families of the 2006 paper that separate its algorithms (Figure 3).
//!
//! The figure itself is a picture; what the text says of it is kept: how many classes of states there are that no word
//! tells apart, how large each algorithm's automaton is, how long counterexamples get, and which variables refinement
//! needs. All states are numbered by `k - 1` bits, the paper's error variable being the `k`-th.

use super::{Instance, last_value};

/// A family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// (a): the direct algorithm is fastest.
    DirectIsFastest,
    /// (b): learning and refinement give a smaller automaton than the direct algorithm.
    DirectIsLarge,
    /// (c): learning is faster than refinement, and gives a smaller automaton.
    LearningBeatsRefinement,
    /// (d): refinement is faster than learning.
    RefinementBeatsLearning,
}

impl Family {
    /// All of them, in the paper's order.
    pub const ALL: [Family; 4] = [
        Family::DirectIsFastest,
        Family::DirectIsLarge,
        Family::LearningBeatsRefinement,
        Family::RefinementBeatsLearning,
    ];

    /// The paper's letter, and what it claims.
    pub fn claim(self) -> &'static str {
        match self {
            Family::DirectIsFastest => "(a) direct is faster than learning and refinement",
            Family::DirectIsLarge => "(b) learning and refinement give fewer states than direct",
            Family::LearningBeatsRefinement => "(c) learning is faster and smaller than refinement",
            Family::RefinementBeatsLearning => "(d) refinement is faster than learning",
        }
    }

    /// The member with so many variables, the error variable included; at least four.
    pub fn instance(self, variables: u32) -> Instance {
        assert!(variables >= 4, "the paper draws its families from four variables on");
        let bits = variables - 1;
        let (name, source) = match self {
            Family::DirectIsFastest => ("a", chain(bits)),
            Family::DirectIsLarge => ("b", wheel(bits)),
            Family::LearningBeatsRefinement => ("c", regions(bits)),
            Family::RefinementBeatsLearning => ("d", chain_in_noise(bits)),
        };
        Instance::new(format!("separation ({name}), k = {variables}"), source)
    }
}

/// A chain with an error at its end: each of the `2^bits` states has another distance from it, so that no two are
/// alike, and the first wrong conjecture of a learner is refuted only by a word as long as the chain.
fn chain(bits: u32) -> String {
    let last = last_value(bits);
    format!(
        "component chain {{
  var place: u{bits} = 0;
  method step() {{
    if (place == {last}) {{ error AtTheEnd; }}
    place = place + 1;
  }}
  method reset() {{ place = 0; }}
}}
"
    )
}

/// A wheel of `2^bits` states that are all alike: one call is always an error, the other one never.
fn wheel(bits: u32) -> String {
    format!(
        "component wheel {{
  var place: u{bits} = 0;
  method step() {{ place = place + 1; }}
  method stop() {{ error NeverStops; }}
}}
"
    )
}

/// Two places in which writing is an error, and all others: two classes of states without error. To tell them apart all
/// bits but the last must be seen.
fn regions(bits: u32) -> String {
    let last = last_value(bits);
    format!(
        "component regions {{
  var place: u{bits} = 0;
  method first() {{ place = 0; }}
  method second() {{ place = 2; }}
  method step() {{
    if (place == 1) {{ place = 0; }}
    else if (place == {last}) {{ place = 2; }}
    else {{ place = place + 1; }}
  }}
  method write() {{
    if (place < 2) {{ error Protected; }}
  }}
}}
"
    )
}

/// The number of bits of the chain in the family (d), of so many in all: few, but more and more.
pub fn chain_bits(bits: u32) -> u32 {
    (bits / 3).max(1)
}

/// A short chain that moves on only now and then, among bits that no error depends on: `2^chain_bits` classes.
fn chain_in_noise(bits: u32) -> String {
    let chain = chain_bits(bits);
    let (last, noise) = (last_value(chain), bits - chain);
    format!(
        "component chain_in_noise {{
  var place: u{chain} = 0;
  var noise: u{noise} = 0;
  method step() {{
    if (place == {last}) {{ error AtTheEnd; }}
    place = place + 1;
    noise = noise + 1;
  }}
  method wait() {{ noise = noise + 1; }}
  method reset() {{ place = 0; }}
}}
"
    )
}
