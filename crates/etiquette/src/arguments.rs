//! What can be said on the command line.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};
use etiquette_output::Format;
use etiquette_synthesis::{
    Game, Granularity, Integers, MayMust, Precision, Refine, RefineSymbolic, Scheme, Then, USUAL_ABSTRACTION_LIMIT,
};

use crate::quantity::{parse_bytes, parse_duration};

/// Works out in which order the methods of a component may be called.
#[derive(Parser, Debug)]
#[command(name = "etiquette", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Examples:
  etiquette synth examples/file.component                     the interface, to be read
  etiquette synth examples/file.component --format svg -o file.svg
  etiquette synth examples/file.component --format json -o file.json
  etiquette export file.json --to mermaid
  etiquette certify file.json examples/file.component         is it really so?

Exit codes: 0 done, 1 the answer is no, 2 usage or input error, 3 inconclusive (a limit was reached).")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub common: Common,
}

/// What all commands understand.
#[derive(Args, Debug)]
pub struct Common {
    /// Print nothing but the result.
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}

impl Common {
    /// Whether to use colours on standard output.
    pub fn color_on_stdout(&self) -> bool {
        self.decide(std::io::stdout().is_terminal())
    }

    /// Whether to use colours on standard error.
    pub fn color_on_stderr(&self) -> bool {
        self.decide(std::io::stderr().is_terminal())
    }

    fn decide(&self, terminal: bool) -> bool {
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            // The convention of no-color.org.
            ColorChoice::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Work out the interface of a component.
    Synth(Synth),
    /// Check again why an interface is safe and permissive.
    Certify(Certify),
    /// Convert an interface into another format.
    Export(Export),
    /// Print a component as the engines see it.
    Component(Component),
    /// Print a component through predicates: a boolean component, or a model for NuSMV.
    Abstract(Abstract),
    /// Measure the parts of the program, beside targets and published figures.
    Bench(Bench),
}

/// Works out the smallest automaton of the call sequences that can never raise an error.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette synth examples/file.component
  etiquette synth 'java.util.ArrayList$Itr' --error IllegalStateException
  etiquette synth --classpath app.jar com.acme.Connection --methods open,send,close
  etiquette synth Buffer.class --new '(int)' --error IllegalStateException@Buffer.check
  etiquette synth Reader.class --stub io.stubs    with models of what it calls
  etiquette synth big.component --timeout 5m --memory 2G
  etiquette synth protocol.component --serial     only calls after which the client can always go on
  etiquette synth AltBit.class --integers ideal   leaves out runs in which numbers overflow
  etiquette synth lock.component --certificate lock.smt2    the proof, for any SMT solver
  etiquette synth list.component --engine game --predicates 'last < 0' 'cursor < 0'
  cat some.component | etiquette synth -")]
pub struct Synth {
    #[command(flatten)]
    pub target: TargetArguments,
    /// How to work it out.
    #[arg(long, value_enum, default_value_t)]
    pub engine: EngineName,
    /// What `direct`, `learn` and `refine` compute on.
    #[arg(long, value_enum, default_value_t)]
    pub representation: Representation,
    #[arg(long, short, value_enum, default_value_t = FormatName(Format::Text))]
    pub format: FormatName,
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
    /// Don't have the proof checked before it is called one.
    #[arg(long)]
    pub no_check: bool,
    #[command(flatten)]
    pub game: GameArguments,
    /// For `--engine maymust`: which algorithm of the paper; otherwise `learn-reuse`.
    #[arg(long, value_enum)]
    pub scheme: Option<SchemeName>,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub destination: DestinationArguments,
}

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

/// What is known of a state, and how it is followed through a method.
#[derive(Args, Debug)]
pub struct PredicateArguments {
    /// Conditions over the state variables, such as 'cursor == -1'; otherwise the guards in front of the errors.
    #[arg(long, value_name = "PREDICATE", num_args = 1..)]
    pub predicates: Vec<String>,
    /// How exactly the predicates after a call are worked out.
    #[arg(long, value_enum, default_value_t)]
    pub abstraction: AbstractionName,
    /// Abstract methods statement by statement, as the paper does, and not in large blocks.
    #[arg(long)]
    pub line_by_line: bool,
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

/// How exactly the predicates after a call are worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum AbstractionName {
    /// Every combination of truth values that can occur.
    #[default]
    Boolean,
    /// Each predicate by itself: true, false or unknown.
    Cartesian,
}

impl From<AbstractionName> for Precision {
    fn from(name: AbstractionName) -> Self {
        match name {
            AbstractionName::Boolean => Precision::Boolean,
            AbstractionName::Cartesian => Precision::Cartesian,
        }
    }
}

impl PredicateArguments {
    /// In what steps methods are abstracted.
    pub fn granularity(&self) -> Granularity {
        if self.line_by_line { Granularity::Statements } else { Granularity::Blocks }
    }
}

/// Prints a component as its predicates see it. Whatever the component can do, the abstraction can do.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette abstract examples/file.component
  etiquette abstract list.component --predicates 'last == -1' 'cursor == -1'
  etiquette abstract list.component --format smv -o list.smv     for NuSMV and nuXmv")]
pub struct Abstract {
    #[command(flatten)]
    pub target: TargetArguments,
    #[command(flatten)]
    pub predicates: PredicateArguments,
    #[arg(long, short, value_enum, default_value_t)]
    pub format: AbstractFormat,
    /// Give up when there are more abstract states than this.
    #[arg(long, value_name = "N", default_value_t = 4096)]
    pub max_states: usize,
    /// Stop after this time: `60` (seconds), `5m`, `1h30m`.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub timeout: Option<Duration>,
    #[command(flatten)]
    pub destination: DestinationArguments,
}

/// The formats of an abstraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum AbstractFormat {
    /// A component whose variables are the predicates.
    #[default]
    Component,
    /// A model for NuSMV and nuXmv.
    Smv,
}

