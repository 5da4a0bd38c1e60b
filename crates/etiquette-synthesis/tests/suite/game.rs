//! What the paper reports of its examples (JIST, POPL 2005, Section 6 and Table 1), with its predicates and queries.

use std::fs;
use std::path::Path;

use etiquette_automata::{CallId, Comparison, EventId, Interface, Realizable, compare};
use etiquette_component::{Component, parse};
use etiquette_outcome::{Confidence, Limits, Outcome, Reason, Run, StopReason};
use etiquette_synthesis::{Direct, Engine, Game, Granularity, Precision};

fn case(name: &str) -> Component {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name);
    let text = fs::read_to_string(folder.join("component.component")).expect("a case of the corpus");
    parse(&text, "component.component").expect("a component")
}

/// The paper's own abstraction: statement by statement. An unknown truth value is resolved at once, as a choice.
fn jist(predicates: &[&str]) -> Game {
    Game {
        predicates: predicates.iter().map(ToString::to_string).collect(),
        precision: Precision::Boolean,
        granularity: Granularity::Statements,
        ..Game::default()
    }
}

fn play(game: &Game, name: &str) -> Outcome {
    game.synthesize(&case(name), &mut Run::default()).expect("every component is taken")
}

fn call(outcome: &Outcome, method: &str) -> CallId {
    let alphabet = outcome.interface.alphabet();
    alphabet.call_ids().find(|&id| alphabet.call(id).method == method).expect("a method of this name")
}

fn is_ever_allowed(outcome: &Outcome, method: &str) -> bool {
    let call = call(outcome, method);
    outcome.interface.states().any(|state| outcome.interface.allows(state, call))
}

/// Whether the interface accepts a word, given as methods and outcomes by position.
fn accepts(outcome: &Outcome, word: &[(&str, usize)]) -> bool {
    let event = |&(method, result): &(&str, usize)| outcome.interface.alphabet().event(call(outcome, method), result);
    outcome.interface.run(&word.iter().map(event).collect::<Vec<EventId>>()).is_some()
}

fn assert_most_permissive(outcome: &Outcome) {
    assert_eq!(outcome.stop, StopReason::Done);
    assert_eq!(outcome.engine, "game (most permissive)");
    assert_eq!(outcome.guarantee.safe, Confidence::Proved);
    assert_eq!(outcome.guarantee.permissive, Confidence::Proved);
}

fn assert_maximal(outcome: &Outcome) {
    assert_eq!(outcome.stop, StopReason::Done);
    assert!(outcome.engine.contains("may not be most permissive, but maximal"), "{}", outcome.engine);
    assert_eq!(outcome.guarantee.safe, Confidence::Proved);
    assert_eq!(outcome.guarantee.permissive, Confidence::NotEstablished);
}

/// The interface of an engine that looks at all states.
fn truth(name: &str) -> Interface {
    Direct.synthesize(&case(name), &mut Run::default()).expect("a small case").interface
}

#[test]
fn signature_has_three_states() {
    let predicates = ["state == UNINITIALIZED", "state == SIGN", "state == VERIFY"];
    let outcome = play(&jist(&predicates), "signature");
    assert_most_permissive(&outcome);
    assert_eq!(outcome.interface.state_count(), 3);
    assert_eq!(compare(&outcome.interface, &truth("signature"), Realizable::Ignore), Ok(Comparison::Equal));
    assert!(outcome.guarantee.full && outcome.guarantee.minimal);
    assert_eq!(outcome.statistics["superset queries"], 3, "as in Table 1");
    assert_eq!(outcome.statistics["found one step further"], 0);
}

/// Without predicates of the user, the guards in front of the errors are the same three.
#[test]
fn guards_in_front_of_the_errors_do_for_signature() {
    let outcome = play(&Game::default(), "signature");
    assert_most_permissive(&outcome);
    assert_eq!((outcome.interface.state_count(), outcome.statistics["predicates"]), (3, 3));
}

#[test]
fn server_table_entry_has_three_states() {
    let predicates = ["state == IDLE", "state == ACTIVATING", "state == RUNNING", "state == HELD_DOWN"];
    let outcome = play(&jist(&predicates), "server-table-entry");
    assert_most_permissive(&outcome);
    assert_eq!(outcome.interface.state_count(), 3);
}

/// Fig. 5: with one predicate, it is forgotten that the cursor was looked at.
#[test]
fn list_iterator_with_one_predicate_is_too_strict() {
    let outcome = play(&jist(&["last_ret == -1"]), "list-iterator-of-2004");
    assert_maximal(&outcome);
    assert_eq!(outcome.interface.state_count(), 1);
    assert!(!is_ever_allowed(&outcome, "remove") && !is_ever_allowed(&outcome, "set"));
    assert!(["next", "previous", "add"].iter().all(|method| is_ever_allowed(&outcome, method)));
    let queries = ["subset queries", "superset queries", "found one step further"];
    assert_eq!(queries.map(|query| outcome.statistics[query]), [1, 1, 0], "as in Table 1");
}

