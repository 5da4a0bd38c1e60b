//! The conformance kit: example machines, teachers, and what every learner must fulfil with each of them.

pub mod counter;
pub mod examples;
pub mod teachers;

use std::convert::Infallible;

use counter::Counter;
use etiquette_learning::{EquivalenceOracle, KnownMachine, Learner, Machine, learn, minimise, separating_word};

/// The membership oracle of the kit: it runs the machine and counts.
pub type Membership<'a> = Counter<KnownMachine<'a, u8>>;

/// Starts a learner over an alphabet.
pub type Start = for<'a> fn(usize, &mut Membership<'a>) -> Box<dyn Learner<u8, Membership<'a>>>;

/// The learner finds the smallest machine equal to the target, one state or more at a time, within the bound on
/// queries.
pub fn check<Q>(start: Start, name: &str, target: &Machine<u8>, teacher: &mut Q)
where
    Q: EquivalenceOracle<u8, Error = Infallible>,
{
    let mut membership = Counter::new(KnownMachine(target));
    let mut learner = start(target.alphabet(), &mut membership);
    let (mut longest, mut states) = (1, 0);
    let learned = learn(learner.as_mut(), &mut membership, teacher, |round| {
        longest = longest.max(round.counterexample.map_or(0, <[usize]>::len));
        assert!(round.hypothesis.states() > states, "{name}: no new state in round {}", round.number);
        states = round.hypothesis.states();
    });
    let learned = learned.unwrap_or_else(|error| panic!("{name}: {error:?}"));
    assert_eq!(separating_word(target, &learned), None, "{name}: another language");
    let smallest = minimise(target).states();
    assert_eq!(learned.states(), smallest, "{name}: not minimal");
    let bound = query_bound(smallest, target.alphabet(), longest);
    assert!(membership.queries() <= bound, "{name}: {} queries, bound {bound}", membership.queries());
}

/// Rivest and Schapire: each of at most `1 + k n` words with each of at most `n` suffixes, and for each of at most `n`
/// states a search in a counterexample of length at most `m`.
fn query_bound(states: usize, alphabet: usize, longest: usize) -> u64 {
    let table = (1 + alphabet * states) * states;
    let search = 2 * (longest.ilog2() as usize + 1) + 3;
    (table + states * search) as u64
}
