//! Calls run one after the other, with whatever outcomes lead to the end.

use etiquette_component::Letter;

use super::{Event, LetterId, NodeId, Verdict, Words};
use etiquette_outcome::{Run, StopReason};

/// A word that can happen.
pub(crate) struct Replayed {
    /// The calls that return, with their outcomes.
    pub events: Vec<Event>,
    /// The call after them that fails, where one was asked for, and its error.
    pub failed: Option<(LetterId, usize)>,
}

/// The beliefs after so many calls, each with the place of one before it and the outcome between them.
type Layer = Vec<(NodeId, usize, usize)>;

impl Words {
    /// How the calls can follow each other, and one more fail then, if it is given. `None` where the run stops before
    /// that is known.
    pub fn happening(&mut self, calls: &[Letter], failing: Option<&Letter>, run: &mut Run) -> Option<Vec<Event>> {
        let calls: Vec<LetterId> = calls.iter().map(|call| self.letter_id(call.clone())).collect();
        let failing = failing.map(|call| self.letter_id(call.clone()));
        self.replay(&calls, failing, run).ok().flatten().map(|found| found.events)
    }

    /// A run of the calls after which one more fails, if it is given; `None`: there is none.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn replay(
        &mut self,
        calls: &[LetterId],
        failing: Option<LetterId>,
        run: &mut Run,
    ) -> Result<Option<Replayed>, StopReason> {
        let mut layers: Vec<Layer> = vec![vec![(Words::START, 0, 0)]];
        for &letter in calls {
            let next = self.layer_after(&layers[layers.len() - 1], letter, run)?;
            layers.push(next);
        }
        let Some(letter) = failing else { return Ok(events(&layers, calls, 0, None)) };
        for (place, &(node, ..)) in layers[calls.len()].iter().enumerate() {
            if let Verdict::Fails(error) = self.verdict(node, letter, run)? {
                return Ok(events(&layers, calls, place, Some((letter, error))));
            }
        }
        Ok(None)
    }

    fn layer_after(&mut self, layer: &Layer, letter: LetterId, run: &mut Run) -> Result<Layer, StopReason> {
        let outcomes = self.executor.component.methods[self.letter(letter).method].outcomes.len();
        let mut next = Vec::new();
        for (place, &(node, ..)) in layer.iter().enumerate() {
            for outcome in 0..outcomes {
                let reached = self.next(node, Event { letter, outcome }, run)?;
                next.extend(reached.map(|node| (node, place, outcome)));
            }
        }
        next.sort_unstable();
        next.dedup_by_key(|(node, ..)| *node);
        Ok(next)
    }
}

/// The events through the layers, from this place in the last one back to the start.
fn events(
    layers: &[Layer],
    calls: &[LetterId],
    mut place: usize,
    failed: Option<(LetterId, usize)>,
) -> Option<Replayed> {
    let mut events = Vec::new();
    for (layer, &letter) in layers.iter().skip(1).zip(calls).rev() {
        let &(_, before, outcome) = layer.get(place)?;
        events.push(Event { letter, outcome });
        place = before;
    }
    events.reverse();
    Some(Replayed { events, failed })
}
