//! What to look at: a component or a class, and how.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use etiquette_java::Follow;
use etiquette_outcome::Integers;

use super::LimitArguments;
use super::one_of::{first_given, one_of};

/// What to look at.
#[derive(Args, Clone, Debug)]
pub struct TargetArguments {
    /// A class file, a Java source, the name of a class on the class path or of the JDK, a `.component` file, or `-`
    /// for a component on standard input.
    pub target: PathBuf,
    #[command(flatten)]
    pub model: ModelArguments,
}

/// How to work out an interface that a command needs, where it is not there yet: as `synth` does.
#[derive(Args, Clone, Debug)]
pub struct WorkArguments {
    #[command(flatten)]
    pub model: ModelArguments,
    #[command(flatten)]
    pub limits: LimitArguments,
}

impl WorkArguments {
    /// A target, to be looked at in this way.
    pub fn target(&self, target: PathBuf) -> TargetArguments {
        TargetArguments { target, model: self.model.clone() }
    }
}

/// How a component is made of what is looked at.
#[derive(Args, Clone, Debug, Default)]
pub struct ModelArguments {
    /// What numbers are.
    #[arg(long, value_parser = one_of(&[Numbers::Auto, Numbers::Wrap, Numbers::Ideal], numbers), default_value = "auto")]
    pub integers: Numbers,
    /// How the components that a component file holds become part of it.
    #[arg(long = "held", value_name = "HELD", value_enum, default_value_t)]
    pub used: UsedComponents,
    #[command(flatten)]
    pub java: JavaArguments,
}

impl ModelArguments {
    /// The options as they are written on a command line, if they are such options.
    pub fn read(options: &[String]) -> Option<Self> {
        #[derive(clap::Parser)]
        #[command(no_binary_name = true)]
        struct Options {
            #[command(flatten)]
            model: ModelArguments,
        }
        <Options as clap::Parser>::try_parse_from(options).ok().map(|options| options.model)
    }
}

/// How components become part of the one that uses them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum UsedComponents {
    /// As they are, which is exact.
    #[default]
    Inline,
    /// By their interfaces, which are worked out first.
    Interface,
}

/// How to look at a Java class.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Java")]
pub struct JavaArguments {
    /// Where classes are looked for: folders and jars, separated as in Java; `lib/*` means the jars in a folder.
    #[arg(long, visible_alias = "cp", value_name = "PATH")]
    pub classpath: Option<OsString>,
    /// The JDK whose classes are used; otherwise `JAVA_HOME`, or the one of the `java` on the path.
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,
    /// The methods that a client calls, such as `next,remove` or `add(Object)`; otherwise all public ones.
    #[arg(long, value_name = "NAMES")]
    pub methods: Vec<String>,
    /// The constructors that a client calls, by parameter types, such as `()` or `(int),(String, int)`; otherwise all
    /// that are not private.
    #[arg(long = "new", value_name = "SIGNATURES")]
    pub constructors: Vec<String>,
    /// An exception that a client must never cause, subclasses included (`=X`: exactly X); `assert` for failing
    /// assertions; `X@Foo.check` or `@Foo.check` only where code of that method throws it; `deliberate` for all that code
    /// throws on purpose, which is meant where nothing is said; `implicit` for what the JVM throws (null, index, cast);
    /// `any` for every exception. May be given several times.
    #[arg(long = "error", value_name = "EXCEPTION")]
    pub errors: Vec<String>,
    /// An exception that is an outcome, not an error.
    #[arg(long = "outcome", value_name = "EXCEPTION")]
    pub outcomes: Vec<String>,
    /// Fields that hold an object which only constructors set, such as `list`, `Foo.list` or `list.size`: their objects
    /// become part of the state, as those of `final` fields do.
    #[arg(long, value_name = "FIELDS")]
    pub track: Vec<String>,
    /// The class of the object in a field, where its type does not say it: `impl=com.acme.FastImpl`; the field is tracked.
    /// May be given several times.
    #[arg(long = "field", value_name = "FIELD=CLASS")]
    pub fields: Vec<String>,
    /// Another object that plays a part in the protocol: what a method returned last, `it=iterator()`, or what the client
    /// made last, `sink=new java.io.PipedReader()`. Its methods are called `it.next`, also in `--methods`. May be given
    /// several times. `auto` lists objects to choose from.
    #[arg(long = "with", value_name = "NAME=HOW", conflicts_with_all = ["is_static", "is_abstract"])]
    pub roles: Vec<String>,
    /// A file with models of methods that take the place of their code, a line each: `Foo.read() returns -1..255;
    /// throws IOException`.
    #[arg(long, value_name = "FILE")]
    pub stub: Option<PathBuf>,
    /// Folders and jars with models, small classes that stand in the place of those that are used but not asked about, before
    /// the models that come with the program; `none` for no models at all.
    #[arg(long, value_name = "PATH")]
    pub models: Vec<PathBuf>,
    /// Take an abstract class as any subclass of it that adds nothing but what is abstract.
    #[arg(long = "abstract", conflicts_with = "is_static")]
    pub is_abstract: bool,
    /// Look at the class itself, with its static methods and fields, and not at objects of it; a class without methods
    /// for objects is always looked at in this way.
    #[arg(long = "static")]
    pub is_static: bool,
    /// How deep calls inside the class are followed.
    #[arg(long, value_name = "N", default_value_t = JavaArguments::USUAL_INLINE_DEPTH)]
    pub inline_depth: usize,
    /// How much code of other classes is followed.
    #[arg(long, value_name = "HOW_MUCH", default_value = "auto")]
    pub follow: Followed,
}

