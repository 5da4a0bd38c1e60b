//! What a format names at one place: calls of some methods, perhaps with an outcome.

use etiquette_component::{Component, Diagnostic, GuardedCall, Reading, Span, Type, WrittenEvent, parse_value};

use crate::classes::arguments_are;

/// Some calls with one outcome or any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Meaning {
    pub calls: GuardedCall,
    pub outcome: Option<usize>,
}

/// All events that are named at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Atom {
    pub meanings: Vec<Meaning>,
}

impl Atom {
    /// What a written event stands for; `text` is what it was read from.
    pub fn of_event(component: &mut Component, text: &str, event: &WrittenEvent) -> Result<Atom, Diagnostic> {
        let meanings = event.readings.iter().map(|reading| meaning(component, text, reading, event.guard));
        Ok(Atom { meanings: meanings.collect::<Result<_, _>>()? })
    }

    /// All calls of some methods, with any outcome.
    pub fn of_methods(component: &mut Component, methods: &[usize]) -> Atom {
        let guard = component.terms.bool(true);
        let meanings = methods.iter().map(|&method| Meaning { calls: GuardedCall { method, guard }, outcome: None });
        Atom { meanings: meanings.collect() }
    }

    /// Whether it names a constructor.
    pub fn constructs(&self, component: &Component) -> bool {
        self.meanings.iter().any(|meaning| component.methods[meaning.calls.method].constructor)
    }
}

fn meaning(
    component: &mut Component,
    text: &str,
    reading: &Reading,
    guard: Option<Span>,
) -> Result<Meaning, Diagnostic> {
    let given = arguments_are(component, reading.method, &reading.arguments);
    let guard = match guard {
        Some(span) => read_guard(component, text, reading.method, span)?,
        None => component.terms.bool(true),
    };
    let guard = component.terms.and(given, guard);
    Ok(Meaning { calls: GuardedCall { method: reading.method, guard }, outcome: reading.outcome })
}

fn read_guard(
    component: &mut Component,
    text: &str,
    method: usize,
    span: Span,
) -> Result<etiquette_logic::Term, Diagnostic> {
    let scope = component.methods[method].parameters.clone();
    let term = parse_value(component, &scope, Type::Bool, &text[span.range()]).map_err(|mut problem| {
        problem.span = Span { start: problem.span.start + span.start, end: problem.span.end + span.start };
        problem
    })?;
    let parameters: Vec<_> = scope.iter().map(|parameter| parameter.symbol).collect();
    match component.terms.symbols_of(term).iter().all(|symbol| parameters.contains(symbol)) {
        true => Ok(term),
        false => Err(Diagnostic::new(span, "a guard is about the arguments of its call alone")
            .help("a client does not see the state of the component")),
    }
}
