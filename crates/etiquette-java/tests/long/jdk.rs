//! Classes of JDK 17 against interfaces that were measured on the running classes (`java-corpus/jdk17.json`).
//!
//! Says for each: exact, too strict, wrong, not decided, or not supported. Those on the list at the end are exact, each
//! held by a test of its own; others take too long for every day (`Cipher`, which is exact, too) or are not exact.
//! `cargo test --release -p etiquette-java --test long -- --ignored --nocapture` looks at all of them, prints the table,
//! and fails where one is *wrong*: a word is accepted that raises the error, and no assumption was listed that could be
//! the reason. With
//! `ETIQUETTE_CLASS=Deflater` only entries whose names have that in them are looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_certificates::check;
use etiquette_component::{Slices, slices};
use etiquette_java::classpath::ClassPath;
use etiquette_java::jdk::Jdk;
use etiquette_java::{ErrorChoice, Request, lower};
use etiquette_outcome::{Limits, Outcome, Run, StopReason};
use etiquette_synthesis::{Certified, synthesize_in_steps};
use serde_json::Value;

use crate::skipped::skipped;

/// What is exact takes far fewer looks at the limits, but for what is in [`EXACT_AFTER_LONG`].
const MOST_STEPS: u64 = 200_000;
/// For that one.
const VERY_MANY_STEPS: u64 = 10_000_000;
/// For each class in the table of all of them: how many are decided depends on the machine, but none may be wrong.
const TIME_IN_TABLE: Duration = Duration::from_secs(40);

/// The measured interface of one class.
struct Measured<'a>(&'a Value);

/// A call of the measurement: the method's name, how many arguments it takes, and the outcome that it had.
struct MeasuredCall {
    key: String,
    method: String,
    arity: usize,
    outcome: Option<String>,
}

impl Measured<'_> {
    fn text(&self, key: &str) -> &str {
        self.0[key].as_str().unwrap_or_default()
    }

    fn errors(&self) -> Vec<ErrorChoice> {
        let full = |name: &str| match name {
            "NPE" => "java.lang.NullPointerException".to_owned(),
            "ISE" => "java.lang.IllegalStateException".to_owned(),
            other => other.to_owned(),
        };
        self.text("error").split(" or ").map(|name| ErrorChoice::Class(full(name))).collect()
    }

    fn calls(&self) -> Vec<MeasuredCall> {
        let calls = self.0["calls"].as_object().expect("calls");
        calls.iter().map(|(key, code)| measured_call(key, code.as_str().unwrap_or_default())).collect()
    }

    /// The next state, `None` where the error was raised.
    fn next(&self, state: usize, key: &str) -> Option<usize> {
        self.0["states"][state]["trans"][key].as_u64().map(|next| next as usize)
    }
}

fn measured_call(key: &str, code: &str) -> MeasuredCall {
    let call = code.split_once("it.").map_or(code, |(_, call)| call);
    let (method, rest) = call.split_once('(').unwrap_or((call, ")"));
    let outcome = key.split_once('/').map(|(_, outcome)| outcome.to_owned());
    MeasuredCall { key: key.to_owned(), method: method.to_owned(), arity: arity(rest), outcome }
}

/// The number of arguments before the closing parenthesis.
fn arity(arguments: &str) -> usize {
    let (mut depth, mut commas, mut any) = (0, 0, false);
    for c in arguments.chars() {
        match c {
            ')' if depth == 0 => break,
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
        any = true;
    }
    if any { commas + 1 } else { 0 }
}

/// What came of one class.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Exact,
    TooStrict(String),
    /// Accepts what fails, but assumptions were listed.
    UnderAssumptions(String),
    Wrong(String),
    NotDecided(String),
    NotSupported(String),
}