/// How much code of other classes is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Followed {
    /// `all`; of large classes `little`.
    #[default]
    Auto,
    /// As much as there is room for.
    All,
    /// Only short methods that are near; what the rest does is left open.
    Little,
}

impl From<Followed> for Follow {
    fn from(followed: Followed) -> Self {
        match followed {
            Followed::Auto => Follow::Auto,
            Followed::All => Follow::All,
            Followed::Little => Follow::Little,
        }
    }
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
            fields: Vec::new(),
            roles: Vec::new(),
            stub: None,
            models: Vec::new(),
            is_abstract: false,
            is_static: false,
            inline_depth: Self::USUAL_INLINE_DEPTH,
            follow: Followed::Auto,
        }
    }
}

impl JavaArguments {
    /// How deep calls are followed unless the user says otherwise.
    pub const USUAL_INLINE_DEPTH: usize = 8;

    /// The first option that was given and means nothing for a component file.
    pub fn only_for_classes(&self) -> Option<&'static str> {
        first_given(&[
            ("--methods", !self.methods.is_empty()),
            ("--new", !self.constructors.is_empty()),
            ("--error", !self.errors.is_empty()),
            ("--outcome", !self.outcomes.is_empty()),
            ("--track", !self.track.is_empty()),
            ("--field", !self.fields.is_empty()),
            ("--with", !self.roles.is_empty()),
            ("--stub", self.stub.is_some()),
            ("--models", !self.models.is_empty()),
            ("--abstract", self.is_abstract),
            ("--static", self.is_static),
            ("--follow", self.follow != Followed::Auto),
        ])
    }
}

/// What numbers are to be.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Numbers {
    /// As they are; where that is in the way of a proof, `synth` leaves out runs that overflow, and says so.
    #[default]
    Auto,
    Wrap,
    Ideal,
}

impl Numbers {
    /// What they are until something is in the way.
    pub fn integers(self) -> Integers {
        match self {
            Numbers::Auto | Numbers::Wrap => Integers::Wrap,
            Numbers::Ideal => Integers::Ideal,
        }
    }
}

/// What numbers are, by name.
fn numbers(numbers: Numbers) -> (&'static str, &'static str) {
    match numbers {
        Numbers::Auto => ("auto", "`wrap`; `synth` answers for `ideal`, and says so, where only that leads to a proof"),
        Numbers::Wrap => ("wrap", "Machine integers, which wrap around"),
        Numbers::Ideal => ("ideal", "Runs in which `+ - *` overflow are left out"),
    }
}
