//! Methods of others that never return, but throw an exception that is no error: `throwParameterIsNull(name)`.
//!
//! What they do before only goes into the exception: its text, its stack trace. It is not followed.

use super::Stop;
use super::calls::Call;
use super::flow::{Flow, Point};
use super::interruptions::UNINTERRUPTED;
use super::model::{About, Cause};
use super::reach::Exception;
use crate::code::Statement;

impl Flow<'_, '_> {
    /// Raises what a call throws that does nothing else; gives the point back if it does, or might.
    pub fn only_thrown(&mut self, point: Point, call: &Call<'_>) -> Result<Option<Point>, Stop> {
        let Some(exception) = self.only_exception(&point, call)? else { return Ok(Some(point)) };
        self.model.note(About::OtherCode, UNINTERRUPTED, None);
        self.raise_from_call(point, &exception, Cause::Elsewhere);
        Ok(None)
    }

    fn only_exception(&self, point: &Point, call: &Call<'_>) -> Result<Option<Exception>, Stop> {
        let Some((class, method)) = self.target(point, call).filter(|(class, _)| !self.is_own(&class.name)) else {
            return Ok(None);
        };
        let code = self.world.code(&class, method)?;
        if code.statements.values().any(|statement| matches!(statement, Statement::Return(_))) {
            return Ok(None);
        }
        let Some((program, reached)) = self.runs(point, call)? else { return Ok(None) };
        let is_no_error = |exception: &Exception| !self.world.may_be_error(&exception.class);
        let raised = program.thrown_in(&class.name, method);
        let is_plain = reached.thrown.iter().all(is_no_error) && !reached.beyond.unread;
        Ok(raised.filter(|found| is_plain && found.is_exact && is_no_error(found)))
    }
}
