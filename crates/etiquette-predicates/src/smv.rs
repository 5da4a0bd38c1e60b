//! The abstraction for NuSMV and nuXmv, as JIST's tool chain has it: one step is one call, chosen by the client, with
//! an outcome chosen by the component.
//!
//! `failed` is true once a call may have failed. Names are numbers, so that every class gives a valid model; comments
//! say what they stand for.

use std::fmt::Write;

use crate::abstraction::Abstraction;
use crate::space::{AbstractSpace, Transition};
use crate::valuation::{Precision, Truth, Valuation};

/// The model as text.
pub fn smv(abstraction: &Abstraction, space: &AbstractSpace) -> String {
    let mut out = String::new();
    let name = one_line(&abstraction.component().name);
    let count = abstraction.predicates().len();
    let predicates = if count == 1 { "predicate" } else { "predicates" };
    line(&mut out, &format!("-- {name} through {count} {predicates}"));
    line(&mut out, "MODULE main");
    variables(&mut out, abstraction);
    line(&mut out, &format!("INIT\n  {};", initial(abstraction, space)));
    line(&mut out, "TRANS");
    line(&mut out, "  -- nothing happens, and nothing happens after a failure");
    line(&mut out, &format!("  {}", idle(abstraction)));
    for transition in &space.transitions {
        for way in ways(abstraction, space, transition) {
            line(&mut out, &format!("  | {way}"));
        }
    }
    line(&mut out, "  ;");
    line(&mut out, "-- fails if clients may call whatever they like");
    line(&mut out, "CTLSPEC AG !failed");
    out
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("writing to a string");
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn variables(out: &mut String, abstraction: &Abstraction) {
    let component = abstraction.component();
    line(out, "VAR");
    for (index, predicate) in abstraction.predicates().iter().enumerate() {
        let ty = match abstraction.precision() {
            Precision::Boolean => "boolean",
            Precision::Cartesian => "{no, yes, unknown}",
        };
        line(out, &format!("  p{index} : {ty}; -- {}", one_line(&predicate.text)));
    }
    line(out, "  failed : boolean;");
    line(out, "  constructed : boolean;");
    let calls: Vec<String> = (0..component.methods.len()).map(|method| format!(", m{method}")).collect();
    line(out, &format!("  call : {{none{}}};", calls.concat()));
    let most = component.methods.iter().map(|method| method.outcomes.len()).max().unwrap_or(0);
    let outcomes: Vec<String> = (0..most).map(|outcome| format!(", r{outcome}")).collect();
    line(out, &format!("  outcome : {{none{}}};", outcomes.concat()));
    for (index, method) in component.methods.iter().enumerate() {
        let outcomes =
            method.outcomes.iter().enumerate().map(|(number, name)| format!("r{number} = {}", one_line(name)));
        line(out, &format!("  -- m{index} = {}: {}", one_line(&method.name), outcomes.collect::<Vec<_>>().join(", ")));
    }
}

/// The predicates as in the valuation; `primed` says of which moment.
fn exactly(valuation: &Valuation, precision: Precision, primed: bool) -> String {
    let literal = |(index, truth): (usize, &Truth)| {
        let name = if primed { format!("next(p{index})") } else { format!("p{index}") };
        match (precision, truth) {
            (Precision::Boolean, Truth::True) => format!(" & {name}"),
            (Precision::Boolean, Truth::False) => format!(" & !{name}"),
            (Precision::Boolean, Truth::Unknown) => String::new(),
            (Precision::Cartesian, Truth::True) => format!(" & {name} = yes"),
            (Precision::Cartesian, Truth::False) => format!(" & {name} = no"),
            (Precision::Cartesian, Truth::Unknown) => format!(" & {name} = unknown"),
        }
    };
    valuation.values().iter().enumerate().map(literal).collect()
}

fn initial(abstraction: &Abstraction, space: &AbstractSpace) -> String {
    let constructed = if abstraction.component().has_constructors() { "!constructed" } else { "constructed" };
    let states = &space.states[..space.initial];
    let states = states.iter().map(|state| format!("(TRUE{})", exactly(state, abstraction.precision(), false)));
    let any = states.collect::<Vec<_>>().join(" | ");
    let any = if any.is_empty() { "FALSE".to_owned() } else { any };
    format!("!failed & {constructed} & call = none & outcome = none & ({any})")
}

fn idle(abstraction: &Abstraction) -> String {
    let kept = (0..abstraction.predicates().len()).map(|index| format!(" & next(p{index}) = p{index}"));
    let kept: String = kept.collect();
    format!(
        "(next(call) = none & next(outcome) = none & next(failed) = failed & next(constructed) = constructed{kept})"
    )
}

/// One line for each way in which a call may end.
fn ways(abstraction: &Abstraction, space: &AbstractSpace, transition: &Transition) -> Vec<String> {
    let precision = abstraction.precision();
    let method = abstraction.calls()[transition.call].method;
    let is_constructor = abstraction.component().methods[method].constructor;
    let constructed = if is_constructor { "!constructed" } else { "constructed" };
    let from = exactly(&space.states[transition.from], precision, false);
    let start = format!("!failed & {constructed}{from} & next(call) = m{method} & next(constructed)");
    let mut ways = Vec::new();
    if transition.step.may_fail() {
        ways.push(format!("({start} & next(failed) & next(outcome) = none)"));
    }
    for (outcome, targets) in transition.step.next.iter().enumerate() {
        for target in targets {
            let after = exactly(target, precision, true);
            ways.push(format!("({start} & !next(failed) & next(outcome) = r{outcome}{after})"));
        }
    }
    ways
}
