//! Where a spurious run of the abstraction leaves the component behind, and which parts of the state close the gap
//! (Algorithm 5).

use etiquette_component::{Component, Event, Letter, Visibility, VisiblePiece};
use etiquette_logic::mask;

use crate::engines::refine::hitting::hitting_set;
use crate::engines::refine::parts::{Part, hidden_parts, show};
use etiquette_outcome::{Run, StopReason};

/// What is seen of a state: for each variable the visible bits, and their values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Look {
    /// For each variable the bits that are seen.
    pub bits: Vec<u64>,
    /// For each variable their values, with zeros elsewhere.
    pub values: Vec<u64>,
}

impl Look {
    /// What a state of the abstraction says about a state of the component.
    pub fn new(variables: usize, pieces: &[VisiblePiece], state: &[u64]) -> Self {
        let mut look = Look { bits: vec![0; variables], values: vec![0; variables] };
        for (piece, value) in pieces.iter().zip(state) {
            look.bits[piece.variable] |= mask(piece.width) << piece.low;
            look.values[piece.variable] |= value << piece.low;
        }
        look
    }

    /// Whether a state looks like this.
    pub fn fits(&self, state: &[u64]) -> bool {
        state.iter().zip(&self.bits).zip(&self.values).all(|((value, bits), seen)| value & bits == *seen)
    }
}

/// Whether a run ends with a failing call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// The last call fails.
    Fails,
    /// It returns, or at least can't fail.
    Passes,
}

/// A run of the abstraction.
pub(crate) struct AbstractRun<'a> {
    pub word: &'a [Event],
    pub call: &'a Letter,
    /// What is seen of the states before each call of the word and before the last call.
    pub looks: Vec<Look>,
    pub ending: Ending,
}

/// Where the component can't follow a run of its abstraction.
pub(crate) enum Gap<S> {
    /// No initial state looks like that of the run.
    Initial,
    /// It can follow up to some call.
    Between {
        /// The states that it can be in then.
        reached: S,
        /// The states that look the same and could follow on.
        needed: S,
    },
}

/// A state that was reached, and one that was needed.
pub(crate) type StatePair = (Vec<u64>, Vec<u64>);

/// Tells states of a component apart by what is seen of them.
pub(crate) trait Separable {
    /// A set of states.
    type States;

    /// Two states between which nothing of what is visible makes a difference.
    fn alike(
        &mut self,
        reached: &Self::States,
        needed: &Self::States,
        visibility: &Visibility,
        run: &Run,
    ) -> Result<Option<StatePair>, StopReason>;
}

/// Shows as few parts as possible so that no state that was reached looks like one that was needed. Pairs of states
/// that look alike are asked for one at a time: few of them decide.
pub(crate) fn close_gap<R: Separable>(
    component: &Component,
    representation: &mut R,
    (reached, needed): (&R::States, &R::States),
    visibility: &mut Visibility,
    run: &mut Run,
) -> Result<(), StopReason> {
    let candidates = hidden_parts(component, visibility);
    let before = visibility.clone();
    let mut differences: Vec<Vec<usize>> = Vec::new();
    while let Some((one, other)) = representation.alike(reached, needed, visibility, run)? {
        let differs = |part: &Part| (one[part.variable] ^ other[part.variable]) & part.bits != 0;
        let difference: Vec<usize> = (0..candidates.len()).filter(|&index| differs(&candidates[index])).collect();
        run.tick()?;
        if difference.is_empty() {
            break;
        }
        differences.push(difference);
        *visibility = before.clone();
        hitting_set(&differences).into_iter().for_each(|index| show(visibility, candidates[index]));
    }
    Ok(())
}
