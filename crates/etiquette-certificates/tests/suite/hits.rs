//! Forbidding a call where the belief is mixed: right regions are accepted, and each way to get one wrong is found.

use etiquette_automata::StateId;
use etiquette_certificates::{Certificate, Choice, Proof, Region, Source, from_json, obligations, smt_lib, to_json};
use etiquette_component::Type;
use etiquette_logic::{Answer, Solver, Term};
use serde_json::{Value, json};

use crate::support;
use crate::support::by_hand::{Case, Made, malformed, refusal};
use crate::support::examples::edge_of;
use crate::support::mixed::{door, modem, painted, parcel, semaphore};
use crate::support::truth::truth;

const NUMBER: Type = Type::Int { width: 2, signed: false };

#[test]
fn mixed_beliefs_are_proved() {
    for case in [door(), modem(), semaphore(), parcel(), painted("BLUE")] {
        let Certificate { methods, guards, .. } = &case.certificate;
        assert_eq!(truth(&case.component, &case.interface, methods, guards), [true, true], "{}", case.component.name);
        case.accepted();
    }
}

/// No label says it: the calls do not fail from all of their labels.
#[test]
fn a_label_is_not_enough() {
    for mut case in [door(), modem(), semaphore(), parcel()] {
        for found in &mut case.certificate.forbidden {
            if let Proof::Hit { choices, .. } = &found.proof {
                found.proof = Proof::CanFail { choices: choices.clone() };
            }
        }
        assert_eq!(case.verdict(), [true, false], "{}", case.component.name);
    }
}

#[test]
fn a_region_that_is_too_large_is_found() {
    let too_large = [(door(), "true"), (modem(), "noise >= 1"), (semaphore(), "true"), (parcel(), "colour != RED")];
    for (case, region) in too_large {
        let place = usize::from(case.component.name == "parcel");
        let message = refusal(&case.with_region(place, region));
        assert!(message.contains("can fail: not with"), "{message}");
    }
}

#[test]
fn a_region_that_is_too_small_is_found() {
    let refused = |case: Case, index, region: &str| refusal(&case.with_region(index, region));
    assert!(refused(door(), 0, "false").contains("the initial state that is named lies in region 0"));
    assert!(refused(parcel(), 0, "false").contains("the initial state that is named lies in region 0"));
    assert!(refused(modem(), 0, "noise == 3").contains("can lead into region 0: not with"));
    assert!(refused(modem(), 0, "noise == 2").contains("can lead into region 0: not with"));
    assert!(refused(semaphore(), 0, "false").contains("`acquire` with outcome `ok` can lead into region 0"));
    assert!(refused(semaphore(), 1, "false").contains("`acquire` with outcome `ok` can lead into region 1"));
}

#[test]
fn a_wrong_choice_is_found() {
    let mut case = modem();
    let quiet = case.term(Some(0), NUMBER, "0");
    case.certificate.regions[0].arrivals[0].choices[0][0].1 = quiet;
    assert!(refusal(&case).starts_with("it is not so that from state 0, `dial [speed >= 2]` with outcome `ok`"));
    // Noisier than the client's argument allows.
    let mut case = modem();
    let louder = case.term(Some(0), NUMBER, "3");
    case.certificate.regions[0].arrivals[0].choices[0][0].1 = louder;
    assert!(refusal(&case).contains("not with noise == 0, speed == 2"), "{}", refusal(&case));
    let mut case = semaphore();
    let swapped = case.certificate.regions[1].arrivals[0].choices.clone();
    case.certificate.regions[0].arrivals[0].choices = swapped;
    refusal(&case);
    let mut case = door();
    case.certificate.regions[0].arrivals[0].choices.clear();
    refusal(&case);
    let mut case = door();
    case.certificate.forbidden[0].proof = Proof::Hit { region: 0, choices: vec![] };
    refusal(&case);
}

#[test]
fn a_wrong_source_is_found() {
    // Retrying from a quiet line stays quiet.
    let mut case = modem();
    case.certificate.regions[0].arrivals[3].source = Source::Label;
    assert!(refusal(&case).contains("from state 1, `retry` with outcome `ok` can lead into region 0"));
    // Some colours of the label do not stay blue.
    let mut case = parcel();
    case.certificate.regions[1].arrivals[1].source = Source::Label;
    refusal(&case);
    let mut case = modem();
    case.certificate.regions[0].arrivals[0].source = Source::Region(0);
    malformed(&case, "region 0 is not one of state 0");
    case.certificate.regions[0].arrivals[0].source = Source::Region(7);
    malformed(&case, "there is no region 7");
}

