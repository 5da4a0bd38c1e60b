//! Learning random minimal DFAs with a perfect equivalence oracle, whose time is included; beside AALpy on the first of
//! them.

use std::convert::Infallible;

use etiquette_learning::{KnownMachine, LStar, Learner, Machine, Ttt, learn, random_machine};

use super::Setting;
use crate::peer::{self, Times};
use crate::quantity::{Quantity, Target};
use crate::report::Row;
use crate::samples::{Samples, timed};

const ALPHABET: usize = 10;

type Known<'a> = KnownMachine<'a, bool>;
type Start = for<'a> fn(&mut Known<'a>) -> Result<Box<dyn Learner<bool, Known<'a>> + 'a>, Infallible>;

/// A learner, and the time of the peer's closest one.
type Contestant = (&'static str, Start, &'static str, fn(&Times) -> f64);

const CONTESTANTS: [Contestant; 2] = [
    ("L*", |oracle| Ok(Box::new(LStar::new(ALPHABET, oracle)?)), "L*", |times| times.lstar),
    ("TTT", |oracle| Ok(Box::new(Ttt::new(ALPHABET, oracle)?)), "KV", |times| times.kearns_vazirani),
];

/// The time of each learner.
pub(super) fn measure(setting: &Setting<'_>) -> Vec<Row> {
    let states = setting.sizes.learned_states;
    let targets: Vec<Machine<bool>> =
        (0..setting.sizes.learned_machines).map(|seed| random_machine(states, ALPHABET, seed as u64)).collect();
    let peer = peer::learn_with_aalpy(&targets[0]);
    let row = |(name, start, peer_name, peer_time): Contestant| {
        let samples = Samples::new(all_times(setting, &targets, start));
        Row {
            what: format!("learning DFAs of {states} states over {ALPHABET} letters, {name}"),
            target: Some(Target::below(Quantity::seconds(0.05))),
            measured: Some(Quantity::seconds(samples.median())),
            notes: vec![
                format!("{} machines; {}", targets.len(), samples.spread()),
                peer_note(&peer, peer_name, peer_time),
            ],
        }
    };
    CONTESTANTS.map(row).into()
}

fn all_times(setting: &Setting<'_>, targets: &[Machine<bool>], start: Start) -> Vec<f64> {
    let runs = targets.iter().flat_map(|target| (0..setting.repeat).map(move |_| target));
    runs.map(|target| timed(|| relearn(target, start)).1).collect()
}

fn relearn(target: &Machine<bool>, start: Start) {
    let mut oracle = KnownMachine(target);
    let Ok(mut learner) = start(&mut oracle);
    let learned = learn(learner.as_mut(), &mut oracle, &mut KnownMachine(target), |_| ());
    let states = learned.map(|learned| learned.states());
    assert_eq!(states, Ok(target.states()), "a learner with perfect oracles is right");
}

fn peer_note(peer: &Result<Times, String>, name: &str, time: fn(&Times) -> f64) -> String {
    match peer {
        Ok(times) => format!("AALpy {} with {name}: {}", times.version, Quantity::seconds(time(times))),
        Err(reason) => format!("AALpy: {reason}"),
    }
}
