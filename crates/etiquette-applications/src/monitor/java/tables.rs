//! The automaton as tables in a Java source: which kinds of calls are allowed, and where each outcome leads.
//!
//! Tables are written as texts, because the initialiser of a long array would be too long for a class file.

use std::fmt::Write;

use etiquette_automata::StateId;
use etiquette_outcome::{Forbidden, Outcome, Reason};

use super::{NoMonitor, text};
use crate::monitor::methods::{Kind, Method};

/// The most entries of a table.
const MOST_ENTRIES: usize = 4 << 20;
/// The most states: a state is a character of a text, and these end where surrogates begin.
const MOST_STATES: usize = 0xD800;
/// The most entries in one text: three bytes each stay below the 65,535 that a class file can hold.
const ENTRIES_IN_TEXT: usize = 20_000;
/// For this many states and reasons, labels and reasons are written out; a class file has room for no more than some
/// thousands.
const MOST_WORDS: usize = 1_000;

/// All kinds of calls, with the method of each by position.
pub(super) struct Tables<'a> {
    pub outcome: &'a Outcome,
    pub methods: &'a [Method<'a>],
    pub kinds: &'a [(usize, Kind)],
    /// Whether doubtful calls are made with a warning.
    pub warn_doubtful: bool,
    /// Whether doubtful calls are followed where it is known what they lead to.
    pub follows_doubts: bool,
}

impl Tables<'_> {
    /// The tables as fields of the class.
    ///
    /// # Errors
    /// There are too many entries.
    pub fn written(&self) -> Result<String, NoMonitor> {
        let states = self.outcome.interface.state_count();
        if states >= MOST_STATES || states * self.events().max(1) > MOST_ENTRIES {
            return Err(NoMonitor("the interface has too many states for a Java class".into()));
        }
        let mut code = String::from("\n");
        let interface = &self.outcome.interface;
        let numbers = [
            ("INITIAL", interface.initial().index()),
            ("LOST", states),
            ("KINDS", self.kinds.len()),
            ("EVENTS", self.events()),
        ];
        for (name, value) in numbers {
            let _ = writeln!(code, "        private static final int {name} = {value};");
        }
        self.write_names(&mut code);
        let warns = self.warn_doubtful;
        let _ = writeln!(code, "        private static final boolean WARNS_IF_DOUBTFUL = {warns};");
        let _ = writeln!(code, "        private static final boolean[] ALLOWED = flags({});", texts(&self.allowed()));
        let _ = writeln!(code, "        private static final boolean[] DOUBTFUL = flags({});", texts(&self.doubtful()));
        let _ = writeln!(code, "        private static final char[] NEXT = decoded({});", texts(&self.next()));
        Ok(code)
    }

    fn events(&self) -> usize {
        self.kinds.iter().map(|(method, _)| self.methods[*method].outcomes.len()).sum()
    }

    fn write_names(&self, code: &mut String) {
        let methods: Vec<String> = self.methods.iter().map(|method| text(&method.call.method)).collect();
        let kinds: Vec<String> =
            self.kinds.iter().map(|(method, kind)| text(&self.methods[*method].kind_name(kind))).collect();
        let outcomes: Vec<String> =
            self.methods.iter().map(|method| format!("{{{}}}", list(&method.outcomes))).collect();
        let first: Vec<String> = self.first_events().iter().map(usize::to_string).collect();
        let method_of: Vec<String> = self.kinds.iter().map(|(method, _)| method.to_string()).collect();
        let _ = writeln!(code, "        private static final String[] METHOD_NAMES = {{{}}};", methods.join(", "));
        let _ = writeln!(code, "        private static final String[] KIND_NAMES = {{{}}};", kinds.join(", "));
        let _ = writeln!(code, "        private static final String[][] OUTCOMES = {{{}}};", outcomes.join(", "));
        let _ = writeln!(code, "        private static final int[] METHOD = {{{}}};", method_of.join(", "));
        let _ = writeln!(code, "        private static final int[] FIRST = {{{}}};", first.join(", "));
        let errors = list(&self.outcome.errors);
        let _ = writeln!(
            code,
            "        private static final java.util.Set<String> ERRORS = new java.util.HashSet<>(java.util.Arrays.asList({errors}));"
        );
        let _ = writeln!(code, "        private static final String[] LABELS = {{{}}};", self.labels());
        let _ = writeln!(
            code,
            "        private static final java.util.Map<Integer, String> REASONS = new java.util.HashMap<>();"
        );
        self.write_reasons(code);
    }

    fn first_events(&self) -> Vec<usize> {
        let mut first = 0;
        let mut list = Vec::new();
        for (method, _) in self.kinds {
            list.push(first);
            first += self.methods[*method].outcomes.len();
        }
        list
    }

    /// The number by which tables know an outcome of a kind in a state.
    pub fn event(&self, state: StateId, kind: usize, outcome: &str) -> Option<usize> {
        let outcomes = &self.methods[self.kinds[kind].0].outcomes;
        let position = outcomes.iter().position(|known| known == outcome)?;
        Some(state.index() * self.events() + self.first_events()[kind] + position)
    }

    fn labels(&self) -> String {
        if self.outcome.states.len() > MOST_WORDS {
            return String::new();
        }
        let labels = self.outcome.states.iter().map(|facts| text(facts.label.as_deref().unwrap_or_default()));
        labels.collect::<Vec<_>>().join(", ")
    }

    fn write_reasons(&self, code: &mut String) {
        let mut written = Vec::new();
        for state in self.outcome.interface.states() {
            for (position, (_, kind)) in self.kinds.iter().enumerate() {
                let reason = kind.calls.iter().find_map(|&call| self.outcome.forbidden(state, call));
                let key = state.index() * self.kinds.len() + position;
                written.extend(reason.and_then(reason_text).map(|reason| (key, reason)));
            }
        }
        if written.is_empty() || written.len() > MOST_WORDS {
            return;
        }
        code.push_str("        static {\n");
        for (key, reason) in written {
            let _ = writeln!(code, "            REASONS.put({key}, {});", text(&reason));
        }
        code.push_str("        }\n");
    }

    fn allowed(&self) -> Vec<char> {
        self.flags(|kind, state| kind.is_allowed(&self.outcome.interface, state))
    }

    fn doubtful(&self) -> Vec<char> {
        self.flags(|kind, state| kind.is_doubtful(self.outcome, state))
    }

    /// A flag for each kind in each state; none holds where the state is not known.
    fn flags(&self, holds: impl Fn(&Kind, StateId) -> bool) -> Vec<char> {
        let flag = |kind: &Kind, state| if holds(kind, state) { '1' } else { '0' };
        let states = self.outcome.interface.states();
        let known = states.flat_map(|state| self.kinds.iter().map(move |(_, kind)| (kind, state)));
        let lost = self.kinds.iter().map(|_| '0');
        known.map(|(kind, state)| flag(kind, state)).chain(lost).collect()
    }

    fn next(&self) -> Vec<char> {
        let interface = &self.outcome.interface;
        let lost = interface.state_count();
        let mut entries = Vec::new();
        for state in interface.states() {
            for (method, kind) in self.kinds {
                for outcome in &self.methods[*method].outcomes {
                    let next = match self.follows_doubts {
                        true => kind.next_even_if_doubtful(interface, state, outcome),
                        false if kind.is_allowed(interface, state) => kind.next(interface, state, outcome),
                        false => None,
                    };
                    entries.push(entry(next.map_or(lost, StateId::index)));
                }
            }
        }
        entries.extend(std::iter::repeat_n(entry(lost), self.events()));
        entries
    }
}

