//! How much of a class's surroundings is looked at. Of a large class first little: what is left open is a choice of the
//! model, so that the answer is as true, and often there would be none otherwise.

use super::{Context, Found, Target};
use crate::arguments::{Followed, TargetArguments};
use crate::failure::Failure;

/// The part of a time limit that is for an answer with little, if more may be looked at then.
const TIME_FOR_LITTLE: f64 = 0.7;

/// A target, and the arguments with which exactly it is read.
pub struct Reading {
    pub target: Target,
    pub arguments: TargetArguments,
}

/// Works out the interface of a target.
type Synthesize<'a> = &'a dyn Fn(&Target, &mut Context<'_>) -> Result<Found, Failure>;

impl Context<'_> {
    /// Reads a target.
    pub fn reading(&self, arguments: &TargetArguments) -> Result<Reading, Failure> {
        Ok(Reading { target: self.read(arguments)?, arguments: arguments.clone() })
    }
}

impl Reading {
    /// Works out the interface, with more of the surroundings where that is needed and helps.
    pub fn synthesize(
        self,
        context: &mut Context<'_>,
        synthesize: Synthesize<'_>,
    ) -> Result<(Found, Reading), Failure> {
        let may_choose = context.coarse_first && !context.run.serial && self.arguments.model.java.follow == Followed::Auto;
        if !may_choose || !self.target.follows_little || std::env::var("ONE").is_ok() {
            return Ok((synthesize(&self.target, context)?, self));
        }
        let little = context.within(TIME_FOR_LITTLE, u64::MAX, |context| synthesize(&self.target, context))?;
        let is_enough = little.outcome.is_settled() && little.outcome.doubtful() == 0;
        if is_enough || context.run.look().is_err() {
            return Ok((little, self));
        }
        let Some(second) = self.with_more(context)? else { return Ok((little, self)) };
        let all = synthesize(&second.target, context)?;
        Ok(if is_better(&all, &little) { (all, second) } else { (little, self) })
    }

    /// The same with all that is around; `None` if there is no time to read it.
    fn with_more(&self, context: &mut Context<'_>) -> Result<Option<Reading>, Failure> {
        let mut arguments = self.arguments.clone();
        arguments.model.java.follow = Followed::All;
        match context.reading(&arguments) {
            Err(Failure::Limit { .. }) => Ok(None),
            read => read.map(Some),
        }
    }
}

fn is_better(all: &Found, little: &Found) -> bool {
    let is_clearer = !little.outcome.is_settled() || all.outcome.tells() > little.outcome.tells();
    all.outcome.is_settled() && (is_clearer || all.outcome.doubtful() == 0)
}
