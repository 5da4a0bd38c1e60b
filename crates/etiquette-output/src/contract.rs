//! The interface as Javadoc: for the class its states, for each method when it may be called, what it throws otherwise
//! and what it brings about. To be pasted above the declarations.

use std::fmt::Write;

use etiquette_automata::{Interface, StateId};
use etiquette_outcome::Outcome;

use crate::demands::{Demands, Effect, May, demands, object_states};
use crate::markup::escaped;
use crate::moves::how_it_ends;
use crate::names::Names;
use crate::observers::explained;
use crate::rendered::one_line;

/// The longest name of a state, in characters.
const NAME: usize = 60;

/// The outcome as Javadoc.
pub fn render(outcome: &Outcome) -> String {
    let names = Names::new(outcome);
    let writer = Writer { outcome, states: object_states(&outcome.interface), state_names: names.states(NAME) };
    let mut text = javadoc(&writer.class());
    let _ = writeln!(text, "class {}", one_line(&outcome.component));
    for method in demands(outcome) {
        let _ = write!(text, "\n{}", javadoc(&writer.method(&method)));
        let _ = writeln!(text, "{}", one_line(&signature(&method)));
    }
    text
}

/// The paragraphs as a comment.
fn javadoc(paragraphs: &[String]) -> String {
    let mut text = String::from("/**\n");
    for paragraph in paragraphs {
        let _ = writeln!(text, " * {}", one_line(paragraph));
    }
    text + " */\n"
}

/// Without the guard: what it asks for is in the text.
fn signature(method: &Demands) -> String {
    let call = method.signature;
    let parameters: Vec<String> =
        call.written_parameters().iter().map(|known| format!("{} {}", known.ty, known.name)).collect();
    format!("{}({})", call.method.split('(').next().unwrap_or_default(), parameters.join(", "))
}

struct Writer<'a> {
    outcome: &'a Outcome,
    /// The states in which there is an object.
    states: Vec<StateId>,
    state_names: Vec<String>,
}