/// From a region an event must be possible; from a label it is enough to look at where it is.
#[test]
fn an_event_must_be_possible_from_its_region() {
    let mut case = door();
    case.certificate.regions[0].arrivals[0].source = Source::Region(0);
    case.clone().accepted();
    let open = case.term(None, Type::Bool, "!locked");
    let other = Region {
        state: StateId(0),
        region: open,
        initial: Some(vec![0]),
        arrivals: case.certificate.regions[0].arrivals.clone(),
    };
    case.certificate.regions.push(other);
    assert!(refusal(&case).contains("from region 0, of state 0, `look` with outcome `true` can lead into region 1"));
    case.certificate.regions[1].arrivals[0].source = Source::Region(1);
    assert!(refusal(&case).contains("from region 1, of state 0, `look` with outcome `true` can lead into region 1"));
}

/// A region is lost for good once the client has seen that the component is elsewhere.
#[test]
fn what_the_client_sees_counts() {
    let seen = door().allow(0, "look", &[("false", 0)]).arrive(0, ("look", "false"), Source::Label, &[]);
    assert!(refusal(&seen).contains("`look` with outcome `false` can lead into region 0: not with locked == false"));
    let seen = door().allow(0, "look", &[("false", 0)]).arrive(0, ("look", "false"), Source::Region(0), &[]);
    assert!(refusal(&seen).contains("`look` with outcome `false` can lead into region 0: not with locked == true"));
}

#[test]
fn arrivals_are_complete() {
    let expect = |case: Case, change: &dyn Fn(&mut Certificate), problem: &str| {
        let mut case = case;
        change(&mut case.certificate);
        malformed(&case, problem);
    };
    for place in 0..4 {
        let removed = move |c: &mut Certificate| drop(c.regions[0].arrivals.remove(place));
        expect(modem(), &removed, "it is missing, but the event leads there");
    }
    expect(door().allow(1, "unlock", &[("ok", 0)]), &|_| (), "from state 1 by `unlock`, outcome 0: it is missing");
    expect(door(), &|c| c.regions[0].arrivals.extend_from_within(..1), "there are two");
    expect(door(), &|c| c.regions[0].arrivals[0].from = StateId(1), "the event does not lead to state 0");
    expect(door(), &|c| c.regions[0].arrivals[0].from = StateId(9), "there is no such state");
    expect(door(), &|c| c.regions[0].arrivals[0].call.0 = 9, "there is no such call");
    expect(door(), &|c| c.regions[0].arrivals[0].outcome ^= 1, "the event does not lead to state 0");
    expect(door(), &|c| c.regions[0].arrivals[0].outcome = 2, "the call has only 2 outcomes");
    expect(door(), &|c| c.regions[0].state = StateId(9), "there is no such state");
    expect(door(), &|c| c.regions[0].state = StateId(1), "an initial state of the component is named");
    expect(modem(), &|c| c.regions[0].region = c.guards[0], "`speed` can't be seen there");
}

#[test]
fn an_initial_state_is_named_rightly() {
    let named = |case: Case, initial: Option<Vec<u64>>| {
        let mut case = case;
        case.certificate.regions[0].initial = initial;
        case
    };
    malformed(&named(door(), None), "an initial state of the component must be named");
    malformed(&named(modem(), Some(vec![3])), "an initial state of the component is named");
    malformed(&named(door(), Some(vec![])), "there are 0 values for 1 variables");
    malformed(&named(door(), Some(vec![2])), "2 is no value of `locked`");
    malformed(&named(parcel(), Some(vec![3, 255])), "3 is no value of `colour`");
    assert_eq!(
        refusal(&named(door(), Some(vec![0]))),
        "it is not so that the initial state that is named lies in region 0"
    );
    // In the region, but with another weight than the component begins with.
    refusal(&named(parcel(), Some(vec![2, 0])));
    // Against the initial condition.
    let red = named(parcel().with_region(0, "true"), Some(vec![0, 255]));
    assert!(refusal(&red).contains("the initial state that is named lies in region 0"));
}

#[test]
fn a_hit_is_in_a_region_of_its_state() {
    let aimed = |region| {
        let mut case = semaphore();
        let held = case.certificate.forbidden.iter_mut().find(|found| found.state == StateId(1)).unwrap();
        held.proof = Proof::Hit { region, choices: vec![vec![]] };
        case
    };
    aimed(0).accepted();
    assert!(refusal(&aimed(1)).contains("from region 1, of state 1, `acquire` can fail: not with held == false"));
    malformed(&aimed(2), "there is no region 2");
    let mut elsewhere = parcel();
    elsewhere.certificate.forbidden[0].proof = Proof::Hit { region: 0, choices: vec![vec![]] };
    malformed(&elsewhere, "region 0 is not one of state 1");
}

