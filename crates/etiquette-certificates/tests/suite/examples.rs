//! Small components: the right certificate is accepted, and each way to get it wrong is found.

use etiquette_automata::StateId;
use etiquette_certificates::{Certificate, Choice, ForbiddenProof, Limits, Proof, Reason, check, obligations};
use etiquette_component::{Action, Location, Type};

use crate::support::by_hand::Case;
use crate::support::examples::{all, clock, connection, dice, lock, queue, wheel};

/// What the verdict on safety and on permissiveness says, for messages.
fn messages(case: &Case) -> [String; 2] {
    let checked = case.check();
    [checked.safe, checked.permissive].map(|side| side.err().map(|failure| failure.to_string()).unwrap_or_default())
}

/// Neither safe nor permissive, since the certificate does not fit; says why.
fn malformed(case: &Case) -> String {
    let checked = case.check();
    assert_eq!(checked.safe, checked.permissive);
    let failure = checked.safe.unwrap_err();
    assert_eq!(failure.reason, Reason::Malformed, "{failure}");
    failure.to_string()
}

#[test]
fn right_certificates_are_accepted() {
    for (name, case, permissive) in all() {
        assert_eq!(case.verdict(), [true, permissive], "{name}: {:?}", messages(&case));
        let count = obligations(&mut case.component.clone(), &case.interface, &case.certificate).unwrap().len();
        assert_eq!(case.check().obligations == count, permissive, "{name}");
    }
    let claimed = "it is not claimed that `bet` has to be forbidden in state 2";
    assert_eq!(messages(&wheel())[1], claimed);
}

#[test]
fn a_weaker_label_is_found() {
    assert_eq!(lock().label(1, "true").verdict(), [false, false]);
    assert_eq!(
        messages(&queue().label(0, "size <= 1"))[0],
        "it is not so that from state 0, `put` does not fail: not with size == 1"
    );
    assert_eq!(connection().label(1, "sent >= -1").verdict(), [false, true]);
}

#[test]
fn a_stronger_label_is_found() {
    assert_eq!(lock().label(0, "false").verdict(), [false, false]);
    assert_eq!(queue().label(1, "size == 1 && size == 2").verdict(), [false, false]);
    assert_eq!(connection().label(1, "open && sent >= 0").verdict(), [false, false]);
    // Before construction the variables have their initial values.
    assert_eq!(connection().label(0, "sent == 0 && open").verdict(), [false, false]);
    assert_eq!(connection().label(0, "sent == 1").verdict(), [false, false]);
}

#[test]
fn a_redirected_edge_is_found() {
    assert_eq!(lock().allow(0, "try_acquire", &[("busy", 1)]).verdict(), [false, false]);
    assert_eq!(queue().allow(1, "take 2", &[("ok", 1)]).verdict(), [false, false]);
    assert_eq!(wheel().allow(2, "spin", &[("ok", 0)]).verdict(), [false, false]);
    assert_eq!(connection().allow(0, "new Connection", &[("refused", 1)]).verdict(), [false, false]);
}

#[test]
fn a_missing_next_state_is_found() {
    let source = "component c { var x: bool = *; method m() -> bool { return x; } }";
    let case = |label| Case::new(source, &[("m", "true")], &[label]).allow(0, "m", &[("true", 0)]);
    assert_eq!(case("true").verdict(), [false, false]);
    assert_eq!(
        messages(&case("true"))[1],
        "it is not so that from state 0, `m` does not return `false`: not with x == false"
    );
}

#[test]
fn allowing_a_forbidden_call_is_found() {
    assert_eq!(lock().allow(0, "release", &[("ok", 0)]).verdict(), [false, true]);
    assert_eq!(queue().allow(1, "take 3", &[("ok", 0)]).verdict(), [false, true]);
    assert_eq!(dice().allow(0, "poke", &[("ok", 0)]).verdict(), [false, true]);
    assert_eq!(dice().allow(0, "roll", &[("ok", 0)]).verdict(), [false, true]);
    assert_eq!(wheel().allow(2, "bet", &[("ok", 0)]).verdict(), [false, true]);
}

