//! The engine `guarded` on every case of the Java corpus, with the paper's checkers that can prove: what it claims is
//! what is expected, and its certificates are accepted.
//!
//! What it does not decide must be on a list with the reason: so no case is skipped without notice.

use etiquette_synthesis::{Check, Guarded};

use super::predicates::{judge, run};
use super::{check_every_case, say};

/// None that can be decided takes anywhere near as many steps.
const MOST_STEPS: u64 = 100_000;
/// For those that are known not to be decided.
const FEW_STEPS: u64 = 200;

/// What is not decided, by which checker (all of them where none is named), and how it ends.
const UNDECIDED: [(&str, Option<Check>, &str); 15] = [
    ("ArgumentsThatChange", None, "hidden choices decide, of which guards do not speak"),
    ("DeclaredException", None, "a hidden choice decides, and the client sees it by the outcome"),
    ("Explorer", Some(Check::Search), "out of time: all sums of moves are different states"),
    ("FacadeOfSeveral", None, "a hidden choice decides: of which class an object is"),
    ("IntMath", None, "out of time: many methods with loops and 32-bit arithmetic"),
    ("ListIndex", None, "out of time: an index that only grows, into a list of hidden length"),
    ("ListItr", None, "the length of the list is hidden, and the client sees it by the outcome"),
    ("LoopIndex", None, "out of time: loops of any number of rounds"),
    ("Lottery", None, "a hidden choice decides, and the client sees it by the outcome"),
    ("OutcomeBelow", None, "a hidden choice decides, and the client sees it by the outcome"),
    ("Patterns", None, "a hidden choice decides, and the client sees it by the outcome"),
    ("PipedOutputStream", None, "a hidden choice decides, and the client sees it by the outcome"),
    ("ReadToEnd", None, "a hidden choice decides, and the client sees it by the outcome"),
    ("StaticSingleton", None, "a hidden choice decides, which is made in the first call"),
    ("TooLarge", None, "a hidden choice decides, and the client sees it by the outcome"),
];

fn finds_what_is_expected(check: Check) {
    let engine = Guarded { check, ..Guarded::default() };
    check_every_case(|subject, _| {
        let name = &subject.case.name;
        let known = UNDECIDED.iter().find(|(case, by, _)| case == name && by.is_none_or(|by| by == check));
        let outcome = run(&engine, &subject.component, if known.is_some() { FEW_STEPS } else { MOST_STEPS });
        judge(subject, &outcome)?;
        match (outcome.guarantee.permissive.but_for().is_some(), known) {
            (true, _) => Ok(()),
            (false, None) => Err(format!("not decided: {} ({})", outcome.engine, outcome.stop)),
            (false, Some((.., reason))) => {
                say(format_args!("not decided by guarded with {}: {name}: {reason}", check.name()));
                Ok(())
            }
        }
    });
}

#[test]
fn guarded_with_search_finds_what_is_expected() {
    finds_what_is_expected(Check::Search);
}

#[test]
fn guarded_with_interpolation_finds_what_is_expected() {
    finds_what_is_expected(Check::Interpolation);
}
