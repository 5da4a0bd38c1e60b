//! One type for each state of the interface: a method that is forbidden in a state is not there, so that the call does
//! not compile.
//!
//! Methods consume the state and return the next one, or an enum of next states where that depends on the outcome or on
//! the arguments. Where it depends on registers whether a call is allowed, it is checked at run time, and the method
//! returns a `Result` that gives the state back.

use std::fmt::Write;

use etiquette_automata::{Interface, StateId};
use etiquette_outcome::Outcome;

use super::super::methods::{Kind, Method};
use super::super::registers::Field;
use super::super::{Monitor, NoMonitor};
use super::names::{Names, REGISTERS, RETURNED, camel};
use super::registers::{REFUSED, declared, fields, new_values};
use super::{Code, all, number_type, of_one_object, width};

/// Writes the types.
///
/// # Errors
/// A register that no monitor keeps.
pub fn typestate(outcome: &Outcome) -> Result<Monitor, NoMonitor> {
    of_one_object(outcome)?;
    let methods = Method::all(outcome);
    let fields = fields(&outcome.interface)?;
    let (codes, losses) = all(&methods, &fields, &["begin", "into_subject"]);
    let source = Source { outcome, interface: &outcome.interface, codes: &codes, fields: &fields };
    Ok(Monitor { path: "typestate.rs".into(), source: source.written(&losses), losses }.with_doubts(outcome, false))
}

struct Source<'a> {
    outcome: &'a Outcome,
    interface: &'a Interface,
    codes: &'a [Code<'a>],
    fields: &'a [Field],
}

impl Source<'_> {
    fn written(&self, losses: &[String]) -> String {
        let mut code = format!(
            "//! The protocol of `{}` in types: what is forbidden in a state is no method of its type.\n",
            self.outcome.component
        );
        code.push_str("//!\n//! Implement `Operations` for the real thing. Written by `etiquette monitor`.\n");
        losses.iter().for_each(|loss| _ = writeln!(code, "//!\n//! Note: {loss}."));
        code.push_str("#![allow(dead_code, unused_mut, unused_parens, unused_variables, clippy::all)]\n");
        if !self.fields.is_empty() {
            code.push_str(&declared(self.fields));
            code.push_str(REFUSED);
        }
        self.write_operations(&mut code);
        self.codes.iter().for_each(|method| write_outcomes(&mut code, method));
        self.interface.states().for_each(|state| self.write_state(&mut code, state));
        code
    }

    fn write_operations(&self, code: &mut String) {
        code.push_str("\n/// What the component does.\npub trait Operations: Sized {\n");
        for method in self.codes {
            let (name, signature) = (&method.name, method.signature());
            let _ = match method.method.call.constructor {
                true => writeln!(
                    code,
                    "    /// Makes one; `None` if that fails.\n    fn {name}({signature}) -> Option<Self>;"
                ),
                false => {
                    let given = if signature.is_empty() { String::new() } else { format!(", {signature}") };
                    let result = result_type(method).map_or(String::new(), |ty| format!(" -> {ty}"));
                    writeln!(code, "    /// `{}`\n    fn {name}(&mut self{given}){result};", method.method.call.method)
                }
            };
        }
        code.push_str("}\n");
    }

    fn write_state(&self, code: &mut String, state: StateId) {
        let methods: Vec<Step<'_>> = self.codes.iter().filter_map(|method| self.step(state, method)).collect();
        methods.iter().for_each(|step| step.write_enum(code));
        let facts = self.outcome.states.get(state.index());
        let label = facts.and_then(|facts| facts.label.as_deref()).unwrap_or("no label");
        let access = facts.map_or(String::new(), |facts| facts.access.join(" · "));
        let _ = writeln!(code, "\n/// State {}: {}.", state.index(), one_line(label));
        if !access.is_empty() {
            let _ = writeln!(code, "///\n/// For example after `{}`.", one_line(&access));
        }
        let name = type_of(state);
        let registers = if self.fields.is_empty() { "" } else { "    registers: Registers,\n" };
        let _ = writeln!(
            code,
            "#[must_use]\npub struct {name}<O> {{\n    subject: O,\n{registers}}}\n\nimpl<O: Operations> {name}<O> {{"
        );
        self.write_beginning(code, state);
        methods.iter().for_each(|step| step.write_method(code));
        let _ = writeln!(
            code,
            "    /// Leaves the protocol.\n    pub fn into_subject(self) -> O {{\n        self.subject\n    }}\n}}"
        );
    }

    /// Without constructors, a client begins with an object that is there.
    fn write_beginning(&self, code: &mut String, state: StateId) {
        let has_constructors = self.codes.iter().any(|method| method.method.call.constructor);
        if state == self.interface.initial() && !has_constructors {
            let registers = if self.fields.is_empty() { "" } else { ", registers: Registers::FIRST" };
            let _ = writeln!(
                code,
                "    /// Begins with an object that was just made.\n    pub fn begin(subject: O) -> Self {{\n        Self {{ subject{registers} }}\n    }}\n"
            );
        }
    }

    /// What a method does in a state; `None` where it is forbidden.
    fn step<'a>(&'a self, state: StateId, method: &'a Code<'a>) -> Option<Step<'a>> {
        let is_allowed = |kind: &&Kind| kind.is_allowed(self.interface, state);
        if !method.kinds.iter().any(|kind| is_allowed(&kind)) {
            return None;
        }
        let mut step = Step { state, method, fields: self.fields, parts: Vec::new(), variants: Vec::new() };
        for kind in &method.kinds {
            let ways = is_allowed(&kind).then(|| {
                let outcomes = method.method.outcomes.iter();
                outcomes.map(|outcome| kind.next(self.interface, state, outcome)).collect()
            });
            step.parts.push((kind, ways));
        }
        step.name_variants();
        Some(step)
    }
}

