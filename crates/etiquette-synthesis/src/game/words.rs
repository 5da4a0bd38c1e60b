//! Words as people write them: `next remove`, or with outcomes `next -> true, remove`.
//!
//! An outcome that is left out may be any. Where there are constructors and the word does not begin with one, any of them comes first.

use etiquette_component::{Component, Diagnostic, Span};

use super::class::Events;
use crate::beside::Word;

/// No more words than this are made from one in which outcomes are left out.
const MOST_WORDS: usize = 256;

/// A method, and its outcome where that is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WrittenEvent {
    method: usize,
    outcome: Option<usize>,
}

/// Reads a word of calls such as `next -> true, remove`, and says what is wrong with it.
///
/// # Errors
/// What is wrong, with its place.
pub fn check_word(component: &Component, text: &str) -> Result<(), Diagnostic> {
    read(component, text).map(|_| ())
}

/// Reads a word.
pub(super) fn read(component: &Component, text: &str) -> Result<Vec<WrittenEvent>, Diagnostic> {
    let mut reader = Reader { component, text, at: 0 };
    let mut word = Vec::new();
    reader.skip(&[' ', '\t', '\n', ',', '·']);
    while reader.at < text.len() {
        word.push(reader.event()?);
        reader.skip(&[' ', '\t', '\n', ',', '·']);
    }
    if word.is_empty() {
        return Err(Diagnostic::new(Span { start: 0, end: text.len() }, "this word has no calls")
            .help("name the calls one after the other: `next remove`"));
    }
    Ok(word)
}

struct Reader<'a> {
    component: &'a Component,
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip(&mut self, characters: &[char]) {
        self.at = self.text.len() - self.rest().trim_start_matches(characters).len();
    }

    fn event(&mut self) -> Result<WrittenEvent, Diagnostic> {
        let methods = self.component.methods.iter().map(|method| method.name.as_str());
        let method = self.name(methods.collect(), "method")?;
        if let Some(rest) = self.rest().strip_prefix("()") {
            self.at = self.text.len() - rest.len();
        }
        let before = self.at;
        self.skip(&[' ', '\t', '\n']);
        let Some(rest) = self.rest().strip_prefix("->") else {
            self.at = before;
            return Ok(WrittenEvent { method, outcome: None });
        };
        self.at = self.text.len() - rest.len();
        self.skip(&[' ', '\t', '\n']);
        let outcomes = self.component.methods[method].outcomes.iter().map(String::as_str);
        let outcome = self.name(outcomes.collect(), "outcome")?;
        Ok(WrittenEvent { method, outcome: Some(outcome) })
    }

    /// The longest of the names that stands here, by position.
    fn name(&mut self, names: Vec<&str>, what: &str) -> Result<usize, Diagnostic> {
        let stands_here = |name: &&str| {
            let after = self.rest().strip_prefix(*name).map(|rest| rest.chars().next());
            after.is_some_and(|next| next.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '$'))
        };
        let found = names.iter().enumerate().filter(|(_, name)| stands_here(name)).max_by_key(|(_, name)| name.len());
        match found {
            Some((index, name)) => {
                self.at += name.len();
                Ok(index)
            }
            None => Err(self.unknown(&names, what)),
        }
    }

    fn unknown(&self, names: &[&str], what: &str) -> Diagnostic {
        let end = self.rest().find([' ', ',', '-', '\n']).filter(|&end| end > 0).unwrap_or(self.rest().len());
        let span = Span { start: self.at, end: self.at + end };
        let written = &self.text[span.range()];
        Diagnostic::new(span, format!("there is no {what} `{written}`"))
            .help(format!("there is `{}`", names.join("`, `")))
            .suggest(written, names.iter().copied())
    }
}

/// The words that are meant, by event numbers.
pub(super) fn expand(component: &Component, events: &Events, word: &[WrittenEvent]) -> Vec<Word> {
    let starts_with_constructor = word.first().is_some_and(|event| component.methods[event.method].constructor);
    let mut words: Vec<Word> = vec![Vec::new()];
    if component.has_constructors() && !starts_with_constructor {
        let constructors = (0..component.methods.len()).filter(|&method| component.methods[method].constructor);
        words = constructors.flat_map(|method| events.of_method(method).map(|event| vec![event])).collect();
    }
    for event in word {
        let meant: Vec<usize> = match event.outcome {
            Some(outcome) => vec![events.number(event.method, outcome)],
            None => events.of_method(event.method).collect(),
        };
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
        let source = "component c { method next() -> bool { return true; } method next_two() { } method remove() { } }";
        etiquette_component::parse(source, "c.component").expect("a component")
    }

    fn read_all(text: &str) -> Vec<(usize, Option<usize>)> {
        let word = read(&component(), text).expect("a word");
        word.iter().map(|event| (event.method, event.outcome)).collect()
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
        assert!(read(&component(), "  ").expect_err("no calls").message.contains("no calls"));
    }
}