/// A state as a character; there are fewer states than characters.
fn entry(state: usize) -> char {
    u32::try_from(state).ok().and_then(char::from_u32).unwrap_or_default()
}

fn reason_text(forbidden: &Forbidden) -> Option<String> {
    match &forbidden.reason {
        Reason::Error { error, at, .. } => {
            let at = at.as_ref().map_or(String::new(), |at| format!(" at {at}"));
            let depending = if forbidden.doubt.is_some() { ", depending on what is not modelled" } else { "" };
            Some(format!("it can raise {error}{at}{depending}"))
        }
        Reason::NotConstructed | Reason::AlreadyConstructed | Reason::NeverMet => None,
        Reason::NotThere => Some("there is no such object yet".into()),
        Reason::LeadsToDeadEnd => Some("every way on from it ends in a dead end".into()),
        Reason::Unexplored => Some("it was not looked at".into()),
    }
}

fn list(texts: &[String]) -> String {
    texts.iter().map(|written| text(written)).collect::<Vec<_>>().join(", ")
}

/// The entries as texts.
fn texts(entries: &[char]) -> String {
    let part = |part: &[char]| part.iter().map(|&c| escaped(c)).collect::<String>();
    let parts: Vec<String> = entries.chunks(ENTRIES_IN_TEXT).map(|chunk| format!("\"{}\"", part(chunk))).collect();
    parts.join(", ")
}

/// A character in a text of a Java source. Escapes by number are read before anything else there, so that they can't be
/// used for quotation marks and the like.
pub(super) fn escaped(c: char) -> String {
    match c {
        '"' | '\\' => format!("\\{c}"),
        ' '..='~' => c.to_string(),
        '\0'..='\u{ff}' => format!("\\{:03o}", c as u32),
        _ => c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
    }
}
