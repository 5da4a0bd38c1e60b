//! Objects that are made, used and forgotten in one call, such as an iterator over what the component holds.
//!
//! They are tracked where one of their methods may raise an error: whether it does is a matter of what was done to them
//! before, in the same call. Each class has one place, which the object that is made next gets when nobody has the one
//! before any more. An object that somebody else may have got to know is not tracked any longer.

use super::calls::Call;
use super::flow::{Flow, Point};
use super::reach::Exception;
use super::shape::{Identity, Shape};
use super::unfollowed::Known;
use super::{Change, Stop};

/// Objects of no more classes than this are tracked.
pub(super) const MAX_LOCALS: usize = 4;

impl Flow<'_, '_> {
    /// Asks for a place if a call that is not followed is made on an object that was just made, and may raise an error.
    pub fn track_local(&self, point: &Point, call: &Call<'_>, known: &Known) -> Result<(), Stop> {
        let receiver = call.receiver().and_then(|receiver| point.frame.get(receiver));
        let Some(Shape::Outside { class, exact: true, identity: Identity::New, .. }) = receiver else {
            return Ok(());
        };
        let is_error = |exception: &Exception| self.world.may_be_error(&exception.class);
        let may_raise = self.possible_exceptions(point, call, known).iter().any(is_error);
        let locals = &self.model.locals;
        match may_raise && locals.len() < MAX_LOCALS && !locals.contains(&**class) {
            true => Err(Change::Local(class.to_string()).into()),
            false => Ok(()),
        }
    }
}
