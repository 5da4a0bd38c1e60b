//! What `synth` understands.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use etiquette_outcome::USUAL_ABSTRACTION_LIMIT;
use etiquette_output::Format;
use etiquette_synthesis::{
    AnyTime, DirectSymbolic, Engine, LearnSymbolic, MayMust, RefineSymbolic, Scheme, Then, Witness,
};

use super::Registers;
use super::one_of::{one_of, one_of_the_formats};
use super::{DestinationArguments, EngineName, GameArguments, GuardedArguments, LimitArguments, TargetArguments};

/// Works out the smallest automaton of the call sequences that can never raise an error.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette synth examples/file.component
  etiquette synth 'java.util.ArrayList$Itr' --error IllegalStateException
  etiquette synth --classpath app.jar com.acme.Connection --methods open,send,close
  etiquette synth Buffer.class --new '(int)' --error IllegalStateException@Buffer.check
  etiquette synth Reader.class --stub io.stubs    with models of what it calls
  etiquette synth Buffer.class --replay           with each failing word tried in a JVM
  etiquette synth big.component --timeout 5m --memory 2G
  etiquette synth protocol.component --serial     only calls after which the client can always go on
  etiquette synth Buffer.class --registers count,limit      guards may speak of these
  etiquette synth AltBit.class --integers ideal   leaves out runs in which numbers overflow
  etiquette synth lock.component --certificate lock.smt2    the proof, for any SMT solver
  etiquette synth list.component --engine game --predicates 'last < 0' 'cursor < 0'
  etiquette synth lock.component --engine witness --full    with words that can't happen
  cat some.component | etiquette synth -")]
pub struct Synth {
    #[command(flatten)]
    pub target: TargetArguments,
    /// How to work it out.
    #[arg(long, value_parser = one_of(&EngineName::ALL, EngineName::described), default_value = "auto")]
    pub engine: EngineName,
    /// What `direct`, `learn` and `refine` compute on.
    #[arg(long, value_enum, default_value_t)]
    pub representation: Representation,
    #[arg(long, short, value_parser = one_of_the_formats(), default_value = "text")]
    pub format: Format,
    /// Which variables the interface may remember as registers, whose values a client knows: `auto` (those that it takes
    /// where no small finite interface is found soon), `none`, or their names as in `count,limit`.
    #[arg(long, value_name = "auto|none|NAMES", default_value = "auto")]
    pub registers: Registers,
    /// Prune dead ends: allow only calls after which the client can go on for ever.
    #[arg(long)]
    pub serial: bool,
    /// Show the automaton as an explicit engine found it, without merging equivalent states.
    #[arg(long)]
    pub no_minimise: bool,
    /// Let `refine` give way to exploring the component itself once an abstraction has more states than this.
    #[arg(long, value_name = "N", default_value_t = USUAL_ABSTRACTION_LIMIT)]
    pub max_abstract_states: u64,
    /// Write the proof to this file, as questions for any SMT-LIB 2 solver.
    #[arg(long, value_name = "FILE", conflicts_with = "serial")]
    pub certificate: Option<PathBuf>,
    /// Run the word that shows why a call is forbidden on the class itself, in a JVM, and say of each whether it fails
    /// there. A verdict that is not confirmed is withdrawn. This runs code of the class.
    #[arg(long, conflicts_with_all = ["split_methods", "split_errors"])]
    pub replay: bool,
    /// Don't have the proof checked before it is called one.
    #[arg(long)]
    pub no_check: bool,
    #[command(flatten)]
    pub game: GameArguments,
    /// For `--engine maymust`: which algorithm of the paper; otherwise `learn-reuse`.
    #[arg(long, value_parser = one_of(&Scheme::ALL, |scheme| (scheme.name(), scheme.description())))]
    pub scheme: Option<Scheme>,
    /// For `--engine maymust`: which of the two bounds to show if the search is stopped.
    #[arg(long, value_parser = one_of(&AnyTime::ALL, |bound| (bound.name(), bound.description())))]
    pub bound: Option<AnyTime>,
    /// For `--engine witness`: accept legal words that can't happen, too, such as an outcome that never comes twice.
    /// For tools that check a client call by call and would otherwise blame it for what it never does.
    #[arg(long)]
    pub full: bool,
    /// For `--engine witness`: show the witness graph with its safe, permissive and tight labelings in the place of the
    /// interface, in text or JSON.
    #[arg(long, conflicts_with_all = ["serial", "certificate", "split_methods", "split_errors", "split_shared", "replay"])]
    pub labelings: bool,
    /// Show one interface of all methods even where some share no state and are shown side by side by themselves: with
    /// `--engine witness`, and where that makes a text much smaller.
    #[arg(long, conflicts_with_all = ["split_methods", "split_errors"])]
    pub whole: bool,
    /// Show methods that share no state side by side: a small interface for each group of them, whose calls a client
    /// may mix as it likes.
    #[arg(long, conflicts_with_all = ["serial", "certificate", "split_errors"])]
    pub split_methods: bool,
    /// Show an interface for each group of methods whose errors depend on the same state. Methods that change it are in
    /// several groups, as `connect` and `close` of a socket are in its input and its output; a call is allowed if all
    /// groups that have it allow it.
    #[arg(long, conflicts_with_all = ["serial", "certificate", "split_errors", "split_methods", "whole", "replay"])]
    pub split_shared: bool,
    /// Work out an interface for each error by itself: smaller ones, and a call is allowed if all of them allow it.
    #[arg(long, conflicts_with_all = ["serial", "certificate"])]
    pub split_errors: bool,
    #[command(flatten)]
    pub guarded: GuardedArguments,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub destination: DestinationArguments,
}

/// What an engine computes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Representation {
    /// States one by one.
    #[default]
    Explicit,
    /// Sets of states, as binary decision diagrams.
    Bdd,
}

impl Synth {
    /// The engine as it was asked for; `None` if there is no version of it on that representation. What `game` is told
    /// has to be read with the component.
    pub fn chosen_engine(&self) -> Option<Box<dyn Engine>> {
        Some(match (self.representation, self.engine) {
            (Representation::Explicit, EngineName::MayMust) => {
                Box::new(MayMust { scheme: self.scheme.unwrap_or_default(), bound: self.bound.unwrap_or_default() })
            }
            (Representation::Explicit, EngineName::Witness) if self.full => Box::new(Witness::FULL),
            (Representation::Explicit, EngineName::Guarded) => Box::new(self.guarded.engine()),
            (Representation::Explicit, engine) => engine.engine(),
            (Representation::Bdd, EngineName::Direct) => Box::new(DirectSymbolic),
            (Representation::Bdd, EngineName::Learn) => Box::new(LearnSymbolic),
            (Representation::Bdd, EngineName::Refine) => Box::new(RefineSymbolic { then: Then::Direct }),
            (Representation::Bdd, EngineName::RefineLearn) => Box::new(RefineSymbolic { then: Then::Learn }),
            (Representation::Bdd, _) => return None,
        })
    }
}
