//! Where an interface came from: recorded beside it, and compared when its certificate is checked again.
//!
//! A certificate is about one component. If another class, or the same one with other options, is looked at, that must
//! be said before anything is checked, in words that tell what to change.

use std::path::Path;

use etiquette_component::{Binding, Component, Forgotten, Method, NO_SUCH_OBJECT, Slice, Slices};
use etiquette_outcome::Outcome;
use etiquette_output::json::Source;

use crate::arguments::{Followed, JavaArguments, ModelArguments, Numbers, TargetArguments, UsedComponents};
use crate::failure::Failure;
use crate::java;
use crate::pipeline::is_class;

/// What is recorded about a component; the slice is what the engine saw.
pub fn source(arguments: &TargetArguments, slice: &Slice) -> Source {
    let component = &slice.component;
    Source {
        forgotten: slice.forgotten.wholly.clone(),
        signs: slice.forgotten.but_signs.clone(),
        forgets_loops: slice.forgotten.loops,
        registers: slice.registers(),
        relied_on: slice.relied_on(),
        left_out: Vec::new(),
        target: file_name(&arguments.target),
        options: all_options(arguments),
        variables: component.variables.iter().map(|variable| binding(component, &variable.binding)).collect(),
        methods: component.methods.iter().map(|method| signature(component, method)).collect(),
    }
}

/// Slices without what was forgotten of the component.
pub fn forgetting(slices: Slices, recorded: Option<&Source>) -> Slices {
    let forgotten = |source: &Source| Forgotten {
        wholly: source.forgotten.clone(),
        but_signs: source.signs.clone(),
        loops: source.forgets_loops,
    };
    let forgotten = recorded.map(forgotten).unwrap_or_default();
    if forgotten == Forgotten::default() { slices } else { slices.forgetting(&forgotten, &|| false) }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy()).into_owned()
}

fn binding(component: &Component, binding: &Binding) -> String {
    format!("{}: {}", binding.name, component.type_name(binding.ty))
}

fn signature(component: &Component, method: &Method) -> String {
    let parameters: Vec<String> = method.parameters.iter().map(|found| binding(component, found)).collect();
    format!("{}({}) -> {}", method.name, parameters.join(", "), method.outcomes.join(" | "))
}

/// The options that shape the component, with the choice of errors that is made where nobody names any: that may be
/// another one in other releases.
fn all_options(arguments: &TargetArguments) -> Vec<String> {
    options(&with_usual_errors(arguments, java::USUAL_ERRORS))
}

/// The same arguments; a class is asked about these errors where none are named.
fn with_usual_errors(arguments: &TargetArguments, usual: &str) -> TargetArguments {
    let mut arguments = arguments.clone();
    if arguments.model.java.errors.is_empty() && is_class(&arguments.target) {
        arguments.model.java.errors = vec![usual.to_owned()];
    }
    arguments
}

/// The errors of files that name none: they were written when that meant all.
const ONCE_USUAL_ERRORS: &str = "any";

/// The target, asked about the errors that an interface was made for, unless others are named.
pub fn with_recorded_errors(given: &TargetArguments, recorded: Option<&Source>) -> TargetArguments {
    let model = recorded.and_then(|recorded| ModelArguments::read(&recorded.options));
    let Some(model) = model.filter(|_| given.model.java.errors.is_empty() && is_class(&given.target)) else {
        return given.clone();
    };
    let mut arguments = given.clone();
    arguments.model.java.errors = model.java.errors;
    with_usual_errors(&arguments, ONCE_USUAL_ERRORS)
}

/// The options that were given and shape the component, as on the command line. Where its classes are found is not
/// among them.
fn options(arguments: &TargetArguments) -> Vec<String> {
    let JavaArguments {
        methods,
        constructors,
        errors,
        outcomes,
        track,
        fields,
        roles,
        stub,
        models,
        inline_depth,
        follow,
        is_abstract,
        is_static,
        ..
    } = &arguments.model.java;
    let lists = [
        ("--methods", methods),
        ("--new", constructors),
        ("--error", errors),
        ("--outcome", outcomes),
        ("--track", track),
        ("--field", fields),
        ("--with", roles),
    ];
    let mut given = Vec::new();
    for (option, values) in lists {
        given.extend(values.iter().flat_map(|value| [option.to_owned(), value.clone()]));
    }
    given.extend(stub.iter().flat_map(|path| ["--stub".to_owned(), file_name(path)]));
    given.extend(models.iter().flat_map(|path| ["--models".to_owned(), file_name(path)]));
    if *inline_depth != JavaArguments::USUAL_INLINE_DEPTH {
        given.extend(["--inline-depth".to_owned(), inline_depth.to_string()]);
    }
    match follow {
        Followed::Auto => {}
        Followed::All => given.extend(["--follow".to_owned(), "all".to_owned()]),
        Followed::Little => given.extend(["--follow".to_owned(), "little".to_owned()]),
    }
    if *is_abstract {
        given.push("--abstract".to_owned());
    }
    if *is_static {
        given.push("--static".to_owned());
    }
    if arguments.model.used == UsedComponents::Interface {
        given.extend(["--held".to_owned(), "interface".to_owned()]);
    }
    if arguments.model.integers == Numbers::Ideal {
        given.extend(["--integers".to_owned(), "ideal".to_owned()]);
    }
    given
}

