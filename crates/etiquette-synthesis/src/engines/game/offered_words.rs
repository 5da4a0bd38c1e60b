//! Words as people write them: `next remove`, or with outcomes `next -> true, remove`.
//!
//! An outcome that is left out may be any. Where there are constructors and the word does not begin with one, any of
//! them comes first.

use etiquette_component::{Component, Diagnostic, read_word};

use crate::engines::game::budgets::offered_words::MOST_WORDS;
use crate::spaces::predicates::letters::Letters;
use crate::spaces::predicates::pairs::Word;

/// The methods that may be meant, each with its outcome where that is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WrittenEvent {
    meant: Vec<(usize, Option<usize>)>,
}

/// Reads a word of calls such as `next -> true, remove`, and says what is wrong with it.
///
/// # Errors
/// What is wrong, with its place.
pub fn check_word(component: &Component, text: &str) -> Result<(), Diagnostic> {
    read(component, text).map(|_| ())
}

/// Reads a word.
pub(crate) fn read(component: &Component, text: &str) -> Result<Vec<WrittenEvent>, Diagnostic> {
    read_word(component, text)?.into_iter().map(without_arguments).collect()
}

/// The event, if it says nothing about arguments: the events of the game are methods with outcomes.
fn without_arguments(event: etiquette_component::WrittenEvent) -> Result<WrittenEvent, Diagnostic> {
    let has_values = event.readings.iter().any(|reading| reading.arguments.iter().any(Option::is_some));
    if has_values || event.guard.is_some() {
        return Err(Diagnostic::new(event.span, "the engine `game` does not tell arguments apart")
            .help("leave the arguments out: the call is meant with any of them"));
    }
    Ok(WrittenEvent { meant: event.readings.iter().map(|reading| (reading.method, reading.outcome)).collect() })
}

/// The words that are meant, by event numbers.
pub(crate) fn expand(component: &Component, letters: &Letters, word: &[WrittenEvent]) -> Vec<Word> {
    let is_constructor = |&(method, _): &(usize, Option<usize>)| component.methods[method].constructor;
    let starts_with_constructor = word.first().is_some_and(|event| event.meant.iter().any(is_constructor));
    let mut words: Vec<Word> = vec![Vec::new()];
    if component.has_constructors() && !starts_with_constructor {
        let constructors = (0..component.methods.len()).filter(|&method| component.methods[method].constructor);
        words = constructors.flat_map(|method| letters.events_of(method).map(|event| vec![event])).collect();
    }
    for event in word {
        let numbers = event.meant.iter().map(|&(method, outcome)| match outcome {
            Some(outcome) => letters.events_of(method).skip(outcome).take(1).collect::<Word>(),
            None => letters.events_of(method).collect(),
        });
        let meant: Vec<usize> = numbers.flatten().collect();
        let longer = |word: &Word| meant.iter().map(|&event| [&word[..], &[event]].concat()).collect::<Vec<_>>();
        words = words.iter().flat_map(longer).collect();
        words.truncate(MOST_WORDS);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn component() -> Component {
        let source = "component c { method next() -> bool { return true; } method next_two() { } method remove() { }
            method skip(count: u8) { } }";
        etiquette_component::parse(source, "c.component").expect("a component")
    }

    fn read_all(text: &str) -> Vec<(usize, Option<usize>)> {
        let word = read(&component(), text).expect("a word");
        word.into_iter().flat_map(|event| event.meant).collect()
    }

    #[test]
    fn outcomes_may_be_left_out() {
        assert_eq!(read_all("next remove"), [(0, None), (2, None)]);
        assert_eq!(read_all("next -> false, next_two() remove"), [(0, Some(1)), (1, None), (2, None)]);
        assert_eq!(read_all("next->true,remove"), [(0, Some(0)), (2, None)]);
    }

    #[test]
    fn what_is_not_known_is_located() {
        let problem = read(&component(), "next remov").expect_err("no such method");
        assert_eq!((problem.span.start, problem.span.end), (5, 10));
        assert!(problem.message.contains("no method `remov`"), "{problem:?}");
        let problem = read(&component(), "next -> maybe").expect_err("no such outcome");
        assert_eq!(problem.span.start, 8);
        assert_eq!(read_all("skip(count)"), [(3, None)]);
        assert!(read(&component(), "skip(2)").expect_err("an argument").message.contains("arguments"));
        assert!(read(&component(), "  ").expect_err("no calls").message.contains("no calls"));
    }
}
