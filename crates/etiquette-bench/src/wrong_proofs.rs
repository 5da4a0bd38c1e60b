//! The suite `wrong-proofs`: searches for claims about classes that a JVM contradicts.
//!
//! Random classes, or listed ones, are given to the pipeline, and what it says is tried: random words are played on the
//! class itself, in one process for all. An allowed call must not raise the error, a call that is forbidden for certain
//! must raise it, and nothing may happen that the result says can't. What is found is shrunk.
//!
//! It finds errors of the front end, which no proof about a component can.

pub(crate) mod arena;
mod claim;
mod generate;
mod list;
mod pieces;
mod play;
pub(crate) mod report;
mod shrink;
mod tree;

use etiquette_java::jdk::Jdk;
use etiquette_java::replay::ReplayError;

use crate::core::Step;
use crate::listener::Listener;
use crate::machine::Machine;
use arena::{Arena, NotTried};
use generate::random_class;
use pieces::Pieces;
use shrink::shrink;

pub use arena::{Tried, WorkOut};
pub use claim::{Asked, Claim};
pub use list::ClassList;
pub use play::{Contradiction, Wrong};
pub use report::{TriedClass, WrongProofsReport};

/// How much to try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongProofsOptions {
    /// How many classes are generated.
    pub classes: usize,
    /// The seed of the first one; each has the next.
    pub seed: u64,
    /// How many words are played on each class.
    pub words: usize,
    /// What the names of the pieces of state have in them that classes are made of.
    pub pieces: String,
}

impl Default for WrongProofsOptions {
    fn default() -> Self {
        WrongProofsOptions { classes: 200, seed: 1, words: 200, pieces: String::new() }
    }
}

/// The names of the pieces of state that random classes are made of, if none of them has a text in it.
pub fn pieces_unless_named(text: &str) -> Option<Vec<String>> {
    Pieces::unless_named(text)
}

/// Generates classes and tries them.
///
/// # Errors
/// Why there is no JVM, or why it was lost.
pub fn run_wrong_proofs(
    options: &WrongProofsOptions,
    jdk: &Jdk,
    work_out: WorkOut<'_>,
    listener: Listener<'_, TriedClass>,
) -> Result<WrongProofsReport, ReplayError> {
    let pieces = Pieces::named(&options.pieces);
    let mut arena = Arena::new(jdk, options.words, work_out, &listener.cancelled)?;
    let seeds = (0..options.classes).map(|number| options.seed.wrapping_add(number as u64));
    let named: Vec<(String, u64)> = seeds.map(|seed| (format!("seed {seed}"), seed)).collect();
    let mut try_seed = |&seed: &u64| {
        let source = random_class(&pieces, seed);
        match arena.try_source(&source, seed) {
            Ok(tried) if tried.contradiction.is_some() => {
                let (source, tried) = shrink(&mut arena, source, tried, seed);
                (Some(source), Ok(tried))
            }
            other => (None, other),
        }
    };
    let classes = try_each(&named, &mut try_seed, listener)?;
    Ok(WrongProofsReport { machine: Machine::here(), seed: Some(options.seed), asked: options.classes, classes })
}

/// Tries classes that are there.
///
/// # Errors
/// Why there is no JVM, or why it was lost.
pub fn run_wrong_proofs_on(
    listed: &[Asked],
    words: usize,
    jdk: &Jdk,
    work_out: WorkOut<'_>,
    listener: Listener<'_, TriedClass>,
) -> Result<WrongProofsReport, ReplayError> {
    let mut arena = Arena::new(jdk, words, work_out, &listener.cancelled)?;
    let named: Vec<(String, &Asked)> = listed.iter().map(|asked| (asked.class.clone(), asked)).collect();
    let classes = try_each(&named, &mut |asked| (None, arena.try_class(asked, 1)), listener)?;
    Ok(WrongProofsReport { machine: Machine::here(), seed: None, asked: listed.len(), classes })
}

/// The smallest source that shows what is wrong, where there is one, and what came of a class.
type Attempt = (Option<String>, Result<Tried, NotTried>);

fn try_each<Item>(
    named: &[(String, Item)],
    try_one: &mut dyn FnMut(&Item) -> Attempt,
    listener: Listener<'_, TriedClass>,
) -> Result<Vec<TriedClass>, ReplayError> {
    let mut classes = Vec::new();
    for (number, (name, item)) in named.iter().enumerate() {
        (listener.step)(&Step { number, total: named.len(), what: name });
        let (source, result) = try_one(item);
        let is_found = result.as_ref().is_ok_and(|tried| tried.contradiction.is_some());
        // What was interrupted says nothing, unless something was found before.
        if listener.is_over() && !is_found {
            break;
        }
        let tried = TriedClass { name: name.clone(), result: why_not(result)?, source };
        (listener.done)(&tried);
        classes.push(tried);
        if listener.is_over() {
            break;
        }
    }
    Ok(classes)
}

/// A class that is not tried is no reason to stop; without a JVM there is no point in going on.
fn why_not(result: Result<Tried, NotTried>) -> Result<Result<Tried, String>, ReplayError> {
    match result {
        Ok(tried) => Ok(Ok(tried)),
        Err(NotTried::NotCompiled(why)) => Ok(Err(format!("not compiled: {why}"))),
        Err(NotTried::NotWorkedOut(why)) => Ok(Err(format!("not worked out: {why}"))),
        Err(NotTried::Jvm(ReplayError::Lost(why))) => Ok(Err(format!("the JVM was lost: {why}"))),
        Err(NotTried::Jvm(error)) => Err(error),
    }
}
