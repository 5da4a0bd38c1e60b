//! Every learner on every example, with every teacher. A new learner is one line in the list at the end.

use std::convert::Infallible;

use etiquette_learning::{
    EquivalenceOracle, KnownMachine, LStar, Learner, LearningError, Machine, Ttt, learn, random_moore_machine,
    separating_word,
};

use crate::kit;

macro_rules! conformance {
    ($($learner:ident: $start:expr;)*) => {$(
        mod $learner {
            use super::*;

            const START: kit::Start = |alphabet, membership| match $start(alphabet, membership) {
                Ok(learner) => Box::new(learner),
            };

            #[test]
            fn examples_with_short_counterexamples() {
                for (name, target) in kit::examples::all() {
                    kit::check(START, name, &target, &mut KnownMachine(&target));
                }
            }

            #[test]
            fn examples_with_long_counterexamples() {
                for (name, target) in kit::examples::all() {
                    for length in [10, 100, 5_000] {
                        kit::check(START, name, &target, &mut kit::teachers::LongWinded::new(&target, length, 1));
                    }
                }
            }

            #[test]
            fn random_machines() {
                for seed in 0..400 {
                    let (states, alphabet, outputs) = (1 + seed % 40, 1 + seed % 4, 2 + seed % 3);
                    let target = random_moore_machine(states, alphabet, outputs, seed as u64);
                    let target = with_small_outputs(&target);
                    let name = format!("random machine {seed}");
                    kit::check(START, &name, &target, &mut KnownMachine(&target));
                    kit::check(START, &name, &target, &mut kit::teachers::LongWinded::new(&target, 300, 7));
                }
            }
        }
    )*};
}

fn with_small_outputs(machine: &Machine<usize>) -> Machine<u8> {
    let outputs = (0..machine.states()).map(|state| *machine.output_of(state) as u8).collect();
    Machine::new(machine.alphabet(), outputs, |state, letter| machine.next(state, letter))
}

/// Stops the learner after each possible number of questions: a hypothesis is there whenever the learner is.
#[test]
fn the_last_hypothesis_survives_a_stop() {
    let target = kit::examples::device_controller();
    let states_after = |limit: usize| {
        let mut asked = 0;
        let mut membership = |word: &[usize]| {
            asked += 1;
            if asked > limit { Err("time is up") } else { Ok(*target.output(word)) }
        };
        let mut teacher = StoppableTeacher(&target);
        let mut learner = Ttt::new(5, &mut membership).ok()?;
        let learned = learn(&mut learner, &mut membership, &mut teacher, |_| ());
        assert!(matches!(learned, Ok(_) | Err(LearningError::Stopped("time is up"))));
        Some(Learner::<u8, fn(&[usize]) -> Result<u8, ()>>::hypothesis(&learner).states())
    };
    let sizes: Vec<Option<usize>> = (0..100).map(states_after).collect();
    assert!(sizes.is_sorted(), "{sizes:?}");
    assert_eq!((sizes[0], sizes[99]), (None, Some(4)));
}

struct StoppableTeacher<'a>(&'a Machine<u8>);

impl EquivalenceOracle<u8> for StoppableTeacher<'_> {
    type Error = &'static str;

    fn find_counterexample(&mut self, hypothesis: &Machine<u8>) -> Result<Option<Vec<usize>>, &'static str> {
        Ok(separating_word(self.0, hypothesis))
    }
}

#[test]
fn contradicting_oracles_are_an_error() {
    let (target, other) = (kit::examples::device_controller(), Machine::constant(5, 1));
    let mut membership = KnownMachine(&other);
    let learner: Result<LStar<u8>, Infallible> = LStar::new(5, &mut membership);
    let Ok(mut learner) = learner;
    let learned = learn(&mut learner, &mut membership, &mut KnownMachine(&target), |_| ());
    assert!(matches!(learned, Err(LearningError::NotACounterexample(_))));
}

#[test]
fn an_oracle_that_changes_its_mind_is_an_error() {
    let target = kit::examples::device_controller();
    let mut asked = 0;
    let mut membership = |word: &[usize]| {
        asked += 1;
        Ok::<u8, Infallible>(if asked <= 6 { 1 } else { *target.output(word) })
    };
    let Ok(mut learner) = LStar::new(5, &mut membership);
    let learned = learn(&mut learner, &mut membership, &mut KnownMachine(&target), |_| ());
    assert!(matches!(learned, Err(LearningError::Inconsistent(_))), "{learned:?}");
}

conformance! {
    lstar: LStar::new;
    ttt: Ttt::new;
}