#[test]
fn forbidding_a_legal_call_is_found() {
    let source = "component c { var x: u2 = 0; method up() { x = x + 1; } method pick(p: u2) { var q: u2 = *; if (q > 3) { error E; } } }";
    let case = |proof: Proof| {
        Case::new(source, &[("up", "true"), ("pick", "true")], &["true"])
            .forbid(0, "up", proof.clone())
            .forbid(0, "pick", proof)
    };
    assert_eq!(case(Proof::NeverReturns).verdict(), [true, false]);
    assert_eq!(case(Proof::CanFail { choices: vec![] }).verdict(), [true, false]);
    assert_eq!(case(Proof::CanFail { choices: vec![vec![]] }).verdict(), [true, false]);
    assert_eq!(case(Proof::Open).verdict(), [true, false]);
}

#[test]
fn a_guard_that_overlaps_or_leaves_a_gap_is_found() {
    let wide = queue().guard("take 2", "count <= 1");
    assert_eq!(wide.verdict(), [false, false]);
    assert!(messages(&wide)[0].contains("overlaps with no earlier one"), "{:?}", messages(&wide));
    let narrow = queue().guard("take 3", "count > 2");
    assert_eq!(narrow.verdict(), [false, false]);
    assert!(messages(&narrow)[1].contains("cover all arguments: not with count == 2"), "{:?}", messages(&narrow));
    assert_eq!(wheel().guard("paint 2", "new_colour == GREEN").verdict(), [false, false]);
    assert_eq!(dice().guard("roll", "limit < 2").guard("roll 2", "limit >= 2").verdict(), [false, true]);
}

#[test]
fn a_choice_that_does_not_fail_is_found() {
    let mut case = dice();
    for proof in &mut case.certificate.forbidden {
        proof.proof = Proof::NeverReturns;
    }
    assert_eq!(case.verdict(), [true, false]);
    // Each choice alone, exchanged for one that lets the call return.
    for place in 0..3 {
        let mut case = dice();
        let Proof::CanFail { choices } = &mut case.certificate.forbidden[place].proof else { panic!() };
        let sort = case.component.terms.sort(choices[0][0].1);
        choices[0][0].1 = case.component.terms.constant(sort, 0);
        assert_eq!(case.verdict(), [true, false], "{place}");
    }
}

#[test]
fn an_argument_must_be_in_the_guard() {
    let case = dice().guard("guess", "number != 3");
    assert_eq!(case.verdict(), [false, false]);
    let source =
        "component c { var secret: u2 = 3; method guess(number: u2) { if (number == secret) { error Found; } } }";
    let proof = |case: Case, label| {
        let number = Type::Int { width: 2, signed: false };
        case.label(0, label).allow(0, "guess 2", &[("ok", 0)]).can_fail(
            0,
            "guess",
            &[(Choice::Argument(0), number, "secret")],
        )
    };
    let calls = [("guess", "number != 3"), ("guess", "number == 3")];
    assert_eq!(proof(Case::new(source, &calls, &["true"]), "secret == 3").verdict(), [false, false]);
    // Now the only argument that fails is in no guard of the forbidden call.
    let calls = [("guess", "number == 3"), ("guess", "number != 3")];
    assert_eq!(proof(Case::new(source, &calls, &["true"]), "secret == 3").verdict(), [true, true]);
}

/// Bit patterns that are no values of an enum can neither be chosen nor passed.
#[test]
fn a_choice_must_be_a_value_of_its_type() {
    let source = "component c { enum Colour { RED, GREEN, BLUE }
        method pick() { var found: Colour = *; if (found != RED && found != GREEN && found != BLUE) { error E; } }
        method pass(p: Colour) { if (p != RED && p != GREEN && p != BLUE) { error E; } } }";
    let mut case = Case::new(source, &[("pick", "true"), ("pass", "true")], &["true"]);
    let havoc = case.component.methods[0].body.edges.iter().position(|edge| matches!(edge.action, Action::Havoc(..)));
    let beyond = case.component.terms.bits(2, 3);
    let by = |choice| Proof::CanFail { choices: vec![vec![(choice, beyond)]] };
    let passed = case.clone().allow(0, "pick", &[("ok", 0)]).forbid(0, "pass", by(Choice::Argument(0)));
    assert_eq!(passed.verdict(), [true, false]);
    let picked = case.allow(0, "pass", &[("ok", 0)]).forbid(0, "pick", by(Choice::Value(havoc.unwrap())));
    assert_eq!(picked.verdict(), [true, false]);
}

