//! The names of the engines and what only some of them understand.

use clap::Args;
use etiquette_synthesis::{
    Auto, Certified, Direct, Engine, Game, Guarded, Learn, MayMust, Precision, Refine, Then, Witness,
};

use super::PredicateArguments;
use super::one_of::first_given;

/// What only the engine `game` understands.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "For --engine game")]
pub struct GameArguments {
    #[command(flatten)]
    pub predicates: PredicateArguments,
    /// A word that the interface should accept, such as 'next remove' or 'next -> true, remove'; it is checked for
    /// safety first.
    #[arg(long, value_name = "WORD")]
    pub allow: Vec<String>,
    /// Decide by beliefs whether the interface is the most permissive one, where the checks of the paper leave that
    /// open.
    #[arg(long)]
    pub settle: bool,
}

impl GameArguments {
    /// The first option that was given.
    pub fn given(&self) -> Option<&'static str> {
        first_given(&[
            ("--predicates", !self.predicates.predicates.is_empty()),
            ("--abstraction", self.predicates.abstraction != Precision::default()),
            ("--line-by-line", self.predicates.line_by_line),
            ("--allow", !self.allow.is_empty()),
            ("--settle", self.settle),
        ])
    }
}

/// The name of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineName {
    Auto,
    Certified,
    Direct,
    Learn,
    Refine,
    RefineLearn,
    Game,
    MayMust,
    Witness,
    Guarded,
}

impl EngineName {
    /// All of them, as help lists them.
    pub const ALL: [EngineName; 10] = [
        EngineName::Auto,
        EngineName::Certified,
        EngineName::Direct,
        EngineName::Learn,
        EngineName::Refine,
        EngineName::RefineLearn,
        EngineName::Game,
        EngineName::MayMust,
        EngineName::Witness,
        EngineName::Guarded,
    ];

    /// The engine with nothing said to it.
    pub fn engine(self) -> Box<dyn Engine> {
        match self {
            EngineName::Auto => Box::new(Auto),
            EngineName::Certified => Box::new(Certified),
            EngineName::Direct => Box::new(Direct),
            EngineName::Learn => Box::new(Learn),
            EngineName::Refine => Box::new(Refine { then: Then::Direct }),
            EngineName::RefineLearn => Box::new(Refine { then: Then::Learn }),
            EngineName::Game => Box::new(Game::default()),
            EngineName::MayMust => Box::new(MayMust::USUAL),
            EngineName::Witness => Box::new(Witness::USUAL),
            EngineName::Guarded => Box::new(Guarded::default()),
        }
    }

    /// Its name on the command line, and a line about it.
    pub fn described(self) -> (&'static str, &'static str) {
        let engine = self.engine();
        (engine.name(), engine.description())
    }

    /// Whether it can write its proofs down.
    pub fn makes_certificates(self) -> bool {
        self.certifies()
            || matches!(self, EngineName::Game | EngineName::MayMust | EngineName::Witness | EngineName::Guarded)
    }

    /// Whether all that it proves comes with a certificate.
    pub fn certifies(self) -> bool {
        matches!(self, EngineName::Auto | EngineName::Certified)
    }
}
