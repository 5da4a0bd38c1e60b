//! A monitor for a Rust program at run time: it is asked before a call, and told the outcome afterwards.

use std::fmt::Write;

use etiquette_automata::StateId;
use etiquette_outcome::Outcome;

use super::super::Monitor;
use super::super::methods::{Kind, Method};
use super::{Code, all};

const MONITOR: &str = include_str!("monitor.rs.txt");

/// Writes the monitor.
pub fn dynamic(outcome: &Outcome) -> Monitor {
    let methods = Method::all(outcome.interface.alphabet());
    let (codes, losses) = all(&methods, &[]);
    let mut source = format!("//! A monitor for the protocol of `{}`.\n", outcome.component);
    source.push_str(
        "//!\n//! Ask `before` each call, and tell `after` what its outcome was. Written by `etiquette monitor`.\n",
    );
    losses.iter().for_each(|loss| _ = writeln!(source, "//!\n//! Note: {loss}."));
    source.push_str("#![allow(dead_code, unused_variables, clippy::all)]\n\n");
    let kinds: Vec<(usize, &Kind)> =
        codes.iter().enumerate().flat_map(|(index, code)| code.kinds.iter().map(move |kind| (index, kind))).collect();
    write_tables(&mut source, outcome, &codes, &kinds);
    source.push_str(MONITOR);
    write_calls(&mut source, &codes);
    Monitor { path: "monitor.rs".into(), source, losses }.with_doubts(outcome, false)
}

fn write_tables(source: &mut String, outcome: &Outcome, codes: &[Code<'_>], kinds: &[(usize, &Kind)]) {
    let interface = &outcome.interface;
    let lost = interface.state_count();
    let names = kinds.iter().map(|(method, kind)| kind_name(outcome, &codes[*method], kind));
    let outcomes = codes.iter().map(|code| format!("&{:?}", code.method.outcomes));
    let labels = outcome.states.iter().map(|facts| facts.label.clone().unwrap_or_default());
    let _ = writeln!(source, "const INITIAL: usize = {};\nconst LOST: usize = {lost};", interface.initial().index());
    let _ = writeln!(source, "const NAMES: &[&str] = &{:?};", names.collect::<Vec<_>>());
    let _ = writeln!(
        source,
        "const METHOD: &[usize] = &{:?};",
        kinds.iter().map(|(method, _)| *method).collect::<Vec<_>>()
    );
    let _ = writeln!(source, "const OUTCOMES: &[&[&str]] = &[{}];", outcomes.collect::<Vec<_>>().join(", "));
    let _ = writeln!(source, "const LABELS: &[&str] = &{:?};", labels.collect::<Vec<_>>());
    source.push_str("/// For each state and kind of call: the next states by outcome, none where it is forbidden.\n");
    source.push_str("const NEXT: &[&[&[usize]]] = &[\n");
    for state in interface.states() {
        let row = kinds.iter().map(|(method, kind)| entry(outcome, &codes[*method], kind, state));
        let _ = writeln!(source, "    &[{}],", row.collect::<Vec<_>>().join(", "));
    }
    source.push_str("];\n");
}

fn entry(outcome: &Outcome, code: &Code<'_>, kind: &Kind, state: StateId) -> String {
    if !kind.is_allowed(&outcome.interface, state) {
        return "&[]".into();
    }
    let lost = outcome.interface.state_count();
    let next = |name: &String| kind.next(&outcome.interface, state, name).map_or(lost, StateId::index);
    format!("&{:?}", code.method.outcomes.iter().map(next).collect::<Vec<_>>())
}

fn kind_name(outcome: &Outcome, code: &Code<'_>, kind: &Kind) -> String {
    match &kind.calls[..] {
        [only] => outcome.interface.alphabet().call(*only).to_string(),
        [] => format!("{} with these arguments", code.method.plain_name()),
        _ => code.method.plain_name().to_string(),
    }
}

fn write_calls(source: &mut String, codes: &[Code<'_>]) {
    source.push_str("\nimpl Call {\n");
    let mut first = 0;
    for code in codes {
        let _ = writeln!(
            source,
            "    /// `{}`\n    pub fn {}({}) -> Call {{",
            code.method.call.method,
            code.name,
            code.signature()
        );
        for (number, kind) in code.kinds.iter().enumerate() {
            match &kind.condition {
                Some(condition) => {
                    let _ = writeln!(
                        source,
                        "        if {condition} {{\n            return Call({});\n        }}",
                        first + number
                    );
                }
                None => _ = writeln!(source, "        Call({})", first + number),
            }
        }
        source.push_str("    }\n\n");
        first += code.kinds.len();
    }
    source.push_str("}\n");
}
