//! What the user names, of whatever kind: read, and made into a component.

use std::path::Path;
use std::sync::Arc;

use etiquette_component::Component;
use etiquette_component::passes::{self, Pass, SIMPLIFYING};
use etiquette_java::About;
use etiquette_java::class::Class;
use etiquette_outcome::{Assumption, AssumptionKind, Integers, NotCovered, Outcome};

use super::hierarchy::{Replacements, UsedFiles};
use crate::arguments::{Followed, TargetArguments};
use crate::failure::Failure;
use crate::java;
use crate::java_failure::missing_file;
use crate::source::{display_name, read_component};

/// A component with what was taken for granted when it was made.
#[derive(Clone)]
pub struct Target {
    pub component: Component,
    pub assumptions: Vec<Assumption>,
    /// What a client could call as well.
    pub not_covered: Vec<NotCovered>,
    pub integers: Integers,
    /// How errors were chosen, where nobody named any.
    pub(super) error_choice: Option<String>,
    /// Components that it uses and that were replaced by their interfaces.
    pub(super) replacements: Replacements,
    /// Whether outcomes are the user's own words, and so are kept even if they tell nothing.
    pub(super) outcomes_are_given: bool,
    /// Whether it is a large class, of whose surroundings little was looked at.
    pub(super) follows_little: bool,
}

impl Target {
    /// A component that stands in a file, with numbers as they were asked for.
    pub fn of_file(component: Component, replacements: Replacements, integers: Integers) -> Target {
        let assumptions = replacements.assumptions().cloned().collect();
        Target { assumptions, integers, replacements, outcomes_are_given: true, ..Target::of_component(&component) }
            .with_integers()
    }

    /// A component that somebody made on the way to another answer: nothing is taken for granted, and its outcomes are
    /// nobody's words.
    pub fn of_component(component: &Component) -> Target {
        Target {
            component: component.clone(),
            assumptions: Vec::new(),
            not_covered: Vec::new(),
            integers: Integers::Wrap,
            error_choice: None,
            replacements: Replacements::default(),
            outcomes_are_given: false,
            follows_little: false,
        }
    }

    /// Whether the same words are legal as with the components that were replaced by their interfaces, and whether they
    /// can happen in the same way.
    pub fn fidelity(&self) -> (bool, bool) {
        (self.replacements.keep_legal_words(&self.component), self.replacements.are_exact())
    }

    /// What to do where there are too many values for an engine that tries them all.
    pub fn help_with_values(&self) -> &'static str {
        if self.outcomes_are_given {
            "use `--engine auto` or `--representation bdd`, give it a smaller type (`u4` has 16 values), or an initial value"
        } else {
            "use `--engine auto` or `--representation bdd`, name the error that you care about with `--error`, or leave out methods \
             with `--methods`"
        }
    }

    /// What to think of where no code of a class raises an error, and what to ask instead where no object can be made
    /// without risking one, or where more could be looked at.
    pub fn advice(&self, outcome: &Outcome) -> Option<&'static str> {
        if !self.outcomes_are_given && outcome.errors.is_empty() && !self.assumptions.is_empty() {
            return Some(
                "no code that was followed raises such an error; what was not followed is listed under \"Taken for granted\"",
            );
        }
        if self.follows_little && outcome.doubtful() > 0 {
            return Some(
                "the class is large, so little of what it calls was looked at: `--follow all` looks at all of it, and `--methods` at less of the class",
            );
        }
        let interface = &outcome.interface;
        let alphabet = interface.alphabet();
        let mut constructors = alphabet.call_ids().filter(|&call| alphabet.call(call).constructor);
        let can_make = constructors.any(|call| interface.allows(interface.initial(), call));
        let is_class = !self.outcomes_are_given && self.component.has_constructors();
        (is_class && !can_make && outcome.errors.len() > 1).then_some(
            "every constructor may raise one of these errors, so nothing else was looked at: name the error that you care about with `--error`",
        )
    }

    /// A part of it, with the same assumptions.
    pub fn part(&self, component: &Component) -> Target {
        Target { component: component.clone(), ..self.clone() }
    }
}

/// Reads the target, however long it takes.
pub fn read_target(arguments: &TargetArguments) -> Result<Target, Failure> {
    read_target_until(arguments, &|| false)
}

/// Reads the target, unless time is over first.
pub fn read_target_until(arguments: &TargetArguments, is_over: &dyn Fn() -> bool) -> Result<Target, Failure> {
    read(arguments, &SIMPLIFYING, is_over)
}

