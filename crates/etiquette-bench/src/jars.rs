//! The suite `jars`: what is found out about the classes of a list, and what it costs.
//!
//! Each class is measured in a process of its own, so that one that runs wild harms no other: whoever runs the suite
//! gives a function that starts such a process, and what the process does is [`measure_class`]. Where there is a JDK,
//! random words are played on the class as in `wrong-proofs`, so that a wrong result is not counted as a good one.

mod informative;
mod measured;
mod report;
mod targets;

use etiquette_java::jdk::Jdk;
use etiquette_java::replay::{Jvm, ReplayError};

use crate::core::Step;
use crate::listener::Listener;
use crate::machine::Machine;
use crate::wrong_proofs::arena::{Tried, WorkOut, try_claim, without_panic};
use crate::wrong_proofs::{Asked, Claim};

pub use measured::{Cost, MeasuredClass};
pub use report::JarsReport;

/// The seed of the words that are played.
const SEED: u64 = 1;

/// Measures all classes of a list; `measure` takes the position of each.
pub fn run_jars(
    listed: &[Asked],
    measure: &mut dyn FnMut(usize, &Asked) -> MeasuredClass,
    listener: Listener<'_, MeasuredClass>,
) -> JarsReport {
    let mut classes = Vec::new();
    for (number, asked) in listed.iter().enumerate() {
        (listener.step)(&Step { number, total: listed.len(), what: &asked.class });
        let measured = measure(number, asked);
        // A class that was interrupted says nothing about itself.
        if listener.is_over() {
            break;
        }
        (listener.done)(&measured);
        classes.push(measured);
    }
    JarsReport { quick: false, machine: Machine::here(), asked: listed.len(), classes }
}

/// Works a class out, asks what that has cost, and plays words on it if there is a JDK.
pub fn measure_class(
    asked: &Asked,
    words: usize,
    jdk: Option<&Jdk>,
    work_out: WorkOut<'_>,
    cost: &dyn Fn() -> Cost,
) -> MeasuredClass {
    let claim = without_panic(work_out, asked);
    let cost = Some(cost());
    let mut row = match claim {
        Err(panicked) => MeasuredClass::panicked(&asked.class, &panicked),
        Ok(Err(why)) => MeasuredClass::without_answer(&asked.class, &why),
        Ok(Ok(claim)) => judged(&claim, asked, words, jdk),
    };
    row.cost = cost;
    row
}

fn judged(claim: &Claim, asked: &Asked, words: usize, jdk: Option<&Jdk>) -> MeasuredClass {
    let with_jvm = jdk.map(|jdk| played(claim, asked, words, jdk));
    // A JVM that is lost on the way says nothing about the claim: then no words count.
    let tried = match with_jvm {
        Some(Ok(tried)) => Ok(tried),
        Some(Err(_)) | None => try_claim(claim, asked, None, (0, SEED)),
    };
    match tried {
        Ok(tried) => MeasuredClass::judged(claim, asked, &tried),
        Err(lost) => MeasuredClass::without_answer(&asked.class, &lost.to_string()),
    }
}

fn played(claim: &Claim, asked: &Asked, words: usize, jdk: &Jdk) -> Result<Tried, ReplayError> {
    let mut jvm = Jvm::start(jdk, &asked.places)?;
    try_claim(claim, asked, Some(&mut jvm), (words, SEED))
}
