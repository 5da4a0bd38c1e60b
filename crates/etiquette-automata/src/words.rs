//! The accepted words of an interface, up to a length.
//!
//! Meant for tests and for small examples in reports: the number of words grows exponentially with the length.

use crate::interface::{EventId, Interface, StateId};

/// All accepted words of at most `length` events: shorter ones first, then in alphabet order.
pub fn accepted_words(interface: &Interface, length: usize) -> AcceptedWords<'_> {
    AcceptedWords { interface, longest: length, length: 0, path: vec![(interface.initial(), 0)], word: Vec::new() }
}

/// The iterator of [`accepted_words`]: a depth-first search for each length.
#[derive(Clone, Debug)]
pub struct AcceptedWords<'a> {
    interface: &'a Interface,
    longest: usize,
    /// The length of the words that are listed now.
    length: usize,
    /// The states along the word, each with the next event to try.
    path: Vec<(StateId, usize)>,
    word: Vec<EventId>,
}

impl Iterator for AcceptedWords<'_> {
    type Item = Vec<EventId>;

    fn next(&mut self) -> Option<Vec<EventId>> {
        loop {
            if self.path.is_empty() {
                if self.length >= self.longest {
                    return None;
                }
                self.length += 1;
                self.path.push((self.interface.initial(), 0));
            }
            if self.word.len() == self.length {
                let found = self.word.clone();
                self.step_back();
                return Some(found);
            }
            self.step();
        }
    }
}

impl AcceptedWords<'_> {
    /// Takes the next event in the last state, or leaves that state when there is none.
    fn step(&mut self) {
        let Some((state, tried)) = self.path.last_mut() else {
            return;
        };
        if *tried == self.interface.alphabet().event_count() {
            return self.step_back();
        }
        let event = EventId::from_index(*tried);
        *tried += 1;
        if let Some(to) = self.interface.next(*state, event) {
            self.path.push((to, 0));
            self.word.push(event);
        }
    }

    fn step_back(&mut self) {
        self.path.pop();
        self.word.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::accepted_words;
    use crate::interface::{Alphabet, Call, CallId, EventId, Interface, StateId};

    fn door() -> Interface {
        let mut door = Interface::new(Alphabet::new(vec![Call::simple("open"), Call::simple("close")]));
        let opened = door.add_state();
        door.connect(StateId(0), door.alphabet().event(CallId(0), 0), opened);
        door.connect(opened, door.alphabet().event(CallId(1), 0), StateId(0));
        door
    }

    #[test]
    fn lists_words_by_length() {
        let (open, close) = (EventId(0), EventId(1));
        let words: Vec<_> = accepted_words(&door(), 2).collect();
        assert_eq!(words, [vec![], vec![open], vec![open, close]]);
    }
}