/// Fig. 6: next and previous must be called successfully before remove or set.
#[test]
fn list_iterator_with_two_predicates_is_exact() {
    let outcome = play(&jist(&["last_ret == -1", "cursor == -1"]), "list-iterator-of-2004");
    assert_most_permissive(&outcome);
    assert_eq!(outcome.interface.state_count(), 2);
    assert!(accepts(&outcome, &[("next", 0), ("set", 0), ("remove", 0)]));
    assert!(accepts(&outcome, &[("previous", 1), ("add", 0), ("next", 0), ("remove", 0)]));
    assert!(!accepts(&outcome, &[("remove", 0)]));
    assert!(!accepts(&outcome, &[("previous", 1), ("remove", 0)]));
    assert!(!accepts(&outcome, &[("next", 0), ("remove", 0), ("set", 0)]));
}

#[test]
fn an_irrelevant_predicate_changes_nothing() {
    let relevant = ["last_ret == -1", "cursor == -1"];
    let all = ["last_ret == -1", "cursor == -1", "expected_mod_count == 0"];
    let [two, three] = [&relevant[..], &all[..]].map(|predicates| play(&jist(predicates), "list-iterator-of-2004"));
    assert_eq!(two.interface, three.interface);
    assert_most_permissive(&three);
    let queries = ["subset queries", "superset queries"];
    assert_eq!(queries.map(|query| two.statistics[query]), queries.map(|query| three.statistics[query]));
}

#[test]
fn piped_output_stream_is_found_one_step_further() {
    let outcome = play(&jist(&["connected"]), "piped-output-stream-unknown");
    assert_maximal(&outcome);
    assert_eq!(outcome.interface.state_count(), 2);
    assert!(accepts(&outcome, &[("connect", 0), ("write", 0)]));
    let queries = ["subset queries", "superset queries", "found one step further"];
    assert_eq!(queries.map(|query| outcome.statistics[query]), [2, 2, 1], "as in Table 1");
}

/// Where valuations keep their unknown values, fewer states are told apart; what is allowed is safe all the same.
#[test]
fn cartesian_abstraction_finds_the_same_where_nothing_is_unknown() {
    for (name, predicates) in [
        ("signature", ["state == UNINITIALIZED", "state == SIGN"]),
        ("list-iterator-of-2004", ["last_ret == -1", "cursor == -1"]),
    ] {
        let [boolean, cartesian] = [Precision::Boolean, Precision::Cartesian]
            .map(|precision| play(&Game { precision, ..jist(&predicates) }, name));
        assert_eq!(boolean.interface, cartesian.interface, "{name}");
        assert_most_permissive(&boolean);
    }
}

/// The paper leaves it open whether this interface is the most permissive one; beliefs settle it.
#[test]
fn beliefs_settle_what_the_strong_property_leaves_open() {
    for name in ["piped-output-stream-unknown", "signature-planted-error"] {
        let game = Game { settle: true, ..Game::default() };
        let outcome = play(&game, name);
        assert_most_permissive(&outcome);
        let truth = truth(name);
        assert_eq!(compare(&outcome.interface, &truth, Realizable::Ignore), Ok(Comparison::Equal), "{name}");
    }
}

/// Fig. 8: the mistake shows at a glance.
#[test]
fn a_planted_error_shows_that_sign_is_never_allowed() {
    let predicates = ["state == UNINITIALIZED", "state == SIGN", "state == VERIFY"];
    let outcome = play(&jist(&predicates), "signature-planted-error");
    assert_maximal(&outcome);
    assert!(!is_ever_allowed(&outcome, "sign"));
    assert!(is_ever_allowed(&outcome, "verify") && is_ever_allowed(&outcome, "init_sign"));
}

/// The word is in the language only where the predicates show that it is safe.
#[test]
fn offered_words_are_checked_for_safety_first() {
    let offer = |predicates: &[&str]| Game { allow: vec!["next remove".into()], ..jist(predicates) };
    let strict = play(&offer(&["last_ret == -1"]), "list-iterator-of-2004");
    assert!(strict.engine.contains("offered, but not safe: `next -> true, remove`"), "{}", strict.engine);
    assert!(!is_ever_allowed(&strict, "remove"));
    let exact = play(&offer(&["last_ret == -1", "cursor == -1"]), "list-iterator-of-2004");
    assert_most_permissive(&exact);
}

/// Three calls are needed before `fire` is legal, more than OneStepFurther looks ahead, and the start is not known.
const ROCKET: &str = "component rocket {
    enum Stage { DOWN, FUELLED, ARMED, READY }
    var stage: Stage = *;
    method fuel() { if (stage == DOWN) { stage = FUELLED; } }
    method arm() { if (stage == FUELLED) { stage = ARMED; } }
    method unlock() { if (stage == ARMED) { stage = READY; } }
    method fire() { if (stage != READY) { error TooEarly; } stage = DOWN; }
}";