#[test]
fn initial_values_are_values_of_their_types() {
    let source = "component c { enum Colour { RED, GREEN, BLUE } var colour: Colour = *; method m() { } }";
    let case = |label| Case::new(source, &[("m", "true")], &[label]).allow(0, "m", &[("ok", 0)]);
    case("colour == RED || colour == GREEN || colour == BLUE").accepted();
    assert_eq!(case("colour == RED || colour == BLUE").verdict(), [false, false]);
}

/// The entry is a loop head, and the call can fail before it comes by again.
#[test]
fn a_choice_begins_at_an_entry_that_is_cut() {
    let source =
        "component c { method m() graph { var t: bool; 0 -> 1: assume !t; 1: error E; 0 -> 2: assume !t; 2: return ok;
        0 -> 0: t = true; } }";
    let case = Case::new(source, &[("m", "true")], &["true"]);
    let first = |case: Case| case.forbid(0, "m", Proof::CanFail { choices: vec![vec![]] });
    first(case.clone()).loop_label(0, "m", 0, "false").accepted();
    assert_eq!(case.never_returns(0, "m").loop_label(0, "m", 0, "true").verdict(), [true, false]);
}

#[test]
fn a_choice_is_followed_along_every_way() {
    let source = "component c { method m(p: bool) { var t: bool = false; if (p) { t = true; } choose { if (t) { error E; } } or { } } }";
    let case = Case::new(source, &[("m", "p"), ("m", "!p")], &["true"]);
    let first = || Proof::CanFail { choices: vec![vec![]] };
    case.clone().forbid(0, "m", first()).allow(0, "m 2", &[("ok", 0)]).accepted();
    assert_eq!(case.forbid(0, "m", first()).forbid(0, "m 2", first()).verdict(), [true, false]);
}

/// Of ways that meet again none may get lost, whichever stands first.
#[test]
fn every_hidden_choice_counts() {
    let safe = |body: &str, label: &str| {
        let source = format!("component c {{ var x: u2 = 1; method m() {{ {body} }} }}");
        let case = Case::new(&source, &[("m", "true")], &[label]).allow(0, "m", &[("ok", 0)]);
        case.check().safe.is_ok()
    };
    let two = "choose { x = 1; } or { x = 2; }";
    assert_eq!(["x == 1 || x == 2", "x == 1"].map(|label| safe(two, label)), [true, false]);
    let other_way_round = "choose { x = 2; } or { x = 1; }";
    assert_eq!(["x == 1 || x == 2", "x == 1"].map(|label| safe(other_way_round, label)), [true, false]);
    let three = "choose { x = 1; } or { x = 2; } or { x = 3; }";
    let labels = ["x != 0", "x == 1 || x == 2", "x == 1 || x == 3"];
    assert_eq!(labels.map(|label| safe(three, label)), [true, false, false]);
    let value = "x = *; assume x != 0;";
    assert_eq!(["x != 0", "x == 1 || x == 2"].map(|label| safe(value, label)), [true, false]);
}

#[test]
fn local_variables_begin_with_zero() {
    let source = "component c { method m() graph { var t: u2; 0 -> 1: assume t == 0; 1: return ok; 0 -> 2: assume t != 0; 2: error E; }
        method n() graph { var t: u2; 0 -> 1: assume t != 0; 1: return ok; 0 -> 2: assume t == 0; 2 -> 3: assume true; 3: error E;
          2 -> 1: assume true; } }";
    let case = Case::new(source, &[("m", "true"), ("n", "true")], &["true"]).allow(0, "m", &[("ok", 0)]);
    case.forbid(0, "n", Proof::CanFail { choices: vec![vec![]] }).accepted();
}

