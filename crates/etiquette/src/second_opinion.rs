//! What another solver says about the obligations of a certificate.
//!
//! The questions go to the program in portions, so that progress can be seen and a question that takes too long does
//! not swallow the answers to the others.

use std::time::Duration;

use etiquette_certificates::Obligation;
use etiquette_component::Component;
use etiquette_logic::{ExternalError, ExternalSolver, Script};

use crate::failure::Failure;

/// How many questions one run of the program is given.
const PORTION: usize = 32;

/// The answers of another solver.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opinion {
    /// How many obligations it found to hold.
    pub hold: usize,
    /// The first that does not hold.
    pub refuted: Option<String>,
    /// The first that it could not decide.
    pub unknown: Option<String>,
}

/// Finds the program.
pub fn find(name: &str, time_limit: Option<Duration>) -> Result<ExternalSolver, Failure> {
    let solver = ExternalSolver::find(name).map_err(|error| failure(&error))?;
    Ok(time_limit.map_or(solver.clone(), |limit| solver.time_limit(limit)))
}

fn failure(error: &ExternalError) -> Failure {
    Failure::new(error.to_string()).help("`--solver` takes a program that reads SMT-LIB 2 from its standard input")
}

/// Asks the program about each obligation.
pub fn ask(
    solver: &ExternalSolver,
    component: &Component,
    obligations: &[Obligation],
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Opinion, Failure> {
    let mut opinion = Opinion::default();
    for (portion, some) in obligations.chunks(PORTION).enumerate() {
        watch(portion * PORTION, obligations.len());
        let answers = answers(solver, component, some)?;
        for (position, obligation) in some.iter().enumerate() {
            opinion.note(obligation, answers.get(position).map(String::as_str));
        }
    }
    Ok(opinion)
}

/// The answers to some questions; fewer where the program took too long.
fn answers(solver: &ExternalSolver, component: &Component, obligations: &[Obligation]) -> Result<Vec<String>, Failure> {
    let mut script = Script::new();
    for obligation in obligations {
        script.push();
        script.assert(&component.terms, obligation.formula);
        script.check_sat();
        script.pop();
    }
    let output = solver.run(&script).map_err(|error| failure(&error))?.unwrap_or_default();
    // After an error a program goes on without the command that it did not understand: its answers are worth nothing.
    if output.lines().any(|line| line.trim_start().starts_with("(error")) {
        return Err(failure(&ExternalError::Unexpected(solver.program().to_owned(), output)));
    }
    Ok(output.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect())
}

impl Opinion {
    fn note(&mut self, obligation: &Obligation, answer: Option<&str>) {
        match answer {
            Some("unsat") => self.hold += 1,
            Some("sat") => drop(self.refuted.get_or_insert_with(|| obligation.what.clone())),
            _ => drop(self.unknown.get_or_insert_with(|| obligation.what.clone())),
        }
    }
}
