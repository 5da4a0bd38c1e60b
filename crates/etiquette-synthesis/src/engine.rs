//! What an engine is, and the list of them.

use std::fmt;

use etiquette_component::Component;

use crate::auto::Auto;
use crate::certified::Certified;
use crate::direct::Direct;
use crate::learn::Learn;
use crate::outcome::Outcome;
use crate::run::Run;

/// Why an engine can't take a component, as a sentence that says what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub String);

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsupported {}

/// A way to work out the interface of a component.
///
/// All engines give the same language for the same component; they differ in what they can take, in how long they take, and in
/// what they can guarantee.
pub trait Engine {
    /// The name by which it is chosen.
    fn name(&self) -> &'static str;

    /// One line about it: how it works and where it comes from.
    fn description(&self) -> &'static str;

    /// Says beforehand whether the engine can take the component.
    ///
    /// # Errors
    /// What it can't take.
    fn supports(&self, component: &Component) -> Result<(), Unsupported>;

    /// Works out the interface. Stopping early is no error: the outcome says so and holds what is known.
    ///
    /// # Errors
    /// As [`Engine::supports`].
    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported>;
}

/// All engines that work things out themselves. `auto`, which only picks one of them, is not among them.
pub fn engines() -> Vec<Box<dyn Engine>> {
    vec![Box::new(Direct), Box::new(Learn), Box::new(Certified)]
}

/// The engine with this name.
pub fn engine(name: &str) -> Option<Box<dyn Engine>> {
    let all = engines().into_iter().chain([Box::new(Auto) as Box<dyn Engine>]);
    all.into_iter().find(|engine| engine.name() == name)
}
