//! Observers: methods without parameters that a client may ask about the component at any time.
//!
//! In a condition an observer is written as a call, `!isEmpty()`. It means what is bound to that name.

/// The name that stands for what a method returns: `isEmpty()`, also where the method's own name has the types of its
/// parameters.
pub fn observer_name(method: &str) -> String {
    format!("{}()", method.split('(').next().unwrap_or(method))
}
