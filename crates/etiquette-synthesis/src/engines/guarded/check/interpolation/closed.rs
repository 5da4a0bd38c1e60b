//! What is safe for ever: the largest part of the remembered states from which nothing leads out of it.
//!
//! All that is remembered is taken to be closed at first; whatever leads out is dropped, until nothing does any more.
//! What is left is an invariant of its own, so that it never needs to be looked at again, whether the initial states
//! are in it or not.

use etiquette_checking::check_invariant;
use etiquette_logic::Term;

use crate::engines::guarded::check::explore::{Explorer, Key};
use crate::engines::guarded::check::interpolation::State;
use crate::engines::guarded::check::interpolation::cache::FOR_EVER;
use etiquette_outcome::{Run, StopReason};

/// Remembered states, by their place and their number there, and for how many calls they are known to be safe.
struct Candidate {
    key: Key,
    number: usize,
    calls: u64,
}

impl State<'_> {
    /// What is safe for ever, if the initial states are among it. If it is, they lead to nothing that is not
    /// remembered, so that there is no need to look as long as they do.
    pub(crate) fn invariant(&mut self, run: &mut Run) -> Result<Option<Term>, StopReason> {
        if self.is_growing {
            return Ok(None);
        }
        self.close(run)?;
        if !self.is_safe(0, FOR_EVER, run)? {
            return Ok(None);
        }
        let states = self.safe_for_ever();
        Ok(self.is_kept(states).then_some(states))
    }

    /// Finds what is closed under all steps, and remembers that it is safe for ever.
    fn close(&mut self, run: &mut Run) -> Result<(), StopReason> {
        let mut candidates = self.take_all_for_closed();
        loop {
            let before = candidates.len();
            for key in self.safe.keys().cloned().collect::<Vec<_>>() {
                self.drop_those_that_lead_out(&key, &mut candidates, run)?;
            }
            if candidates.len() == before {
                return Ok(());
            }
        }
    }

    fn take_all_for_closed(&mut self) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (key, all) in &mut self.safe {
            for (number, safe) in all.iter_mut().enumerate().filter(|(_, safe)| safe.calls != FOR_EVER) {
                candidates.push(Candidate { key: key.clone(), number, calls: safe.calls });
                safe.calls = FOR_EVER;
            }
        }
        candidates
    }

    fn drop_those_that_lead_out(
        &mut self,
        key: &Key,
        candidates: &mut Vec<Candidate>,
        run: &mut Run,
    ) -> Result<(), StopReason> {
        if candidates.iter().all(|candidate| candidate.key != *key) {
            return Ok(());
        }
        let (domain, out) = (self.domain(key), self.leads_out(key, FOR_EVER));
        let mut left = Vec::new();
        for candidate in candidates.drain(..) {
            let states = self.safe[&candidate.key][candidate.number].states;
            let stays = candidate.key != *key || !self.explorer.is_satisfiable(&[domain, states, out], run)?;
            match stays {
                true => left.push(candidate),
                false => self.give_back(&candidate),
            }
        }
        *candidates = left;
        Ok(())
    }

    /// It is safe for as many calls as it was known to be.
    fn give_back(&mut self, candidate: &Candidate) {
        if let Some(all) = self.safe.get_mut(&candidate.key) {
            all[candidate.number].calls = candidate.calls;
        }
    }

    fn safe_for_ever(&mut self) -> Term {
        let mut parts = Vec::new();
        for key in self.safe.keys().cloned().collect::<Vec<_>>() {
            let Some(known) = self.known(&key, FOR_EVER) else { continue };
            parts.push(self.explorer.in_place(&key, known));
        }
        let domain = self.explorer.product.known.clone();
        let terms = &mut self.explorer.component.terms;
        let any = terms.any(parts);
        terms.all(domain.into_iter().chain([any]))
    }

    /// Whether the states really are an invariant: whoever gets it as a proof need not believe how it was found.
    fn is_kept(&mut self, states: Term) -> bool {
        let Explorer { component, product, .. } = &mut self.explorer;
        let agree = component.terms.not(product.bad);
        check_invariant(&mut component.terms, &product.system, product.bad, &[states, agree]).is_ok()
    }
}
