//! The same input gives the same bytes, and what JSON holds is enough for every other format.

use crate::common::{example, run, run_in};

/// All but regular expressions, which some of the examples are too large for.
const FORMATS: [&str; 12] =
    ["text", "json", "dot", "svg", "mermaid", "plantuml", "html", "markdown", "jatyc", "topl", "smv", "aut"];
const EXAMPLES: [&str; 4] = ["connection", "iterator", "robot", "sensor"];
const ENGINES: [&str; 2] = ["direct", "learn"];

#[test]
fn the_same_command_gives_the_same_bytes() {
    for name in EXAMPLES {
        let file = example(&format!("{name}.component"));
        for format in FORMATS {
            let once = || run(&["synth", &file, "--format", format]).ends_with(0).stdout;
            assert_eq!(once(), once(), "{name} as {format}");
        }
        let component = || run(&["component", &file]).ends_with(0).stdout;
        assert_eq!(component(), component(), "{name}");
    }
}

#[test]
fn exporting_json_gives_what_synth_gives() {
    let folder = tempfile::tempdir().unwrap();
    for name in EXAMPLES {
        let file = example(&format!("{name}.component"));
        for (engine, more) in ENGINES.into_iter().zip([&[][..], &["--serial"]]) {
            let synth = |format| {
                let arguments = [&["synth", &file, "--engine", engine, "--format", format], more].concat();
                run(&arguments).ends_with(0).stdout
            };
            std::fs::write(folder.path().join("interface.json"), synth("json")).unwrap();
            for format in FORMATS {
                let exported = run_in(folder.path(), &["export", "interface.json", "--to", format]).ends_with(0);
                assert_eq!(exported.stdout, synth(format), "{name} by {engine} as {format}");
            }
        }
    }
}

#[test]
fn a_printed_component_has_the_same_interface() {
    let folder = tempfile::tempdir().unwrap();
    for name in EXAMPLES {
        let file = example(&format!("{name}.component"));
        let direct = run(&["synth", &file]).ends_with(0);
        for pass in ["read", "slice"] {
            let printed = run(&["component", &file, "--after", pass]).ends_with(0);
            std::fs::write(folder.path().join("printed.component"), &printed.stdout).unwrap();
            let again = run_in(folder.path(), &["component", "printed.component"]).ends_with(0);
            assert_eq!(again.text(), printed.text(), "{name} after {pass}");
            let synth = run_in(folder.path(), &["synth", "printed.component"]).ends_with(0);
            assert_eq!(synth.text(), direct.text(), "{name} after {pass}");
        }
    }
}
