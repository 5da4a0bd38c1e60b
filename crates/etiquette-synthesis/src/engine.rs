//! What an engine is, and the list of them.

use std::fmt;

use etiquette_component::Component;

use crate::engines::auto::Auto;
use crate::engines::certified::Certified;
use crate::engines::direct::diagrams::DirectSymbolic;
use crate::engines::direct::explicit::Direct;
use crate::engines::game::Game;
use crate::engines::guarded::Guarded;
use crate::engines::learn::diagrams::LearnSymbolic;
use crate::engines::learn::explicit::Learn;
use crate::engines::maymust::MayMust;
use crate::engines::refine::{Refine, RefineSymbolic, Then};
use crate::engines::witness::Witness;
use etiquette_outcome::{Outcome, Run};

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
/// All engines give the same language for the same component; they differ in what they can take, in how long they take,
/// and in what they can guarantee.
pub trait Engine {
    /// The name by which it is chosen.
    fn name(&self) -> &'static str;

    /// One line about it: how it works and where it comes from.
    fn description(&self) -> &'static str;

    /// Says beforehand whether the engine can take the component. Most take every one: whether its diagrams fit into a
    /// table, or abstractions decide it, shows only on the way, and what is not decided is left open.
    ///
    /// # Errors
    /// What it can't take.
    fn supports(&self, _component: &Component) -> Result<(), Unsupported> {
        Ok(())
    }

    /// Works out the interface. Stopping early is no error: the outcome says so and holds what is known.
    ///
    /// # Errors
    /// As [`Engine::supports`].
    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported>;
}

/// All engines that work things out themselves and find the same language. `auto`, which only picks one of them, is not
/// among them, and neither is `game`, whose result is as permissive as its predicates are telling.
pub fn engines() -> Vec<Box<dyn Engine>> {
    vec![
        Box::new(Direct),
        Box::new(Learn),
        Box::new(Refine { then: Then::Direct }),
        Box::new(Refine { then: Then::Learn }),
        Box::new(DirectSymbolic),
        Box::new(LearnSymbolic),
        Box::new(RefineSymbolic { then: Then::Direct }),
        Box::new(RefineSymbolic { then: Then::Learn }),
        Box::new(Certified),
    ]
}

/// The engine with this name.
pub fn engine(name: &str) -> Option<Box<dyn Engine>> {
    let others: [Box<dyn Engine>; 5] = [
        Box::new(Auto),
        Box::new(Game::default()),
        Box::new(MayMust::default()),
        Box::new(Witness::default()),
        Box::new(Guarded::default()),
    ];
    let all = engines().into_iter().chain(others);
    all.into_iter().find(|engine| engine.name() == name)
}
