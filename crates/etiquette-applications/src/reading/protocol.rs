//! Protocols of JaTyC, the Java typestate checker:
//! `typestate File { Init = { void open(): Open } Open = { boolean eof(): <true: end, false: Open>, drop: end } }`.
//!
//! Read is the whole grammar. The first state is the initial one; a call that a state does not list is forbidden there.
//! That an object may be dropped (`drop: end`) says nothing about calls, and neither do packages and imports. A
//! destination without a choice is taken after every outcome.

use etiquette_component::{Component, Diagnostic, Span, read_event_at};
use rustc_hash::FxHashMap;

use super::atom::Atom;
use super::compose::{constructor_note, interface};
use super::expression::classes;
use super::scanner::{Scanner, too_deep};
use super::{MOST_NESTING, ReadInterface};
use crate::classes::Classes;
use crate::unfold::Steps;

/// Reads a protocol for a component.
///
/// ```
/// let source = "component door { method open() -> bool { return true; } method close() { } }";
/// let door = etiquette_component::parse(source, "door.component").unwrap();
/// let text = "typestate Door { Init = { boolean open(): <true: Open, false: end> } Open = { void close(): Init } }";
/// let read = etiquette_applications::reading::read_protocol(&door, text).unwrap();
/// assert_eq!(read.interface.state_count(), 3);
/// ```
///
/// # Errors
/// What is wrong, with its place.
pub fn read_protocol(component: &Component, text: &str) -> Result<ReadInterface, Diagnostic> {
    let mut component = component.clone();
    let mut reader = Reader::new(&mut component, text);
    reader.header()?;
    reader.body()?;
    let Reader { states, atoms, .. } = reader.resolved()?;
    let classes = classes(&mut component, &atoms)?;
    let steps = ProtocolSteps { states: &states, classes: &classes };
    let interface = interface(&component, &classes, &steps, true)?;
    Ok(ReadInterface { interface, notes: constructor_note(&component, true).into_iter().collect() })
}

/// A line of a state: a method, and where its outcomes lead.
struct Entry {
    atom: usize,
    span: Span,
    destinations: Destinations,
}

enum Destinations {
    Always(Destination),
    ByOutcome(Vec<(String, Span, Destination)>),
}

/// Where a call leads.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Destination {
    State(usize),
    Named(String, Span),
    End,
}

struct Reader<'a> {
    component: &'a mut Component,
    scanner: Scanner<'a>,
    atoms: Vec<Atom>,
    /// The number of meanings of all atoms before each.
    first_condition: Vec<usize>,
    states: Vec<Vec<Line>>,
    entries: Vec<Vec<Entry>>,
    named: FxHashMap<String, usize>,
}

/// An entry whose destinations are known: for one meaning, by outcome.
struct Line {
    condition: usize,
    next: Vec<Option<usize>>,
}

/// The number of the state without any calls.
const END: usize = 0;

impl<'a> Reader<'a> {
    fn new(component: &'a mut Component, text: &'a str) -> Self {
        Reader {
            component,
            scanner: Scanner::new(text),
            atoms: Vec::new(),
            first_condition: Vec::new(),
            states: Vec::new(),
            entries: vec![Vec::new()],
            named: FxHashMap::default(),
        }
    }

    /// Package, imports and the name of the typestate.
    fn header(&mut self) -> Result<(), Diagnostic> {
        while let Some("package" | "import") = self.scanner.peek_name() {
            let start = self.scanner.at;
            let Some(length) = self.scanner.rest().find(';') else {
                let span = Span { start, end: self.scanner.text.len() };
                return Err(Diagnostic::new(span, "this line does not end").help("put a `;` behind it"));
            };
            self.scanner.at += length + 1;
        }
        let (word, span) = self.scanner.name("`typestate`")?;
        if word != "typestate" {
            return Err(Diagnostic::new(span, format!("expected `typestate`, found `{word}`"))
                .help("a protocol is written `typestate Name { State = { … } }`"));
        }
        self.scanner.name("a name")?;
        self.scanner.expect("{", "the states stand in braces")
    }

