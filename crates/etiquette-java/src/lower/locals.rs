//! Objects that are made, used and forgotten in one call, such as an iterator over what the component holds.
//!
//! They are tracked where one of their methods may raise an error: whether it does is a matter of what was done to them
//! before, in the same call. Each class has one place, which the object that is made next gets when nobody has the one
//! before any more. An object that somebody else may have got to know is not tracked any longer.
//!
//! Streams, as their models have them, always are, and have two places: one is made of the other, and whether they were
//! used is all that matters of them.

use super::calls::Call;
use super::flow::{Flow, Point};
use super::reach::Exception;
use super::shape::{Identity, Shape};
use super::unfollowed::Known;
use super::world::World;
use super::{Change, Stop};
use crate::hierarchy::Answer;

/// Objects of no more classes than this are tracked.
pub(super) const MAX_LOCALS: usize = 4;

/// What models of streams have in common.
const PIPELINE: &str = "etiquette/Pipeline";

impl World<'_> {
    /// How many places new objects of a class have.
    pub fn local_places(&self, class: &str) -> usize {
        if self.is_pipeline(class) { 2 } else { 1 }
    }

    fn is_pipeline(&self, class: &str) -> bool {
        self.is_model(class) && self.is_subclass(class, PIPELINE) == Answer::Yes
    }
}

impl Flow<'_, '_> {
    /// Asks for a place if a call that is not followed is made on an object that was just made, and may raise an error.
    pub fn track_local(&self, point: &Point, call: &Call<'_>, known: &Known) -> Result<(), Stop> {
        let receiver = call.receiver().and_then(|receiver| point.frame.get(receiver));
        let Some(Shape::Outside { class, exact: true, identity: Identity::New, .. }) = receiver else {
            return Ok(());
        };
        let is_error = |exception: &Exception| self.world.may_be_error(&exception.class);
        let may_raise = || self.possible_exceptions(point, call, known).iter().any(is_error);
        let locals = &self.model.locals;
        let is_wanted = self.world.is_pipeline(class) || may_raise();
        match is_wanted && locals.len() < MAX_LOCALS && !locals.contains(&**class) {
            true => Err(Change::Local(class.to_string()).into()),
            false => Ok(()),
        }
    }
}
