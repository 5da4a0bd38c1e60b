//! Interfaces with memory: where no finite interface is found soon, variables that clients know become registers.
//!
//! Few steps are enough to find most finite interfaces, or one with registers where these run away in numbers, and both
//! tell soon that they come to nothing. So this is tried before anything that takes long.

use etiquette_component::{Slice, Slices, is_number};
use etiquette_outcome::Outcome;
use etiquette_synthesis::{
    Unexposed, WithRegisters, synthesize_soon, synthesize_with_registers, synthesize_with_these_registers,
};

use super::results::results_may_help;
use super::{Context, Found, LeavingOut, Target};
use crate::arguments::Registers;
use crate::failure::Failure;

/// Methods with more steps than this take too long for attempts that may come to nothing.
const MOST_STEPS: usize = 1_000;
/// The steps in which a finite interface is found that nobody has to wait for.
const STEPS_AT_ONCE: u64 = 400;
/// The steps that are worth a finite interface where there is one with registers.
const STEPS_INSTEAD: u64 = 10_000;
/// The steps that are worth a finite interface of all methods where one with registers leaves some out.
const STEPS_BEFORE_LEAVING_OUT: u64 = 1_500;
/// The part of the time that an attempt is worth.
const TIME_FOR_REGISTERS: f64 = 0.15;
/// The most methods that are left out because what they set registers to can't be known.
const MOST_LEFT_OUT: usize = 4;

/// What came of the attempt to find an interface with registers.
pub(super) enum Attempt {
    /// It takes some.
    Found(Box<Found>),
    /// There is a finite one, which is found at once, and returned numbers make no difference to it.
    FiniteSoon,
    /// None was found, or a finite one to which they may.
    Nothing,
}

