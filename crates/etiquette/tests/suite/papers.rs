//! The suites that repeat the papers: on classes from a checkout, and on limits that the user sets.

use std::fs;
use std::path::Path;

use etiquette_bench::{ORIGINALS, Original, SOURCES};

use crate::common::{example, has, run, run_on};

/// A class with the constructor and the methods that the suite calls. Ours: nothing of it is what the paper's does.
fn stand_in(original: &Original) -> String {
    let (package, class) = original.class.rsplit_once('.').expect("a class in a package");
    let parameters = original.constructor.trim_matches(['(', ')']).split(',').filter(|ty| !ty.is_empty());
    let parameters: Vec<String> = parameters.enumerate().map(|(index, ty)| format!("{ty} p{index}")).collect();
    let test = "assert expect < 3; expect += buffer_empty; buffer_empty = 3 - buffer_empty;";
    let methods = original.methods.iter().map(|name| format!("public void {name}() {{ {test} }}\n"));
    format!(
        "package {package};\nimport gov.nasa.jpf.jdart.Symbolic;\npublic class {class} {{\n\
         @Symbolic(\"true\") private int expect = 0;\n@Symbolic(\"true\") private int buffer_empty = 1;\n\
         public {class}({}) {{ }}\n{}}}\n",
        parameters.join(", "),
        methods.collect::<String>()
    )
}

/// A checkout with stand-ins for all classes; those that the classes use are empty.
fn checkout(folder: &Path) {
    // The classes of two components may be the same: the first one calls more methods.
    for original in ORIGINALS.iter().rev() {
        for (index, source) in original.sources.iter().enumerate() {
            let file = folder.join(SOURCES).join(source);
            fs::create_dir_all(file.parent().expect("a package")).expect("a folder");
            let package = original.class.rsplit_once('.').expect("a package").0;
            let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
            let text =
                if index == 0 { stand_in(original) } else { format!("package {package};\nclass {name} {{ }}\n") };
            fs::write(file, text).expect("written");
        }
    }
}

#[test]
fn psyco_runs_on_classes_of_a_checkout() {
    if !has(&["javac"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    checkout(folder.path());
    let path = folder.path().to_str().expect("a path");
    let answer = run(&["bench", "psyco", "--originals", path, "--quick", "--limit", "1s", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(answer.ends_with(0).text()).expect("JSON");
    let certified = json["rows"].as_array().expect("rows").iter().find(|row| row["checker"] == "certified");
    let certified = certified.expect("the certified engine");
    assert_eq!((certified["component"].as_str(), certified["states"].as_u64()), (Some("Signature"), Some(5)));
}

#[test]
fn a_folder_that_is_no_checkout_is_refused() {
    run(&["bench", "psyco", "--originals", "examples"]).refuses(&["there is no", "psycopaths/psyco"]);
    run(&["bench", "core", "--originals", "examples"]).refuses(&["--originals", "psyco"]);
}

#[test]
fn both_bounds_of_a_search_that_is_stopped_can_be_shown() {
    let source = "component counter { var n: u8 = 0; method up() { assert n < 20; n = n + 1; }
        method down() { assert n > 0; n = n - 1; } }";
    let stopped = ["synth", "--engine", "maymust", "--max-predicates", "5", "--format", "json", "--bound"];
    let guarantee = |bound: &str| {
        let answer = run_on(source, &[&stopped[..], &[bound]].concat()).ends_with(3);
        let json: serde_json::Value = serde_json::from_str(answer.text()).expect("JSON");
        ["safe", "permissive"].map(|claim| json["guarantee"][claim].as_str().expect("a text").to_owned())
    };
    assert_eq!(guarantee("may"), ["proved", "not established"]);
    assert_eq!(guarantee("must"), ["not established", "proved"]);
    run_on(source, &["synth", "--bound", "must"]).refuses(&["--bound", "maymust"]);
}

#[test]
fn a_socket_is_shown_as_input_and_output() {
    let answer = run_on(
        "component socket { var open: bool = false; var in_shut: bool = false; var out_shut: bool = false;
            method connect() { open = true; } method close() { open = false; }
            method read() { assert open && !in_shut; } method shutIn() { assert open && !in_shut; in_shut = true; }
            method write() { assert open && !out_shut; } method shutOut() { assert open && !out_shut; out_shut = true; } }",
        &["synth", "--split-shared"],
    );
    answer.ends_with(0).shows(&[
        "Part 1 of 2: connect, close, read, shutIn",
        "Part 2 of 2: connect, close, write, shutOut",
        "A call is allowed if every part that has its method allows it.",
    ]);
}

/// `IntfP.W` of the FSE 2005 paper: its interface is the one that it was made from.
#[test]
fn an_interface_is_a_component() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("lock.json");
    let path = file.to_str().expect("a path");
    run(&["synth", &example("lock.component"), "--format", "json", "-o", path]).ends_with(0);
    let component = run(&["component", path]).ends_with(0);
    let again = run_on(component.text(), &["synth", "--format", "json"]).ends_with(0);
    fs::write(folder.path().join("again.json"), again.text()).expect("written");
    let again = folder.path().join("again.json");
    run(&["diff", path, again.to_str().expect("a path")]).ends_with(0);
    run(&["component", "no-such-interface.json"]).refuses(&["no-such-interface.json"]);
}

#[test]
fn the_labelings_of_a_witness_graph_are_shown() {
    let labelings = ["synth", &example("lock.component"), "--engine", "witness", "--full", "--labelings"];
    let answer = run(&labelings).ends_with(0);
    answer.shows(&["node 0\n  safe        !held\n  permissive  !held\n  tight       !held", "refuses     release"]);
    let json = run(&[&labelings[..], &["--format", "json"]].concat()).ends_with(0);
    let json: serde_json::Value = serde_json::from_str(json.text()).expect("JSON");
    assert_eq!(json["nodes"][0]["tight"].as_str(), Some("!held"));
    run(&["synth", &example("lock.component"), "--labelings"]).refuses(&["--labelings", "witness"]);
}

#[test]
fn only_the_user_limits_predicates() {
    let source = "component counter { var n: u8 = 0; method up() { assert n < 20; n = n + 1; }
        method down() { assert n > 0; n = n - 1; } }";
    for engine in ["witness", "maymust"] {
        run_on(source, &["synth", "--engine", engine]).ends_with(0).shows(&["21 states"]);
        let stopped = run_on(source, &["synth", "--engine", engine, "--max-predicates", "5"]);
        stopped.stops_early(&["stopped early: predicate limit", "so far", "--max-predicates"]);
    }
}
