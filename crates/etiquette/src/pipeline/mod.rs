//! The one way from what the user names to an interface: read → pass → engine → check → finish.
//!
//! Every command that reads a component goes through [`Context::read`], and every one that needs its interface through
//! [`Context::synthesize`]: what holds of an interface then does not depend on the command that asked for it.

mod behind;
mod check;
mod finish;
mod hierarchy;
mod idealise;
mod leaving_out;
mod pass;
mod read;
mod registers;
mod results;
mod roles;
mod version;

use etiquette_component::{Slice, Slices};
use etiquette_outcome::{Outcome, Run};
use etiquette_synthesis::{Engine, Unsupported, say_with_observers, synthesize_in_steps, synthesize_or_forget};

use crate::arguments::{Common, Registers, TargetArguments};
use crate::failure::{Failure, warn};
use crate::witnesses;

pub use check::{CHECKED, Confirmation};
pub use leaving_out::{LeavingOut, UNDECIDED};
use registers::Attempt;

pub use read::{Target, is_class, read_class, read_simplified, read_target};
pub use version::{Version, is_interface, read_version};

/// What a command asks of the pipeline: within which limits, and how thoroughly.
pub struct Context<'a> {
    pub run: &'a mut Run,
    pub common: &'a Common,
    /// Whether a coarse slice is tried before the exact one. Engines that make no proofs have no use for it.
    pub coarse_first: bool,
    /// Whether proofs are put before the checker.
    pub check_proofs: bool,
    /// Whether runs that overflow are left out where they are in the way.
    pub may_idealise: bool,
    /// What may be left out that is in the way of any proof.
    pub may_leave_out: LeavingOut,
    /// Whether variables become registers.
    pub registers: Registers,
}

/// An interface as it leaves the pipeline.
pub struct Found {
    pub outcome: Outcome,
    /// The slice that it is of.
    pub slice: Slice,
    /// What the slice is of: what the user named, perhaps without some methods, or with ideal integers.
    pub target: Target,
    /// What the checker says to its proof.
    pub confirmation: Confirmation,
}

/// The part of the time that is left to the engine: what it proves is to be checked, too.
const TIME_FOR_ENGINE: f64 = 0.85;

impl<'a> Context<'a> {
    /// For an interface with all that can be proved of it.
    pub fn new(run: &'a mut Run, common: &'a Common) -> Self {
        Context {
            run,
            common,
            coarse_first: true,
            check_proofs: true,
            may_idealise: false,
            may_leave_out: LeavingOut::Nothing,
            registers: Registers::None,
        }
    }

    /// Reads a target, unless time is over first.
    pub fn read(&mut self, arguments: &TargetArguments) -> Result<Target, Failure> {
        self.run.stage("reading", |run| read::read_target_until(arguments, &run.interrupt()))
    }

    /// Works out the interface of a target, and has it checked before anything is called proved.
    ///
    /// # Errors
    /// What the engine can't take.
    pub fn synthesize(&mut self, engine: &dyn Engine, target: &Target) -> Result<Found, Unsupported> {
        if let Some(found) = self.synthesize_with_roles(target) {
            let found = self.or_with_certain_registers(target, found);
            return Ok(self.looking_behind_doubts(found));
        }
        let found = match self.synthesize_with_registers(target) {
            Attempt::Found(found) => *found,
            Attempt::FiniteSoon => self.synthesize_without_registers(engine, target)?,
            Attempt::Nothing => match self.synthesize_holding_many_numbers(target) {
                Some(found) => return Ok(found),
                None => self.synthesize_without_registers(engine, target)?,
            },
        };
        let found = self.or_with_results(engine, target, found)?;
        Ok(self.looking_behind_doubts(found))
    }

    /// The same with the outcomes that the target has: returned numbers are not told apart.
    ///
    /// # Errors
    /// What the engine can't take.
    pub fn synthesize_as_given(&mut self, engine: &dyn Engine, target: &Target) -> Result<Found, Unsupported> {
        match self.synthesize_with_registers(target) {
            Attempt::Found(found) => Ok(*found),
            Attempt::FiniteSoon | Attempt::Nothing => self.synthesize_without_registers(engine, target),
        }
    }

    fn synthesize_without_registers(&mut self, engine: &dyn Engine, target: &Target) -> Result<Found, Unsupported> {
        if self.may_leave_out == LeavingOut::Anything && !target.outcomes_are_given {
            return self.synthesize_or_leave_out(engine, target);
        }
        self.synthesize_all(engine, target)
    }

    /// The interface of all methods of a target.
    fn synthesize_all(&mut self, engine: &dyn Engine, target: &Target) -> Result<Found, Unsupported> {
        match target.idealised().filter(|_| self.may_idealise) {
            Some(ideal) => self.synthesize_or_idealise(engine, target, &ideal),
            None => self.synthesize_as_it_is(engine, target),
        }
    }

    fn synthesize_as_it_is(&mut self, engine: &dyn Engine, target: &Target) -> Result<Found, Unsupported> {
        let slices = self.slices(target);
        let may_forget = self.coarse_first && !self.run.serial && !target.outcomes_are_given;
        let synthesize = if may_forget { synthesize_or_forget } else { synthesize_in_steps };
        self.checked(target, |run| synthesize(engine, &slices, run))
    }

    /// What the engine is given of a target.
    fn slices(&mut self, target: &Target) -> Slices {
        let mut slices = self.run.stage("slicing", |run| target.slices_until(&run.interrupt()));
        if self.run.serial || !self.coarse_first {
            slices.coarse = None;
        }
        slices
    }

    /// Puts what is proved before the checker, which has time of its own, and adds what the target says.
    fn checked(
        &mut self,
        target: &Target,
        synthesize: impl FnOnce(&mut Run) -> Result<(Outcome, Slice), Unsupported>,
    ) -> Result<Found, Unsupported> {
        let (outcome, slice) = self.run.within_part_of_time(TIME_FOR_ENGINE, synthesize)?;
        Ok(self.finished(target, outcome, slice))
    }

    /// What was found of a slice of the target, once the checker has seen it.
    fn finished(&mut self, target: &Target, mut outcome: Outcome, slice: Slice) -> Found {
        let check = |context: &mut Context<'_>| check::check(context, &mut outcome, &slice.component);
        let confirmation = self.within("check", 1.0, u64::MAX, check);
        if !outcome.is_settled() {
            witnesses::check_on_interpreter(&mut outcome, slice.as_called(), self.run);
        }
        say_with_observers(&mut outcome, &target.component, self.run);
        let outcome = finish::finish(outcome, target, &slice, self.run.serial);
        Found { outcome, slice, target: target.clone(), confirmation }
    }
}

impl Found {
    /// Says what the checker did not accept. The result says so, too, but not why.
    pub fn report_confirmation(&self, common: &Common) {
        match &self.confirmation {
            Confirmation::Rejected(why) => {
                let what = "this is an error of the program: its checker does not accept the proof that it found";
                Failure::new(format!("{what}: {why}")).help("please report it, with the input").print(common);
            }
            Confirmation::Unfinished(why) => warn(&format!("the proof could not be checked: {why}"), common),
            Confirmation::Accepted | Confirmation::NothingToCheck => {}
        }
    }
}
