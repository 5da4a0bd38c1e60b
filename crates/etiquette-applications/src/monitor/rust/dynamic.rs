//! A monitor for a Rust program at run time: it is asked before a call, and told the outcome afterwards.

use std::fmt::Write;

use etiquette_automata::StateId;
use etiquette_outcome::Outcome;

use super::super::methods::{Kind, Method};
use super::super::registers::Field;
use super::super::{Monitor, NoMonitor};
use super::names::{Names, RETURNED};
use super::registers::{declared, fields, new_values};
use super::{Code, all, of_one_object, ty};

const MONITOR: &str = include_str!("monitor.rs.txt");

/// Writes the monitor.
///
/// # Errors
/// A register that no monitor keeps.
pub fn dynamic(outcome: &Outcome) -> Result<Monitor, NoMonitor> {
    of_one_object(outcome)?;
    let methods = Method::all(outcome);
    let fields = fields(&outcome.interface)?;
    let (codes, losses) = all(&methods, &fields, &[]);
    let mut source = format!("//! A monitor for the protocol of `{}`.\n", outcome.component);
    source.push_str(
        "//!\n//! Ask `before` each call, and tell `after` what its outcome was. Written by `etiquette monitor`.\n",
    );
    losses.iter().for_each(|loss| _ = writeln!(source, "//!\n//! Note: {loss}."));
    source.push_str("#![allow(dead_code, unused_parens, unused_variables, clippy::all)]\n\n");
    let kinds: Vec<(usize, &Kind)> =
        codes.iter().enumerate().flat_map(|(index, code)| code.kinds.iter().map(move |kind| (index, kind))).collect();
    write_tables(&mut source, outcome, &codes, &kinds);
    source.push_str(&declared(&fields));
    source.push_str(MONITOR);
    let calls = Calls::new(&codes);
    calls.write_type(&mut source);
    source.push_str("\nimpl Monitor {\n");
    calls.write_kinds(&mut source);
    calls.write_sets(&mut source, &fields);
    source.push_str("}\n");
    Ok(Monitor { path: "monitor.rs".into(), source, losses }.with_doubts(outcome, false))
}

fn write_tables(source: &mut String, outcome: &Outcome, codes: &[Code<'_>], kinds: &[(usize, &Kind)]) {
    let interface = &outcome.interface;
    let lost = interface.state_count();
    let names = kinds.iter().map(|(method, kind)| codes[*method].method.kind_name(kind));
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

/// Calls as values of a type, with their arguments.
struct Calls<'a> {
    codes: &'a [Code<'a>],
    /// The names of the variants, one for each method.
    variants: Vec<String>,
    /// Whether some arguments are borrowed.
    borrows: bool,
}

impl Calls<'_> {
    fn new<'a>(codes: &'a [Code<'a>]) -> Calls<'a> {
        let mut names = Names::new(&[]);
        let variants = codes.iter().map(|code| names.variant(&code.name)).collect();
        let borrows = codes.iter().any(|code| code.signature().contains('&'));
        Calls { codes, variants, borrows }
    }

    fn write_type(&self, source: &mut String) {
        let lifetime = if self.borrows { "<'a>" } else { "" };
        source.push_str("\n/// A call with its arguments.\n#[derive(Clone, Copy, Debug)]\n");
        let _ = writeln!(source, "pub enum Call{lifetime} {{");
        for (code, variant) in self.codes.iter().zip(&self.variants) {
            let types = (0..code.parameters.len()).map(|index| lasting(&ty(code.method, index)));
            let _ = writeln!(source, "    {variant}{},", in_parentheses(types.collect()));
        }
        let _ = writeln!(source, "}}\n\nimpl{lifetime} Call{lifetime} {{");
        for (code, variant) in self.codes.iter().zip(&self.variants) {
            let (name, signature, given) =
                (&code.name, lasting(&code.signature()), in_parentheses(code.parameters.clone()));
            let _ =
                writeln!(source, "    /// `{}`\n    pub fn {name}({signature}) -> Self {{", code.method.call.method);
            let _ = writeln!(source, "        Call::{variant}{given}\n    }}\n");
        }
        source.push_str("}\n");
    }

    fn pattern(&self, method: usize) -> String {
        format!("Call::{}{}", self.variants[method], in_parentheses(self.codes[method].parameters.clone()))
    }

    fn write_kinds(&self, source: &mut String) {
        source.push_str("    /// Which kind of call it is with these arguments, and what is known now.\n");
        source.push_str("    fn kind(&self, call: Call) -> usize {\n        let registers = self.registers;\n        match call {\n");
        let mut first = 0;
        for (method, code) in self.codes.iter().enumerate() {
            let _ = writeln!(source, "            {} => {{", self.pattern(method));
            for (number, kind) in code.kinds.iter().enumerate() {
                let number = first + number;
                let _ = match &kind.condition {
                    Some(condition) => {
                        writeln!(
                            source,
                            "                if {condition} {{\n                    return {number};\n                }}"
                        )
                    }
                    None => writeln!(source, "                {number}"),
                };
            }
            source.push_str("            }\n");
            first += code.kinds.len();
        }
        source.push_str("        }\n    }\n");
    }

    fn write_sets(&self, source: &mut String, fields: &[Field]) {
        source.push_str("\n    /// Sets registers after a call; all new values are worked out before that.\n");
        source.push_str("    /// `false` where that depends on what was returned, and nobody knows it.\n");
        let signature =
            format!("fn set(&mut self, call: Call, kind: usize, outcome: usize, {RETURNED}: Option<i64>) -> bool");
        let _ = writeln!(source, "    {signature} {{\n        let registers = self.registers;");
        source.push_str("        match (call, self.state, kind, outcome) {\n");
        let mut first = 0;
        for (method, code) in self.codes.iter().enumerate() {
            for (number, kind) in code.kinds.iter().enumerate() {
                for (state, outcome, sets) in kind.all_sets() {
                    let position = code.method.outcomes.iter().position(|known| known == outcome).unwrap_or_default();
                    let pattern =
                        format!("({}, {}, {}, {position})", self.pattern(method), state.index(), first + number);
                    let values = new_values(&sets.values, fields);
                    let _ = match sets.look_at_result {
                        true => writeln!(
                            source,
                            "            {pattern} => match {RETURNED} {{\n                Some({RETURNED}) => self.registers = {values},\n                None => return false,\n            }},"
                        ),
                        false => writeln!(source, "            {pattern} => self.registers = {values},"),
                    };
                }
            }
            first += code.kinds.len();
        }
        source.push_str("            _ => {}\n        }\n        true\n    }\n");
    }
}

/// What a variant holds, if anything.
fn in_parentheses(list: Vec<String>) -> String {
    if list.is_empty() { String::new() } else { format!("({})", list.join(", ")) }
}

/// The same types, borrowed for as long as a call lasts.
fn lasting(types: &str) -> String {
    types.replace('&', "&'a ")
}
