//! What leaves the crate: SMT-LIB scripts, which another solver must agree with, and JSON.

use etiquette_certificates::{from_json, obligations, script, smt_lib, to_json};
use etiquette_logic::{ExternalSolver, TermPool};
use serde_json::{Value, json};

use crate::skipped::skipped;
use crate::support::by_hand::Case;
use crate::support::examples::{all, dice, lock, queue};

/// The answers of another solver, if there is one.
fn answers(case: &Case) -> Option<Vec<String>> {
    let Ok(solver) = ExternalSolver::find("z3") else {
        skipped("no z3 to check the certificates with");
        return None;
    };
    let script = script(&case.component, &case.interface, &case.certificate).unwrap();
    let output = solver.run(&script).unwrap().expect("an answer in time");
    Some(output.lines().map(str::to_owned).collect())
}

#[test]
fn another_solver_agrees() {
    for (name, case, _) in all() {
        let Some(answers) = answers(&case) else { return };
        let count = obligations(&mut case.component.clone(), &case.interface, &case.certificate).unwrap().len();
        assert_eq!(answers.len(), count, "{name}: {answers:?}");
        assert!(answers.iter().all(|answer| answer == "unsat"), "{name}: {answers:?}");
    }
    let Some(answers) = answers(&lock().label(1, "true")) else { return };
    assert!(answers.iter().any(|answer| answer == "sat"), "{answers:?}");
}

#[test]
fn a_script_says_what_it_is_about() {
    let case = lock();
    let text = smt_lib(&case.component, &case.interface, &case.certificate).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(text.contains("; The interface is safe and permissive if the answer to each of the "), "{text}");
    assert!(text.contains("with outcome `acquired` leads into the label of state 1"), "{text}");
    let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    let questions = count("(check-sat)");
    assert_eq!([count("(push"), count("(pop"), count("(set-info :status unsat)")], [questions; 3]);
    assert_eq!(questions, case.check().obligations);
    let again = smt_lib(&case.component, &case.interface, &case.certificate).unwrap();
    assert_eq!(text, again);
}

fn written(case: &Case) -> Value {
    let value = to_json(&case.component, &case.interface, &case.certificate).unwrap();
    serde_json::from_str(&value.to_string()).unwrap()
}

#[test]
fn json_is_read_back() {
    for (name, mut case, _) in all() {
        let value = written(&case);
        let read = from_json(&mut case.component, &case.interface, &value).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(read, case.certificate, "{name}: {value:#}");
    }
}

#[test]
fn json_is_for_people_too() {
    let value = written(&queue());
    assert_eq!(value["calls"][2], json!({"call": "take 2", "method": "take", "guard": "count == 1"}));
    assert_eq!(value["labels"], json!(["size == 0", "size == 1"]));
    let label = json!({"state": 0, "call": "take", "location": 1, "label": ["left == 0", "size == 0"]});
    assert_eq!(value["loops"][0], label);
    assert_eq!(value["parts"], json!([]));
    let choices = &written(&dice())["forbidden"][1]["choices"];
    assert_eq!(choices[0][0]["is"], json!("limit + 1"), "{choices}");
}

/// Terms that are small as graphs and huge as texts, and terms that are deeper than the parser goes.
#[test]
fn large_terms_stay_small() {
    let mut case = lock();
    let terms: &mut TermPool = &mut case.component.terms;
    let mut shared = case.certificate.labels[1];
    for _ in 0..200 {
        let (yes, no) = (terms.not(shared), shared);
        let both = terms.intern(etiquette_logic::Node::Binary(etiquette_logic::BinaryOp::Xor, yes, no));
        shared = terms.intern(etiquette_logic::Node::Ite(shared, both, no));
    }
    let mut deep = case.certificate.labels[1];
    for _ in 0..3000 {
        deep = terms.intern(etiquette_logic::Node::Unary(etiquette_logic::UnaryOp::Not, deep));
    }
    let wide = (0..3000).fold(deep, |whole, _| {
        terms.intern(etiquette_logic::Node::Binary(etiquette_logic::BinaryOp::And, whole, case.certificate.labels[1]))
    });
    case.certificate.labels = vec![shared, wide];
    let value = written(&case);
    assert!(value.to_string().len() < 200_000, "{}", value.to_string().len());
    let read = from_json(&mut case.component, &case.interface, &value).unwrap();
    assert_eq!(read, case.certificate);
}

#[test]
fn malformed_json_is_explained() {
    let complaint = |path: &str, new: Value| {
        let mut case = queue();
        let mut value = written(&case);
        *value.pointer_mut(path).unwrap() = new;
        from_json(&mut case.component, &case.interface, &value).unwrap_err().to_string()
    };
    assert_eq!(complaint("", json!([])), "the certificate: expected an object, found an array");
    assert_eq!(complaint("", json!({})), "the certificate: the key \"calls\" is missing");
    assert_eq!(complaint("/calls", json!([])), "calls: there are 0 of the interface's 4 calls");
    assert_eq!(complaint("/calls/0/call", json!("tak")), "calls[0].call: the interface has no call `tak`");
    assert_eq!(
        complaint("/calls/0/call", json!("take")),
        "calls[0].call: the calls are in another order than the interface's"
    );
    assert_eq!(complaint("/calls/0/method", json!("puts")), "calls[0].method: the component has no method `puts`");
    let unknown = complaint("/labels/1", json!("siz == 1"));
    assert!(unknown.starts_with("labels[1]: in `siz == 1`: there is no variable `siz`"), "{unknown}");
    assert!(complaint("/labels/1", json!("size == 9")).contains("9 does not fit into `u2`"));
    assert_eq!(complaint("/labels/1", json!([])), "labels[1]: there is no condition; `true` is one");
    assert_eq!(complaint("/labels/1", json!([1])), "labels[1][0]: expected a string, found a number");
    assert_eq!(
        complaint("/loops/0/location", json!(70)),
        "loops[0].location: there is no 70: it has 7 locations, counted from 0"
    );
    assert_eq!(complaint("/loops/0/state", json!(2)), "loops[0].state: there is no 2: it has 2 states, counted from 0");
    assert_eq!(complaint("/loops/0/state", json!(-1)), "loops[0].state: expected a whole number, found a number");
    let proof = complaint("/forbidden/0/proof", json!("because"));
    assert_eq!(
        proof,
        "forbidden[0].proof: \"because\" is no proof: there are \"never returns\", \"can fail\", \"hit\", \"spread\", \"doubtful\", \"open\""
    );
    let parts = json!([{"name": "part 0", "type": "u3", "is": "1"}]);
    assert_eq!(
        complaint("/parts", parts),
        "parts[0].type: `u3` is not the type of a part: write `bool`, or `i1` to `i64`"
    );
}

#[test]
fn names_that_clash_are_refused() {
    let mut case = queue();
    case.component.methods[1].locals[0].name = "size".into();
    let problem = to_json(&case.component, &case.interface, &case.certificate).unwrap_err();
    assert_eq!(problem.to_string(), "the certificate: two variables that can be seen at one place are named `size`");
}
