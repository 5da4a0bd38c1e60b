//! Names for people: a state is called after a shortest word that leads to it, a call as in its signature.
//!
//! Names are unique within an interface. Runs of equal events are written once (`inc ×49`), and where one constructor
//! starts every word it is left out of the longer ones.

use std::collections::{HashMap, VecDeque};

use etiquette_automata::{Alphabet, Call, CallId, EventId, Interface, StateId};
use etiquette_outcome::Outcome;

/// Words are spelled out until they add up to this many events: for a chain of a million states they would fill the
/// memory.
const MAX_SPELLED_EVENTS: usize = 200_000;

/// The names of an outcome's states and calls.
pub struct Names {
    initial: StateId,
    calls: Vec<String>,
    words: Vec<Access>,
}

/// How a state is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Access {
    /// By this word, written for people.
    By(Vec<String>),
    /// By a word that is too long to spell out.
    TooLong,
    Unreachable,
}

impl Names {
    /// The names in this outcome.
    pub fn new(outcome: &Outcome) -> Self {
        let interface = &outcome.interface;
        let calls = call_names(interface.alphabet());
        let mut words = access_words(interface, &calls);
        for (word, facts) in words.iter_mut().zip(&outcome.states) {
            if !facts.access.is_empty() {
                *word = Access::By(facts.access.clone());
            }
        }
        drop_shared_constructor(interface, &mut words);
        Names { initial: interface.initial(), calls, words }
    }

    /// A call, as in its signature.
    pub fn call(&self, call: CallId) -> &str {
        &self.calls[call.index()]
    }

    /// The states' names: `start`, `after open`, `after open · read ×3`.
    pub fn states(&self, limit: usize) -> Vec<String> {
        self.unique(|word| format!("after {}", shortened(&compressed(word), limit)))
    }

    /// The states' names without the `after`, for places where space is short.
    pub fn short_states(&self, limit: usize) -> Vec<String> {
        self.unique(|word| shortened(&compressed(word), limit))
    }

    fn unique(&self, name: impl Fn(&[String]) -> String) -> Vec<String> {
        let mut names: Vec<String> = Vec::with_capacity(self.words.len());
        for (index, word) in self.words.iter().enumerate() {
            names.push(match word {
                _ if index == self.initial.index() => "start".into(),
                Access::By(word) => name(word),
                Access::TooLong => format!("state {index}"),
                Access::Unreachable => format!("unreachable {index}"),
            });
        }
        let mut uses: HashMap<String, usize> = HashMap::new();
        for name in &names {
            *uses.entry(name.clone()).or_default() += 1;
        }
        for (index, name) in names.iter_mut().enumerate() {
            if uses[name.as_str()] > 1 && index != self.initial.index() {
                name.push_str(&format!(" #{index}"));
            }
        }
        names
    }
}

/// Each call as in its signature; with the parameters' types, or else by its id, where signatures alone do not tell
/// calls apart.
fn call_names(alphabet: &Alphabet) -> Vec<String> {
    let short: Vec<String> = alphabet.calls().iter().map(Call::to_string).collect();
    let typed: Vec<String> = alphabet.calls().iter().map(typed_signature).collect();
    let occurs_once = |names: &[String], name: &String| names.iter().filter(|other| *other == name).count() == 1;
    let name = |(index, call): (usize, &Call)| {
        if occurs_once(&short, &short[index]) {
            short[index].clone()
        } else if occurs_once(&typed, &typed[index]) {
            typed[index].clone()
        } else {
            call.id.clone()
        }
    };
    alphabet.calls().iter().enumerate().map(name).collect()
}

fn typed_signature(call: &Call) -> String {
    let parameters: Vec<String> = call.written_parameters().iter().map(|p| format!("{} {}", p.ty, p.name)).collect();
    format!("{}({}){}", call.method, parameters.join(", "), call.guard_in_brackets())
}

/// A shortest word to each state, breadth first.
fn access_words(interface: &Interface, calls: &[String]) -> Vec<Access> {
    let alphabet = interface.alphabet();
    let mut words = vec![Access::Unreachable; interface.state_count()];
    words[interface.initial().index()] = Access::By(Vec::new());
    let mut spelled = 0;
    let mut queue = VecDeque::from([interface.initial()]);
    while let Some(state) = queue.pop_front() {
        for event in (0..alphabet.event_count()).map(EventId::from_index) {
            let Some(to) = interface.leads_to(state, event).filter(|to| words[to.index()] == Access::Unreachable)
            else {
                continue;
            };
            words[to.index()] = match &words[state.index()] {
                Access::By(word) if spelled < MAX_SPELLED_EVENTS => {
                    spelled += word.len() + 1;
                    Access::By(word.iter().cloned().chain([event_name(alphabet, calls, event)]).collect())
                }
                _ => Access::TooLong,
            };
            queue.push_back(to);
        }
    }
    words
}

