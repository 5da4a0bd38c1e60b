//! Makes a class that contradicts its claim smaller, for as long as it still does in the same way.

use super::arena::{Arena, Tried};
use super::play::Wrong;
use super::tree::{edit_count, edited, parse, print};

/// How many smaller classes are tried; most of them do not compile, which is found out quickly.
const MOST_TRIES: usize = 600;

/// The smallest class that was found, and what came of it.
pub(super) fn shrink(arena: &mut Arena<'_>, source: String, found: Tried, seed: u64) -> (String, Tried) {
    let Some(wrong) = found.contradiction.as_ref().map(|contradiction| contradiction.wrong) else {
        return (source, found);
    };
    let mut smallest = (source, found);
    let (mut edit, mut is_smaller) = (0, false);
    for _ in 0..MOST_TRIES {
        let pieces = parse(&smallest.0);
        if edit >= edit_count(&pieces) {
            // What could not be left out before may be used by nothing any more.
            if !std::mem::take(&mut is_smaller) {
                break;
            }
            edit = 0;
        }
        let candidate = print(&edited(&pieces, edit));
        match arena.try_source(&candidate, seed) {
            Ok(tried) if still(&tried, wrong, &smallest.1) => {
                smallest = (candidate, tried);
                is_smaller = true;
            }
            _ => edit += 1,
        }
    }
    smallest
}

/// Whether it is wrong in the same way, and without assumptions if it was so before.
fn still(tried: &Tried, wrong: Wrong, before: &Tried) -> bool {
    let is_same = tried.contradiction.as_ref().is_some_and(|found| found.wrong == wrong);
    is_same && (before.assumes || !tried.assumes)
}