fn judge(classes: &ClassPath, measured: &Measured<'_>, run: Run) -> Verdict {
    let name = measured.text("class");
    let Ok(class) = classes.resolve_name(name).map_err(drop).and_then(|name| classes.load(&name).map_err(drop)) else {
        return Verdict::NotSupported("the class does not load".into());
    };
    let mut request = Request::new(name);
    request.methods = measured.calls().into_iter().map(|call| call.method).collect();
    request.errors = measured.errors();
    request.is_abstract = true;
    let lowered = match lower(classes, &request, &class) {
        Ok(lowered) => lowered,
        Err(error) => return Verdict::NotSupported(format!("{error:?}").chars().take(90).collect()),
    };
    match decide(&slices(&lowered.component), run) {
        Ok(outcome) => compare(measured, &outcome, !lowered.notes.is_empty()),
        Err(why) => Verdict::NotDecided(why),
    }
}

/// The interface, as the command line finds it, if it is proved to be safe, or why there is none.
fn decide(slices: &Slices, mut run: Run) -> Result<Outcome, String> {
    let (outcome, _) =
        synthesize_in_steps(&Certified, slices, &mut run).map_err(|unsupported| unsupported.to_string())?;
    if outcome.stop != StopReason::Done {
        return Err(outcome.stop.to_string());
    }
    let evidence = outcome.evidence.as_ref().ok_or("no certificate")?;
    let checked = check(&evidence.component, &outcome.interface, &evidence.certificate, &Default::default());
    checked.safe.map_err(|failure| format!("the certificate is rejected: {failure:?}"))?;
    Ok(outcome)
}

/// The best verdict over the ways to construct the object: the measurement used one of them.
fn compare(measured: &Measured<'_>, outcome: &Outcome, has_assumptions: bool) -> Verdict {
    let interface = &outcome.interface;
    let alphabet = interface.alphabet();
    let events = alphabet.call_ids().flat_map(|call| alphabet.events_of(call));
    let constructed: BTreeSet<StateId> =
        events.filter_map(|event| interface.next(interface.initial(), event)).collect();
    let verdicts = constructed.into_iter().map(|start| compare_from(measured, interface, start, has_assumptions));
    verdicts.min().unwrap_or(Verdict::TooStrict("nothing can be constructed".into()))
}

fn compare_from(measured: &Measured<'_>, interface: &Interface, start: StateId, has_assumptions: bool) -> Verdict {
    if is_consistent(measured, interface, start) {
        return Verdict::Exact;
    }
    let calls = measured.calls();
    let mut seen = BTreeSet::new();
    let mut pending = vec![(start, 0, String::new())];
    let mut verdict = Verdict::TooStrict("whatever the outcomes".into());
    while let Some((state, truth, word)) = pending.pop() {
        if !seen.insert((state, truth)) {
            continue;
        }
        for call in &calls {
            let longer = format!("{word} {}", call.key);
            let (allowed, forbidden): (Vec<CallId>, Vec<CallId>) =
                candidates(interface, call).into_iter().partition(|&call| interface.allows(state, call));
            match measured.next(truth, &call.key) {
                None if forbidden.is_empty() && has_assumptions => return Verdict::UnderAssumptions(longer),
                None if forbidden.is_empty() => return Verdict::Wrong(longer),
                None => {}
                Some(_) if allowed.is_empty() => verdict = Verdict::TooStrict(longer),
                Some(next) => {
                    let targets = allowed.iter().flat_map(|&id| targets(interface, state, id, call.outcome.as_deref()));
                    pending.extend(targets.map(|target| (target, next, longer.clone())));
                }
            }
        }
    }
    verdict
}

/// More ways to say which calls were measured than this are not tried.
const MAX_READINGS: usize = 20_000;