/// A method in a state.
struct Step<'a> {
    state: StateId,
    method: &'a Code<'a>,
    fields: &'a [Field],
    /// For each kind of call where its outcomes lead; `None`: it is refused.
    parts: Vec<(&'a Kind, Option<Vec<Option<StateId>>>)>,
    /// The ways on: by outcome and state, a name. None where there is only one way.
    variants: Vec<((usize, StateId), String)>,
}

impl Step<'_> {
    fn name_variants(&mut self) {
        let mut ways: Vec<(usize, StateId)> = Vec::new();
        for (_, next) in &self.parts {
            for (outcome, next) in next.iter().flatten().enumerate() {
                ways.extend(next.map(|next| (outcome, next)).filter(|way| !ways.contains(way)));
            }
        }
        let is_single = ways.iter().all(|(_, next)| Some(*next) == ways.first().map(|(_, first)| *first));
        let refuses = self.refuses() && !self.is_checked();
        if is_single && !ways.is_empty() && !refuses && !self.may_be_unforeseen() {
            return;
        }
        let mut names = Names::new(&["Refused", "Unforeseen"]);
        let outcomes = &self.method.method.outcomes;
        self.variants = ways.into_iter().map(|way| (way, names.variant(&outcomes[way.0]))).collect();
    }

    fn refuses(&self) -> bool {
        self.parts.iter().any(|(_, next)| next.is_none())
    }

    /// Whether it is refused by a `Result`: where that depends on registers.
    fn is_checked(&self) -> bool {
        self.refuses() && self.method.kinds.iter().any(speaks_of_registers)
    }

    fn may_be_unforeseen(&self) -> bool {
        self.parts.iter().any(|(_, next)| next.iter().flatten().any(Option::is_none))
    }

    /// The only state that it leads to.
    fn only_next(&self) -> Option<StateId> {
        let known = self.parts.iter().filter_map(|(_, next)| next.as_ref()).flatten().flatten();
        self.variants.is_empty().then(|| known.copied().next()).flatten()
    }

    fn is_enum(&self) -> bool {
        self.only_next().is_none()
    }

    fn result(&self) -> String {
        match self.only_next() {
            Some(next) => type_of(next),
            None => format!("{}{}", type_of(self.state), camel(&self.method.name)),
        }
    }

    /// The type of what the method returns.
    fn result_type(&self) -> String {
        let result = format!("{}<O>", self.result());
        if self.is_checked() { format!("Result<{result}, Refused<Self>>") } else { result }
    }

    fn write_enum(&self, code: &mut String) {
        if !self.is_enum() || self.method.method.call.constructor {
            return;
        }
        let (name, method) = (self.result(), &self.method.method.call.method);
        let _ = writeln!(
            code,
            "\n/// What `{method}` leads to in state {}.\n#[must_use]\npub enum {name}<O> {{",
            self.state.index()
        );
        for ((_, next), variant) in &self.variants {
            let _ = writeln!(code, "    {variant}({}<O>),", type_of(*next));
        }
        if self.refuses() && !self.is_checked() {
            let _ = writeln!(
                code,
                "    /// The call was not made: these arguments are forbidden here.\n    Refused({}<O>),",
                type_of(self.state)
            );
        }
        if self.may_be_unforeseen() {
            code.push_str("    /// An outcome that the interface holds to be impossible here: nothing is known any more.\n    Unforeseen(O),\n");
        }
        code.push_str("}\n");
    }

    fn write_method(&self, code: &mut String) {
        if self.method.method.call.constructor {
            return self.write_constructor(code);
        }
        let (name, signature) = (&self.method.name, self.method.signature());
        let given = if signature.is_empty() { String::new() } else { format!(", {signature}") };
        let _ = writeln!(
            code,
            "    /// `{}`\n    pub fn {name}(mut self{given}) -> {} {{",
            self.method.method.call.method,
            self.result_type()
        );
        if !self.fields.is_empty() {
            code.push_str("        let registers = self.registers;\n");
        }
        for (kind, next) in &self.parts {
            let (call, way) = match next {
                None if self.is_checked() => (String::new(), "Err(Refused(self))".into()),
                None => (String::new(), format!("{}::Refused(self)", self.result())),
                Some(next) => self.called(kind, next),
            };
            match &kind.condition {
                Some(condition) => {
                    let _ = writeln!(code, "        if {condition} {{\n{call}            return {way};\n        }}");
                }
                None => _ = writeln!(code, "{call}        {way}"),
            }
        }
        code.push_str("    }\n\n");
    }

    /// The call as a statement, if its outcome tells nothing, and the way on.
    fn called(&self, kind: &Kind, next: &[Option<StateId>]) -> (String, String) {
        let call = format!("self.subject.{}({})", self.method.name, self.method.parameters.join(", "));
        let Some(outcomes) = outcome_type(self.method) else {
            let kept = if returned_type(self.method).is_some() { format!("let {RETURNED} = ") } else { String::new() };
            return (format!("        {kept}{call};\n"), self.way(kind, 0, next));
        };
        let mut text = format!("match {call} {{\n");
        let mut names = Names::new(&[]);
        for (position, outcome) in self.method.method.outcomes.iter().enumerate() {
            let way = self.way(kind, position, next);
            let outcome = format!("{outcomes}::{}", names.variant(outcome));
            let _ = match returned_type(self.method) {
                Some(_) => writeln!(text, "            ({outcome}, {RETURNED}) => {way},"),
                None => writeln!(text, "            {outcome} => {way},"),
            };
        }
        (String::new(), text + "        }")
    }

    fn way(&self, kind: &Kind, outcome: usize, next: &[Option<StateId>]) -> String {
        let way = match next[outcome] {
            None => format!("{}::Unforeseen(self.subject)", self.result()),
            Some(next) => {
                let state = self.made(kind, outcome, next, "subject: self.subject");
                match self.variants.iter().find(|(way, _)| *way == (outcome, next)) {
                    Some((_, variant)) => format!("{}::{variant}({state})", self.result()),
                    None => state,
                }
            }
        };
        if self.is_checked() { format!("Ok({way})") } else { way }
    }

    /// The state that an outcome leads to, with its registers.
    fn made(&self, kind: &Kind, outcome: usize, next: StateId, subject: &str) -> String {
        let sets = kind.set(self.state, &self.method.method.outcomes[outcome]);
        let registers = match (self.fields.is_empty(), sets.is_empty()) {
            (true, _) => String::new(),
            (false, true) => ", registers".into(),
            (false, false) => format!(", registers: {}", new_values(sets, self.fields)),
        };
        format!("{} {{ {subject}{registers} }}", type_of(next))
    }

    /// A constructor is a function of the first state's type. Only what was made goes on.
    fn write_constructor(&self, code: &mut String) {
        let outcomes = &self.method.method.outcomes;
        let ok = outcomes.iter().position(|outcome| outcome == "ok").unwrap_or(0);
        for (number, (kind, next)) in self.parts.iter().enumerate() {
            let Some(next) = next.as_ref().and_then(|next| next[ok]) else { continue };
            let suffix = if self.parts.len() > 1 { format!("_{}", number + 1) } else { String::new() };
            let (name, arguments) = (&self.method.name, self.method.parameters.join(", "));
            let condition = self.parts[..number].iter().filter_map(|(kind, _)| kind.condition.as_ref());
            let mut refused: Vec<String> = condition.map(|condition| format!("({condition})")).collect();
            refused.extend(kind.condition.as_ref().map(|condition| format!("!({condition})")));
            let _ = writeln!(code, "    /// Makes one; `None` if that fails, or the arguments are forbidden.");
            let _ = writeln!(
                code,
                "    pub fn {name}{suffix}({}) -> Option<{}<O>> {{",
                self.method.signature(),
                type_of(next)
            );
            if !self.fields.is_empty() {
                code.push_str("        let registers = Registers::FIRST;\n");
            }
            if !refused.is_empty() {
                let _ = writeln!(code, "        if {} {{\n            return None;\n        }}", refused.join(" || "));
            }
            let _ = writeln!(
                code,
                "        O::{name}({arguments}).map(|subject| {})\n    }}\n",
                self.made(kind, ok, next, "subject")
            );
        }
    }
}

