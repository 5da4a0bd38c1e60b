//! Where results go: files appear complete or not at all, and nothing else is left behind.

use std::io::Read;
use std::path::Path;

use crate::common;
use crate::common::{example, names_in, program, run, run_in, wait};

const FORMATS: [&str; 5] = ["text", "json", "dot", "svg", "mermaid"];

fn synth_into(folder: &Path, output: &str, more: &[&str]) -> common::Answer {
    let file = example("file.component");
    run_in(folder, &[&["synth", &file, "--output", output][..], more].concat())
}

#[test]
fn a_result_goes_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let answer = synth_into(folder.path(), format, &["--format", format]).ends_with(0);
        assert_eq!((answer.text(), answer.stderr.as_str()), ("", ""));
        let printed = run(&["synth", &example("file.component"), "--format", format]).ends_with(0);
        assert_eq!(std::fs::read(folder.path().join(format)).unwrap(), printed.stdout, "{format}");
    }
    let mut expected = FORMATS.to_vec();
    expected.sort();
    assert_eq!(names_in(folder.path()), expected);
}

#[test]
fn an_existing_file_is_overwritten_only_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    std::fs::write(&path, "precious").unwrap();
    synth_into(folder.path(), "out", &[]).refuses(&["out exists already", "use `--force` to overwrite it"]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    synth_into(folder.path(), "out", &["--force"]).ends_with(0);
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("file: 3 states"));
    assert_eq!(names_in(folder.path()), ["out"]);
}

#[test]
fn an_output_path_that_cannot_be_written_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("taken")).unwrap();
    for force in [&[][..], &["--force"]] {
        synth_into(folder.path(), "missing/out", force)
            .refuses(&["can't write", "check that the folder missing exists"]);
        synth_into(folder.path(), "taken", force).refuses(&["can't write taken", "it is a directory"]);
    }
    assert_eq!(names_in(folder.path()), ["taken"]);
}

#[test]
fn a_failure_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bad.component"), "component c {").unwrap();
    let wide = "component c { var x: i32 = 0; method m(p: i32) { assert p != x; } }";
    std::fs::write(folder.path().join("wide.component"), wide).unwrap();
    std::fs::write(folder.path().join("bad.json"), "{}").unwrap();
    std::fs::write(folder.path().join("out"), "precious").unwrap();
    let before = names_in(folder.path());
    for output in ["out", "new"] {
        for arguments in [
            &["synth", "bad.component"][..],
            &["synth", "wide.component", "--engine", "direct"],
            &["component", "bad.component"],
            &["export", "bad.json", "--to", "dot"],
        ] {
            run_in(folder.path(), &[arguments, &["--output", output, "--force"]].concat()).ends_with(2);
        }
    }
    assert_eq!(names_in(folder.path()), before);
    assert_eq!(std::fs::read_to_string(folder.path().join("out")).unwrap(), "precious");
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let robot = example("robot.component");
    for arguments in
        [&["synth", &robot, "--format", "svg"][..], &["synth", &robot, "--format", "json"], &["component", &robot]]
    {
        let mut child = program(folder.path(), arguments).spawn().unwrap();
        let mut one = [0];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut one).unwrap();
        drop(stdout);
        wait(child).ends_with(0);
        // And one that never read anything.
        let mut child = program(folder.path(), arguments).spawn().unwrap();
        drop(child.stdout.take());
        wait(child).ends_with(0);
    }
}

#[test]
fn a_closed_standard_error_is_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["synth", "nowhere.component"][..], &["synth", "--nonsense"], &["component", "."]] {
        let mut child = program(folder.path(), arguments).spawn().unwrap();
        drop(child.stderr.take());
        let answer = wait(child);
        assert_eq!(answer.code, Some(2), "{arguments:?}");
    }
}

#[test]
fn standard_input_is_a_file_too() {
    let folder = tempfile::tempdir().unwrap();
    let source = std::fs::File::open(example("file.component")).unwrap();
    let from_input = wait(program(folder.path(), &["synth", "-"]).stdin(source).spawn().unwrap()).ends_with(0);
    let from_file = run(&["synth", &example("file.component")]).ends_with(0);
    assert_eq!(from_input.text().replace("stdin:", "file.component:"), from_file.text());
    wait(program(folder.path(), &["synth", "-"]).spawn().unwrap())
        .refuses(&["<standard input>", "expected `component`"]);
}
