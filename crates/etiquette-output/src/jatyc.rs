//! The interface as a protocol for JaTyC, the Java typestate checker (`Foo.protocol`, named by `@Typestate`).
//!
//! A protocol has states, methods with parameter types, and decisions on a returned `boolean`. It has no guards, no
//! other outcomes and no constructors; what they would tell apart is forbidden unless it is legal in every case.

use std::fmt::Write;

use etiquette_automata::{Call, CallId, Interface, StateId};
use etiquette_outcome::Outcome;

use crate::labels::{identifier, is_identifier, method_name};
use crate::rendered::{Inexpressible, Rendered, comments, one_line};
use crate::weaker::{Expressible, Weaker, weaker};

/// The outcome as a protocol.
pub fn render(outcome: &Outcome) -> Result<Rendered, Inexpressible> {
    let expressible =
        Expressible { guards: &|_| false, restrictions: &|_| false, outcomes: &is_boolean, constructors: false };
    let Weaker { interface, mut losses } = weaker(outcome, &expressible)?;
    if interface.alphabet().calls().iter().any(|call| !is_boolean(&call.outcomes)) {
        losses.push("`void` stands for return types that the interface does not know: put in the right ones".into());
    }
    let facts = crate::text::summary(outcome).join(" · ");
    let mut text = format!("// {}: {}\n", one_line(&outcome.component), one_line(&facts));
    text.push_str(&comments("//", &losses));
    let (package, class) = outcome.component.rsplit_once('.').unwrap_or(("", &outcome.component));
    if !package.is_empty() && package.split('.').all(is_identifier) {
        let _ = writeln!(text, "package {package};\n");
    }
    let _ = writeln!(text, "typestate {} {{", identifier(class));
    for state in interface.states().filter(|&state| is_written(&interface, state)) {
        write_state(&mut text, &interface, state);
    }
    text.push_str("}\n");
    Ok(Rendered { text, losses })
}

/// Whether these are the two values of a `boolean`.
fn is_boolean(outcomes: &[String]) -> bool {
    outcomes.len() == 2 && ["true", "false"].iter().all(|value| outcomes.iter().any(|outcome| outcome == value))
}

/// Dead ends are JaTyC's `end`, unless the protocol begins there.
fn is_written(interface: &Interface, state: StateId) -> bool {
    state == interface.initial() || allowed(interface, state).next().is_some()
}

fn allowed(interface: &Interface, state: StateId) -> impl Iterator<Item = CallId> {
    interface.alphabet().call_ids().filter(move |&call| interface.allows(state, call))
}

fn write_state(text: &mut String, interface: &Interface, state: StateId) {
    let mut lines: Vec<String> =
        allowed(interface, state).map(|call| format!("    {}", method(interface, state, call))).collect();
    // A client may stop wherever it likes; the grammar wants a method before that is said.
    if !lines.is_empty() {
        lines.push("    drop: end".into());
    }
    let _ = writeln!(text, "  {} = {{\n{}\n  }}", name(state), lines.join(",\n"));
}

fn method(interface: &Interface, state: StateId, id: CallId) -> String {
    let alphabet = interface.alphabet();
    let call = alphabet.call(id);
    let target = |outcome: usize| match interface.next(state, alphabet.event(id, outcome)) {
        Some(to) if is_written(interface, to) => name(to),
        // Nothing is allowed there, or it cannot happen.
        _ => "end".into(),
    };
    let targets: Vec<String> = (0..call.outcomes.len()).map(target).collect();
    let destination = match is_boolean(&call.outcomes) && targets[0] != targets[1] {
        true => format!("<{}: {}, {}: {}>", call.outcomes[0], targets[0], call.outcomes[1], targets[1]),
        false => targets[0].clone(),
    };
    let returned = if is_boolean(&call.outcomes) { "boolean" } else { "void" };
    format!("{returned} {}({}): {destination}", method_name(call), parameter_types(call))
}

fn parameter_types(call: &Call) -> String {
    let types = call.written_parameters().iter().map(|parameter| match type_characters(&parameter.ty) {
        true => parameter.ty.replace('$', "."),
        false => identifier(&parameter.ty),
    });
    types.collect::<Vec<_>>().join(", ")
}

fn type_characters(ty: &str) -> bool {
    ty.trim_end_matches("[]").split('.').all(is_identifier)
}

fn name(state: StateId) -> String {
    format!("S{}", state.0)
}
