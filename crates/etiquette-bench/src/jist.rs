//! The suite `jist`: Table 1 of *Synthesis of Interface Specifications for Java Classes* (POPL 2005) again, beside the
//! paper's figures.
//!
//! The classes are our models of the paper's, from the corpus, with the paper's predicates and statement by statement,
//! as it has them.

mod published;
mod report;

use std::time::Duration;

use etiquette_component::{Component, parse};
use etiquette_outcome::{Confidence, Limits, Outcome, Run};
use etiquette_predicates::{Abstraction, Granularity, Precision, explore, parse_predicates, smv};
use etiquette_synthesis::{Engine, Game};

use crate::core::Step;
use crate::machine::Machine;
use crate::samples::timed;
use published::{PUBLISHED, PublishedRow};
pub use report::{JistReport, JistRow};

/// The seconds after which a row is given up.
const PATIENCE: u64 = 30;
/// A quick run takes the first rows only.
const QUICK_ROWS: usize = 2;
/// A model with more abstract states than this is not written down.
const MOST_STATES: usize = 4096;

/// Runs the suite. `progress` hears of every step before it begins.
pub fn run_jist(quick: bool, progress: &mut dyn FnMut(&Step<'_>)) -> JistReport {
    let chosen = if quick { QUICK_ROWS } else { PUBLISHED.len() };
    let mut rows = Vec::new();
    for (number, published) in PUBLISHED[..chosen].iter().enumerate() {
        progress(&Step { number, total: chosen, what: published.class });
        // A test sees to it that all of them can be read.
        rows.extend(parse(published.source, published.class).ok().map(|component| measure(published, &component)));
    }
    JistReport { quick, machine: Machine::here(), rows }
}

fn measure(published: &'static PublishedRow, component: &Component) -> JistRow {
    let limits = Limits { time: Some(Duration::from_secs(PATIENCE)), ..Limits::default() };
    let game = Game {
        predicates: published.predicates.iter().map(ToString::to_string).collect(),
        precision: Precision::Boolean,
        granularity: Granularity::Statements,
        ..Game::default()
    };
    let (outcome, seconds) = timed(|| game.synthesize(component, &mut Run::new(limits)));
    let variables = model_variables(published, component);
    let (class, published) = (published.class, published.figures);
    let mut row = JistRow { class, published, variables, seconds, ..JistRow::default() };
    if let Ok(outcome) = outcome {
        fill(&mut row, &outcome);
    }
    row
}

fn fill(row: &mut JistRow, outcome: &Outcome) {
    let number = |name: &str| outcome.statistics.get(name).copied().unwrap_or_default();
    row.predicates = number("predicates");
    row.membership = number("membership queries");
    row.subset = number("subset queries");
    row.superset = number("superset queries");
    row.one_step_further = number("found one step further");
    row.states = outcome.interface.state_count();
    row.safe = outcome.guarantee.safe == Confidence::Proved;
    row.most_permissive = outcome.engine.contains("(most permissive");
}

/// The variables of the model for NuSMV, as the paper counts them; none if it is too large to be written down.
fn model_variables(published: &PublishedRow, component: &Component) -> Option<u64> {
    let mut component = component.clone();
    let predicates = parse_predicates(&mut component, published.predicates).ok()?;
    let abstraction = Abstraction::new(&component, predicates, Precision::Boolean);
    let mut abstraction = abstraction.with_granularity(Granularity::Statements);
    let space = explore(&mut abstraction, MOST_STATES).ok()?;
    let model = smv(&abstraction, &space);
    let declared = model.lines().skip_while(|line| *line != "VAR").skip(1).take_while(|line| *line != "INIT");
    Some(declared.filter(|line| !line.trim_start().starts_with("--")).count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Rendered;

    /// What the paper reports of its examples; ServerTableEntry has four predicates here, since our model has no fifth
    /// state.
    #[test]
    fn the_table_is_that_of_the_paper() {
        let report = run_jist(false, &mut |_| ());
        assert_eq!(report.rows.len(), 6, "all of them can be read");
        let found: Vec<(usize, u64, bool)> =
            report.rows.iter().map(|row| (row.states, row.one_step_further.min(1), row.most_permissive)).collect();
        let wanted = [(3, 0, true), (3, 0, true), (1, 0, false), (2, 0, true), (2, 0, true), (2, 1, false)];
        assert_eq!(found, wanted);
        assert!(report.rows.iter().all(|row| row.safe && row.variables.is_some()));
        let text = report.to_text();
        assert!(text.contains("the same as in the paper on 6 of 6 rows"), "{text}");
    }

    #[test]
    fn json_has_the_figures_of_the_paper() {
        let json = run_jist(true, &mut |_| ()).to_json();
        assert_eq!(json["rows"].as_array().map(Vec::len), Some(2));
        assert_eq!(json["rows"][0]["published"]["membership"].as_u64(), Some(83));
        assert_eq!(json["rows"][0]["mostPermissive"].as_bool(), Some(true));
    }
}
