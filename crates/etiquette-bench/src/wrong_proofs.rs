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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongProofsOptions {
    /// How many classes are generated.
    pub classes: usize,
    /// The seed of the first one; each has the next.
    pub seed: u64,
    /// How many words are played on each class.
    pub words: usize,
}

impl Default for WrongProofsOptions {
    fn default() -> Self {
        WrongProofsOptions { classes: 200, seed: 1, words: 200 }
    }
}

/// Who hears of a search while it goes on.
pub struct Listener<'a> {
    /// Of every class before it is tried.
    pub step: &'a mut dyn FnMut(&Step<'_>),
    /// Of every class that was tried: what is found is worth having even if the search does not end.
    pub tried: &'a mut dyn FnMut(&TriedClass),
    /// Whether to stop, and tell what was found until then.
    pub is_over: &'a dyn Fn() -> bool,
}

/// Generates classes and tries them.
///
/// # Errors
/// Why there is no JVM, or why it was lost.
pub fn run_wrong_proofs(
    options: &WrongProofsOptions,
    jdk: &Jdk,
    work_out: WorkOut<'_>,
    listener: Listener<'_>,
) -> Result<WrongProofsReport, ReplayError> {
    let pieces = Pieces::usual();
    let mut arena = Arena::new(jdk, options.words, work_out)?;
    let mut classes = Vec::new();
    for number in 0..options.classes {
        let seed = options.seed.wrapping_add(number as u64);
        let name = format!("seed {seed}");
        if (listener.is_over)() {
            break;
        }
        (listener.step)(&Step { number, total: options.classes, what: &name });
        let source = random_class(&pieces, seed);
        let (source, result) = match arena.try_source(&source, seed) {
            Ok(tried) if tried.contradiction.is_some() => {
                let (source, tried) = shrink(&mut arena, source, tried, seed);
                (Some(source), Ok(tried))
            }
            other => (None, other),
        };
        classes.push(TriedClass { name, result: why_not(result)?, source });
        classes.iter().last().into_iter().for_each(&mut *listener.tried);
    }
    Ok(WrongProofsReport { machine: Machine::here(), seed: Some(options.seed), classes })
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
    listener: Listener<'_>,
) -> Result<WrongProofsReport, ReplayError> {
    let mut arena = Arena::new(jdk, words, work_out)?;
    let mut classes = Vec::new();
    for (number, asked) in listed.iter().enumerate().take_while(|_| !(listener.is_over)()) {
        (listener.step)(&Step { number, total: listed.len(), what: &asked.class });
        let result = why_not(arena.try_class(asked, 1))?;
        classes.push(TriedClass { name: asked.class.clone(), result, source: None });
        classes.iter().last().into_iter().for_each(&mut *listener.tried);
    }
    Ok(WrongProofsReport { machine: Machine::here(), seed: None, classes })
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