    fn body(&mut self) -> Result<(), Diagnostic> {
        while !self.scanner.take("}") {
            let (name, span) = self.scanner.name("the name of a state, or `}`")?;
            self.scanner.expect("=", "a state is written `Name = { … }`")?;
            let state = self.state(0)?;
            if name == "end" || self.named.insert(name.to_owned(), state).is_some() {
                return Err(Diagnostic::new(span, format!("there is a state `{name}` already")).help("rename one"));
            }
        }
        match self.scanner.is_at_end() {
            true => Ok(()),
            false => Err(self.scanner.unexpected("nothing more").help("one file has one typestate")),
        }
    }

    /// The entries in braces, as a state of its own.
    fn state(&mut self, depth: usize) -> Result<usize, Diagnostic> {
        if depth > MOST_NESTING {
            return Err(too_deep(self.scanner.at));
        }
        self.scanner.expect("{", "the calls of a state stand in braces")?;
        let number = self.entries.len();
        self.entries.push(Vec::new());
        while !self.scanner.take("}") {
            if let Some(entry) = self.entry(depth)? {
                self.entries[number].push(entry);
            }
            if !self.scanner.take(",") {
                self.scanner.expect("}", "a `,` separates the calls of a state, a `}` ends it")?;
                break;
            }
        }
        Ok(number)
    }

    /// A method with where it leads; `None` for `drop: end`.
    fn entry(&mut self, depth: usize) -> Result<Option<Entry>, Diagnostic> {
        self.scanner.skip_blanks();
        let start = self.scanner.at;
        if self.scanner.peek_name() == Some("drop") {
            self.scanner.name("`drop`")?;
            self.scanner.expect(":", "it is written `drop: end`")?;
            return match self.scanner.name("`end`")? {
                ("end", _) => Ok(None),
                (_, span) => Err(Diagnostic::new(span, "an object is dropped at the end").help("write `drop: end`")),
            };
        }
        self.java_type()?;
        self.scanner.skip_blanks();
        if self.scanner.rest().starts_with('(') {
            // What was read is the method's name already.
            let help = "the type of what it returns comes first, as in Java: `void close(): end`";
            return Err(Diagnostic::new(Span { start, end: self.scanner.at }, "this call has no type").help(help));
        }
        let event = read_event_at(self.component, self.scanner.text, self.scanner.at)?;
        self.scanner.at = event.span.end;
        let atom = Atom::of_event(self.component, self.scanner.text, &event)?;
        self.first_condition.push(self.atoms.iter().map(|atom| atom.meanings.len()).sum());
        self.atoms.push(atom);
        let atom = self.atoms.len() - 1;
        self.scanner.expect(":", "where the call leads stands behind a colon: `void close(): end`")?;
        Ok(Some(Entry { atom, span: event.span, destinations: self.destinations(depth)? }))
    }

    /// A type, which says nothing to us: the component knows its methods.
    fn java_type(&mut self) -> Result<(), Diagnostic> {
        self.scanner.name("a type")?;
        while self.scanner.rest().starts_with('.') {
            self.scanner.at += 1;
            self.scanner.name("a type")?;
        }
        if self.scanner.rest().starts_with('<') {
            return Err(self.scanner.unexpected("a type without arguments").help("JaTyC has no generic types here"));
        }
        while self.scanner.take("[]") {}
        Ok(())
    }

    fn destinations(&mut self, depth: usize) -> Result<Destinations, Diagnostic> {
        if !self.scanner.take("<") {
            return Ok(Destinations::Always(self.destination(depth)?));
        }
        let mut choices = Vec::new();
        loop {
            let (label, span) = self.scanner.name("an outcome")?;
            self.scanner.expect(":", "a choice is written `<true: Open, false: end>`")?;
            choices.push((label.to_owned(), span, self.destination(depth)?));
            if self.scanner.take(">") {
                return Ok(Destinations::ByOutcome(choices));
            }
            self.scanner.expect(",", "a `,` separates the outcomes, a `>` ends them")?;
        }
    }

