//! The engines on predicates on every case of the Java corpus: they find what is expected, as `certified` does, and the
//! checker accepts their certificates.
//!
//! What is not decided is said, and must be on a list with the reason: so no case is skipped without notice.

use etiquette_component::Component;
use etiquette_outcome::{Outcome, Run};
use etiquette_synthesis::{Engine, Game, MayMust, Witness};

use super::evidence::check_evidence;
use super::subject::Subject;
use super::{check_every_case, say};

/// None that can be decided takes anywhere near as many steps.
const MOST_STEPS: u64 = 200_000;
/// For those that are known not to be decided.
const FEW_STEPS: u64 = 200;

/// What `maymust` and `witness` do not decide, and how it ends.
const UNDECIDED: [(&str, &str); 7] = [
    ("AltBit", "stuck at `msg`, whose legal arguments depend on the state"),
    ("ArrayLength", "stuck at `row`, whose legal arguments depend on the state"),
    ("IntMath", "out of time: many methods with loops and 32-bit arithmetic"),
    ("Kmax1", "stuck: no predicate decides `check` after `tick`, which does nothing for some arguments"),
    ("Kmax2", "stuck: no predicate decides `open` after many calls of `move`, which does nothing for some arguments"),
    ("Narrow", "out of time: weakest preconditions of counters nest deeper with every call"),
    ("SmallMath", "stuck at `log2`, which has a loop"),
];

pub fn run(engine: &dyn Engine, component: &Component, steps: u64) -> Outcome {
    engine.synthesize(component, &mut Run::default().with_step_limit(steps)).expect("every component is taken")
}

/// A certificate that is accepted, and the expected language where it claims to be permissive.
pub fn judge(subject: &Subject, outcome: &Outcome) -> Result<(), String> {
    let explained = |problem| format!("{}: {problem}", outcome.engine);
    check_evidence(&subject.component, &subject.letters, outcome).map_err(explained)?;
    if outcome.guarantee.permissive.but_for().is_none() {
        return Ok(());
    }
    subject.realizable().and_then(|realizable| subject.compare(outcome, &realizable)).map_err(explained)
}

/// Runs an engine on every case; those that it does not decide must be on the list.
fn finds_what_is_expected(engine: &dyn Engine) {
    check_every_case(|subject, _| {
        let name = &subject.case.name;
        let known = UNDECIDED.iter().find(|(case, _)| case == name);
        let outcome = run(engine, &subject.component, if known.is_some() { FEW_STEPS } else { MOST_STEPS });
        judge(subject, &outcome)?;
        match (outcome.guarantee.permissive.but_for().is_some(), known) {
            (true, _) => Ok(()),
            (false, None) => Err(format!("not decided: {} ({})", outcome.engine, outcome.stop)),
            (false, Some((_, reason))) => {
                say(format_args!("not decided by {}: {name}: {reason}", engine.name()));
                Ok(())
            }
        }
    });
}

#[test]
fn maymust_finds_what_is_expected() {
    finds_what_is_expected(&MayMust::USUAL);
}

#[test]
fn witness_finds_what_is_expected() {
    finds_what_is_expected(&Witness::USUAL);
}

/// How much `game` allows depends on its predicates, which here are those in front of the errors: it is judged by what
/// it claims.
#[test]
fn game_is_what_it_claims() {
    let permissive = std::cell::Cell::new(0);
    check_every_case(|subject, _| {
        let outcome = run(&Game { settle: true, ..Game::default() }, &subject.component, FEW_STEPS * 5);
        permissive.set(permissive.get() + usize::from(outcome.guarantee.permissive.but_for().is_some()));
        judge(subject, &outcome)
    });
    say(format_args!("game is permissive on {} cases", permissive.get()));
}
