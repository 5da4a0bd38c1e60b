//! The interface as a property for Infer's Topl checker: an automaton that reaches `error` when an object is called as
//! it must not be.
//!
//! One register holds the object. Guards that are comparisons of parameters with numbers become conditions, and so do
//! the values of a `boolean` result; what else tells calls or outcomes apart has no words in Topl, and what then may be
//! illegal is an error.

mod condition;

use std::fmt::Write;

use etiquette_automata::{Call, CallId, EventId, Interface, StateId};
use etiquette_outcome::Outcome;

use crate::labels::identifier;
use crate::rendered::{Inexpressible, Rendered, comments, one_line};
use crate::weaker::{Expressible, Weaker, weaker};
use condition::{alternatives, variables};

/// The outcome as a property.
pub fn render(outcome: &Outcome) -> Result<Rendered, Inexpressible> {
    let guards = |calls: &[&Call]| calls.iter().all(|call| alternatives(call).is_some());
    let expressible =
        Expressible { guards: &guards, restrictions: &|_| false, outcomes: &is_boolean, constructors: true };
    let Weaker { interface, mut losses } = weaker(outcome, &expressible)?;
    if !interface.alphabet().calls().iter().any(|call| call.constructor) {
        losses.push(
            "only objects made by the constructor without arguments are followed: the interface names no other".into(),
        );
    }
    let facts = crate::text::summary(outcome).join(" · ");
    let mut text = format!("// {}: {}\n", one_line(&outcome.component), one_line(&facts));
    text.push_str(&comments("//", &losses));
    let name = identifier(&outcome.component).replace('_', "");
    let _ = writeln!(text, "property {name}Protocol");
    let _ = writeln!(text, "  message \"a call that the protocol forbids\"");
    let _ = writeln!(text, "  start -> start: *");
    let property = Property { interface: &interface, class: class_pattern(&outcome.component) };
    property.write_construction(&mut text);
    for state in property.states() {
        property.write_state(&mut text, state);
    }
    Ok(Rendered { text, losses })
}

fn is_boolean(outcomes: &[String]) -> bool {
    outcomes.len() == 2 && ["true", "false"].iter().all(|value| outcomes.iter().any(|outcome| outcome == value))
}

/// The class in a regular expression for names of procedures, inside a string.
fn class_pattern(component: &str) -> String {
    let mut pattern = String::new();
    for character in component.chars() {
        match character {
            c if c.is_alphanumeric() || c == '_' => pattern.push(c),
            // In names of procedures the regular expression's own characters would mean something else.
            _ => pattern.push('.'),
        }
    }
    pattern
}

struct Property<'a> {
    interface: &'a Interface,
    class: String,
}

impl Property<'_> {
    /// How the object comes into sight; without constructors by the one that takes no arguments.
    fn write_construction(&self, text: &mut String) {
        let initial = self.interface.initial();
        let constructors: Vec<CallId> = self.calls(true).collect();
        for &id in &constructors {
            self.write_call(text, "start", (initial, id));
        }
        if constructors.is_empty() {
            let to = name(initial);
            let _ = writeln!(text, "  start -> {to}: \".*{}[.]<init>\"(This, Ret) => x := This", self.class);
        }
    }

    fn write_state(&self, text: &mut String, state: StateId) {
        for id in self.calls(false) {
            self.write_call(text, &name(state), (state, id));
        }
    }

    fn calls(&self, constructors: bool) -> impl Iterator<Item = CallId> {
        let alphabet = self.interface.alphabet();
        alphabet.call_ids().filter(move |id| alphabet.call(*id).constructor == constructors)
    }

    /// The states that an object can be in once it is in sight.
    fn states(&self) -> Vec<StateId> {
        let has_constructors = self.calls(true).next().is_some();
        let initial = self.interface.initial();
        let events = || (0..self.interface.alphabet().event_count()).map(EventId::from_index);
        let comes_back =
            self.interface.states().any(|from| events().any(|event| self.interface.next(from, event) == Some(initial)));
        let is_used = |state: &StateId| *state != initial || !has_constructors || comes_back;
        self.interface.states().filter(is_used).collect()
    }

    fn write_call(&self, text: &mut String, source: &str, (state, id): (StateId, CallId)) {
        let alphabet = self.interface.alphabet();
        let call = alphabet.call(id);
        for condition in alternatives(call).unwrap_or_else(|| vec![Vec::new()]) {
            if !self.interface.allows(state, id) {
                self.write_transition(text, (source, "error"), call, &condition);
                continue;
            }
            for (outcome, event) in call.outcomes.iter().zip(alphabet.events_of(id)) {
                // Where nothing is said, the automaton stays where it is.
                let Some(to) = self.interface.next(state, event).map(name).filter(|to| to != source) else { continue };
                let mut condition = condition.clone();
                if call.outcomes.len() > 1 {
                    condition.push(format!("Ret == {}", u8::from(outcome == "true")));
                }
                self.write_transition(text, (source, &to), call, &condition);
            }
        }
    }

    fn write_transition(&self, text: &mut String, (source, to): (&str, &str), call: &Call, condition: &[String]) {
        let plain = call.method.split('(').next().unwrap_or_default();
        let method = if call.constructor { "<init>".to_string() } else { class_pattern(plain) };
        let mut conditions: Vec<String> = condition.to_vec();
        if !call.constructor {
            conditions.insert(0, "x == This".into());
        }
        let action = if call.constructor { " => x := This" } else { "" };
        let when = if conditions.is_empty() { String::new() } else { format!(" when {}", conditions.join(" && ")) };
        let arguments = [vec!["This".to_string()], variables(call), vec!["Ret".to_string()]].concat().join(", ");
        let _ = writeln!(text, "  {source} -> {to}: \".*{}[.]{method}\"({arguments}){when}{action}", self.class);
    }
}

fn name(state: StateId) -> String {
    format!("s{}", state.0)
}