/// The client knows its arguments: that another argument would fail, or lead there, is no reason.
#[test]
fn arguments_are_the_clients() {
    let source = "component c { var secret: u2 = *; method guess(number: u2) { if (number == secret) { error Found; } }
        method set(number: u2) { secret = number; } }";
    let calls = [("guess", "true"), ("set", "number == 3"), ("set", "number != 3")];
    let case = |for_guess: &[Made], for_set: &[Made]| {
        Case::new(source, &calls, &["true"])
            .hit(0, "guess", 0, for_guess)
            .allow(0, "set", &[("ok", 0)])
            .allow(0, "set 2", &[("ok", 0)])
            .region(0, "secret == 3", Some(&[3]))
            .arrive(0, ("set", "ok"), Source::Label, &[])
            .arrive(0, ("set 2", "ok"), Source::Label, for_set)
    };
    let plain = case(&[], &[]);
    assert!(!obligation_holds(&plain, "`guess` can fail"));
    assert!(obligation_holds(&plain, "`set [number == 3]` with outcome `ok` can lead into region 0"));
    assert!(!obligation_holds(&plain, "`set [number != 3]` with outcome `ok` can lead into region 0"));
    let argument = |text| [(Choice::Argument(0), NUMBER, text)];
    malformed(&case(&argument("secret"), &[]), "an argument, which is the client's to choose");
    malformed(&case(&[], &argument("3")), "an argument, which is the client's to choose");
}

/// Whether the one obligation that says this is met.
fn obligation_holds(case: &Case, says: &str) -> bool {
    let mut component = case.component.clone();
    let all = obligations(&mut component, &case.interface, &case.certificate).unwrap();
    let found: Vec<Term> = all.iter().filter(|one| one.what.contains(says)).map(|one| one.formula).collect();
    assert_eq!(found.len(), 1, "{says}");
    Solver::new().check(&component.terms, &found) == Answer::Unsat
}

/// Bit patterns that are no values of an enum can't be chosen.
#[test]
fn a_chosen_value_is_one_of_its_type() {
    let mut case = painted("BLUE");
    let beyond = case.component.terms.bits(2, 3);
    for arrival in &mut case.certificate.regions[0].arrivals {
        arrival.choices[0][0].1 = beyond;
    }
    assert!(refusal(&case).contains("`paint` with outcome `ok` can lead into region 0"));
    assert!(refusal(&painted("GREEN")).contains("`paint` with outcome `ok` can lead into region 0"));
}

/// Nor can they be chosen for a while.
#[test]
fn a_value_that_is_forgotten_again_is_one_of_its_type() {
    let source = "component c { enum Colour { RED, GREEN, BLUE } var bad: bool = false;
        method pick() { var found: Colour = *; bad = found != RED && found != GREEN; }
        method stop() { if (bad) { error E; } } }";
    let case = Case::new(source, &[("pick", "true"), ("stop", "true")], &["!bad", "true"]);
    let havoc = edge_of(&case, 0, "havoc", 0);
    let by = |colour| [(Choice::Value(havoc), Type::Enum(0), colour)];
    let mut case = case
        .allow(0, "pick", &[("ok", 1)])
        .allow(0, "stop", &[("ok", 0)])
        .allow(1, "pick", &[("ok", 1)])
        .hit(1, "stop", 0, &[])
        .region(1, "bad", None)
        .arrive(0, ("pick", "ok"), Source::Label, &by("BLUE"))
        .arrive(1, ("pick", "ok"), Source::Label, &by("BLUE"))
        .accepted();
    case.certificate.regions[0].arrivals[0].choices[0][0].1 = case.component.terms.bits(2, 3);
    assert!(refusal(&case).contains("from state 0, `pick` with outcome `ok` can lead into region 0"));
}

#[test]
fn a_region_need_not_say_its_label_again() {
    let source =
        "component c { var x: u2 = *; initially x <= 2; method keep() { } method stop() { if (x == 2) { error E; } } }";
    let case = |label| {
        Case::new(source, &[("keep", "true"), ("stop", "true")], &[label])
            .allow(0, "keep", &[("ok", 0)])
            .hit(0, "stop", 0, &[])
            .region(0, "x >= 2", Some(&[2]))
            .arrive(0, ("keep", "ok"), Source::Region(0), &[])
    };
    case("x <= 2").accepted();
    assert!(refusal(&case("true")).contains("from region 0, of state 0, `stop` can fail: not with x == 3"));
}

#[test]
fn a_valuation_is_given_up_at_a_loop_label() {
    let through = |left: &str| {
        let mut case = parcel();
        let left = case.term(Some(1), NUMBER, left);
        case.certificate.regions[1].arrivals[1].choices[0][0].1 = left;
        case
    };
    through("0").accepted();
    assert!(refusal(&through("1")).contains("`shake` with outcome `ok` can lead into region 1"));
    let mut uncut = parcel();
    uncut.certificate.loops.clear();
    malformed(&uncut, "a cycle at or before location");
}