/// Reads the target and puts it through these passes, which component files go through only here.
pub fn read_simplified(arguments: &TargetArguments, passes: &'static [Pass]) -> Result<Target, Failure> {
    let mut target = read(arguments, passes, &|| false)?;
    if target.outcomes_are_given {
        passes::run(passes, &mut target.component);
    }
    Ok(target)
}

/// Reads the target; a class is put through the passes.
fn read(arguments: &TargetArguments, passes: &'static [Pass], is_over: &dyn Fn() -> bool) -> Result<Target, Failure> {
    match kind(&arguments.target)? {
        Kind::Component => component(arguments),
        Kind::Class => java_target(arguments, passes, is_over),
    }
}

/// Reads the class that the target is; `None` for a component.
pub fn read_class(arguments: &TargetArguments) -> Result<Option<Arc<Class>>, Failure> {
    match kind(&arguments.target)? {
        Kind::Component => Ok(None),
        Kind::Class => java::open(arguments).map(|opened| Some(opened.class)),
    }
}

/// Whether the target is a class.
pub fn is_class(path: &Path) -> bool {
    matches!(kind(path), Ok(Kind::Class))
}

enum Kind {
    Component,
    Class,
}

fn kind(path: &Path) -> Result<Kind, Failure> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    Ok(match extension {
        "component" => Kind::Component,
        "class" | "java" if path.exists() => Kind::Class,
        "class" | "java" => return Err(missing_file(path)),
        "jar" | "jmod" | "zip" => {
            return Err(Failure::new(format!("{} is an archive, not a class", display_name(path)))
                .help(format!("name a class in it: `--classpath {} com.acme.Foo`", path.display())));
        }
        "json" => {
            return Err(Failure::new(format!("{} is an interface already", display_name(path)))
                .help("`etiquette export` converts it into other formats"));
        }
        _ if path == Path::new("-") || path.is_file() => Kind::Component,
        _ if looks_like_a_class(path) => Kind::Class,
        _ => Kind::Component,
    })
}

fn component(arguments: &TargetArguments) -> Result<Target, Failure> {
    let path = &arguments.target;
    if let Some(option) = arguments.model.java.only_for_classes() {
        return Err(Failure::new(format!("`{option}` is about Java classes, and {} is none", display_name(path)))
            .help("leave it out: a component file says itself what its methods and errors are"));
    }
    let mut used = UsedFiles::new(arguments);
    let component = read_component(path, &mut used)?;
    Ok(Target::of_file(component, used.replacements(), arguments.model.integers.integers()))
}

fn java_target(
    arguments: &TargetArguments,
    passes: &'static [Pass],
    is_over: &dyn Fn() -> bool,
) -> Result<Target, Failure> {
    let lowered = java::read_until(arguments, passes, is_over)?;
    let assumption = |note: etiquette_java::Note| Assumption {
        kind: kind_of_assumption(note.about),
        text: note.text,
        at: note.place.map(|place| place.to_string()),
    };
    let left_out = |method: String| NotCovered { method, why: "too large".into() };
    let target = Target {
        assumptions: lowered.notes.into_iter().map(assumption).collect(),
        not_covered: lowered.left_out.into_iter().map(left_out).collect(),
        integers: arguments.model.integers.integers(),
        error_choice: java::usual_errors(&arguments.model.java).then(|| java::USUAL_ERRORS.to_owned()),
        follows_little: lowered.follows_little && arguments.model.java.follow == Followed::Auto,
        ..Target::of_component(&lowered.component)
    };
    Ok(target.with_integers())
}

fn kind_of_assumption(about: About) -> AssumptionKind {
    match about {
        About::Open => AssumptionKind::Value,
        About::OwnCode => AssumptionKind::OwnCode,
        About::OtherCode => AssumptionKind::NotFollowed,
        About::Native => AssumptionKind::Native,
        About::Client => AssumptionKind::Client,
        About::World => AssumptionKind::World,
    }
}

/// Whether this can be the name of a class: words with dots or dollar signs between them.
fn looks_like_a_class(path: &Path) -> bool {
    let Some(text) = path.to_str() else { return false };
    let word = |part: &str| part.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    !text.is_empty()
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '$' | '_' | '/'))
        && text
            .split(['.', '$', '/'])
            .all(|part| !part.is_empty() && (word(part) || part.chars().all(char::is_numeric)))
}
