//! Reads an outcome from JSON. Keys that are not known are skipped; those that the contract shows must be there.

use std::collections::BTreeMap;

use etiquette_automata::{Alphabet, Call, Memory, Observer, Parameter, Register};
use etiquette_component::{Guard, Role};
use etiquette_outcome::{Assumption, AssumptionKind, Confidence, Guarantee, Integers, NotCovered, Outcome, StopReason};
use serde_json::Value;

use super::VERSION;
use super::enclosed::Enclosed;
use super::locate::locate;
use super::meaning::check_meaning;
use super::node::{Complain, Node, ReadError};
use super::states::StateReader;

/// The outcome that a text in JSON describes.
pub fn read(text: &str) -> Result<Outcome, ReadError> {
    read_enclosed(text).map(|(outcome, _)| outcome)
}

/// The outcome that a text in JSON describes, and what is kept beside it.
pub fn read_enclosed(text: &str) -> Result<(Outcome, Enclosed), ReadError> {
    let value: Value = serde_json::from_str(text).map_err(|error| not_json(&error))?;
    let root = Node::root(&value);
    let both = outcome(&root).and_then(|outcome| Ok((outcome, Enclosed::read(&root)?)));
    both.map_err(|error| ReadError { position: locate(text, &error.path), ..error })
}

fn outcome(root: &Node) -> Result<Outcome, ReadError> {
    check_version(root)?;
    let errors = root.field("errors")?.texts()?;
    let alphabet = alphabet(&root.field("calls")?)?;
    let guarantee = guarantee(&root.field("guarantee")?)?;
    let mut memory = Memory::new(registers(root)?);
    memory.observers = observers(root)?;
    let (interface, states) = StateReader::new(&alphabet, memory, &errors, guarantee.assumptions.len()).read(root)?;
    check_meaning(root, &interface)?;
    Ok(Outcome {
        component: root.field("component")?.text()?.into(),
        roles: roles(root)?,
        errors,
        error_choice: optional_text(root, "error_choice")?,
        engine: text_or_empty(root, "engine")?,
        interface,
        states,
        not_covered: not_covered(root)?,
        guarantee,
        evidence: None,
        stop: stop_reason(&root.field("stop")?)?,
        statistics: statistics(root)?,
    })
}

/// Version 1 has no registers.
fn registers(root: &Node) -> Result<Vec<Register>, ReadError> {
    let mut registers: Vec<Register> = Vec::new();
    for node in root.items_of("registers")? {
        let text = |name: &str| node.field(name).and_then(|field| field.text().map(str::to_owned));
        let register = Register { name: text("name")?, ty: text("type")?, initial: optional_text(&node, "initial")? };
        if registers.iter().any(|known| known.name == register.name) {
            let problem = format!("the register \"{}\" is listed twice", register.name);
            return Err(node.error(problem, "list each register once"));
        }
        registers.push(register);
    }
    Ok(registers)
}

/// The objects beside the main one.
fn roles(root: &Node) -> Result<Vec<Role>, ReadError> {
    let text = |node: &Node, name: &str| node.field(name).and_then(|field| field.text().map(str::to_owned));
    let mut roles: Vec<Role> = Vec::new();
    for node in root.items_of("roles")? {
        let made_by = node.field("made_by")?.texts()?;
        let role = Role { name: text(&node, "name")?, ty: text(&node, "type")?, made_by };
        if roles.iter().any(|known| known.name == role.name) {
            return Err(node.error(format!("the role \"{}\" is listed twice", role.name), "list each role once"));
        }
        roles.push(role);
    }
    Ok(roles)
}

/// Methods that tell what registers are.
fn observers(root: &Node) -> Result<Vec<Observer>, ReadError> {
    let text = |node: &Node, name: &str| node.field(name).and_then(|field| field.text().map(str::to_owned));
    let observer = |node: &Node| {
        Ok(Observer { name: text(node, "name")?, ty: text(node, "type")?, value: guard(&node.field("value")?)? })
    };
    root.items_of("observers")?.iter().map(observer).collect()
}

