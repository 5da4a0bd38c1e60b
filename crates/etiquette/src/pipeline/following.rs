//! How much of a class's surroundings is looked at. Of a large class first little: what is left open is a choice of the
//! model, so that the answer is as true, and often there would be none otherwise.

use super::{Context, Found, Target, is_class};
use crate::arguments::{Followed, TargetArguments};
use crate::failure::Failure;

/// The part of a time limit that may be spent on reading all there is.
const TIME_FOR_ALL: f64 = 0.25;
/// The part for an answer with little.
const TIME_FOR_LITTLE: f64 = 0.7;
/// The steps of all methods from which on a class is large.
const LARGE: usize = 5_000;

/// A target, and the arguments with which exactly it is read.
pub struct Reading {
    pub target: Target,
    pub arguments: TargetArguments,
}

/// A target as it is read with more, and with less.
pub struct Readings {
    first: Reading,
    /// What to try if the first one leaves something open.
    second: Option<Reading>,
}

/// Works out the interface of a target.
type Synthesize<'a> = &'a dyn Fn(&Target, &mut Context<'_>) -> Result<Found, Failure>;

impl Context<'_> {
    /// Reads a target in the ways in which it may be looked at.
    pub fn readings(&mut self, arguments: &TargetArguments) -> Result<Readings, Failure> {
        let may_choose = self.coarse_first && !self.run.serial && arguments.model.java.follow == Followed::Auto;
        if !may_choose || !is_class(&arguments.target) {
            return Ok(Readings { first: self.reading(arguments)?, second: None });
        }
        let all = match self.within(TIME_FOR_ALL, u64::MAX, |context| context.reading(arguments)) {
            Ok(small) if small.target.component.steps() <= LARGE => return Ok(Readings { first: small, second: None }),
            Ok(large) => Some(large),
            Err(Failure::Limit { .. }) => None,
            Err(failure) => return Err(failure),
        };
        let mut arguments = arguments.clone();
        arguments.model.java.follow = Followed::Little;
        Ok(Readings { first: self.reading(&arguments)?, second: all })
    }

    fn reading(&mut self, arguments: &TargetArguments) -> Result<Reading, Failure> {
        Ok(Reading { target: self.read(arguments)?, arguments: arguments.clone() })
    }
}

impl Readings {
    /// The one that is looked at first.
    pub fn first(&self) -> &Target {
        &self.first.target
    }

    /// Works out the interface, with more of the surroundings where that is needed and helps.
    pub fn synthesize(
        self,
        context: &mut Context<'_>,
        synthesize: Synthesize<'_>,
    ) -> Result<(Found, Reading), Failure> {
        let Readings { first, second } = self;
        let Some(second) = second else { return Ok((synthesize(&first.target, context)?, first)) };
        let little = context.within(TIME_FOR_LITTLE, u64::MAX, |context| synthesize(&first.target, context))?;
        let is_enough = little.outcome.is_settled() && little.outcome.doubtful() == 0;
        if is_enough || context.run.look().is_err() {
            return Ok((little, first));
        }
        let all = synthesize(&second.target, context)?;
        Ok(if is_better(&all, &little) { (all, second) } else { (little, first) })
    }
}

fn is_better(all: &Found, little: &Found) -> bool {
    let is_clearer = !little.outcome.is_settled() || all.outcome.doubtful() < little.outcome.doubtful();
    all.outcome.is_settled() && is_clearer
}
