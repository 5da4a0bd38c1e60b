//! How long learning takes; run with `cargo test --release --test suite speed -- --ignored --nocapture`.

use std::time::Instant;

use etiquette_learning::{KnownMachine, LStar, Learner, Ttt, learn, random_machine};

use crate::kit::counter::Counter;

/// Random minimal DFAs with 1,000 states over 10 letters; the time includes that of both oracles.
#[test]
#[ignore = "a measurement"]
fn a_thousand_states_over_ten_letters() {
    type Membership<'a> = Counter<KnownMachine<'a, bool>>;
    type Start = for<'a> fn(&mut Membership<'a>) -> Box<dyn Learner<bool, Membership<'a>>>;
    let starts: [(&str, Start); 2] = [
        ("L*", |membership| Box::new(LStar::new(10, membership).expect("no errors"))),
        ("TTT", |membership| Box::new(Ttt::new(10, membership).expect("no errors"))),
    ];
    for (seed, (name, start)) in (0..3).flat_map(|seed| starts.map(|start| (seed, start))) {
        let target = random_machine(1_000, 10, seed);
        let mut membership = Counter::new(KnownMachine(&target));
        let mut rounds = 0;
        let begin = Instant::now();
        let mut learner = start(&mut membership);
        let learned = learn(learner.as_mut(), &mut membership, &mut KnownMachine(&target), |_| rounds += 1);
        let time = begin.elapsed();
        assert_eq!(learned.map(|learned| learned.states()), Ok(1_000));
        let (queries, symbols) = (membership.queries(), membership.symbols());
        println!("{name}, seed {seed}: {time:?}, {rounds} rounds, {queries} queries, {symbols} letters");
    }
}
