//! The interface as contracts in JML, the Java Modeling Language: a specification file for the class.
//!
//! What a method asks for is its `requires`, in terms of observers where there are any, otherwise of ghost fields: one
//! for each register, and one for the state if there are several. What it brings about is its `ensures` and `signals`.

mod clauses;
mod expression;
mod names;

use std::fmt::Write;

use etiquette_automata::Call;
use etiquette_outcome::{Integers, Outcome};

use crate::demands::{Demands, demands, object_states};
use crate::labels::method_name;
use crate::names::Names;
use crate::rendered::{Rendered, comments, one_line};
use clauses::Clauses;
use names::{STATE, java_type, package_and_class, parameters};

/// The outcome as a specification file.
pub fn render(outcome: &Outcome) -> Rendered {
    let mut clauses = Clauses::new(outcome);
    let methods: Vec<String> = demands(outcome).iter().map(|method| written(&mut clauses, outcome, method)).collect();
    let losses = clauses.losses();
    let facts = crate::text::summary(outcome).join(" · ");
    let mut text = format!("// {}: {}\n", one_line(&outcome.component), one_line(&facts));
    text.push_str(&comments("//", &losses));
    let (package, class) = package_and_class(&outcome.component);
    if let Some(package) = package {
        let _ = writeln!(text, "package {package};");
    }
    let math = if outcome.guarantee.integers == Integers::Ideal { "spec_bigint_math" } else { "spec_java_math" };
    let _ = writeln!(text, "\npublic /*@ {math} @*/ class {class} {{");
    text.push_str(&ghost_fields(&clauses, outcome));
    text.extend(methods);
    text.push_str("}\n");
    Rendered { text: text.replace("\\u", "\\\\u"), losses }
}

fn ghost_fields(clauses: &Clauses, outcome: &Outcome) -> String {
    let mut text = String::new();
    let initial = |value: Option<String>| value.map(|value| format!(" = {value}")).unwrap_or_default();
    if clauses.has_states() {
        let names = Names::new(outcome).states(60);
        let states = object_states(&outcome.interface);
        text.extend(
            states.iter().map(|state| format!("  // {STATE} {}: {}\n", state.0, one_line(&names[state.index()]))),
        );
        let first = states.contains(&outcome.interface.initial()).then(|| outcome.interface.initial().0.to_string());
        let _ = writeln!(text, "  //@ public ghost int {STATE}{};", initial(first));
    }
    for (register, field) in outcome.interface.memory().registers.iter().zip(clauses.ghosts().fields()) {
        let first = initial(register.initial.clone());
        let _ = writeln!(text, "  //@ public ghost {} {field}{first};", java_type(&register.ty));
    }
    text
}

fn written(clauses: &mut Clauses, outcome: &Outcome, method: &Demands) -> String {
    let mut text = String::from("\n");
    text.extend(clauses.of(method).iter().map(|clause| format!("  //@ {}\n", one_line(clause))));
    let _ = writeln!(text, "  {};", signature(clauses, outcome, method.signature));
    text
}

fn signature(clauses: &mut Clauses, outcome: &Outcome, call: &Call) -> String {
    let class = package_and_class(&outcome.component).1;
    let parameters = parameters(call);
    match call.factory() {
        Some(factory) => format!("public static {class} {factory}({parameters})"),
        None if call.constructor => format!("public {class}({parameters})"),
        None => {
            let pure = if clauses.is_observer(call) { "/*@ pure @*/ " } else { "" };
            format!("public {pure}{} {}({parameters})", clauses.returned(call), method_name(call))
        }
    }
}
