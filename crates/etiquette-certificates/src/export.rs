//! A certificate's obligations as an SMT-LIB 2 script, for any solver that reads it.

use etiquette_automata::Interface;
use etiquette_component::Component;
use etiquette_logic::Script;

use crate::certificate::{Certificate, Proof};
use crate::check::open_claim;
use crate::obligations::{Obligation, obligations};
use crate::wellformed::Malformed;

/// The obligations as the text of an SMT-LIB 2 script. The interface is what the certificate claims if every answer is
/// `unsat`.
///
/// # Errors
/// If the certificate does not fit the interface and the component.
pub fn smt_lib(component: &Component, interface: &Interface, certificate: &Certificate) -> Result<String, Malformed> {
    script(component, interface, certificate).map(|script| script.to_string())
}

/// The obligations as an SMT-LIB 2 script.
///
/// # Errors
/// If the certificate does not fit the interface and the component.
pub fn script(component: &Component, interface: &Interface, certificate: &Certificate) -> Result<Script, Malformed> {
    let mut component = component.clone();
    let found = obligations(&mut component, interface, certificate)?;
    let mut script = Script::new();
    script.comment(&header(&component, interface, certificate, found.len()));
    for (index, obligation) in found.iter().enumerate() {
        ask(&mut script, &component, index + 1, obligation);
    }
    Ok(script)
}

fn header(component: &Component, interface: &Interface, certificate: &Certificate, count: usize) -> String {
    let open = certificate.forbidden.iter().filter(|found| matches!(found.proof, Proof::Open | Proof::Doubtful));
    let open: Vec<String> = open.map(|found| open_claim(interface, found)).collect();
    let claim = if open.is_empty() { "safe and permissive" } else { "safe" };
    let mut text = format!("The certificate of an interface of {}.\n", component.name);
    text += &format!("The interface is {claim} if the answer to each of the {count} questions is unsat.\n");
    if !open.is_empty() {
        text += &format!("It is not claimed that\n  {}\n", open.join("\n  "));
    }
    text
}

fn ask(script: &mut Script, component: &Component, number: usize, obligation: &Obligation) {
    script.comment(&format!("{number} ({:?}): {}", obligation.kind, obligation.what));
    script.push();
    script.assert(&component.terms, obligation.formula);
    script.info(":status", "unsat");
    script.check_sat();
    script.pop();
}