fn not_covered(root: &Node) -> Result<Vec<NotCovered>, ReadError> {
    let Some(list) = root.optional("not_covered")? else { return Ok(Vec::new()) };
    let read = |node: &Node| {
        let text = |name: &str| node.field(name).and_then(|field| field.text().map(str::to_owned));
        Ok(NotCovered { method: text("method")?, why: text("why")? })
    };
    list.items()?.iter().map(read).collect()
}

fn not_json(error: &serde_json::Error) -> ReadError {
    let message = error.to_string();
    let problem = message.split(" at line ").next().unwrap_or_default();
    ReadError {
        path: String::new(),
        position: Some((error.line(), error.column())),
        problem: format!("this is not JSON: {problem}"),
        advice: "an interface is one JSON object, as `--format json` writes it".into(),
    }
}

fn check_version(root: &Node) -> Result<(), ReadError> {
    let Some(node) = root.optional("etiquette")? else {
        return Err(root.error(
            "the key \"etiquette\" is missing, so this does not look like an interface",
            format!("add \"etiquette\": {VERSION} if it is one"),
        ));
    };
    match node.number()? {
        1..=VERSION => Ok(()),
        other => Err(node.error(
            format!("version {other} of the format is not known"),
            format!("this program reads versions up to {VERSION}: convert the file, or use a newer release"),
        )),
    }
}

fn text_or_empty(node: &Node, name: &str) -> Result<String, ReadError> {
    Ok(optional_text(node, name)?.unwrap_or_default())
}

pub(super) fn optional_text(node: &Node, name: &str) -> Result<Option<String>, ReadError> {
    let field = node.optional(name)?;
    field.map(|field| field.text().map(str::to_string)).transpose()
}

fn statistics(root: &Node) -> Result<BTreeMap<String, u64>, ReadError> {
    let Some(node) = root.optional("stats")? else {
        return Ok(BTreeMap::new());
    };
    let entries = node.entries()?.into_iter();
    entries.map(|(name, value)| Ok((name.to_string(), value.number()?))).collect()
}

/// The value whose name stands in the node.
pub(super) fn one_of<T: Clone>(node: &Node, what: &str, known: &[(&str, T)]) -> Result<T, ReadError> {
    let name = node.text()?;
    let found = known.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| value.clone()).ok_or_else(|| {
        let names: Vec<String> = known.iter().map(|(known, _)| format!("\"{known}\"")).collect();
        node.error(format!("\"{name}\" is no {what}"), format!("write one of {}", names.join(", ")))
    })
}

fn stop_reason(node: &Node) -> Result<StopReason, ReadError> {
    let reasons = [
        StopReason::Done,
        StopReason::TimeLimit,
        StopReason::MemoryLimit,
        StopReason::DepthLimit,
        StopReason::NoProof,
        StopReason::TooManyGuards,
        StopReason::TooLargeToShow,
        StopReason::StateLimit,
        StopReason::PredicateLimit,
        StopReason::Cancelled,
    ];
    let names = reasons.map(|reason| reason.to_string());
    let known: Vec<(&str, StopReason)> = names.iter().map(String::as_str).zip(reasons).collect();
    one_of(node, "stop reason", &known)
}

fn guarantee(node: &Node) -> Result<Guarantee, ReadError> {
    let known_integers = [("wrap", Integers::Wrap), ("ideal", Integers::Ideal)];
    let integers = node.optional("integers")?;
    Ok(Guarantee {
        safe: confidence(&node.field("safe")?)?,
        permissive: confidence(&node.field("permissive")?)?,
        full: node.flag("full")?,
        minimal: node.flag("minimal")?,
        serial: node.flag("serial")?,
        integers: integers
            .map_or(Ok(Integers::default()), |node| one_of(&node, "meaning of integers", &known_integers))?,
        assumptions: node.items_of("assumptions")?.iter().map(assumption).collect::<Result<_, _>>()?,
    })
}

