//! Words from a monitor's log: calls with argument values, in the order in which they were made.
//!
//! The learner uses such a word as a counterexample like any other. It may be thousands of calls long: only a few of
//! its suffixes are asked.

use etiquette_component::{Component, Letter, Method, MethodId};

use crate::engine::Unsupported;
use crate::engines::guarded::execution::Executions;

/// A call that was seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedCall {
    /// The method's name.
    pub method: String,
    /// The argument values.
    pub arguments: Vec<u64>,
}

impl LoggedCall {
    /// Whether the component has such a call.
    pub(crate) fn check(&self, component: &Component) -> Result<(), Unsupported> {
        let LoggedCall { method, arguments } = self;
        let fits = |known: &etiquette_component::Method| {
            let values = known.parameters.iter().zip(arguments);
            let is_value = |binding: &etiquette_component::Binding, value: u64| {
                component.value_count(binding.ty).is_none_or(|count| value < count)
            };
            known.name == *method
                && known.parameters.len() == arguments.len()
                && values.into_iter().all(|(binding, &value)| is_value(binding, value))
        };
        match component.methods.iter().any(fits) {
            true => Ok(()),
            false => Err(Unsupported(format!("the log has a call of `{method}` that the component doesn't have"))),
        }
    }
}

impl Executions {
    /// A logged word in the letters of the current alphabet, by position.
    pub(crate) fn logged_word(&mut self, log: &[LoggedCall]) -> Option<Vec<usize>> {
        log.iter().map(|call| self.logged_letter(call)).collect()
    }

    fn logged_letter(&mut self, logged: &LoggedCall) -> Option<usize> {
        let LoggedCall { method, arguments } = logged;
        let component = self.words.component();
        let is_meant = |found: &Method| found.name == *method && found.parameters.len() == arguments.len();
        let letter = |method: MethodId| Letter { method, arguments: arguments.clone() };
        self.letters.calls().iter().position(|call| {
            is_meant(&component.methods[call.method]) && call.contains(component, &letter(call.method))
        })
    }
}