/// What to look at.
#[derive(Args, Debug)]
pub struct TargetArguments {
    /// A class file, a Java source, the name of a class on the class path or of the JDK, a `.component` file, or `-` for a
    /// component on standard input.
    pub target: PathBuf,
    /// What numbers are.
    #[arg(long, value_enum, default_value_t)]
    pub integers: IntegersName,
    #[command(flatten)]
    pub java: JavaArguments,
}

/// How to look at a Java class.
#[derive(Args, Debug)]
#[command(next_help_heading = "Java")]
pub struct JavaArguments {
    /// Where classes are looked for: folders and jars, separated as in Java.
    #[arg(long, visible_alias = "cp", value_name = "PATH")]
    pub classpath: Option<OsString>,
    /// The JDK whose classes are used; otherwise `JAVA_HOME`, or the one of the `java` on the path.
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,
    /// The methods that a client calls, such as `next,remove` or `add(Object)`; otherwise all public ones.
    #[arg(long, value_name = "NAMES")]
    pub methods: Vec<String>,
    /// The constructors that a client calls, by parameter types, such as `()` or `(int),(String, int)`; otherwise all that are not private.
    #[arg(long = "new", value_name = "SIGNATURES")]
    pub constructors: Vec<String>,
    /// An exception that a client must never cause, subclasses included (`=X`: exactly X); `assert` for failing assertions;
    /// `X@Foo.check` or `@Foo.check` only where code of that method throws it.
    /// May be given several times; otherwise every exception that leaves a method is an error.
    #[arg(long = "error", value_name = "EXCEPTION")]
    pub errors: Vec<String>,
    /// An exception that is an outcome, not an error.
    #[arg(long = "outcome", value_name = "EXCEPTION")]
    pub outcomes: Vec<String>,
    /// Fields that hold an object which only constructors set, such as `list`, `Foo.list` or `list.size`: their objects become part of the
    /// state, as those of `final` fields do.
    #[arg(long, value_name = "FIELDS")]
    pub track: Vec<String>,
    /// A file with models of methods that take the place of their code, a line each: `Foo.read() returns -1..255; throws IOException`.
    #[arg(long, value_name = "FILE")]
    pub stub: Option<PathBuf>,
    /// Take an abstract class as any subclass of it that adds nothing but what is abstract.
    #[arg(long = "abstract")]
    pub is_abstract: bool,
    /// How deep calls inside the class are followed.
    #[arg(long, value_name = "N", default_value_t = JavaArguments::USUAL_INLINE_DEPTH)]
    pub inline_depth: usize,
}