#[test]
fn offered_words_find_what_the_heuristic_misses() {
    let component = parse(ROCKET, "rocket.component").expect("a component");
    let predicates = ["stage == DOWN", "stage == FUELLED", "stage == ARMED", "stage == READY"];
    let game = Game { predicates: predicates.map(Into::into).to_vec(), ..Game::default() };
    let alone = game.synthesize(&component, &mut Run::default()).expect("an outcome");
    assert_maximal(&alone);
    assert!(!is_ever_allowed(&alone, "fire"));
    let game = Game { allow: vec!["fuel arm unlock fire".into()], ..game };
    let helped = game.synthesize(&component, &mut Run::default()).expect("an outcome");
    assert!(accepts(&helped, &[("fuel", 0), ("arm", 0), ("unlock", 0), ("fire", 0)]));
    assert_eq!(helped.statistics["words offered and used"], 1);
    let game = Game { allow: Vec::new(), settle: true, ..game };
    let settled = game.synthesize(&component, &mut Run::default()).expect("an outcome");
    assert_most_permissive(&settled);
    let truth = Direct.synthesize(&component, &mut Run::default()).expect("a small component");
    assert_eq!(compare(&settled.interface, &truth.interface, Realizable::Ignore), Ok(Comparison::Equal));
}

/// The paper would call this the most permissive interface, for its abstraction; of the component that is not so.
#[test]
fn most_permissive_for_the_predicates_is_not_said_of_the_component() {
    let source = "component c { var x: u2 = 0; method a() { x = 1; } method b() { if (x == 0) { error E; } } }";
    let component = parse(source, "c.component").expect("a component");
    let game = Game { predicates: vec!["x == 3".into()], ..Game::default() };
    let outcome = game.synthesize(&component, &mut Run::default()).expect("an outcome");
    assert!(outcome.engine.contains("most permissive for these predicates"), "{}", outcome.engine);
    assert_eq!(outcome.guarantee.permissive, Confidence::NotEstablished);
    assert!(!is_ever_allowed(&outcome, "b"));
}

#[test]
fn forbidden_calls_have_concrete_witnesses() {
    let outcome = play(&Game::default(), "signature");
    let reasons: Vec<&Reason> = outcome.states[0].forbidden.iter().map(|forbidden| &forbidden.reason).collect();
    assert_eq!(reasons.len(), 3);
    let witness = |reason: &&Reason| match reason {
        Reason::Error { witness, error, .. } => (witness.clone(), error.clone()),
        other => panic!("{other:?}"),
    };
    assert_eq!(witness(&reasons[0]), (vec!["sign()".to_owned()], "SignatureException".to_owned()));
}

/// Through its predicate the counter may be at three after one call. No run is; but a longer word that leads to the
/// same state of the interface is one that can happen.
#[test]
fn words_that_cannot_happen_are_replaced_by_real_ones() {
    let source = "component c { var x: u8 = 0; method up() { x = x + 1; } method use() { if (x == 3) { error E; } } }";
    let component = parse(source, "c.component").expect("a component");
    let game = Game { predicates: vec!["x == 3".into()], ..Game::default() };
    let outcome = game.synthesize(&component, &mut Run::default()).expect("an outcome");
    let after_one = outcome.states.iter().find(|facts| facts.access == ["up()"]).expect("a state after one call");
    let [forbidden] = &after_one.forbidden[..] else { panic!("{:?}", after_one.forbidden) };
    let Reason::Error { witness, .. } = &forbidden.reason else { panic!("{:?}", forbidden.reason) };
    assert_eq!(witness[..], ["up()", "up()", "up()", "use()"]);
}

#[test]
fn what_can_t_be_read_is_refused_with_its_reason() {
    let refusal = |game: Game| game.supports(&case("signature")).expect_err("not supported").to_string();
    let message = refusal(Game { predicates: vec!["stat == SIGN".into()], ..Game::default() });
    assert!(message.contains("no variable `stat`"), "{message}");
    let message = refusal(Game { allow: vec!["initsign".into()], ..Game::default() });
    assert!(message.contains("no method `initsign`"), "{message}");
}

/// Many predicates on a counter: the limit on abstract states ends it, and what is said is safe.
#[test]
fn limits_end_a_run_that_would_take_too_long() {
    let source =
        "component c { var x: u8 = 0; method up() { x = x + 1; } method use() { if (x == 200) { error E; } } }";
    let component = parse(source, "c.component").expect("a component");
    let predicates = (1..=200).map(|value| format!("x == {value}")).collect();
    let game = Game { predicates, ..Game::default() };
    let mut run = Run::new(Limits { states: Some(20), ..Limits::default() });
    let outcome = game.synthesize(&component, &mut run).expect("an outcome");
    assert_eq!(outcome.stop, StopReason::StateLimit);
    assert_eq!(outcome.guarantee.permissive, Confidence::NotEstablished);
    assert!(!is_ever_allowed(&outcome, "use"));
}
