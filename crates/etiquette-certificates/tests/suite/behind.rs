//! What is said to be true after a doubtful call, should it return, is shown like what is true after an allowed one.

use etiquette_automata::StateId;
use etiquette_certificates::{Proof, Reason};

use crate::support::by_hand::Case;

/// A door that may be locked, nobody knows; behind it one may pass. Its label there, and where opening it leads.
fn door(label: &str, to: u32) -> Case {
    let source = "component door { var open: bool = false;
        method open() { var locked: bool = ?; assert !locked; open = true; } method pass() { assert open; } }";
    let case = Case::new(source, &[("open", "true"), ("pass", "true")], &["!open", label]);
    case.forbid(0, "open", Proof::Doubtful)
        .never_returns(0, "pass")
        .should_return(0, "open", ("ok", to))
        .forbid(1, "open", Proof::Doubtful)
        .allow(1, "pass", &[("ok", 1)])
}

#[test]
fn what_is_true_after_a_call_that_returned_is_accepted() {
    let checked = door("open", 1).check();
    assert!(checked.safe.is_ok() && checked.permissive.is_ok(), "{checked:?}");
    assert_eq!(checked.doubtful, 2);
}

#[test]
fn a_state_that_such_a_call_does_not_lead_to_is_refused() {
    assert_eq!(door("open", 0).verdict(), [false, false]);
}

#[test]
fn what_the_label_does_not_say_is_not_known_there() {
    assert!(!door("true", 1).verdict()[0]);
}

#[test]
fn an_allowed_call_needs_no_such_thing() {
    let mut case = door("open", 1);
    let call = case.call("open");
    let event = case.interface.alphabet().event(call, 0);
    case.interface.connect(StateId(0), event, StateId(1));
    case.certificate.forbidden.retain(|found| found.state != StateId(0) || found.call != call);
    let why = case.check().safe.expect_err("it is said twice where the call leads");
    assert_eq!(why.reason, Reason::Malformed);
}
