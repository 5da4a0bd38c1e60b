//! Every ```console block of README.md, docs/ and tests/cmd/ is run, and its output compared.
//!
//! Each page has a folder of its own with a copy of clients/, examples/ and java-corpus/, so that commands may write files; paths are
//! relative to it, as they are to the root of the repository. A line `? 2` behind a command is its exit code, a line `...` stands
//! for any lines, and an output that does not end with one is followed by an empty line. `TRYCMD=overwrite cargo test
//! --test docs` writes the outputs into the pages.
//!
//! A binary of its own, because it changes the working folder of its process: what others start meanwhile would begin in
//! a folder that goes away.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the crate stands in crates/")
}

fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    add_pages(&root().join("docs"), &mut pages);
    add_pages(&root().join("crates/etiquette/tests/cmd"), &mut pages);
    pages.retain(|page| page.is_file());
    pages.sort();
    pages
}

/// Adds the pages of a folder and of those inside it.
fn add_pages(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            add_pages(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a writable folder");
    for entry in std::fs::read_dir(from).expect("a readable folder") {
        let entry = entry.expect("a readable folder");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a readable file");
        }
    }
}

#[test]
fn pages_show_what_the_program_does() {
    let pages = pages();
    assert!(pages.len() > 1, "the pages are found");
    for page in pages {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for copied in ["clients", "examples", "java-corpus"] {
            copy_folder(&root().join(copied), &folder.path().join(copied));
        }
        std::env::set_current_dir(folder.path()).expect("a folder to work in");
        let cases = trycmd::TestCases::new();
        cases.register_bin("etiquette", Path::new(env!("CARGO_BIN_EXE_etiquette")));
        cases.case(&page);
        cases.run();
        std::env::set_current_dir(root()).expect("the root of the repository");
    }
}
