//! A last look at what was found: what is true after doubtful calls, should they return.

use etiquette_outcome::Assumption;
use etiquette_synthesis::look_behind_doubts;

use super::{Confirmation, Context, Found};

impl Context<'_> {
    /// The same interface, or one that goes on behind doubtful calls, if that can be shown in the time that is left.
    pub(super) fn looking_behind_doubts(&mut self, found: Found) -> Found {
        if found.outcome.doubtful() == 0 || !self.check_proofs || self.run.look().is_err() {
            return found;
        }
        let Found { outcome: known, slice, target, .. } = &found;
        let whole = target.slices_until(&self.run.interrupt()).exact.component;
        let Some(more) = look_behind_doubts(known, slice, &whole, self.run) else { return found };
        let mut better = self.finished(target, more, slice.clone());
        better.rests_on(known.guarantee.granted());
        if better.confirmation == Confirmation::Accepted { better } else { found }
    }
}

impl Found {
    /// Adds what another result of the same slice takes for granted.
    fn rests_on<'a>(&mut self, others: impl Iterator<Item = &'a Assumption>) {
        let own = &mut self.outcome.guarantee.assumptions;
        let new: Vec<Assumption> = others.filter(|other| !own.contains(other)).cloned().collect();
        own.extend(new);
    }
}
