//! The clauses of a method's contract.

use std::collections::BTreeSet;

use etiquette_automata::{Call, CallId, EventId, Interface, Observer, StateId, Update};
use etiquette_component::{condition_of_outcome, is_about_number, observer_name};
use etiquette_outcome::Outcome;

use super::expression::{in_java, is_result};
use super::names::{Ghosts, STATE, java_type};
use crate::assumptions::doubt_loss;
use crate::demands::{Demands, Effect, End, May, object_states};
use crate::observers::{Said, observers};

/// Writes clauses, and notes what can't be said.
pub struct Clauses<'a> {
    interface: &'a Interface,
    states: Vec<StateId>,
    ghosts: Ghosts,
    observers: Vec<Said<'a>>,
    losses: BTreeSet<String>,
}

impl<'a> Clauses<'a> {
    pub fn new(outcome: &'a Outcome) -> Self {
        let interface = &outcome.interface;
        Clauses {
            interface,
            states: object_states(interface),
            ghosts: Ghosts::new(interface),
            observers: observers(interface),
            losses: doubt_loss(outcome).into_iter().collect(),
        }
    }

    /// Whether the state has to be told.
    pub fn has_states(&self) -> bool {
        self.states.len() > 1
    }

    pub fn ghosts(&self) -> &Ghosts {
        &self.ghosts
    }

    pub fn losses(&self) -> Vec<String> {
        self.losses.iter().cloned().collect()
    }

    /// Whether conditions ask the method, or it is known what it tells of the registers.
    pub fn is_observer(&self, call: &Call) -> bool {
        let name = observer_name(&call.method);
        let names = |said: &Said| said.observed.observers().into_iter().any(|known| observer_name(known) == name);
        let is_asked = self.told(call).is_some() || self.observers.iter().any(names);
        !call.constructor && call.written_parameters().is_empty() && is_asked
    }

