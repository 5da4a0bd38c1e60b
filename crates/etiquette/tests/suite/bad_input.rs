//! What the program can't read, it refuses: exit code 2, nothing on standard output, and a message that says what to
//! do.

use crate::common::{example, run, run_in, run_on};

#[track_caller]
fn refused(source: &str, words: &[&str]) {
    for command in [&["synth"][..], &["synth", "--engine", "learn"], &["component"]] {
        run_on(source, command).refuses(words);
    }
}

#[test]
fn a_malformed_component_is_shown_with_its_place() {
    refused("component c {\n  method m( { }\n}", &["expected a parameter's name", "input.component:2:13"]);
    refused("", &["expected `component`", "the end of the file"]);
    refused("component c { vra x: i32 = 0; }", &["did you mean `var`?"]);
    refused("component c { method m() { ", &["expected a statement or `}`"]);
    refused("component c { /* method m() { } }", &["never closed", "end it with `*/`"]);
    refused("compönent c { }", &["has no meaning here", "backticks"]);
}

#[test]
fn several_mistakes_are_shown_at_once() {
    let methods: String = (0..30).map(|index| format!("method m{index}() {{ nowhere = 1; }}\n")).collect();
    refused(&format!("component c {{ {methods} }}"), &["there is no variable `nowhere`", "and 20 more"]);
}

#[test]
fn an_unknown_variable_is_named() {
    let source = "component c { var count: u8 = 0; method m() { cuont = count + 1; } }";
    refused(source, &["there is no variable `cuont`", "did you mean `count`?"]);
}

#[test]
fn a_type_error_names_both_types() {
    let source = "component c { var x: i32 = 0; var y: u8 = 0; method m() { x = y; } }";
    refused(source, &["expected `i32`, found `u8`", "convert it with `i32(…)`"]);
    refused("component c { var x: int = 0; method m() { } }", &["there is no type `int`", "write `i32`"]);
    refused("component c { var x: u8 = 256; method m() { } }", &["256 does not fit into `u8`", "0 to 255"]);
}

#[test]
fn a_condition_must_be_boolean() {
    let source = "component c { var x: i32 = 0; method m() { if (x) { error; } } }";
    refused(source, &["expected `bool`, found `i32`", "compare it, as in `x != 0`"]);
}

#[test]
fn a_variable_cannot_hide_an_enum_value() {
    for variable in ["var A: bool = true; method m() { }", "method m(A: E) { }", "method m() { var A: E = B; }"] {
        let source = format!("component c {{ enum E {{ A, B }} {variable} }}");
        refused(&source, &["`A` hides the value of `E` of that name", "give it another name"]);
    }
}

#[test]
fn a_component_has_methods() {
    let source = "component c { var x: i32 = 0; }";
    refused(source, &["component `c` has no methods", "add one, as in `method open() { … }`"]);
}

#[test]
fn a_component_starts_somewhere_and_without_an_error() {
    refused("component c { var x: u8 = *; initially x < 2 && x > 3; method m() { } }", &["no initial state"]);
    refused(
        "component c { var x: u8 = 9; error Full when x > 8; method m() { } }",
        &["already holds in an initial state", "check the initial values"],
    );
}

#[test]
fn deep_nesting_is_refused_before_it_hurts() {
    let deep = format!("{}x{}", "(".repeat(100_000), ")".repeat(100_000));
    refused(
        &format!("component c {{ var x: i32 = 0; method m() {{ x = {deep}; }} }}"),
        &["nested more than", "split it"],
    );
}

#[test]
fn what_an_engine_cannot_take_is_said_beforehand() {
    let synth: [&[&str]; 2] = [&["synth", "--engine", "direct"], &["synth", "--engine", "learn"]];
    for command in synth {
        let source = "component c { var x: i32 = 0; method m(p: i32) { assert p != 7; x = p; } }";
        run_on(source, command).refuses(&["parameters of `m`", "give it a smaller type"]);
        let source = "component c { var x: i32 = 0; method m() { x = *; assert x != 7; } }";
        run_on(source, command).refuses(&["`m` chooses a value of `x: i32`", "smaller type"]);
        let source = "component c { var x: i32 = *; method m() { assert x != 7; } }";
        run_on(source, command).refuses(&["initial states", "or an initial value"]);
    }
}

#[test]
fn a_huge_file_is_refused_without_reading_it_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = std::fs::File::create(folder.path().join("huge.component")).unwrap();
    file.set_len(100 << 20).unwrap();
    run_in(folder.path(), &["synth", "huge.component"])
        .refuses(&["huge.component is larger than the 16 MiB that are read", "is this the right file?"]);
    let limit = 16 << 20;
    file.set_len(limit).unwrap();
    run_in(folder.path(), &["synth", "huge.component"]).refuses(&["huge.component:1:1", "has no meaning here"]);
}

#[test]
fn very_long_lines_are_not_repeated() {
    let source = format!("component c {{ {} }}", "method m() { nowhere = 1; } ".repeat(1000));
    let answer = run_on(source, &["synth"])
        .ends_with(2)
        .says(&["input.component:1:50: there already is a method `m`", "Help: give one of them another name"]);
    assert!(answer.stderr.len() < 3000, "{}", answer.stderr);
}