impl Default for JavaArguments {
    fn default() -> Self {
        JavaArguments {
            classpath: None,
            jdk: None,
            methods: Vec::new(),
            constructors: Vec::new(),
            errors: Vec::new(),
            outcomes: Vec::new(),
            track: Vec::new(),
            stub: None,
            is_abstract: false,
            inline_depth: Self::USUAL_INLINE_DEPTH,
        }
    }
}

impl JavaArguments {
    /// How deep calls are followed unless the user says otherwise.
    pub const USUAL_INLINE_DEPTH: usize = 8;

    /// The first option that was given and means nothing for a component file.
    pub fn only_for_classes(&self) -> Option<&'static str> {
        let given = [
            ("--methods", !self.methods.is_empty()),
            ("--new", !self.constructors.is_empty()),
            ("--error", !self.errors.is_empty()),
            ("--outcome", !self.outcomes.is_empty()),
            ("--track", !self.track.is_empty()),
            ("--stub", self.stub.is_some()),
            ("--abstract", self.is_abstract),
        ];
        given.into_iter().find_map(|(option, given)| given.then_some(option))
    }
}

/// When to give up. What is known by then is printed, and the exit code is 3.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitArguments {
    /// Stop after this time: `60` (seconds), `5m`, `1h30m`.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub timeout: Option<Duration>,
    /// Stop when more memory than this is in use: `500M`, `2G`.
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, default_value = "4G")]
    pub memory: u64,
    /// Stop when more component states than this were met.
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,
    /// Look only at sequences of up to this many calls.
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u64>,
}

/// Where the result goes.
#[derive(Args, Debug)]
pub struct DestinationArguments {
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite the file if it exists.
    #[arg(long)]
    pub force: bool,
}

/// Checks the certificate of an interface again, as written by `etiquette synth --format json`, with a checker that shares no code with
/// the engines, and with another solver if you like. The options for the target must be those that the interface was made with.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette synth examples/lock.component --format json -o lock.json
  etiquette certify lock.json examples/lock.component
  etiquette certify lock.json examples/lock.component --solver z3

Exit codes: 0 accepted, 1 rejected, 2 usage or input error, 3 inconclusive.")]
pub struct Certify {
    /// An interface in JSON with its certificate.
    pub interface: PathBuf,
    #[command(flatten)]
    pub target: TargetArguments,
    /// Ask this program too: `z3`, `cvc5`, `bitwuzla`, or any other that reads SMT-LIB 2 from its standard input.
    #[arg(long, value_name = "PROGRAM")]
    pub solver: Option<String>,
    /// Stop after this time: `60` (seconds), `5m`, `1h30m`.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub timeout: Option<Duration>,
}

/// Converts an interface, as written by `--format json`, into another format.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette export file.json --to dot | dot -Tpdf -o file.pdf
  etiquette export file.json --to svg -o file.svg")]
pub struct Export {
    /// An interface in JSON, or `-` for standard input.
    pub interface: PathBuf,
    /// The format to convert it into.
    #[arg(long, value_enum)]
    pub to: FormatName,
    #[command(flatten)]
    pub destination: DestinationArguments,
}

/// Prints a component in the `.component` language, with methods as control-flow automata.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette component examples/file.component
  etiquette component examples/file.component --after slice     without what no error depends on
  etiquette component 'java.util.ArrayList$Itr' --after code    three-address code of a class
  etiquette component Foo.class --error assert                  the component of a class")]
pub struct Component {
    #[command(flatten)]
    pub target: TargetArguments,
    /// Print it after this pass.
    #[arg(long, value_enum, default_value_t = Pass::Lower)]
    pub after: Pass,
    #[command(flatten)]
    pub destination: DestinationArguments,
}

/// Measures the parts of the program.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  etiquette bench core
  etiquette bench core --format markdown -o bench/records/2026-01-31-core.md
  etiquette bench certified                    in the root of the repository, where the corpora are
  etiquette bench three-algorithms --plot curves.svg    the comparison of the 2006 paper, repeated")]