/// Whether the interface can be what was measured: the measurement used one overload and some arguments for each call,
/// and saw some outcome, but does not say which.
fn is_consistent(measured: &Measured<'_>, interface: &Interface, start: StateId) -> bool {
    let calls = measured.calls();
    let choices: Vec<Vec<CallId>> = calls.iter().map(|call| candidates(interface, call)).collect();
    let count = choices.iter().map(Vec::len).try_fold(1, |product: usize, count| product.checked_mul(count));
    let count = count.unwrap_or(usize::MAX).min(MAX_READINGS);
    (0..count).any(|mut number| {
        let mut digit = |choices: &Vec<CallId>| {
            let chosen = choices[number % choices.len()];
            number /= choices.len();
            chosen
        };
        let reading: Vec<(&MeasuredCall, CallId)> = calls.iter().zip(choices.iter().map(&mut digit)).collect();
        fits(measured, interface, &reading, start)
    })
}

/// Whether the interface is as measured, if these were the calls. The largest set of pairs of states in which every
/// call fits.
fn fits(measured: &Measured<'_>, interface: &Interface, reading: &[(&MeasuredCall, CallId)], start: StateId) -> bool {
    let truths = measured.0["states"].as_array().map_or(0, Vec::len);
    let states = (0..interface.state_count()).map(StateId::from_index);
    let mut fitting: BTreeSet<(StateId, usize)> =
        states.flat_map(|state| (0..truths).map(move |truth| (state, truth))).collect();
    loop {
        let fits = |&(state, truth): &(StateId, usize)| {
            reading.iter().all(|&(call, id)| match (interface.allows(state, id), measured.next(truth, &call.key)) {
                (true, Some(next)) => targets(interface, state, id, call.outcome.as_deref())
                    .iter()
                    .any(|target| fitting.contains(&(*target, next))),
                (allowed, next) => allowed == next.is_some(),
            })
        };
        let kept: BTreeSet<(StateId, usize)> = fitting.iter().copied().filter(fits).collect();
        if kept.len() == fitting.len() {
            return kept.contains(&(start, 0));
        }
        fitting = kept;
    }
}

fn candidates(interface: &Interface, call: &MeasuredCall) -> Vec<CallId> {
    let alphabet = interface.alphabet();
    let named = |id: &CallId| alphabet.call(*id).method.split('(').next() == Some(call.method.as_str());
    let takes = |id: &CallId| alphabet.call(*id).written_parameters().len() == call.arity;
    // A varargs method takes an array in place of any number of arguments.
    let gathers = |id: &CallId| match alphabet.call(*id).written_parameters().split_last() {
        Some((last, others)) => last.ty.ends_with("[]") && call.arity >= others.len(),
        None => false,
    };
    let (exact, others): (Vec<CallId>, Vec<CallId>) = alphabet.call_ids().filter(named).partition(takes);
    if exact.is_empty() { others.into_iter().filter(gathers).collect() } else { exact }
}

fn targets(interface: &Interface, state: StateId, call: CallId, outcome: Option<&str>) -> Vec<StateId> {
    let alphabet = interface.alphabet();
    let has_outcome = |name: &str| alphabet.call(call).outcomes.iter().any(|known| known == name);
    let wanted = outcome.filter(|name| has_outcome(name));
    let events = alphabet.events_of(call).filter(|&event| wanted.is_none_or(|name| alphabet.outcome_of(event) == name));
    events.filter_map(|event| interface.next(state, event)).collect()
}

/// What was measured, and the classes that it was measured on, read once for all tests; `None` where there is no JDK 17.
fn measurements() -> Option<&'static (ClassPath, Value)> {
    static READ: OnceLock<Option<(ClassPath, Value)>> = OnceLock::new();
    READ.get_or_init(read_measurements).as_ref()
}

