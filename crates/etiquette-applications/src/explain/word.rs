//! A written word, made ready to be walked: for each call the kinds of calls that it may be, over classes that
//! interface and word share.

use etiquette_component::{Component, Diagnostic, GuardedCall, Span, Type, WrittenEvent, parse_value, read_word};
use etiquette_logic::mask;

use super::{Explainer, Problem};
use crate::classes::{Classes, arguments_are};
use crate::exceptions::is_exception;

/// A word over classes of calls.
pub(super) struct Word {
    pub events: Vec<Event>,
    pub classes: Classes,
    /// The number of conditions before those of the word: the interface's.
    pub first: usize,
}

/// One call of a word.
pub(super) struct Event {
    /// What it may be.
    pub meanings: Vec<Meaning>,
    /// The position of its first meaning among the conditions of the word.
    pub first: usize,
    /// As it was written; `None` for a constructor that was not.
    pub text: Option<String>,
}

pub(super) struct Meaning {
    pub calls: GuardedCall,
    /// The arguments that were written.
    pub arguments: Vec<Option<u64>>,
    /// The outcomes that can be meant.
    pub outcomes: Vec<usize>,
    /// The number that was returned, where it was written.
    pub result: Option<u64>,
}

impl Meaning {
    /// A call with the outcome that was written, or with any but exceptions: who writes `next remove` has a `next` in
    /// mind that returns.
    fn new(component: &Component, calls: GuardedCall, arguments: Vec<Option<u64>>, written: Option<usize>) -> Self {
        let names = &component.methods[calls.method].outcomes;
        let returned: Vec<usize> = (0..names.len()).filter(|&outcome| !is_exception(&names[outcome])).collect();
        let any = if returned.is_empty() { (0..names.len()).collect() } else { returned };
        Meaning { calls, arguments, outcomes: written.map_or(any, |outcome| vec![outcome]), result: None }
    }

    /// The same with the number that was returned, where the component knows of it.
    fn returning(self, component: &Component, event: &WrittenEvent) -> Result<Self, Diagnostic> {
        let returned = component.methods[self.calls.method].result().map(|binding| binding.ty).zip(event.result);
        let Some((ty, number)) = returned else { return Ok(self) };
        let value = number as u64 & mask(component.sort(ty).width());
        match component.value_name(ty, value) == number.to_string() {
            true => Ok(Meaning { result: Some(value), ..self }),
            false => Err(Diagnostic::new(event.span, format!("no call returns {number} here"))
                .help(format!("what is returned is a number of type {}", component.type_name(ty)))),
        }
    }
}

impl Word {
    pub fn read(explainer: &mut Explainer, text: &str) -> Result<Word, Problem> {
        let written = read_word(&explainer.component, text).map_err(Problem::Word)?;
        let mut events = Vec::new();
        let constructs = |event: &WrittenEvent| {
            event.readings.iter().any(|reading| explainer.component.methods[reading.method].constructor)
        };
        if explainer.component.has_constructors() && !written.first().is_some_and(constructs) {
            events.push(Event { meanings: constructors(explainer), first: 0, text: None });
        }
        for event in &written {
            let meanings = meanings(explainer, text, event).map_err(Problem::Word)?;
            events.push(Event { meanings, first: 0, text: Some(text[event.span.range()].to_owned()) });
        }
        number(&mut events);
        let own: Vec<GuardedCall> = explainer.tied.conditions().collect();
        let of_word = events.iter().flat_map(|event| event.meanings.iter().map(|meaning| meaning.calls));
        let conditions: Vec<GuardedCall> = own.iter().copied().chain(of_word).collect();
        let classes = Classes::of(&mut explainer.arena.component, &conditions)
            .map_err(|problem| Problem::Unknown(problem.to_string()))?;
        Ok(Word { events, classes, first: own.len() })
    }

    /// The number that a call of a class must return at a position, if one was written.
    pub fn result(&self, position: usize, class: usize) -> Option<u64> {
        let event = self.events.get(position)?;
        let is_meant = |index: usize| self.classes.is_within(class, self.first + event.first + index);
        event.meanings.iter().enumerate().find(|(index, _)| is_meant(*index))?.1.result
    }

    /// Whether calls of a class with this outcome can be meant at a position.
    pub fn means(&self, position: usize, class: usize, outcome: usize) -> bool {
        let Some(event) = self.events.get(position) else { return false };
        event.meanings.iter().enumerate().any(|(index, meaning)| {
            self.classes.is_within(class, self.first + event.first + index) && meaning.outcomes.contains(&outcome)
        })
    }
}

fn number(events: &mut [Event]) {
    let mut first = 0;
    for event in events {
        event.first = first;
        first += event.meanings.len();
    }
}

fn constructors(explainer: &mut Explainer) -> Vec<Meaning> {
    let component = &mut explainer.arena.component;
    let guard = component.terms.bool(true);
    let methods = (0..component.methods.len()).filter(|&method| component.methods[method].constructor);
    methods.map(|method| Meaning::new(component, GuardedCall { method, guard }, Vec::new(), None)).collect()
}

/// What a written event may be. Outcomes that tell nothing are one in the component that is walked.
fn meanings(explainer: &mut Explainer, text: &str, event: &WrittenEvent) -> Result<Vec<Meaning>, Diagnostic> {
    let component = &mut explainer.arena.component;
    let mut meanings = Vec::new();
    for reading in &event.readings {
        let method = reading.method;
        let mut guard = arguments_are(component, method, &reading.arguments);
        if let Some(span) = event.guard {
            let scope = component.methods[method].parameters.clone();
            let read = parse_value(component, &scope, Type::Bool, &text[span.range()]);
            let condition = read.map_err(|problem| shifted(problem, span.start))?;
            guard = component.terms.and(guard, condition);
        }
        let is_told = component.methods[method].outcomes.len() > 1;
        let outcome = reading.outcome.filter(|_| is_told);
        let meaning = Meaning::new(component, GuardedCall { method, guard }, reading.arguments.clone(), outcome);
        meanings.push(meaning.returning(component, event)?);
    }
    Ok(meanings)
}

fn shifted(mut problem: Diagnostic, by: usize) -> Diagnostic {
    problem.span = Span { start: problem.span.start + by, end: problem.span.end + by };
    problem
}