#[test]
fn a_loop_label_that_is_wrong_or_missing_is_found() {
    for place in 0..queue().certificate.loops.len() {
        let mut dropped = queue();
        dropped.certificate.loops.remove(place);
        assert!(malformed(&dropped).contains("goes through none of them"), "{}", malformed(&dropped));
        let mut weaker = queue();
        weaker.certificate.loops[place].label = weaker.component.terms.bool(true);
        assert_ne!(weaker.verdict(), [true, true], "{place}");
        let mut stronger = queue();
        stronger.certificate.loops[place].label = stronger.component.terms.bool(false);
        assert_ne!(stronger.verdict(), [true, true], "{place}");
    }
    let mut late = clock();
    late.certificate.loops[0].label = late.term(Some(0), Type::Bool, "ticks == 1 && time == 0");
    assert_eq!(late.verdict(), [false, false]);
    late.certificate.loops[0].label = late.term(Some(0), Type::Bool, "ticks == 2 && time == 0");
    assert_eq!(late.verdict(), [false, false]);
    // The label may stand anywhere on the cycle.
    let mut elsewhere = queue();
    elsewhere.certificate.loops[0].location = Location(6);
    elsewhere.certificate.loops[0].label = elsewhere.component.terms.bool(false);
    elsewhere.accepted();
}

#[test]
fn the_solver_may_give_up() {
    let Case { component, interface, certificate } = queue();
    let limits = Limits { interrupt: Some(std::sync::Arc::new(|| true)), conflicts: None };
    let checked = check(&component, &interface, &certificate, &limits);
    let reason = checked.safe.unwrap_err().reason;
    assert!(matches!(reason, Reason::Unknown(_)), "{reason:?}");
}

/// The condition of a body is as large as the body, and no harder than it need be, however many ways lead through it.
#[test]
fn many_ways_through_a_body_are_few_conflicts() {
    let step = |bound| format!("if (p > {bound}) {{ x = x + 1; }} else {{ y = y - 1; }} if (x > 1000) {{ error E; }}");
    let body: Vec<String> = (0..30).map(step).collect();
    let source = format!(
        "component c {{ var x: i32 = 0; var y: i32 = 0; method m(p: i32) {{ x = 0; y = 0; {} }} }}",
        body.join(" ")
    );
    let case = Case::new(&source, &[("m", "true")], &["x >= 0 && x <= 30"]).allow(0, "m", &[("ok", 0)]);
    let limits = Limits { interrupt: None, conflicts: Some(20_000) };
    let checked = check(&case.component, &case.interface, &case.certificate, &limits);
    assert_eq!((checked.safe, checked.permissive), (Ok(()), Ok(())));
}

#[test]
fn a_certificate_that_does_not_fit_says_nothing() {
    let broken = |change: &dyn Fn(&mut Certificate)| {
        let mut case = queue();
        change(&mut case.certificate);
        malformed(&case)
    };
    let expect = |change: &dyn Fn(&mut Certificate), message: &str| {
        let found = broken(change);
        assert!(found.contains(message), "{found}");
    };
    expect(&|c| c.labels.truncate(1), "there are 1 for 2 states");
    expect(&|c| c.guards.truncate(3), "there are 3 for 4 calls");
    expect(&|c| c.methods[0] = 9, "the component has no method 9");
    expect(&|c| c.methods[0] = 1, "its method is given as `take`");
    expect(&|c| c.labels[0] = c.guards[1], "`count` can't be seen there");
    expect(&|c| c.guards[1] = c.labels[1], "`size` can't be seen there");
    expect(&|c| c.labels[0] = c.loops[0].label, "`left` can't be seen there");
    expect(&|c| drop(c.forbidden.pop()), "the proof for `take [count >= 2]` in state 1: it is missing");
    expect(&|c| c.forbidden.push(c.forbidden[0].clone()), "there are two");
    expect(&|c| c.forbidden[0].state = StateId(7), "there is no such state");
    expect(&|c| c.loops.push(c.loops[0].clone()), "there are two");
    expect(&|c| c.loops[0].location = Location(99), "the body has only 7 locations");
    let allowed = |c: &mut Certificate| {
        let call = c.loops[0].call;
        c.forbidden.push(ForbiddenProof { state: StateId(0), call, proof: Proof::Open });
    };
    expect(&allowed, "the call needs none there");
}

#[test]
fn construction_comes_first_and_once() {
    let method_first = connection().allow(0, "send", &[("ok", 1)]);
    assert!(malformed(&method_first).contains("wrong side of construction"));
    let twice = connection().allow(1, "new Connection", &[("ok", 1)]);
    assert!(malformed(&twice).contains("wrong side of construction"));
    let back = connection().allow(1, "send", &[("ok", 0)]);
    assert!(malformed(&back).contains("leads back before construction"));
}
