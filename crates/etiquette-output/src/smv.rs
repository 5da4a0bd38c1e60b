//! The interface as a model for NuSMV and nuXmv: the client chooses an event in each step, and the state follows.
//!
//! A forbidden call leads to `forbidden`, an outcome that cannot happen to `impossible`, and nothing leads on from
//! there. Names are numbers, so that every interface gives a valid model; comments say what they stand for.

mod registers;
mod terms;

use std::fmt::Write;

use etiquette_automata::EventId;
use etiquette_outcome::Outcome;

use crate::labels::event_labels;
use crate::names::Names;
use crate::rendered::{Inexpressible, Rendered, one_line};
use crate::weaker::without_registers;
use registers::Registers;

const NAME_LIMIT: usize = 96;

/// The outcome as a model. Registers whose values NuSMV can't follow are left out on the safe side.
pub fn render(outcome: &Outcome) -> Result<Rendered, Inexpressible> {
    if outcome.interface.memory().is_empty() {
        return Ok(Rendered::complete(model(outcome, None)));
    }
    match Registers::new(&outcome.interface) {
        Some(registers) => Ok(Rendered::complete(model(outcome, Some(&registers)))),
        None => {
            let (finite, losses) = without_registers(outcome)?;
            Ok(Rendered { text: model(&finite, None), losses })
        }
    }
}

fn model(outcome: &Outcome, registers: Option<&Registers>) -> String {
    let names = Names::new(outcome);
    let facts = crate::text::summary(outcome).join(" · ");
    let mut text = format!("-- {}: {}\n", one_line(&outcome.title()), one_line(&facts));
    text.push_str("MODULE main\n");
    write_events(&mut text, outcome, &names);
    text.push_str(registers.map_or("", |registers| &registers.inputs));
    write_states(&mut text, outcome, &names);
    text.push_str(registers.map_or("", |registers| &registers.variables));
    write_steps(&mut text, outcome, registers.map_or(&[], |registers| &registers.guards));
    text.push_str(registers.map_or("", |registers| &registers.assignments));
    text.push_str("-- fails if clients may call whatever they like: say what yours does with INVAR or TRANS\n");
    text.push_str("INVARSPEC state != forbidden\n");
    text
}

fn write_events(text: &mut String, outcome: &Outcome, names: &Names) {
    let labels = event_labels(outcome.interface.alphabet(), names, one_line);
    let ids: String = (0..labels.len()).map(|event| format!(", e{event}")).collect();
    let _ = writeln!(text, "IVAR\n  -- none: the client does nothing");
    for (event, label) in labels.iter().enumerate() {
        let _ = writeln!(text, "  -- e{event}: {label}");
    }
    let _ = writeln!(text, "  event : {{none{ids}}};");
}

fn write_states(text: &mut String, outcome: &Outcome, names: &Names) {
    let _ = writeln!(text, "VAR");
    for (state, name) in names.states(NAME_LIMIT).iter().enumerate() {
        let label = outcome.states.get(state).and_then(|facts| facts.label.as_deref());
        let label = label.map_or(String::new(), |label| format!(" {{ {} }}", one_line(label)));
        let _ = writeln!(text, "  -- s{state}: {}{label}", one_line(name));
    }
    let ids: Vec<String> = outcome.interface.states().map(|state| format!("s{}", state.0)).collect();
    let _ = writeln!(text, "  state : {{{}, forbidden, impossible}};", ids.join(", "));
}

fn write_steps(text: &mut String, outcome: &Outcome, guards: &[String]) {
    let interface = &outcome.interface;
    let alphabet = interface.alphabet();
    let _ = writeln!(text, "ASSIGN\n  init(state) := s{};\n  next(state) := case", interface.initial().0);
    let _ = writeln!(text, "    event = none | state = forbidden | state = impossible : state;");
    for event in (0..alphabet.event_count()).map(EventId::from_index) {
        let guard = guards.get(alphabet.call_of(event).index()).filter(|guard| *guard != "TRUE");
        if let Some(guard) = guard {
            let _ = writeln!(text, "    event = e{} & !{guard} : impossible;", event.0);
        }
    }
    for from in interface.states() {
        for event in (0..alphabet.event_count()).map(EventId::from_index) {
            let to = match interface.next(from, event) {
                Some(to) => format!("s{}", to.0),
                None if interface.allows(from, alphabet.call_of(event)) => "impossible".into(),
                None => continue,
            };
            let _ = writeln!(text, "    state = s{} & event = e{} : {to};", from.0, event.0);
        }
    }
    let _ = writeln!(text, "    TRUE : forbidden;\n  esac;");
}