fn event_name(alphabet: &Alphabet, calls: &[String], event: EventId) -> String {
    let call = alphabet.call_of(event);
    let name = &calls[call.index()];
    match alphabet.call(call).outcomes.len() {
        1 => name.clone(),
        _ => format!("{name} -> {}", alphabet.outcome_of(event)),
    }
}

/// Where every word starts with the same construction, leaves it out of all words but the one that is nothing else.
fn drop_shared_constructor(interface: &Interface, words: &mut [Access]) {
    let alphabet = interface.alphabet();
    let initial = interface.initial();
    let constructs = |call: CallId| alphabet.call(call).constructor || !interface.allows(initial, call);
    let mut spelled: Vec<&mut Vec<String>> = words.iter_mut().filter_map(Access::word).collect();
    let mut firsts = spelled.iter().filter_map(|word| word.first());
    let Some(first) = firsts.next() else {
        return;
    };
    if alphabet.call_ids().all(constructs) && firsts.all(|other| other == first) {
        for word in spelled.iter_mut().filter(|word| word.len() > 1) {
            word.remove(0);
        }
    }
}

impl Access {
    fn word(&mut self) -> Option<&mut Vec<String>> {
        match self {
            Access::By(word) => Some(word),
            Access::TooLong | Access::Unreachable => None,
        }
    }
}

/// The word with runs of three or more equal events written as one (`inc ×49`).
pub fn compressed(word: &[String]) -> Vec<String> {
    let mut parts = Vec::new();
    for run in word.chunk_by(|one, other| one == other) {
        match run.len() {
            1 | 2 => parts.extend(run.iter().cloned()),
            count => parts.push(format!("{} ×{count}", run[0])),
        }
    }
    parts
}

/// The parts joined by dots; past `limit` characters the first one and as many of the last ones as fit.
pub fn shortened(parts: &[String], limit: usize) -> String {
    let whole = parts.join(" · ");
    if whole.chars().count() <= limit {
        return whole;
    }
    if let Some(elided) = (2..parts.len())
        .map(|skip_to| format!("{} · … · {}", parts[0], parts[skip_to..].join(" · ")))
        .find(|elided| elided.chars().count() <= limit)
    {
        return elided;
    }
    cut(&whole, limit)
}

/// A condition of at most `limit` characters: as many of the parts of a conjunction as fit, then an ellipsis.
pub fn brief(condition: &str, limit: usize) -> String {
    let room = limit.saturating_sub(1);
    if condition.chars().count() <= limit {
        return condition.into();
    }
    let ends = condition.match_indices(" && ").map(|(place, and)| place + and.len());
    // A part is whole only where every parenthesis is closed again.
    let fits = |end: &usize| condition[..*end].chars().count() <= room && is_balanced(&condition[..*end]);
    match ends.filter(fits).last() {
        Some(end) => format!("{}…", &condition[..end]),
        None => format!("{}…", condition.chars().take(room).collect::<String>()),
    }
}

fn is_balanced(text: &str) -> bool {
    text.matches('(').count() == text.matches(')').count()
}

/// At most `limit` characters of a text, the cut marked by an ellipsis in the middle.
pub fn cut(text: &str, limit: usize) -> String {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= limit {
        return text.into();
    }
    let kept = limit.saturating_sub(1);
    let head: String = characters[..kept.div_ceil(2)].iter().collect();
    let tail: String = characters[characters.len() - kept / 2..].iter().collect();
    format!("{head}…{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(word: &str) -> Vec<String> {
        word.split(' ').map(str::to_string).collect()
    }

    #[test]
    fn runs_are_written_once() {
        assert_eq!(compressed(&parts("a b b c c c a")), ["a", "b", "b", "c ×3", "a"]);
    }

    #[test]
    fn long_conditions_lose_their_last_parts() {
        assert_eq!(brief("a && b", 6), "a && b");
        assert_eq!(brief("a == 1 && b == 2 && c == 3", 24), "a == 1 && b == 2 && …");
        assert_eq!(brief("a == 1 && (b == 2 && c == 3)", 24), "a == 1 && …");
        assert_eq!(brief("alpha == 1", 6), "alpha…");
    }

    #[test]
    fn long_words_lose_their_middle() {
        assert_eq!(shortened(&parts("open read write close"), 40), "open · read · write · close");
        assert_eq!(shortened(&parts("open read write close"), 26), "open · … · write · close");
        assert_eq!(shortened(&parts("open read write close"), 16), "open · … · close");
        assert_eq!(shortened(&parts("performOperation"), 9), "perf…tion");
    }
}
