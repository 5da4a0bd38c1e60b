//! What the user names, of whatever kind: read, and made into a component.

use std::path::Path;
use std::sync::Arc;

use etiquette_component::passes::{self, Pass, SIMPLIFYING};
use etiquette_component::{Component, Slices, ideal, slice, slices};
use etiquette_java::class::Class;
use etiquette_outcome::{Assumption, Outcome};

use crate::arguments::{IntegersName, TargetArguments};
use crate::failure::Failure;
use crate::held::{Held, Replacements};
use crate::java;
use crate::java_failure::missing_file;
use crate::source::{display_name, read_component};

/// A component with what was taken for granted when it was made.
pub struct Target {
    pub component: Component,
    pub assumptions: Vec<Assumption>,
    /// Held components that were replaced by their interfaces.
    replacements: Replacements,
    /// Whether outcomes are the user's own words, and so are kept even if they tell nothing.
    outcomes_are_given: bool,
}

impl Target {
    /// What to do where there are too many values for an engine that tries them all.
    pub fn help_with_values(&self) -> &'static str {
        if self.outcomes_are_given {
            "use `--engine auto` or `--representation bdd`, give it a smaller type (`u4` has 16 values), or an initial value"
        } else {
            "use `--engine auto` or `--representation bdd`, name the error that you care about with `--error`, or leave out methods \
             with `--methods`"
        }
    }

    /// What to think of where no code of a class raises an error, and what to ask instead where no object can be made without risking one.
    pub fn advice_on_errors(&self, outcome: &Outcome) -> Option<&'static str> {
        if !self.outcomes_are_given && outcome.errors.is_empty() && !self.assumptions.is_empty() {
            return Some(
                "no code that was followed raises such an error; what was not followed is listed under \"Taken for granted\"",
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

    /// How many steps ideal integers would restrict, because they can overflow.
    pub fn overflowing_steps(&self) -> u64 {
        let restricted = ideal(&self.component);
        let methods = self.component.methods.iter().zip(&restricted.methods);
        let new = methods.map(|(before, after)| {
            after
                .body
                .edges
                .iter()
                .filter(|edge| !before.body.edges.iter().any(|known| known.action == edge.action))
                .count()
        });
        new.sum::<usize>() as u64
    }

    /// A part of it, with the same assumptions.
    pub fn part(&self, component: &Component) -> Target {
        let (component, assumptions) = (component.clone(), self.assumptions.clone());
        let replacements = self.replacements.clone();
        Target { component, assumptions, replacements, outcomes_are_given: self.outcomes_are_given }
    }

    /// Takes back what an outcome can't claim because held components were replaced by their interfaces.
    pub fn limit(&self, outcome: &mut Outcome) {
        self.replacements.limit(outcome, &self.component);
    }

    /// Slices to try one after the other: a coarse one, which is enough for many classes, then the exact one. Where outcomes are the user's own
    /// words, only the exact one keeps them.
    pub fn slices(&self) -> Slices {
        match self.outcomes_are_given {
            true => Slices { coarse: None, exact: slice(&self.component) },
            false => slices(&self.component),
        }
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
    let mut target = match kind(&arguments.target)? {
        Kind::Component => component(arguments),
        Kind::Class => java_target(arguments, passes, is_over),
    }?;
    match arguments.numbers.integers {
        IntegersName::Wrap => {}
        // Before anything else: later passes rewrite sums, and so move the place where they overflow.
        IntegersName::Ideal => target.component = ideal(&target.component),
    }
    Ok(target)
}

/// Reads the class that the target is; `None` for a component.
pub fn read_class(arguments: &TargetArguments) -> Result<Option<Arc<Class>>, Failure> {
    match kind(&arguments.target)? {
        Kind::Component => Ok(None),
        Kind::Class => java::read_class(arguments).map(Some),
    }
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
    if let Some(option) = arguments.java.only_for_classes() {
        return Err(Failure::new(format!("`{option}` is about Java classes, and {} is none", display_name(path)))
            .help("leave it out: a component file says itself what its methods and errors are"));
    }
    let mut held = Held::new(arguments);
    let component = read_component(path, &mut held)?;
    let replacements = held.replacements();
    let assumptions = replacements.assumptions().cloned().collect();
    Ok(Target { component, assumptions, replacements, outcomes_are_given: true })
}

fn java_target(
    arguments: &TargetArguments,
    passes: &'static [Pass],
    is_over: &dyn Fn() -> bool,
) -> Result<Target, Failure> {
    let lowered = java::read_until(arguments, passes, is_over)?;
    let assumption =
        |note: etiquette_java::Note| Assumption { text: note.text, at: note.place.map(|place| place.to_string()) };
    let assumptions = lowered.notes.into_iter().map(assumption).collect();
    let replacements = Replacements::default();
    Ok(Target { component: lowered.component, assumptions, replacements, outcomes_are_given: false })
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
