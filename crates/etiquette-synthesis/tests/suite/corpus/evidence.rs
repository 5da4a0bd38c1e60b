//! The evidence that an outcome carries, put before the checker of certificates, which shares no code with the engines.
//!
//! Promises that what an outcome calls proved is accepted, and that certificate, interface and component belong
//! together.

use std::collections::HashMap;

use etiquette_automata::CallId;
use etiquette_certificates::{Checked, Limits, check};
use etiquette_component::{Component, print};
use etiquette_logic::{Term, evaluate};
use etiquette_outcome::{Confidence, Evidence, Outcome};

use super::letters::{Letter, Letters};

/// Checks what an outcome of the certified engine has to show for itself; other engines have no evidence.
///
/// # Errors
/// What is claimed but not shown.
pub fn check_evidence(given: &Component, letters: &Letters, outcome: &Outcome) -> Result<(), String> {
    let Some(evidence) = &outcome.evidence else {
        return demand(outcome.engine != "certified" || !claims_a_proof(outcome), || "proved, but no evidence".into());
    };
    demand(print(&evidence.component) == print(given), || "the evidence is about another component".into())?;
    check_guards(letters, outcome, evidence)?;
    let checked = verdict(outcome, evidence);
    let [safe, permissive] = [&checked.safe, &checked.permissive].map(|side| side.clone().map_err(|no| no.to_string()));
    demand(checked.obligations > 0, || format!("nothing was checked: {safe:?}"))?;
    if outcome.guarantee.safe == Confidence::Proved {
        safe.map_err(|failure| format!("the certificate does not show it to be safe: {failure}"))?;
    }
    if let Some(doubtful) = outcome.guarantee.permissive.but_for() {
        demand(checked.doubtful as u64 == doubtful, || {
            format!("not {doubtful} calls are doubtful, but {}", checked.doubtful)
        })?;
        permissive.map_err(|failure| format!("the certificate does not show it to be permissive: {failure}"))?;
    }
    Ok(())
}

/// An interface that allows nothing needs no proof to be safe.
fn claims_a_proof(outcome: &Outcome) -> bool {
    let interface = &outcome.interface;
    let allows = interface.alphabet().call_ids().any(|call| interface.allows(interface.initial(), call));
    outcome.guarantee.permissive == Confidence::Proved || allows && outcome.guarantee.safe == Confidence::Proved
}

/// What the checker says.
pub fn verdict(outcome: &Outcome, evidence: &Evidence) -> Checked {
    check(&evidence.component, &outcome.interface, &evidence.certificate, &Limits::default())
}

/// The guards as they are written are those of the certificate, for every letter.
fn check_guards(letters: &Letters, outcome: &Outcome, evidence: &Evidence) -> Result<(), String> {
    let Evidence { component, certificate, .. } = evidence;
    let written = letters.calls(component, &outcome.interface)?;
    for (letter, written) in letters.letters.iter().zip(written) {
        let proved = |call: &CallId| {
            let method = certificate.methods[call.index()];
            method == letter.method && holds(component, certificate.guards[call.index()], letter)
        };
        let proved: Vec<CallId> = outcome.interface.alphabet().call_ids().filter(proved).collect();
        let call = outcome.interface.alphabet().call(written);
        demand(proved == [written], || format!("{call}: another guard was proved, see {}", letter.text))?;
    }
    Ok(())
}

/// Whether a letter's arguments are in the guard.
pub fn holds(component: &Component, guard: Term, letter: &Letter) -> bool {
    let symbols = component.methods[letter.method].parameters.iter().map(|binding| binding.symbol);
    let values: HashMap<_, _> = symbols.zip(letter.arguments.iter().copied()).collect();
    evaluate(&component.terms, guard, |symbol| values[&symbol]) != 0
}

/// An error with this text unless the condition holds.
pub fn demand(condition: bool, text: impl FnOnce() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(text()) }
}