/// The outcome comes after a loop only, and not in the region: if the runs that are cut were overlooked, nothing would
/// seem to arrive outside.
#[test]
fn a_run_that_is_cut_may_return_anything() {
    let source = "component c { var bad: bool = true; method go() graph { var left: u2;
          0 -> 1: left = 1; 1 -> 2: assume left > 0; 2 -> 1: left = left - 1; 1 -> 3: assume left == 0;
          3 -> 4: bad = false; 4: return ok; }
        method stop() { if (bad) { error E; } } }";
    let case = Case::new(source, &[("go", "true"), ("stop", "true")], &["true"])
        .allow(0, "go", &[("ok", 0)])
        .hit(0, "stop", 0, &[])
        .region(0, "bad", Some(&[1]))
        .arrive(0, ("go", "ok"), Source::Label, &[]);
    let at_once = case.clone().loop_label(0, "go", 1, "true");
    assert!(refusal(&at_once).contains("`go` with outcome `ok` can lead into region 0"));
    let at_entry = at_once.loop_label(0, "go", 0, "true");
    assert!(refusal(&at_entry).contains("`go` with outcome `ok` can lead into region 0"));
}

#[test]
fn a_loop_label_at_a_hit_only_cuts() {
    let source = "component c { var bad: bool = *; method go() graph { var t: bool;
        0 -> 1: assume bad; 1: error E; 0 -> 2: assume !bad; 2 -> 3: t = !t; 3 -> 2: assume t; 3 -> 4: assume !t; 4: return ok; } }";
    let case = Case::new(source, &[("go", "true")], &["true"]).hit(0, "go", 0, &[]).region(0, "bad", Some(&[1]));
    malformed(&case, "a cycle at or before location");
    case.clone().loop_label(0, "go", 3, "false").accepted();
    case.loop_label(0, "go", 2, "true").accepted();
}

#[test]
fn regions_are_written_for_people_too() {
    let case = modem();
    let value = to_json(&case.component, &case.interface, &case.certificate).unwrap();
    assert_eq!(value["forbidden"][0]["proof"], json!("hit"));
    assert_eq!(value["regions"][0]["region"], json!("2 <= noise"));
    assert_eq!(value["regions"][0]["arrivals"][0]["choices"][0][0]["is"], json!("speed"));
    let retry = &value["regions"][0]["arrivals"][3];
    assert_eq!((&retry["call"], &retry["source"], &retry["region"]), (&json!("retry"), &json!("region"), &json!(0)));
    let case = parcel();
    let value = to_json(&case.component, &case.interface, &case.certificate).unwrap();
    assert_eq!(value["regions"][0]["initial"], json!({"colour": "BLUE", "weight": "-1"}));
    let text = smt_lib(&case.component, &case.interface, &case.certificate).unwrap();
    assert!(text.contains("The interface is safe and permissive if"), "{text}");
    assert!(text.contains("(Permissive): from region 1, of state 1, `open` can fail"), "{text}");
}

#[test]
fn malformed_regions_are_explained() {
    let complaint = |path: &str, new: Value| {
        let mut case = parcel();
        let mut value = to_json(&case.component, &case.interface, &case.certificate).unwrap();
        *value.pointer_mut(path).unwrap() = new;
        from_json(&mut case.component, &case.interface, &value).unwrap_err().to_string()
    };
    assert_eq!(complaint("/regions", json!(1)), "regions: expected an array, found a number");
    assert_eq!(complaint("/regions/0/initial", json!({})), "regions[0].initial: the key \"colour\" is missing");
    let depends = complaint("/regions/0/initial/colour", json!("colour"));
    assert_eq!(depends, "regions[0].initial.colour: a value is expected, not something that depends on variables");
    let source = complaint("/regions/1/arrivals/0/source", json!("here"));
    assert_eq!(source, "regions[1].arrivals[0].source: \"here\" is no source: there are \"label\", \"region\"");
    let outcome = complaint("/regions/1/arrivals/0/outcome", json!(1));
    assert_eq!(outcome, "regions[1].arrivals[0].outcome: there is no 1: it has 1 outcomes, counted from 0");
}

/// What was written before there were regions can still be read.
#[test]
fn regions_may_be_missing() {
    let mut case = support::examples::lock();
    let mut value = to_json(&case.component, &case.interface, &case.certificate).unwrap();
    value.as_object_mut().unwrap().remove("regions");
    assert_eq!(from_json(&mut case.component, &case.interface, &value).unwrap(), case.certificate);
}
