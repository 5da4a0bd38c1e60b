//! Logs compared with interfaces: agreement, both kinds of disagreement, guards, luck, and lines that make no sense.

use etiquette_applications::experience::{
    Difference, Judgement, Log, counterexamples, judged, refined, text, without_luck,
};
use etiquette_outcome::{Confidence, Outcome, Run};

use crate::common::{component, example, work_out};

const DOOR: &str = "component door { var open: bool = false;
    method pull(force: i32) { assert !open; if (force > 3) { open = true; } } method close() { assert open; open = false; } }";

fn interface(source: &str) -> Outcome {
    work_out(&component(source), &mut Run::default()).expect("an interface")
}

/// A log of words, each written as calls such as `pull(3)` or `close!` for one that fails.
fn log(outcome: &Outcome, words: &[&str]) -> Log {
    let mut lines = String::new();
    for (object, word) in words.iter().enumerate() {
        for call in word.split_whitespace() {
            let ended = if call.ends_with('!') { r#""error":"Assertion""# } else { r#""outcome":"ok""# };
            let call = call.trim_end_matches('!');
            let (name, arguments) = call.split_once('(').unwrap_or((call, ""));
            let (name, arguments) = (name.replace("new_", "new "), arguments.trim_end_matches(')'));
            lines += &format!("{{\"object\":{object},\"call\":\"{name}\",\"arguments\":[{arguments}],{ended}}}\n");
        }
    }
    Log::read(outcome.interface.alphabet(), &lines).expect("a log")
}

#[test]
fn a_log_that_agrees_changes_nothing() {
    let outcome = interface(DOOR);
    let log = log(&outcome, &["pull(4) close pull(5)", "pull(2) pull(3) close!", "close!"]);
    let found = refined(&outcome, &log).expect("it can be read");
    assert!(found.disagreements.is_empty(), "{:?}", found.disagreements);
    assert_eq!(found.outcome, outcome);
    assert!(text::render(&outcome, &log, &found, None).ends_with("The interface agrees with the log.\n"));
}

#[test]
fn what_worked_is_allowed_and_what_failed_is_forbidden() {
    let outcome = interface(DOOR);
    let log = log(
        &outcome,
        &["pull(4) pull(9) close", "pull(2) close pull(4) close", "pull(1) pull(1) pull(7) close pull(0)!"],
    );
    let found = refined(&outcome, &log).expect("it can be read");
    let kinds: Vec<&Difference> = found.disagreements.iter().map(|one| &one.difference).collect();
    assert_eq!(kinds, [&Difference::Worked, &Difference::Worked, &Difference::Failed("Assertion".into())]);
    assert_eq!(found.outcome.guarantee.safe, Confidence::TestedOn(3));
    assert!(found.outcome.evidence.is_none() && !found.outcome.guarantee.minimal);
    let again =
        refined(&found.outcome, &self::log(&found.outcome, &["pull(4) pull(9) close"])).expect("it can be read");
    assert!(again.disagreements.is_empty(), "{:?}", again.disagreements);
}

#[test]
fn arguments_that_failed_are_told_from_those_that_worked() {
    let outcome = interface("component meter { method pay(coins: i32) { assert coins > 2; } }");
    let words = ["pay(3)!", "pay(5) pay(50)", "pay(20)"];
    let found = refined(&outcome, &log(&outcome, &words)).expect("it can be read");
    assert_eq!(found.disagreements.len(), 1);
    let calls: Vec<String> = found.outcome.interface.alphabet().calls().iter().map(ToString::to_string).collect();
    assert!(calls.iter().any(|call| call.contains("5 <= coins && coins <= 50")), "{calls:?}");
    let again = |words: &[&str]| {
        refined(&found.outcome, &log(&found.outcome, words)).expect("it can be read").disagreements.len()
    };
    assert_eq!(again(&words), 0, "it agrees with what it was made from");
    assert_eq!(again(&["pay(4)"]), 1, "what was never seen to work is forbidden");
}

#[test]
fn the_component_tells_luck_from_mistakes() {
    let source = "component net { var up: bool = false; method dial() { up = *; } method send() { assert up; } }";
    let net = component(source);
    let outcome = interface(source);
    let seen = log(&outcome, &["dial send", "dial send!"]);
    let found = refined(&outcome, &log(&outcome, &["dial send"])).expect("it can be read");
    assert_eq!(found.disagreements.len(), 1);
    let judgements = judged(&net, &outcome, &seen, &found.disagreements, &Run::default());
    assert!(matches!(judgements[..], [Judgement::CanFail(_)]), "{judgements:?}");
    assert!(
        refined(&outcome, &without_luck(&seen, &found.disagreements, &judgements))
            .expect("it can be read")
            .disagreements
            .is_empty()
    );
    assert!(
        refined(&outcome, &seen).expect("it can be read").disagreements.is_empty(),
        "the log itself shows that it can fail"
    );
}

#[test]
fn a_wrong_interface_and_a_wrong_component_are_told_apart() {
    let truth = example("lock");
    let broken = interface(
        "component lock { var held: bool = false; method try_acquire() { held = true; } method release() { } }",
    );
    let seen = log(&broken, &["release!", "try_acquire release release!"]);
    let found = refined(&broken, &seen).expect("it can be read");
    assert!(!found.disagreements.is_empty());
    let judgements = judged(&truth, &broken, &seen, &found.disagreements[..1], &Run::default());
    assert_eq!(judgements, [Judgement::InterfaceIsWrong]);
    let fine = component("component lock { method try_acquire() { } method release() { } }");
    let judgements = judged(&fine, &broken, &seen, &found.disagreements[..1], &Run::default());
    assert_eq!(judgements, [Judgement::ComponentDiffers]);
}

/// What an object does whose constructor was not seen says nothing about the component.
#[test]
fn a_word_without_its_constructor_is_not_judged() {
    let source = "component gate { var open: bool = false; new Gate() { }
        method pull() { assert !open; open = true; } }";
    let gate = component(source);
    let outcome = interface(source);
    let seen = log(&outcome, &["pull pull"]);
    let found = refined(&outcome, &seen).expect("it can be read");
    assert_eq!(found.disagreements.len(), 1, "every gate begins in the same state");
    let judgements = judged(&gate, &outcome, &seen, &found.disagreements, &Run::default());
    assert_eq!(judgements, [Judgement::Unknown("its constructor was not seen".into())]);
    assert!(counterexamples(&gate, &outcome, &seen, &found.disagreements).is_empty());
}

