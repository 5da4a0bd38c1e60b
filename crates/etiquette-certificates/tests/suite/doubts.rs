//! Choices of the model can't be made: a proof that rests on one is refused, and its call is doubtful.

use etiquette_certificates::{Choice, Doubt, Limits, Proof, settle_doubts};
use etiquette_component::Type;

use crate::support::by_hand::Case;
use crate::support::examples::edge_of;

const NUMBER: Type = Type::Int { width: 2, signed: false };

/// Two numbers that nobody looked at. `roll` fails for some of the first ones, `twice` depends on the second one alone,
/// and `broken` fails whatever they are.
fn dice() -> Case {
    let source = "component dice { enum Side { LEFT, RIGHT, NONE } var used: bool = false;
        method roll() { var value: u2 = ? \"the first number\"; assert value < 2; }
        method twice() { var value: u2 = ?; var other: u2 = ? \"the second number\"; assert other != 3 || value > 3; }
        method broken() { var value: Side = ?; assert value != LEFT && value != RIGHT && value != NONE; } }";
    let case = Case::new(source, &[("roll", "true"), ("twice", "true"), ("broken", "true")], &["true"]);
    let [roll, first, second, broken] =
        [(0, 0), (1, 0), (1, 1), (2, 0)].map(|(method, number)| edge_of(&case, method, "havoc", number));
    case.can_fail(0, "roll", &[(Choice::Value(roll), NUMBER, "2")])
        .can_fail(0, "twice", &[(Choice::Value(first), NUMBER, "1"), (Choice::Value(second), NUMBER, "3")])
        .can_fail(0, "broken", &[(Choice::Value(broken), Type::Enum(0), "LEFT")])
}

fn settled() -> (Case, Vec<Doubt>) {
    let mut case = dice();
    let Case { component, interface, certificate } = &mut case;
    let doubts = settle_doubts(component, interface, certificate, &Limits::default());
    (case, doubts)
}

#[test]
fn a_proof_that_makes_the_model_s_choices_is_refused() {
    assert_eq!(dice().verdict(), [true, false]);
}

#[test]
fn what_depends_on_the_model_is_doubtful() {
    let (case, doubts) = settled();
    let checked = case.check();
    assert_eq!((checked.permissive.is_ok(), checked.doubtful), (true, 2));
    let what = |doubt: &Doubt| -> Vec<Option<String>> {
        doubt.gaps.iter().map(|gap| case.component.gaps[*gap as usize].what.clone()).collect()
    };
    let named: Vec<_> =
        doubts.iter().map(|doubt| (case.interface.alphabet().call(doubt.call).id.clone(), what(doubt))).collect();
    assert_eq!(
        named,
        [
            ("roll".to_owned(), vec![Some("the first number".to_owned())]),
            ("twice".to_owned(), vec![Some("the second number".to_owned())])
        ]
    );
}

#[test]
fn what_fails_whatever_the_model_does_is_forbidden() {
    let (case, _) = settled();
    let proofs: Vec<bool> = case.certificate.forbidden.iter().map(|found| found.proof == Proof::Doubtful).collect();
    assert_eq!(proofs, [true, true, false]);
}

#[test]
fn a_doubt_that_is_denied_is_found() {
    let (mut case, _) = settled();
    case.certificate.forbidden[0].proof = Proof::NeverReturns;
    assert_eq!(case.verdict(), [true, false]);
}

#[test]
fn a_call_that_the_model_may_keep_from_failing_is_doubtful() {
    let source = "component made { method stuck() { var other: bool = ?; if (other) { assume false; } assert false; }
        method broken() { var other: bool = ?; if (other) { assert false; } assert false; } }";
    let mut case = Case::new(source, &[("stuck", "true"), ("broken", "true")], &["true"])
        .never_returns(0, "stuck")
        .never_returns(0, "broken");
    assert_eq!(case.verdict(), [true, false]);
    let Case { component, interface, certificate } = &mut case;
    let doubts = settle_doubts(component, interface, certificate, &Limits::default());
    assert_eq!(doubts.len(), 1);
    assert_eq!(case.interface.alphabet().call(doubts[0].call).id, "stuck");
    assert_eq!(case.verdict(), [true, true]);
}

/// Where the call would have to go round first, nothing shows that it fails whatever the model does.
#[test]
fn a_call_that_never_returns_behind_a_loop_is_doubtful() {
    let source = "component made { method late() { var more: bool = true; var bad: bool = false;
            while (more) { more = ?; bad = ?; } assert !bad; assume false; }
        method soon() { assert false; var more: bool = true; while (more) { more = ?; } } }";
    let mut case = Case::new(source, &[("late", "true"), ("soon", "true")], &["true"])
        .never_returns(0, "late")
        .never_returns(0, "soon");
    for (id, method) in [("late", 0), ("soon", 1)] {
        for location in 0..case.component.methods[method].body.locations as u32 {
            case = case.loop_label(0, id, location, "true");
        }
    }
    assert_eq!(case.verdict(), [true, false]);
    let Case { component, interface, certificate } = &mut case;
    let doubts = settle_doubts(component, interface, certificate, &Limits::default());
    assert!(doubts.iter().any(|doubt| interface.alphabet().call(doubt.call).id == "late"), "{doubts:?}");
    assert!(doubts.iter().all(|doubt| !doubt.gaps.is_empty()), "{doubts:?}");
}
