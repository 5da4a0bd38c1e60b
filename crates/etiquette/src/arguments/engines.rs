//! The names of the engines and what only some of them understand.

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use etiquette_synthesis::{
    Check, Game, Granularity, Guarded, LearningAlgorithm, MayMust, Precision, Refine, Scheme, Then, Witness,
};

use super::{AbstractionName, PredicateArguments};

/// What only the engine `game` understands.
#[derive(Args, Debug)]
#[command(next_help_heading = "For --engine game")]
pub struct GameArguments {
    #[command(flatten)]
    pub predicates: PredicateArguments,
    /// A word that the interface should accept, such as 'next remove' or 'next -> true, remove'; it is checked for safety first.
    #[arg(long, value_name = "WORD")]
    pub allow: Vec<String>,
    /// Decide by beliefs whether the interface is the most permissive one, where the checks of the paper leave that open.
    #[arg(long)]
    pub settle: bool,
}

impl GameArguments {
    /// The first option that was given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--predicates", !self.predicates.predicates.is_empty()),
            ("--abstraction", self.predicates.abstraction != AbstractionName::default()),
            ("--line-by-line", self.predicates.line_by_line),
            ("--allow", !self.allow.is_empty()),
            ("--settle", self.settle),
        ];
        given.into_iter().find_map(|(option, given)| given.then_some(option))
    }
}

/// The name of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EngineName {
    #[default]
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

/// The engine `game` with nothing said to it.
static GAME: Game = Game {
    predicates: Vec::new(),
    allow: Vec::new(),
    precision: Precision::Boolean,
    granularity: Granularity::Blocks,
    settle: false,
};

/// The engine `guarded` with nothing said to it.
static GUARDED: Guarded =
    Guarded { learner: LearningAlgorithm::Ttt, check: Check::PropertyDirected, depth: None, log: Vec::new() };

impl EngineName {
    /// The engine itself.
    pub fn engine(self) -> &'static dyn etiquette_synthesis::Engine {
        match self {
            EngineName::Auto => &etiquette_synthesis::Auto,
            EngineName::Certified => &etiquette_synthesis::Certified,
            EngineName::Direct => &etiquette_synthesis::Direct,
            EngineName::Learn => &etiquette_synthesis::Learn,
            EngineName::Refine => &Refine { then: Then::Direct },
            EngineName::RefineLearn => &Refine { then: Then::Learn },
            EngineName::Game => &GAME,
            EngineName::MayMust => SchemeName::default().engine(),
            EngineName::Witness => &Witness::USUAL,
            EngineName::Guarded => &GUARDED,
        }
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

/// The name of an algorithm of `maymust`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SchemeName(pub Scheme);

impl SchemeName {
    /// The engine that runs it.
    pub fn engine(self) -> &'static dyn etiquette_synthesis::Engine {
        const fn usual(scheme: Scheme) -> MayMust {
            MayMust { scheme, most_predicates: MayMust::USUAL_PREDICATES }
        }
        static ENGINES: [MayMust; 4] =
            [usual(Scheme::ALL[0]), usual(Scheme::ALL[1]), usual(Scheme::ALL[2]), usual(Scheme::ALL[3])];
        let position = Scheme::ALL.iter().position(|&scheme| scheme == self.0);
        &ENGINES[position.unwrap_or_default()]
    }
}

impl ValueEnum for SchemeName {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: [SchemeName; 4] = [
            SchemeName(Scheme::ALL[0]),
            SchemeName(Scheme::ALL[1]),
            SchemeName(Scheme::ALL[2]),
            SchemeName(Scheme::ALL[3]),
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.description()))
    }
}

impl ValueEnum for EngineName {
    fn value_variants<'a>() -> &'a [Self] {
        &[
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
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let engine = self.engine();
        Some(PossibleValue::new(engine.name()).help(engine.description()))
    }
}
