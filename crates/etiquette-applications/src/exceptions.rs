//! Which outcomes are exceptions, by their names: interfaces keep no more than that.

/// Whether an outcome names an exception. A component's outcomes are values, `ok`, or simple names of exceptions, which
/// have a capital letter and small ones.
pub(crate) fn is_exception(outcome: &str) -> bool {
    outcome.starts_with(char::is_uppercase)
        && outcome.chars().any(char::is_lowercase)
        && outcome.chars().all(char::is_alphanumeric)
}