/// Whether a kind of calls depends on registers.
fn speaks_of_registers(kind: &Kind) -> bool {
    kind.condition.as_ref().is_some_and(|condition| condition.contains(&format!("{REGISTERS}.")))
}

fn type_of(state: StateId) -> String {
    format!("State{}", state.index())
}

/// The type of outcomes; `None` where they tell nothing.
fn outcome_type(method: &Code<'_>) -> Option<String> {
    (method.method.outcomes.len() > 1).then(|| format!("{}Outcome", camel(&method.name)))
}

/// The type of the number that a call returns, where registers are set to it.
fn returned_type(method: &Code<'_>) -> Option<String> {
    let looks_at_it = method.kinds.iter().any(Kind::looks_at_result);
    let widest = method.method.guards.results().iter().max_by_key(|known| width(known.ty));
    widest.filter(|_| looks_at_it).map(|known| number_type(known.ty))
}

/// The type of what a call returns, if that tells anything.
fn result_type(method: &Code<'_>) -> Option<String> {
    match (outcome_type(method), returned_type(method)) {
        (Some(outcome), Some(number)) => Some(format!("({outcome}, {number})")),
        (outcome, number) => outcome.or(number),
    }
}

fn write_outcomes(code: &mut String, method: &Code<'_>) {
    let Some(name) = outcome_type(method).filter(|_| !method.method.call.constructor) else { return };
    let _ = writeln!(
        code,
        "\n/// What can be observed of `{}`.\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\npub enum {name} {{",
        method.method.call.method
    );
    let mut names = Names::new(&[]);
    for outcome in &method.method.outcomes {
        let _ = writeln!(code, "    {},", names.variant(outcome));
    }
    code.push_str("}\n");
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