    fn destination(&mut self, depth: usize) -> Result<Destination, Diagnostic> {
        self.scanner.skip_blanks();
        if self.scanner.rest().starts_with('{') {
            return Ok(Destination::State(self.state(depth + 1)?));
        }
        match self.scanner.name("the name of a state")? {
            ("end", _) => Ok(Destination::End),
            (name, span) => Ok(Destination::Named(name.to_owned(), span)),
        }
    }

    /// The same with the names of states and outcomes looked up.
    fn resolved(mut self) -> Result<Self, Diagnostic> {
        for entries in std::mem::take(&mut self.entries) {
            let mut lines = Vec::new();
            for (position, entry) in entries.iter().enumerate() {
                self.refuse_repetition(&entries[..position], entry)?;
                lines.extend(self.lines(entry)?);
            }
            self.states.push(lines);
        }
        Ok(self)
    }

    /// A state lists a method once; otherwise it would not be clear where it leads.
    fn refuse_repetition(&self, before: &[Entry], entry: &Entry) -> Result<(), Diagnostic> {
        let methods = |entry: &Entry| {
            let meanings = self.atoms[entry.atom].meanings.iter();
            meanings.map(|meaning| meaning.calls.method).collect::<Vec<_>>()
        };
        let own = methods(entry);
        match before.iter().any(|other| methods(other).iter().any(|method| own.contains(method))) {
            true => Err(Diagnostic::new(entry.span, "this state lists the method already")
                .help("leave one of the two out; overloaded methods are told apart by their parameter types")),
            false => Ok(()),
        }
    }

    fn lines(&self, entry: &Entry) -> Result<Vec<Line>, Diagnostic> {
        let meanings = self.atoms[entry.atom].meanings.iter().enumerate();
        let line = |(index, meaning): (usize, &super::atom::Meaning)| {
            let outcomes = &self.component.methods[meaning.calls.method].outcomes;
            let next = self.next(outcomes, &entry.destinations)?;
            Ok(Line { condition: self.first_condition[entry.atom] + index, next })
        };
        meanings.map(line).collect()
    }

    fn next(&self, outcomes: &[String], destinations: &Destinations) -> Result<Vec<Option<usize>>, Diagnostic> {
        let choices = match destinations {
            Destinations::Always(to) => return Ok(vec![Some(self.number(to)?); outcomes.len()]),
            Destinations::ByOutcome(choices) => choices,
        };
        let mut next = vec![None; outcomes.len()];
        for (label, span, to) in choices {
            let Some(position) = outcomes.iter().position(|outcome| outcome == label) else {
                return Err(Diagnostic::new(*span, format!("the method has no outcome `{label}`"))
                    .help(format!("it has `{}`", outcomes.join("`, `")))
                    .suggest(label, outcomes.iter().map(String::as_str)));
            };
            next[position] = Some(self.number(to)?);
        }
        Ok(next)
    }

    fn number(&self, destination: &Destination) -> Result<usize, Diagnostic> {
        match destination {
            Destination::State(number) => Ok(*number),
            Destination::End => Ok(END),
            Destination::Named(name, span) => self.named.get(name).copied().ok_or_else(|| {
                let mut names: Vec<&str> = self.named.keys().map(String::as_str).collect();
                names.sort_unstable();
                Diagnostic::new(*span, format!("there is no state `{name}`"))
                    .help(format!("there is `{}`, and `end`", names.join("`, `")))
                    .suggest(name, names.iter().copied())
            }),
        }
    }
}

/// A protocol over classes of calls.
struct ProtocolSteps<'a> {
    states: &'a [Vec<Line>],
    classes: &'a Classes,
}

impl Steps for ProtocolSteps<'_> {
    type State = usize;

    /// The first state that is written; none at all is like `end`.
    fn start(&self) -> usize {
        if self.states.len() > 1 { END + 1 } else { END }
    }

    fn step(&self, state: &usize, class: usize) -> Option<Vec<Option<usize>>> {
        let line = self.states[*state].iter().find(|line| self.classes.is_within(class, line.condition))?;
        Some(line.next.clone())
    }
}