impl Writer<'_> {
    fn interface(&self) -> &Interface {
        &self.outcome.interface
    }

    fn class(&self) -> Vec<String> {
        let facts = crate::text::summary(self.outcome);
        let errors: Vec<String> = self.outcome.errors.iter().map(|error| code(error)).collect();
        let mut lines = vec![format!("@apiNote A contract for clients that must not cause {}", either(&errors))];
        lines.push(format!("({}).", plain(&facts[1..].join(", "))));
        if self.states.len() > 1 {
            let names = self.states.iter().map(|state| self.name(*state));
            lines.push(format!("<p>An object is in one of these states: {}.", names.collect::<Vec<_>>().join(", ")));
        }
        let registers = &self.interface().memory().registers;
        if !registers.is_empty() {
            let named = registers.iter().map(|known| code(&format!("{} {}", known.ty, known.name)));
            let named: Vec<String> = named.collect();
            lines.push(format!("<p>What follows from the calls that were made: {}.", named.join(", ")));
        }
        let observers = explained(self.interface(), code);
        lines.extend(observers.map(|observers| format!("<p>Observers: {observers}.")));
        lines
    }

    fn method(&self, method: &Demands) -> Vec<String> {
        let mut lines = vec![format!("@apiNote {}", self.when(method))];
        for effect in &method.effects {
            let (when, ends) = (self.condition(effect, method), self.ends(effect));
            lines.extend(ends.map(|ends| format!("<p>{}.", capitalised(&format!("{when}{ends}")))));
        }
        lines
    }

    /// When the method may be called, and what it may throw otherwise.
    fn when(&self, method: &Demands) -> String {
        let errors: Vec<String> = method.errors.iter().map(|error| code(error)).collect();
        let is_all = !method.may_have_other_errors || errors.len() == self.outcome.errors.len();
        let throw = if is_all { "can throw" } else { "can throw, for example," };
        let otherwise = match errors.is_empty() {
            true => String::new(),
            false => format!("; {throw} {} otherwise", either(&errors)),
        };
        let conditions: Vec<String> = method.may.iter().map(|may| self.may(may)).collect();
        match &conditions[..] {
            [] if errors.is_empty() => "Must not be called.".into(),
            [] => format!("Must not be called: it {throw} {}.", either(&errors)),
            [only] if only.is_empty() => "May be called at any time.".into(),
            _ => format!("May be called only {}{otherwise}.", conditions.join(", or ")),
        }
    }

    /// Nothing where it may be called at any time.
    fn may(&self, may: &May) -> String {
        let guards = may.calls.iter().map(|calls| {
            let guards = calls.iter().map(|call| code(self.interface().alphabet().call(*call).readable_guard().text()));
            format!("if {}", either(&guards.collect::<Vec<_>>()))
        });
        let parts: Vec<String> = self.in_states(&may.states).into_iter().chain(guards).collect();
        parts.join(" ")
    }

    /// Which states, where there are others.
    fn in_states(&self, states: &[StateId]) -> Option<String> {
        let is_constructor = states.iter().any(|state| !self.states.contains(state));
        let names: Vec<String> = states.iter().map(|state| self.name(*state)).collect();
        (!is_constructor && states.len() < self.states.len()).then(|| format!("in the state {}", either(&names)))
    }

    /// When an effect comes about, where there are others.
    fn condition(&self, effect: &Effect, method: &Demands) -> String {
        if method.effects.len() == 1 {
            return String::new();
        }
        let guard = self.interface().alphabet().call(effect.call).readable_guard();
        let guard = (!guard.is_always()).then(|| format!("if {}", code(guard.text())));
        let parts: Vec<String> = self.in_states(&effect.states).into_iter().chain(guard).collect();
        if parts.is_empty() { String::new() } else { format!("{}: ", parts.join(" ")) }
    }

    /// What a call brings about; `None` where it changes nothing.
    fn ends(&self, effect: &Effect) -> Option<String> {
        let call = self.interface().alphabet().call(effect.call);
        if effect.ends.is_empty() {
            return Some(how_it_ends(&call.method).into());
        }
        let is_told = effect.ends.len() > 1;
        let ends: Vec<String> = effect
            .ends
            .iter()
            .map(|end| {
                let to = end.to.filter(|_| self.states.len() > 1).map(|to| format!("leads to {}", self.name(to)));
                let sets = end.updates.iter().map(|update| code(&self.interface().memory().written(update)));
                let parts: Vec<String> = to.into_iter().chain(sets).collect();
                let changes = if parts.is_empty() { "changes nothing".to_owned() } else { parts.join(", ") };
                let outcomes: Vec<String> = end.outcomes.iter().map(|outcome| code(outcome)).collect();
                if is_told { format!("{changes} with {}", either(&outcomes)) } else { changes }
            })
            .collect();
        let changes_nothing = ends == ["changes nothing"];
        (!changes_nothing).then(|| ends.join("; "))
    }

    fn name(&self, state: StateId) -> String {
        code(&self.state_names[state.index()])
    }
}

/// A text as code: nothing in it ends the comment, or is a tag.
fn code(text: &str) -> String {
    let text = one_line(text);
    match text.contains(['{', '}', '@', '\\']) || text.contains("*/") {
        true => format!("<code>{}</code>", plain(&text)),
        false => format!("{{@code {text}}}"),
    }
}

/// A text in which nothing is markup.
fn plain(text: &str) -> String {
    let special = [('{', "&#123;"), ('}', "&#125;"), ('@', "&#64;"), ('\\', "&#92;")];
    let escaped = escaped(text).replace("*/", "*&#47;");
    special.iter().fold(escaped, |text, (from, to)| text.replace(*from, to))
}

/// `A`, `A or B`, `A, B or C`.
fn either(names: &[String]) -> String {
    crate::text::alternatives(names)
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
