//! Who hears of a suite while it goes on, and can end it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::core::Step;

/// Who hears of classes that are looked at one after the other.
pub struct Listener<'a, Class> {
    /// Of every class before it is looked at.
    pub step: &'a mut dyn FnMut(&Step<'_>),
    /// Of every class afterwards: what is found is worth having even if the suite does not end.
    pub done: &'a mut dyn FnMut(&Class),
    /// Set from outside to stop, and to tell what was found until then.
    pub cancelled: Arc<AtomicBool>,
}

impl<Class> Listener<'_, Class> {
    /// Whether to stop.
    pub(crate) fn is_over(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}