    /// What the method returns, if that is known.
    fn told(&self, call: &Call) -> Option<&'a Observer> {
        let name = observer_name(&call.method);
        self.interface.memory().observers.iter().find(|known| known.name == name)
    }

    /// The type that a method returns, as far as outcomes tell.
    pub fn returned(&mut self, call: &Call) -> String {
        let has = |name: &str| call.outcomes.iter().any(|outcome| outcome == name);
        let name = observer_name(&call.method);
        let is_asked = self.is_observer(call);
        if let Some(known) = self.told(call).filter(|_| is_asked) {
            return java_type(&known.ty);
        }
        let is_truth = self.observers.iter().any(|said| said.truth_of(&name).is_some());
        if has("true") || has("false") || is_asked && is_truth {
            return "boolean".into();
        }
        if is_asked || self.returns_number(call) {
            return "int".into();
        }
        let is_object = has("null") || has("object");
        let stand_in = if is_object { "Object" } else { "void" };
        self.losses.insert(format!(
            "`{stand_in}` stands for return types that the interface does not know: put in the right ones"
        ));
        stand_in.into()
    }

    /// Whether outcomes tell numbers apart, or a register is set to the number that a call returns.
    fn returns_number(&self, call: &Call) -> bool {
        let alphabet = self.interface.alphabet();
        let is_set = |(_, event, update): (StateId, EventId, &Update)| {
            let setter = alphabet.call(alphabet.call_of(event));
            setter.method == call.method && update.value.names().into_iter().any(|name| is_result(setter, name))
        };
        call.outcomes.iter().any(|outcome| is_about_number(outcome))
            || self.interface.memory().all_updates().any(is_set)
    }

    /// All clauses of a method.
    pub fn of(&mut self, method: &Demands) -> Vec<String> {
        let mut clauses: Vec<String> = self.requires(method).into_iter().collect();
        if self.is_observer(method.signature) {
            clauses.extend(self.answer(method.signature));
            return clauses;
        }
        // What is required need not be said again.
        let is_only = method.effects.len() == 1;
        for effect in &method.effects {
            let when = if is_only { None } else { self.when(effect) };
            clauses.extend(self.effect(method.signature, effect, when.as_deref()));
        }
        clauses
    }

    fn requires(&mut self, method: &Demands) -> Option<String> {
        let mut alternatives = Vec::new();
        for may in &method.may {
            match self.may(may) {
                Some(parts) if parts.is_empty() => return None,
                Some(parts) => alternatives.push(joined(parts, " && ")),
                None => {}
            }
        }
        let condition = if alternatives.is_empty() { "false".into() } else { joined(alternatives, " || ") };
        Some(format!("requires {condition};"))
    }

    /// The parts of a condition; `None` where nothing is left of it.
    fn may(&mut self, may: &May) -> Option<Vec<String>> {
        let mut parts: Vec<String> = self.in_states(&may.states).into_iter().collect();
        if let Some(calls) = &may.calls {
            let guards: Vec<String> = calls.iter().filter_map(|call| self.guard(*call)).collect();
            if guards.is_empty() {
                return None;
            }
            parts.push(joined(guards, " || "));
        }
        Some(parts)
    }

    /// That the object is in one of these states, where there are others.
    fn in_states(&self, states: &[StateId]) -> Option<String> {
        let is_there = |state: &StateId| self.states.contains(state);
        let all = !states.iter().all(is_there) || states.len() == self.states.len();
        let each = states.iter().map(|state| format!("{STATE} == {}", state.0)).collect();
        (!all).then(|| joined(each, " || "))
    }

    /// A guard; one that Java has no words for is left out, so that its call is not allowed.
    fn guard(&mut self, id: CallId) -> Option<String> {
        let call = self.interface.alphabet().call(id);
        let written = in_java(self.interface, &self.ghosts, call, call.readable_guard());
        if written.is_none() {
            self.losses.insert(format!("`{call}` is left out: its guard can't be written here"));
        }
        written
    }

    /// When an effect comes about.
    fn when(&mut self, effect: &Effect) -> Option<String> {
        let mut parts: Vec<String> = self.in_states(&effect.states).into_iter().collect();
        let is_always = self.interface.alphabet().call(effect.call).guard.is_always();
        parts.extend(if is_always { None } else { self.guard(effect.call) });
        (!parts.is_empty()).then(|| format!("\\old({})", joined(parts, " && ")))
    }

    /// What an observer says of registers.
    fn answer(&mut self, call: &Call) -> Option<String> {
        if let Some(known) = self.told(call) {
            let value = in_java(self.interface, &self.ghosts, call, &known.value)?;
            let is_plain = known.value.names().len() == 1 && known.value.names()[0] == known.value.text();
            let value = if is_plain { value } else { format!("({value})") };
            return Some(format!("ensures \\result == {value};"));
        }
        let name = observer_name(&call.method);
        let said = self.observers.iter().find_map(|said| Some((said, said.truth_of(&name)?)));
        let (said, is) = said?;
        let guard = in_java(self.interface, &self.ghosts, said.call, &said.guard)?;
        let guard = if is { format!("({guard})") } else { format!("!({guard})") };
        let alphabet = self.interface.alphabet();
        let may = |state: &StateId| {
            let mut calls = alphabet.call_ids().filter(|id| alphabet.call(*id).method == said.call.method);
            calls.any(|id| self.interface.allows(*state, id))
        };
        let states: Vec<StateId> = self.states.iter().copied().filter(may).collect();
        let when = self.in_states(&states).map(|states| format!("{states} ==> "));
        Some(format!("ensures {}\\result == {guard};", when.unwrap_or_default()))
    }

    /// What a call brings about: for normal ends in one clause for each value that a client can test, otherwise in one
    /// for all, and for exceptions one each.
    fn effect(&mut self, call: &Call, effect: &Effect, when: Option<&str>) -> Vec<String> {
        let implied = |conditions: Vec<String>, then: String| match conditions.is_empty() {
            true => then,
            false => format!("{} ==> {then}", joined(conditions, " && ")),
        };
        let when: Vec<String> = when.map(str::to_owned).into_iter().collect();
        let mut clauses = Vec::new();
        let mut normal: Vec<(Vec<&str>, String)> = Vec::new();
        for end in &effect.ends {
            let Some(then) = self.end(call, end) else { continue };
            let (thrown, returned): (Vec<&str>, Vec<&str>) = end.outcomes.iter().partition(|name| is_exception(name));
            let signals = |name: &&str| format!("signals ({name}) {};", implied(when.clone(), then.clone()));
            clauses.extend(thrown.iter().map(signals));
            if !returned.is_empty() {
                normal.push((returned, then));
            }
        }
        if let [(_, then)] = &normal[..] {
            clauses.insert(0, format!("ensures {};", implied(when, then.clone())));
            return clauses;
        }
        let tests: Option<Vec<String>> = normal.iter().map(|(outcomes, _)| self.test(call, outcomes)).collect();
        if let Some(tests) = tests {
            for (test, (_, then)) in tests.into_iter().zip(normal) {
                let conditions = when.iter().cloned().chain([test]).collect();
                clauses.push(format!("ensures {};", implied(conditions, then)));
            }
        } else if !normal.is_empty() {
            let outcomes: Vec<&str> = normal.iter().flat_map(|(outcomes, _)| outcomes).copied().collect();
            let (method, outcomes) = (&call.method, outcomes.join(", "));
            self.losses.insert(format!("what `{method}` may lead to is said, but not when: JML can't test {outcomes}"));
            let either = joined(normal.into_iter().map(|(_, then)| then).collect(), " || ");
            clauses.push(format!("ensures {};", implied(when, either)));
        }
        clauses
    }

    /// How a client tells that a call returned one of these; `None` where it can't.
    fn test(&self, call: &Call, outcomes: &[&str]) -> Option<String> {
        let number = |outcome: &str| {
            let position = call.outcomes.iter().position(|known| known == outcome)?;
            in_java(self.interface, &self.ghosts, call, &condition_of_outcome(&call.outcomes, position)?)
        };
        test(outcomes, number)
    }

    /// The state and the registers afterwards; `None` where there is nothing to be said.
    fn end(&mut self, call: &Call, end: &End) -> Option<String> {
        let owner = if call.factory().is_some() { "\\result." } else { "" };
        let mut parts = Vec::new();
        if self.has_states() {
            let to = end.to.map_or_else(|| format!("\\old({STATE})"), |to| to.0.to_string());
            parts.push(format!("{owner}{STATE} == {to}"));
        }
        for register in 0..self.interface.memory().registers.len() {
            let update = end.updates.iter().find(|update| update.register == register);
            let field = self.ghosts.register(call, register);
            match (update, self.after(call, register, update)) {
                (_, Some(value)) => parts.push(format!("{owner}{field} == {value}")),
                (Some(update), None) => self.note_unwritten(call, update),
                (None, None) => {}
            }
        }
        (!parts.is_empty()).then(|| parts.join(" && "))
    }

    /// What a register is afterwards; `None` where Java has no words for it, or a constructor leaves it open.
    fn after(&self, call: &Call, register: usize, update: Option<&Update>) -> Option<String> {
        let Some(update) = update else {
            let field = self.ghosts.register(call, register);
            return (!call.constructor).then(|| format!("\\old({field})"));
        };
        let value = in_java(self.interface, &self.ghosts, call, &update.value)?;
        let names = update.value.names();
        let is_old = names.iter().any(|name| self.interface.memory().meant_by(call, name).is_some());
        // What is returned is not there before.
        if is_old && names.iter().any(|name| is_result(call, name)) {
            return None;
        }
        let value = if is_old { format!("\\old({value})") } else { in_parentheses_if_long(value) };
        // Java's sums of small numbers are `int`s.
        match java_type(&self.interface.memory().registers[register].ty).as_str() {
            small @ ("byte" | "short" | "char") => Some(format!("({small}) {value}")),
            _ => Some(value),
        }
    }

    fn note_unwritten(&mut self, call: &Call, update: &Update) {
        let register = &self.interface.memory().registers[update.register].name;
        self.losses.insert(format!(
            "what `{}` sets `{register}` to can't be written here: nothing is said about it",
            call.method
        ));
    }
}

