//! `etiquette abstract`: the component through predicates, as JIST's tool chain makes it.

use std::time::Instant;

use etiquette_component::print;
use etiquette_predicates::{Abstraction, Incomplete, boolean_component, explore, smv};

use crate::Verdict;
use crate::arguments::{Abstract, AbstractFormat, Common};
use crate::destination::Destination;
use crate::failure::{Failure, warn};
use crate::pipeline::read_target;
use crate::predicates::chosen_predicates;

/// Runs the command.
pub fn run(options: &Abstract, common: &Common) -> Result<Verdict, Failure> {
    let mut component = read_target(&options.target)?.component;
    let predicates = chosen_predicates(&options.predicates, &mut component)?;
    let destination = Destination::open(&options.destination)?;
    let abstraction = Abstraction::new(&component, predicates, options.predicates.abstraction);
    let mut abstraction = abstraction.with_granularity(options.predicates.granularity());
    if let Some(end) = options.timeout.map(|time| Instant::now() + time) {
        abstraction.set_interrupt(move || Instant::now() >= end);
    }
    let space = match explore(&mut abstraction, options.max_states) {
        Ok(space) => space,
        Err(incomplete) => {
            warn(&unfinished(incomplete, options.max_states), common);
            return Ok(Verdict::Inconclusive);
        }
    };
    destination.write(&match options.format {
        AbstractFormat::Component => print(&boolean_component(&abstraction, &space)),
        AbstractFormat::Smv => smv(&abstraction, &space),
    })?;
    Ok(Verdict::Done)
}

fn unfinished(incomplete: Incomplete, limit: usize) -> String {
    match incomplete {
        Incomplete::TooLarge => {
            format!("there are more than {limit} abstract states: name fewer predicates, or raise `--max-states`")
        }
        Incomplete::Interrupted => "the time was up: name fewer predicates, or give it more with `--timeout`".into(),
    }
}