/// The arguments for a target that an interface was made from: those that were recorded need not be given again, and if
/// they are, they must be the same.
pub fn as_recorded(given: &TargetArguments, recorded: Option<&Source>) -> Result<TargetArguments, Failure> {
    let Some(recorded) = recorded else { return Ok(given.clone()) };
    if all_options(given) == recorded.options {
        return Ok(given.clone());
    }
    let written = options(given);
    if written == recorded.options {
        return Ok(with_usual_errors(given, ONCE_USUAL_ERRORS));
    }
    if !written.is_empty() {
        return Err(Failure::new("the interface was made with other options")
            .help(format!("it was made by `{}`; they need not be given again", command(recorded))));
    }
    let mut model = ModelArguments::read(&recorded.options).ok_or_else(|| {
        Failure::new(format!(
            "the options that the interface was made with can't be read: {}",
            recorded.options.join(" ")
        ))
        .help("give them again")
    })?;
    (model.java.classpath, model.java.jdk) = (given.model.java.classpath.clone(), given.model.java.jdk.clone());
    Ok(with_usual_errors(&TargetArguments { target: given.target.clone(), model }, ONCE_USUAL_ERRORS))
}

/// Refuses a component that can't be the one that the interface was made from.
pub fn compare(
    outcome: &Outcome,
    recorded: Option<&Source>,
    arguments: &TargetArguments,
    slice: &Slice,
) -> Result<(), Failure> {
    let Some(difference) = difference(outcome, recorded, arguments, slice) else { return Ok(()) };
    let failure = Failure::new(format!("the interface was made from another component: {difference}"));
    Err(match recorded {
        Some(recorded) => failure.help(format!("it was made by `{}`", command(recorded))),
        None => failure.help("give the options that the interface was made with"),
    })
}

/// The command that made the interface.
fn command(recorded: &Source) -> String {
    let words = ["etiquette", "synth", &recorded.target].map(str::to_owned).into_iter();
    let quoted = |word: String| match word.chars().all(|c| c.is_alphanumeric() || "-_./,=:+".contains(c)) {
        true => word,
        false => format!("'{word}'"),
    };
    words.chain(recorded.options.iter().cloned()).map(quoted).collect::<Vec<_>>().join(" ")
}

fn difference(
    outcome: &Outcome,
    recorded: Option<&Source>,
    arguments: &TargetArguments,
    slice: &Slice,
) -> Option<String> {
    let component = &slice.component;
    if outcome.guarantee.integers != arguments.model.integers.integers() {
        return Some("one of them has ideal integers, the other one has not".into());
    }
    if outcome.component != component.name {
        return Some(format!("it is `{}`, and this is `{}`", outcome.component, component.name));
    }
    let found = source(arguments, slice);
    let recorded_lists = recorded.map(|recorded| {
        missing("method", &recorded.methods, &found.methods)
            .or_else(|| missing("variable", &recorded.variables, &found.variables))
    });
    recorded_lists.flatten().or_else(|| {
        // Calls on what is not there are no errors of a result.
        let errors = component.error_names().into_iter().filter(|name| name != NO_SUCH_OBJECT);
        let recorded: Vec<String> = outcome.errors.iter().filter(|name| *name != NO_SUCH_OBJECT).cloned().collect();
        missing("error", &recorded, &errors.collect::<Vec<_>>())
    })
}

/// What only one of two lists has.
fn missing(what: &str, recorded: &[String], found: &[String]) -> Option<String> {
    let only = |these: &[String], those: &[String]| these.iter().find(|item| !those.contains(item)).cloned();
    let gone = only(recorded, found).map(|item| format!("it has the {what} `{item}`, and this one has not"));
    gone.or_else(|| only(found, recorded).map(|item| format!("it has no {what} `{item}`, and this one has")))
}
