//! A matcher for regular expressions by backtracking: the definition, written down.

use etiquette_automata::{EventId, Regex};

/// Whether the whole word is among the expression's words.
pub fn matches(regex: &Regex, word: &[EventId]) -> bool {
    ends(regex, word).contains(&word.len())
}

/// The lengths of the prefixes of a word that match.
fn ends(regex: &Regex, word: &[EventId]) -> Vec<usize> {
    let mut ends = match regex {
        Regex::Nothing => Vec::new(),
        Regex::Empty => vec![0],
        Regex::Event(event) => word.first().filter(|first| *first == event).map(|_| 1).into_iter().collect(),
        Regex::Choice(alternatives) => alternatives.iter().flat_map(|part| ends(part, word)).collect(),
        Regex::Optional(inner) => [vec![0], ends(inner, word)].concat(),
        Regex::Sequence(factors) => factors.iter().fold(vec![0], |starts, factor| after(&starts, factor, word)),
        Regex::Repeat(inner) => repeated(inner, word),
    };
    ends.sort_unstable();
    ends.dedup();
    ends
}

fn after(starts: &[usize], regex: &Regex, word: &[EventId]) -> Vec<usize> {
    let from = |&start: &usize| ends(regex, &word[start..]).into_iter().map(move |end| start + end);
    starts.iter().flat_map(from).collect()
}

fn repeated(inner: &Regex, word: &[EventId]) -> Vec<usize> {
    let mut reached = vec![0];
    let mut position = 0;
    while position < reached.len() {
        for end in after(&[reached[position]], inner, word) {
            if !reached.contains(&end) {
                reached.push(end);
            }
        }
        position += 1;
    }
    reached
}