#[test]
fn a_file_that_is_not_utf_8_is_refused() {
    run_on(b"component c {\n  // \xff\n}", &["synth"]).refuses(&["not UTF-8", "line 2", "0xff", "save it as UTF-8"]);
    run_on(b"\xfe\xff\0c", &["component"]).refuses(&["not UTF-8", "line 1"]);
}

#[test]
fn a_missing_file_and_a_folder_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["synth", "component"] {
        run_in(folder.path(), &[command, "nowhere.component"]).refuses(&[
            "can't read nowhere.component",
            "No such file",
            "check the path",
        ]);
        run_in(folder.path(), &[command, "."]).refuses(&["can't read .", "directory", "name a file in it"]);
    }
    run_in(folder.path(), &["export", "nowhere.json", "--to", "dot"]).refuses(&["can't read nowhere.json"]);
    run_in(folder.path(), &["export", ".", "--to", "dot"]).refuses(&["can't read .", "directory", "name a file in it"]);
}

#[test]
fn other_kinds_of_input_are_named() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &["synth", "app.jar"]).refuses(&["is an archive, not a class", "--classpath app.jar"]);
    run_in(folder.path(), &["synth", "file.json"]).refuses(&["is an interface already", "etiquette export"]);
}

#[test]
fn unknown_words_on_the_command_line_are_refused() {
    let file = example("file.component");
    run(&["synth", &file, "--engine", "magic"]).refuses(&["magic", "possible values", "direct", "learn"]);
    run(&["synth", &file, "--format", "pdf"]).refuses(&["pdf", "possible values", "svg", "mermaid"]);
    run(&["export", &file, "--to", "pdf"]).refuses(&["pdf", "possible values"]);
    run(&["component", &file, "--after", "lunch"]).refuses(&["lunch", "possible values", "ranges", "slice"]);
    run(&["sinth", &file]).refuses(&["sinth", "synth"]);
    run(&["synth"]).refuses(&["TARGET", "--help"]);
    run(&["synth", &file, "--timeout", "soon"]).refuses(&["`soon` is not a time", "5m"]);
    run(&["synth", &file, "--memory", "lots"]).refuses(&["`lots` is not a size", "2G"]);
    run(&["synth", &file, "--max-states=-1"]).refuses(&["--max-states", "invalid"]);
    run(&["synth", &file, "--force"]).refuses(&["--output"]);
    run(&["synth", &file, "--error", "assert"]).refuses(&["`--error` is about Java classes", "leave it out"]);
    run(&["component", &file, "--new", "()"]).refuses(&["`--new` is about Java classes"]);
    run(&[]).ends_with(2).says(&["Usage"]);
}

#[test]
fn help_and_version_are_no_errors() {
    for arguments in
        [&["--help"][..], &["--version"], &["synth", "--help"], &["export", "--help"], &["component", "--help"]]
    {
        let answer = run(arguments).ends_with(0);
        assert!(answer.text().contains("etiquette"), "{}", answer.text());
    }
}

#[track_caller]
fn export_refused(json: impl AsRef<[u8]>, words: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("input.json"), json).unwrap();
    for format in ["text", "json", "dot", "svg", "mermaid"] {
        run_in(folder.path(), &["export", "input.json", "--to", format]).refuses(words);
    }
}

#[test]
fn broken_json_is_refused_with_its_place() {
    let written = "interfaces are written by `etiquette synth … --format json`";
    export_refused("", &["not JSON", written]);
    export_refused("{\n  \"etiquette\": 1,\n  oops }", &["not JSON", "3", written]);
    export_refused("[".repeat(100_000), &["not JSON", written]);
    export_refused("[]", &[written]);
    export_refused("{}", &["the key \"etiquette\" is missing", written]);
    export_refused(b"{\"etiquette\": \"\xff\"}", &["not UTF-8"]);
}

#[test]
fn json_of_another_version_or_shape_is_refused() {
    export_refused("{\"etiquette\": 3}", &["version 3", "reads versions up to 2"]);
    export_refused("{\"etiquette\": 1}", &["missing"]);
    let good = run(&["synth", &example("file.component"), "--format", "json"]).ends_with(0);
    let changed = |from: &str, to: &str| {
        assert!(good.text().contains(from), "{from}");
        good.text().replacen(from, to, 1)
    };
    export_refused(changed("\"initial\": 0", "\"initial\": 77"), &["77"]);
    export_refused(changed("\"outcome\": \"ok\"", "\"outcome\": \"maybe\""), &["no outcome \"maybe\""]);
    export_refused(changed("\"stop\": \"done\"", "\"stop\": \"lunch\""), &["\"lunch\" is no stop reason"]);
    export_refused(changed("\"safe\": \"proved\"", "\"safe\": \"sure\""), &["how sure"]);
    export_refused(
        changed("\"allowed\": [\"open_read\"", "\"allowed\": [\"open_wide\""),
        &["there is no call \"open_wide\""],
    );
}