fn read_measurements() -> Option<(ClassPath, Value)> {
    let jdk = match Jdk::find(None) {
        Ok(jdk) if jdk.release == Some(17) => jdk,
        Ok(other) => {
            skipped(format_args!("the measurements are of JDK 17, this is {:?}", other.release));
            return None;
        }
        Err(error) => {
            skipped(error);
            return None;
        }
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../java-corpus/jdk17.json");
    let truth = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    Some((ClassPath::open(&[], Some(&jdk)).unwrap(), truth))
}

#[test]
#[ignore = "takes many minutes"]
fn jdk_classes_are_not_wrong() {
    let Some((classes, truth)) = measurements() else { return };
    let mut score: BTreeMap<String, usize> = BTreeMap::new();
    let wanted = std::env::var("ETIQUETTE_CLASS").unwrap_or_default();
    let is_wanted = |entry: &&Value| entry["name"].as_str().is_some_and(|name| name.contains(&wanted));
    for entry in truth["interfaces"].as_array().unwrap().iter().filter(is_wanted) {
        let run = Run::new(Limits { time: Some(TIME_IN_TABLE), ..Limits::default() });
        let verdict = judge(classes, &Measured(entry), run);
        println!("| {} | {verdict:?} |", entry["name"].as_str().unwrap_or_default());
        let kind = format!("{verdict:?}").split('(').next().unwrap_or_default().to_owned();
        *score.entry(kind).or_insert(0) += 1;
    }
    println!("{score:?}");
    assert!(!score.contains_key("Wrong"), "an interface accepts what fails: {score:?}");
}

/// A test for each class, which must be exact, so that they run side by side.
macro_rules! exact {
    ($($test:ident: $name:literal;)*) => {
        const EXACT: &[&str] = &[$($name),*];

        $(#[test]
        fn $test() {
            is_exact($name, MOST_STEPS);
        })*
    };
}

fn is_exact(name: &str, steps: u64) {
    let Some((classes, truth)) = measurements() else { return };
    let run = Run::default().with_step_limit(steps);
    let entry = truth["interfaces"].as_array().unwrap().iter().find(|entry| entry["name"] == name);
    assert_eq!(judge(classes, &Measured(entry.expect("a measurement")), run), Verdict::Exact, "{name}");
}

/// Exact while calls that are not followed were taken to throw nothing. Now that is looked up, and code of the JDK that it
/// reaches may raise the error, as far as one can see: it has doubtful calls, and is too strict, but not wrong.
#[test]
fn formatter_is_not_wrong() {
    let Some((classes, truth)) = measurements() else { return };
    let entry = truth["interfaces"].as_array().unwrap().iter().find(|entry| entry["name"] == "java.util.Formatter");
    let verdict = judge(classes, &Measured(entry.expect("a measurement")), Run::default().with_step_limit(MOST_STEPS));
    assert!(matches!(verdict, Verdict::TooStrict(_) | Verdict::NotDecided(_)), "{verdict:?}");
}

/// Exact as well, but not every day: it takes minutes.
const EXACT_AFTER_LONG: &str = "javax.crypto.Cipher(AES/CBC)";

#[test]
#[ignore = "takes minutes"]
fn cipher() {
    is_exact(EXACT_AFTER_LONG, VERY_MANY_STEPS);
}

/// The count that the change log gives.
#[test]
fn so_many_are_exact() {
    let changes = include_str!("../../../../CHANGELOG.md");
    let said = format!("{} of the 27 measured JDK interfaces are exact", EXACT.len());
    assert!(changes.contains(&said), "CHANGELOG.md does not say: {said}");
}

exact! {
    array_list_itr: "java.util.ArrayList$Itr";
    array_list_list_itr: "java.util.ArrayList$ListItr";
    mac: "javax.crypto.Mac";
    print_writer: "java.io.PrintWriter";
    key_store: "java.security.KeyStore";
    deflater: "java.util.zip.Deflater";
    deflater_illegal_state: "java.util.zip.Deflater[ISE only]";
    deflater_null_pointer: "java.util.zip.Deflater[NPE only]";
    heap_byte_buffer: "java.nio.HeapByteBuffer(small alphabet)";
    string_reader: "java.io.StringReader";
    buffered_writer: "java.io.BufferedWriter";
    throwable: "java.lang.Throwable(no cause)";
    message_digest: "java.security.MessageDigest";
    timer: "java.util.Timer";
    http_request: "java.net.http.HttpRequest$Builder";
}
