//! Every package that the program is built from has a licence that goes with MIT OR Apache-2.0.

use std::process::Command;

use serde_json::Value;

const ACCEPTED: [&str; 12] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "0BSD",
    "CC0-1.0",
    "Unlicense",
    "Unicode-3.0",
    "Apache-2.0 WITH LLVM-exception",
];

/// Whether an SPDX expression offers a choice in which every part is accepted.
fn is_accepted(expression: &str) -> bool {
    let flat = expression.replace(['(', ')'], "").replace('/', " OR ");
    let accepted = |part: &str| ACCEPTED.contains(&part.trim());
    // Where `AND` and `OR` are mixed, every conjunct must offer an accepted alternative: stricter than the precedence
    // of SPDX.
    flat.split(" AND ").all(|part| part.split(" OR ").any(accepted))
}

#[test]
fn expressions_are_read_as_meant() {
    assert!(is_accepted("MIT OR GPL-3.0"));
    assert!(is_accepted("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(!is_accepted("GPL-3.0"));
    assert!(!is_accepted("MIT AND GPL-3.0"));
}

#[test]
fn all_dependencies_have_accepted_licences() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    assert!(packages.len() > 10);
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(is_accepted(licence), "{} {} has the licence {licence}", package["name"], package["version"]);
    }
}