fn confidence(node: &Node) -> Result<Confidence, ReadError> {
    let text = node.text()?;
    let count = |prefix: &str, noun: &str| {
        let counted = text.strip_prefix(prefix)?;
        counted.strip_suffix('s').unwrap_or(counted).strip_suffix(noun)?.parse::<u64>().ok()
    };
    match text {
        "proved" => return Ok(Confidence::Proved),
        "not established" => return Ok(Confidence::NotEstablished),
        _ => {}
    }
    let bounded = count("proved up to ", " call").map(Confidence::ProvedUpTo);
    let but_for = || count("proved but for ", " doubtful call").map(Confidence::ProvedButFor);
    let tested = || count("tested on ", " word").map(Confidence::TestedOn);
    bounded.or_else(but_for).or_else(tested).ok_or_else(|| {
        node.error(
            format!("\"{text}\" does not say how sure the result is"),
            "write \"proved\", \"proved up to 7 calls\", \"tested on 100 words\" or \"not established\"",
        )
    })
}

fn assumption(node: &Node) -> Result<Assumption, ReadError> {
    // Version 1 does not tell kinds apart.
    let kind = node.optional("kind")?.map(|kind| one_of(&kind, "kind of assumption", &AssumptionKind::NAMED));
    let kind = kind.transpose()?.unwrap_or(AssumptionKind::NotFollowed);
    Ok(Assumption { kind, text: node.field("text")?.text()?.into(), at: optional_text(node, "at")? })
}

fn alphabet(node: &Node) -> Result<Alphabet, ReadError> {
    let mut calls: Vec<Call> = Vec::new();
    for item in node.items()? {
        let call = call(&item)?;
        if calls.iter().any(|known| known.id == call.id) {
            let problem = format!("the call \"{}\" is listed twice", call.id);
            return Err(item.field("id")?.error(problem, "give each call its own id"));
        }
        calls.push(call);
    }
    Ok(Alphabet::new(calls))
}

fn call(node: &Node) -> Result<Call, ReadError> {
    Ok(Call {
        id: node.field("id")?.text()?.into(),
        method: node.field("method")?.text()?.into(),
        constructor: node.flag("constructor")?,
        parameters: node.items_of("params")?.iter().map(parameter).collect::<Result<_, _>>()?,
        guard: node.optional("guard")?.map_or(Ok(Guard::always()), |node| guard(&node))?,
        observed: node.optional("observed")?.map(|node| guard(&node)).transpose()?,
        outcomes: outcomes(node)?,
    })
}

pub(super) fn guard(node: &Node) -> Result<Guard, ReadError> {
    let text = node.text()?;
    Guard::parse(text).map_err(|problem| {
        let advice = "write a condition such as \"0 < p && p < 20\", or a value such as \"count + 1\"".to_string();
        node.error(format!("`{text}` can't be read: {}", problem.message), problem.help.unwrap_or(advice))
    })
}

fn parameter(node: &Node) -> Result<Parameter, ReadError> {
    Ok(Parameter { name: node.field("name")?.text()?.into(), ty: node.field("type")?.text()?.into() })
}

fn outcomes(call: &Node) -> Result<Vec<String>, ReadError> {
    let Some(node) = call.optional("outcomes")? else {
        return Ok(vec!["ok".into()]);
    };
    let outcomes = node.texts()?;
    if outcomes.is_empty() {
        return Err(
            node.error("the call has no outcome", "list at least one, \"ok\" if there is nothing to tell apart")
        );
    }
    for (position, outcome) in outcomes.iter().enumerate() {
        if outcomes[..position].contains(outcome) {
            let problem = format!("the outcome \"{outcome}\" is listed twice");
            return Err(node.items()?[position].error(problem, "list each outcome once"));
        }
    }
    Ok(outcomes)
}
