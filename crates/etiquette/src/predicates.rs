//! Predicates and words from the command line: read on the component as the user knows it, and shown with their place
//! where they are wrong.

use etiquette_component::{Component, OTHER, RESULT};
use etiquette_predicates::{Predicate, guards_in_front_of_errors, parse_predicates};
use etiquette_synthesis::{Game, check_word};

use crate::arguments::{Common, GameArguments, PredicateArguments};
use crate::failure::{Failure, warn};
use crate::pipeline::Target;

/// The predicates that were given, or the guards in front of the errors.
pub fn chosen_predicates(arguments: &PredicateArguments, component: &mut Component) -> Result<Vec<Predicate>, Failure> {
    if arguments.predicates.is_empty() {
        return Ok(guards_in_front_of_errors(component));
    }
    parse_predicates(component, &arguments.predicates).map_err(|bad| Failure::Located {
        file: "--predicates".into(),
        text: arguments.predicates[bad.index].clone(),
        problems: vec![bad.problem],
    })
}

/// The target in which outcomes tell what predicates ask of returned numbers, as in `read.result == -1`, and the
/// predicates that are left; `None` if there are none of these.
pub fn results_asked(arguments: &GameArguments, target: &Target) -> Result<Option<(Target, GameArguments)>, Failure> {
    let (mut asked, mut rest): (Vec<(String, Vec<String>)>, Vec<String>) = Default::default();
    for text in &arguments.predicates.predicates {
        let Some((method, condition)) = condition_on_result(&target.component, text) else {
            rest.push(text.clone());
            continue;
        };
        match asked.iter_mut().find(|(known, _)| *known == method) {
            Some((_, conditions)) => conditions.push(condition),
            None => asked.push((method, vec![condition])),
        }
    }
    if asked.is_empty() {
        return Ok(None);
    }
    let wanted: Vec<(String, Vec<String>)> =
        asked.into_iter().map(|(method, conditions)| (method, combinations(&conditions))).collect();
    let mut arguments = arguments.clone();
    arguments.predicates.predicates = rest;
    Ok(Some((target.clone().with_results(&wanted)?, arguments)))
}

/// The method whose result a predicate asks about, and the condition on it.
fn condition_on_result(component: &Component, text: &str) -> Option<(String, String)> {
    let methods = component.methods.iter().filter(|method| method.result().is_some());
    methods.into_iter().find_map(|method| {
        let asked = format!("{}.{RESULT}", method.plain_name());
        let condition = text.replace(&asked, RESULT);
        (condition != text).then(|| (method.name.clone(), condition))
    })
}

/// An outcome for each combination of what may hold.
fn combinations(conditions: &[String]) -> Vec<String> {
    if let [only] = conditions {
        let number = only.strip_prefix("result == ").filter(|number| number.parse::<i64>().is_ok());
        return vec![number.unwrap_or(only).to_owned(), OTHER.to_owned()];
    }
    let mut all = vec![String::new()];
    for condition in conditions {
        let joined =
            |before: &String, part: String| if before.is_empty() { part } else { format!("{before} && {part}") };
        let both =
            |before: &String| [joined(before, format!("({condition})")), joined(before, format!("!({condition})"))];
        all = all.iter().flat_map(both).collect();
    }
    all
}

/// The engine `game` as the user asked for it. Predicates about variables that no error depends on are not there any
/// more in the slice.
pub fn chosen_game(arguments: &GameArguments, target: &Target, common: &Common) -> Result<Game, Failure> {
    chosen_predicates(&arguments.predicates, &mut target.component.clone())?;
    let sliced = target.slices().exact;
    let is_left = |text: &&String| parse_predicates(&mut sliced.component.clone(), &[text.as_str()]).is_ok();
    let (left, dropped): (Vec<&String>, Vec<&String>) = arguments.predicates.predicates.iter().partition(is_left);
    for text in &dropped {
        warn(&format!("the predicate `{text}` is left out: no error depends on it"), common);
    }
    for text in &arguments.allow {
        check_word(&sliced.component, text).map_err(|problem| Failure::Located {
            file: "--allow".into(),
            text: text.clone(),
            problems: vec![problem],
        })?;
    }
    let mut predicates: Vec<String> = left.into_iter().cloned().collect();
    if predicates.is_empty() && !dropped.is_empty() {
        // None at all is not the same as none given: the guards in front of the errors were not asked for.
        predicates.push("true".into());
    }
    let PredicateArguments { abstraction, .. } = arguments.predicates;
    Ok(Game {
        predicates,
        allow: arguments.allow.clone(),
        precision: abstraction,
        granularity: arguments.predicates.granularity(),
        settle: arguments.settle,
    })
}
