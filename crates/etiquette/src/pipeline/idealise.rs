//! Where numbers that wrap around are in the way of a proof, or of an interface that anybody would read: the same without
//! runs that overflow. The answer is to another question then, and says so.

use etiquette_component::Forgotten;
use etiquette_synthesis::{Engine, Unsupported, synthesize_in_steps};

use super::{Context, Found, Target};

/// The steps, and the part of a time limit, after which numbers as they are have been tried for long enough.
const STEPS_AS_IT_IS: u64 = 400_000;
const TIME_AS_IT_IS: f64 = 0.8;
/// The same for ideal integers: what they make possible is mostly found soon.
const STEPS_FOR_IDEAL: u64 = 40_000;
const TIME_FOR_IDEAL: f64 = 0.2;
/// With more states than this, an interface may be large only because numbers wrap around.
const MANY_STATES: usize = 32;
/// An interface that is proved is given up only for one that is so many times smaller.
const MUCH_SMALLER: usize = 8;

impl Context<'_> {
    /// Works out the interface of the target; of the ideal one, if only that leads to a proof or to a small interface.
    pub(super) fn synthesize_or_idealise(
        &mut self,
        engine: &dyn Engine,
        target: &Target,
        ideal: &Target,
    ) -> Result<Found, Unsupported> {
        let first = self.within("numbers as they are", TIME_AS_IT_IS, STEPS_AS_IT_IS, |context| {
            context.synthesize_as_it_is(engine, target)
        })?;
        if !may_be_spoilt(&first) {
            return Ok(first);
        }
        let second = self.within("ideal integers", TIME_FOR_IDEAL, STEPS_FOR_IDEAL, |context| {
            context.synthesize_ideal(engine, ideal)
        })?;
        if is_better(&second, &first) {
            return Ok(second);
        }
        let is_enough = first.outcome.is_settled() || self.run.look().is_err();
        if is_enough { Ok(first) } else { self.synthesize_as_it_is(engine, target) }
    }

    /// Nothing is forgotten here: two reservations at once are more than a reader bears.
    fn synthesize_ideal(&mut self, engine: &dyn Engine, ideal: &Target) -> Result<Found, Unsupported> {
        let slices = ideal.slices_until(&self.run.interrupt());
        self.checked(ideal, |run| synthesize_in_steps(engine, &slices, run))
    }

    /// Does some work within a part of the time, and these steps.
    pub(super) fn within<T>(
        &mut self,
        name: &'static str,
        time: f64,
        steps: u64,
        work: impl FnOnce(&mut Context<'_>) -> T,
    ) -> T {
        let Context { common, coarse_first, check_proofs, may_idealise, may_leave_out, .. } = *self;
        let registers = self.registers.clone();
        let inner = |run: &mut _| {
            work(&mut Context { run, common, coarse_first, check_proofs, may_idealise, may_leave_out, registers })
        };
        self.run.stage(name, |run| run.within_part_of_time(time, |run| run.within_steps(steps, inner)))
    }
}

/// Whether it may be numbers that wrap around for which there is no proof, or a large interface.
fn may_be_spoilt(found: &Found) -> bool {
    let is_doubtful = found.slice.forgotten != Forgotten::default() && found.outcome.doubtful() > 0;
    !found.outcome.is_settled() || is_doubtful || found.outcome.interface.state_count() > MANY_STATES
}

fn is_better(ideal: &Found, other: &Found) -> bool {
    let states = |found: &Found| found.outcome.interface.state_count();
    let is_clearer = !other.outcome.is_settled() || ideal.outcome.doubtful() < other.outcome.doubtful();
    ideal.outcome.is_settled() && (is_clearer || states(ideal) * MUCH_SMALLER <= states(other))
}
