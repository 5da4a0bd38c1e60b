//! The drawing of the crates in ARCHITECTURE.md says what the Cargo files say, and the layers below never know those
//! above.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::common::root;

type Dependencies = BTreeMap<String, Vec<String>>;

/// What each crate depends on, as its Cargo file has it; without the prefix that all crates share.
fn from_cargo() -> Dependencies {
    let folders = std::fs::read_dir(root().join("crates")).expect("a folder of crates");
    let mut found = Dependencies::new();
    for folder in folders {
        let path = folder.expect("a readable folder").path();
        let text = std::fs::read_to_string(path.join("Cargo.toml")).expect("a Cargo file");
        let section = text.split("[dependencies]").nth(1).unwrap_or_default().split("\n[").next().unwrap_or_default();
        let names = section.lines().filter_map(|line| line.strip_prefix("etiquette-")?.split(['.', ' ']).next());
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.sort();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        found.insert(name.trim_start_matches("etiquette-").to_owned(), names);
    }
    found
}

/// The lines `crate ─► crate, crate` of the page, in order.
fn from_page() -> Vec<(String, Vec<String>)> {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page");
    let drawing = page.split("<!-- crates -->").nth(1).expect("a drawing of the crates between two marks");
    let lines = drawing.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("```"));
    let names =
        |text: &str| text.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
    let line = |line: &str| {
        let (name, others) = line.split_once("─►").unwrap_or((line, ""));
        (name.trim().to_owned(), names(others))
    };
    lines.map(line).collect()
}

#[test]
fn the_drawing_is_true() {
    let drawn: Dependencies = from_page().into_iter().collect();
    assert_eq!(drawn, from_cargo(), "ARCHITECTURE.md (left) and the Cargo files (right) differ");
}

#[test]
fn lower_crates_never_know_upper_ones() {
    let mut below: Vec<String> = Vec::new();
    for (name, others) in from_page() {
        for other in others {
            assert!(below.contains(&other), "`{name}` is drawn below `{other}`, which it depends on");
        }
        below.push(name);
    }
}

/// What engines stand on never imports an engine.
#[test]
fn engines_are_on_top_of_what_they_share() {
    let source = root().join("crates/etiquette-synthesis/src");
    for folder in ["spaces", "proofs", "readable", "refinement"] {
        for file in files_below(&source.join(folder)) {
            let text = std::fs::read_to_string(&file).expect("a readable file");
            assert!(!text.contains("crate::engines::"), "{} imports an engine", file.display());
        }
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a readable folder").path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// The page about the papers names files by their places below `crates/`, and cases of the corpora.
#[test]
fn the_page_about_the_papers_names_what_is_there() {
    let page = std::fs::read_to_string(root().join("docs/papers.md")).expect("the page");
    let named = page.split('`').skip(1).step_by(2).filter(|text| !text.contains(' '));
    let mut found = 0;
    for name in named {
        let folder = match name {
            _ if name.starts_with("etiquette-") || name.starts_with("etiquette/") => "crates",
            _ if name.starts_with("corpus/") || name.starts_with("java-corpus/") => ".",
            _ => continue,
        };
        assert!(root().join(folder).join(name).exists(), "docs/papers.md names `{name}`, which is not there");
        found += 1;
    }
    assert!(found > 40, "{found}");
}