/// Whether an outcome is that the call throws something.
fn is_exception(outcome: &str) -> bool {
    let is_word = outcome.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
    is_word && ["Exception", "Error", "Throwable"].iter().any(|end| outcome.ends_with(end))
}

/// How a client tells that a call returned one of these; `None` where it can't.
fn test(outcomes: &[&str], number: impl Fn(&str) -> Option<String>) -> Option<String> {
    let tests = outcomes.iter().map(|outcome| match *outcome {
        "true" => Some("\\result".to_owned()),
        "false" => Some("!\\result".to_owned()),
        "null" => Some("\\result == null".to_owned()),
        "object" => Some("\\result != null".to_owned()),
        other => number(other),
    });
    tests.collect::<Option<Vec<String>>>().map(|tests| joined(tests, " || "))
}

/// The parts with an operator between them, in parentheses where they have operators that bind less.
fn joined(parts: Vec<String>, operator: &str) -> String {
    if parts.len() == 1 {
        return parts.concat();
    }
    let binds_less = |part: &String| [" || ", " ? ", " ==> "].iter().any(|other| part.contains(other));
    let part = |part: String| if binds_less(&part) { format!("({part})") } else { part };
    parts.into_iter().map(part).collect::<Vec<_>>().join(operator)
}

fn in_parentheses_if_long(value: String) -> String {
    if value.contains(' ') { format!("({value})") } else { value }
}