#[test]
fn lines_that_make_no_sense_are_told_with_their_place() {
    let outcome = interface(DOOR);
    let bad = |text: &str| Log::read(outcome.interface.alphabet(), text).expect_err("no log");
    let good = "{\"object\":1,\"call\":\"close\",\"outcome\":\"ok\"}\n";
    let cut = bad(&format!("{good}\n{{\"object\":1,\"ca"));
    assert_eq!((cut.line, cut.column), (3, 15));
    assert!(cut.help.contains("cut off"), "{cut:?}");
    let unknown = bad("{\"object\": 1, \"call\": \"push\", \"outcome\": \"ok\"}");
    assert_eq!((unknown.line, unknown.column), (1, 23));
    assert!(unknown.message.contains("`push`") && unknown.help.contains("`pull`"), "{unknown:?}");
    assert!(
        bad("{\"call\":\"pull\",\"arguments\":[],\"outcome\":\"ok\"}")
            .message
            .contains("0 arguments here, and takes 1")
    );
    assert!(
        bad("{\"call\":\"pull\",\"arguments\":[\"x\"],\"outcome\":\"ok\"}").message.contains("no value of `i32 force`")
    );
    assert!(bad("{\"call\":\"pull\",\"arguments\":[5000000000],\"outcome\":\"ok\"}").message.contains("no value"));
    assert!(bad("{\"call\":\"close\"}").message.contains("neither"));
    assert!(bad("[1]").message.contains("JSON object"));
}

#[test]
fn thousands_of_calls_are_no_trouble() {
    let outcome = interface(DOOR);
    let word = "pull(4) close ".repeat(5_000);
    let odd = format!("{word} close pull(5) pull(5)");
    let log = log(&outcome, &[&word, &odd, &word]);
    assert_eq!(log.calls(), 30_003);
    let found = refined(&outcome, &log).expect("it can be read");
    assert_eq!(found.disagreements.len(), 1);
    assert!(
        text::render(&outcome, &log, &found, None).contains("… 9981 calls … ·"),
        "{}",
        text::render(&outcome, &log, &found, None)
    );
}

const BUFFER: &str = "component buffer { var count: i32 = 0; var limit: i32 = 0;
    new Buffer(size: i32) { assert size > 0; limit = size; }
    method put() { assert count < limit; count = count + 1; } method get() { assert count > 0; count = count - 1; } }";

/// The interface of the buffer, with registers.
fn buffer() -> Outcome {
    let slices = etiquette_component::slices(&component(BUFFER));
    let found = etiquette_synthesis::synthesize_with_registers(&slices, &mut Run::default());
    found.unwrap_or_else(|methods| panic!("{methods:?} are in the way")).outcome
}

#[test]
fn registers_are_followed() {
    let outcome = buffer();
    let words = ["new_Buffer(2) put put get put put!", "new_Buffer(1) get!", "new_Buffer(0)!"];
    let found = refined(&outcome, &log(&outcome, &words)).expect("it can be read");
    assert!(found.disagreements.is_empty() && found.unplaced == 0, "{:?}", found.disagreements);
    assert_eq!(found.outcome, outcome);
}

#[test]
fn what_contradicts_registers_is_shown_with_their_values() {
    let outcome = buffer();
    let seen = log(&outcome, &["new_Buffer(1) put put", "new_Buffer(3) put put!", "put"]);
    let found = refined(&outcome, &seen).expect("it can be read");
    let kinds: Vec<&Difference> = found.disagreements.iter().map(|one| &one.difference).collect();
    assert_eq!(kinds, [&Difference::Worked, &Difference::Failed("Assertion".into())]);
    assert_eq!(found.disagreements[0].registers, ["count = 1", "limit = 1"]);
    assert_eq!(found.disagreements[1].registers, ["count = 1", "limit = 3"]);
    assert_eq!((found.unplaced, found.stuck.len()), (1, 2), "no guard over registers follows from two words");
    let guarantee = &found.outcome.guarantee;
    assert_eq!((guarantee.safe, guarantee.permissive), (Confidence::NotEstablished, Confidence::NotEstablished));
    let text = text::render(&outcome, &seen, &found, None);
    assert!(text.contains("where count = 1, limit = 3, put [count < limit] is allowed"), "{text}");
    assert!(text.contains("no guard\nfor all of them follows"), "{text}");
}

#[test]
fn what_never_worked_is_forbidden_whatever_registers_are() {
    let outcome = buffer();
    let seen = log(&outcome, &["new_Buffer(3) put get!", "new_Buffer(2) put put put!"]);
    let found = refined(&outcome, &seen).expect("it can be read");
    assert_eq!((found.disagreements.len(), found.stuck.len()), (1, 0));
    assert_eq!(found.outcome.guarantee.safe, Confidence::TestedOn(2));
    assert!(refined(&found.outcome, &seen).expect("it can be read").disagreements.is_empty());
}
