//! Whether an interface says in words what its certificate says in formulas.
//!
//! The checker looks at the certificate's own guards and labels. A reader sees the texts beside the calls and states,
//! so these are read, too: a guard must mean the same, and a label must follow from the certificate's.

use etiquette_certificates::Certificate;
use etiquette_component::{Binding, Component, Type, parse_value};
use etiquette_logic::{Answer, Solver, Term};
use etiquette_outcome::Outcome;

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mismatch {
    /// It says something else than the certificate.
    Differs(String),
    /// It can't be compared.
    Unclear(String),
}

/// The first text that does not fit the certificate.
pub fn mismatch(outcome: &Outcome, component: &mut Component, certificate: &Certificate) -> Option<Mismatch> {
    let calls = outcome.interface.alphabet().calls();
    for ((call, &guard), &method) in calls.iter().zip(&certificate.guards).zip(&certificate.methods) {
        let what = format!("the guard `{}` of `{}`", call.guard, call.method);
        let parameters = component.methods[method].parameters.clone();
        let read = match call.guard_over(component, &parameters) {
            Ok(read) => read,
            Err(problem) => return Some(Mismatch::Unclear(problem.to_string())),
        };
        let found = compare(component, &parameters, read, guard, Relation::Same);
        if let Some(problem) = found.problem(what) {
            return Some(problem);
        }
    }
    let labels = outcome.states.iter().zip(&certificate.labels).enumerate();
    for (state, (facts, &label)) in labels {
        let Some(text) = &facts.label else { continue };
        let what = format!("the label `{text}` of state {state}");
        let registers: Vec<Binding> = component.registers.iter().map(|known| known.binding.clone()).collect();
        let read = match parse_value(component, &registers, Type::Bool, text) {
            Ok(read) => read,
            Err(problem) => return Some(Mismatch::Unclear(format!("{what} can't be read: {}", problem.message))),
        };
        let label = component.terms.and(label, component.relied_on);
        if let Some(problem) = compare(component, &registers, read, label, Relation::Follows).problem(what) {
            return Some(problem);
        }
    }
    None
}

/// How a text has to be related to a formula.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Same,
    Follows,
}

enum Compared {
    Fits,
    Differs,
    Undecided,
}

impl Compared {
    fn problem(self, what: String) -> Option<Mismatch> {
        match self {
            Compared::Fits => None,
            Compared::Differs => Some(Mismatch::Differs(format!("{what} is not what the certificate is about"))),
            Compared::Undecided => Some(Mismatch::Unclear(format!("{what} can't be compared with the certificate's"))),
        }
    }
}

fn compare(component: &mut Component, scope: &[Binding], read: Term, formula: Term, relation: Relation) -> Compared {
    let not_read = component.terms.not(read);
    let not_formula = component.terms.not(formula);
    let mut questions = vec![[formula, not_read]];
    if relation == Relation::Same {
        questions.push([not_formula, read]);
    }
    let domain = component.domains(&[&component.state_bindings(), scope].concat());
    let mut solver = Solver::new();
    let answers = questions.iter().map(|question| solver.check(&component.terms, &[question[0], question[1], domain]));
    answers.fold(Compared::Fits, |so_far, answer| match (so_far, answer) {
        (Compared::Differs, _) | (_, Answer::Sat) => Compared::Differs,
        (_, Answer::Unknown(_)) => Compared::Undecided,
        (so_far, Answer::Unsat) => so_far,
    })
}
