//! Explanations: how far a word is legal, why it is not, and the repair.

use etiquette_applications::explain::{Explainer, Explanation, Problem, Reply, Session, Standing, state_names};
use etiquette_outcome::Run;

use crate::common::{example, work_out};

fn explainer(name: &str) -> Explainer {
    let component = example(name);
    let outcome = work_out(&component, &mut Run::default()).expect("it is taken");
    Explainer::new(&component, &outcome.interface, state_names(&outcome), &Run::default()).expect("it fits")
}

fn told(name: &str, word: &str) -> Explanation {
    explainer(name).explain(word).expect(word)
}

fn written(told: &Explanation) -> Vec<&str> {
    told.steps.iter().map(|step| step.written.as_str()).collect()
}

fn repaired(told: &Explanation) -> Vec<(&str, bool)> {
    let events = told.repair.as_ref().expect("a repair");
    events.iter().map(|event| (event.written.as_str(), event.inserted)).collect()
}

#[test]
fn legal_words_are_walked_to_the_end() {
    let told = told("file", "open_write read write close");
    assert!(told.is_legal());
    assert_eq!(written(&told), ["open_write()", "read()", "write()", "close()"]);
    assert_eq!(told.repair, None);
    assert!(told.steps[1].state.contains("WRITING"), "{}", told.steps[1].state);
}

#[test]
fn the_first_call_that_is_not_legal_is_explained_and_repaired() {
    let told = told("file", "open_read close read");
    let Standing::Forbidden { failure: Some(failure), .. } = &told.steps[2].standing else { panic!("{told:?}") };
    assert_eq!((failure.error.as_str(), failure.at.as_deref()), ("NotOpen", Some("file.component:22")));
    assert_eq!(failure.word, ["open_read()", "close()", "read()"]);
    let inserted = repaired(&told).into_iter().filter(|(_, inserted)| *inserted).count();
    assert_eq!((repaired(&told).len(), inserted), (4, 1));
}

#[test]
fn outcomes_are_chosen_or_given() {
    let chosen = told("lock", "try_acquire release");
    assert!(!chosen.is_legal(), "it may be busy");
    assert_eq!(written(&chosen), ["try_acquire() -> busy", "release"]);
    assert_eq!(repaired(&chosen).len(), 3, "what was seen stays as it was");
    assert!(told("lock", "try_acquire -> acquired, release").is_legal());
    let given = told("lock", "try_acquire -> busy, release");
    assert!(!given.is_legal());
    let expected = [("try_acquire() -> busy", false), ("try_acquire() -> acquired", true), ("release()", false)];
    assert_eq!(repaired(&given), expected);
}

#[test]
fn arguments_are_chosen_or_given() {
    let chosen = told("queue", "put put take");
    assert!(chosen.is_legal(), "{chosen:?}");
    let given = told("queue", "put take(2)");
    assert!(!given.is_legal());
    assert_eq!(repaired(&given).len(), 3);
    let Standing::Forbidden { failure: Some(failure), .. } = &given.steps[1].standing else { panic!("{given:?}") };
    assert_eq!(failure.word, ["put()", "take(2)"]);
}

#[test]
fn outcomes_that_cannot_happen_are_said() {
    let told = told("sensor", "is_warm -> false");
    assert_eq!(told.steps[0].standing, Standing::Impossible);
    assert_eq!(repaired(&told), [("wake()", true), ("is_warm() -> false", false)]);
}

#[test]
fn words_that_cannot_be_read_are_located() {
    let Err(Problem::Word(problem)) = explainer("file").explain("open_read writ") else { panic!("no such method") };
    assert_eq!(problem.span.start, 10);
}

#[test]
fn a_session_goes_call_by_call() {
    let mut session = Session::new(explainer("lock"));
    let Reply::Made { allowed, .. } = session.now() else { panic!("the start") };
    assert_eq!(allowed, ["try_acquire"]);
    let outcomes = ["try_acquire -> acquired", "try_acquire -> busy"].map(str::to_owned).to_vec();
    assert_eq!(session.say("try_acquire"), Reply::WhichOutcome(outcomes));
    assert!(matches!(session.say("release"), Reply::NotMade(_)));
    let Reply::Made { allowed, .. } = session.say("try_acquire -> acquired") else { panic!("it is legal") };
    assert_eq!(allowed, ["release"]);
    assert_eq!(session.say("word"), Reply::Word(vec!["try_acquire() -> acquired".into()]));
    assert!(matches!(session.say("nonsense"), Reply::Unreadable(Problem::Word(_), _)));
    assert!(matches!(session.say("release"), Reply::Made { .. }));
    assert!(matches!(session.say("back"), Reply::Made { allowed, .. } if allowed == ["release"]));
    assert_eq!(session.say("quit"), Reply::End);
}
