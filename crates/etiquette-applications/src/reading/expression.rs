//! Regular expressions over calls: `(open (read | write)* close)*`.
//!
//! Blanks or `·` put one after the other, `|` separates alternatives, `*`, `+`, `?` repeat; `ε` is the empty word, `∅`
//! no word. Events are written as in words (`move(3)`, `put(long)`, `move(p) [p > 3]`, `hasNext -> true`), and may
//! stand in angle brackets, as our own output has them.

use etiquette_component::{Component, Diagnostic, Span, read_event_at};

use super::atom::Atom;
use super::compose::{constructor_note, interface};
use super::pattern::{Pattern, PatternSteps, Places, Times, conditions};
use super::scanner::{Scanner, too_deep};
use super::{MOST_NESTING, ReadInterface};
use crate::classes::Classes;

/// Reads a regular expression over the calls of a component.
///
/// ```
/// let source = "component door { method open() { } method pass(quick: bool) { } method close() { } }";
/// let door = etiquette_component::parse(source, "door.component").unwrap();
/// let read = etiquette_applications::reading::read_expression(&door, "(open pass(true)* close)*").unwrap();
/// assert_eq!(read.interface.state_count(), 2);
/// ```
///
/// # Errors
/// What is wrong, with its place.
pub fn read_expression(component: &Component, text: &str) -> Result<ReadInterface, Diagnostic> {
    let mut component = component.clone();
    let mut reader = Reader { component: &mut component, scanner: Scanner::new(text), atoms: Vec::new() };
    let pattern = reader.choice(0)?;
    if !reader.scanner.is_at_end() {
        return Err(reader.scanner.unexpected("a call").help("is there an opening parenthesis missing?"));
    }
    let atoms = reader.atoms;
    let implicit = !atoms.iter().any(|atom| atom.constructs(&component));
    let classes = classes(&mut component, &atoms)?;
    let outcomes: Vec<usize> = component.methods.iter().map(|method| method.outcomes.len()).collect();
    let places = Places::of(&pattern);
    let steps = PatternSteps { places: &places, atoms: &atoms, classes: &classes, outcomes: &outcomes };
    let interface = interface(&component, &classes, &steps, implicit)?;
    Ok(ReadInterface { interface, notes: constructor_note(&component, implicit).into_iter().collect() })
}

/// The classes that the atoms tell apart.
pub(super) fn classes(component: &mut Component, atoms: &[Atom]) -> Result<Classes, Diagnostic> {
    Classes::of(component, &conditions(atoms))
        .map_err(|problem| Diagnostic::new(Span::default(), problem.to_string()).help("use fewer arguments and guards"))
}

struct Reader<'a> {
    component: &'a mut Component,
    scanner: Scanner<'a>,
    atoms: Vec<Atom>,
}

impl Reader<'_> {
    fn choice(&mut self, depth: usize) -> Result<Pattern, Diagnostic> {
        if depth > MOST_NESTING {
            return Err(too_deep(self.scanner.at.saturating_sub(1)));
        }
        let mut alternatives = vec![self.sequence(depth)?];
        while self.scanner.take("|") {
            alternatives.push(self.sequence(depth)?);
        }
        Ok(Pattern::Choice(alternatives))
    }

    fn sequence(&mut self, depth: usize) -> Result<Pattern, Diagnostic> {
        let mut parts = vec![self.repeated(depth)?];
        loop {
            while self.scanner.take("·") || self.scanner.take(",") {}
            self.scanner.skip_blanks();
            if self.scanner.rest().is_empty() || self.scanner.rest().starts_with(['|', ')']) {
                return Ok(Pattern::Sequence(parts));
            }
            parts.push(self.repeated(depth)?);
        }
    }

    fn repeated(&mut self, depth: usize) -> Result<Pattern, Diagnostic> {
        let mut pattern = self.primary(depth)?;
        let mut signs = 0;
        while let Some(times) = self.scanner.rest().chars().next().and_then(Times::of_sign) {
            self.scanner.at += 1;
            signs += 1;
            if signs > MOST_NESTING {
                return Err(too_deep(self.scanner.at - 1));
            }
            pattern = Pattern::Repeat(Box::new(pattern), times);
        }
        Ok(pattern)
    }

    fn primary(&mut self, depth: usize) -> Result<Pattern, Diagnostic> {
        if self.scanner.take("(") {
            let inner = self.choice(depth + 1)?;
            self.scanner.expect(")", "every `(` needs a `)`; arguments stand directly behind a name")?;
            return Ok(inner);
        }
        if self.scanner.take("ε") {
            return Ok(Pattern::Empty);
        }
        if self.scanner.take("∅") {
            return Ok(Pattern::Nothing);
        }
        if self.scanner.take("<") {
            let event = self.event()?;
            self.scanner.expect(">", "an event in angle brackets ends with `>`")?;
            return Ok(event);
        }
        self.event()
    }

    fn event(&mut self) -> Result<Pattern, Diagnostic> {
        self.scanner.skip_blanks();
        if self.scanner.rest().is_empty() || self.scanner.rest().starts_with(['|', ')', '*', '+', '?', '>']) {
            return Err(self.scanner.unexpected("a call").help("`ε` stands for the empty word"));
        }
        let text = self.scanner.text;
        let event = read_event_at(self.component, text, self.scanner.at)?;
        self.scanner.at = event.span.end;
        self.atoms.push(Atom::of_event(self.component, text, &event)?);
        Ok(Pattern::Atom(self.atoms.len() - 1))
    }
}
