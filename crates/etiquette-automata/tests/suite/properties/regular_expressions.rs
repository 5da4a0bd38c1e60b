//! Regular expressions against the interface, word by word.

use etiquette_automata::{EventId, Interface, Language, Regex, minimise, regular_expression};
use proptest::prelude::*;

use super::interfaces::{events, interfaces};
use super::matcher::matches;

/// All words up to a length, accepted or not.
fn all_words(interface: &Interface, length: usize) -> Vec<Vec<EventId>> {
    let mut words = vec![Vec::new()];
    let mut start = 0;
    for _ in 0..length {
        let end = words.len();
        for position in start..end {
            let longer = events(interface).map(|event| [words[position].as_slice(), &[event]].concat());
            let longer: Vec<_> = longer.collect();
            words.extend(longer);
        }
        start = end;
    }
    words
}

fn check(interface: &Interface, language: Language, length: usize) -> Result<(), TestCaseError> {
    let Ok(regex) = regular_expression(interface, language, 2_000) else {
        return Ok(());
    };
    for word in all_words(interface, length) {
        let end = interface.run(&word);
        let expected = match language {
            Language::PrefixClosed => end.is_some(),
            Language::ToInitial => end == Some(interface.initial()),
        };
        let shown = regex.display(interface.alphabet()).to_string();
        prop_assert_eq!(matches(&regex, &word), expected, "{:?} in {}", word, shown);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn all_accepted_words_are_described(interface in interfaces(4)) {
        check(&minimise(&interface).interface, Language::PrefixClosed, 4)?;
    }

    #[test]
    fn all_words_to_the_initial_state_are_described(interface in interfaces(5)) {
        check(&interface, Language::ToInitial, 5)?;
    }

    /// The constructors simplify without a change of the language: built from a random program, with and without them.
    #[test]
    fn constructors_keep_the_language(program in proptest::collection::vec(0..7u8, 1..14)) {
        let (simplified, plain) = run_program(&program);
        let words = [0u32, 1].map(EventId);
        let mut all: Vec<Vec<EventId>> = vec![Vec::new()];
        for position in 0..31 {
            let longer = words.map(|event| [all[position].as_slice(), &[event]].concat());
            all.extend(longer);
        }
        for word in all {
            prop_assert_eq!(matches(&simplified, &word), matches(&plain, &word), "{:?} and {:?}", simplified, plain);
        }
    }
}

/// A stack machine: pushes events and combines the top of the stack, once with and once without simplification.
fn run_program(program: &[u8]) -> (Regex, Regex) {
    let mut stack = vec![(Regex::Empty, Regex::Empty)];
    for instruction in program {
        let (top, plain) = stack.pop().unwrap_or((Regex::Nothing, Regex::Nothing));
        match instruction {
            0 | 1 => {
                stack.push((top, plain));
                let event = Regex::Event(EventId(u32::from(*instruction)));
                stack.push((event.clone(), event));
            }
            2 => stack.push((top.repeat(), Regex::Repeat(Box::new(plain)))),
            3 => stack.push((top.optional(), Regex::Optional(Box::new(plain)))),
            4 => stack.extend([(top.clone(), plain.clone()), (top, plain)]),
            5 => {
                let (below, plain_below) = stack.pop().unwrap_or((Regex::Nothing, Regex::Nothing));
                stack.push((below.or(top), Regex::Choice(vec![plain_below, plain])));
            }
            _ => {
                let (below, plain_below) = stack.pop().unwrap_or((Regex::Empty, Regex::Empty));
                stack.push((below.then(top), Regex::Sequence(vec![plain_below, plain])));
            }
        }
    }
    stack.pop().unwrap_or((Regex::Nothing, Regex::Nothing))
}