pub struct Bench {
    /// What to measure.
    #[arg(value_enum)]
    pub suite: Suite,
    #[arg(long, short, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,
    /// Small sizes: shows that the suite runs, not how fast.
    #[arg(long)]
    pub quick: bool,
    /// For `three-algorithms`: give a cell of its table up after this time, otherwise after one minute.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub limit: Option<Duration>,
    /// For `three-algorithms`: write the curves of the separation families to this file, as a picture in SVG.
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Where the folders `corpus` and `java-corpus` are, for `certified` and `may-must`.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub root: PathBuf,
    #[command(flatten)]
    pub destination: DestinationArguments,
}

/// A set of measurements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Suite {
    /// Exploration, interpreter, learners and solver.
    Core,
    /// The certified engine on every case of the corpora, beside published times.
    Certified,
    /// The three algorithms of the 2006 paper, explicit and with decision diagrams, beside its Table 1.
    ThreeAlgorithms,
    /// The four schemes of `maymust` on the classes of the CAV 2010 paper, beside its Table 1.
    MayMust,
}

/// The formats of a benchmark's report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ReportFormat {
    /// To be read in a terminal.
    Text,
    /// For a record.
    Markdown,
    /// For other programs.
    Json,
}

/// What is done to a component before an engine sees it, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Pass {
    /// As it was read: of a class, its members and instructions.
    Read,
    /// Of a class, its methods as three-address code.
    Code,
    /// As a component.
    Lower,
    /// Without variables that no error depends on.
    Slice,
}

/// The name of an output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormatName(pub Format);

impl ValueEnum for FormatName {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: [FormatName; 5] = [
            FormatName(Format::Text),
            FormatName(Format::Json),
            FormatName(Format::Dot),
            FormatName(Format::Svg),
            FormatName(Format::Mermaid),
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self.0 {
            Format::Text => "to be read in a terminal",
            Format::Json => "for other programs, and for `etiquette export`",
            Format::Dot => "for Graphviz",
            Format::Svg => "a picture",
            Format::Mermaid => "a diagram for Markdown pages",
        };
        Some(PossibleValue::new(self.0.name()).help(help))
    }
}

/// What numbers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum IntegersName {
    /// Machine integers, which wrap around.
    #[default]
    Wrap,
    /// Runs in which `+ - *` overflow are left out.
    Ideal,
}

impl From<IntegersName> for Integers {
    fn from(name: IntegersName) -> Self {
        match name {
            IntegersName::Wrap => Integers::Wrap,
            IntegersName::Ideal => Integers::Ideal,
        }
    }
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
    /// The engine on the representation that was asked for; `None` if there is no such version of it.
    pub fn chosen_engine(&self) -> Option<&'static dyn etiquette_synthesis::Engine> {
        match (self.representation, self.engine) {
            (Representation::Explicit, EngineName::MayMust) => Some(self.scheme.unwrap_or_default().engine()),
            (Representation::Explicit, engine) => Some(engine.engine()),
            (Representation::Bdd, EngineName::Direct) => Some(&etiquette_synthesis::DirectSymbolic),
            (Representation::Bdd, EngineName::Learn) => Some(&etiquette_synthesis::LearnSymbolic),
            (Representation::Bdd, EngineName::Refine) => Some(&RefineSymbolic { then: Then::Direct }),
            (Representation::Bdd, EngineName::RefineLearn) => Some(&RefineSymbolic { then: Then::Learn }),
            (
                Representation::Bdd,
                EngineName::Auto | EngineName::Certified | EngineName::Game | EngineName::MayMust,
            ) => None,
        }
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
}

/// The engine `game` with nothing said to it.
static GAME: Game = Game {
    predicates: Vec::new(),
    allow: Vec::new(),
    precision: Precision::Boolean,
    granularity: Granularity::Blocks,
    settle: false,
};

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
        }
    }

    /// Whether it can write its proofs down.
    pub fn makes_certificates(self) -> bool {
        self.certifies() || matches!(self, EngineName::Game | EngineName::MayMust)
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
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let engine = self.engine();
        Some(PossibleValue::new(engine.name()).help(engine.description()))
    }
}