impl Context<'_> {
    /// An interface with registers, where it takes some.
    pub(super) fn synthesize_with_registers(&mut self, target: &Target) -> Attempt {
        if self.registers != Registers::Auto {
            return Attempt::Nothing;
        }
        let slices = self.slices(target);
        if !is_worth_it(&slices) {
            return Attempt::Nothing;
        }
        if let Some((finite, _)) = synthesize_soon(&slices, STEPS_AT_ONCE, self.run) {
            return if results_may_help(&finite) { Attempt::Nothing } else { Attempt::FiniteSoon };
        }
        self.with_some_registers(target, slices).map_or(Attempt::Nothing, |found| Attempt::Found(Box::new(found)))
    }

    /// An interface with registers; `None` if there is none, or a finite one takes little more time.
    fn with_some_registers(&mut self, all: &Target, slices: Slices) -> Option<Found> {
        let (slices, target, with) = match self.registers_for(&slices) {
            Ok(with) => (slices, all.clone(), with),
            Err(_) if synthesize_soon(&slices, STEPS_BEFORE_LEAVING_OUT, self.run).is_some() => return None,
            Err(methods) => self.leaving_out(all, &methods)?,
        };
        let WithRegisters { outcome, slice, takes_many_states } = with;
        if takes_many_states {
            return self.found(&target, (outcome, slice));
        }
        if let Some(finite) = self.certain(&slices, STEPS_INSTEAD) {
            let covers_all = target.not_covered == all.not_covered;
            return if covers_all { None } else { self.found(&target, finite) };
        }
        let ideal = self.ideal_instead(&target);
        ideal.or_else(|| self.found(&target, (outcome, slice)))
    }

    /// A finite interface that leaves nothing open, where that is found in so many steps.
    pub(super) fn certain(&mut self, slices: &Slices, steps: u64) -> Option<(Outcome, Slice)> {
        synthesize_soon(slices, steps, self.run).filter(|found| found.0.doubtful() == 0)
    }

    fn registers_for(&mut self, slices: &Slices) -> Result<WithRegisters, Vec<String>> {
        self.run.stage("registers", |run| {
            run.within_part_of_time(TIME_FOR_REGISTERS, |run| synthesize_with_registers(slices, run))
        })
    }

    /// An interface with registers that are set to what calls return.
    pub fn synthesize_with_returned_registers(&mut self, target: &Target) -> Option<Found> {
        let WithRegisters { outcome, slice, .. } = self.with_returned_registers(target)?;
        self.found(target, (outcome, slice))
    }

    /// The same where runs show that a finite interface would have many states: a search for that would only come to
    /// longer and longer sums of returned numbers.
    pub(super) fn synthesize_holding_many_numbers(&mut self, target: &Target) -> Option<Found> {
        let with = self.with_returned_registers(target)?;
        let is_clear = with.takes_many_states && with.outcome.doubtful() == 0;
        if is_clear { self.found(target, (with.outcome, with.slice)) } else { None }
    }

    fn with_returned_registers(&mut self, target: &Target) -> Option<WithRegisters> {
        let slices = target.slices_with_results(&self.run.interrupt());
        let returns = slices.exact.component.methods.iter().any(|method| method.result.is_some());
        if self.registers != Registers::Auto || !returns || !is_worth_it(&slices) {
            return None;
        }
        let with = self.registers_for(&slices).ok()?;
        with.outcome.interface.memory().looks_at_results().then_some(with)
    }

    /// What was found, put before the checker.
    pub(super) fn found(&mut self, target: &Target, found: (Outcome, Slice)) -> Option<Found> {
        self.checked(target, |_| Ok(found)).ok()
    }

    /// The same without methods that set registers to what nobody can know.
    fn leaving_out(&mut self, target: &Target, methods: &[String]) -> Option<(Slices, Target, WithRegisters)> {
        if target.outcomes_are_given {
            return None;
        }
        let smaller = target.without_methods(methods);
        let may = |method: &String| match self.may_leave_out {
            LeavingOut::Anything => true,
            LeavingOut::Constructors => method.starts_with("new "),
            LeavingOut::Nothing => false,
        };
        let is_worth_it = methods.iter().all(may) && !methods.is_empty() && methods.len() <= MOST_LEFT_OUT;
        let still_constructs = smaller.component.has_constructors() == target.component.has_constructors();
        if !is_worth_it || !still_constructs {
            return None;
        }
        let slices = self.slices(&smaller);
        let with = self.registers_for(&slices).ok()?;
        Some((slices, smaller, with))
    }

    /// A finite interface for numbers that do not overflow, where that is found soon.
    fn ideal_instead(&mut self, target: &Target) -> Option<Found> {
        let ideal = target.idealised().filter(|_| self.may_idealise)?;
        let slices = self.slices(&ideal);
        let found = self.certain(&slices, STEPS_INSTEAD)?;
        self.found(&ideal, found)
    }

    /// An interface with these registers.
    ///
    /// # Errors
    /// Why there is none, and what to do.
    pub fn synthesize_with(&mut self, target: &Target, names: &[String]) -> Result<Found, Failure> {
        let slices = self.slices(target);
        let found = synthesize_with_these_registers(&slices, names, self.run).or_else(|problem| {
            let returning = target.slices_with_results(&self.run.interrupt());
            let found = synthesize_with_these_registers(&returning, names, self.run);
            found.ok().filter(|(outcome, _)| outcome.interface.memory().looks_at_results()).ok_or(problem)
        });
        let found = found.map_err(|problem| not_exposed(problem, &slices))?;
        self.checked(target, |_| Ok(found)).map_err(|unsupported| Failure::new(unsupported.to_string()))
    }
}

/// Whether there are numbers, and not so much else that attempts take long.
fn is_worth_it(slices: &Slices) -> bool {
    let exact = &slices.exact.component;
    exact.variables.iter().any(is_number) && exact.steps() <= MOST_STEPS
}

fn not_exposed(problem: Unexposed, slices: &Slices) -> Failure {
    let variables = slices.exact.component.variables.iter().map(|known| format!("`{}`", known.binding.name));
    let variables: Vec<String> = variables.collect();
    match problem {
        Unexposed::Variable { name, why, method: None } => {
            let help = match variables.is_empty() {
                true => "no error depends on any variable: leave `--registers` out".to_owned(),
                false => format!("the variables that errors depend on are {}", variables.join(", ")),
            };
            Failure::new(format!("`{name}` can't be a register: {why}")).help(help)
        }
        Unexposed::Variable { name, why, method: Some(method) } => {
            Failure::new(format!("`{name}` can't be a register: {why}"))
                .help(format!("leave `{method}` out (`--methods` and `--new` choose), or try `--registers auto`"))
        }
        Unexposed::NoProof => Failure::new("nothing is proved with these registers")
            .help("add others, or try `--registers auto`; `etiquette component --after slice` shows what there is"),
    }
}
