//! Predicates and words from the command line: read on the component as the user knows it, and shown with their place
//! where they are wrong.

use etiquette_component::Component;
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
